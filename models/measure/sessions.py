"""Judges whole turns on films with truth: one Roll for each throw, of the dice that were thrown and of no others.

    python -m models.measure.sessions build/sessions [--open] [--lost SHARE] [--processes N] [--only NAME ...]

Each session of models.scenes.sessions is followed as `rollcall run` does: while the game waits for a player nobody
knows how many dice come next; from the press on that confirms a keep, it is told. --open: in the midst of a turn it is
never told, as in hands-free play, or where players throw first and press then. --lost: that share of the pictures is
lost at random, as those are that come faster than they are looked at. One line for each throw that went wrong, then the
table.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from hardware.clip import Clip
from models.measure.motion import ROOT, reader_of
from models.measure.verdicts import compared, says_count
from vision.nouns import Event, OffTable, Roll, Trouble, Turned
from vision.pipeline import Pipeline
from vision.plane.table import Table

DICE = 6


@dataclass(frozen=True)
class Played:
    """One throw of a session, from its first die in the air until the next throw begins.

    rolls: how many were told; early: how many of them before the dice lay still. Of the last one: right and asked:
    dice thrown with the right value and without one; wrong: with another; missed: thrown dice that it does not have;
    ghosts: what it tells besides: dice that lay there before. same: it tells the values that were thrown, be it of
    another die that shows the same. counted: that the number of dice is not as expected was
    said. off: dice said to have left. struck: dice that lay there and show another value since; said: dice said to have
    been turned.
    """

    name: str
    way: str
    manner: str
    dice: int
    beside: int
    rolls: int
    early: int
    right: int
    asked: int
    wrong: int
    missed: int
    ghosts: int
    same: bool
    counted: bool
    off: int
    struck: int
    said: int

    @property
    def all_right(self) -> bool:
        """The values that were thrown were told, and no others."""
        return self.rolls > 0 and self.same

    @property
    def silent(self) -> bool:
        """A value, or which dice were thrown, is wrong and nobody is asked."""
        amiss = self.wrong > 0 or (self.missed + self.ghosts > 0 and not self.counted)
        return self.rolls > 0 and not self.same and amiss

    @property
    def good(self) -> bool:
        """Nothing to find fault with."""
        return self.all_right and self.rolls == 1 and self.early + self.off == 0 and self.said == self.struck

    def __str__(self) -> str:
        facts = {k: v for k, v in asdict(self).items() if v and k not in ("name", "way", "manner", "same")}
        told = ", ".join(f"{k} {v}" for k, v in facts.items())
        return f"{self.name} ({self.way}, {self.manner}): {told}"


def follow(
    truth: dict[str, Any], film: Path, pipeline: Pipeline, is_open: bool, lost: float = 0.0
) -> list[Event]:
    """All events of one session; is_open: in the midst of a turn nobody tells how many dice come next; lost: so many of
    the pictures are.
    """
    random = np.random.default_rng(list(film.stem.encode()))
    events: list[Event] = []
    presses = [(each["pressed_s"], each["dice"]) for each in truth["throws"]]
    with Clip(film) as source:
        for frame in source.frames():
            while presses and presses[0][0] <= frame.time_s:
                _, dice = presses.pop(0)
                pipeline.expect(None if is_open and dice < DICE else dice)
            if random.random() < lost:
                continue
            new = pipeline.step(frame).events
            if any(isinstance(event, Roll) for event in new):
                pipeline.expect(None)
            events += new
    return [*events, *pipeline.finish()]


def judge(name: str, truth: dict[str, Any], events: Sequence[Event]) -> Iterator[Played]:
    """Compare the events of a session with its truth, throw by throw."""
    throws = truth["throws"]
    starts = [each["starts_s"] for each in throws]
    for number, (each, ends_s) in enumerate(zip(throws, [*starts[1:], float("inf")], strict=True)):
        # What is told before the first throw counts with it.
        mine = [e for e in events if (number == 0 or each["starts_s"] <= _at_s(e)) and _at_s(e) < ends_s]
        rolls = [event for event in mine if isinstance(event, Roll)]
        last = rolls[-1] if rolls else None
        told = compared(last.dice[: len(last.faces)] if last else (), each["thrown"])
        yield Played(
            name=f"{name}/{number + 1}",
            way=truth["way"],
            manner=each["manner"],
            dice=each["dice"],
            beside=len(each["beside"]),
            rolls=len(rolls),
            early=sum(roll.time_s < each["rest_s"] - 1e-6 for roll in rolls),
            **{what: told[what] for what in ("right", "asked", "wrong", "missed", "ghosts")},
            same=last is not None and Counter(last.faces) == Counter(die["value"] for die in each["thrown"]),
            counted=last is not None and any(says_count(event, last.time_s) for event in mine),
            off=sum(event.n for event in mine if isinstance(event, OffTable)),
            struck=len(each["struck"]),
            said=sum(isinstance(event, Turned) for event in mine),
        )


def _at_s(event: Event) -> float:
    return event.since_s if isinstance(event, Trouble) else event.time_s


def judged(path: Path, models: Path, is_open: bool, lost: float = 0.0) -> list[Played]:
    """The verdicts on the session whose truth is in `path`."""
    truth = json.loads(path.read_text(encoding="utf-8"))
    facts = {"polygon": truth["area_px"], "keep": truth["keep_px"], **truth}
    pipeline = Pipeline(reader_of(models), Table.from_json(facts), DICE)
    events = follow(truth, path.with_name(truth["file"]), pipeline, is_open, lost)
    return list(judge(path.stem, truth, events))


def report(played: Sequence[Played]) -> str:
    """The table."""
    beside = [each for each in played if each.beside]
    parts = [("all", played), ("beside kept dice", beside)]
    rows = []
    for what, some in parts:
        rows += [
            f"{len(some)} throws: {what}",
            _share("exactly one Roll", some, lambda each: each.rolls == 1),
            _share("all values right, of these dice only", some, lambda each: each.all_right),
            _share("a value, or which dice, wrong and not asked", some, lambda each: each.silent),
        ]
    struck, other = sum(each.struck for each in played), [each for each in played if not each.struck]
    return "\n".join(
        [
            *rows,
            f"Rolls before the rest: {sum(each.early for each in played)}",
            f"Rolls besides: {sum(max(each.rolls - 1, 0) for each in played)}",
            f"dice said to have left: {sum(each.off for each in played)}",
            f"dice turned by others: {struck}, said: {sum(min(each.said, each.struck) for each in played)}",
            f"dice said to have been turned that were not: {sum(each.said for each in other)}",
        ]
    )


def _share(what: str, some: Sequence[Played], has: Callable[[Played], bool]) -> str:
    count = sum(map(has, some))
    return f"  {what}: {count} ({100 * count / max(len(some), 1):.1f} %)"


def main(arguments: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m models.measure.sessions", description=__doc__.splitlines()[0]
    )
    parser.add_argument("folder", type=Path, help="sessions made by models.scenes.sessions")
    parser.add_argument(
        "--open", action="store_true", help="do not tell how many dice are thrown next in a turn"
    )
    parser.add_argument("--lost", type=float, default=0.0, metavar="SHARE", help="of the pictures, 0 to 1")
    parser.add_argument(
        "--processes", type=int, default=1, help="sessions judged at a time (default: %(default)s)"
    )
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these sessions only")
    parser.add_argument("--models", type=Path, default=ROOT / "models", help="the folder of the weights")
    chosen = parser.parse_args(arguments)
    paths = [p for p in sorted(chosen.folder.glob("*.json")) if not chosen.only or p.stem in chosen.only]
    played: list[Played] = []
    with ProcessPoolExecutor(chosen.processes) as pool:
        found = pool.map(partial(judged, models=chosen.models, is_open=chosen.open, lost=chosen.lost), paths)
        for number, some in enumerate(found, 1):
            played += some
            print(
                *(each for each in some if not each.good), sep="\n", end="\n" * any(not e.good for e in some)
            )
            print(f"{number} of {len(paths)} sessions", file=sys.stderr, flush=True)
    print(report(played))


if __name__ == "__main__":
    main()
