"""Judges the table in motion on clips with truth: one Roll for each throw, none for anything else.

    python -m models.measure.motion build/clips [--count N --seed N] [--unknown] [--told] [--turned N]
        [--processes N] [--results FILE] [--only NAME ...]

--count, --seed: so many clips of models.scenes.clips are made first, where they are not there yet. Each clip of the
folder is followed as `rollcall watch` does, with its table marked and the number of dice
told (--unknown: not told; a clip that is no throw is told how many dice lie there). --told: the dice of each frame
are taken from its truth, so that motion is judged without the reader. --turned: as a camera sees it that hangs so
many quarter turns (anticlockwise) from upright. --results: keep each verdict in this file, and
go on there where a stopped run left off. One line for each clip that went wrong, then the table.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.clip import Clip
from hardware.frame import Frame, Image
from models.measure.hung import hung_truth
from models.measure.verdicts import Verdict, judge, report
from models.scenes.marked import table_of
from vision.nouns import Box, Detection, DieState, Event
from vision.picture.upright import upright
from vision.pipeline import Pipeline
from vision.plane.viewpoint import Camera, Somewhere
from vision.reading.reader import Reader
from vision.whereabouts import Reads

# A die that moves by more of its edge from frame to frame cannot be read.
SMEARED = 0.15
ROOT = Path(__file__).resolve().parents[2]


class Told:
    """A reader that finds what the truth says, but for what is hidden and what moves fast."""

    def __init__(self, frames: Sequence[Sequence[dict[str, Any]]]) -> None:
        self._frames, self.at = frames, 0
        self._end: dict[int, DieState] = {die["id"]: die["state"] for die in frames[-1]}

    def read(
        self,
        image: Image,
        size_px: float | None = None,
        camera: Camera | None = None,
        where: Sequence[Box] | None = None,
    ) -> tuple[Detection, ...]:
        """The dice of frame number `at`."""
        at = min(self.at, len(self._frames) - 1)
        before = {die["id"]: np.array(die["corners"]) for die in self._frames[max(at - 1, 0)]}
        seen = [die for die in self._frames[at] if die["state"] != "under" and not die["hidden"]]
        return tuple(_told(die, self._state(die)) for die in seen if _slow(die, before.get(die["id"])))

    def placed(self, camera: Somewhere, image: Image, dice: Sequence[Detection]) -> Somewhere:
        """Where the camera is tells it nothing."""
        return camera

    def _state(self, die: dict[str, Any]) -> DieState:
        state = die["state"] if die["state"] != "moving" else self._end.get(die["id"], "flat")
        return "stacked" if state == "under" else state


def _slow(die: dict[str, Any], before: NDArray[np.float64] | None) -> bool:
    """Whether a die has moved by less than SMEARED of its edge since the frame before."""
    if before is None or die["state"] != "moving":
        return bool(die["state"] != "moving")
    return float(np.abs(before - die["corners"]).max()) < SMEARED * edge_px(before)


def edge_px(corners: NDArray[np.float64]) -> float:
    """The mean length of the sides between corners, (4, 2)."""
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


def _told(die: dict[str, Any], state: DieState) -> Detection:
    value = int(die["value"])
    ranking = (value, *(other for other in range(1, 7) if other != value))
    corners, flat = np.array(die["corners"], np.float32), state == "flat"
    return Detection(corners, value if flat else None, 0.98 if flat else 0.5, state, 1.0, ranking)


def follow(truth: dict[str, Any], film: Path, reader: Reads, known: bool, turns: int = 0) -> list[Event]:
    """All events of one clip. known: whether the number of dice is told. turns: how its pictures are turned."""
    dice = (truth["thrown"] or len(truth["frames"][0])) if known else None
    pipeline = Pipeline(reader, table_of(truth).turned(turns), dice)

    def seen(frame: Frame) -> Image:
        if isinstance(reader, Told):
            reader.at = frame.seq
        return upright(frame.image, turns)

    return events_of(film, pipeline, seen)


def events_of(film: Path, pipeline: Pipeline, seen: Callable[[Frame], Image]) -> list[Event]:
    """All events of a film, each frame of which is `seen` so."""
    events: list[Event] = []
    with Clip(film) as source:
        for frame in source.frames():
            events += pipeline.step(replace(frame, image=seen(frame))).events
    return [*events, *pipeline.finish()]


@dataclass(frozen=True)
class How:
    """How clips are judged: the folder of the weights, None for the truth itself; whether the number is told; and how
    often they are turned.
    """

    models: Path | None
    known: bool
    turns: int = 0


def judged(path: Path, how: How) -> Verdict:
    """The verdict on the clip whose truth is in `path`."""
    truth = hung_truth(json.loads(path.read_text(encoding="utf-8")), how.turns)
    reader: Reads = Told(truth["frames"]) if how.models is None else reader_of(how.models)
    events = follow(truth, path.with_name(truth["file"]), reader, how.known, how.turns)
    return judge(path.stem, truth, events)


@cache
def reader_of(models: Path) -> Reader:
    """The reader with these weights, on one thread; one for each process."""
    cv2.setNumThreads(1)
    return Reader.open(models, 1)


def verdicts(paths: Sequence[Path], how: How, processes: int) -> Iterator[Verdict]:
    """Of all clips, as they are done."""
    if processes == 1:
        yield from (judged(path, how) for path in paths)
        return
    with ProcessPoolExecutor(processes) as pool:
        for done in as_completed([pool.submit(judged, path, how) for path in paths]):
            yield done.result()


def kept(results: Path | None) -> dict[str, Verdict]:
    """The verdicts of an earlier run, by the clip's name."""
    if results is None or not results.exists():
        return {}
    lines = results.read_text(encoding="utf-8").splitlines()
    return {verdict.name: verdict for verdict in (Verdict(**json.loads(line)) for line in lines)}


def shown(todo: int, found: Iterable[Verdict], results: Path | None) -> Iterator[Verdict]:
    """Keeps and passes on verdicts; prints those with a fault, and how far it has come."""
    began = time.monotonic()
    for number, verdict in enumerate(found, 1):
        if results is not None:
            with results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(verdict)) + "\n")
        if not verdict.good:
            print(verdict, flush=True)
        if number % 20 == 0 or number == todo:
            took_s = time.monotonic() - began
            print(f"{number} of {todo} clips, {took_s / number:.1f} s each", file=sys.stderr, flush=True)
        yield verdict


def main(arguments: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m models.measure.motion", description=__doc__.splitlines()[0]
    )
    parser.add_argument("folder", type=Path, help="clips made by models.scenes.clips")
    parser.add_argument(
        "--count", type=int, default=0, help="make so many clips first, where they are missing"
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="of the clips that are made (default: %(default)s)"
    )
    parser.add_argument("--unknown", action="store_true", help="do not tell how many dice are thrown")
    parser.add_argument("--told", action="store_true", help="take the dice of each frame from its truth")
    parser.add_argument(
        "--turned", type=int, default=0, choices=range(4), help="quarter turns of the pictures"
    )
    parser.add_argument(
        "--processes", type=int, default=1, help="clips judged at a time (default: %(default)s)"
    )
    parser.add_argument(
        "--results", type=Path, help="keep verdicts in this file; those there are not judged again"
    )
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these clips only")
    parser.add_argument("--models", type=Path, default=ROOT / "models", help="the folder of the weights")
    chosen = parser.parse_args(arguments)
    if chosen.count:
        # Needed to make clips, not to judge them: MuJoCo, and what draws.
        from models.scenes.clips import make_up_to

        make_up_to(chosen.folder, chosen.seed, chosen.count)
    done = kept(chosen.results)
    paths = [
        path for path in sorted(chosen.folder.glob("*.json")) if not chosen.only or path.stem in chosen.only
    ]
    todo = [path for path in paths if path.stem not in done]
    how = How(None if chosen.told else chosen.models, not chosen.unknown, chosen.turned)
    found = list(shown(len(todo), verdicts(todo, how, chosen.processes), chosen.results))
    names = {path.stem for path in paths}
    print(report([*(verdict for verdict in done.values() if verdict.name in names), *found]))


if __name__ == "__main__":
    main()
