"""Paths that people name."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

ALLOW = "Give this user the right to read it and to enter its folder, or name a copy."
"""What to do with a file that may not be read."""


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A file beside it to write, which takes the place of `path` when all went well; else it is removed.

    So whoever reads `path` finds the old file or the new one, and never half of one; a link there is replaced, and what
    it leads to is not touched. What is no file, as a terminal or a pipe, has nothing to replace and is written to.
    """
    if path.exists() and not path.is_file():
        yield path
        return
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        yield beside
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise


@contextmanager
def in_utf8(path: Path) -> Iterator[str]:
    """The path to a file as FFmpeg is told it, to be opened while this lasts.

    It is in UTF-8, without which OpenCV crashes: a file whose name is in no such letters is opened, and named by the
    number that it has then. It begins with a slash: else FFmpeg takes what stands before a colon for a protocol. Raises
    OSError where such a file cannot be opened.
    """
    path = path.absolute()
    try:
        name = os.fsencode(path).decode()
    except UnicodeDecodeError:
        with path.open("rb") as file:
            yield f"/dev/fd/{file.fileno()}"
    else:
        yield name


def is_there(path: Path) -> bool:
    """Whether there is something; nothing is under a name that cannot be, such as one that is too long."""
    try:
        return path.exists()
    except OSError:
        return False


def may_be_read(path: Path) -> bool:
    """Whether nothing forbids this user to read it, or to look whether it is there at all."""
    try:
        if path.is_file():
            path.open("rb").close()
    except PermissionError:
        return False
    except OSError:
        pass  # it is for whoever reads it to say
    return True


def in_letters(words: str) -> str:
    r"""A sentence in which a path stands, on one line: what steers a terminal there, or fits no page, is written out.

    >>> in_letters("a\x1b[2J\n.jpg is empty")
    'a\\x1b[2J\\n.jpg is empty'
    """
    return "".join(
        letter.encode("unicode_escape").decode()
        if unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp")
        else letter
        for letter in words
    )
