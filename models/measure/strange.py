"""Drawn sets of dice that no training has: emblems in place of pips, pips laid out otherwise; taught by six pictures.

    python -m models.measure.strange [--weights models] [--seeds 1 2 3]

A set is taught as the page teaches it: one picture for each value, with five dice. Then eight pictures of five other
throws each are read, by the nets alone and with what was learnt; how long the two take is told of these pictures, one
read beside the other, by the time of the processor.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from hardware.frame import Image
from models.command import command_line
from models.measure.card import HERE
from models.measure.unusual import (
    HEIGHT,
    WIDTH,
    Floats,
    Kind,
    Paint,
    Random,
    draw_die,
    finished,
    ground,
    said_of,
)
from models.refusal import told
from models.scenes.pips import PARALLEL_TWO
from vision.learning.example import Example
from vision.learning.learner import learn
from vision.picture.crop import crop
from vision.reading.reader import Reader

DICE = 5
PICTURES = 8
# Reads of a picture, of which the fastest counts. Larger: steadier, and slower.
_TURNS = 3
# The size of an emblem over that of a face.
_EMBLEM = 0.33
# The size of a die's upright box over that of its face, seen from above.
_BOX = 1.15


@dataclass(frozen=True)
class Strange:
    """emblems: by value, the outline that stands in place of its pips."""

    kind: Kind = field(default_factory=lambda: Kind(()))
    emblems: Mapping[int, str] = field(default_factory=dict)


SETS = {
    "a star for 1, a heart for 6": Strange(emblems={1: "star", 6: "heart"}),
    "2 close and parallel to an edge, a crest for 1": Strange(
        Kind((), apart=0.135, two=PARALLEL_TWO), {1: "crest"}
    ),
    "large pips, a star for 6": Strange(Kind((), pip=0.14), {6: "star"}),
}


@dataclass(frozen=True, eq=False)
class Drawn:
    """A set drawn: how it is laid out and painted, and how large its faces are, px."""

    strange: Strange
    paint: Paint
    side: float

    @classmethod
    def any(cls, strange: Strange, random: Random) -> Drawn:
        """In some paint."""
        return cls(strange, Paint.any(random), float(random.uniform(34, 60)))

    def picture(self, values: list[int], random: Random) -> tuple[Image, list[Floats]]:
        """A picture (480, 640, 3) of up to six dice with these values, and their middles, px."""
        picture = ground(random)
        middles = []
        for index, value in enumerate(values):
            middle = np.array([90 + index % 3 * 220, 130 + index // 3 * 210]) + random.uniform(-30, 30, 2)
            self._die(picture, middle, value, random)
            middles.append(middle)
        return finished(picture, random), middles

    def _die(self, picture: Floats, middle: Floats, value: int, random: Random) -> None:
        shape = self.strange.emblems.get(value)
        if shape is None:
            draw_die(picture, self.paint, middle, self.side, (value, self.strange.kind), random)
            return
        draw_die(picture, self.paint, middle, self.side, (None, self.strange.kind), random)
        points = _turned(outline(shape), random.uniform(0, 2 * np.pi)) * _EMBLEM * self.side + middle
        mask = np.zeros((HEIGHT, WIDTH), np.uint8)
        cv2.fillPoly(mask, [(points * 16).round().astype(np.int32)], (255,), cv2.LINE_AA, 4)
        picture += mask[..., None] / 255.0 * (self.paint.ink - picture)

    def examples(self, random: Random, dice: int = DICE) -> list[Example]:
        """What six pictures teach, one for each value, of so many dice each."""
        out = []
        for value in range(1, 7):
            picture, middles = self.picture([value] * dice, random)
            for middle in middles:
                box = np.array([*middle, _BOX * self.side, _BOX * self.side], np.float32)
                out.append(Example(crop(picture, box), value, "shown", str(value), _BOX * self.side / WIDTH))
        return out


def outline(shape: str) -> Floats:
    """(60, 2): a star, a heart or a crest, about 1 in size."""
    angle = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    if shape == "heart":
        y = (13 * np.cos(angle) - 5 * np.cos(2 * angle) - 2 * np.cos(3 * angle) - np.cos(4 * angle)) / 16
        return np.stack([np.sin(angle) ** 3, y], axis=1)
    star = np.where(np.arange(60) % 12 < 6, 1.0, 0.45)
    away = star if shape == "star" else 0.55 + 0.45 * np.cos(3 * angle) ** 2
    return np.stack([away * np.cos(angle), away * np.sin(angle)], axis=1)


def _turned(points: Floats, angle: float) -> Floats:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.asarray(points @ np.array([[cos, -sin], [sin, cos]]))


def judged(reader: Reader, drawn: Drawn, random: Random, pictures: int = PICTURES) -> Counter[str]:
    """How dice of the set are read in new pictures: right, wrong, asked, missed."""
    counts: Counter[str] = Counter()
    for _ in range(pictures):
        values = [int(value) for value in random.permutation(6)[:DICE] + 1]
        picture, middles = drawn.picture(values, random)
        dice = reader.read(picture)
        for value, middle in zip(values, middles, strict=True):
            said = said_of(dice, (float(middle[0]), float(middle[1])))
            counts[
                "missed" if said is None else "asked" if said == 0 else "right" if said == value else "wrong"
            ] += 1
    return counts


def slower(plain: Reader, taught: Reader, pictures: list[Image]) -> Floats:
    """(N,) how many times as long a taught read of each picture takes, the fastest of some."""
    times: list[list[float]] = []
    for picture in pictures:
        turns = [[_seconds(reader, picture) for reader in (taught, plain)] for _ in range(_TURNS)]
        times.append([min(of_one) for of_one in zip(*turns, strict=True)])
    taken = np.array(times)
    return np.asarray(taken[:, 0] / taken[:, 1])


def _seconds(reader: Reader, picture: Image) -> float:
    before = time.process_time()
    reader.read(picture)
    return time.process_time() - before


@told()
def main() -> None:
    """The command line."""
    parser = command_line(__doc__)
    parser.add_argument("--weights", type=Path, default=HERE, help="folder of the nets (default: models)")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader.open(chosen.weights)
    for index, (name, strange) in enumerate(SETS.items()):
        before, after, ratios = Counter[str](), Counter[str](), []
        for seed in chosen.seeds:
            drawn = Drawn.any(strange, np.random.default_rng([seed, index]))
            learnt = learn(drawn.examples(np.random.default_rng([seed, index, 1])), reader.faces)
            before += judged(reader, drawn, np.random.default_rng([seed, index, 2]))
            taught, random = reader.with_taught(learnt), np.random.default_rng([seed, index, 2])
            after += judged(taught, drawn, np.random.default_rng([seed, index, 2]))
            throws = [random.permutation(6)[:DICE] + 1 for _ in range(PICTURES)]
            ratios += [
                *slower(reader, taught, [drawn.picture(faces.tolist(), random)[0] for faces in throws])
            ]
        print(f"{name}: untaught {dict(before)}, taught {dict(after)};", flush=True)
        print(
            f"  taught, a read takes {np.median(ratios):.2f} times as long (median), {np.mean(ratios):.2f} (mean)"
        )


if __name__ == "__main__":
    main()
