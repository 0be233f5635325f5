<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru">
<context>
    <name>messages</name>
    <message>
        <source>Another file has the id “{id}” in the language “{language}”. Choose another id.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{sign}” is opened but never closed. Close it in the same paragraph.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is not UTF-8 text. Save it in the encoding UTF-8.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is not TOML: {reason}. Look for a missing quote or bracket.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A lesson has from 1 to {most} steps, each under [[step]].</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” cannot be “{value}”. Write small Latin letters, digits and hyphens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” cannot be “{value}”. Write two letters, like en or ru.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A question has either answers, each under [[step.question.answer]], or one “number”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A question has from 2 to {most} answers, and exactly one of them has right = true.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” is missing: say what is to be seen once the guess is made.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A number has either “right” or “measure”, not both.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{value}” is the id of an earlier step. Choose another one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The link leads to the step “{value}”, which is not there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” cannot stand beside “{other}”. Keep one of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” holds too many. Write {most} at most.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” is no order. Write every place once, from 0: like [0, 2, 1].</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The link “{link}” is of no known kind. Begin it with one of: {known}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The link “{link}” leads nowhere. Write what it is about after the colon.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A link cannot lead to “{value}”. Write one of: {known}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{value}” is no head. Write layer and head, from 1, like 6.4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path}, line {line}, {place}: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path}, line {line}: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{token}” is not among the tokens of this text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no such head for this text in this model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” is missing here. Add it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” is empty. Write something, or leave it out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” means nothing here. What can stand here: {known}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” cannot be {value}. Write a text in quotes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” cannot be {value}. Write true or false.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” cannot be {value}. Write a whole number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” cannot be {value}. Write a number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” cannot be {value}. Write numbers in brackets, like [1.4, 0.7].</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” takes {count} numbers in brackets, with commas between.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” cannot be {value}. Write a token in quotes, or its position (-1 is the last one).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” takes whole numbers in brackets, like [0, 2, 1].</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” takes texts in quotes, in brackets: [&quot;plane&quot;, &quot;heads&quot;].</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” cannot be “{value}”. Write one of: {known}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” cannot be {value}. Write entries in braces, like {{ a = 1 }}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” must be written as [[…]], once for each.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” cannot be {value}. Write a number from {low} to {high}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
