"""Where the table is, as people marked it: kept in the data folder, used by whoever looks at the table."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from vision.table import Table, TableError
from webui.config import Settings

How = Literal["mat", "tray", "hand", "whole"]
HOWS: tuple[How, ...] = get_args(How)
Side = Literal["", "left", "right", "near", "far"]
SIDES: tuple[Side, ...] = get_args(Side)
FILE = "table.json"


@dataclass(frozen=True, eq=False)
class Marked:
    """how: it was marked; table: None where the whole picture is the table. keep: the side of the keep zone, or "".

    size_mm: across and down, where a person said it.
    """

    how: How = "whole"
    table: Table | None = None
    keep: Side = ""
    size_mm: tuple[float, float] | None = None


class Marks:
    """The marked table of one data folder. `now` may be read from any thread."""

    def __init__(self, path: Path, now: Marked) -> None:
        self._path = path
        self.now = now

    @classmethod
    def open(cls, settings: Settings) -> Marks:
        """What was marked last; a file named in the settings goes before it. Raises TableError."""
        path = settings.data / FILE
        if settings.table:
            return cls(path, Marked("hand", Table.load(Path(settings.table))))
        return cls(path, _read(path) if path.exists() else Marked())

    def put(self, marked: Marked) -> None:
        """This is the table from now on. Raises OSError where it cannot be kept."""
        about = {"how": marked.how, "keep_side": marked.keep, "size_mm": marked.size_mm}
        facts = about | (marked.table.to_json() if marked.table else {})
        beside = self._path.with_suffix(".new")
        beside.write_text(json.dumps(facts) + "\n", encoding="utf-8")
        os.replace(beside, self._path)
        self.now = marked


def _read(path: Path) -> Marked:
    try:
        facts = json.loads(path.read_text(encoding="utf-8"))
        how, keep, size = facts["how"], facts["keep_side"], facts["size_mm"]
        if how not in HOWS or keep not in SIDES:
            raise ValueError(f"how {how!r}, keep {keep!r}")
        table = None if how == "whole" else Table.from_json(facts)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise TableError(
            f"{path} does not say where the table is ({error}). Delete it and mark the table again."
        ) from None
    return Marked(how, table, keep, None if size is None else (float(size[0]), float(size[1])))
