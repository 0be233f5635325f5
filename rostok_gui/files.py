"""Reading files that nobody has vouched for, and writing files that are whole or not there at all."""

from __future__ import annotations

import errno
import json
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from rostok_gui.messages import QT_TRANSLATE_NOOP, RostokError

_REASONS = {
    errno.ENOENT: QT_TRANSLATE_NOOP("messages", "{path} is missing. Put the file there, or choose another one."),
    errno.ENOTDIR: QT_TRANSLATE_NOOP(
        "messages", "{path} cannot be reached: part of the way is no folder. Choose another file."
    ),
    errno.EISDIR: QT_TRANSLATE_NOOP("messages", "{path} is a folder, not a file. Put the file itself there."),
    errno.ELOOP: QT_TRANSLATE_NOOP(
        "messages", "{path} is a link that leads back to itself. Put the file itself there."
    ),
    errno.EACCES: QT_TRANSLATE_NOOP(
        "messages", "{path} may not be read by you. Change its permissions, or copy it to a folder of your own."
    ),
}
_OTHER_REASON = QT_TRANSLATE_NOOP(
    "messages", "{path} cannot be read: {reason}. Check the disk, or copy the file again."
)
_NO_FILE = QT_TRANSLATE_NOOP("messages", "{path} is a device or a pipe, not a file. Put the file itself there.")


def shown(text: object, limit: int = 200) -> str:
    """`text` fit for one line of a message: unprintable signs escaped, the middle of a long text left out."""
    line = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in str(text))
    return line if len(line) <= limit else f"{line[: limit // 2]}…{line[-limit // 2 :]}"


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open an ordinary file for reading; whatever the system objects to becomes a `RostokError` that names the file."""
    try:
        # Asked before opening: to open a pipe would wait for its other end.
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, "")
        if not stat.S_ISREG(mode):
            raise RostokError(_NO_FILE, path=shown(path))
        with path.open("rb") as file:
            yield file
    except ValueError as error:  # a name that no file can have (a NUL in it, half a character)
        raise RostokError(_REASONS[errno.ENOENT], path=shown(path)) from error
    except OSError as error:
        template = _REASONS.get(error.errno or 0, _OTHER_REASON)
        raise RostokError(template, path=shown(path), reason=shown(error.strerror)) from error


def read_file(path: Path, limit: int) -> bytes:
    """Return all bytes of a file of at most `limit` bytes; a longer one is refused before memory is taken for it."""
    with opened(path) as file:
        size = os.fstat(file.fileno()).st_size
        data = b"" if size > limit else file.read(size + 1)
    if max(size, len(data)) > limit:
        raise RostokError(
            QT_TRANSLATE_NOOP(
                "messages",
                "{path} holds {size} bytes; such a file has {limit} at most. It is another kind of file or damaged: "
                "copy the right one again.",
            ),
            path=shown(path),
            size=max(size, len(data)),
            limit=limit,
        )
    return data


def parse_json(data: bytes, path: Path) -> Any:
    """Parse the JSON text `data` that came from `path`; an entry written twice is an error like any other."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        entries = dict(pairs)
        if len(entries) < len(pairs):
            raise ValueError("an entry is there twice")
        return entries

    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=unique)
    except (ValueError, RecursionError) as error:
        raise RostokError(
            QT_TRANSLATE_NOOP("messages", "{path} is not valid JSON ({reason}). Copy the file again."),
            path=shown(path),
            reason=shown(error),
        ) from error


def read_json(path: Path, limit: int = 1 << 20) -> Any:
    """Return the content of a JSON file of at most `limit` bytes."""
    return parse_json(read_file(path, limit), path)


def write_file(path: Path, data: bytes) -> None:
    """Write `data` so that at every moment `path` holds either its old content or all of the new; make its folder."""
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        temporary = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(0o644)  # mkstemp lets nobody else read
        temporary.replace(path)
    except OSError as error:
        raise RostokError(
            QT_TRANSLATE_NOOP(
                "messages",
                "{path} cannot be written: {reason}. Make room or choose another folder; what was there before stays.",
            ),
            path=shown(path),
            reason=shown(error.strerror),
        ) from error
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
