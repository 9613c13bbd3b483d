"""Which stills there are: whose, of which kind, by which seed, and how many. `models.scenes.all` makes them."""

from __future__ import annotations

from dataclasses import dataclass

# Kinds beside those of `models.scenes.pictures`: quick stills of dice that a hand laid, and as a throw leaves them.
LAID = "snapshot"
PLAYED = "played snapshot"
FOLDERS = {"shipped": "", "folds": "-folds", "test": "-test"}


@dataclass(frozen=True)
class Part:
    """Pictures of one seed: whose they are, of `FOLDERS`; of which kind."""

    whose: str
    kind: str
    seed: int
    count: int


# Of seeds 1 and 2, of 28 and 29, and of the folds the card knows only how many there are of all together.
MANIFEST = (
    Part("shipped", "all", 1, 1500),
    Part("shipped", "all", 2, 450),
    Part("shipped", "states", 3, 240),
    Part("shipped", "all", 4, 300),
    Part("shipped", "states", 5, 240),
    Part("shipped", "states", 6, 1020),
    Part("shipped", "figures", 12, 180),
    Part("shipped", "clutter", 13, 120),
    Part("shipped", "figures", 32, 300),
    Part("shipped", "clutter", 33, 300),
    Part("shipped", LAID, 22, 3600),
    Part("shipped", LAID, 23, 8340),
    Part("shipped", LAID, 26, 6000),
    Part("shipped", LAID, 27, 15000),
    Part("shipped", LAID, 28, 13500),
    Part("shipped", LAID, 29, 13500),
    Part("shipped", PLAYED, 51, 5976),
    Part("shipped", PLAYED, 52, 5892),
    Part("shipped", PLAYED, 53, 2382),
    Part("shipped", PLAYED, 54, 2400),
    Part("shipped", "all", 71, 114),
    Part("shipped", "sizes", 74, 60),
    Part("shipped", LAID, 75, 300),
    Part("folds", "all", 1, 1500),
    Part("folds", "all", 61, 1998),
    Part("folds", "all", 62, 1998),
    Part("folds", "all", 63, 1998),
    Part("folds", "figures", 64, 318),
    Part("folds", "clutter", 65, 321),
    Part("folds", LAID, 41, 1800),
    Part("test", "states", 8, 150),
    Part("test", "clutter", 9, 201),
    Part("test", "figures", 10, 201),
    Part("test", "states", 11, 150),
    Part("test", LAID, 25, 900),
    Part("test", "all", 902, 480),
    Part("test", "states", 903, 360),
    Part("test", "clutter", 905, 120),
    Part("test", "figures", 906, 120),
    Part("test", LAID, 901, 600),
    Part("test", PLAYED, 904, 600),
)


def learnt_from(seed: int) -> bool:
    """Whether nets have learnt from pictures of this seed, of any kind: none may be judged by them."""
    return any(part.seed == seed and part.whose != "test" for part in MANIFEST)
