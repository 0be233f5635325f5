<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru">
<context>
    <name>CodePanel</name>
    <message>
        <source>Code</source>
        <translation>Код</translation>
    </message>
    <message>
        <source>Step through the code that runs; see what every line makes of your text.</source>
        <translation>Пройдите код строка за строкой и посмотрите, что каждая делает с вашим текстом.</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Code&lt;/h3&gt;&lt;p&gt;This is the source of the attention that runs in the model, not a copy of it: the program asks Python for it. The worker runs the chosen layer on your text and looks at the variables after every line. What you see are those numbers.&lt;/p&gt;&lt;p&gt;Each variable has its &lt;b&gt;shape&lt;/b&gt;: B texts (one here), H heads, T tokens, D numbers in a head, C numbers in a token. Smallest, largest and mean number are those of the whole tensor; the picture shows the chosen head. White is 0; the strongest colours are the numbers farthest from it. In the code &lt;b&gt;q, k and v&lt;/b&gt; have the colours of query, key and value.&lt;/p&gt;&lt;p&gt;Lines run in the order of the calls, so a step may jump: into the norm, into the rotation and back. Lines that build the layer come first; beside them stand the weights that training has left there.&lt;/p&gt;&lt;p&gt;&lt;b&gt;In numpy&lt;/b&gt; shows the lines that say the same without torch. The program computes them too, for all heads, and says how far the results are apart.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Try this&lt;/b&gt;&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Where do the shapes change, and where only the numbers?&lt;/li&gt;&lt;li&gt;Go from line to line and watch q: when do its rows begin to depend on their positions?&lt;/li&gt;&lt;li&gt;Find the one line that mixes tokens with each other. All others work on each token alone.&lt;/li&gt;&lt;/ul&gt;&lt;p&gt;&lt;b&gt;Keys&lt;/b&gt; in the code: Down or Space the next step, Up or Backspace the one before, Home and End the first and the last. A click on a line goes there. In the list of variables Up and Down choose one. “Copy code” puts the source on the clipboard so that it runs alone.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Код&lt;/h3&gt;&lt;p&gt;Это исходный текст того самого внимания, которое работает в модели, а не его копия: программа запрашивает его у Python. Выбранный слой выполняется на вашем тексте, и после каждой строки программа смотрит на её переменные. Именно эти числа вы и видите.&lt;/p&gt;&lt;p&gt;У каждой переменной есть &lt;b&gt;форма&lt;/b&gt;: B текстов (здесь один), H голов, T токенов, D чисел в голове, C чисел на токен. Наименьшее, наибольшее и среднее число относятся ко всему тензору, а картинка показывает выбранную голову. Белый цвет — 0; чем дальше число от нуля, тем гуще цвет. В коде &lt;b&gt;q, k и v&lt;/b&gt; окрашены как запрос, ключ и значение.&lt;/p&gt;&lt;p&gt;Строки идут в порядке вызовов, поэтому шаг может прыгнуть: в нормировку, в поворот и обратно. Сначала идут строки, которые строят слой; рядом с ними — веса, которые там оставило обучение.&lt;/p&gt;&lt;p&gt;&lt;b&gt;На numpy&lt;/b&gt; показывает строки, которые говорят то же самое без torch. Программа вычисляет и их, для всех голов, и сообщает, насколько расходятся результаты.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Попробуйте&lt;/b&gt;&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Где меняется форма, а где только числа?&lt;/li&gt;&lt;li&gt;Идите от строки к строке и следите за q: когда его строки начинают зависеть от позиций?&lt;/li&gt;&lt;li&gt;Найдите единственную строку, которая смешивает токены между собой. Все остальные работают с каждым токеном отдельно.&lt;/li&gt;&lt;/ul&gt;&lt;p&gt;&lt;b&gt;Клавиши&lt;/b&gt; в коде: Вниз или Пробел — следующий шаг, Вверх или Backspace — предыдущий, Home и End — первый и последний. Щелчок по строке переходит к ней. В списке переменных выбирают клавиши Вверх и Вниз. «Копировать код» кладёт исходный текст в буфер обмена так, что он работает сам по себе.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>First line</source>
        <translation>Первая строка</translation>
    </message>
    <message>
        <source>Line before</source>
        <translation>Предыдущая строка</translation>
    </message>
    <message>
        <source>Next line</source>
        <translation>Следующая строка</translation>
    </message>
    <message>
        <source>Last line</source>
        <translation>Последняя строка</translation>
    </message>
    <message>
        <source>In numpy</source>
        <translation>На numpy</translation>
    </message>
    <message>
        <source>Show the lines of numpy that say the same</source>
        <translation>Показать строки numpy, которые говорят то же самое</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>Копировать код</translation>
    </message>
    <message>
        <source>Source of the attention that runs</source>
        <translation>Исходный текст работающего внимания</translation>
    </message>
    <message>
        <source>The same in numpy</source>
        <translation>То же на numpy</translation>
    </message>
    <message>
        <source>Variables of the line</source>
        <translation>Переменные строки</translation>
    </message>
    <message>
        <source>Picture of the chosen variable</source>
        <translation>Картинка выбранной переменной</translation>
    </message>
    <message>
        <source>In numpy: {names}</source>
        <translation>На numpy: {names}</translation>
    </message>
    <message>
        <source>In numpy: no line of its own</source>
        <translation>На numpy: отдельной строки нет</translation>
    </message>
    <message>
        <source>The model is on its way …</source>
        <translation>Модель загружается…</translation>
    </message>
    <message>
        <source>&lt;b&gt;Step {n} of {total}&lt;/b&gt; · {function}, line {line}</source>
        <translation>&lt;b&gt;Шаг {n} из {total}&lt;/b&gt; · {function}, строка {line}</translation>
    </message>
    <message>
        <source>call {n} of {total}</source>
        <translation>вызов {n} из {total}</translation>
    </message>
    <message>
        <source>returned</source>
        <translation>результат</translation>
    </message>
    <message>
        <source>{low} … {high}, mean {mean}</source>
        <translation>{low} … {high}, среднее {mean}</translation>
    </message>
    <message>
        <source>{name} of head {head}: −{span} … +{span}</source>
        <translation>{name} головы {head}: −{span} … +{span}</translation>
    </message>
    <message>
        <source>{name}: −{span} … +{span}</source>
        <translation>{name}: −{span} … +{span}</translation>
    </message>
    <message>
        <source>By hand: ✓ numpy gets the same (largest difference {difference}).</source>
        <translation>Вручную: ✓ numpy получает то же (наибольшее расхождение {difference}).</translation>
    </message>
    <message>
        <source>By hand: ≠ numpy differs by up to {difference}.</source>
        <translation>Вручную: ≠ numpy расходится до {difference}.</translation>
    </message>
    <message>
        <source>What stands here is what training has left: there is nothing to compare.</source>
        <translation>Здесь стоит то, что оставило обучение: сравнивать не с чем.</translation>
    </message>
    <message>
        <source>Nothing is computed in this line that could be compared.</source>
        <translation>В этой строке не вычисляется ничего, что можно сравнить.</translation>
    </message>
    <message>
        <source>Your changes are not in these numbers: the code runs untouched.</source>
        <translation>Ваших изменений в этих числах нет: код выполняется без них.</translation>
    </message>
    <message>
        <source>Code of attention, layer {layer}, head {head}</source>
        <translation>Код внимания, слой {layer}, голова {head}</translation>
    </message>
    <message>
        <source>Code of attention, layer {layer}, head {head}: {function}, line {line}</source>
        <translation>Код внимания, слой {layer}, голова {head}: {function}, строка {line}</translation>
    </message>
    <message>
        <source>step</source>
        <translation>шаг</translation>
    </message>
    <message>
        <source>function</source>
        <translation>функция</translation>
    </message>
    <message>
        <source>line</source>
        <translation>строка</translation>
    </message>
    <message>
        <source>call</source>
        <translation>вызов</translation>
    </message>
    <message>
        <source>variable</source>
        <translation>переменная</translation>
    </message>
    <message>
        <source>axes</source>
        <translation>оси</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>форма</translation>
    </message>
    <message>
        <source>type</source>
        <translation>тип</translation>
    </message>
    <message>
        <source>smallest</source>
        <translation>наименьшее</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>наибольшее</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>среднее</translation>
    </message>
    <message>
        <source>difference to numpy</source>
        <translation>расхождение с numpy</translation>
    </message>
    <message>
        <source>What every line makes</source>
        <translation>Что делает каждая строка</translation>
    </message>
    <message>
        <source>row</source>
        <translation>строка</translation>
    </message>
    <message>
        <source>One learned factor for each number of the vector.</source>
        <translation>По одному выученному множителю на каждое число вектора.</translation>
    </message>
    <message>
        <source>A tiny number, so that nothing is ever divided by zero.</source>
        <translation>Крошечное число, чтобы никогда не делить на ноль.</translation>
    </message>
    <message>
        <source>Vectors come in: all tokens and all heads at once.</source>
        <translation>Приходят векторы: все токены и все головы сразу.</translation>
    </message>
    <message>
        <source>Every vector is divided by its root mean square, so that long and short ones count alike.</source>
        <translation>Каждый вектор делится на своё среднеквадратичное, чтобы длинные и короткие значили одинаково.</translation>
    </message>
    <message>
        <source>The table of rotations is made once, for all layers.</source>
        <translation>Таблица поворотов строится один раз, для всех слоёв.</translation>
    </message>
    <message>
        <source>Each pair of numbers turns at a speed of its own, from fast to very slow.</source>
        <translation>Каждая пара чисел вращается со своей скоростью: от быстрой до очень медленной.</translation>
    </message>
    <message>
        <source>Position times speed: the angle of each pair at each place.</source>
        <translation>Позиция умножить на скорость: угол каждой пары на каждом месте.</translation>
    </message>
    <message>
        <source>Turning needs the cosine and the sine of each angle.</source>
        <translation>Для поворота нужны косинус и синус каждого угла.</translation>
    </message>
    <message>
        <source>The vectors of all tokens come in, and the angles of their positions.</source>
        <translation>Приходят векторы всех токенов и углы их позиций.</translation>
    </message>
    <message>
        <source>Each vector is cut in half: number i makes a pair with number i + D/2.</source>
        <translation>Каждый вектор делится пополам: число i образует пару с числом i + D/2.</translation>
    </message>
    <message>
        <source>Each pair turns by the angle of its position: now a vector knows its place.</source>
        <translation>Каждая пара поворачивается на угол своей позиции: теперь вектор знает своё место.</translation>
    </message>
    <message>
        <source>How many heads, how wide one is, and whether the future is closed.</source>
        <translation>Сколько голов, какой они ширины и закрыто ли будущее.</translation>
    </message>
    <message>
        <source>Three matrices in one: for queries, keys and values of all heads.</source>
        <translation>Три матрицы в одной: для запросов, ключей и значений всех голов.</translation>
    </message>
    <message>
        <source>The output matrix, which mixes what the heads have found.</source>
        <translation>Выходная матрица: она смешивает найденное головами.</translation>
    </message>
    <message>
        <source>The norm of the queries, with one factor for each of their numbers.</source>
        <translation>Нормировка запросов: по множителю на каждое их число.</translation>
    </message>
    <message>
        <source>The norm of the keys, with one factor for each of their numbers.</source>
        <translation>Нормировка ключей: по множителю на каждое их число.</translation>
    </message>
    <message>
        <source>Here the layer gets its weights; training set them.</source>
        <translation>Здесь слой получает свои веса; их подобрало обучение.</translation>
    </message>
    <message>
        <source>Here the norm gets its weights; training set them.</source>
        <translation>Здесь нормировка получает свои веса; их подобрало обучение.</translation>
    </message>
    <message>
        <source>The vectors of all tokens come in, and the table of rotations.</source>
        <translation>Приходят векторы всех токенов и таблица поворотов.</translation>
    </message>
    <message>
        <source>One multiplication gives each token its query, its key and its value.</source>
        <translation>Одно умножение даёт каждому токену его запрос, ключ и значение.</translation>
    </message>
    <message>
        <source>No number changes: the C columns are cut into H heads of D columns.</source>
        <translation>Числа не меняются: C столбцов делятся на H голов по D столбцов.</translation>
    </message>
    <message>
        <source>Queries and keys get about the same length, so that no score can grow without bounds.</source>
        <translation>Запросы и ключи получают примерно одну длину, чтобы оценки не росли безгранично.</translation>
    </message>
    <message>
        <source>Queries and keys are turned by their positions; values are not.</source>
        <translation>Запросы и ключи поворачиваются по своим позициям, значения — нет.</translation>
    </message>
    <message>
        <source>The layer is called with the vectors of all tokens.</source>
        <translation>Слой вызывается с векторами всех токенов.</translation>
    </message>
    <message>
        <source>Now every head has its queries, keys and values.</source>
        <translation>Теперь у каждой головы есть свои запросы, ключи и значения.</translation>
    </message>
    <message>
        <source>Scores, mask, softmax and weighted sum in one call. In numpy you see the steps it goes through.</source>
        <translation>Оценки, маска, softmax и взвешенная сумма одним вызовом. На numpy видны шаги, через которые он проходит.</translation>
    </message>
    <message>
        <source>The heads stand side by side again: one vector of C numbers for each token.</source>
        <translation>Головы снова стоят рядом: один вектор из C чисел на каждый токен.</translation>
    </message>
    <message>
        <source>The output matrix mixes the heads; the result is added to the stream.</source>
        <translation>Выходная матрица смешивает головы; результат прибавляется к потоку.</translation>
    </message>
    <message>
        <source>This is what the layer has read from the text.</source>
        <translation>Вот что слой прочёл в тексте.</translation>
    </message>
</context>
<context>
    <name>messages</name>
    <message>
        <source>{name}: row {row}, column {column}: {value}</source>
        <translation>{name}: строка {row}, столбец {column}: {value}</translation>
    </message>
</context>
</TS>
