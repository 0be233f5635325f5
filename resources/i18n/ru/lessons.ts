<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru">
<context>
    <name>messages</name>
    <message>
        <source>Another file has the id “{id}” in the language “{language}”. Choose another id.</source>
        <translation>id «{id}» на языке «{language}» уже есть у другого файла. Возьмите другой id.</translation>
    </message>
    <message>
        <source>“{sign}” is opened but never closed. Close it in the same paragraph.</source>
        <translation>«{sign}» открыто, но не закрыто. Закройте в том же абзаце.</translation>
    </message>
    <message>
        <source>The file is not UTF-8 text. Save it in the encoding UTF-8.</source>
        <translation>Это не текст в UTF-8. Сохраните файл в кодировке UTF-8.</translation>
    </message>
    <message>
        <source>This is not TOML: {reason}. Look for a missing quote or bracket.</source>
        <translation>Это не TOML: {reason}. Поищите потерянную кавычку или скобку.</translation>
    </message>
    <message>
        <source>A lesson has from 1 to {most} steps, each under [[step]].</source>
        <translation>В уроке от 1 до {most} шагов, каждый под [[step]].</translation>
    </message>
    <message>
        <source>“{name}” cannot be “{value}”. Write small Latin letters, digits and hyphens.</source>
        <translation>«{name}» не может быть «{value}». Пишите строчные латинские буквы, цифры и дефисы.</translation>
    </message>
    <message>
        <source>“{name}” cannot be “{value}”. Write two letters, like en or ru.</source>
        <translation>«{name}» не может быть «{value}». Напишите две буквы, например en или ru.</translation>
    </message>
    <message>
        <source>A question has either answers, each under [[step.question.answer]], or one “number”.</source>
        <translation>У вопроса либо ответы, каждый под [[step.question.answer]], либо одно «number».</translation>
    </message>
    <message>
        <source>A question has from 2 to {most} answers, and exactly one of them has right = true.</source>
        <translation>У вопроса от 2 до {most} ответов, и ровно у одного из них right = true.</translation>
    </message>
    <message>
        <source>“{name}” is missing: say what is to be seen once the guess is made.</source>
        <translation>Нет «{name}»: скажите, что видно после догадки.</translation>
    </message>
    <message>
        <source>A number has either “right” or “measure”, not both.</source>
        <translation>У числа есть либо «right», либо «measure», но не оба.</translation>
    </message>
    <message>
        <source>“{value}” is the id of an earlier step. Choose another one.</source>
        <translation>«{value}» уже id другого шага. Выберите другой.</translation>
    </message>
    <message>
        <source>The link leads to the step “{value}”, which is not there.</source>
        <translation>Ссылка ведёт к шагу «{value}», которого нет.</translation>
    </message>
    <message>
        <source>“{name}” cannot stand beside “{other}”. Keep one of them.</source>
        <translation>«{name}» не может стоять рядом с «{other}». Оставьте что-то одно.</translation>
    </message>
    <message>
        <source>“{name}” holds too many. Write {most} at most.</source>
        <translation>В «{name}» слишком много. Напишите не больше {most}.</translation>
    </message>
    <message>
        <source>“{name}” is no order. Write every place once, from 0: like [0, 2, 1].</source>
        <translation>«{name}» не порядок. Напишите каждое место один раз, с 0: например [0, 2, 1].</translation>
    </message>
    <message>
        <source>The link “{link}” is of no known kind. Begin it with one of: {known}</source>
        <translation>Ссылка «{link}» неизвестного вида. Начните её с одного из: {known}</translation>
    </message>
    <message>
        <source>The link “{link}” leads nowhere. Write what it is about after the colon.</source>
        <translation>Ссылка «{link}» никуда не ведёт. Напишите цель после двоеточия.</translation>
    </message>
    <message>
        <source>“{value}” cannot stand here. Write one of: {known}.</source>
        <translation>«{value}» здесь стоять не может. Напишите одно из: {known}.</translation>
    </message>
    <message>
        <source>“{value}” is no head. Write layer and head, from 1, like 6.4.</source>
        <translation>«{value}» не голова. Напишите слой и голову, с 1, например 6.4.</translation>
    </message>
    <message>
        <source>{path}, line {line}, {place}: {reason}</source>
        <translation>{path}, строка {line}, {place}: {reason}</translation>
    </message>
    <message>
        <source>{path}, line {line}: {reason}</source>
        <translation>{path}, строка {line}: {reason}</translation>
    </message>
    <message>
        <source>“{token}” is not among the tokens of this text.</source>
        <translation>Среди токенов этого текста нет «{token}».</translation>
    </message>
    <message>
        <source>There is no such head for this text in this model.</source>
        <translation>Такой головы для этого текста в этой модели нет.</translation>
    </message>
    <message>
        <source>“{name}” is missing here. Add it.</source>
        <translation>Здесь нет «{name}». Добавьте.</translation>
    </message>
    <message>
        <source>“{name}” is empty. Write something, or leave it out.</source>
        <translation>«{name}» пусто. Напишите что-нибудь или уберите.</translation>
    </message>
    <message>
        <source>“{name}” means nothing here. What can stand here: {known}.</source>
        <translation>«{name}» здесь ничего не значит. Здесь могут стоять: {known}.</translation>
    </message>
    <message>
        <source>“{name}” cannot be {value}. Write a text in quotes.</source>
        <translation>«{name}» не может быть {value}. Напишите текст в кавычках.</translation>
    </message>
    <message>
        <source>“{name}” cannot be {value}. Write true or false.</source>
        <translation>«{name}» не может быть {value}. Напишите true или false.</translation>
    </message>
    <message>
        <source>“{name}” cannot be {value}. Write a whole number.</source>
        <translation>«{name}» не может быть {value}. Напишите целое число.</translation>
    </message>
    <message>
        <source>“{name}” cannot be {value}. Write a number.</source>
        <translation>«{name}» не может быть {value}. Напишите число.</translation>
    </message>
    <message>
        <source>“{name}” cannot be {value}. Write numbers in brackets, like [1.4, 0.7].</source>
        <translation>«{name}» не может быть {value}. Напишите числа в скобках, например [1.4, 0.7].</translation>
    </message>
    <message>
        <source>“{name}” takes {count} numbers in brackets, with commas between.</source>
        <translation>В «{name}» должно быть чисел: {count}, в скобках, через запятую.</translation>
    </message>
    <message>
        <source>“{name}” cannot be {value}. Write a token in quotes, or its position (-1 is the last one).</source>
        <translation>«{name}» не может быть {value}. Напишите токен в кавычках или его место (-1 — последний).</translation>
    </message>
    <message>
        <source>“{name}” takes whole numbers in brackets, like [0, 2, 1].</source>
        <translation>В «{name}» должны быть целые числа в скобках, например [0, 2, 1].</translation>
    </message>
    <message>
        <source>“{name}” takes texts in quotes, in brackets: [&quot;plane&quot;, &quot;heads&quot;].</source>
        <translation>В «{name}» должны быть тексты в кавычках, в скобках: [&quot;plane&quot;, &quot;heads&quot;].</translation>
    </message>
    <message>
        <source>“{name}” cannot be “{value}”. Write one of: {known}.</source>
        <translation>«{name}» не может быть «{value}». Напишите одно из: {known}.</translation>
    </message>
    <message>
        <source>“{name}” cannot be {value}. Write entries in braces, like {{ a = 1 }}.</source>
        <translation>«{name}» не может быть {value}. Напишите записи в фигурных скобках, например {{ a = 1 }}.</translation>
    </message>
    <message>
        <source>“{name}” must be written as [[…]], once for each.</source>
        <translation>«{name}» пишется как [[…]], по разу на каждый.</translation>
    </message>
    <message>
        <source>“{name}” cannot be {value}. Write a number from {low} to {high}.</source>
        <translation>«{name}» не может быть {value}. Напишите число от {low} до {high}.</translation>
    </message>
</context>
</TS>
