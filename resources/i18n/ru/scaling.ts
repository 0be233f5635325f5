<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru">
<context>
    <name>ScalingPanel</name>
    <message>
        <source>Why √d</source>
        <translation>Зачем √d</translation>
    </message>
    <message>
        <source>Make the vectors longer: drag d, and watch softmax harden and its gradient die.</source>
        <translation>Делайте векторы длиннее: тяните d и смотрите, как softmax твердеет, а его градиент гаснет.</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Why √d&lt;/h3&gt;&lt;p&gt;A score is a sum of d products. The more there are, the farther the sums lie apart: for independent numbers of spread 1 by √d. The broad grey lines are this theory, the signs are measured on at least 10,000 scores for each width.&lt;/p&gt;&lt;p&gt;Scores that lie far apart make softmax hard: one weight near 1, the others near 0. There the weights hardly answer when a score moves a little: the gradient of softmax is almost 0, and training stands still. Divided by √d, the scores have the spread 1 for every d.&lt;/p&gt;&lt;p&gt;Upper left: the spread of the scores. Lower left: their histogram at the chosen d, each as high as its own fullest bin. Upper right: the largest weight of a query, on average. Lower right: the size of the softmax gradient (Frobenius norm of its matrix) of the median query.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Try this&lt;/b&gt;&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Only “no division”: how wide may d be before one key takes 90 %?&lt;/li&gt;&lt;li&gt;÷ d is too much of a good thing: all weights become alike, and attention only averages.&lt;/li&gt;&lt;li&gt;÷ √d_model divides by the root of the width of the model, not of the head: a common slip. Where is it right?&lt;/li&gt;&lt;li&gt;QK-norm gives query and key a fixed length first; then √d is right whatever their length was.&lt;/li&gt;&lt;li&gt;“Real q and k” takes the chosen head of the model, and of every vector only the first d numbers; at the right end it is the head as it is. Its numbers are trained, not independent.&lt;/li&gt;&lt;/ul&gt;&lt;p&gt;&lt;b&gt;Keys&lt;/b&gt;&lt;/p&gt;&lt;ul&gt;&lt;li&gt;in a picture or on the slider: left and right for the next d, Page Up and Page Down for large steps&lt;/li&gt;&lt;/ul&gt;</source>
        <translation>&lt;h3&gt;Зачем √d&lt;/h3&gt;&lt;p&gt;Оценка — это сумма d произведений. Чем их больше, тем дальше расходятся суммы: для независимых чисел с разбросом 1 — в √d раз. Широкие серые линии — эта теория, значки измерены не менее чем на 10 000 оценок для каждой длины.&lt;/p&gt;&lt;p&gt;Если оценки далеки друг от друга, softmax становится жёстким: один вес близок к 1, остальные к 0. Тогда веса почти не отзываются на малый сдвиг оценки: градиент softmax почти нулевой, и обучение стоит на месте. После деления на √d разброс оценок равен 1 при любом d.&lt;/p&gt;&lt;p&gt;Слева вверху — разброс оценок. Слева внизу — их гистограмма при выбранном d; высота каждой отсчитывается от её самого полного столбика. Справа вверху — наибольший вес запроса, в среднем. Справа внизу — величина градиента softmax (норма Фробениуса его матрицы) у медианного запроса.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Попробуйте&lt;/b&gt;&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Оставьте только «без деления»: при каком d один ключ забирает уже 90 %?&lt;/li&gt;&lt;li&gt;÷ d — перебор: все веса становятся одинаковыми, и внимание просто усредняет.&lt;/li&gt;&lt;li&gt;÷ √d_model делит на корень из ширины модели, а не головы: частая ошибка. При каком d это верно?&lt;/li&gt;&lt;li&gt;QK-norm сначала даёт запросу и ключу постоянную длину; после этого √d годится, какой бы ни была их длина.&lt;/li&gt;&lt;li&gt;«Настоящие q и k» берут выбранную голову модели и только первые d чисел каждого вектора; на правом краю это голова как есть. Её числа обучены, они не независимы.&lt;/li&gt;&lt;/ul&gt;&lt;p&gt;&lt;b&gt;Клавиши&lt;/b&gt;&lt;/p&gt;&lt;ul&gt;&lt;li&gt;на картинке или на ползунке: влево и вправо — соседнее d, Page Up и Page Down — большой шаг&lt;/li&gt;&lt;/ul&gt;</translation>
    </message>
    <message>
        <source>no division</source>
        <translation>без деления</translation>
    </message>
    <message>
        <source>QK-norm</source>
        <translation>QK-norm</translation>
    </message>
    <message>
        <source>The bare product q · k</source>
        <translation>Само произведение q · k</translation>
    </message>
    <message>
        <source>Divided by the root of the head width: what attention does</source>
        <translation>Делим на корень из ширины головы: так делает внимание</translation>
    </message>
    <message>
        <source>Divided by the head width itself: too much</source>
        <translation>Делим на саму ширину головы: это слишком</translation>
    </message>
    <message>
        <source>Divided by the root of the model width: a common slip</source>
        <translation>Делим на корень из ширины модели: частая ошибка</translation>
    </message>
    <message>
        <source>Query and key get the same length first, then ÷ √d</source>
        <translation>Сначала запрос и ключ получают одну и ту же длину, затем ÷ √d</translation>
    </message>
    <message>
        <source>Why √d: random vectors, {n} keys, d = {d}</source>
        <translation>Зачем √d: случайные векторы, ключей {n}, d = {d}</translation>
    </message>
    <message>
        <source>Why √d: real q and k of layer {layer}, head {head}, d = {d}</source>
        <translation>Зачем √d: настоящие q и k, слой {layer}, голова {head}, d = {d}</translation>
    </message>
    <message>
        <source>Largest weight of a query</source>
        <translation>Наибольший вес запроса</translation>
    </message>
    <message>
        <source>Size of the softmax gradient</source>
        <translation>Величина градиента softmax</translation>
    </message>
    <message>
        <source>Length d of query and key</source>
        <translation>Длина d запроса и ключа</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Ключей</translation>
    </message>
    <message>
        <source>Number of keys</source>
        <translation>Число ключей</translation>
    </message>
    <message>
        <source>Random vectors</source>
        <translation>Случайные векторы</translation>
    </message>
    <message>
        <source>Real q and k</source>
        <translation>Настоящие q и k</translation>
    </message>
    <message>
        <source>Where query and key come from</source>
        <translation>Откуда взяты запрос и ключ</translation>
    </message>
    <message>
        <source>Draw again</source>
        <translation>Ещё раз</translation>
    </message>
    <message>
        <source>Other random vectors: does it depend on chance?</source>
        <translation>Другие случайные векторы: зависит ли картина от случая?</translation>
    </message>
    <message>
        <source>Drawing random vectors</source>
        <translation>Идёт выборка случайных векторов</translation>
    </message>
    <message>
        <source>Spread of the scores: measured (theory)</source>
        <translation>Разброс оценок: измерено (теория)</translation>
    </message>
    <message>
        <source>Spread of the scores: measured</source>
        <translation>Разброс оценок: измерено</translation>
    </message>
    <message>
        <source>Histogram of the scores at d = {d}</source>
        <translation>Гистограмма оценок при d = {d}</translation>
    </message>
    <message>
        <source>Drawing …</source>
        <translation>Идёт выборка…</translation>
    </message>
    <message>
        <source>d = {d}, {n} scores. No division: spread {bare}, largest weight {bare_largest}, gradient {bare_gradient}. ÷ √d: spread {divided}, largest weight {divided_largest}, gradient {divided_gradient}.</source>
        <translation>d = {d}, оценок {n}. Без деления: разброс {bare}, наибольший вес {bare_largest}, градиент {bare_gradient}. ÷ √d: разброс {divided}, наибольший вес {divided_largest}, градиент {divided_gradient}.</translation>
    </message>
</context>
</TS>
