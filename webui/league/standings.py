"""Where everybody stands: totals, averages, busts, streaks, each computed from the turns and from nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from webui.league.accounts import Account
from webui.league.day import DAY, streak
from webui.league.year_book import NONE, Points, Scores

LATEST = 20
"""Turns in the little row of bars behind each name."""


@dataclass(frozen=True)
class Standing:
    """One player's year. place: from 1; equal totals share it. days: of the year so far, since they joined or it began.

    streak: days in a row up to today. latest: scores of the last turns, oldest first.
    """

    place: int
    account: Account
    total: int
    turns: int
    days: int
    busts: int
    best: int
    streak: int
    latest: tuple[int, ...]

    @property
    def average(self) -> float:
        """Points a turn taken."""
        return self.total / self.turns if self.turns else 0.0


@dataclass(frozen=True)
class Ranking:
    """Everybody's year in order, of which `standings` tells as many as are wanted.

    order: who has a turn in it, the most points first, then who has none and could still have. totals: in this order.
    """

    scores: Scores
    order: tuple[Account, ...]
    totals: Points

    @classmethod
    def of(cls, accounts: Sequence[Account], scores: Scores) -> Ranking:
        """All of these accounts by their scores."""
        played = scores.points > NONE
        sums = np.where(played, scores.points, 0).sum(axis=1).tolist()
        turns = played.sum(axis=1).tolist()
        facts = {name: (sums[row], bool(turns[row])) for name, row in scores.rows.items()}
        known = [(account, *facts.get(account.id, (0, False))) for account in accounts]
        shown = [each for each in known if each[2] or not each[0].closed]
        shown.sort(key=lambda each: (-each[1], not each[2], each[0].seat))
        totals = np.array([total for _, total, _ in shown], np.int32)
        return cls(scores, tuple(account for account, _, _ in shown), totals)

    def place_of(self, account: str) -> int | None:
        """The place of this account in the order, from 0; None where it is not in it."""
        return next((n for n, each in enumerate(self.order) if each.id == account), None)

    def standings(
        self,
        away: Mapping[str, frozenset[date]],
        today: date,
        first: int = 0,
        most: int | None = None,
    ) -> tuple[Standing, ...]:
        """The standings from this place in the order on, so many at most."""
        last = None if most is None else first + most
        return tuple(
            self._standing(account, int(total), away.get(account.id, frozenset()), today)
            for account, total in zip(self.order[first:last], self.totals[first:last], strict=True)
        )

    def _standing(self, account: Account, total: int, away: frozenset[date], today: date) -> Standing:
        row = self.scores.of(account.id)
        points, days, year = row[row > NONE], self.scores.days(account.id), self.scores.year
        return Standing(
            place=1 + int(np.searchsorted(-self.totals, -total)),
            account=account,
            total=total,
            turns=len(points),
            days=days_so_far(account, days, today, year),
            busts=int((points == 0).sum()),
            best=int(points.max(initial=0)),
            streak=streak(days, away, min(today, date(year, 12, 31))),
            latest=tuple(points[-LATEST:].tolist()),
        )


def days_so_far(account: Account, days: Sequence[date], today: date, year: int) -> int:
    """How many days of this year there were to play on, from when they joined on. days: on which they have played."""
    joined = min([date.fromisoformat(account.joined[:10]), *days[:1]])
    first, last = max(joined, date(year, 1, 1)), min(today, date(year, 12, 31))
    return max(0, (last - first) // DAY + 1)


@dataclass(frozen=True)
class WithoutLuck:
    """A player's year with the luck taken out. unknown: turns whose luck is still being worked out; they are left out
    of luck and cost."""

    account: Account
    total: int
    turns: int
    luck: float
    cost: float
    unknown: int

    @property
    def adjusted(self) -> float:
        """The total with the luck taken out of it."""
        return self.total - self.luck


def without_luck_of(
    accounts: Sequence[Account], scores: Scores, first: int = 0, most: int | None = None
) -> tuple[WithoutLuck, ...]:
    """Who has a turn, the most points without luck first: from this place on, so many at most."""
    played = scores.points > NONE
    columns = (
        np.where(played, scores.points, 0).sum(axis=1),
        played.sum(axis=1),
        np.where(played, np.nan_to_num(scores.luck), 0.0).sum(axis=1),
        np.where(played, np.nan_to_num(scores.cost), 0.0).sum(axis=1),
        (played & np.isnan(scores.luck)).sum(axis=1),
    )
    total, turns, luck, cost, unknown = (column.tolist() for column in columns)
    found = [
        (account, row)
        for account in accounts
        if (row := scores.rows.get(account.id)) is not None and turns[row]
    ]
    found.sort(key=lambda each: luck[each[1]] - total[each[1]])
    return tuple(
        WithoutLuck(account, total[row], turns[row], luck[row], cost[row], unknown[row])
        for account, row in found[first : None if most is None else first + most]
    )


@dataclass(frozen=True)
class Meeting:
    """Two players on the days on which both rolled: on how many each had more, and on how many as much."""

    other: Account
    won: int
    lost: int
    level: int


def head_to_head(
    account: Account, accounts: Sequence[Account], years: Sequence[Scores], first: date, last: date
) -> tuple[Meeting, ...]:
    """This player against each other one, day by day, from `first` to `last`; those they met on most days first.

    years: the scores of each year that has days of these.
    """
    counts: dict[str, NDArray[np.int64]] = {}
    for scores in years:
        for other, found in _met(account, scores, first, last).items():
            counts[other] = counts.get(other, np.zeros(3, np.int64)) + found
    met = [
        Meeting(other, *map(int, counts[other.id]))
        for other in accounts
        if other.id != account.id and other.id in counts and counts[other.id].any()
    ]
    return tuple(sorted(met, key=lambda each: -(each.won + each.lost + each.level)))


def _met(account: Account, scores: Scores, first: date, last: date) -> dict[str, NDArray[np.int64]]:
    """Days won, lost and level against each account in one year."""
    begin = date(scores.year, 1, 1)
    days = slice(max(0, (first - begin).days), max(0, (last - begin).days + 1))
    own, all_ = scores.of(account.id)[days], scores.points[:, days]
    both = (own > NONE) & (all_ > NONE)
    kinds = [(both & each).sum(axis=1) for each in (own > all_, own < all_, own == all_)]
    table = np.stack(kinds, axis=1)
    return {other: table[row] for other, row in scores.rows.items()}


def running_totals(scores: Scores, account: str, first: date, last: date) -> tuple[int, ...]:
    """The total after each day from `first` to `last`, which are days of the year of these scores."""
    points = np.maximum(scores.of(account), 0).cumsum()
    begin = date(scores.year, 1, 1)
    return tuple(points[(first - begin).days : (last - begin).days + 1].tolist())
