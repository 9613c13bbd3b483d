# Tested by tests/test_webui_run.py.
"""Every setting of the program: default, unit, meaning. Each can be set by ROLLCALL_NAME in the environment."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any

from hardware.address import shown
from hardware.cameras import KINDS
from hardware.rotated import ROTATIONS

MODELS = Path(__file__).resolve().parent.parent / "models"
ABOVE_0 = ("heartbeat", "stale", "reopen", "restarts", "picture_rate", "picture_width", "evidence_mb")


def _setting(default: Any, unit: str, meaning: str) -> Any:
    return field(default=default, metadata={"unit": unit, "meaning": meaning})


@dataclass(frozen=True)
class Settings:
    """What can be set, with its default. Times are seconds, sizes are megabytes where they say so."""

    data: Path = field(
        default_factory=lambda: Path.home() / ".rollcall",
        metadata={"unit": "folder", "meaning": "where matches and their pictures are kept"},
    )
    database: str = _setting(
        "", "URL", "another database than the file in the data folder: postgresql+psycopg://..."
    )
    bucket: str = _setting(
        "", "address", "where the league keeps pictures of turns: s3://BUCKET/FOLDER; empty: in the database"
    )
    camera: str = _setting("auto", "name", f"{KINDS}; none: the dice are typed in")
    models: Path = field(
        default=MODELS,
        metadata={"unit": "folder", "meaning": "where the weights of the reader lie"},
    )
    rotate: int = _setting(
        0, "degrees", "how far the camera's picture is turned clockwise to be upright: 0, 90, 180 or 270"
    )
    table: str = _setting("", "file", "the marked table area; empty: the whole picture is the table")
    record: str = _setting(
        "",
        "folder",
        "records the table as it goes on: the newest ten minutes or so; empty: nothing is recorded",
    )
    hands_free: bool = _setting(
        True, "yes or no", "throwing again confirms the only keep that fits; else the page asks about it"
    )
    host: str = _setting(
        "0.0.0.0", "address", "where the pages are served; 127.0.0.1 hides them from the LAN"
    )
    port: int = _setting(8420, "number", "the port of the pages, 1 to 65535; 0 takes a free one")
    names: str = _setting(
        "",
        "names",
        "public names of the pages, with commas between, such as rolls.example; others are refused",
    )
    proxies: int = _setting(
        0,
        "proxies",
        "in front of a league's server; more than there are: anybody may say who calls",
    )
    inward: bool = _setting(
        False,
        "yes or no",
        "whether a league's server tells webhooks in its own network, too; on the open internet that shows who "
        "runs the league what is there",
    )
    processes: int = _setting(
        4, "processes", "of a league's server; more answer more at once and cost memory"
    )
    threads: int = _setting(16, "threads", "pages served at once; more cost memory, fewer make pages wait")
    streams: int = _setting(10, "streams", "open pages told of changes at once; must stay below the threads")
    heartbeat: float = _setting(
        2.0, "s", "between signs of life to an open page; longer frees lost pages later"
    )
    stale: float = _setting(3.0, "s", "without a new picture until people are told that the camera is silent")
    reopen: float = _setting(10.0, "s", "without a new picture until the camera is closed and opened anew")
    restarts: int = _setting(5, "in 60 s", "camera openings before the pause between them grows")
    picture_rate: float = _setting(10.0, "1/s", "live pictures made for pages at most, however many look on")
    picture_width: int = _setting(1280, "px", "live pictures are not wider than this")
    picture_quality: int = _setting(80, "0 to 100", "of JPEG pictures, live and kept")
    evidence_mb: int = _setting(
        500, "MB", "pictures and replays of throws, but for those kept for good; the oldest go first"
    )

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ, **given: Any) -> Settings:
        """The defaults, changed by ROLLCALL_* and then by what is `given` and not None.

        Raises ValueError with a sentence where a value is not of its setting's kind or range.
        """
        values = {}
        for each in fields(cls):
            name = f"ROLLCALL_{each.name.upper()}"
            if given.get(each.name) is not None:
                values[each.name] = given[each.name]
            elif environment.get(name):
                values[each.name] = _parsed(name, environment[name], each)
        settings = cls(**values)
        settings.check()
        return settings

    def check(self) -> None:
        """Raises ValueError with a sentence for a value out of range, or values that do not go together."""
        if not 0 <= self.port <= 65535:
            raise ValueError(f"The port is 1 to 65535, got {self.port}.")
        if self.proxies < 0 or self.processes < 1:
            raise ValueError("processes is 1 or more, and proxies 0 or more.")
        if not 1 <= self.streams < self.threads:
            # With as many streams as threads every other request waits for ever (measured, HOUSE "Measured laws").
            raise ValueError(
                f"streams ({self.streams}) must be at least 1 and below threads ({self.threads})."
            )
        if self.rotate not in ROTATIONS:
            raise ValueError(f"rotate is 0, 90, 180 or 270 degrees, got {self.rotate}.")
        for name in ABOVE_0:
            value = getattr(self, name)
            if not 0 < value < math.inf:
                end = " and have an end" if value == math.inf else ""
                raise ValueError(f"{name} must be above 0{end}, got {value}.")
        if not 0 <= self.picture_quality <= 100:
            raise ValueError(f"picture_quality is 0 to 100, got {self.picture_quality}.")

    def public(self) -> dict[str, str]:
        """For a report: every setting but the secrets (the address of a database or a camera may hold a password)."""
        hidden = {"database": "(set)" if self.database else "", "camera": shown(self.camera)}
        return {each.name: hidden.get(each.name, str(getattr(self, each.name))) for each in fields(self)}


def _parsed(name: str, text: str, setting: Field[Any]) -> Any:
    kinds: dict[str, Callable[[str], Any]] = {
        "Path": _path,
        "int": int,
        "float": float,
        "str": str,
        "bool": _yes,
    }
    try:
        return kinds[str(setting.type)](text)
    except ValueError:
        unit = setting.metadata["unit"]
        what = unit if setting.type == "bool" else f"a number ({unit})"
        raise ValueError(f"{name} is {what}, got {text!r}.") from None


def _path(text: str) -> Path:
    return Path(text).expanduser()


def _yes(text: str) -> bool:
    return bool(("no", "yes").index(text.lower()))
