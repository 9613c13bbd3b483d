"""Judges the table in motion on real clips, as they are and as other cameras would have taken them.

    python -m models.measure.disturbed CLIPS [--only NAME ...]

CLIPS holds videos and a truth.json: for each video its `rests`, each with its `values`. Each clip is followed as
`rollcall watch` does, mirrored, turned, smaller, darker, in other colours, noisy, blurred, shaken, with fewer pictures
a second, hunting for focus, under passing shadows, and so on: what is right only for the picture as it is was right by
luck. One line for each clip that went wrong, then the table.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from hardware.clip import Clip
from hardware.frame import Frame
from models.command import command_line
from models.measure.disturbances import DISTURBANCES, Disturbance
from vision.nouns import OffTable, Roll
from vision.pipeline import Pipeline
from vision.reading.reader import Reader

MODELS = Path(__file__).parents[1]


@dataclass(frozen=True)
class Followed:
    """What was seen in one clip: the values of each roll, None where it asked; and how many dice left the table."""

    rolls: tuple[tuple[int | None, ...], ...]
    gone: int

    def verdict(self, rests: Sequence[Sequence[int]]) -> str:
        """right; asked: right but for dice that are asked about; else wrong."""
        if self.gone or len(self.rolls) != len(rests):
            return "wrong"
        pairs = list(zip(self.rolls, rests, strict=True))
        if all(sorted(roll, key=str) == sorted(rest) for roll, rest in pairs):
            return "right"
        return "asked" if all(_fits(roll, rest) for roll, rest in pairs) else "wrong"


def _fits(roll: Sequence[int | None], rest: Sequence[int]) -> bool:
    """Whether the values that were said are among those that lay there, and as many dice are asked about as lack."""
    left = list(rest)
    for value in roll:
        if value in left:
            left.remove(value)
        elif value is not None:
            return False
    return len(roll) == len(rest)


def follow(path: Path, disturbance: Disturbance, reader: Reader) -> Followed:
    """Follow a clip to its end."""
    pipeline = Pipeline(reader)
    with Clip(path) as clip:
        events = [
            event for frame in frames(clip.frames(), disturbance) for event in pipeline.step(frame).events
        ]
    events += pipeline.finish()
    rolls = [tuple(die.value for die in event.dice) for event in events if isinstance(event, Roll)]
    return Followed(tuple(rolls), sum(event.n for event in events if isinstance(event, OffTable)))


def frames(source: Iterable[Frame], disturbance: Disturbance) -> Iterator[Frame]:
    """The frames of a clip as another camera would have taken them."""
    taken = (frame for frame in source if disturbance.takes(frame.seq))
    for seq, frame in enumerate(taken):
        image = np.ascontiguousarray(disturbance.change(frame.image, frame.seq))
        yield Frame(image, frame.time_s * disturbance.slower, seq)


def main() -> None:
    """The command line."""
    parser = command_line(__doc__)
    parser.add_argument("clips", type=Path, help="a folder of videos and a truth.json")
    parser.add_argument("--only", nargs="+", choices=DISTURBANCES, default=DISTURBANCES, metavar="NAME")
    parser.add_argument("--models", type=Path, default=MODELS, help="the folder of the weights")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader.open(arguments.models)
    truth = json.loads((arguments.clips / "truth.json").read_text(encoding="utf-8"))
    table = {}
    for name in arguments.only:
        table[name] = [
            _judged(arguments.clips / film, name, reader, clip["rests"]) for film, clip in truth.items()
        ]
    for name, verdicts in table.items():
        print(f"{name:22}", *(f"{verdict:>8}" for verdict in verdicts))
    every = [verdict for verdicts in table.values() for verdict in verdicts]
    print(*(f"{what} {every.count(what)} of {len(every)}" for what in ("right", "asked", "wrong")), sep=", ")


def _judged(film: Path, name: str, reader: Reader, rests: list[dict[str, list[int]]]) -> str:
    wanted = [rest["values"] for rest in rests]
    seen = follow(film, DISTURBANCES[name], reader)
    verdict = seen.verdict(wanted)
    if verdict != "right":
        print(f"{film.name} {name}: {list(seen.rolls)}, {seen.gone} off the table, for {wanted}", flush=True)
    return verdict


if __name__ == "__main__":
    main()
