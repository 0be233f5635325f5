<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Файл</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Правка</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Вид</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>&amp;Панели</translation>
    </message>
    <message>
        <source>&amp;Layout</source>
        <translation>&amp;Расположение</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Тема</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>&amp;Язык</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Справка</translation>
    </message>
    <message>
        <source>&amp;New: start fresh</source>
        <translation>&amp;Новый сеанс: начать заново</translation>
    </message>
    <message>
        <source>The example text, nothing changed. Undo brings back what was there</source>
        <translation>Текст-пример, ничего не изменено. Отмена вернёт то, что было</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>&amp;Открыть…</translation>
    </message>
    <message>
        <source>A session, or a .txt file that becomes the text</source>
        <translation>Сеанс или файл .txt, который станет текстом</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Сохранить</translation>
    </message>
    <message>
        <source>Text, vectors, mask, changes and layout in one file</source>
        <translation>Текст, векторы, маска, изменения и расположение в одном файле</translation>
    </message>
    <message>
        <source>Save panel as &amp;picture (PNG)…</source>
        <translation>Сохранить панель как &amp;картинку (PNG)…</translation>
    </message>
    <message>
        <source>The panel in use, twice as sharp as on screen, with a caption</source>
        <translation>Текущая панель, вдвое чётче, чем на экране, с подписью</translation>
    </message>
    <message>
        <source>Save panel as &amp;drawing (SVG)…</source>
        <translation>Сохранить панель как &amp;рисунок (SVG)…</translation>
    </message>
    <message>
        <source>Lines and letters stay sharp at any size</source>
        <translation>Линии и буквы останутся чёткими при любом размере</translation>
    </message>
    <message>
        <source>Save &amp;tables of the panel (CSV)…</source>
        <translation>Сохранить &amp;таблицы панели (CSV)…</translation>
    </message>
    <message>
        <source>Its numbers with all digits</source>
        <translation>Её числа со всеми знаками</translation>
    </message>
    <message>
        <source>Save &amp;attention of all heads (NPZ)…</source>
        <translation>Сохранить &amp;внимание всех голов (NPZ)…</translation>
    </message>
    <message>
        <source>Patterns, tokens and loss of the text, for numpy</source>
        <translation>Веса, токены и потери на тексте, для numpy</translation>
    </message>
    <message>
        <source>New &amp;lesson from template</source>
        <translation>Новый &amp;урок по образцу</translation>
    </message>
    <message>
        <source>A lesson file of your own to change, in the folder that opens</source>
        <translation>Ваш собственный файл урока, в папке, которая откроется</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>В&amp;ыход</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Отменить</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Вернуть</translation>
    </message>
    <message>
        <source>Go to the &amp;text line</source>
        <translation>К с&amp;троке текста</translation>
    </message>
    <message>
        <source>&amp;Edit text in a window…</source>
        <translation>Править текст в о&amp;кне…</translation>
    </message>
    <message>
        <source>For long texts and texts of several lines</source>
        <translation>Для длинных текстов и текстов в несколько строк</translation>
    </message>
    <message>
        <source>&amp;Copy picture of the panel</source>
        <translation>&amp;Скопировать картинку панели</translation>
    </message>
    <message>
        <source>Copy ta&amp;bles of the panel</source>
        <translation>Скопировать та&amp;блицы панели</translation>
    </message>
    <message>
        <source>Comman&amp;d palette…</source>
        <translation>По&amp;иск команд…</translation>
    </message>
    <message>
        <source>Classroom on the second scr&amp;een</source>
        <translation>Класс на втором &amp;экране</translation>
    </message>
    <message>
        <source>Type a few letters of a command, a panel, an example or a head</source>
        <translation>Несколько букв команды, панели, примера или номер головы</translation>
    </message>
    <message>
        <source>Sa&amp;ve as…</source>
        <translation>Сохранить &amp;как…</translation>
    </message>
    <message>
        <source>Save attention of this &amp;head (CSV)…</source>
        <translation>Сохранить внимание этой &amp;головы (CSV)…</translation>
    </message>
    <message>
        <source>A row for each weight, with all digits</source>
        <translation>Строка на каждый вес, со всеми знаками</translation>
    </message>
    <message>
        <source>Save all panels into a &amp;folder…</source>
        <translation>Сохранить все панели в &amp;папку…</translation>
    </message>
    <message>
        <source>A picture and the tables of each open panel</source>
        <translation>Картинка и таблицы каждой открытой панели</translation>
    </message>
    <message>
        <source>Show panel &amp;alone</source>
        <translation>Показать &amp;одну панель</translation>
    </message>
    <message>
        <source>And again: beside the others. The same as a double click on its title</source>
        <translation>Ещё раз — снова рядом с другими. То же делает двойной щелчок по заголовку</translation>
    </message>
    <message>
        <source>&amp;Next panel</source>
        <translation>&amp;Следующая панель</translation>
    </message>
    <message>
        <source>P&amp;revious panel</source>
        <translation>П&amp;редыдущая панель</translation>
    </message>
    <message>
        <source>&amp;Larger text</source>
        <translation>&amp;Крупнее</translation>
    </message>
    <message>
        <source>Everything grows with it</source>
        <translation>Вместе с текстом растёт всё</translation>
    </message>
    <message>
        <source>&amp;Smaller text</source>
        <translation>&amp;Мельче</translation>
    </message>
    <message>
        <source>Normal text s&amp;ize</source>
        <translation>О&amp;бычный размер</translation>
    </message>
    <message>
        <source>&amp;Classroom mode</source>
        <translation>&amp;Режим класса</translation>
    </message>
    <message>
        <source>Full screen and large. Page keys: through the lesson; B: black; F: hold the picture; Esc: back</source>
        <translation>На весь экран и крупно. Page Up и Page Down — по шагам урока; B — чёрный экран; F — задержать картинку; Esc — обратно</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>&amp;Во весь экран</translation>
    </message>
    <message>
        <source>Reduce &amp;motion</source>
        <translation>Меньше &amp;движения</translation>
    </message>
    <message>
        <source>Nothing glides, all changes at once</source>
        <translation>Ничего не скользит, всё меняется сразу</translation>
    </message>
    <message>
        <source>Like the &amp;system</source>
        <translation>Как в &amp;системе</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>Св&amp;етлая</translation>
    </message>
    <message>
        <source>For projectors</source>
        <translation>Для проектора</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Тёмная</translation>
    </message>
    <message>
        <source>High &amp;contrast</source>
        <translation>&amp;Контрастная</translation>
    </message>
    <message>
        <source>Language of the s&amp;ystem</source>
        <translation>Язык &amp;системы</translation>
    </message>
    <message>
        <source>About this &amp;panel</source>
        <translation>Об этой &amp;панели</translation>
    </message>
    <message>
        <source>What the panel in use shows and what to try</source>
        <translation>Что показывает текущая панель и что попробовать</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>Сочетания &amp;клавиш</translation>
    </message>
    <message>
        <source>Open &amp;log folder</source>
        <translation>Открыть папку &amp;журнала</translation>
    </message>
    <message>
        <source>&amp;About Rostok</source>
        <translation>&amp;О программе «Росток»</translation>
    </message>
    <message>
        <source>&amp;Reset this layout</source>
        <translation>&amp;Вернуть исходное</translation>
    </message>
    <message>
        <source>As it was before panels were moved by hand</source>
        <translation>Как было, пока панели не передвинули</translation>
    </message>
</context>
<context>
    <name>Classroom</name>
    <message>
        <source>Classroom</source>
        <translation>Класс</translation>
    </message>
    <message>
        <source>Full screen and large, for a hall (F11)</source>
        <translation>На весь экран и крупно, для аудитории (F11)</translation>
    </message>
    <message>
        <source>Classroom mode</source>
        <translation>Режим класса</translation>
    </message>
    <message>
        <source>Frozen · F goes on</source>
        <translation>Задержано · F — дальше</translation>
    </message>
</context>
<context>
    <name>Cover</name>
    <message>
        <source>The screen is blank. Any key shows it again.</source>
        <translation>Экран погашен. Любая клавиша вернёт картинку.</translation>
    </message>
</context>
<context>
    <name>DockHost</name>
    <message>
        <source>Panels behind each other</source>
        <translation>Панели друг за другом</translation>
    </message>
</context>
<context>
    <name>ErrorDialog</name>
    <message>
        <source>Something went wrong</source>
        <translation>Что-то пошло не так</translation>
    </message>
    <message>
        <source>An error inside the program: {error}.</source>
        <translation>Ошибка внутри программы: {error}.</translation>
    </message>
    <message>
        <source>Your text and your settings are kept, and you can go on. If it happens again, close the program and start it anew; the details are also in the log folder.</source>
        <translation>Текст и настройки сохранены, можно продолжать. Если это повторится, закройте программу и запустите её снова; подробности есть и в папке журнала.</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Подробности</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Скопировать</translation>
    </message>
    <message>
        <source>Open log folder</source>
        <translation>Открыть папку журнала</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Продолжить</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>“{text}” read by {model}</source>
        <translation>«{text}», читает {model}</translation>
    </message>
    <message>
        <source>“{text}” read by {model}, changed by you</source>
        <translation>«{text}», читает {model}, изменённая вами</translation>
    </message>
</context>
<context>
    <name>Files</name>
    <message>
        <source>Save all panels</source>
        <translation>Сохранить все панели</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Сохранить</translation>
    </message>
</context>
<context>
    <name>Help</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Сочетания клавиш</translation>
    </message>
    <message>
        <source>Tab goes from control to control, F6 from panel to panel, Esc lets go of what is held.</source>
        <translation>Tab переходит между элементами, F6 — между панелями, Esc отпускает то, что держат.</translation>
    </message>
    <message>
        <source>About Rostok</source>
        <translation>О программе «Росток»</translation>
    </message>
    <message>
        <source>Rostok {version}: attention made visible and touchable, in a real small language model.</source>
        <translation>Росток {version}: внимание, которое можно увидеть и потрогать, — в настоящей маленькой языковой модели.</translation>
    </message>
    <message>
        <source>Rostok is free under the MIT licence. It contains Inter, a font by The Inter Project Authors (SIL Open Font License 1.1), and stands on Qt and PySide6 (LGPL 3), pyqtgraph (MIT), PyTorch and numpy (BSD 3), tokenizers and safetensors (Apache 2.0). It works without a network and sends nothing.</source>
        <translation>«Росток» свободен: лицензия MIT. В нём есть шрифт Inter (The Inter Project Authors, SIL Open Font License 1.1), а стоит он на Qt и PySide6 (LGPL 3), pyqtgraph (MIT), PyTorch и numpy (BSD 3), tokenizers и safetensors (Apache 2.0). Он работает без сети и ничего никуда не отправляет.</translation>
    </message>
</context>
<context>
    <name>Layouts</name>
    <message>
        <source>Explore</source>
        <translation>Обзор</translation>
    </message>
    <message>
        <source>Vectors</source>
        <translation>Векторы</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>Маска</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Головы</translation>
    </message>
    <message>
        <source>Chapter</source>
        <translation>Глава</translation>
    </message>
</context>
<context>
    <name>MessageBar</name>
    <message>
        <source>Attention</source>
        <translation>Обратите внимание</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Подробности</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Понятно</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Command palette</source>
        <translation>Поиск команд</translation>
    </message>
    <message>
        <source>What do you want? A command, a panel, an example, a head: 6.4</source>
        <translation>Что нужно? Команда, панель, пример, голова: 6.4</translation>
    </message>
    <message>
        <source>What matches</source>
        <translation>Что нашлось</translation>
    </message>
    <message>
        <source>Nothing is called like that. Try fewer letters, or a head as 6.4.</source>
        <translation>Такого названия нет. Попробуйте меньше букв или голову в виде 6.4.</translation>
    </message>
    <message>
        <source>Panel</source>
        <translation>Панель</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Раскладка</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>Пример</translation>
    </message>
    <message>
        <source>Layer {layer} head {head}</source>
        <translation>Слой {layer}, голова {head}</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>Голова</translation>
    </message>
</context>
<context>
    <name>PanelDock</name>
    <message>
        <source>Help about “{panel}”</source>
        <translation>Справка о панели «{panel}»</translation>
    </message>
    <message>
        <source>Show “{panel}” beside the others again</source>
        <translation>Снова показать «{panel}» рядом с другими</translation>
    </message>
    <message>
        <source>Show “{panel}” alone</source>
        <translation>Показать только «{panel}»</translation>
    </message>
    <message>
        <source>Put “{panel}” back into the window</source>
        <translation>Вернуть «{panel}» в окно</translation>
    </message>
    <message>
        <source>Lift “{panel}” out of the window</source>
        <translation>Вынести «{panel}» из окна</translation>
    </message>
    <message>
        <source>Close “{panel}”</source>
        <translation>Закрыть «{panel}»</translation>
    </message>
</context>
<context>
    <name>Sessions</name>
    <message>
        <source>New session</source>
        <translation>Новый сеанс</translation>
    </message>
    <message>
        <source>Sessions and texts (*{suffix} *.txt *.md);;All files (*)</source>
        <translation>Сеансы и тексты (*{suffix} *.txt *.md);;Все файлы (*)</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Открыть</translation>
    </message>
    <message>
        <source>Open session</source>
        <translation>Открыть сеанс</translation>
    </message>
    <message>
        <source>Sessions (*{suffix})</source>
        <translation>Сеансы (*{suffix})</translation>
    </message>
    <message>
        <source>Save session</source>
        <translation>Сохранить сеанс</translation>
    </message>
    <message>
        <source>Start with a text</source>
        <translation>Начать с текста</translation>
    </message>
    <message>
        <source>&amp;Recent files</source>
        <translation>&amp;Недавние файлы</translation>
    </message>
    <message>
        <source>Nothing opened yet</source>
        <translation>Пока ничего не открывали</translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>Progress</source>
        <translation>Ход работы</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>Stop this work; what was there before stays</source>
        <translation>Остановить; всё, что было, останется</translation>
    </message>
    <message>
        <source>Device, model, time of the last pass</source>
        <translation>Устройство, модель, время последнего прохода</translation>
    </message>
    <message>
        <source>What is under the pointer</source>
        <translation>Что под указателем</translation>
    </message>
    <message>
        <source>The model is being loaded…</source>
        <translation>Модель загружается…</translation>
    </message>
    <message>
        <source>last pass {ms} ms</source>
        <translation>последний проход {ms} мс</translation>
    </message>
    <message numerus="yes">
        <source>%n second(s) left</source>
        <translation>
            <numerusform>осталась %n секунда</numerusform>
            <numerusform>осталось %n секунды</numerusform>
            <numerusform>осталось %n секунд</numerusform>
        </translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>считаю…</translation>
    </message>
</context>
<context>
    <name>TextDialog</name>
    <message>
        <source>Edit text</source>
        <translation>Правка текста</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Текст</translation>
    </message>
    <message>
        <source>Use this text</source>
        <translation>Взять этот текст</translation>
    </message>
</context>
<context>
    <name>TextLine</name>
    <message>
        <source>Type a text, or drop a .txt file here</source>
        <translation>Наберите текст или бросьте сюда файл .txt</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Текст</translation>
    </message>
    <message>
        <source>What the model reads. It is read again while you type.</source>
        <translation>Это читает модель. Пока вы печатаете, она читает заново.</translation>
    </message>
    <message>
        <source>Edit the text in a window of its own (Ctrl+E)</source>
        <translation>Править текст в отдельном окне (Ctrl+E)</translation>
    </message>
    <message>
        <source>Edit the text in a window of its own</source>
        <translation>Править текст в отдельном окне</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Примеры</translation>
    </message>
    <message>
        <source>Example texts and recent texts</source>
        <translation>Примеры и недавние тексты</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Модель</translation>
    </message>
    <message>
        <source>The model that reads the text</source>
        <translation>Модель, которая читает текст</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Устройство</translation>
    </message>
    <message>
        <source>Where the model runs</source>
        <translation>Где считает модель</translation>
    </message>
    <message>
        <source>Typing</source>
        <translation>Набор текста</translation>
    </message>
    <message>
        <source>first {context} tokens, {cut} cut</source>
        <translation>первые {context} токенов, отрезано: {cut}</translation>
    </message>
    <message>
        <source>{n} of {context} tokens</source>
        <translation>{n} из {context} токенов</translation>
    </message>
    <message>
        <source>Recent texts</source>
        <translation>Недавние тексты</translation>
    </message>
</context>
<context>
    <name>Touch</name>
    <message>
        <source>Forbid the look</source>
        <translation>Запретить взгляд</translation>
    </message>
    <message>
        <source>Force the look</source>
        <translation>Заставить смотреть</translation>
    </message>
    <message>
        <source>Free the look</source>
        <translation>Отпустить взгляд</translation>
    </message>
    <message>
        <source>Switch the head on</source>
        <translation>Включить голову</translation>
    </message>
    <message>
        <source>Switch the head off</source>
        <translation>Выключить голову</translation>
    </message>
    <message>
        <source>Switch head {layer}·{head} off</source>
        <translation>Выключить голову {layer}·{head}</translation>
    </message>
    <message>
        <source>Switch each head off in turn: which ones matter?</source>
        <translation>Выключить головы по очереди: какие важны?</translation>
    </message>
    <message>
        <source>All changes…</source>
        <translation>Все изменения…</translation>
    </message>
    <message>
        <source>“{query}” looks at “{key}”</source>
        <translation>«{query}» смотрит на «{key}»</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Del</translation>
    </message>
</context>
<context>
    <name>messages</name>
    <message>
        <source>Saved: {n} panels in {folder}</source>
        <translation>Сохранено панелей: {n}. Папка: {folder}</translation>
    </message>
    <message>
        <source>There is no attention to save. Wait until the text has been read, or choose a model that has heads.</source>
        <translation>Сохранять нечего: внимания нет. Подождите, пока текст будет прочитан, или выберите модель с головами.</translation>
    </message>
    <message>
        <source>“{panel}” has no table now. Choose another panel with F6.</source>
        <translation>На панели «{panel}» сейчас нет таблиц. Выберите другую панель клавишей F6.</translation>
    </message>
    <message>
        <source>“{path}” is no text in UTF-8: byte {position} makes no letter. Save it as UTF-8 and try again.</source>
        <translation>«{path}» — не текст в UTF-8: байт {position} не складывается в букву. Сохраните файл в UTF-8 и попробуйте снова.</translation>
    </message>
    <message>
        <source>“{query}” cannot see “{key}” anyway: there is nothing to forbid.</source>
        <translation>«{query}» и так не видит «{key}»: запрещать нечего.</translation>
    </message>
    <message>
        <source>Your last session is back. File → New starts fresh.</source>
        <translation>Прошлый сеанс восстановлен. «Файл → Новый сеанс» начнёт заново.</translation>
    </message>
    <message>
        <source>Saved: {file}</source>
        <translation>Сохранено: {file}</translation>
    </message>
</context>
</TS>
