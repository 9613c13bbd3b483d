"""How drawn dice of unusual makes are read: 2s parallel to an edge, close pips, large 1s, dice of two sizes.

    python -m models.measure.unusual [--weights build/nets] [--seed 1] [--count 30] [--show build/unusual]

Each picture shows one die of the kind, and two usual ones beside it. They are painted by distances from edges, not as
`models.examples.drawn` does it, whose dice the nets have learnt from: no training may take these. Two sizes: of three
dice the one that counts is smaller by the share named.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from models.command import command_line
from models.measure.card import HERE
from models.refusal import told
from models.scenes.pips import PARALLEL_TWO, SPOTS, Layout
from vision.nouns import Detection
from vision.reading.reader import Reader

Floats = NDArray[np.float64]
Random = np.random.Generator
WIDTH = 640
HEIGHT = 480
_SIDES = (26.0, 64.0)  # px, of a face


@dataclass(frozen=True)
class Kind:
    """What is unusual about the die that counts: its layout by value, in sides of the face.

    apart: of its pips from the middle; pip: their radius; share: its side over that of the dice beside it.
    """

    values: tuple[int, ...]
    apart: float = 0.25
    pip: float = 0.09
    two: Layout = SPOTS[2]
    rows: float = 1.0
    share: float = 1.0


KINDS = {
    "2s along a diagonal": Kind((2,)),
    "2s parallel to an edge": Kind((2,), two=PARALLEL_TWO),
    "2s parallel to an edge, pips .27 apart": Kind((2,), apart=0.135, two=PARALLEL_TWO),
    "2s along a diagonal, pips .27 apart": Kind((2,), apart=0.096),
    "6s in close rows of three": Kind((6,), rows=0.6, pip=0.07),
    "1s, pip of radius .15": Kind((1,), pip=0.15),
    "1s, pip of radius .22": Kind((1,), pip=0.22),
    "1s, pip of radius .29": Kind((1,), pip=0.29),
    "1s, pip of radius .33": Kind((1,), pip=0.33),
    "of half the size": Kind((1, 2, 3, 4, 5, 6), share=0.5),
    "of .4 of the size": Kind((1, 2, 3, 4, 5, 6), share=0.4),
}


@dataclass(frozen=True)
class Paint:
    """Of a die's face and its pips, BGR, and how round its corners are, in sides."""

    face: Floats
    ink: Floats
    round: float

    @classmethod
    def any(cls, random: Random) -> Paint:
        """White with black pips, or coloured with pips that can be told from it."""
        face = random.uniform(200, 250, 3) if random.random() < 0.4 else random.uniform(20, 220, 3)
        ink = np.full(3, 25.0 if face.mean() > 110 else 235.0) + random.uniform(-15, 15, 3)
        return cls(face, ink, random.uniform(0.1, 0.25))


def draw(kind: Kind, random: Random) -> tuple[Image, tuple[float, float], int]:
    """A picture (480, 640, 3), the middle of the die that counts, px, and its value."""
    picture = ground(random)
    paint, large = Paint.any(random), random.uniform(*_SIDES) / min(1.0, max(kind.share, 0.5))
    angle, middle = (
        random.uniform(0, 2 * np.pi),
        np.array([WIDTH / 2, HEIGHT / 2]) + random.uniform(-60, 60, 2),
    )
    value = int(random.choice(kind.values))
    for turn in (0.0, np.pi * random.uniform(0.6, 1.4)):
        beside = middle + large * random.uniform(1.9, 2.6) * np.array(
            [np.cos(angle + turn), np.sin(angle + turn)]
        )
        draw_die(picture, paint, beside, large, (int(random.integers(1, 7)), Kind(())), random)
    draw_die(picture, paint, middle, kind.share * large, (value, kind), random)
    return finished(picture, random), (float(middle[0]), float(middle[1])), value


def finished(picture: Floats, random: Random) -> Image:
    """It as a camera takes it: a little blurred, and noisy."""
    noisy = cv2.GaussianBlur(picture, (0, 0), random.uniform(0.4, 0.9)) + random.normal(0, 3, picture.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def ground(random: Random) -> Floats:
    """Cloth or wood of one tone, a little uneven, lit from one side."""
    rows, columns = np.mgrid[:HEIGHT, :WIDTH] / float(WIDTH)
    coarse = cv2.resize(random.normal(0, 1, (60, 80)), (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)
    light = 1 + random.uniform(-0.25, 0.25) * columns + random.uniform(-0.25, 0.25) * rows
    return np.asarray(
        (random.uniform(40, 190, 3) + random.uniform(0, 5) * coarse[..., None]) * light[..., None]
    )


def draw_die(
    picture: Floats, paint: Paint, middle: Floats, side: float, what: tuple[int | None, Kind], random: Random
) -> None:
    """A die seen from above, with its shadow and the bevel of its edges, in place; of the value None: without pips."""
    value, kind = what
    spin = random.uniform(0, 2 * np.pi)
    rows, columns = np.mgrid[:HEIGHT, :WIDTH].astype(np.float64)
    x, y = (columns - middle[0]) / side, (rows - middle[1]) / side
    along, across = x * np.cos(spin) + y * np.sin(spin), y * np.cos(spin) - x * np.sin(spin)
    shadow = _outside(along - 0.04, across - 0.05, paint.round)
    picture *= 1 - 0.45 * np.clip(1 - shadow / 0.12, 0, 1)[..., None]
    edge = _outside(along, across, paint.round)
    face = paint.face * (1 - 0.18 * np.clip(1 + edge / 0.12, 0, 1)[..., None])
    for spot in _spots(value, kind):
        inside = np.clip((kind.pip - np.hypot(along - spot[0], across - spot[1])) * side + 0.5, 0, 1)
        face = face + inside[..., None] * (paint.ink - face)
    picture += np.clip(0.5 - edge * side, 0, 1)[..., None] * (face - picture)


def _outside(along: Floats, across: Floats, rounding: float) -> Floats:
    """How far each place is outside a rounded square of side 1 round (0, 0), in sides; inside it is negative."""
    u, v = np.abs(along) - (0.5 - rounding), np.abs(across) - (0.5 - rounding)
    beyond = np.hypot(np.maximum(u, 0), np.maximum(v, 0))
    return np.asarray(beyond + np.minimum(np.maximum(u, v), 0) - rounding)


def _spots(value: int | None, kind: Kind) -> list[tuple[float, float]]:
    if value is None:
        return []
    layout = kind.two if value == 2 else SPOTS[value]
    rows = kind.rows if value == 6 else 1.0
    return [(across * kind.apart, along * kind.apart * rows) for across, along in layout]


def said_of(dice: tuple[Detection, ...], middle: tuple[float, float]) -> int | None:
    """The value read of the die whose middle lies there; 0 where it is asked about, None where it is not found."""
    for die in dice:
        low, high = die.corners_px.min(axis=0), die.corners_px.max(axis=0)
        if np.all(low < middle) and np.all(middle < high):
            return die.value or 0
    return None


def of_kind(reader: Reader, kind: Kind, seed: int, count: int, show: Path | None = None) -> dict[str, int]:
    """How many dice of a kind are read right and wrong, asked about and missed."""
    counts = {"right": 0, "wrong": 0, "asked": 0, "missed": 0}
    for number in range(count):
        picture, middle, value = draw(kind, np.random.default_rng([seed, number]))
        said = said_of(reader.read(picture), middle)
        how = "missed" if said is None else "asked" if said == 0 else "right" if said == value else "wrong"
        counts[how] += 1
        if show is not None:
            cv2.imwrite(str(show / f"{number:03}-{how}.png"), picture)
    return counts


@told()
def main() -> None:
    """The command line."""
    parser = command_line(__doc__)
    parser.add_argument("--weights", type=Path, default=HERE, help="folder of the nets (default: models)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=30, help="pictures of each kind")
    parser.add_argument("--show", type=Path, help="a folder for the pictures, named by what was said of them")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader.open(chosen.weights)
    for index, (name, kind) in enumerate(KINDS.items()):
        folder = chosen.show / str(index) if chosen.show else None
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
        counts = of_kind(reader, kind, chosen.seed, chosen.count, folder)
        print(f"{name}: " + ", ".join(f"{count} {how}" for how, count in counts.items()))


if __name__ == "__main__":
    main()
