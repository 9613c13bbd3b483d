"""Where the table is, as people marked it: kept in the data folder, used by whoever looks at the table."""

from __future__ import annotations

import hashlib
import json
import threading
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, cast, get_args

import cv2
import numpy as np

from hardware.frame import Image
from hardware.jpeg import encode_jpeg
from hardware.path import replacing
from vision.picture.upright import upright
from vision.plane.table import Table, TableError
from webui.config import Settings

How = Literal["mat", "tray", "hand", "whole"]
HOWS: tuple[How, ...] = get_args(How)
Side = Literal["", "left", "right", "near", "far"]
SIDES: tuple[Side, ...] = get_args(Side)
FILE = "table.json"
PICTURE = "table.jpg"
# What to do where a file named at the start cannot be used.
_ANEW = "mark the table anew on the set-up page, or go on without the file"
# Anticlockwise in the picture.
_ROUND: tuple[Side, ...] = ("far", "left", "near", "right")


@dataclass(frozen=True, eq=False)
class MarkedTable:
    """The table and how it was marked; table: None where the whole picture is the table.

    keep: the side of the keep zone, or "". size_mm: across and down, where a person said it.
    """

    how: How = "whole"
    table: Table | None = None
    keep: Side = ""
    size_mm: tuple[float, float] | None = None


class TableFile:
    """The marked table as one data folder keeps it, with its picture. `now` and `picture` may be read from any thread.

    folder: None for a film with a table of its own: nothing is kept then, so that the camera's table stays.
    picture: (H, W, 3) BGR, what the camera saw when the table was marked; None where that is not known.
    rotate: by how many degrees the camera's pictures are turned clockwise. named: the file in the settings, which
    goes before what is kept; "" where none is.
    """

    def __init__(
        self,
        folder: Path | None,
        now: MarkedTable,
        picture: Image | None = None,
        rotate: int = 0,
        named: str = "",
    ) -> None:
        self._folder = folder
        self._rotate = rotate
        self.named = named
        self.now = now
        self.picture = picture
        # A person marks the table on one thread while a mat is found again on another.
        self._lock = threading.Lock()

    @classmethod
    def open(cls, settings: Settings) -> TableFile:
        """What was marked last; a file named in the settings goes before it. Raises TableError."""
        if settings.table:
            table = load_table(Path(settings.table), settings.rotate)
            return cls(settings.data, MarkedTable("hand", table), None, settings.rotate, settings.table)
        path = settings.data / FILE
        if not path.exists():
            return cls(settings.data, MarkedTable(), None, settings.rotate)
        marked, rotated, digest = _read(path)
        turns = (rotated - settings.rotate) // 90 % 4
        seen = _seen(settings.data / PICTURE, digest)
        stood = None if seen is None else upright(seen, turns)
        return cls(settings.data, _turned(marked, turns), stood, settings.rotate)

    def fitted(self, width: int, height: int) -> Table | None:
        """The marked table in a picture of this size, px; None where the whole picture is the table."""
        table = self.now.table
        return table.fitted(width, height) if table else None

    def put(self, marked: MarkedTable, picture: Image) -> None:
        """This is the table from now on, seen like this. Raises OSError where it cannot be kept: all is as it was."""
        with self._lock:
            self._put(marked, picture)

    def _put(self, marked: MarkedTable, picture: Image) -> None:
        about = {
            "how": marked.how,
            "keep_side": marked.keep,
            "size_mm": marked.size_mm,
            "rotate": self._rotate,
        }
        facts = about | (marked.table.to_json() if marked.table else {})
        if self._folder:
            self._keep(self._folder, facts, picture)
        self.picture, self.now = picture, marked

    @property
    def kept(self) -> bool:
        """Whether what is marked outlives the program."""
        return self._folder is not None

    def move(self, known: MarkedTable, table: Table, picture: Image) -> bool:
        """The table known as that was found elsewhere in the picture; False where another was marked meanwhile.

        It counts even where it cannot be kept.
        """
        with self._lock:
            if self.now is not known:
                return False
            marked = replace(known, table=table)
            try:
                self._put(marked, picture)
            except OSError:
                self.picture, self.now = picture, marked
            return True

    @staticmethod
    def _keep(folder: Path, facts: dict[str, Any], picture: Image) -> None:
        coded = encode_jpeg(picture)
        # The table says which picture is its own: beside that of another it would seem to have moved.
        written = json.dumps(facts | {"picture": _digest(coded)}).encode() + b"\n"
        for half in folder.glob("table.*.part"):  # of a program that was killed while it wrote
            half.unlink(missing_ok=True)
        with replacing(folder / FILE) as table, replacing(folder / PICTURE) as seen:
            seen.write_bytes(coded)
            table.write_bytes(written)


def load_table(path: Path, rotate: int = 0) -> Table:
    """The table in a file that a person named: one kept by the set-up page, or what `Table.from_json` reads.

    rotate: by how many degrees the camera's pictures are turned clockwise; the file may say by how many they were
    (`rotate`) when the table was marked. Raises TableError with a sentence.
    """
    try:
        facts = _facts(path)
        if facts.get("how") != "whole":
            return Table.from_json(facts).turned((_rotated(facts) - rotate) // 90 % 4)
    except OSError as error:
        raise TableError(f"the table file {path} cannot be read ({error.strerror}): {_ANEW}") from None
    except TableError as error:
        raise TableError(f"the table file {path} cannot be used: {error}: {_ANEW}") from None
    except ValueError as error:
        raise TableError(f"the table file {path} {error}: {_ANEW}") from None
    raise TableError(f"the table file {path} marks nothing, the whole picture is the table: go on without it")


def _facts(path: Path) -> dict[str, Any]:
    """What a table file says. Raises OSError, and ValueError where it is not one JSON object."""
    try:
        facts = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"is not JSON ({error})") from None
    if not isinstance(facts, dict):
        raise ValueError(f"is not one JSON object but a {type(facts).__name__}")
    return facts


def _rotated(facts: dict[str, Any]) -> int:
    """By how many degrees the picture was turned clockwise when the table was marked. Raises ValueError."""
    rotated = facts.get("rotate", 0)
    if rotated not in (0, 90, 180, 270):
        raise ValueError(f"has pictures turned by {rotated!r} degrees")
    return int(rotated)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _seen(path: Path, digest: str | None) -> Image | None:
    """The picture (BGR), if it is the one of that digest; any, where the table's file is of before it named one."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    if digest not in (None, _digest(content)):
        return None
    picture: Any = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR) if content else None
    return cast("Image | None", picture)


def _turned(marked: MarkedTable, turns: int) -> MarkedTable:
    """The same table where the picture is turned anticlockwise so often by 90 degrees since it was marked."""
    if not turns:
        return marked
    table = marked.table.turned(turns) if marked.table else None
    keep = _ROUND[(_ROUND.index(marked.keep) + turns) % 4] if marked.keep else marked.keep
    size_mm = marked.size_mm[::-1] if marked.size_mm and turns % 2 else marked.size_mm
    return replace(marked, table=table, keep=keep, size_mm=size_mm)


def _read(path: Path) -> tuple[MarkedTable, int, str | None]:
    """What was marked, by how many degrees the picture was turned then, and its digest, if it has one."""
    try:
        facts = _facts(path)
        how, keep, size = facts["how"], facts["keep_side"], facts["size_mm"]
        size_mm = None if size is None else (float(size[0]), float(size[1]))
        rotated = _rotated(facts)
        if how not in HOWS or keep not in SIDES:
            raise ValueError(f"how {how!r}, keep {keep!r}")
        table = None if how == "whole" else Table.from_json(facts)
    except (OSError, ValueError, LookupError, TypeError, OverflowError) as error:
        raise TableError(
            f"{path} does not say where the table is ({error}). Delete it and mark the table again."
        ) from None
    return MarkedTable(how, table, keep, size_mm), rotated, facts.get("picture")
