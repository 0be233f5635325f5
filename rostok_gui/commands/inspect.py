"""``rostok inspect TEXT``: what one head does with a text, and what the model expects next, without a window."""

from __future__ import annotations

import argparse
import json
import math
import sys
from typing import Any

from rostok_gui.messages import QT_TRANSLATE_NOOP, RostokError
from rostok_gui.model.trace import Trace


def add_arguments(commands: Any) -> None:
    """Add the parser of the command."""
    parser = commands.add_parser(
        "inspect",
        help="print the weights of one head for a text, and the next-token candidates",
        description="Run TEXT through a model and print what one head looks at. Layers and heads count from 1.",
    )
    parser.add_argument("text", metavar="TEXT", help="the text; “-” reads it from standard input")
    parser.add_argument("--layer", type=int, default=6, metavar="N", help="layer, from 1 (default 6)")
    parser.add_argument("--head", type=int, default=4, metavar="N", help="head, from 1 (default 4)")
    parser.add_argument("--token", type=int, metavar="N", help="position of the token that looks (default: the last)")
    parser.add_argument("--model", default="rostok", help="checkpoint (default rostok)")
    parser.add_argument("--device", default="cpu", help="cpu, cuda:0, mps ... (default cpu)")
    parser.add_argument("--json", action="store_true", help="everything as one JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the answer; 0."""
    from rostok_gui.engine.results import TextRun

    text = sys.stdin.read() if arguments.text == "-" else arguments.text
    answer = ask_engine(arguments.model, arguments.device, text)
    assert isinstance(answer, TextRun)
    trace = answer.trace
    layer = _within("--layer", arguments.layer, 1, trace.n_layer) - 1
    head = _within("--head", arguments.head, 1, trace.n_head) - 1
    token = len(trace) - 1 if arguments.token is None else _within("--token", arguments.token, 0, len(trace) - 1)
    if answer.cut:
        print(f"rostok: the text is too long; {answer.cut} tokens at its end were left out", file=sys.stderr)
    if arguments.json:
        json.dump(as_json(trace, layer, head), sys.stdout, ensure_ascii=False)
        print()
    else:
        print(as_text(trace, layer, head, token))
    return 0


def ask_engine(model: str, device: str, text: str) -> object:
    """Open `model` and run `text` in this thread; a failure is raised in words."""
    from rostok_gui.engine.cancel import CancelToken
    from rostok_gui.engine.engine import Engine
    from rostok_gui.engine.requests import OpenModel, RunText
    from rostok_gui.engine.results import Answer, Failure, ModelOpened

    engine, result = Engine(), None
    for request in (OpenModel(model, device), RunText(text)):
        event = engine.run(request, CancelToken(), lambda _: None)
        if isinstance(event, Failure):
            raise RostokError(event.message.template, **event.message.values)
        assert isinstance(event, Answer)
        result = event.result
        if isinstance(result, ModelOpened) and result.notice:
            print(f"rostok: {result.notice}", file=sys.stderr)
    return result


def as_json(trace: Trace, layer: int, head: int) -> dict[str, Any]:
    """The JSON object of the command: weights T x T, next top 5 and loss (null where there is none) per position."""
    return {
        "model": trace.model,
        "tokens": [token.label for token in trace.tokens],
        "layer": layer + 1,
        "head": head + 1,
        "weights": [[float(w) for w in row] for row in trace.pattern(layer, head)],
        "next": [
            [[trace.vocabulary[token], p] for token, p in trace.candidates(t, 5)] for t in range(len(trace.tokens))
        ],
        "loss": [None if math.isnan(x) else float(x) for x in trace.loss],
    }


def as_text(trace: Trace, layer: int, head: int, token: int) -> str:
    """A page for people: one row of the head as bars, then the candidates after the token."""
    labels = [t.label for t in trace.tokens]
    width = max(len(label) for label in labels)
    lines = [f"Layer {layer + 1} head {head + 1}: “{labels[token]}” (token {token}) looks at", ""]
    for position, weight in enumerate(trace.weights(layer, head, token)[: token + 1]):
        bar = "█" * round(40 * float(weight))
        lines.append(f"  {position:>3}  {labels[position]:<{width}}  {weight:.3f}  {bar}".rstrip())
    lines += ["", "Next token:"]
    lines += [f"  {p:6.1%}  {trace.vocabulary[i]}" for i, p in trace.candidates(token, 5)]
    if token + 1 < len(trace):
        lines.append(f"True next token: {labels[token + 1]}, {trace.loss[token + 1]:.2f} nats")
    return "\n".join(lines)


def _within(option: str, value: int, low: int, high: int) -> int:
    if not low <= value <= high:
        raise RostokError(
            QT_TRANSLATE_NOOP("messages", "{option} {value}: this model and text have {low} to {high}."),
            option=option,
            value=value,
            low=low,
            high=high,
        )
    return value
