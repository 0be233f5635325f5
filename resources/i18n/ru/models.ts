<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru">
<context>
    <name>CardPart</name>
    <message>
        <source>Model whose card is shown</source>
        <translation>Модель, карточка которой показана</translation>
    </message>
    <message>
        <source>Card of the model</source>
        <translation>Карточка модели</translation>
    </message>
    <message>
        <source>“{name}” has no card (CARD.md) in its folder.</source>
        <translation>В папке модели «{name}» нет карточки (CARD.md).</translation>
    </message>
</context>
<context>
    <name>ComparePart</name>
    <message>
        <source>All models</source>
        <translation>Все модели</translation>
    </message>
    <message>
        <source>Losses of the models</source>
        <translation>Потери моделей</translation>
    </message>
    <message>
        <source>loss in nats per token (further left is better)</source>
        <translation>потеря в натах на токен (чем левее, тем лучше)</translation>
    </message>
    <message>
        <source>perplexity = e to the loss: among so many tokens the model wavers</source>
        <translation>перплексия = e в степени потери: между столькими токенами колеблется модель</translation>
    </message>
    <message>
        <source>No loss is known yet. “Measure here” reads stories that no model has seen.</source>
        <translation>Потеря ещё не известна. «Измерить здесь» читает истории, которых не видела ни одна модель.</translation>
    </message>
    <message>
        <source>Measure here</source>
        <translation>Измерить здесь</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отменить</translation>
    </message>
    <message>
        <source>Use in all panels</source>
        <translation>Во все панели</translation>
    </message>
    <message>
        <source>all stories</source>
        <translation>все истории</translation>
    </message>
    <message>
        <source>{n} stories, quick</source>
        <translation>быстро: {n} историй</translation>
    </message>
    <message>
        <source>How many stories are read</source>
        <translation>Сколько историй читать</translation>
    </message>
    <message>
        <source>Progress of the measurement</source>
        <translation>Ход измерения</translation>
    </message>
    <message>
        <source>model</source>
        <translation>модель</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>параметры</translation>
    </message>
    <message>
        <source>layers × heads</source>
        <translation>слои × головы</translation>
    </message>
    <message>
        <source>width</source>
        <translation>ширина</translation>
    </message>
    <message>
        <source>sees</source>
        <translation>видит</translation>
    </message>
    <message>
        <source>trained on</source>
        <translation>обучена на</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>потеря</translation>
    </message>
    <message>
        <source>perplexity</source>
        <translation>перплексия</translation>
    </message>
    <message>
        <source>P(“or”)</source>
        <translation>P(«or»)</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>токенов/с</translation>
    </message>
    <message>
        <source>{n} M</source>
        <comment>millions of tokens</comment>
        <translation>{n} млн</translation>
    </message>
    <message>
        <source>reads ahead → alone</source>
        <translation>подглядывает → сама</translation>
    </message>
    <message>
        <source>Ring: as measured at training. Disc and ✓: measured here.</source>
        <translation>Кольцо: измерено при обучении. Круг и ✓: измерено здесь.</translation>
    </message>
    <message numerus="yes">
        <source>Ring: as measured at training. Disc and ✓: measured here on %n held-out text(s).</source>
        <translation>
            <numerusform>Кольцо: измерено при обучении. Круг и ✓: измерено здесь на %n отложенном тексте.</numerusform>
            <numerusform>Кольцо: измерено при обучении. Круг и ✓: измерено здесь на %n отложенных текстах.</numerusform>
            <numerusform>Кольцо: измерено при обучении. Круг и ✓: измерено здесь на %n отложенных текстах.</numerusform>
        </translation>
    </message>
    <message>
        <source>P(“or”): the invented name Zorbin is said again; how sure is the model after “ Z”?</source>
        <translation>P(«or»): выдуманное имя Zorbin звучит снова; насколько уверена модель после « Z»?</translation>
    </message>
    <message>
        <source>Waiting for the worker …</source>
        <translation>Ожидание очереди…</translation>
    </message>
    <message>
        <source>about {n} s left</source>
        <translation>осталось около {n} с</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>измерено</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>слои</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>головы</translation>
    </message>
    <message>
        <source>P, other names</source>
        <translation>P, другие имена</translation>
    </message>
    <message>
        <source>loss alone</source>
        <translation>потеря без подглядывания</translation>
    </message>
    <message>
        <source>at training</source>
        <translation>при обучении</translation>
    </message>
    <message>
        <source>here</source>
        <translation>здесь</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Модели</translation>
    </message>
</context>
<context>
    <name>ModelsPanel</name>
    <message>
        <source>Models</source>
        <translation>Модели</translation>
    </message>
    <message>
        <source>Compare the models, and measure them here.</source>
        <translation>Сравните модели и измерьте их здесь.</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Models&lt;/h3&gt;&lt;p&gt;&lt;b&gt;Comparison.&lt;/b&gt; The &lt;i&gt;loss&lt;/i&gt; is the mean surprise at the next token, in nats, on stories that no model has seen; further left is better. e to the loss is the &lt;i&gt;perplexity&lt;/i&gt;: among so many equally likely tokens the model wavers. All models share one tokenizer and read the same tokens, so their numbers compare; each uses what it can see: one only the last few tokens, another the whole text.&lt;/p&gt;&lt;p&gt;A ring stands for what was measured when the model was trained. “Measure here” measures again on this device; it takes a while, can be cancelled, and models that are done keep their figures. A model that was trained without the mask reads the answer ahead: its loss is near zero and worth nothing. The diamond shows what it gets when it may not.&lt;/p&gt;&lt;p&gt;&lt;b&gt;P(“or”)&lt;/b&gt;: a dragon has an invented name, Zorbin. When “ Z” comes again, only a model that can look back knows that “or” must follow.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Card&lt;/b&gt;: what the model is, what it learned from, and what it cannot do.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Training&lt;/b&gt;: a small model with two layers, kept at several moments. Move the slider or press Play. Each map is one head on random tokens said twice; there is nothing to understand in them, only to copy. An induction head looks behind the earlier copy of the token: a second line, parallel to the diagonal. When it appears, the loss on tokens said again falls. A head of layer 1 that looks at the previous token has to be there first (dashed: layer 1).&lt;/p&gt;&lt;p&gt;&lt;b&gt;Keys:&lt;/b&gt; in the row of tabs left and right; Up and Down choose a model in the table and in the picture; arrows move the slider; in the maps arrows go from head to head.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Модели&lt;/h3&gt;&lt;p&gt;&lt;b&gt;Сравнение.&lt;/b&gt; &lt;i&gt;Потеря&lt;/i&gt; — среднее удивление следующему токену, в натах, на историях, которых не видела ни одна модель; чем левее, тем лучше. e в степени потери — &lt;i&gt;перплексия&lt;/i&gt;: между столькими равновероятными токенами колеблется модель. У всех моделей один токенизатор, и читают они одни и те же токены, поэтому числа сравнимы; каждая использует то, что видит: одна — лишь несколько последних токенов, другая — весь текст.&lt;/p&gt;&lt;p&gt;Кольцо — то, что было измерено при обучении модели. «Измерить здесь» измеряет заново на этом устройстве; это занимает время, измерение можно отменить, и готовые модели сохраняют свои числа. Модель, которую учили без маски, подглядывает ответ: её потеря близка к нулю и ничего не стоит. Ромб показывает, что получается, когда подглядывать нельзя.&lt;/p&gt;&lt;p&gt;&lt;b&gt;P(«or»)&lt;/b&gt;: у дракона выдуманное имя Zorbin. Когда снова встречается « Z», только модель, которая умеет смотреть назад, знает, что дальше должно идти «or».&lt;/p&gt;&lt;p&gt;&lt;b&gt;Карточка&lt;/b&gt;: что это за модель, на чём она училась и чего не умеет.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Обучение&lt;/b&gt;: маленькая модель из двух слоёв, сохранённая в несколько моментов. Двигайте ползунок или нажмите «Пуск». Каждая карта — одна голова на случайных токенах, сказанных дважды: понимать в них нечего, можно только копировать. Индукционная голова смотрит за прежнюю копию токена: вторая линия, параллельная диагонали. Когда она появляется, потеря на повторённых токенах падает. Сначала должна появиться голова слоя 1, которая смотрит на предыдущий токен (пунктир: слой 1).&lt;/p&gt;&lt;p&gt;&lt;b&gt;Клавиши:&lt;/b&gt; в ряду вкладок — влево и вправо; Вверх и Вниз выбирают модель в таблице и на рисунке; стрелки двигают ползунок; на картах стрелки ведут от головы к голове.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Heads of a small model after {step} steps of training</source>
        <translation>Головы маленькой модели после {step} шагов обучения</translation>
    </message>
    <message>
        <source>Card of the model {name}</source>
        <translation>Карточка модели {name}</translation>
    </message>
    <message>
        <source>Models and their losses on unseen stories</source>
        <translation>Модели и их потери на незнакомых историях</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Сравнение</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>Карточка</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Обучение</translation>
    </message>
    <message>
        <source>What the panel shows</source>
        <translation>Что показывает панель</translation>
    </message>
    <message>
        <source>Another model</source>
        <translation>Другая модель</translation>
    </message>
</context>
<context>
    <name>TrainingPart</name>
    <message>
        <source>previous token</source>
        <translation>предыдущий токен</translation>
    </message>
    <message>
        <source>start mark</source>
        <translation>метка начала</translation>
    </message>
    <message>
        <source>induction</source>
        <translation>индукция</translation>
    </message>
    <message>
        <source>same token</source>
        <translation>тот же токен</translation>
    </message>
    <message>
        <source>local</source>
        <translation>локальная</translation>
    </message>
    <message>
        <source>other</source>
        <translation>другая</translation>
    </message>
    <message>
        <source>prev</source>
        <comment>type of a head, four letters</comment>
        <translation>пред</translation>
    </message>
    <message>
        <source>start</source>
        <comment>type of a head, four letters</comment>
        <translation>мет</translation>
    </message>
    <message>
        <source>ind</source>
        <comment>type of a head, four letters</comment>
        <translation>инд</translation>
    </message>
    <message>
        <source>same</source>
        <comment>type of a head, four letters</comment>
        <translation>тот же</translation>
    </message>
    <message>
        <source>loc</source>
        <comment>type of a head, four letters</comment>
        <translation>лок</translation>
    </message>
    <message>
        <source>other</source>
        <comment>type of a head, four letters</comment>
        <translation>другая</translation>
    </message>
    <message>
        <source>Maps of the heads at this moment</source>
        <translation>Карты голов в этот момент</translation>
    </message>
    <message>
        <source>Induction score of every head</source>
        <translation>Оценка индукции каждой головы</translation>
    </message>
    <message>
        <source>Loss in nats per token</source>
        <translation>Потеря в натах на токен</translation>
    </message>
    <message>
        <source>Random tokens, said twice</source>
        <translation>Случайные токены, дважды</translation>
    </message>
    <message>
        <source>The current text</source>
        <translation>Текущий текст</translation>
    </message>
    <message>
        <source>What the maps show</source>
        <translation>Что показывают карты</translation>
    </message>
    <message>
        <source>Moment of the training</source>
        <translation>Момент обучения</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Ход работы</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отменить</translation>
    </message>
    <message>
        <source>Every moment of the training reads the text …</source>
        <translation>Каждый момент обучения читает текст…</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s) at the end do not fit into this small model.</source>
        <translation>
            <numerusform>%n токен в конце не помещается в эту маленькую модель.</numerusform>
            <numerusform>%n токена в конце не помещаются в эту маленькую модель.</numerusform>
            <numerusform>%n токенов в конце не помещаются в эту маленькую модель.</numerusform>
        </translation>
    </message>
    <message>
        <source>▶ Play</source>
        <translation>▶ Пуск</translation>
    </message>
    <message>
        <source>▶ Next moment</source>
        <translation>▶ Следующий момент</translation>
    </message>
    <message>
        <source>❚❚ Stop</source>
        <translation>❚❚ Стоп</translation>
    </message>
    <message>
        <source>&lt;b&gt;Step {step} of {last}&lt;/b&gt; · {tokens} M tokens read</source>
        <translation>&lt;b&gt;Шаг {step} из {last}&lt;/b&gt; · прочитано {tokens} млн токенов</translation>
    </message>
    <message>
        <source>loss on unseen stories {loss}</source>
        <translation>потеря на незнакомых историях {loss}</translation>
    </message>
    <message>
        <source>layer {layer}, head {head}: induction score {score}</source>
        <translation>слой {layer}, голова {head}: оценка индукции {score}</translation>
    </message>
    <message>
        <source>chance</source>
        <translation>случайность</translation>
    </message>
    <message>
        <source>said again</source>
        <translation>повтор</translation>
    </message>
    <message>
        <source>stories</source>
        <translation>истории</translation>
    </message>
    <message>
        <source>head {name}</source>
        <translation>голова {name}</translation>
    </message>
    <message>
        <source>step</source>
        <translation>шаг</translation>
    </message>
    <message>
        <source>tokens read</source>
        <translation>прочитано токенов</translation>
    </message>
    <message>
        <source>loss on unseen stories</source>
        <translation>потеря на незнакомых историях</translation>
    </message>
    <message>
        <source>loss, said first</source>
        <translation>потеря, впервые</translation>
    </message>
    <message>
        <source>loss, said again</source>
        <translation>потеря, повтор</translation>
    </message>
    <message>
        <source>Induction scores over the training of {name}</source>
        <translation>Оценки индукции за время обучения {name}</translation>
    </message>
</context>
<context>
    <name>messages</name>
    <message>
        <source>Step {step}, layer {layer} head {head}: “{query}” gives {weight:.3f} to “{key}”</source>
        <translation>Шаг {step}, слой {layer}, голова {head}: «{query}» отдаёт {weight:.3f} токену «{key}»</translation>
    </message>
</context>
</TS>
