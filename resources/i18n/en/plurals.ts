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
    <name>ComparePart</name>
    <message numerus="yes">
        <source>Ring: as measured at training. Disc and ✓: measured here on %n held-out text(s).</source>
        <translation>
            <numerusform>Ring: as measured at training. Disc and ✓: measured here on %n held-out text.</numerusform>
            <numerusform>Ring: as measured at training. Disc and ✓: measured here on %n held-out texts.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Contents</name>
    <message numerus="yes">
        <source>Begin, %n step(s)</source>
        <translation>
            <numerusform>Begin, %n step</numerusform>
            <numerusform>Begin, %n steps</numerusform>
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
<context>
    <name>TrainingPart</name>
    <message numerus="yes">
        <source>%n token(s) at the end do not fit into this small model.</source>
        <translation>
            <numerusform>%n token at the end do not fit into this small model.</numerusform>
            <numerusform>%n tokens at the end do not fit into this small model.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WindowPanel</name>
    <message numerus="yes">
        <source>sees %n token(s), {most} at most</source>
        <translation>
            <numerusform>sees %n token, {most} at most</numerusform>
            <numerusform>sees %n tokens, {most} at most</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>“{token}” is inside the window, %n token(s) back.</source>
        <translation>
            <numerusform>“{token}” is inside the window, %n token back.</numerusform>
            <numerusform>“{token}” is inside the window, %n tokens back.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>“{token}” is %n token(s) back: out of sight of the window.</source>
        <translation>
            <numerusform>“{token}” is %n token back: out of sight of the window.</numerusform>
            <numerusform>“{token}” is %n tokens back: out of sight of the window.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WritingPanel</name>
    <message numerus="yes">
        <source>▸ “{token}” is what seed {seed} draws next, from %n token(s).</source>
        <translation>
            <numerusform>▸ “{token}” is what seed {seed} draws next, from %n token.</numerusform>
            <numerusform>▸ “{token}” is what seed {seed} draws next, from %n tokens.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Left out at the end of the text: %n token(s). Rostok goes on from the cut.</source>
        <translation>
            <numerusform>Left out at the end of the text: %n token. Rostok goes on from the cut.</numerusform>
            <numerusform>Left out at the end of the text: %n tokens. Rostok goes on from the cut.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The text slides. Given up at its beginning: %n token(s).</source>
        <translation>
            <numerusform>The text slides. Given up at its beginning: %n token.</numerusform>
            <numerusform>The text slides. Given up at its beginning: %n tokens.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n token(s) written, {speed} per second.</source>
        <translation>
            <numerusform>%n token written, {speed} per second.</numerusform>
            <numerusform>%n tokens written, {speed} per second.</numerusform>
        </translation>
    </message>
</context>
</TS>