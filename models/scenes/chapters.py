"""The throws of the demo: which values, how often each is drawn, and by what its dice are seeded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

# Where the search for each throw begins: what its dice are seeded by, and the try; nearly all have ended there.
SEEDS = (
    (0, 28),
    (1, 92),
    (2, 52),
    (3, 27),
    (4, 3),
    (5, 111),
    (6, 104),
    (7, 9),
    (8, 113),
    (9, 38),
    (10, 85),
    (11, 115),
    (5, 10),
    (13, 2),
    (11, 115),
    (15, 77),
    (16, 51),
    (17, 1),
    (6, 23),
    (19, 8),
    (20, 36),
    (21, 18),
    (22, 37),
    (7, 23),
    (24, 17),
    (25, 11),
    (26, 2),
    (27, 11),
    (8, 1),
    (29, 2),
    (12, 3),
    (31, 30),
    (32, 1),
    (33, 13),
    (9, 1),
    (35, 4),
    (36, 1),
    (13, 7),
    (38, 34),
    (39, 2),
    (72, 199),
    (65, 14),
)


@dataclass(frozen=True)
class Chapter:
    """One throw: values of the dice that stay on the table, how many roll off, and its chance.

    chance: how often it is drawn among the throws of as many dice, 0 to 1.
    """

    values: tuple[int, ...]
    chance: float
    off: int = 0

    @property
    def thrown(self) -> int:
        return len(self.values) + self.off


# Share of throws that lose a die, for each die thrown. Larger: a table with a lower edge.
OFF_CHANCE = 0.01
# Dice that stay in a throw that loses one.
LEAVING = ("23446", "45")
# Throws of which any is as likely as the other, and how many of all throws of as many dice are of their kind. Specials
# and what scores nothing in Morning Roll are as rare as with fair dice. Within a kind the values are such that faces,
# pairs, triples and sums are not far from those of fair dice; with so few throws they cannot be theirs.
KINDS = (
    ("112226 344556 111455 234456 123445 223666 133446", 1 - (1080 + 720 + 1800) / 6**6),
    ("233446", 1080 / 6**6),
    ("123456", 720 / 6**6),
    ("224455", 1800 / 6**6),
    ("11445 12356 44146 12233 33532", 1 - 600 / 6**5),
    ("23346", 600 / 6**5),
    ("1136 3456 5526 3555 1244", 1 - 204 / 6**4),
    ("2466", 204 / 6**4),
    ("456 153 122 256 136", 1 - 60 / 6**3),
    ("334", 60 / 6**3),
    ("52 45 11", 20 / 36),
    ("26 36 23", 16 / 36),
    ("1 2 3 4 5 6", 1.0),
)


def chapters() -> Iterator[Chapter]:
    """Every throw of the film, with its chance among the throws of as many dice."""
    losing = {len(stay) + 1: OFF_CHANCE * (len(stay) + 1) for stay in LEAVING}
    for texts, share in KINDS:
        for text in texts.split():
            whole = 1 - losing.get(len(text), 0.0)
            yield Chapter(_values(text), whole * share / len(texts.split()))
    for stay in LEAVING:
        yield Chapter(_values(stay), losing[len(stay) + 1], off=1)


def _values(text: str) -> tuple[int, ...]:
    return tuple(int(face) for face in text)
