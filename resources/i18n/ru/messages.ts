<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru">
<context>
    <name>messages</name>
    <message>
        <source>There is no lesson “{lesson}”. There are: {known}.</source>
        <translation>Урока «{lesson}» нет. Есть: {known}.</translation>
    </message>
    <message>
        <source>There is no display to show a window on. Start Rostok on a desktop, or through ssh -X or xvfb-run; “rostok inspect TEXT” works without a window.</source>
        <translation>Нет экрана, на котором можно показать окно. Запустите «Росток» на рабочем столе, через ssh -X или xvfb-run; «rostok inspect TEXT» работает без окна.</translation>
    </message>
    <message>
        <source>The window cannot start: {reason}. On Debian and Ubuntu install what Qt needs: apt install libegl1 libgl1 libxkbcommon-x11-0 libdbus-1-3 libfontconfig1 libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 libxcb-randr0 libxcb-render-util0 libxcb-image0 libxcb-xinerama0</source>
        <translation>Окно не запускается: {reason}. В Debian и Ubuntu установите то, что нужно Qt: apt install libegl1 libgl1 libxkbcommon-x11-0 libdbus-1-3 libfontconfig1 libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 libxcb-randr0 libxcb-render-util0 libxcb-image0 libxcb-xinerama0</translation>
    </message>
    <message>
        <source>The model cannot run: {reason}. Install Rostok again.</source>
        <translation>Модель не запускается: {reason}. Установите «Росток» заново.</translation>
    </message>
    <message>
        <source>{option} {value}: this model and text have {low} to {high}.</source>
        <translation>{option} {value}: у этой модели и этого текста — от {low} до {high}.</translation>
    </message>
    <message>
        <source>“{name}” has no attention to measure. Choose another model.</source>
        <translation>В модели «{name}» нет внимания, измерять нечего. Выберите другую модель.</translation>
    </message>
    <message>
        <source>No model is open. Choose one in the list of models.</source>
        <translation>Модель не открыта. Выберите её в списке моделей.</translation>
    </message>
    <message>
        <source>The device has run out of memory. Take a shorter text, or choose the CPU in the list of devices.</source>
        <translation>На устройстве кончилась память. Возьмите текст короче или выберите CPU в списке устройств.</translation>
    </message>
    <message>
        <source>Something unexpected went wrong: {reason}. What was there before stays; details are in the log file.</source>
        <translation>Случилось непредвиденное: {reason}. Всё, что было, осталось; подробности — в журнале.</translation>
    </message>
    <message>
        <source>“{name}” has no attention to look at. Choose another model.</source>
        <translation>В модели «{name}» нет внимания, смотреть не на что. Выберите другую модель.</translation>
    </message>
    <message>
        <source>Layer {layer} has nothing to show yet. Run a text first.</source>
        <translation>Слою {layer} пока нечего показать. Сначала дайте модели текст.</translation>
    </message>
    <message>
        <source>There is nothing to guess yet: type at least one word.</source>
        <translation>Угадывать пока нечего: наберите хотя бы одно слово.</translation>
    </message>
    <message>
        <source>The model “{name}” that this needs cannot be opened: {reason}</source>
        <translation>Для этого нужна модель «{name}», но она не открывается: {reason}</translation>
    </message>
    <message>
        <source>{path} is missing. Put the file there, or choose another one.</source>
        <translation>Нет файла {path}. Положите его туда или выберите другой.</translation>
    </message>
    <message>
        <source>{path} cannot be reached: part of the way is no folder. Choose another file.</source>
        <translation>До {path} не добраться: часть пути — не папка. Выберите другой файл.</translation>
    </message>
    <message>
        <source>{path} is a folder, not a file. Put the file itself there.</source>
        <translation>{path} — папка, а не файл. Положите туда сам файл.</translation>
    </message>
    <message>
        <source>{path} is a link that leads back to itself. Put the file itself there.</source>
        <translation>{path} — ссылка, которая ведёт к самой себе. Положите туда сам файл.</translation>
    </message>
    <message>
        <source>{path} may not be read by you. Change its permissions, or copy it to a folder of your own.</source>
        <translation>У вас нет права читать {path}. Измените права или скопируйте файл в свою папку.</translation>
    </message>
    <message>
        <source>{path} cannot be read: {reason}. Check the disk, or copy the file again.</source>
        <translation>Не удаётся прочитать {path}: {reason}. Проверьте диск или скопируйте файл заново.</translation>
    </message>
    <message>
        <source>{path} is a device or a pipe, not a file. Put the file itself there.</source>
        <translation>{path} — устройство или канал, а не файл. Положите туда сам файл.</translation>
    </message>
    <message>
        <source>{path} holds {size} bytes; such a file has {limit} at most. It is another kind of file or damaged: copy the right one again.</source>
        <translation>В {path} {size} байт, а в таком файле бывает не больше {limit}. Это файл другого рода или повреждённый: скопируйте нужный заново.</translation>
    </message>
    <message>
        <source>{path} is not valid JSON ({reason}). Copy the file again.</source>
        <translation>{path} — неправильный JSON ({reason}). Скопируйте файл заново.</translation>
    </message>
    <message>
        <source>{path} cannot be written: {reason}. Make room or choose another folder; what was there before stays.</source>
        <translation>Не удаётся записать {path}: {reason}. Освободите место или выберите другую папку; всё, что было, осталось.</translation>
    </message>
    <message>
        <source>{path} is not the file that {metrics} was written for (its SHA-256 differs): it was changed or damaged. Copy the checkpoint again.</source>
        <translation>{path} — не тот файл, для которого написан {metrics} (SHA-256 не совпадает): он изменён или повреждён. Скопируйте модель заново.</translation>
    </message>
    <message>
        <source>{path} describes a Hugging Face model ({kind}). Rostok runs its own models only: choose one of its checkpoints.</source>
        <translation>{path} описывает модель Hugging Face ({kind}). «Росток» запускает только свои модели: выберите одну из них.</translation>
    </message>
    <message>
        <source>{path} cannot be used. {reason} Copy the checkpoint again.</source>
        <translation>{path} не годится. {reason} Скопируйте модель заново.</translation>
    </message>
    <message>
        <source>{path} describes a model that Rostok cannot run: look at “{key}” ({value}). Choose another checkpoint.</source>
        <translation>{path} описывает модель, которую «Росток» запустить не может: смотрите «{key}» ({value}). Выберите другую модель.</translation>
    </message>
    <message>
        <source>{path} belongs to another model: it has {size} entries and the start mark has number {start}, config.json says {vocab_size} and {start_token}. Copy both files from one checkpoint.</source>
        <translation>{path} — от другой модели: в нём {size} записей, а у метки начала номер {start}; в config.json — {vocab_size} и {start_token}. Скопируйте оба файла от одной модели.</translation>
    </message>
    <message>
        <source>{path} is not a JSON object. Copy the file again, or delete it.</source>
        <translation>{path} — не объект JSON. Скопируйте файл заново или удалите его.</translation>
    </message>
    <message>
        <source>{path} is a pickle or a PyTorch archive, which can run code when it is read. Rostok reads safetensors only and has executed nothing: convert the file where you trust it.</source>
        <translation>{path} — pickle или архив PyTorch: при чтении такой файл может выполнить чужой код. «Росток» читает только safetensors и ничего не выполнил: преобразуйте файл там, где вы ему доверяете.</translation>
    </message>
    <message>
        <source>{path} is only a Git LFS pointer to the weights. Run “git lfs pull”.</source>
        <translation>{path} — только указатель Git LFS на веса. Выполните «git lfs pull».</translation>
    </message>
    <message>
        <source>{path} is not a safetensors file, or its beginning is damaged: {reason}. Copy the file again.</source>
        <translation>{path} — не файл safetensors, или его начало повреждено: {reason}. Скопируйте файл заново.</translation>
    </message>
    <message>
        <source>it ends after {size} bytes</source>
        <translation>он кончается после {size} байт</translation>
    </message>
    <message>
        <source>it claims a header of {size} bytes</source>
        <translation>он заявляет заголовок в {size} байт</translation>
    </message>
    <message>
        <source>no header where one should be</source>
        <translation>на месте заголовка его нет</translation>
    </message>
    <message>
        <source>{path}: the tensor “{name}” holds numbers of type {dtype}; Rostok reads {known}. Save it as one of these.</source>
        <translation>{path}: в тензоре «{name}» числа типа {dtype}; «Росток» читает {known}. Сохраните его в одном из этих типов.</translation>
    </message>
    <message>
        <source>{path}: what the header says of the tensor “{name}” is damaged. Copy the file again.</source>
        <translation>{path}: запись о тензоре «{name}» в заголовке повреждена. Скопируйте файл заново.</translation>
    </message>
    <message>
        <source>{path}: the tensor “{name}” begins at byte {begin} of the data, but byte {place} comes next. The header is damaged: copy the file again.</source>
        <translation>{path}: тензор «{name}» начинается с байта {begin}, а следующим идёт байт {place}. Заголовок повреждён: скопируйте файл заново.</translation>
    </message>
    <message>
        <source>{path} has {extra} bytes behind its last tensor. It is damaged: copy the file again.</source>
        <translation>В {path} после последнего тензора лишние байты: {extra}. Файл повреждён: скопируйте его заново.</translation>
    </message>
    <message>
        <source>{path} breaks off: {found} bytes are there where {needed} are needed. Copy the file again.</source>
        <translation>{path} обрывается: есть {found} байт, а нужно {needed}. Скопируйте файл заново.</translation>
    </message>
    <message>
        <source>{path} does not hold the tensors that config.json asks for. Missing: {missing}. Unknown: {unknown}. Copy both files from one checkpoint.</source>
        <translation>В {path} не те тензоры, которых требует config.json. Не хватает: {missing}. Лишние: {unknown}. Скопируйте оба файла от одной модели.</translation>
    </message>
    <message>
        <source>{path}: the tensor “{name}” has the shape {found}, config.json asks for {expected}. Copy both files from one checkpoint.</source>
        <translation>{path}: у тензора «{name}» форма {found}, а config.json требует {expected}. Скопируйте оба файла от одной модели.</translation>
    </message>
    <message>
        <source>{path}: the tensor “{name}” holds {count} number(s) that are infinite or no number (NaN). The file is damaged or its training failed: copy it again, or use another checkpoint.</source>
        <translation>{path}: в тензоре «{name}» бесконечностей и не-чисел (NaN): {count}. Файл повреждён, или обучение не удалось: скопируйте его заново или возьмите другую модель.</translation>
    </message>
    <message>
        <source>config.json is not a JSON object.</source>
        <translation>config.json — не объект JSON.</translation>
    </message>
    <message>
        <source>config.json: unknown entry “{key}”.</source>
        <translation>config.json: неизвестная запись «{key}».</translation>
    </message>
    <message>
        <source>config.json: “{key}” has the wrong kind of value.</source>
        <translation>config.json: у «{key}» значение не того рода.</translation>
    </message>
    <message>
        <source>config.json: the value of “{key}” cannot be right.</source>
        <translation>config.json: значение «{key}» не может быть верным.</translation>
    </message>
    <message>
        <source>The memory of {device} is too small for this model now. Close other programs that use it, or choose another device.</source>
        <translation>На устройстве {device} сейчас не хватает памяти для этой модели. Закройте другие программы, которые его занимают, или выберите другое устройство.</translation>
    </message>
    <message>
        <source>The device {device} cannot be used: {reason}. Check its driver, or choose another device.</source>
        <translation>Устройство {device} не годится: {reason}. Проверьте драйвер или выберите другое устройство.</translation>
    </message>
    <message>
        <source>The device {device} reckons wrong: its logits differ from the processor&apos;s by {difference}, {tolerance} is allowed. Update its driver, or choose another device.</source>
        <translation>Устройство {device} считает неверно: его логиты отличаются от посчитанных процессором на {difference}, допустимо {tolerance}. Обновите драйвер или выберите другое устройство.</translation>
    </message>
    <message>
        <source>An intervention in the file cannot be read: {reason}.</source>
        <translation>Вмешательство из файла не читается: {reason}.</translation>
    </message>
    <message>
        <source>it holds no BPE model</source>
        <translation>в нём нет модели BPE</translation>
    </message>
    <message>
        <source>it does not work on bytes</source>
        <translation>он работает не с байтами</translation>
    </message>
    <message>
        <source>it has no entry ◆</source>
        <translation>в нём нет записи ◆</translation>
    </message>
    <message>
        <source>its entries are not numbered 0, 1, 2 and so on</source>
        <translation>его записи не пронумерованы подряд: 0, 1, 2 и так далее</translation>
    </message>
    <message>
        <source>some of the 256 bytes have no entry</source>
        <translation>не для всех 256 байтов есть запись</translation>
    </message>
    <message>
        <source>the entry {number} stands for no bytes</source>
        <translation>запись {number} не обозначает никаких байтов</translation>
    </message>
    <message>
        <source>{path} is not a tokenizer that Rostok can use ({reason}). It needs byte-level BPE with the start mark ◆: copy the file that belongs to the checkpoint.</source>
        <translation>{path} — не тот токенизатор, который нужен «Ростку» ({reason}). Нужен побайтовый BPE с меткой начала ◆: скопируйте файл, который относится к модели.</translation>
    </message>
    <message>
        <source>The settings could not be read. The program starts with its own; the old file is kept as {path}.</source>
        <translation>Настройки не удалось прочитать. Программа начинает со своих; старый файл сохранён как {path}.</translation>
    </message>
    <message>
        <source>The settings in {path} cannot be read. The program starts with its own; delete that file.</source>
        <translation>Настройки в {path} не читаются. Программа начинает со своих; удалите этот файл.</translation>
    </message>
    <message>
        <source>The stories in {path} cannot be read: {reason}</source>
        <translation>Рассказы в {path} не читаются: {reason}</translation>
    </message>
    <message>
        <source>There is no story in {path}.</source>
        <translation>В {path} нет ни одного рассказа.</translation>
    </message>
    <message>
        <source>A training needs a limit: minutes or steps.</source>
        <translation>Обучению нужен предел: минуты или шаги.</translation>
    </message>
    <message>
        <source>The loss is no longer a number (step {step}). Resume from the last state with a smaller learning rate.</source>
        <translation>Потери перестали быть числом (шаг {step}). Продолжите с последнего состояния с меньшей скоростью обучения.</translation>
    </message>
    <message>
        <source>The training state {path} is of another model: {reason}</source>
        <translation>Состояние обучения {path} — от другой модели: {reason}</translation>
    </message>
    <message>
        <source>The recipe has an unknown entry “{key}”.</source>
        <translation>В рецепте неизвестная запись «{key}».</translation>
    </message>
    <message>
        <source>The recipe {path} cannot be read: {reason}</source>
        <translation>Рецепт {path} не читается: {reason}</translation>
    </message>
    <message>
        <source>There is no recipe “{name}”; there are: {names}.</source>
        <translation>Нет рецепта «{name}»; есть: {names}.</translation>
    </message>
    <message>
        <source>{path} is not a training state.</source>
        <translation>{path} — не состояние обучения.</translation>
    </message>
    <message>
        <source>The training state {path} cannot be read: {reason}</source>
        <translation>Состояние обучения {path} не читается: {reason}</translation>
    </message>
    <message>
        <source>“{place}” is not known to this version of Rostok.</source>
        <translation>«{place}» этой версии «Ростка» неизвестно.</translation>
    </message>
    <message>
        <source>“{place}” cannot be {value}.</source>
        <translation>«{place}» не может быть {value}.</translation>
    </message>
    <message>
        <source>{path} is not a Rostok session. Choose a file that Rostok has saved.</source>
        <translation>{path} — не сеанс «Ростка». Выберите файл, который сохранил «Росток».</translation>
    </message>
    <message>
        <source>It has no version.</source>
        <translation>В нём нет версии.</translation>
    </message>
    <message>
        <source>{path} was saved by a newer Rostok (version {version} of the file; this one reads up to {known}). Install the newer Rostok to open it.</source>
        <translation>{path} сохранён более новым «Ростком» (версия файла {version}, эта программа читает до {known}). Чтобы открыть его, установите новую версию.</translation>
    </message>
    <message>
        <source>{path} cannot be opened. {reason} Nothing has changed; open another file.</source>
        <translation>Не удаётся открыть {path}. {reason} Ничего не изменилось; откройте другой файл.</translation>
    </message>
    <message>
        <source>The value of “{place}” cannot be right.</source>
        <translation>Значение «{place}» не может быть верным.</translation>
    </message>
    <message>
        <source>{path} is from an earlier training. Go on with --resume, or choose another --out.</source>
        <translation>{path} остался от прежнего обучения. Продолжите с --resume или выберите другой --out.</translation>
    </message>
    <message>
        <source>{path} has {size} entries, the recipe asks for {wanted}.</source>
        <translation>В {path} записей: {size}, а рецепт требует {wanted}.</translation>
    </message>
    <message>
        <source>“{name}” has other tokens than the model in use; they cannot be compared.</source>
        <translation>У модели «{name}» другие токены, чем у текущей; сравнить их нельзя.</translation>
    </message>
    <message>
        <source>The new order does not belong to this text. Shuffle the tokens again.</source>
        <translation>Новый порядок не от этого текста. Перемешайте токены ещё раз.</translation>
    </message>
    <message>
        <source>The source of the model is not part of this installation. Install Rostok with pip.</source>
        <translation>В этой установке нет исходного текста модели. Установите Rostok через pip.</translation>
    </message>
    <message>
        <source>There is no checkpoint to measure.</source>
        <translation>Нет ни одной модели, которую можно измерить.</translation>
    </message>
    <message>
        <source>“{name}” is no Qwen3: only a causal transformer with MLPs can be exported.</source>
        <translation>«{name}» — не Qwen3: выгрузить можно только трансформер с причинной маской и слоями MLP.</translation>
    </message>
    <message>
        <source>{path} is not an empty folder.</source>
        <translation>{path} — не пустая папка.</translation>
    </message>
    <message>
        <source>“{name}” keeps no weights of step {step}.</source>
        <translation>У «{name}» нет весов шага {step}.</translation>
    </message>
    <message>
        <source>{path} does not fit its checkpoint ({reason}). Copy the folder again.</source>
        <translation>{path} не подходит к своей модели ({reason}). Скопируйте папку заново.</translation>
    </message>
    <message>
        <source>The session of the last window could not be read. The program starts with the example; the old file is kept as {path}.</source>
        <translation>Сеанс прошлого окна не читается. Программа начнёт с примера; старый файл сохранён как {path}.</translation>
    </message>
    <message>
        <source>“{name}” keeps no snapshots of its training. Train it with “rostok train {name}”, or copy the checkpoint again.</source>
        <translation>У модели «{name}» нет снимков её обучения. Обучите её командой «rostok train {name}» или скопируйте модель заново.</translation>
    </message>
    <message>
        <source>{path} is damaged. Copy the checkpoint again.</source>
        <translation>Файл {path} повреждён. Скопируйте модель заново.</translation>
    </message>
    <message>
        <source>This model has no heads to average.</source>
        <translation>У этой модели нет голов, которые можно усреднить.</translation>
    </message>
</context>
</TS>
