<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru">
<context>
    <name>OrderPanel</name>
    <message>
        <source>Order of words</source>
        <translation>Порядок слов</translation>
    </message>
    <message>
        <source>Drag the words into another order. Does the last one notice?</source>
        <translation>Перетащите слова в другом порядке. Заметит ли это последнее?</translation>
    </message>
    <message>
        <source>&lt;p&gt;The chosen token stays where it is; the tokens before it can be put into any order. Attention compares its query with each key and adds up values: a sum does not know the order of its parts. So one layer of attention &lt;b&gt;without positions&lt;/b&gt; gives exactly the same output for every order; only rounding is left.&lt;/p&gt;&lt;p&gt;&lt;b&gt;RoPE&lt;/b&gt; turns every query and key by its position. Then the scores depend on how far apart two tokens are, and the order counts.&lt;/p&gt;&lt;p&gt;The whole model without positions still notices: in the first layer each word mixes what stood &lt;i&gt;before it&lt;/i&gt;, because the causal mask hides the rest. After that layer a word carries traces of its predecessors, and the next layer can read them.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Keys:&lt;/b&gt; arrows walk through the new order, Ctrl+Left and Ctrl+Right carry the token along. The start mark ◆ stays first when you shuffle; you can drag it away by hand.&lt;/p&gt;</source>
        <translation>&lt;p&gt;Выбранный токен остаётся на месте, а токены перед ним можно поставить в любом порядке. Внимание сравнивает его запрос с каждым ключом и складывает значения: сумма не знает порядка слагаемых. Поэтому один слой внимания &lt;b&gt;без позиций&lt;/b&gt; при любом порядке даёт один и тот же выход; остаётся лишь округление.&lt;/p&gt;&lt;p&gt;&lt;b&gt;RoPE&lt;/b&gt; поворачивает каждый запрос и ключ в зависимости от позиции. Тогда оценки зависят от того, как далеко друг от друга два токена, и порядок становится важен.&lt;/p&gt;&lt;p&gt;Вся модель без позиций порядок всё-таки замечает: в первом слое каждое слово смешивает то, что стояло &lt;i&gt;перед ним&lt;/i&gt;, ведь остальное закрыто причинной маской. После этого слоя слово несёт следы своих предшественников, и следующий слой может их прочесть.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Клавиши:&lt;/b&gt; стрелки ведут по новому порядку, Ctrl+Влево и Ctrl+Вправо переносят токен. При перемешивании метка начала ◆ остаётся первой; сдвинуть её можно рукой.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Order of words · {model}</source>
        <translation>Порядок слов · {model}</translation>
    </message>
    <message>
        <source>In the new order (drag the chips)</source>
        <translation>В новом порядке (перетаскивайте)</translation>
    </message>
    <message>
        <source>As it is</source>
        <translation>Как в тексте</translation>
    </message>
    <message>
        <source>Tokens as they are</source>
        <translation>Токены, как они стоят в тексте</translation>
    </message>
    <message>
        <source>Tokens in the new order</source>
        <translation>Токены в новом порядке</translation>
    </message>
    <message>
        <source>Shuffle</source>
        <translation>Перемешать</translation>
    </message>
    <message>
        <source>Reverse</source>
        <translation>Обратный порядок</translation>
    </message>
    <message>
        <source>Swap two</source>
        <translation>Поменять два</translation>
    </message>
    <message>
        <source>As it was</source>
        <translation>Как было</translation>
    </message>
    <message>
        <source>Who bit whom?</source>
        <translation>Кто кого укусил?</translation>
    </message>
    <message>
        <source>“The dog bit the boy.” against “The boy bit the dog.”</source>
        <translation>«The dog bit the boy.» против «The boy bit the dog.»</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>Что сравнивается</translation>
    </message>
    <message>
        <source>The whole model, after each layer</source>
        <translation>Вся модель, после каждого слоя</translation>
    </message>
    <message>
        <source>Each layer of attention alone</source>
        <translation>Каждый слой внимания отдельно</translation>
    </message>
    <message>
        <source>Weights in the chips</source>
        <translation>Веса на фишках</translation>
    </message>
    <message>
        <source>Weights without positions</source>
        <translation>Веса без позиций</translation>
    </message>
    <message>
        <source>Weights with positions (RoPE)</source>
        <translation>Веса с позициями (RoPE)</translation>
    </message>
    <message>
        <source>Largest change at every stage</source>
        <translation>Наибольшее изменение на каждом шаге</translation>
    </message>
    <message>
        <source>without positions</source>
        <translation>без позиций</translation>
    </message>
    <message>
        <source>with positions (RoPE)</source>
        <translation>с позициями (RoPE)</translation>
    </message>
    <message>
        <source>left of the line: rounding</source>
        <translation>левее черты — округление</translation>
    </message>
    <message>
        <source>Move a word</source>
        <translation>Перенос слова</translation>
    </message>
    <message>
        <source>Shuffle the words</source>
        <translation>Перемешивание слов</translation>
    </message>
    <message>
        <source>Reverse the words</source>
        <translation>Обратный порядок слов</translation>
    </message>
    <message>
        <source>Swap two words</source>
        <translation>Обмен двух слов</translation>
    </message>
    <message>
        <source>Words as they were</source>
        <translation>Слова как были</translation>
    </message>
    <message>
        <source>Without positions</source>
        <translation>Без позиций</translation>
    </message>
    <message>
        <source>With positions (RoPE)</source>
        <translation>С позициями (RoPE)</translation>
    </message>
    <message>
        <source>Without positions the first layer is blind. The later ones are not: behind the causal mask every word has mixed only what stood before it, and carries that on.</source>
        <translation>Без позиций первый слой слеп. Следующие — нет: за причинной маской каждое слово смешало только то, что стояло до него, и несёт это дальше.</translation>
    </message>
    <message>
        <source>Each layer alone gets the vectors of the tokens as the model had them, in the new order: without positions none of them notices.</source>
        <translation>Каждый слой отдельно получает векторы токенов, какими они были в модели, но в новом порядке: без позиций ни один этого не замечает.</translation>
    </message>
    <message>
        <source>nothing but rounding: the order goes unnoticed</source>
        <translation>это только округление, порядок остался незамеченным</translation>
    </message>
    <message>
        <source>the order is noticed</source>
        <translation>порядок замечен</translation>
    </message>
    <message>
        <source>&lt;b&gt;{name}&lt;/b&gt;: one layer’s output changes by &lt;b&gt;{change}&lt;/b&gt; (its largest number: {size}), {said}.</source>
        <translation>&lt;b&gt;{name}&lt;/b&gt;: выход одного слоя меняется на &lt;b&gt;{change}&lt;/b&gt; (его наибольшее число: {size}), {said}.</translation>
    </message>
    <message>
        <source>layer {n} alone</source>
        <translation>только слой {n}</translation>
    </message>
    <message>
        <source>after layer {n}</source>
        <translation>после слоя {n}</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>слой</translation>
    </message>
    <message>
        <source>alone, without positions</source>
        <translation>отдельно, без позиций</translation>
    </message>
    <message>
        <source>alone, with positions</source>
        <translation>отдельно, с позициями</translation>
    </message>
    <message>
        <source>whole model, without positions</source>
        <translation>вся модель, без позиций</translation>
    </message>
    <message>
        <source>whole model, with positions</source>
        <translation>вся модель, с позициями</translation>
    </message>
    <message>
        <source>Largest changes</source>
        <translation>Наибольшие изменения</translation>
    </message>
    <message>
        <source>The new order</source>
        <translation>Новый порядок</translation>
    </message>
    <message>
        <source>place</source>
        <translation>место</translation>
    </message>
    <message>
        <source>token</source>
        <translation>токен</translation>
    </message>
    <message>
        <source>place in the text</source>
        <translation>место в тексте</translation>
    </message>
</context>
</TS>
