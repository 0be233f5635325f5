<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru">
<context>
    <name>HeadsPanel</name>
    <message>
        <source>48 heads</source>
        <translation>48 голов</translation>
    </message>
    <message>
        <source>Every square is a head: rows look, columns are looked at. Click one; Enter enlarges it.</source>
        <translation>Квадрат — голова: строки смотрят на столбцы. Enter увеличит.</translation>
    </message>
    <message>
        <source>Maps of all heads; layer {layer}, head {head} is framed</source>
        <translation>Карты всех голов; в рамке слой {layer}, голова {head}</translation>
    </message>
    <message>
        <source>previous token</source>
        <translation>предыдущий токен</translation>
    </message>
    <message>
        <source>start mark</source>
        <translation>метка начала</translation>
    </message>
    <message>
        <source>induction</source>
        <translation>индукция</translation>
    </message>
    <message>
        <source>same token</source>
        <translation>тот же токен</translation>
    </message>
    <message>
        <source>local</source>
        <translation>ближние</translation>
    </message>
    <message>
        <source>other</source>
        <translation>прочая</translation>
    </message>
    <message>
        <source>previous</source>
        <comment>type of a head, one word</comment>
        <translation>предыдущий</translation>
    </message>
    <message>
        <source>start</source>
        <comment>type of a head, one word</comment>
        <translation>начало</translation>
    </message>
    <message>
        <source>induction</source>
        <comment>type of a head, one word</comment>
        <translation>индукция</translation>
    </message>
    <message>
        <source>same</source>
        <comment>type of a head, one word</comment>
        <translation>тот же</translation>
    </message>
    <message>
        <source>local</source>
        <comment>type of a head, one word</comment>
        <translation>ближние</translation>
    </message>
    <message>
        <source>other</source>
        <comment>type of a head, one word</comment>
        <translation>прочая</translation>
    </message>
    <message>
        <source>prev</source>
        <comment>type of a head, four letters</comment>
        <translation>пред</translation>
    </message>
    <message>
        <source>start</source>
        <comment>type of a head, four letters</comment>
        <translation>нач</translation>
    </message>
    <message>
        <source>ind</source>
        <comment>type of a head, four letters</comment>
        <translation>инд</translation>
    </message>
    <message>
        <source>same</source>
        <comment>type of a head, four letters</comment>
        <translation>тот же</translation>
    </message>
    <message>
        <source>loc</source>
        <comment>type of a head, four letters</comment>
        <translation>близ</translation>
    </message>
    <message>
        <source>other</source>
        <comment>type of a head, four letters</comment>
        <translation>проч</translation>
    </message>
    <message>
        <source>Maps of all heads</source>
        <translation>Карты всех голов</translation>
    </message>
    <message>
        <source>Map of the chosen head</source>
        <translation>Карта выбранной головы</translation>
    </message>
    <message>
        <source>Colours of the weights</source>
        <translation>Цвета весов</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>линейная</translation>
    </message>
    <message>
        <source>square root</source>
        <translation>корень</translation>
    </message>
    <message>
        <source>logarithmic</source>
        <translation>логарифм</translation>
    </message>
    <message>
        <source>Scale of the colours</source>
        <translation>Шкала цветов</translation>
    </message>
    <message>
        <source>From weight to colour: the root and the logarithm bring out small weights</source>
        <translation>От веса к цвету: корень и логарифм делают заметными малые веса</translation>
    </message>
    <message>
        <source>without ◆</source>
        <translation>без ◆</translation>
    </message>
    <message>
        <source>Leave the start mark out and scale the rest of each row up to 1</source>
        <translation>Убрать метку начала и растянуть остаток каждой строки до 1</translation>
    </message>
    <message>
        <source>Does the head matter? Switch each head off in turn; again: stop</source>
        <translation>Вклад головы: выключить каждую по очереди; ещё раз: стоп</translation>
    </message>
    <message>
        <source>Does the head matter? Switch each head off in turn</source>
        <translation>Вклад головы: выключить каждую по очереди</translation>
    </message>
    <message>
        <source>Enlarge</source>
        <translation>Увеличить</translation>
    </message>
    <message>
        <source>Show the chosen head large, with its tokens (Enter or Z; Esc goes back)</source>
        <translation>Показать выбранную голову крупно, с её токенами (Enter или Z; Esc — назад)</translation>
    </message>
    <message>
        <source>by loss when off</source>
        <translation>по потере без неё</translation>
    </message>
    <message>
        <source>by P when off</source>
        <translation>по P без неё</translation>
    </message>
    <message>
        <source>by P(“{token}”) when off</source>
        <translation>по P(«{token}») без неё</translation>
    </message>
    <message>
        <source>Without ◆: the rest of each row is scaled up to 1. The model itself does use ◆.</source>
        <translation>Без ◆: остаток каждой строки растянут до 1. Сама модель на ◆ смотрит.</translation>
    </message>
    <message>
        <source>No head is of this type on this text. Choose another type, or another text.</source>
        <translation>На этом тексте голов такого типа нет. Выберите другой тип или другой текст.</translation>
    </message>
    <message>
        <source>This model has no attention: there are no heads to look at. Choose another model.</source>
        <translation>В этой модели нет внимания, смотреть не на что. Выберите другую модель.</translation>
    </message>
    <message>
        <source>As soon as the model has read the text, its heads are here.</source>
        <translation>Как только модель прочтёт текст, здесь появятся её головы.</translation>
    </message>
    <message>
        <source>Mean loss where a token and the next one stand side by side for the first time in this text, and where the same two have stood side by side before. In brackets: how many.</source>
        <translation>Средняя потеря там, где два токена стоят рядом в этом тексте впервые, и там, где та же пара уже встречалась. В скобках — сколько их.</translation>
    </message>
    <message>
        <source>&lt;p&gt;Each square is the pattern of one head on your text. A row is a token that looks (query, orange wedge), a column a token looked at (key, blue wedge); the brighter the cell, the larger the weight. The hatched triangle is the future, which the mask closes. “6·4” is layer 6, head 4.&lt;/p&gt;&lt;p&gt;With more tokens than pixels, a pixel shows the &lt;b&gt;largest&lt;/b&gt; of the weights that fall on it, so that thin stripes do not vanish; the bar of colours is the same for all heads.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Types&lt;/b&gt;, measured on this text: &lt;i&gt;previous token&lt;/i&gt; looks one back; &lt;i&gt;start mark&lt;/i&gt; rests on ◆; &lt;i&gt;induction&lt;/i&gt; finds an earlier copy of the token and looks at what came after it; &lt;i&gt;same token&lt;/i&gt; looks at the copy itself; &lt;i&gt;local&lt;/i&gt; stays within {reach} tokens. The first number is the mean weight at these places, the second (the tick on the bar) what a head gets that looks everywhere alike. A text without repeats says nothing about induction.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Without ◆&lt;/b&gt; leaves the start mark out of the maps and of the scores and scales the rest of each row up to 1; a row with nothing left stays empty. The model itself goes on using ◆.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Does the head matter?&lt;/b&gt; The button with the switch turns each head off in turn (again: stop). Beside the switch stands what the text then costs more, in nats per token, and what the probability of the token after the chosen one becomes more or less. Sort by it: the heads without which the text is lost come first. Under other changes than those measured the numbers are grey; with another text or model they go.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Mouse&lt;/b&gt;: click to choose a head and a cell, double click to see its matrices.&lt;br&gt;&lt;b&gt;Keys&lt;/b&gt;: arrows go from head to head, Shift and arrows from token to token, Enter or Z enlarges, Esc goes back, M opens the matrices.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Change the model&lt;/b&gt; with the right button or with keys: O switches the chosen head off and on, F forbids it to look from the chosen query to the chosen key, G forces it to look there, Delete frees the look. A dashed frame with ✎ marks the heads that you have changed.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Try&lt;/b&gt;: sort by type; take a text in which a name comes back and look for induction; choose the logarithmic scale to see what the heads do with the last per cent.&lt;/p&gt;</source>
        <translation>&lt;p&gt;Каждый квадрат — карта одной головы на вашем тексте. Строка — токен, который смотрит (запрос, оранжевый клин), столбец — токен, на который смотрят (ключ, голубой клин); чем светлее клетка, тем больше вес. Заштрихованный треугольник — будущее, его закрывает маска. «6·4» — слой 6, голова 4.&lt;/p&gt;&lt;p&gt;Когда токенов больше, чем пикселей, пиксель показывает &lt;b&gt;наибольший&lt;/b&gt; из попавших на него весов, чтобы тонкие полосы не пропадали; шкала цветов одна для всех голов.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Типы&lt;/b&gt; измерены на этом тексте: &lt;i&gt;предыдущий токен&lt;/i&gt; смотрит на шаг назад; &lt;i&gt;метка начала&lt;/i&gt; отдыхает на ◆; &lt;i&gt;индукция&lt;/i&gt; находит прежнее появление токена и смотрит на то, что стояло после него; &lt;i&gt;тот же токен&lt;/i&gt; смотрит на само прежнее появление; &lt;i&gt;ближние&lt;/i&gt; — не дальше {reach} назад. Первое число — средний вес на этих местах, второе (чёрточка на полоске) — сколько набрала бы голова, которая смотрит всюду одинаково. Текст без повторов об индукции ничего не говорит.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Без ◆&lt;/b&gt;: метка начала убирается из карт и из оценок, остаток каждой строки растягивается до 1; строка, в которой ничего не осталось, пуста. Сама модель по-прежнему смотрит на ◆.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Вклад головы.&lt;/b&gt; Кнопка с выключателем гасит головы по очереди (ещё раз: стоп). Рядом с выключателем стоит, насколько дороже становится текст, в натах на токен, и насколько больше или меньше становится вероятность токена после выбранного. Расположите головы по этому числу: первыми пойдут те, без которых текст теряется. Под другими изменениями, чем при измерении, числа серые; с другим текстом или другой моделью их нет.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Мышь&lt;/b&gt;: щелчок выбирает голову и клетку, двойной щелчок открывает матрицы головы.&lt;br&gt;&lt;b&gt;Клавиши&lt;/b&gt;: стрелки ведут от головы к голове, Shift и стрелки — от токена к токену, Enter или Z увеличивает, Esc возвращает, M открывает матрицы.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Измените модель&lt;/b&gt; правой кнопкой или клавишами: O выключает и включает выбранную голову, F запрещает ей смотреть с выбранного запроса на выбранный ключ, G заставляет смотреть туда, Delete возвращает свободу. Пунктирная рамка со знаком ✎ отмечает головы, которые вы изменили.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Попробуйте&lt;/b&gt;: расположить головы по типам; взять текст, где имя повторяется, и найти индукцию; включить логарифм и увидеть, что головы делают с последним процентом.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Which heads, in which order</source>
        <translation>Какие головы и в каком порядке</translation>
    </message>
    <message>
        <source>All heads by layer or by type, or the heads of one type alone, best first</source>
        <translation>Все головы по слоям или по типам либо головы одного типа, лучшие впереди</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>Все головы</translation>
    </message>
    <message>
        <source>all, by layer</source>
        <translation>все, по слоям</translation>
    </message>
    <message>
        <source>all, by type</source>
        <translation>все, по типам</translation>
    </message>
    <message>
        <source>Switching each head off in turn: {done} of {total}</source>
        <translation>Головы выключаются по очереди: {done} из {total}</translation>
    </message>
    <message>
        <source>Head {head} off: loss &lt;b&gt;{loss}&lt;/b&gt;, P(“{token}”) &lt;b&gt;{before} → {after}&lt;/b&gt;.</source>
        <translation>Без головы {head}: потеря &lt;b&gt;{loss}&lt;/b&gt;, P(«{token}») &lt;b&gt;{before} → {after}&lt;/b&gt;.</translation>
    </message>
    <message>
        <source>Measured under other changes.</source>
        <translation>Измерено при других изменениях.</translation>
    </message>
    <message>
        <source>New against seen before: not defined, nothing is guessed in this text.</source>
        <translation>Новое и уже виденное: не определено, в этом тексте нечего угадывать.</translation>
    </message>
    <message>
        <source>New pairs of tokens: loss &lt;b&gt;{first} nats&lt;/b&gt; ({n_first}). Seen before: not defined, none here.</source>
        <translation>Новые пары: потеря &lt;b&gt;{first} ната&lt;/b&gt; ({n_first}). Виденные: не определено, их нет.</translation>
    </message>
    <message>
        <source>New pairs of tokens: loss &lt;b&gt;{first} nats&lt;/b&gt; ({n_first}). Seen before: &lt;b&gt;{repeat} nats&lt;/b&gt; ({n_repeat}), &lt;b&gt;{gain} better&lt;/b&gt;.</source>
        <translation>Новые пары: потеря &lt;b&gt;{first} ната&lt;/b&gt; ({n_first}). Виденные: &lt;b&gt;{repeat} ната&lt;/b&gt; ({n_repeat}), &lt;b&gt;лучше на {gain}&lt;/b&gt;.</translation>
    </message>
    <message>
        <source>New pairs of tokens: loss &lt;b&gt;{first} nats&lt;/b&gt; ({n_first}). Seen before: &lt;b&gt;{repeat} nats&lt;/b&gt; ({n_repeat}), &lt;b&gt;{gain} worse&lt;/b&gt;.</source>
        <translation>Новые пары: потеря &lt;b&gt;{first} ната&lt;/b&gt; ({n_first}). Виденные: &lt;b&gt;{repeat} ната&lt;/b&gt; ({n_repeat}), &lt;b&gt;хуже на {gain}&lt;/b&gt;.</translation>
    </message>
    <message>
        <source>Layer {layer}, head {head}</source>
        <translation>Слой {layer}, голова {head}</translation>
    </message>
    <message>
        <source>other, nearest {type} {score} / {chance}</source>
        <translation>прочая, ближе: {type} {score} / {chance}</translation>
    </message>
    <message>
        <source>{type} {score}, by chance {chance}</source>
        <translation>{type} {score} (случайно {chance})</translation>
    </message>
    <message>
        <source>{type}: not defined</source>
        <translation>{type}: не определено</translation>
    </message>
    <message>
        <source>Scores / chance: {list}.</source>
        <translation>Оценки / случайный уровень: {list}.</translation>
    </message>
    <message>
        <source>New against seen before</source>
        <translation>Новое и уже виденное</translation>
    </message>
    <message>
        <source>pairs of tokens</source>
        <translation>пары токенов</translation>
    </message>
    <message>
        <source>count</source>
        <translation>число</translation>
    </message>
    <message>
        <source>mean loss in nats</source>
        <translation>средняя потеря в натах</translation>
    </message>
    <message>
        <source>for the first time</source>
        <translation>впервые</translation>
    </message>
    <message>
        <source>seen before</source>
        <translation>уже встречались</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>слой</translation>
    </message>
    <message>
        <source>head</source>
        <translation>голова</translation>
    </message>
    <message>
        <source>type</source>
        <translation>тип</translation>
    </message>
    <message>
        <source>{type}, by chance</source>
        <translation>{type}, случайный уровень</translation>
    </message>
    <message>
        <source>added loss in nats, switched off</source>
        <translation>прибавка потери в натах без головы</translation>
    </message>
    <message>
        <source>change of P, switched off</source>
        <translation>изменение P без головы</translation>
    </message>
    <message>
        <source>Scores of the heads</source>
        <translation>Оценки голов</translation>
    </message>
</context>
<context>
    <name>messages</name>
    <message>
        <source>Layer {layer} head {head}: ‘{query}’ gives {percent} % to ‘{key}’</source>
        <translation>Слой {layer}, голова {head}: «{query}» отдаёт {percent} % токену «{key}»</translation>
    </message>
    <message>
        <source>Layer {layer} head {head}: ‘{query}’ comes before ‘{key}’ and does not see it</source>
        <translation>Слой {layer}, голова {head}: «{query}» стоит раньше, чем «{key}», и не видит его</translation>
    </message>
    <message>
        <source>Layer {layer} head {head}: without ◆ there is no weight here</source>
        <translation>Слой {layer}, голова {head}: без ◆ здесь нет веса</translation>
    </message>
    <message>
        <source>Layer {layer} head {head}</source>
        <translation>Слой {layer}, голова {head}</translation>
    </message>
</context>
</TS>
