<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru">
<context>
    <name>ChangedMark</name>
    <message>
        <source>changed by you</source>
        <translation>изменено вами</translation>
    </message>
</context>
<context>
    <name>Heatmap</name>
    <message>
        <source>closed</source>
        <translation>закрыто</translation>
    </message>
    <message>
        <source>row {row}, column {column}: {value}</source>
        <translation>строка {row}, столбец {column}: {value}</translation>
    </message>
</context>
<context>
    <name>LayerHeadChooser</name>
    <message>
        <source>Layer</source>
        <translation>Слой</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>Голова</translation>
    </message>
</context>
<context>
    <name>TokenStrip</name>
    <message>
        <source>position {n}</source>
        <translation>позиция {n}</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>закрыто</translation>
    </message>
    <message>
        <source>query</source>
        <translation>запрос</translation>
    </message>
    <message>
        <source>key</source>
        <translation>ключ</translation>
    </message>
</context>
</TS>
