<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru">
<context>
    <name>WritingPanel</name>
    <message>
        <source>Writing</source>
        <translation>Росток пишет</translation>
    </message>
    <message>
        <source>Let Rostok go on with your text, at once or token by token. Or click a candidate: what if?</source>
        <translation>Пусть Росток продолжит ваш текст: целиком или по токену. Или щёлкните по варианту: что, если?</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Writing&lt;/h3&gt;&lt;p&gt;Rostok can only guess the next token. To write, one of the guesses is drawn and put at the end of the text, and the longer text is read again. All open panels follow every token. What was written is underlined and tinted.&lt;/p&gt;&lt;p&gt;The left bars are what the model gives each candidate; the right bars are the chances in the draw, after temperature, top-k and top-p. ▸ marks the one that this seed draws next.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Try this&lt;/b&gt;&lt;/p&gt;&lt;ul&gt;&lt;li&gt;&lt;b&gt;Temperature 0&lt;/b&gt; always takes the likeliest token. High temperatures make all equally likely: the text falls apart.&lt;/li&gt;&lt;li&gt;&lt;b&gt;top-k&lt;/b&gt; keeps the k likeliest tokens, &lt;b&gt;top-p&lt;/b&gt; the likeliest that together reach this probability.&lt;/li&gt;&lt;li&gt;The same &lt;b&gt;seed&lt;/b&gt; gives the same text on a CPU; another seed gives another one.&lt;/li&gt;&lt;li&gt;&lt;b&gt;What if?&lt;/b&gt; Click a candidate that was not drawn, and let Rostok go on from there.&lt;/li&gt;&lt;li&gt;Switch a head off or paint a mask: Rostok writes under it.&lt;/li&gt;&lt;/ul&gt;&lt;p&gt;When the text fills what the model can see, its beginning is given up and the rest slides; the start mark stays. Typing stops the run. One run is one step of undo.&lt;/p&gt;&lt;p&gt;Keys: Tab to the candidates, up and down to walk, Enter to append one; Esc stops the run.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Росток пишет&lt;/h3&gt;&lt;p&gt;Росток умеет только одно: угадывать следующий токен. Чтобы написать текст, один из вариантов выбирают случайно, приписывают к концу и читают удлинившийся текст заново. Все открытые панели следят за каждым токеном. Написанное подчёркнуто и подкрашено.&lt;/p&gt;&lt;p&gt;Полосы слева — вероятности, которые варианты получили от модели; полосы справа — шансы при выборе, после температуры, top-k и top-p. Знак ▸ стоит у токена, который выпадет при этом зерне.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Попробуйте&lt;/b&gt;&lt;/p&gt;&lt;ul&gt;&lt;li&gt;&lt;b&gt;Температура 0&lt;/b&gt;: всегда берётся самый вероятный токен. При высокой температуре все токены почти равны, и текст рассыпается.&lt;/li&gt;&lt;li&gt;&lt;b&gt;top-k&lt;/b&gt; оставляет k самых вероятных токенов, &lt;b&gt;top-p&lt;/b&gt; — самые вероятные, которые вместе набирают эту вероятность.&lt;/li&gt;&lt;li&gt;Одно и то же &lt;b&gt;зерно&lt;/b&gt; на процессоре даёт один и тот же текст, другое зерно — другой.&lt;/li&gt;&lt;li&gt;&lt;b&gt;Что, если?&lt;/b&gt; Щёлкните по варианту, который не выпал, и пусть Росток продолжит с него.&lt;/li&gt;&lt;li&gt;Отключите голову или нарисуйте маску: Росток будет писать с ними.&lt;/li&gt;&lt;/ul&gt;&lt;p&gt;Когда текст заполнит всё, что видит модель, начало отбрасывается и текст скользит дальше; метка начала остаётся. Правка текста останавливает письмо. Один запуск — один шаг отмены.&lt;/p&gt;&lt;p&gt;Клавиши: Tab — к вариантам, вверх и вниз — по ним, Enter — приписать; Esc — остановить.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Writing: {model}, temperature {temperature}, top-k {k}, top-p {p}, seed {seed}; {text}</source>
        <translation>Росток пишет: {model}, температура {temperature}, top-k {k}, top-p {p}, зерно {seed}; {text}</translation>
    </message>
    <message>
        <source>all</source>
        <translation>все</translation>
    </message>
    <message>
        <source>token</source>
        <translation>токен</translation>
    </message>
    <message>
        <source>id</source>
        <translation>номер</translation>
    </message>
    <message>
        <source>probability</source>
        <translation>вероятность</translation>
    </message>
    <message>
        <source>chance in the draw</source>
        <translation>шанс при выборе</translation>
    </message>
    <message>
        <source>Next token</source>
        <translation>Следующий токен</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Писать</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Стоп</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Шаг</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Убрать</translation>
    </message>
    <message>
        <source>New seed</source>
        <translation>Новое зерно</translation>
    </message>
    <message>
        <source>Write one token</source>
        <translation>Написать один токен</translation>
    </message>
    <message>
        <source>The text as it was before the last run</source>
        <translation>Текст, каким он был до последнего запуска</translation>
    </message>
    <message>
        <source>Another seed draws other tokens</source>
        <translation>С другим зерном выпадут другие токены</translation>
    </message>
    <message>
        <source>tokens:</source>
        <translation>токенов:</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Температура</translation>
    </message>
    <message>
        <source>top-k</source>
        <translation>top-k</translation>
    </message>
    <message>
        <source>top-p</source>
        <translation>top-p</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>зерно</translation>
    </message>
    <message>
        <source>How many tokens to write</source>
        <translation>Сколько токенов написать</translation>
    </message>
    <message>
        <source>Temperature, typed</source>
        <translation>Температура числом</translation>
    </message>
    <message>
        <source>top-k: how many of the likeliest tokens stay, 0 for all</source>
        <translation>top-k: сколько самых вероятных токенов оставить, 0 — все</translation>
    </message>
    <message>
        <source>top-p: the probability that the tokens that stay reach together</source>
        <translation>top-p: какую вероятность должны вместе набрать оставленные токены</translation>
    </message>
    <message>
        <source>Seed of the draw</source>
        <translation>Зерно случайного выбора</translation>
    </message>
    <message>
        <source>The text, what was written is underlined</source>
        <translation>Текст, написанное моделью подчёркнуто</translation>
    </message>
    <message>
        <source>What the model gives</source>
        <translation>Что даёт модель</translation>
    </message>
    <message>
        <source>What is drawn from</source>
        <translation>Из чего выбирают</translation>
    </message>
    <message>
        <source>Candidates: what the model gives</source>
        <translation>Варианты: что даёт модель</translation>
    </message>
    <message>
        <source>Candidates: what is drawn from</source>
        <translation>Варианты: из чего выбирают</translation>
    </message>
    <message numerus="yes">
        <source>▸ “{token}” is what seed {seed} draws next, from %n token(s).</source>
        <translation>
            <numerusform>▸ «{token}» выпадет следующим при зерне {seed}, из %n токена.</numerusform>
            <numerusform>▸ «{token}» выпадет следующим при зерне {seed}, из %n токенов.</numerusform>
            <numerusform>▸ «{token}» выпадет следующим при зерне {seed}, из %n токенов.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The text slides. Given up at its beginning: %n token(s).</source>
        <translation>
            <numerusform>Текст скользит: в начале отброшен %n токен.</numerusform>
            <numerusform>Текст скользит: в начале отброшено %n токена.</numerusform>
            <numerusform>Текст скользит: в начале отброшено %n токенов.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n token(s) written, {speed} per second.</source>
        <translation>
            <numerusform>Написан %n токен, {speed} в секунду.</numerusform>
            <numerusform>Написано %n токена, {speed} в секунду.</numerusform>
            <numerusform>Написано %n токенов, {speed} в секунду.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Left out at the end of the text: %n token(s). Rostok goes on from the cut.</source>
        <translation>
            <numerusform>В конце текста не поместился %n токен. Росток продолжает с места обрыва.</numerusform>
            <numerusform>В конце текста не поместились %n токена. Росток продолжает с места обрыва.</numerusform>
            <numerusform>В конце текста не поместились %n токенов. Росток продолжает с места обрыва.</numerusform>
        </translation>
    </message>
    <message>
        <source>Rostok is reading …</source>
        <translation>Росток читает…</translation>
    </message>
    <message>
        <source>What is written will be underlined.</source>
        <translation>Написанное будет подчёркнуто.</translation>
    </message>
</context>
<context>
    <name>messages</name>
    <message>
        <source>Stopped: the text was changed by hand.</source>
        <translation>Остановлено: текст изменили вручную.</translation>
    </message>
    <message>
        <source>Stopped: what is changed in the model has changed.</source>
        <translation>Остановлено: вмешательства в модель стали другими.</translation>
    </message>
    <message>
        <source>“{typed}” is not a number from {low} to {high}, so the old one stays. Type one like {example}.</source>
        <translation>«{typed}» — не число от {low} до {high}, поэтому остаётся прежнее. Введите, например, {example}.</translation>
    </message>
    <message>
        <source>“{token}”: {raw} from the model, {chance} in the draw</source>
        <translation>«{token}»: модель даёт {raw}, шанс при выборе {chance}</translation>
    </message>
</context>
</TS>
