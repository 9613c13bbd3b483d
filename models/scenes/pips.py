"""Where the pips of a die lie on its faces, as values: the usual layout, and others that makers use."""

from __future__ import annotations

Layout = tuple[tuple[float, float], ...]
"""How far each pip is from the middle along either side, in distances of an outer pip from it."""

SPOTS: dict[int, Layout] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)),
}
"""By value: the usual layout."""

PARALLEL_TWO: Layout = ((0, -1), (0, 1))
"""A 2 whose pips stand parallel to an edge of the face.

There is no straight 3 beside it: a reader that learnt straight 3s took printed lines for 3s.
"""
