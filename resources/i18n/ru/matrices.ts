<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru">
<context>
    <name>MatricesPanel</name>
    <message>
        <source>Matrices</source>
        <translation>Матрицы</translation>
    </message>
    <message>
        <source>Go through the seven steps; click a cell to see the products that make it.</source>
        <translation>Пройдите семь шагов; щёлкните по клетке, и станут видны произведения, из которых она сложена.</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Matrices&lt;/h3&gt;&lt;p&gt;One head, all tokens at once. Queries, keys and values are written as rows of three matrices: Q, K and V, one row for each of the T tokens. One multiplication then gives every score of the text: row t and column j of Q·Kᵀ is the product of query t with key j. The rest is a division, a mask, softmax in every row, and a second multiplication with V.&lt;/p&gt;&lt;p&gt;Orange marks the query, blue the key, green a single number of a vector. The matrix with the thick frame comes out of the step, the others go in. Hatched cells are closed: their score is −∞ and their weight exactly 0.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Try this&lt;/b&gt;&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Click a cell. Below stand the products whose sum is this score, then the division, the mask and the weight.&lt;/li&gt;&lt;li&gt;Watch one cell through the steps. Where does a large score become a weight near 1?&lt;/li&gt;&lt;li&gt;Choose “Random example”: five tokens and weights that were never trained. The matrices are small enough to be read number by number.&lt;/li&gt;&lt;li&gt;In the last step the heads stand side by side and Wₒ mixes them. Which columns belong to your head?&lt;/li&gt;&lt;/ul&gt;&lt;p&gt;The line “By hand” computes the chosen row once more from q and k and says how far it is from the weights that the model used. Large matrices are drawn smaller than one dot per cell: a dot then has the number farthest from 0 of the cells under it. The cell that you choose is always exact.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Keys&lt;/b&gt;&lt;/p&gt;&lt;ul&gt;&lt;li&gt;in the picture: arrow keys move the cell, Home and End go to the first and last column; Space and Backspace: next and previous step; 1 to 7: that step&lt;/li&gt;&lt;li&gt;in the bars: left and right walk through the products&lt;/li&gt;&lt;/ul&gt;</source>
        <translation>&lt;h3&gt;Матрицы&lt;/h3&gt;&lt;p&gt;Одна голова и все токены сразу. Запросы, ключи и значения записаны строками трёх матриц Q, K и V, по строке на каждый из T токенов. Тогда одно умножение даёт все оценки текста: в строке t и столбце j матрицы Q·Kᵀ стоит произведение запроса t и ключа j. Дальше — деление, маска, softmax в каждой строке и второе умножение, на V.&lt;/p&gt;&lt;p&gt;Оранжевым отмечен запрос, голубым — ключ, зелёным — отдельное число вектора. Матрица в толстой рамке получается на этом шаге, остальные в него входят. Заштрихованные клетки закрыты: их оценка −∞, а вес ровно 0.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Попробуйте&lt;/b&gt;&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Щёлкните по клетке. Внизу появятся произведения, сумма которых и есть эта оценка, а за ними деление, маска и вес.&lt;/li&gt;&lt;li&gt;Проследите за одной клеткой по всем шагам. Где большая оценка становится весом, близким к 1?&lt;/li&gt;&lt;li&gt;Выберите «Случайный пример»: пять токенов и необученные веса. Эти матрицы так малы, что их можно прочесть число за числом.&lt;/li&gt;&lt;li&gt;На последнем шаге головы стоят рядом, и Wₒ их смешивает. Какие столбцы принадлежат вашей голове?&lt;/li&gt;&lt;/ul&gt;&lt;p&gt;Строка «Вручную» ещё раз считает выбранную строку из одних q и k и говорит, насколько результат отличается от весов, с которыми работала модель. У больших матриц на клетку приходится меньше одной точки экрана: тогда точка показывает то из чисел под ней, которое дальше всех от 0. Выбранная клетка всегда точна.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Клавиши&lt;/b&gt;&lt;/p&gt;&lt;ul&gt;&lt;li&gt;на картинке: стрелки двигают клетку, Home и End ведут в первый и последний столбец; пробел и Backspace — следующий и предыдущий шаг; от 1 до 7 — шаг с этим номером&lt;/li&gt;&lt;li&gt;на столбиках: влево и вправо — по произведениям&lt;/li&gt;&lt;/ul&gt;</translation>
    </message>
    <message>
        <source>Every token has a query, a key and a value: a row in each of the three matrices.</source>
        <translation>У каждого токена есть запрос, ключ и значение: по строке в каждой из трёх матриц.</translation>
    </message>
    <message>
        <source>Cell (t, j) is row t of Q times column j of Kᵀ: all scores in one multiplication.</source>
        <translation>Клетка (t, j) — это строка t матрицы Q, умноженная на столбец j матрицы Kᵀ: все оценки одним умножением.</translation>
    </message>
    <message>
        <source>Divided by the root of the head width, the scores keep a spread that softmax can work with.</source>
        <translation>После деления на корень из ширины головы у оценок остаётся разброс, с которым softmax может работать.</translation>
    </message>
    <message>
        <source>The mask adds 0 where looking is allowed and −∞ where it is not.</source>
        <translation>Маска прибавляет 0 там, где смотреть можно, и −∞ там, где нельзя.</translation>
    </message>
    <message>
        <source>Softmax turns every row into weights that add up to 1; −∞ becomes exactly 0.</source>
        <translation>Softmax превращает каждую строку в веса с суммой 1; из −∞ получается ровно 0.</translation>
    </message>
    <message>
        <source>Every row of A mixes the rows of V: a weighted mean for each token.</source>
        <translation>Каждая строка A смешивает строки V: для каждого токена получается взвешенное среднее.</translation>
    </message>
    <message>
        <source>The heads stand side by side again, and Wₒ mixes them into what the layer adds.</source>
        <translation>Головы снова стоят рядом, и Wₒ смешивает их в то, что прибавляет слой.</translation>
    </message>
    <message>
        <source>Queries, keys, values</source>
        <translation>Запросы, ключи, значения</translation>
    </message>
    <message>
        <source>All scores at once</source>
        <translation>Все оценки сразу</translation>
    </message>
    <message>
        <source>Division by the root of the head width</source>
        <translation>Деление на корень из ширины головы</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>Маска</translation>
    </message>
    <message>
        <source>Softmax in every row</source>
        <translation>Softmax в каждой строке</translation>
    </message>
    <message>
        <source>Weighted sum of the values</source>
        <translation>Взвешенная сумма значений</translation>
    </message>
    <message>
        <source>Heads glued, then the output matrix</source>
        <translation>Склейка голов и выходная матрица</translation>
    </message>
    <message>
        <source>random example, head {head}</source>
        <translation>случайный пример, голова {head}</translation>
    </message>
    <message>
        <source>layer {layer}, head {head}</source>
        <translation>слой {layer}, голова {head}</translation>
    </message>
    <message>
        <source>Matrices, {where}, step {step} of {n}: {name}</source>
        <translation>Матрицы, {where}, шаг {step} из {n}: {name}</translation>
    </message>
    <message>
        <source>Text on screen</source>
        <translation>Текст на экране</translation>
    </message>
    <message>
        <source>Random example</source>
        <translation>Случайный пример</translation>
    </message>
    <message>
        <source>What the matrices are made of</source>
        <translation>Из чего сделаны матрицы</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>Запрос</translation>
    </message>
    <message>
        <source>Row of the cell: the token that looks</source>
        <translation>Строка клетки: токен, который смотрит</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Ключ</translation>
    </message>
    <message>
        <source>Column of the cell: the token looked at</source>
        <translation>Столбец клетки: токен, на который смотрят</translation>
    </message>
    <message>
        <source>Copy as script</source>
        <translation>Копировать скрипт</translation>
    </message>
    <message>
        <source>A short numpy script that computes this cell and prints its numbers</source>
        <translation>Короткий скрипт на numpy, который считает эту клетку и печатает её числа</translation>
    </message>
    <message>
        <source>Previous step</source>
        <translation>Предыдущий шаг</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>Следующий шаг</translation>
    </message>
    <message>
        <source>Step {number}: {name}</source>
        <translation>Шаг {number}: {name}</translation>
    </message>
    <message>
        <source>Matrices of the step</source>
        <translation>Матрицы этого шага</translation>
    </message>
    <message>
        <source>Products behind the cell</source>
        <translation>Произведения, из которых сложена клетка</translation>
    </message>
    <message>
        <source>From the products to the weight</source>
        <translation>От произведений к весу</translation>
    </message>
    <message>
        <source>Query {t} “{query}”, key {j} “{key}”: score {score}, weight {weight}</source>
        <translation>Запрос {t} «{query}», ключ {j} «{key}»: оценка {score}, вес {weight}</translation>
    </message>
    <message>
        <source>The {n} products of query {t} “{query}” and key {j} “{key}”</source>
        <translation>Произведения запроса {t} «{query}» и ключа {j} «{key}», всего {n}</translation>
    </message>
    <message>
        <source>Number {i} of the output of {t} “{query}”: weights times values</source>
        <translation>Число {i} на выходе токена {t} «{query}»: веса на значения</translation>
    </message>
    <message>
        <source>Number {i} of what the layer adds to {t} “{query}”: heads times Wₒ</source>
        <translation>Число {i} того, что слой прибавит к токену {t} «{query}»: головы на Wₒ</translation>
    </message>
    <message>
        <source>number {i}: q {left} · k {right} = {product}</source>
        <translation>число {i}: q {left} · k {right} = {product}</translation>
    </message>
    <message>
        <source>{i} “{token}”: weight {left} · value {right} = {product}</source>
        <translation>{i} «{token}»: вес {left} · значение {right} = {product}</translation>
    </message>
    <message>
        <source>head {head}, number {number}: {left} · {right} = {product}</source>
        <translation>голова {head}, число {number}: {left} · {right} = {product}</translation>
    </message>
    <message>
        <source>products added: {n}</source>
        <translation>сложено произведений: {n}</translation>
    </message>
    <message>
        <source>This head is switched off: Wₒ does not get O, but what stands in its place.</source>
        <translation>Эта голова выключена: в Wₒ идёт не O, а то, что стоит на её месте.</translation>
    </message>
    <message>
        <source>The model runs under your changes.</source>
        <translation>Модель работает с вашими изменениями.</translation>
    </message>
    <message>
        <source>By hand: ✓ row {t} in numpy agrees (largest difference {difference}).</source>
        <translation>Вручную: ✓ строка {t} в numpy сходится (наибольшая разница {difference}).</translation>
    </message>
    <message>
        <source>By hand: ≠ row {t} in numpy differs from the weights used by up to {difference}.</source>
        <translation>Вручную: ≠ строка {t} в numpy расходится с весами модели, наибольшая разница {difference}.</translation>
    </message>
    <message>
        <source>Changed by you in this head: {kinds}. Row {t} by hand without it differs by {plain}, with it by {applied}.</source>
        <translation>В этой голове изменено вами: {kinds}. Строка {t} вручную: без изменений разница {plain}, с ними {applied}.</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>температура</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>маска</translation>
    </message>
    <message>
        <source>closed cell</source>
        <translation>закрытая клетка</translation>
    </message>
    <message>
        <source>forced weight</source>
        <translation>заданный вес</translation>
    </message>
    <message>
        <source>The example ends here: its heads are glued, and it has no Wₒ.</source>
        <translation>На этом пример заканчивается: головы склеены, а матрицы Wₒ в нём нет.</translation>
    </message>
    <message>
        <source>Wₒ is on its way from the model …</source>
        <translation>Wₒ ещё в пути от модели…</translation>
    </message>
    <message>
        <source>By hand: ✓ heads · Wₒ, then the MLP, give the next layer (largest difference {difference}).</source>
        <translation>Вручную: ✓ головы · Wₒ, затем MLP дают следующий слой (наибольшая разница {difference}).</translation>
    </message>
    <message>
        <source>By hand: ≠ heads · Wₒ, then the MLP, differ from the next layer by up to {difference}.</source>
        <translation>Вручную: ≠ головы · Wₒ, затем MLP расходятся со следующим слоем, наибольшая разница {difference}.</translation>
    </message>
    <message>
        <source>Row of query {t}</source>
        <translation>Строка запроса {t}</translation>
    </message>
    <message>
        <source>Products of the cell</source>
        <translation>Произведения клетки</translation>
    </message>
</context>
<context>
    <name>messages</name>
    <message>
        <source>{matrix}: query {t} “{query}”, key {j} “{key}”: {value}</source>
        <translation>{matrix}: запрос {t} «{query}», ключ {j} «{key}»: {value}</translation>
    </message>
    <message>
        <source>{matrix}: row {row}, column {column}: {value}</source>
        <translation>{matrix}: строка {row}, столбец {column}: {value}</translation>
    </message>
    <message>
        <source>The script for query {t} and key {j} is on the clipboard</source>
        <translation>Скрипт для запроса {t} и ключа {j} лежит в буфере обмена</translation>
    </message>
</context>
</TS>
