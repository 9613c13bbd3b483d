"""How strong is who, and how sure is that: worked out from who came before whom in finished matches.

The model is that of Bradley and Terry ("Rank analysis of incomplete block designs", Biometrika 39, 1952): of two
players the one with the higher rating comes first with a chance that depends on the difference alone, 10 to 1 at 400
points, as with Elo's ratings in chess. A tie is half a win for each. A match of n players is taken apart into its
pairs, each of which counts 2 / n, so that together they count as the n - 1 matches of two that an order of n is worth
(pairs of a whole order estimate the same strengths: Azari Soufiani and others, "Generalized method-of-moments for rank
aggregation", 2013). Before any match everybody is taken for average, give or take `PRIOR` points. The rating is where
the chance of all results is highest; the doubt is how wide that peak is (Laplace's approximation).

The order of the matches makes no difference, and a corrected match changes the ratings as if it had been played so.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

AVERAGE = 1500
PRIOR = 100
"""Points by which people differ before anything is known of them (one standard deviation). Larger: a few lucky matches
move the ratings further. Smaller: a strong player takes longer to be seen."""
POINTS = 400 / math.log(10)
"""Points of rating that make one unit of log odds."""
STEPS = 30
"""Steps of Newton's method at most; some six are taken."""
CLOSE = 1e-10
"""The largest move of a step, in log odds, after which it has arrived."""

Places = Sequence[Sequence[str]]
Row = list[float]


@dataclass(frozen=True)
class Rating:
    """value: points around 1500.   doubt: points, one standard deviation; two in three lie within it."""

    value: float
    doubt: float


@dataclass(frozen=True)
class Ratings:
    """The ratings of all who have played. names: in order.   strengths: log odds.   spread: their covariances."""

    names: tuple[str, ...]
    strengths: tuple[float, ...]
    spread: tuple[tuple[float, ...], ...]

    def __getitem__(self, name: str) -> Rating:
        place = self.names.index(name)
        doubt = math.sqrt(self.spread[place][place])
        return Rating(AVERAGE + POINTS * self.strengths[place], POINTS * doubt)

    def chance(self, one: str, other: str) -> float:
        """The chance that `one` comes before `other` in the next match, the doubt about both counted in.

        The mean of the logistic curve over a normal distribution, by MacKay ("The evidence framework applied to
        classification networks", 1992).
        """
        a, b = self.names.index(one), self.names.index(other)
        doubt = self.spread[a][a] + self.spread[b][b] - 2 * self.spread[a][b]
        return _chance((self.strengths[a] - self.strengths[b]) / math.sqrt(1 + math.pi * doubt / 8))


def rate(orders: Iterable[Places]) -> Ratings:
    """The ratings after matches that ended in these orders: see `engine.move.Outcome.places`."""
    pairs = [pair for order in orders for pair in _pairs(order)]
    names = tuple(dict.fromkeys(name for one, other, *_ in pairs for name in (one, other)))
    places = {name: place for place, name in enumerate(names)}
    told = [(places[one], places[other], won, weight) for one, other, won, weight in pairs]
    strengths = [0.0] * len(names)
    for _ in range(STEPS):
        slope, curve = _peak(strengths, told)
        moves = [sum(c * s for c, s in zip(row, slope, strict=True)) for row in _inverse(curve)]
        strengths = [strength + move for strength, move in zip(strengths, moves, strict=True)]
        if all(abs(move) < CLOSE for move in moves):
            break
    spread = _inverse(_peak(strengths, told)[1])
    return Ratings(names, tuple(strengths), tuple(map(tuple, spread)))


def _pairs(order: Places) -> Iterable[tuple[str, str, float, float]]:
    """Each two players of a match: how much of a win it was for the first, and how much it counts."""
    seats = [(name, place) for place, level in enumerate(order) for name in level]
    for number, (one, before) in enumerate(seats):
        for other, after in seats[number + 1 :]:
            yield one, other, 0.5 if before == after else 1.0, 2 / len(seats)


def _peak(strengths: Row, pairs: Iterable[tuple[int, int, float, float]]) -> tuple[Row, list[Row]]:
    """The slope of the log chance of all results at these strengths, and its curvature with the sign turned."""
    width = (PRIOR / POINTS) ** 2
    slope = [-strength / width for strength in strengths]
    curve = [[(row == column) / width for column in range(len(strengths))] for row in range(len(strengths))]
    for one, other, won, weight in pairs:
        chance = _chance(strengths[one] - strengths[other])
        slope[one] += weight * (won - chance)
        slope[other] -= weight * (won - chance)
        bend = weight * chance * (1 - chance)
        for row, column in ((one, other), (other, one)):
            curve[row][row] += bend
            curve[row][column] -= bend
    return slope, curve


def _chance(difference: float) -> float:
    return 1 / (1 + math.exp(-difference))


def _inverse(matrix: list[Row]) -> list[Row]:
    """The inverse of a matrix whose diagonal outweighs each row, as that of `_peak` does, so that no row is swapped."""
    size = len(matrix)
    rows = [[*row, *(float(place == number) for place in range(size))] for number, row in enumerate(matrix)]
    for number in range(size):
        pivot = rows[number] = [each / rows[number][number] for each in rows[number]]
        for other in range(size):
            if other != number and rows[other][number]:
                factor = rows[other][number]
                rows[other] = [a - factor * b for a, b in zip(rows[other], pivot, strict=True)]
    return [row[size:] for row in rows]
