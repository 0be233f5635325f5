<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru">
<context>
    <name>Contents</name>
    <message>
        <source>New lesson from template</source>
        <translation>Новый урок по образцу</translation>
    </message>
    <message>
        <source>A lesson file of your own to change, in the folder that opens</source>
        <translation>Ваш собственный файл урока, в папке, которая откроется</translation>
    </message>
    <message>
        <source>Go on: step {n}</source>
        <translation>Дальше: шаг {n}</translation>
    </message>
    <message numerus="yes">
        <source>Begin, %n step(s)</source>
        <translation>
            <numerusform>Начать, %n шаг</numerusform>
            <numerusform>Начать, %n шага</numerusform>
            <numerusform>Начать, %n шагов</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LessonPanel</name>
    <message>
        <source>Lesson</source>
        <translation>Урок</translation>
    </message>
    <message>
        <source>Read, guess, look.</source>
        <translation>Читайте, угадывайте, смотрите.</translation>
    </message>
    <message>
        <source>&lt;p&gt;A lesson goes through a subject in steps. Every step sets the other panels: the text, the head, the token, the arrows. &lt;b&gt;You can change all of it&lt;/b&gt;; “↺” brings back what the step shows, and the next step sets what it needs.&lt;/p&gt;&lt;p&gt;Underlined words lead to a panel, a head or a token. Questions want a guess first; every answer says why it is right or not. “Answer” shows the right one.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Keys:&lt;/b&gt; Page down, Space or Right: on; Page up, Backspace or Left: back; Home and End: first and last step; 1 to 6: choose an answer; Tab and Enter: follow a link. Ctrl+Z takes a step back with everything it set.&lt;/p&gt;&lt;p&gt;Lessons are text files. “New lesson from template”, in the list of lessons, makes one for you to change.&lt;/p&gt;</source>
        <translation>&lt;p&gt;Урок ведёт по теме шагами. Каждый шаг задаёт другие панели: текст, голову, токен, стрелки. &lt;b&gt;Всё это можно менять&lt;/b&gt;; «↺» вернёт то, что показывает шаг, а следующий шаг задаст, что нужно ему.&lt;/p&gt;&lt;p&gt;Подчёркнутые слова ведут к панели, голове или токену. Вопросы просят сначала угадать; каждый ответ говорит, верен ли он и почему. Кнопка «Ответ» показывает верный.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Клавиши:&lt;/b&gt; Page Down, пробел или стрелка вправо: дальше; Page Up, Backspace или стрелка влево: назад; Home и End: первый и последний шаг; 1–6: выбрать ответ; Tab и Enter: пройти по ссылке. Ctrl+Z отменяет шаг вместе со всем, что он задал.&lt;/p&gt;&lt;p&gt;Уроки — текстовые файлы. «Новый урок по образцу» в списке уроков создаст такой файл для вас.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>{lesson}, step {n} of {count}: {title}</source>
        <translation>{lesson}, шаг {n} из {count}: {title}</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Шаги</translation>
    </message>
    <message>
        <source>All steps, and all lessons</source>
        <translation>Все шаги и все уроки</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Назад</translation>
    </message>
    <message>
        <source>The step before (Page up)</source>
        <translation>Предыдущий шаг (Page Up)</translation>
    </message>
    <message>
        <source>Set again</source>
        <translation>Задать заново</translation>
    </message>
    <message>
        <source>Set again: panels, text and vectors as this step sets them</source>
        <translation>Задать заново: панели, текст и векторы, как в этом шаге</translation>
    </message>
    <message>
        <source>{n} of {count}</source>
        <translation>{n} из {count}</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Ответ</translation>
    </message>
    <message>
        <source>The answer of the question (Page down)</source>
        <translation>Ответ на вопрос (Page Down)</translation>
    </message>
    <message>
        <source>All lessons</source>
        <translation>Все уроки</translation>
    </message>
    <message>
        <source>This was the last step</source>
        <translation>Это был последний шаг</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Дальше</translation>
    </message>
    <message>
        <source>The next step (Page down)</source>
        <translation>Следующий шаг (Page Down)</translation>
    </message>
    <message>
        <source>Lesson: {title}</source>
        <translation>Урок: {title}</translation>
    </message>
    <message>
        <source>A link of the lesson</source>
        <translation>Ссылка урока</translation>
    </message>
    <message>
        <source>The answer</source>
        <translation>Ответ</translation>
    </message>
</context>
<context>
    <name>QuestionCard</name>
    <message>
        <source>Type a number, like 25.</source>
        <translation>Напечатайте число, например 25.</translation>
    </message>
    <message>
        <source>Guess</source>
        <translation>Угадать</translation>
    </message>
    <message>
        <source>Your guess</source>
        <translation>Ваша догадка</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Верно</translation>
    </message>
    <message>
        <source>Not so</source>
        <translation>Не так</translation>
    </message>
    <message>
        <source>Guess first, then look</source>
        <translation>Сначала угадайте</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Вопрос</translation>
    </message>
    <message>
        <source>The panel shows it.</source>
        <translation>Это видно на панели.</translation>
    </message>
    <message>
        <source>It is {number}.</source>
        <translation>На деле {number}.</translation>
    </message>
    <message>
        <source>You said {number}.</source>
        <translation>Вы сказали {number}.</translation>
    </message>
</context>
<context>
    <name>messages</name>
    <message>
        <source>This step speaks of the panel “{panel}”, which this Rostok does not have.</source>
        <translation>Этот шаг говорит о панели «{panel}», а в этом Ростке её нет.</translation>
    </message>
    <message>
        <source>Your lesson is {path}. Change it in any text editor; it is in the list.</source>
        <translation>Ваш урок: {path}. Правьте его в любом текстовом редакторе; он есть в списке.</translation>
    </message>
</context>
</TS>
