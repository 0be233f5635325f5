<?xml version='1.0' encoding='utf-8'?>
<TS version="2.1" language="en">
<context>
    <name>BoardPart</name>
    <message numerus="yes">
        <source>✖ %n leak(s)</source>
        <translation>
            <numerusform>✖ %n leak</numerusform>
            <numerusform>✖ %n leaks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them the answer itself</source>
        <translation>
            <numerusform>%n of them the answer itself</numerusform>
            <numerusform>%n of them the answer itself</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n blind spot(s)</source>
        <translation>
            <numerusform>%n blind spot</numerusform>
            <numerusform>%n blind spots</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>○ No leak, but %n blind spot(s).</source>
        <translation>
            <numerusform>○ No leak, but %n blind spot.</numerusform>
            <numerusform>○ No leak, but %n blind spots.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LeakPart</name>
    <message numerus="yes">
        <source>%n token(s) of the text read.</source>
        <translation>
            <numerusform>%n token of the text read.</numerusform>
            <numerusform>%n tokens of the text read.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PricePart</name>
    <message numerus="yes">
        <source>Scores of all %n head(s)</source>
        <translation>
            <numerusform>Scores of all %n head</numerusform>
            <numerusform>Scores of all %n heads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message numerus="yes">
        <source>%n second(s) left</source>
        <translation>
            <numerusform>%n second left</numerusform>
            <numerusform>%n seconds left</numerusform>
        </translation>
    </message>
</context>
</TS>