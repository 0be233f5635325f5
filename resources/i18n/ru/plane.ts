<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru">
<context>
    <name>PlanePanel</name>
    <message>
        <source>Query and keys</source>
        <translation>Запрос и ключи</translation>
    </message>
    <message>
        <source>Drag the arrows by their tips and watch the weights.</source>
        <translation>Тяните стрелки за концы и следите за весами.</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Начало</translation>
    </message>
    <message>
        <source>Zero query</source>
        <translation>Нулевой запрос</translation>
    </message>
    <message>
        <source>Long query</source>
        <translation>Длинный запрос</translation>
    </message>
    <message>
        <source>Nobody fits</source>
        <translation>Никто не подходит</translation>
    </message>
    <message>
        <source>Dictionary</source>
        <translation>Словарь</translation>
    </message>
    <message>
        <source>Back to the vectors of the beginning</source>
        <translation>Вернуть исходные векторы</translation>
    </message>
    <message>
        <source>Ask nothing: all scores are 0, all weights are equal</source>
        <translation>Ничего не спрашивать: все оценки равны 0, все веса одинаковы</translation>
    </message>
    <message>
        <source>The same direction, three times as long: the weights get sharper</source>
        <translation>То же направление, втрое длиннее: веса становятся резче</translation>
    </message>
    <message>
        <source>All keys against the query: all scores are negative, and the weights still add up to 1</source>
        <translation>Все ключи против запроса: все оценки отрицательны, а сумма весов всё равно 1</translation>
    </message>
    <message>
        <source>Temperature 0: the best key takes all</source>
        <translation>Температура 0: лучший ключ забирает всё</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Красный</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Зелёный</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Синий</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>Серый</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>Жёлтый</translation>
    </message>
    <message>
        <source>Cyan</source>
        <translation>Голубой</translation>
    </message>
    <message>
        <source>Magenta</source>
        <translation>Пурпурный</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Оранжевый</translation>
    </message>
    <message>
        <source>White</source>
        <translation>Белый</translation>
    </message>
    <message>
        <source>Black</source>
        <translation>Чёрный</translation>
    </message>
    <message>
        <source>Plane with the query and the keys</source>
        <translation>Плоскость с запросом и ключами</translation>
    </message>
    <message>
        <source>Scores and weights of the keys</source>
        <translation>Оценки и веса ключей</translation>
    </message>
    <message>
        <source>Name of the key</source>
        <translation>Имя ключа</translation>
    </message>
    <message>
        <source>Output: the mixed value</source>
        <translation>Выход: смесь значений</translation>
    </message>
    <message>
        <source>Formula with the numbers of now</source>
        <translation>Формула с текущими числами</translation>
    </message>
    <message>
        <source>token</source>
        <translation>токен</translation>
    </message>
    <message>
        <source>score</source>
        <translation>оценка</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>Голова</translation>
    </message>
    <message>
        <source>The true query and keys of the chosen head: drag them in the running model</source>
        <translation>Настоящие запрос и ключи выбранной головы: двигайте их в работающей модели</translation>
    </message>
    <message>
        <source>Drawn vectors</source>
        <translation>Нарисованные векторы</translation>
    </message>
    <message>
        <source>Back to vectors of two numbers</source>
        <translation>Назад к векторам из двух чисел</translation>
    </message>
    <message>
        <source>exponent</source>
        <translation>exp</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>вес</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Query and keys&lt;/h3&gt;&lt;p&gt;The orange arrow is the &lt;b&gt;query&lt;/b&gt;: what the current token is looking for. The blue arrows are the &lt;b&gt;keys&lt;/b&gt;: how each earlier token can be found. The coloured squares are the &lt;b&gt;values&lt;/b&gt;: what each token passes on. A key that points where the query points gets a large score, a key at a right angle gets 0, and a key in the grey half of the plane gets a negative one. Softmax turns the scores into weights, and the output is the colour mixed in these shares.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Try this&lt;/b&gt;&lt;/p&gt;&lt;ul&gt;&lt;li&gt;&lt;b&gt;Zero query.&lt;/b&gt; Who asks nothing hears everybody equally.&lt;/li&gt;&lt;li&gt;&lt;b&gt;Long query.&lt;/b&gt; The direction stays, the scores grow, and one key takes almost everything. A lower temperature does the same.&lt;/li&gt;&lt;li&gt;&lt;b&gt;Nobody fits.&lt;/b&gt; Every score is negative, and still the weights add up to 1: the least bad key wins. Attention cannot look nowhere.&lt;/li&gt;&lt;li&gt;&lt;b&gt;Dictionary.&lt;/b&gt; At temperature 0 only the best key counts; equal ones share.&lt;/li&gt;&lt;li&gt;Which query makes the output yellow? Which makes it grey?&lt;/li&gt;&lt;/ul&gt;&lt;p&gt;&lt;b&gt;Head&lt;/b&gt; shows the true query of the chosen token and its keys in the chosen head: 64 numbers each, seen in the plane of the query and the main direction of the keys. Drag one: the whole vector moves, the model computes everything after it again, and all panels follow. The query lies in the plane, so what is at its right angle really has the score 0.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Keys&lt;/b&gt;&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Tab, Shift+Tab: next or previous arrow; arrow keys: move it by 0.1, with Shift by 0.01&lt;/li&gt;&lt;li&gt;F2: rename; Delete: remove; double click on an empty place: new key&lt;/li&gt;&lt;li&gt;+ and − or the wheel: zoom; 0: show all arrows; Esc while dragging: put it back&lt;/li&gt;&lt;li&gt;in the table: up and down to choose, Space for the colour&lt;/li&gt;&lt;/ul&gt;</source>
        <translation>&lt;h3&gt;Запрос и ключи&lt;/h3&gt;&lt;p&gt;Оранжевая стрелка — &lt;b&gt;запрос&lt;/b&gt;: что ищет текущий токен. Голубые стрелки — &lt;b&gt;ключи&lt;/b&gt;: по чему можно найти каждый из предыдущих токенов. Цветные квадраты — &lt;b&gt;значения&lt;/b&gt;: что токен передаёт дальше. Ключ, который смотрит туда же, куда запрос, получает большую оценку, ключ под прямым углом — 0, а ключ в серой половине плоскости — отрицательную. Softmax превращает оценки в веса, и выход — это цвет, смешанный в таких долях.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Попробуйте&lt;/b&gt;&lt;/p&gt;&lt;ul&gt;&lt;li&gt;&lt;b&gt;Нулевой запрос.&lt;/b&gt; Кто ничего не спрашивает, слышит всех одинаково.&lt;/li&gt;&lt;li&gt;&lt;b&gt;Длинный запрос.&lt;/b&gt; Направление то же, оценки растут, и почти всё достаётся одному ключу. То же самое делает низкая температура.&lt;/li&gt;&lt;li&gt;&lt;b&gt;Никто не подходит.&lt;/b&gt; Все оценки отрицательны, но сумма весов всё равно 1: побеждает наименее неподходящий ключ. Смотреть «никуда» внимание не может.&lt;/li&gt;&lt;li&gt;&lt;b&gt;Словарь.&lt;/b&gt; При температуре 0 в счёт идёт только лучший ключ; равные делят вес поровну.&lt;/li&gt;&lt;li&gt;При каком запросе выход станет жёлтым? А серым?&lt;/li&gt;&lt;/ul&gt;&lt;p&gt;&lt;b&gt;Голова&lt;/b&gt; показывает настоящий запрос выбранного токена и его ключи в выбранной голове: по 64 числа, видимые в плоскости запроса и главного направления ключей. Потяните стрелку: сдвинется весь вектор, модель заново вычислит всё, что идёт после него, и за ним последуют все панели. Запрос лежит в плоскости, поэтому у того, что стоит к нему под прямым углом, оценка действительно 0.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Клавиши&lt;/b&gt;&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Tab, Shift+Tab: следующая или предыдущая стрелка; клавиши со стрелками: сдвинуть её на 0,1, с Shift — на 0,01&lt;/li&gt;&lt;li&gt;F2: переименовать; Delete: удалить; двойной щелчок по пустому месту: новый ключ&lt;/li&gt;&lt;li&gt;+ и − или колесо: масштаб; 0: показать все стрелки; Esc при перетаскивании: вернуть на место&lt;/li&gt;&lt;li&gt;в таблице: вверх и вниз — выбрать, пробел — цвет&lt;/li&gt;&lt;/ul&gt;</translation>
    </message>
    <message>
        <source>output</source>
        <translation>выход</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Температура</translation>
    </message>
    <message>
        <source>Left: sharp, at the end an exact dictionary lookup. Right: all alike</source>
        <translation>Влево — резче, на самом краю точный поиск по словарю. Вправо — все поровну</translation>
    </message>
    <message>
        <source>Temperature as a number</source>
        <translation>Температура числом</translation>
    </message>
    <message>
        <source>x of the chosen arrow</source>
        <translation>x выбранной стрелки</translation>
    </message>
    <message>
        <source>y of the chosen arrow</source>
        <translation>y выбранной стрелки</translation>
    </message>
    <message>
        <source>Experiments</source>
        <translation>Опыты</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Ещё</translation>
    </message>
    <message>
        <source>Add a key</source>
        <translation>Добавить ключ</translation>
    </message>
    <message>
        <source>Rename the key</source>
        <translation>Переименовать ключ</translation>
    </message>
    <message>
        <source>Colour of its value</source>
        <translation>Цвет значения</translation>
    </message>
    <message>
        <source>Remove the key</source>
        <translation>Удалить ключ</translation>
    </message>
    <message>
        <source>Show all arrows</source>
        <translation>Показать все стрелки</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>Копировать таблицу</translation>
    </message>
    <message>
        <source>Copy as script</source>
        <translation>Копировать как скрипт</translation>
    </message>
    <message>
        <source>Other…</source>
        <translation>Другой…</translation>
    </message>
    <message>
        <source>Query and keys: query of “{name}” {place}, temperature {temperature}; weights: {weights}</source>
        <translation>Запрос и ключи: запрос «{name}» {place}, температура {temperature}; веса: {weights}</translation>
    </message>
    <message>
        <source>score &lt; 0</source>
        <translation>оценка &lt; 0</translation>
    </message>
    <message>
        <source>sharpness {value}</source>
        <translation>резкость {value}</translation>
    </message>
    <message>
        <source>1 for the largest score, else 0</source>
        <translation>1 у наибольшей оценки, иначе 0</translation>
    </message>
    <message>
        <source>Move “{name}”</source>
        <translation>Переместить «{name}»</translation>
    </message>
    <message>
        <source>key {n}</source>
        <translation>ключ {n}</translation>
    </message>
    <message>
        <source>Remove “{name}”</source>
        <translation>Удалить «{name}»</translation>
    </message>
    <message>
        <source>Colour of “{name}”</source>
        <translation>Цвет «{name}»</translation>
    </message>
</context>
<context>
    <name>RealHead</name>
    <message>
        <source>Plane with the true query and keys of the head</source>
        <translation>Плоскость с настоящими запросом и ключами головы</translation>
    </message>
    <message>
        <source>Weights of the keys</source>
        <translation>Веса ключей</translation>
    </message>
    <message>
        <source>Of their length the plane shows: query {query}, keys {low} to {high}.</source>
        <translation>Из их длины плоскость показывает: запрос {query}, ключи от {low} до {high}.</translation>
    </message>
    <message>
        <source>Own vector again</source>
        <translation>Вернуть свой вектор</translation>
    </message>
    <message>
        <source>Give the chosen arrow back the vector that the model made (Delete)</source>
        <translation>Вернуть выбранной стрелке вектор, который вычислила модель (Delete)</translation>
    </message>
    <message>
        <source>Put it back</source>
        <translation>Вернуть</translation>
    </message>
    <message>
        <source>As soon as the model has read the text, the vectors of the chosen head are here.</source>
        <translation>Как только модель прочтёт текст, здесь будут векторы выбранной головы.</translation>
    </message>
    <message>
        <source>Layer {layer}, head {head}: the true query of “{token}” and its keys</source>
        <translation>Слой {layer}, голова {head}: настоящий запрос токена «{token}» и его ключи</translation>
    </message>
    <message>
        <source>score &lt; 0</source>
        <translation>оценка &lt; 0</translation>
    </message>
    <message>
        <source>Layer {layer}, head {head}: “{token}” looks</source>
        <translation>Слой {layer}, голова {head}: смотрит «{token}»</translation>
    </message>
    <message>
        <source>“{token}” {percent}</source>
        <translation>«{token}» {percent}</translation>
    </message>
    <message>
        <source>Next token: {guesses}</source>
        <translation>Следующий токен: {guesses}</translation>
    </message>
    <message>
        <source>Drawn: {n} of {all} keys, those with the largest weights; the rest gets {rest}.</source>
        <translation>Нарисовано ключей: {n} из {all}, с наибольшими весами; остальным достаётся {rest}.</translation>
    </message>
    <message>
        <source>Move the query of “{token}”</source>
        <translation>Сдвинуть запрос токена «{token}»</translation>
    </message>
    <message>
        <source>Move the key of “{token}”</source>
        <translation>Сдвинуть ключ токена «{token}»</translation>
    </message>
</context>
<context>
    <name>messages</name>
    <message>
        <source>{name} at {place}: score {score}, weight {weight}</source>
        <translation>{name} в точке {place}: оценка {score}, вес {weight}</translation>
    </message>
    <message>
        <source>Query of “{name}” at {place}</source>
        <translation>Запрос «{name}» в точке {place}</translation>
    </message>
    <message>
        <source>“{typed}” is not a number from {low} to {high}, so the old one stays. Type one like {example}.</source>
        <translation>«{typed}» — не число от {low} до {high}, поэтому осталось прежнее. Введите, например, {example}.</translation>
    </message>
    <message>
        <source>The plane holds {n} keys at most. Remove one first.</source>
        <translation>Ключей на плоскости может быть не больше {n}. Сначала удалите один.</translation>
    </message>
    <message>
        <source>The query cannot be removed. Choose a key.</source>
        <translation>Запрос удалить нельзя. Выберите ключ.</translation>
    </message>
    <message>
        <source>One key must stay: softmax needs something to choose from.</source>
        <translation>Один ключ должен остаться: softmax должен из чего-то выбирать.</translation>
    </message>
    <message>
        <source>Key of “{name}”: score {score}, weight {weight}; the plane shows {share} of its length</source>
        <translation>Ключ токена «{name}»: оценка {score}, вес {weight}; плоскость показывает {share} его длины</translation>
    </message>
    <message>
        <source>Query of “{name}”; the plane shows {share} of its length</source>
        <translation>Запрос токена «{name}»; плоскость показывает {share} его длины</translation>
    </message>
</context>
</TS>
