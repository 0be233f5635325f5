<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru">
<context>
    <name>InspectorPanel</name>
    <message>
        <source>Token inspector</source>
        <translation>Инспектор токенов</translation>
    </message>
    <message>
        <source>Click a token to see where it looks. Right-click a second one: which head looks there?</source>
        <translation>Щёлкните токен: куда он смотрит? Правый щелчок отметит ключ.</translation>
    </message>
    <message>
        <source>&lt;p&gt;The text as the model reads it, cut into tokens. The token with the thick orange outline is the &lt;b&gt;query&lt;/b&gt;: the one that looks. The fill and the per cent of every other token say how much the chosen head takes from it; all of them together are 100 %. What comes later is hatched: the query cannot see it.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Try:&lt;/b&gt; click the last token and go through the heads. Then mark a token before it as &lt;b&gt;key&lt;/b&gt; (thin blue outline): the list at the right ranks all heads by how much they look from the query to the key. Click one of them, and it is the chosen head in every panel.&lt;/p&gt;&lt;p&gt;&lt;b&gt;What comes next:&lt;/b&gt; the likeliest next tokens after the query. Below them stands the token that really follows, with its loss in nats: −ln of its probability.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Signs:&lt;/b&gt; · is a space, ↵ the end of a line, ◆ the start mark, ‹E4› a byte that is only a part of a character.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Keys:&lt;/b&gt; arrows, Home and End move; Enter or Space makes the token the query; K or Shift+Enter makes it the key; Esc lets the key go; Ctrl+C copies the row with full precision.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Change the model:&lt;/b&gt; F forbids the chosen head to look at the token where the keyboard is, G forces it to look there, Delete frees the look; O switches the head off. A second right click on the key offers the same. Panel “What if” lists all changes; Ctrl+Z takes them back.&lt;/p&gt;</source>
        <translation>&lt;p&gt;Текст таким, каким его читает модель: разрезанный на токены. Токен в толстой оранжевой рамке — &lt;b&gt;запрос&lt;/b&gt;, тот, кто смотрит. Заливка и проценты остальных токенов говорят, сколько выбранная голова берёт у каждого; вместе это 100 %. Всё, что идёт позже, заштриховано: запрос этого не видит.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Попробуйте:&lt;/b&gt; щёлкните по последнему токену и переберите головы. Затем отметьте один из токенов перед ним как &lt;b&gt;ключ&lt;/b&gt; (тонкая голубая рамка): список справа расставит все головы по тому, насколько они смотрят от запроса к ключу. Щёлкните по одной из них, и она станет выбранной во всех панелях.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Что дальше:&lt;/b&gt; самые вероятные следующие токены после запроса. Под ними — токен, который идёт в тексте на самом деле, и его потери в натах: −ln его вероятности.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Знаки:&lt;/b&gt; · пробел, ↵ конец строки, ◆ метка начала, ‹E4› байт, который составляет лишь часть знака.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Клавиши:&lt;/b&gt; стрелки, Home и End — переход; Enter или пробел делает токен запросом; K или Shift+Enter — ключом; Esc снимает ключ; Ctrl+C копирует строку с полной точностью.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Измените модель:&lt;/b&gt; F запрещает выбранной голове смотреть на токен, у которого стоит клавиатура, G заставляет смотреть туда, Delete возвращает свободу; O выключает голову. Второй щелчок правой кнопкой по ключу предлагает то же. Все изменения — в панели «Что, если»; Ctrl+Z отменяет их.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Layer {layer}, head {head}: where “{token}” (position {position}) looks</source>
        <translation>Слой {layer}, голова {head}: куда смотрит «{token}» (позиция {position})</translation>
    </message>
    <message>
        <source>{text}

The model is being loaded. In a moment every token can be clicked.</source>
        <translation>{text}

Модель загружается. Ещё мгновение — и можно будет щёлкнуть по любому токену.</translation>
    </message>
    <message>
        <source>The model {name} has no attention: there are no weights to show, only its guesses.</source>
        <translation>В модели {name} нет внимания: показать можно не веса, а только её догадки.</translation>
    </message>
    <message>
        <source>◆ is left out: the other weights are scaled up to 100 %.</source>
        <translation>Метка ◆ не учтена, остальные веса увеличены до 100 %.</translation>
    </message>
    <message>
        <source>What comes after “{token}”?</source>
        <translation>Что идёт после «{token}»?</translation>
    </message>
    <message>
        <source>After “{token}”: before → now</source>
        <translation>После «{token}»: было → стало</translation>
    </message>
    <message>
        <source>The text ends here.</source>
        <translation>Здесь текст кончается.</translation>
    </message>
    <message>
        <source>In the text: {token}, {probability}, place {rank}, {loss} nats</source>
        <translation>В тексте: {token}, {probability}, место {rank}, {loss} ната</translation>
    </message>
    <message>
        <source>Which head looks from here to there?</source>
        <translation>Какая голова смотрит отсюда туда?</translation>
    </message>
    <message>
        <source>Who looks from “{query}” to “{key}”?</source>
        <translation>Кто смотрит: «{query}» → «{key}»?</translation>
    </message>
    <message>
        <source>Layer {layer}, head {head}</source>
        <translation>Слой {layer}, голова {head}</translation>
    </message>
    <message>
        <source>This model has no heads.</source>
        <translation>В этой модели нет голов.</translation>
    </message>
    <message>
        <source>Mark the key: right-click a token, or go to it with the arrow keys and press K.</source>
        <translation>Отметьте ключ: правый щелчок по токену или стрелки и клавиша K.</translation>
    </message>
    <message>
        <source>The start mark ◆ is left out.</source>
        <translation>Метка начала ◆ не учитывается.</translation>
    </message>
    <message>
        <source>No head can: “{query}” must not see “{key}”.</source>
        <translation>Никакая: «{query}» не может видеть «{key}».</translation>
    </message>
    <message>
        <source>Tokens of the text</source>
        <translation>Токены текста</translation>
    </message>
    <message>
        <source>Weights of all heads</source>
        <translation>Веса всех голов</translation>
    </message>
    <message>
        <source>Guesses of the next token</source>
        <translation>Догадки о следующем токене</translation>
    </message>
    <message>
        <source>Heads that look from the query to the key</source>
        <translation>Головы, которые смотрят от запроса к ключу</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>Все головы</translation>
    </message>
    <message>
        <source>One head</source>
        <translation>Одна голова</translation>
    </message>
    <message>
        <source>Layer mean</source>
        <translation>Среднее слоя</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>Что показано</translation>
    </message>
    <message>
        <source>Copy the row</source>
        <translation>Копировать строку</translation>
    </message>
    <message>
        <source>Copy the row as a table with full precision (Ctrl+C)</source>
        <translation>Копировать строку таблицей с полной точностью (Ctrl+C)</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Ещё</translation>
    </message>
    <message>
        <source>Without ◆</source>
        <translation>Без ◆</translation>
    </message>
    <message>
        <source>Colours: linear</source>
        <translation>Цвета: линейно</translation>
    </message>
    <message>
        <source>Colours: square root</source>
        <translation>Цвета: корень</translation>
    </message>
    <message>
        <source>Colours: logarithm</source>
        <translation>Цвета: логарифм</translation>
    </message>
    <message>
        <source>Let the key go</source>
        <translation>Снять ключ</translation>
    </message>
    <message>
        <source>The matrices of this head</source>
        <translation>Матрицы этой головы</translation>
    </message>
</context>
<context>
    <name>messages</name>
    <message>
        <source>Position {position}: “{token}”</source>
        <translation>Позиция {position}: «{token}»</translation>
    </message>
    <message>
        <source>Layer {layer}, mean of its {count} heads: “{query}” gives {weight} to “{key}”</source>
        <translation>Слой {layer}, среднее по головам (их {count}): «{query}» отдаёт {weight} токену «{key}»</translation>
    </message>
    <message>
        <source>“{query}” must not see “{key}”</source>
        <translation>«{query}» не может видеть «{key}»</translation>
    </message>
    <message>
        <source>“{query}” looks at “{key}” too, but ◆ is left out</source>
        <translation>«{query}» смотрит и на «{key}», но метка ◆ не учтена</translation>
    </message>
    <message>
        <source>After “{query}” comes “{token}” with probability {probability}</source>
        <translation>После «{query}» идёт «{token}» с вероятностью {probability}</translation>
    </message>
    <message>
        <source>After “{query}” comes “{token}” with probability {probability}; before the change: {before}</source>
        <translation>После «{query}» идёт «{token}» с вероятностью {probability}; до изменения: {before}</translation>
    </message>
    <message>
        <source>The weights of “{query}” are on the clipboard</source>
        <translation>Веса токена «{query}» — в буфере обмена</translation>
    </message>
    <message>
        <source>Layer {layer} head {head}: “{query}” gives {weight} to “{key}”</source>
        <translation>Слой {layer}, голова {head}: «{query}» отдаёт {weight} токену «{key}»</translation>
    </message>
</context>
</TS>
