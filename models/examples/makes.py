"""Makes of drawn dice: paint, ink, and where and how large the pips are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.examples.augment import Random

# Share of the makes whose 2 stands parallel to an edge.
PARALLEL_SHARE = 0.45
# Share of the makes whose 2 has close pips.
CLOSE_SHARE = 0.4
# Share of the makes whose 1 is large.
LARGE_SHARE = 0.55
# Distance of the close pips of a 2 from the middle, from and to, in sides of the face.
CLOSE = (0.09, 0.2)
# Radius of a large 1, from and to, in sides of the face.
LARGE = (0.17, 0.36)


@dataclass(frozen=True)
class Make:
    """How the dice of one set look: colours BGR, pips in sides of the face.

    spread: how far an outer pip is from the middle along either side; two: the same of the 2. one: radius of the pip of
    the 1. rows: how far the rows of the 6 are from the middle, in `spread`. parallel: the pips of the 2 stand parallel
    to an edge.
    inlay: another colour, of a round disc that all pips of a face lie in (`disc`, its radius) or of one about each pip
    (`halo`, its radius in pips); 0 where there is none. clear: how plainly the pips of the face below are seen through
    the die, 0 to 1.
    """

    paint: tuple[float, float, float]
    ink: tuple[float, float, float]
    marble: float
    spread: float
    narrow: float
    pip: float
    one: float
    two: float
    rows: float
    parallel: bool
    ring: bool
    inlay: tuple[float, float, float]
    disc: float
    halo: float
    clear: float
    round: float
    faces: str  # pips, figures or blank

    @classmethod
    def any(cls, random: Random) -> Make:
        """A make out of the blue."""
        paint, ink = random.uniform(10, 245, 3), random.uniform(10, 245, 3)
        if random.random() < 0.5:
            ink = random.choice([15.0, 240.0]) + random.normal(0, 8, 3)
        # Red pips on blue or grey are as bright as the die: it is the distance of colours that counts.
        while np.linalg.norm(paint - ink) < 75:
            paint = random.uniform(10, 245, 3)
        spread = random.uniform(0.17, 0.29)
        pip, disc = random.uniform(0.055, 0.125), random.uniform(0.36, 0.47) * (random.random() < 0.1)
        spread = min(spread, (disc - pip) / 1.45) if disc else spread
        pip = min(pip, 0.46 * spread)
        inlay = (paint + ink) / 2 + random.normal(0, 40, 3)
        while np.linalg.norm(inlay - ink) < 50:
            inlay = random.uniform(10, 245, 3)
        return cls(
            (float(paint[0]), float(paint[1]), float(paint[2])),
            (float(ink[0]), float(ink[1]), float(ink[2])),
            float(random.uniform(0, 45)) * (random.random() < 0.5),
            spread,
            random.uniform(0.8, 1.1),
            pip,
            _one(pip, disc, random),
            _two(pip, spread, random),
            random.uniform(0.55, 1.0) if random.random() < 0.4 else 1.0,
            random.random() < PARALLEL_SHARE,
            random.random() < 0.1,
            (float(inlay[0]), float(inlay[1]), float(inlay[2])),
            disc,
            random.uniform(1.3, 2.2) * (random.random() < 0.1),
            random.uniform(0.1, 0.5) * (random.random() < 0.2),
            random.uniform(0.02, 0.22),
            str(random.choice(["pips", "figures", "blank"], p=[0.86, 0.1, 0.04])),
        )


def _one(pip: float, disc: float, random: Random) -> float:
    """Radius of the pip of a 1: often larger than the others, at times so large that it nearly fills the face."""
    if disc or random.random() > LARGE_SHARE:
        return pip * float(random.choice([1.0, 1.0, 1.3, 1.8]))
    return float(random.uniform(*LARGE))


def _two(pip: float, spread: float, random: Random) -> float:
    """How far the pips of a 2 are from the middle along either side: often closer together than those of a 4."""
    if random.random() > CLOSE_SHARE:
        return spread
    return max(1.15 * pip, float(random.uniform(*CLOSE)))
