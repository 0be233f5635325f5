<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru">
<context>
    <name>Contents</name>
    <message>
        <source>New lesson from template</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A lesson file of your own to change, in the folder that opens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on: step {n}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Begin, %n step(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LessonPanel</name>
    <message>
        <source>Lesson</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read, guess, look.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;p&gt;A lesson goes through a subject in steps. Every step sets the other panels: the text, the head, the token, the arrows. &lt;b&gt;You can change all of it&lt;/b&gt;; “↺” brings back what the step shows, and the next step sets what it needs.&lt;/p&gt;&lt;p&gt;Underlined words lead to a panel, a head or a token. Questions want a guess first; every answer says why it is right or not. “Next” on an open question shows its answer.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Keys:&lt;/b&gt; Page down, Space or Right: on; Page up, Backspace or Left: back; Home and End: first and last step; 1 to 6: choose an answer; Tab and Enter: follow a link. Ctrl+Z takes a step back with everything it set.&lt;/p&gt;&lt;p&gt;Lessons are text files. “New lesson from template”, in the list of lessons, makes one for you to change.&lt;/p&gt;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{lesson}, step {n} of {count}: {title}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Contents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All steps, and all lessons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The step before (Page up)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set again: panels, text and vectors as this step sets them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} of {count}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer of the question (Page down)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All lessons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This was the last step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The next step (Page down)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lesson: {title}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A link of the lesson</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QuestionCard</name>
    <message>
        <source>Type a number, like 25.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Guess</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your guess</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not so</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Guess first, then look</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The panel shows it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is {number}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You said {number}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>messages</name>
    <message>
        <source>This step speaks of the panel “{panel}”, which this Rostok does not have.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your lesson is {path}. Change it in any text editor; it is in the list.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
