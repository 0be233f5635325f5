<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru">
<context>
    <name>WindowPanel</name>
    <message>
        <source>Window or attention</source>
        <translation>Окно или внимание</translation>
    </message>
    <message>
        <source>Make the window wider and see when the word comes into sight. Click a token to stand there.</source>
        <translation>Расширяйте окно и смотрите, когда слово попадёт в него. Щёлкните по токену, чтобы встать на него.</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Window or attention&lt;/h3&gt;&lt;p&gt;Above, the text as a window of n tokens shows it: the chosen token and the n − 1 before it. What is hatched cannot reach the network at all. Below it the same text for one attention head: the fill is how much the chosen token takes from each earlier one, however far away.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Guesses&lt;/b&gt;: the next token after the chosen one, by the network with a window of 8 (its window is always 8), by gpt-1 with one layer of attention, by Rostok when it is given nothing but the window of n tokens, and by Rostok with the whole text. ▸ marks what really comes next.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Word&lt;/b&gt;: the probability of one token as the next one, after every token of the text; ▼ marks where it really comes. Choose the word in the list, type it, or click a guess.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Weights&lt;/b&gt;: a window has its own weights for each of its places, so they grow with it. An attention layer uses the same four matrices for every token: its weights do not depend on the length.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Try this&lt;/b&gt;: take the example “Mia&apos;s doll”, widen the window until the doll is in it, and watch Rostok&apos;s guess from inside the window.&lt;/p&gt;&lt;p&gt;Keys: left and right walk through the tokens of a strip, Enter chooses one; in the plot left and right choose at once; up and down walk through the guesses, Enter follows that token.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Окно или внимание&lt;/h3&gt;&lt;p&gt;Сверху — текст, каким его показывает окно в n токенов: выбранный токен и n − 1 токенов перед ним. Заштрихованное попасть в сеть не может никак. Под ним — тот же текст для одной головы внимания: заливка показывает, сколько выбранный токен берёт от каждого из прежних, как бы далеко тот ни стоял.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Догадки&lt;/b&gt;: следующий токен после выбранного по мнению сети с окном 8 (её окно всегда 8), модели gpt-1 с одним слоем внимания, Ростка, которому дали только окно из n токенов, и Ростка со всем текстом. Знак ▸ стоит у токена, который и вправду идёт следующим.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Слово&lt;/b&gt;: вероятность того, что после каждого токена текста следующим будет это слово; ▼ — места, где оно и вправду идёт. Выберите слово из списка, введите его или щёлкните по догадке.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Веса&lt;/b&gt;: у окна для каждого места свои веса, поэтому их число растёт вместе с окном. Слой внимания применяет одни и те же четыре матрицы к каждому токену: от длины текста его веса не зависят.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Попробуйте&lt;/b&gt;: возьмите пример «Кукла Мии», расширяйте окно, пока кукла не попадёт в него, и следите за догадкой Ростка по одному окну.&lt;/p&gt;&lt;p&gt;Клавиши: влево и вправо — по токенам полосы, Enter — выбрать; на графике влево и вправо выбирают сразу; вверх и вниз — по догадкам, Enter — следить за этим токеном.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Window or attention: window of {n} tokens. {story}</source>
        <translation>Окно или внимание: окно в {n} ток. {story}</translation>
    </message>
    <message>
        <source>reader</source>
        <translation>кто читает</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>место</translation>
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
        <source>Guesses</source>
        <translation>Догадки</translation>
    </message>
    <message>
        <source>Probability of {token}</source>
        <translation>Вероятность {token}</translation>
    </message>
    <message>
        <source>position</source>
        <translation>позиция</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Веса</translation>
    </message>
    <message>
        <source>window, first layer</source>
        <translation>окно, первый слой</translation>
    </message>
    <message>
        <source>attention layer</source>
        <translation>слой внимания</translation>
    </message>
    <message>
        <source>Window n =</source>
        <translation>Окно n =</translation>
    </message>
    <message>
        <source>Width of the window in tokens</source>
        <translation>Ширина окна в токенах</translation>
    </message>
    <message>
        <source>(window-8: always 8)</source>
        <translation>(у window-8 всегда 8)</translation>
    </message>
    <message>
        <source>Word:</source>
        <translation>Слово:</translation>
    </message>
    <message>
        <source>Word that is followed through the text</source>
        <translation>Слово, за которым следим по тексту</translation>
    </message>
    <message>
        <source>The text through the window</source>
        <translation>Текст через окно</translation>
    </message>
    <message>
        <source>The text by attention</source>
        <translation>Текст глазами внимания</translation>
    </message>
    <message>
        <source>Parts of the panel</source>
        <translation>Части панели</translation>
    </message>
    <message>
        <source>Head that looks at the word</source>
        <translation>Кто смотрит на слово?</translation>
    </message>
    <message>
        <source>Of all heads the one that takes most from this word at the chosen token</source>
        <translation>Из всех голов та, что на выбранном токене берёт от этого слова больше всего</translation>
    </message>
    <message>
        <source>Followed through the text; type one, or click a guess. Esc: the first one</source>
        <translation>За ним следим по тексту; введите слово или щёлкните по догадке. Esc — вернуть первое</translation>
    </message>
    <message>
        <source>Probability of the word along the text</source>
        <translation>Вероятность слова вдоль текста</translation>
    </message>
    <message>
        <source>The models are reading the text …</source>
        <translation>Модели читают текст…</translation>
    </message>
    <message>
        <source>Weights against the width of the window</source>
        <translation>Число весов и ширина окна</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Текст</translation>
    </message>
    <message>
        <source>Word along the text</source>
        <translation>Слово вдоль текста</translation>
    </message>
    <message>
        <source>rostok, last {n}</source>
        <translation>rostok, окно {n}</translation>
    </message>
    <message>
        <source>By attention: {model}, layer {layer}, head {head}</source>
        <translation>Вниманием: {model}, слой {layer}, голова {head}</translation>
    </message>
    <message>
        <source>Guesses of {name}</source>
        <translation>Догадки: {name}</translation>
    </message>
    <message numerus="yes">
        <source>sees %n token(s), {most} at most</source>
        <translation>
            <numerusform>видит %n токен, не больше {most}</numerusform>
            <numerusform>видит %n токена, не больше {most}</numerusform>
            <numerusform>видит %n токенов, не больше {most}</numerusform>
        </translation>
    </message>
    <message>
        <source>reading …</source>
        <translation>читает…</translation>
    </message>
    <message>
        <source>▼ “{token}” really comes next.</source>
        <translation>▼ следующим и вправду идёт «{token}».</translation>
    </message>
    <message>
        <source>Not here: {names}.</source>
        <translation>Нет на месте: {names}.</translation>
    </message>
    <message>
        <source>Window of {n}, first layer: n · {width} · {hidden}</source>
        <translation>Окно {n}, первый слой: n · {width} · {hidden}</translation>
    </message>
    <message>
        <source>Window of {n}</source>
        <translation>Окно {n}</translation>
    </message>
    <message>
        <source>Attention layer, any length: 4 · {width}²</source>
        <translation>Слой внимания, любая длина: 4 · {width}²</translation>
    </message>
    <message>
        <source>From n = {n} on, a window needs at least as many.</source>
        <translation>Начиная с n = {n} окну нужно не меньше весов.</translation>
    </message>
    <message>
        <source>tokens in sight, n</source>
        <translation>токенов на виду, n</translation>
    </message>
    <message>
        <source>weights of the layer</source>
        <translation>весов в слое</translation>
    </message>
    <message>
        <source>window</source>
        <translation>окно</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>внимание</translation>
    </message>
    <message>
        <source>“{token}” has not come yet.</source>
        <translation>«{token}» ещё не встречалось.</translation>
    </message>
    <message numerus="yes">
        <source>“{token}” is inside the window, %n token(s) back.</source>
        <translation>
            <numerusform>«{token}» в окне, %n токен назад.</numerusform>
            <numerusform>«{token}» в окне, %n токена назад.</numerusform>
            <numerusform>«{token}» в окне, %n токенов назад.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>“{token}” is %n token(s) back: out of sight of the window.</source>
        <translation>
            <numerusform>«{token}» — %n токен назад: за краем окна.</numerusform>
            <numerusform>«{token}» — %n токена назад: за краем окна.</numerusform>
            <numerusform>«{token}» — %n токенов назад: за краем окна.</numerusform>
        </translation>
    </message>
    <message>
        <source>As the next token it gets: {shares}.</source>
        <translation>Шанс идти следующим: {shares}.</translation>
    </message>
</context>
<context>
    <name>messages</name>
    <message>
        <source>“{typed}” is not one token, so the old word stays. Choose a token of the list, or click a guess.</source>
        <translation>«{typed}» — не один токен, поэтому остаётся прежнее слово. Выберите токен из списка или щёлкните по догадке.</translation>
    </message>
</context>
</TS>
