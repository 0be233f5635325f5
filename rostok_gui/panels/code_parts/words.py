"""One sentence for every line of the code, found by the function and a piece of the line."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from rostok_gui.messages import QT_TRANSLATE_NOOP

_SAID: tuple[tuple[str, str, str], ...] = (
    (
        "RMSNorm.__init__",
        "self.weight",
        QT_TRANSLATE_NOOP("CodePanel", "One learned factor for each number of the vector."),
    ),
    (
        "RMSNorm.__init__",
        "self.eps",
        QT_TRANSLATE_NOOP("CodePanel", "A tiny number, so that nothing is ever divided by zero."),
    ),
    ("RMSNorm.forward", "def ", QT_TRANSLATE_NOOP("CodePanel", "Vectors come in: all tokens and all heads at once.")),
    (
        "RMSNorm.forward",
        "return",
        QT_TRANSLATE_NOOP(
            "CodePanel", "Every vector is divided by its root mean square, so that long and short ones count alike."
        ),
    ),
    ("rope_table", "def ", QT_TRANSLATE_NOOP("CodePanel", "The table of rotations is made once, for all layers.")),
    (
        "rope_table",
        "frequency",
        QT_TRANSLATE_NOOP("CodePanel", "Each pair of numbers turns at a speed of its own, from fast to very slow."),
    ),
    (
        "rope_table",
        "angle =",
        QT_TRANSLATE_NOOP("CodePanel", "Position times speed: the angle of each pair at each place."),
    ),
    ("rope_table", "return", QT_TRANSLATE_NOOP("CodePanel", "Turning needs the cosine and the sine of each angle.")),
    (
        "apply_rope",
        "def ",
        QT_TRANSLATE_NOOP("CodePanel", "The vectors of all tokens come in, and the angles of their positions."),
    ),
    (
        "apply_rope",
        "first, second",
        QT_TRANSLATE_NOOP("CodePanel", "Each vector is cut in half: number i makes a pair with number i + D/2."),
    ),
    (
        "apply_rope",
        "return",
        QT_TRANSLATE_NOOP("CodePanel", "Each pair turns by the angle of its position: now a vector knows its place."),
    ),
    (
        "Attention.__init__",
        "self.n_head",
        QT_TRANSLATE_NOOP("CodePanel", "How many heads, how wide one is, and whether the future is closed."),
    ),
    (
        "Attention.__init__",
        "self.qkv",
        QT_TRANSLATE_NOOP("CodePanel", "Three matrices in one: for queries, keys and values of all heads."),
    ),
    (
        "Attention.__init__",
        "self.proj",
        QT_TRANSLATE_NOOP("CodePanel", "The output matrix, which mixes what the heads have found."),
    ),
    (
        "Attention.__init__",
        "self.q_norm",
        QT_TRANSLATE_NOOP("CodePanel", "The norm of the queries, with one factor for each of their numbers."),
    ),
    (
        "Attention.__init__",
        "self.k_norm",
        QT_TRANSLATE_NOOP("CodePanel", "The norm of the keys, with one factor for each of their numbers."),
    ),
    ("Attention.__init__", "", QT_TRANSLATE_NOOP("CodePanel", "Here the layer gets its weights; training set them.")),
    ("RMSNorm.__init__", "", QT_TRANSLATE_NOOP("CodePanel", "Here the norm gets its weights; training set them.")),
    (
        "Attention.heads",
        "def ",
        QT_TRANSLATE_NOOP("CodePanel", "The vectors of all tokens come in, and the table of rotations."),
    ),
    (
        "Attention.heads",
        "chunk(3",
        QT_TRANSLATE_NOOP("CodePanel", "One multiplication gives each token its query, its key and its value."),
    ),
    (
        "Attention.heads",
        "unflatten",
        QT_TRANSLATE_NOOP("CodePanel", "No number changes: the C columns are cut into H heads of D columns."),
    ),
    (
        "Attention.heads",
        "self.q_norm(q)",
        QT_TRANSLATE_NOOP(
            "CodePanel", "Queries and keys get about the same length, so that no score can grow without bounds."
        ),
    ),
    (
        "Attention.heads",
        "return",
        QT_TRANSLATE_NOOP("CodePanel", "Queries and keys are turned by their positions; values are not."),
    ),
    (
        "Attention.forward",
        "def ",
        QT_TRANSLATE_NOOP("CodePanel", "The layer is called with the vectors of all tokens."),
    ),
    (
        "Attention.forward",
        "self.heads(",
        QT_TRANSLATE_NOOP("CodePanel", "Now every head has its queries, keys and values."),
    ),
    (
        "Attention.forward",
        "scaled_dot_product_attention",
        QT_TRANSLATE_NOOP(
            "CodePanel",
            "Scores, mask, softmax and weighted sum in one call. In numpy you see the steps it goes through.",
        ),
    ),
    (
        "Attention.forward",
        "transpose",
        QT_TRANSLATE_NOOP("CodePanel", "The heads stand side by side again: one vector of C numbers for each token."),
    ),
    (
        "Attention.forward",
        "self.proj(y)",
        QT_TRANSLATE_NOOP("CodePanel", "The output matrix mixes the heads; the result is added to the stream."),
    ),
    ("Attention.forward", "return", QT_TRANSLATE_NOOP("CodePanel", "This is what the layer has read from the text.")),
)


def sentence_for(function: str, text: str) -> str:
    """What the line `text` of a function does, in the language on screen; empty for a line without a sentence."""
    for name, fragment, sentence in _SAID:
        if name == function and fragment in text:
            return QCoreApplication.translate("CodePanel", sentence)
    return ""
