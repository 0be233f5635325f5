<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru">
<context>
    <name>Beside</name>
    <message>
        <source>A second text; empty: the same text</source>
        <translation>Второй текст; пусто: тот же текст</translation>
    </message>
    <message>
        <source>Second text</source>
        <translation>Второй текст</translation>
    </message>
    <message>
        <source>Model that reads the second text</source>
        <translation>Модель, которая читает второй текст</translation>
    </message>
    <message>
        <source>Put beside</source>
        <translation>Поставить рядом</translation>
    </message>
    <message>
        <source>First map</source>
        <translation>Первая карта</translation>
    </message>
    <message>
        <source>Second map</source>
        <translation>Вторая карта</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Разность</translation>
    </message>
    <message>
        <source>Type a second text, or choose a second model, and press the button: the same head on both.</source>
        <translation>Введите второй текст или выберите вторую модель и нажмите кнопку: одна и та же голова на обоих.</translation>
    </message>
    <message>
        <source>The second text is being read…</source>
        <translation>Второй текст читается…</translation>
    </message>
    <message>
        <source>{model}, head {layer}·{head}</source>
        <translation>{model}, голова {layer}·{head}</translation>
    </message>
    <message>
        <source>second minus first, at most {change}</source>
        <translation>второе минус первое, не больше {change}</translation>
    </message>
    <message>
        <source>{n} tokens are the same in both ({first} in the first, {second} in the second).</source>
        <translation>Общих токенов: {n} (в первом {first}, во втором {second}).</translation>
    </message>
    <message>
        <source>Two at once</source>
        <translation>Два сразу</translation>
    </message>
    <message>
        <source>query</source>
        <translation>запрос</translation>
    </message>
    <message>
        <source>key</source>
        <translation>ключ</translation>
    </message>
    <message>
        <source>first</source>
        <translation>первый</translation>
    </message>
    <message>
        <source>second</source>
        <translation>второй</translation>
    </message>
</context>
<context>
    <name>ChangesPanel</name>
    <message>
        <source>What if</source>
        <translation>Что, если</translation>
    </message>
    <message>
        <source>Change something inside the model and see what it says.</source>
        <translation>Измените что-нибудь внутри модели и посмотрите, что она скажет.</translation>
    </message>
    <message>
        <source>What if · {changes}</source>
        <translation>Что, если · {changes}</translation>
    </message>
    <message>
        <source>nothing changed</source>
        <translation>ничего не изменено</translation>
    </message>
    <message>
        <source>Forbid the look</source>
        <translation>Запретить взгляд</translation>
    </message>
    <message>
        <source>Force the look</source>
        <translation>Заставить смотреть</translation>
    </message>
    <message>
        <source>Remove the key’s value</source>
        <translation>Убрать значение ключа</translation>
    </message>
    <message>
        <source>Double the key’s value</source>
        <translation>Удвоить значение ключа</translation>
    </message>
    <message>
        <source>Switch off</source>
        <translation>Выключить</translation>
    </message>
    <message>
        <source>Switch off the other heads of the layer</source>
        <translation>Выключить остальные головы слоя</translation>
    </message>
    <message>
        <source>Switch off all other heads</source>
        <translation>Выключить все остальные головы</translation>
    </message>
    <message>
        <source>Without positions (RoPE off)</source>
        <translation>Без позиций (RoPE выключен)</translation>
    </message>
    <message>
        <source>Temperature 0: the best key takes all</source>
        <translation>Температура 0: лучший ключ забирает всё</translation>
    </message>
    <message>
        <source>Temperature 0.5: sharper</source>
        <translation>Температура 0,5: резче</translation>
    </message>
    <message>
        <source>Temperature 2: softer</source>
        <translation>Температура 2: мягче</translation>
    </message>
    <message>
        <source>Replace its output by its mean</source>
        <translation>Заменить её выход средним</translation>
    </message>
    <message>
        <source>The mean over {n} held-out stories</source>
        <translation>Среднее по {n} отложенным историям</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Ещё</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Убрать</translation>
    </message>
    <message>
        <source>Clear all</source>
        <translation>Убрать всё</translation>
    </message>
    <message>
        <source>this head</source>
        <translation>эта голова</translation>
    </message>
    <message>
        <source>its layer</source>
        <translation>её слой</translation>
    </message>
    <message>
        <source>every head</source>
        <translation>все головы</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>Что изменилось</translation>
    </message>
    <message>
        <source>Which heads</source>
        <translation>Какие головы</translation>
    </message>
    <message>
        <source>Changes in force</source>
        <translation>Действующие изменения</translation>
    </message>
    <message>
        <source>Nothing is changed. Choose a head and two tokens, then press a button below.</source>
        <translation>Ничего не изменено. Выберите голову и два токена и нажмите кнопку ниже.</translation>
    </message>
    <message>
        <source>Next token</source>
        <translation>Следующий токен</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Разность</translation>
    </message>
    <message>
        <source>Does the head matter?</source>
        <translation>Вклад головы</translation>
    </message>
    <message>
        <source>Beside</source>
        <translation>Рядом</translation>
    </message>
    <message>
        <source>before</source>
        <translation>до</translation>
    </message>
    <message>
        <source>after</source>
        <translation>после</translation>
    </message>
    <message>
        <source>Next-token candidates before and after</source>
        <translation>Кандидаты в следующие токены до и после</translation>
    </message>
    <message>
        <source>Word:</source>
        <translation>Слово:</translation>
    </message>
    <message>
        <source>Word whose probability is shown</source>
        <translation>Слово, вероятность которого показана</translation>
    </message>
    <message>
        <source>Tom</source>
        <translation>Tom</translation>
    </message>
    <message>
        <source>After minus before, of the selected head</source>
        <translation>После минус до, для выбранной головы</translation>
    </message>
    <message>
        <source>Heads by what they are worth</source>
        <translation>Головы по их важности</translation>
    </message>
    <message>
        <source>Measuring the mean of every head: {done} of {total} stories</source>
        <translation>Измеряется среднее каждой головы: историй {done} из {total}</translation>
    </message>
    <message>
        <source>Take the mask out of the model</source>
        <translation>Убрать маску из модели</translation>
    </message>
    <message>
        <source>Remove a change</source>
        <translation>Убрать изменение</translation>
    </message>
    <message>
        <source>Remove all changes</source>
        <translation>Убрать все изменения</translation>
    </message>
    <message>
        <source>Alter a change</source>
        <translation>Поправить изменение</translation>
    </message>
    <message>
        <source>Chosen: {place}, query “{query}”. Mark a key too (right click in the inspector).</source>
        <translation>Выбрано: {place}, запрос «{query}». Отметьте и ключ (правой кнопкой в инспекторе).</translation>
    </message>
    <message>
        <source>Chosen: {place}, from “{query}” to “{key}”.</source>
        <translation>Выбрано: {place}, от «{query}» к «{key}».</translation>
    </message>
    <message>
        <source>What comes after “{token}”?</source>
        <translation>Что идёт после «{token}»?</translation>
    </message>
    <message>
        <source>is not one token; take a shorter piece</source>
        <translation>это не один токен; возьмите кусочек короче</translation>
    </message>
    <message>
        <source>Loss of the text: not defined, it has no tokens.</source>
        <translation>Потери на тексте не определены: в нём нет токенов.</translation>
    </message>
    <message>
        <source>Loss of the text: {before} → {after} nats per token ({change})</source>
        <translation>Потери на тексте: {before} → {after} ната на токен ({change})</translation>
    </message>
    <message>
        <source>{place}: weights after minus before; largest change {change}</source>
        <translation>{place}: веса после минус до; наибольшее изменение {change}</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Стоп</translation>
    </message>
    <message>
        <source>Switch each head off in turn</source>
        <translation>Выключить каждую голову по очереди</translation>
    </message>
    <message>
        <source>How much dearer does the text become without each head?</source>
        <translation>Насколько дороже станет текст без каждой из голов?</translation>
    </message>
    <message>
        <source>Loss with all heads: {loss} nats; P(“{token}”) after token {position}: {p}. Without each head:</source>
        <translation>Потери со всеми головами: {loss} ната; P(«{token}») после токена {position}: {p}. Без каждой головы:</translation>
    </message>
    <message>
        <source>&lt;p&gt;Choose a head and two tokens in any panel, then forbid the look, force it, or switch the head off. The change goes through the real forward pass; every panel shows the changed model, and the next-token candidates stand before beside after.&lt;/p&gt;&lt;p&gt;Each change has a check box: try it with and without. Double click or F2 gives it a name, Delete removes it, Ctrl+Z takes any step back.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Beside&lt;/b&gt; shows the same head on a second text, or in a second model, and the difference at the tokens that both have.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Does the head matter?&lt;/b&gt; switches each head off in turn and ranks them by what the text then costs in nats per token; “48 heads” shows the same numbers beside the maps. Without which heads is a name lost? Choose the token after which the next piece of the name has to come, measure, and sort “48 heads” by P.&lt;/p&gt;&lt;p&gt;A forced cell gets its weight, the other weights of its row are scaled so that the row still adds up to 1.&lt;/p&gt;</source>
        <translation>&lt;p&gt;Выберите в любой панели голову и два токена, затем запретите взгляд, заставьте смотреть или выключите голову. Изменение проходит через настоящий прямой проход; каждая панель показывает изменённую модель, а кандидаты в следующие токены стоят «до» рядом с «после».&lt;/p&gt;&lt;p&gt;У каждого изменения есть флажок: сравните с ним и без него. Двойной щелчок или F2 даёт имя, Delete убирает, Ctrl+Z отменяет любой шаг.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Рядом&lt;/b&gt; показывает ту же голову на втором тексте или во второй модели и разность в токенах, которые есть в обоих.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Вклад головы&lt;/b&gt; выключает головы по очереди и выстраивает их по тому, во сколько натов на токен обходится тогда текст; «48 голов» показывает те же числа рядом с картами. Без каких голов теряется имя? Выберите токен, после которого должен идти следующий кусок имени, измерьте и расположите «48 голов» по P.&lt;/p&gt;&lt;p&gt;Клетка, на которую заставили смотреть, получает свой вес, а остальные веса строки пересчитываются так, чтобы сумма осталась равной 1.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Measured under other changes than now.</source>
        <translation>Измерено при других изменениях, не нынешних.</translation>
    </message>
    <message>
        <source>What was measured was another text or another model. Measure again.</source>
        <translation>Измерен был другой текст или другая модель. Измерьте снова.</translation>
    </message>
    <message>
        <source>{head}, P {p}</source>
        <translation>{head}, P {p}</translation>
    </message>
    <message>
        <source>token</source>
        <translation>токен</translation>
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
        <source>added loss in nats</source>
        <translation>прибавка потерь, наты</translation>
    </message>
    <message>
        <source>change of P</source>
        <translation>изменение P</translation>
    </message>
    <message>
        <source>Without each head</source>
        <translation>Без каждой головы</translation>
    </message>
    <message>
        <source>layer {layer}</source>
        <translation>слой {layer}</translation>
    </message>
    <message>
        <source>head {head} of every layer</source>
        <translation>голова {head} каждого слоя</translation>
    </message>
    <message>
        <source>head {layer}·{head}</source>
        <translation>голова {layer}·{head}</translation>
    </message>
    <message>
        <source>“{token}”</source>
        <translation>«{token}»</translation>
    </message>
    <message>
        <source>{place}: {query} gives {percent} to {key}, the rest of its row is scaled</source>
        <translation>{place}: {query} отдаёт {percent} токену {key}, остальное в строке пересчитано</translation>
    </message>
    <message>
        <source>{place}: {query} may not look at {key}</source>
        <translation>{place}: {query} не может смотреть на {key}</translation>
    </message>
    <message>
        <source>{place}: another key for {token}</source>
        <translation>{place}: другой ключ у {token}</translation>
    </message>
    <message>
        <source>{place}: another query for {token}</source>
        <translation>{place}: другой запрос у {token}</translation>
    </message>
    <message>
        <source>{place}: temperature {number}</source>
        <translation>{place}: температура {number}</translation>
    </message>
    <message>
        <source>{place}: the mask of the board</source>
        <translation>{place}: маска с доски</translation>
    </message>
    <message>
        <source>{place}: the value of {token} times {number}</source>
        <translation>{place}: значение {token} умножено на {number}</translation>
    </message>
    <message>
        <source>all heads but {place} switched off</source>
        <translation>выключены все, кроме: {place}</translation>
    </message>
    <message>
        <source>all other heads of its layer but {place} switched off</source>
        <translation>в слое выключены все, кроме: {place}</translation>
    </message>
    <message>
        <source>{place}: its mean instead of its output</source>
        <translation>{place}: среднее вместо выхода</translation>
    </message>
    <message>
        <source>{place} switched off</source>
        <translation>{place}: выключено</translation>
    </message>
    <message>
        <source>{place}: no positions (RoPE off)</source>
        <translation>{place}: без позиций (RoPE выключен)</translation>
    </message>
</context>
</TS>
