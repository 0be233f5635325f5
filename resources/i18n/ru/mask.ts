<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru">
<context>
    <name>BoardPart</name>
    <message>
        <source>Mask board</source>
        <translation>Доска маски</translation>
    </message>
    <message>
        <source>queries ↓</source>
        <translation>запросы ↓</translation>
    </message>
    <message>
        <source>keys →</source>
        <translation>ключи →</translation>
    </message>
    <message>
        <source>Leaks and blind spots</source>
        <translation>Утечки и слепые места</translation>
    </message>
    <message>
        <source>Tokens on the board:</source>
        <translation>Токенов на доске:</translation>
    </message>
    <message>
        <source>Number of tokens on the board</source>
        <translation>Число токенов на доске</translation>
    </message>
    <message>
        <source>Width of the window in tokens</source>
        <translation>Ширина окна в токенах</translation>
    </message>
    <message>
        <source>Each token sees so many tokens, itself among them</source>
        <translation>Каждый токен видит столько токенов, считая себя</translation>
    </message>
    <message>
        <source>Copy as script: scores, mask and softmax of the head in numpy</source>
        <translation>Копировать скрипт: оценки, маска и softmax головы на numpy</translation>
    </message>
    <message>
        <source>Copy as script</source>
        <translation>Копировать скрипт</translation>
    </message>
    <message>
        <source>All open</source>
        <translation>Всё открыто</translation>
    </message>
    <message>
        <source>Everybody sees everybody, the future too</source>
        <translation>Все видят всех, и будущее тоже</translation>
    </message>
    <message>
        <source>Causal</source>
        <translation>Причинная</translation>
    </message>
    <message>
        <source>Each token sees itself and the past</source>
        <translation>Каждый токен видит себя и прошлое</translation>
    </message>
    <message>
        <source>Past only</source>
        <translation>Без себя</translation>
    </message>
    <message>
        <source>Causal without self: each token sees only the past</source>
        <translation>Причинная без себя: каждый токен видит только прошлое</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Окно</translation>
    </message>
    <message>
        <source>Each token sees the last n tokens, itself among them</source>
        <translation>Каждый токен видит последние n токенов, считая себя</translation>
    </message>
    <message>
        <source>Empty</source>
        <translation>Пусто</translation>
    </message>
    <message>
        <source>Nobody sees anybody</source>
        <translation>Никто никого не видит</translation>
    </message>
    <message numerus="yes">
        <source>✖ %n leak(s)</source>
        <translation>
            <numerusform>✖ %n утечка</numerusform>
            <numerusform>✖ %n утечки</numerusform>
            <numerusform>✖ %n утечек</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them the answer itself</source>
        <translation>
            <numerusform>из них %n — сам ответ</numerusform>
            <numerusform>из них %n — сам ответ</numerusform>
            <numerusform>из них %n — сам ответ</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n blind spot(s)</source>
        <translation>
            <numerusform>%n слепое место</numerusform>
            <numerusform>%n слепых места</numerusform>
            <numerusform>%n слепых мест</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>○ No leak, but %n blind spot(s).</source>
        <translation>
            <numerusform>○ Утечек нет, но есть %n слепое место.</numerusform>
            <numerusform>○ Утечек нет, но есть %n слепых места.</numerusform>
            <numerusform>○ Утечек нет, но есть %n слепых мест.</numerusform>
        </translation>
    </message>
    <message>
        <source>✔ The causal mask: no leak, no blind spot.</source>
        <translation>✔ Причинная маска: ни утечек, ни слепых мест.</translation>
    </message>
    <message>
        <source>{query} may look at nothing. There is nothing to share out: all its weights are 0, and the head adds nothing here.</source>
        <translation>{query} не может смотреть ни на что. Делить нечего: все его веса равны 0, и голова здесь ничего не добавляет.</translation>
    </message>
    <message>
        <source>{query} sees what is not written yet: {later}.</source>
        <translation>{query} видит то, что ещё не написано: {later}.</translation>
    </message>
    <message>
        <source>{query} sees {answer}, the answer it must guess, and what is not written yet: {later}.</source>
        <translation>{query} видит {answer} — ответ, который должен угадать, — и то, что ещё не написано: {later}.</translation>
    </message>
    <message>
        <source>{query} sees {answer}, the answer it must guess.</source>
        <translation>{query} видит {answer} — ответ, который должен угадать.</translation>
    </message>
    <message>
        <source>{query} is blind to {past}.</source>
        <translation>{query} не видит {past}.</translation>
    </message>
    <message>
        <source>{query} is blind to {past} and to itself.</source>
        <translation>{query} не видит {past} и самого себя.</translation>
    </message>
    <message>
        <source>{query} is blind to itself.</source>
        <translation>{query} не видит самого себя.</translation>
    </message>
    <message>
        <source>Every token sees itself and the whole past, and nothing of what it has to guess.</source>
        <translation>Каждый токен видит себя и всё прошлое — и ничего из того, что должен угадать.</translation>
    </message>
    <message>
        <source>Try it: open a cell above the diagonal, and the mask leaks.</source>
        <translation>Попробуйте: откройте клетку над диагональю — и маска протечёт.</translation>
    </message>
    <message>
        <source>Paint the mask</source>
        <translation>Рисование маски</translation>
    </message>
    <message>
        <source>Mask: {preset}</source>
        <translation>Маска: {preset}</translation>
    </message>
    <message>
        <source>Size of the mask</source>
        <translation>Размер маски</translation>
    </message>
    <message>
        <source>Window of the mask</source>
        <translation>Окно маски</translation>
    </message>
</context>
<context>
    <name>LeakPart</name>
    <message>
        <source>Two small models, alike in everything but one: “no-mask” learned with the future in sight. Its loss on a text that lies open before it is that of somebody who copies. When it writes, there is no future to copy from.</source>
        <translation>Две маленькие модели, одинаковые во всём, кроме одного: «no-mask» училась, видя будущее. На тексте, который весь лежит перед ней, она просто списывает, и потери почти нет. А когда она пишет сама, будущего ещё нет и списывать неоткуда.</translation>
    </message>
    <message>
        <source>Let both read and write</source>
        <translation>Пусть обе прочтут и напишут</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Ход работы</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s) of the text read.</source>
        <translation>
            <numerusform>Прочитан %n токен текста.</numerusform>
            <numerusform>Прочитано %n токена текста.</numerusform>
            <numerusform>Прочитано %n токенов текста.</numerusform>
        </translation>
    </message>
    <message>
        <source>Reads the text of the window with both models.</source>
        <translation>Обе модели прочтут текст из строки окна.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Модель</translation>
    </message>
    <message>
        <source>Loss, future
in sight</source>
        <translation>Потеря,
будущее видно</translation>
    </message>
    <message>
        <source>Loss, future
taken away</source>
        <translation>Потеря,
будущего нет</translation>
    </message>
    <message>
        <source>Writes on by itself</source>
        <translation>Продолжает сама</translation>
    </message>
    <message>
        <source>causal mask</source>
        <translation>причинная маска</translation>
    </message>
    <message>
        <source>no mask</source>
        <translation>без маски</translation>
    </message>
    <message>
        <source>{loss} nats</source>
        <translation>{loss} ната</translation>
    </message>
</context>
<context>
    <name>MaskPanel</name>
    <message>
        <source>Causal mask</source>
        <translation>Причинная маска</translation>
    </message>
    <message>
        <source>Paint who may look at whom, and watch for leaks.</source>
        <translation>Рисуйте, кому на кого можно смотреть, и следите за утечками.</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Causal mask&lt;/h3&gt;&lt;p&gt;A row is a token that looks (query), a column a token looked at (key). A blue cell is open, a hatched one closed: its score becomes −∞ before softmax, so its weight is exactly 0.&lt;/p&gt;&lt;p&gt;Each token has to guess the next one. An open cell above the diagonal (dashed, vermilion) lets it see what it should guess: a &lt;b&gt;leak&lt;/b&gt;; “!” marks the answer itself. A closed cell below the diagonal (a ring) is a &lt;b&gt;blind spot&lt;/b&gt;. A row with nothing open (∅) has nothing to share out: all its weights are 0.&lt;/p&gt;&lt;p&gt;&lt;b&gt;In the model&lt;/b&gt; shows the weights of a real head under your mask. Choose “This head”, “This layer” or “All heads”, and the model really runs under it: its guesses stand beside those of before. Rostok learned with the causal mask and does not know what to do with a leak; &lt;b&gt;Learned without a mask&lt;/b&gt; shows a model that does.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Price&lt;/b&gt; counts the scores of a text of T tokens and measures the time on your device.&lt;/p&gt;&lt;p&gt;Keys: arrows move the cursor, Space turns a cell, Shift with the arrows carries its state along, Esc lets go of the selection. A drag paints what its first cell became. Each stroke is one step of undo.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Причинная маска&lt;/h3&gt;&lt;p&gt;Строка — токен, который смотрит (запрос), столбец — токен, на который смотрят (ключ). Голубая клетка открыта, заштрихованная закрыта: её оценка до softmax становится −∞, поэтому вес в точности равен 0.&lt;/p&gt;&lt;p&gt;Каждый токен должен угадать следующий. Открытая клетка над диагональю (пунктир, красно-оранжевая) показывает ему то, что он должен угадать: это &lt;b&gt;утечка&lt;/b&gt;; знаком «!» отмечен сам ответ. Закрытая клетка на диагонали или под ней (кольцо) — &lt;b&gt;слепое место&lt;/b&gt;. В строке, где ничего не открыто (∅), делить нечего: все её веса равны 0.&lt;/p&gt;&lt;p&gt;Вкладка &lt;b&gt;«В модели»&lt;/b&gt; показывает веса настоящей головы под вашей маской. Выберите «Эта голова», «Этот слой» или «Все головы» — и модель действительно пройдёт по тексту с этой маской, а её догадки встанут рядом с прежними. Росток учился с причинной маской и не знает, что делать с утечкой; модель, которая знает, — на вкладке &lt;b&gt;«Обучена без маски»&lt;/b&gt;.&lt;/p&gt;&lt;p&gt;&lt;b&gt;«Цена»&lt;/b&gt; считает оценки для текста из T токенов и измеряет время на вашем устройстве.&lt;/p&gt;&lt;p&gt;Клавиши: стрелки двигают курсор, пробел переключает клетку, Shift со стрелками ведёт её состояние дальше, Esc снимает выбор. Ведите мышью — все клетки станут такими, как первая. Каждый штрих — один шаг отмены.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Causal mask, layer {layer}, head {head}. {verdict}</source>
        <translation>Причинная маска, слой {layer}, голова {head}. {verdict}</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>Маска</translation>
    </message>
    <message>
        <source>query</source>
        <translation>запрос</translation>
    </message>
    <message>
        <source>Weights under the mask</source>
        <translation>Веса под маской</translation>
    </message>
    <message>
        <source>token</source>
        <translation>токен</translation>
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
        <source>Next token</source>
        <translation>Следующий токен</translation>
    </message>
    <message>
        <source>Measured seconds</source>
        <translation>Измеренные секунды</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>Цена</translation>
    </message>
    <message>
        <source>one head</source>
        <translation>одна голова</translation>
    </message>
    <message>
        <source>open</source>
        <translation>открыто</translation>
    </message>
    <message>
        <source>all heads</source>
        <translation>все головы</translation>
    </message>
    <message>
        <source>Parts of the panel</source>
        <translation>Части панели</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>Доска</translation>
    </message>
    <message>
        <source>In the model</source>
        <translation>В модели</translation>
    </message>
    <message>
        <source>Learned without a mask</source>
        <translation>Обучена без маски</translation>
    </message>
</context>
<context>
    <name>ModelPart</name>
    <message>
        <source>Weights under the mask</source>
        <translation>Веса под маской</translation>
    </message>
    <message>
        <source>queries ↓</source>
        <translation>запросы ↓</translation>
    </message>
    <message>
        <source>keys →</source>
        <translation>ключи →</translation>
    </message>
    <message>
        <source>Next token before and after</source>
        <translation>Следующий токен до и после</translation>
    </message>
    <message>
        <source>without mask</source>
        <translation>без маски</translation>
    </message>
    <message>
        <source>with mask</source>
        <translation>с маской</translation>
    </message>
    <message>
        <source>In the model:</source>
        <translation>В модели:</translation>
    </message>
    <message>
        <source>Only look</source>
        <translation>Смотреть</translation>
    </message>
    <message>
        <source>The model runs as it is; the weights show what the mask would do</source>
        <translation>Модель работает как есть; веса показывают, что сделала бы маска</translation>
    </message>
    <message>
        <source>This head</source>
        <translation>Эта голова</translation>
    </message>
    <message>
        <source>The chosen head works under the mask</source>
        <translation>Под маской работает выбранная голова</translation>
    </message>
    <message>
        <source>This layer</source>
        <translation>Этот слой</translation>
    </message>
    <message>
        <source>All heads of the chosen layer work under the mask</source>
        <translation>Под маской работают все головы выбранного слоя</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>Все головы</translation>
    </message>
    <message>
        <source>All heads of all layers work under the mask</source>
        <translation>Под маской работают все головы всех слоёв</translation>
    </message>
    <message>
        <source>The weights appear as soon as the model has read the text.</source>
        <translation>Веса появятся, как только модель прочтёт текст.</translation>
    </message>
    <message>
        <source>Weights as the masked model computed them</source>
        <translation>Веса, которые посчитала сама модель с маской</translation>
    </message>
    <message>
        <source>Weights of this head under this mask</source>
        <translation>Веса этой головы под этой маской</translation>
    </message>
    <message>
        <source>{text}, in per cent</source>
        <translation>{text}, в процентах</translation>
    </message>
    <message>
        <source>Next token after {token}</source>
        <translation>Следующий токен после {token}</translation>
    </message>
    <message>
        <source>Choose where the mask works below, and see what the model says then.</source>
        <translation>Выберите ниже, где действует маска, и посмотрите, что скажет модель.</translation>
    </message>
    <message>
        <source>The model is running under the mask …</source>
        <translation>Модель считает с маской…</translation>
    </message>
    <message>
        <source>True next token {label}: {before} → {after}</source>
        <translation>Настоящий следующий токен {label}: {before} → {after}</translation>
    </message>
    <message>
        <source>Mask in the model: {where}</source>
        <translation>Маска в модели: {where}</translation>
    </message>
</context>
<context>
    <name>PricePart</name>
    <message>
        <source>Text of T =</source>
        <translation>Текст, T =</translation>
    </message>
    <message>
        <source>Length of the text in tokens</source>
        <translation>Длина текста в токенах</translation>
    </message>
    <message>
        <source>Measure on this device</source>
        <translation>Измерить на этом устройстве</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Ход работы</translation>
    </message>
    <message>
        <source>Time against length of text</source>
        <translation>Время в зависимости от длины текста</translation>
    </message>
    <message>
        <source>Press “Measure”: both axes are logarithmic, so T² is a straight line.</source>
        <translation>Нажмите «Измерить»: обе оси логарифмические, поэтому T² — прямая линия.</translation>
    </message>
    <message>
        <source>tokens T</source>
        <translation>токенов, T</translation>
    </message>
    <message>
        <source>time, median of several runs</source>
        <translation>время, медиана нескольких проходов</translation>
    </message>
    <message>
        <source>s</source>
        <translation>с</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>мс</translation>
    </message>
    <message>
        <source>µs</source>
        <translation>мкс</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>байт</translation>
    </message>
    <message>
        <source>KB</source>
        <translation>КБ</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>МБ</translation>
    </message>
    <message>
        <source>GB</source>
        <translation>ГБ</translation>
    </message>
    <message>
        <source>Scores of one head, T²</source>
        <translation>Оценок у одной головы, T²</translation>
    </message>
    <message>
        <source>Left open by the mask, T(T+1)/2</source>
        <translation>Открывает маска, T(T+1)/2</translation>
    </message>
    <message numerus="yes">
        <source>Scores of all %n head(s)</source>
        <translation>
            <numerusform>Оценок у всех голов (%n)</numerusform>
            <numerusform>Оценок у всех голов (%n)</numerusform>
            <numerusform>Оценок у всех голов (%n)</numerusform>
        </translation>
    </message>
    <message>
        <source>Their memory, 4 bytes each</source>
        <translation>Память, по 4 байта</translation>
    </message>
    <message>
        <source>{count} ({share})</source>
        <translation>{count} ({share})</translation>
    </message>
    <message>
        <source>Twice the text, T = {double}</source>
        <translation>Вдвое больше, T = {double}</translation>
    </message>
    <message>
        <source>{count} ({factor} times)</source>
        <translation>{count} (×{factor})</translation>
    </message>
    <message>
        <source>scores of one layer</source>
        <translation>оценки слоя</translation>
    </message>
    <message>
        <source>attention layer</source>
        <translation>слой внимания</translation>
    </message>
    <message>
        <source>whole model</source>
        <translation>вся модель</translation>
    </message>
    <message>
        <source>model + all maps</source>
        <translation>модель + все карты</translation>
    </message>
    <message>
        <source>T²: slope 2</source>
        <translation>T²: наклон 2</translation>
    </message>
    <message>
        <source>T: slope 1</source>
        <translation>T: наклон 1</translation>
    </message>
    <message>
        <source>{model} on {device}</source>
        <translation>{model}, {device}</translation>
    </message>
    <message>
        <source>{where}. From T = {half} to {whole}: {factor} times the time for the scores.</source>
        <translation>{where}. От T = {half} к {whole} время на оценки выросло в {factor} раза.</translation>
    </message>
</context>
<context>
    <name>messages</name>
    <message>
        <source>The script of the mask is on the clipboard</source>
        <translation>Скрипт маски — в буфере обмена</translation>
    </message>
    <message>
        <source>{query} may look at {key}</source>
        <translation>{query} может смотреть на {key}</translation>
    </message>
    <message>
        <source>{query} sees {key}, which is still to come: a leak</source>
        <translation>{query} видит {key}, хотя этого ещё нет: утечка</translation>
    </message>
    <message>
        <source>{query} may not look at {key}: a blind spot</source>
        <translation>{query} не может смотреть на {key}: слепое место</translation>
    </message>
    <message>
        <source>{query} does not see {key}, which is still to come</source>
        <translation>{query} не видит {key}: этого ещё нет</translation>
    </message>
    <message>
        <source>Layer {layer} head {head} under the mask: {query} gives {weight} to {key}</source>
        <translation>Слой {layer}, голова {head} под маской: {query} отдаёт {weight} на {key}</translation>
    </message>
    <message>
        <source>Layer {layer} head {head} under the mask: {key} is closed to {query}</source>
        <translation>Слой {layer}, голова {head} под маской: {key} закрыт для {query}</translation>
    </message>
</context>
</TS>
