"""Judges the table in motion on clips with truth: one Roll for each throw, none for anything else.

    python -m models.motion build/clips [--unknown] [--told] [--only NAME ...]

Each clip of models.scenes.clips is followed as `rollcall watch` does, with its table marked and the number of dice
told (--unknown: not told; a clip that is no throw is told how many dice lie there). --told: the dice of each frame
are taken from its truth, so that motion is judged without the reader. One line for each clip that went wrong, then
the table.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from hardware.clip import Clip
from hardware.frame import Image
from vision.nouns import Detection, Event, OffTable, Roll
from vision.pipeline import Pipeline, Reads
from vision.read import Reader
from vision.table import Table

# A die within so much of its edge from where it ends lies still.
STILL_DICE = 0.1
ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Verdict:
    """One clip: what was true and what was seen.

    rest_s: when the dice that stayed on the table lay still; None in a clip that is no throw. first_s: when the first
    Roll came. values, seen: the values of the flat dice, and those of the first Roll without what it asks.
    cocked, asked: dice that lie tilted, and dice without a value in the first Roll. off, told, counted: dice that
    left, dice said to leave, and dice that the first Roll counts as gone.
    """

    name: str
    kind: str
    rest_s: float | None
    rolls: int
    first_s: float | None
    values: tuple[int, ...]
    seen: tuple[int, ...]
    cocked: int
    asked: int
    off: int
    told: int
    counted: int

    @property
    def one(self) -> bool:
        """As many Rolls as throws: one, or none where nobody threw."""
        return self.rolls == (self.rest_s is not None)

    @property
    def right(self) -> bool:
        """All values right, and only what is tilted asked about."""
        return self.rolls > 0 and Counter(self.seen) == Counter(self.values) and self.asked == self.cocked

    @property
    def wrong(self) -> bool:
        """A value that no flat die shows, and nobody was asked."""
        return bool(Counter(self.seen) - Counter(self.values))

    @property
    def off_right(self) -> bool:
        """As many dice said to leave as left."""
        return self.told == self.off and self.counted == (self.off if self.rolls else 0)

    @property
    def early(self) -> bool:
        """A Roll before the dice lay still."""
        return self.rest_s is not None and self.first_s is not None and self.first_s < self.rest_s

    @property
    def good(self) -> bool:
        """Nothing to find fault with."""
        idle = self.rest_s is None
        return self.one and not self.early and self.off_right and (idle or self.right)


def judge(name: str, truth: dict[str, Any], events: Iterable[Event]) -> Verdict:
    """Compare the events of a clip with its truth (as models.scenes.clips writes it)."""
    events = tuple(events)
    rolls = [event for event in events if isinstance(event, Roll)]
    first = rolls[0] if rolls else None
    faces = first.faces if first else ()
    return Verdict(
        name,
        truth["kind"],
        rest_s(truth) if truth["rolls"] else None,
        len(rolls),
        first.time_s if first else None,
        tuple(truth["values"]) if truth["rolls"] else (),
        tuple(face for face in faces if face is not None),
        truth["cocked"] if truth["rolls"] else 0,
        first.asked if first else 0,
        truth["off_table"] if truth["rolls"] else 0,
        sum(event.n for event in events if isinstance(event, OffTable)),
        first.off_table if first else 0,
    )


def rest_s(truth: dict[str, Any]) -> float:
    """When the dice that end on the table have come to rest: from this frame on each lies where it ends.

    Within 0.1 of a die's edge: what the physics calls lying still may creep by as much.
    """
    frames = truth["frames"]
    corners = [{die["id"]: np.array(die["corners"]) for die in dice} for dice in frames]
    staying = [die["id"] for die in frames[-1] if die["on"]]
    last = 0
    for number in staying:
        end = corners[-1][number]
        near = STILL_DICE * np.linalg.norm(end - np.roll(end, 1, axis=0), axis=1).mean()
        off = [number not in dice or np.abs(dice[number] - end).max() > near for dice in corners]
        last = max(last, len(off) - off[::-1].index(True) if any(off) else 0)
    return last / float(truth["fps"])


class Told:
    """A reader that finds what the truth says, and takes dice that move for dice that lie as they will."""

    def __init__(self, frames: Sequence[Sequence[dict[str, Any]]]) -> None:
        self._frames, self.at = frames, 0
        self._cocked = {die["id"] for die in frames[-1] if die["state"] == "cocked"}

    def read(self, image: Image, size_px: float | None = None) -> tuple[Detection, ...]:
        """The dice of frame number `at`."""
        dice = self._frames[min(self.at, len(self._frames) - 1)]
        return tuple(_told(die, die["id"] not in self._cocked) for die in dice)


def _told(die: dict[str, Any], flat: bool) -> Detection:
    value = int(die["value"])
    ranking = (value, *(other for other in range(1, 7) if other != value))
    corners = np.array(die["corners"], np.float32)
    return Detection(
        corners, value if flat else None, 0.98 if flat else 0.5, "flat" if flat else "cocked", 1.0, ranking
    )


def follow(truth: dict[str, Any], film: Path, reader: Reads, known: bool) -> list[Event]:
    """All events of one clip. known: whether the number of dice is told."""
    pipeline = Pipeline(
        reader, _table(truth), (truth["thrown"] or len(truth["frames"][0])) if known else None
    )
    events: list[Event] = []
    with Clip(film) as source:
        for frame in source.frames():
            if isinstance(reader, Told):
                reader.at = frame.seq
            events += pipeline.step(frame).events
    return [*events, *pipeline.finish()]


def _table(truth: dict[str, Any]) -> Table | None:
    """The marked table; none where its corners lie behind the camera, so that the picture is its edge."""
    if not np.isfinite(truth["area_px"]).all():
        return None
    facts = {"size": truth["size"], "polygon": truth["area_px"], "die_mm": truth["die_mm"]}
    return Table.from_json(facts)


def report(verdicts: Sequence[Verdict]) -> str:
    """The table."""
    throws = [verdict for verdict in verdicts if verdict.rest_s is not None]
    idle = [verdict for verdict in verdicts if verdict.rest_s is None]
    off = [verdict for verdict in throws if verdict.off]
    stay = [verdict for verdict in throws if not verdict.off]
    cocked = [verdict for verdict in throws if verdict.cocked]
    rows = [
        f"{len(throws)} throws, {len(idle)} clips that are none",
        _share("throws with exactly one Roll", throws, lambda verdict: verdict.one, ">= 99.5 %"),
        _share("all values right", throws, lambda verdict: verdict.right, ">= 98 %"),
        _share("a value wrong and not asked", throws, lambda verdict: verdict.wrong, "<= 0.3 %"),
        _share("Rolls before the rest", throws, lambda verdict: verdict.early, "0"),
        _share("Rolls from what is no throw", idle, lambda verdict: not verdict.one, "0"),
        _share("off the table found", off, lambda verdict: verdict.off_right, ">= 99.5 %"),
        _share("false busts", stay + idle, lambda verdict: verdict.told > 0, "0"),
        _share("cocked found", cocked, lambda verdict: verdict.right, ">= 97 %"),
    ]
    late = [
        verdict.first_s - verdict.rest_s
        for verdict in throws
        if verdict.one and verdict.first_s is not None and verdict.rest_s is not None
    ]
    if late:
        p50, p95 = np.quantile(late, (0.5, 0.95))
        rows.append(f"{'from rest to Roll':<32} p50 {p50:.2f} s, p95 {p95:.2f} s   (p50 <= 0.35, p95 <= 0.6)")
    return "\n".join(rows)


def _share(name: str, among: Sequence[Verdict], holds: Callable[[Verdict], bool], aim: str) -> str:
    count = sum(holds(verdict) for verdict in among)
    share = f"{count} of {len(among)}"
    percent = f"{100 * count / len(among):5.1f} %" if among else "      -"
    return f"{name:<32} {share:>12} {percent}   ({aim})"


def main(arguments: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m models.motion", description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="clips made by models.scenes.clips")
    parser.add_argument("--unknown", action="store_true", help="do not tell how many dice are thrown")
    parser.add_argument("--told", action="store_true", help="take the dice of each frame from its truth")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these clips only")
    parser.add_argument("--models", type=Path, default=ROOT / "models", help="the folder of the weights")
    chosen = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    reads = None if chosen.told else Reader.open(chosen.models, 1)
    verdicts = []
    for path in sorted(chosen.folder.glob("*.json")):
        if chosen.only and path.stem not in chosen.only:
            continue
        truth = json.loads(path.read_text(encoding="utf-8"))
        reader = reads or Told(truth["frames"])
        events = follow(truth, path.with_name(truth["file"]), reader, not chosen.unknown)
        verdicts.append(judge(path.stem, truth, events))
        if not verdicts[-1].good:
            print(verdicts[-1], flush=True)
        if len(verdicts) % 20 == 0:
            print(f"{len(verdicts)} clips", file=sys.stderr)
    print(report(verdicts))


if __name__ == "__main__":
    main()
