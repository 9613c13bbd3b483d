"""What dice score in one throw of Morning Roll. The rules are in `engine.morning_roll`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, product

from engine.move import Move

DICE = 6
SPECIAL_POINTS = 2500
SINGLE = {1: 100, 5: 50}
TRIPLE = {1: 1000, 2: 200, 3: 300, 4: 400, 5: 500, 6: 600}


def special_of(thrown: Iterable[int]) -> str | None:
    """`straight`, `boxcars` (three different pairs), or None."""
    faces = sorted(thrown)
    if faces == [1, 2, 3, 4, 5, 6]:
        return "straight"
    if len(faces) == DICE and len(set(faces)) == 3 and all(faces.count(face) == 2 for face in faces):
        return "boxcars"
    return None


def totals(kept: Sequence[int]) -> tuple[int, ...]:
    """All points these dice of one throw may be counted for, best first; empty unless every die scores."""
    if special_of(kept):
        return (SPECIAL_POINTS,)
    each = [_totals_of(face, kept.count(face)) for face in sorted(set(kept))]
    return tuple(sorted({sum(ways) for ways in product(*each)}, reverse=True)) if kept else ()


def _totals_of(face: int, number: int) -> set[int]:
    """What `number` dice of one face may count: singly, or some of them, three or more, as a combination."""
    ways = {number * SINGLE[face]} if face in SINGLE else set()
    for combined in range(3, number + 1):
        left = number - combined
        if left == 0 or face in SINGLE:
            ways.add(TRIPLE[face] * 2 ** (combined - 3) + left * SINGLE.get(face, 0))
    return ways


@lru_cache(maxsize=1024)
def keeps_of(thrown: tuple[int, ...]) -> tuple[Move, ...]:
    """Every legal keep of a throw (faces in rising order) with its best points: most points first."""
    kept = {faces for number in range(1, len(thrown) + 1) for faces in combinations(thrown, number)}
    scoring = [Move("keep", faces, totals(faces)[0]) for faces in kept if totals(faces)]
    return tuple(sorted(scoring, key=lambda move: (-(move.points or 0), len(move.faces), move.faces)))


def idle(faces: Sequence[int]) -> tuple[str, str]:
    """Why these dice do not all score: rule and fact."""
    face = next(face for face in sorted(set(faces)) if not _totals_of(face, faces.count(face)))
    fact = (
        f"{faces.count(face)} dice showing {face} do not score"
        if faces.count(face) > 1
        else f"a lone {face} does not"
    )
    return "only 1s and 5s score singly, the others in threes or more", fact
