"""Where everybody stands: totals, averages, busts, streaks, each computed from the turns and from nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from webui.league.accounts import Account
from webui.league.day import DAY, streak
from webui.league.turn import Turn

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


def standings(
    accounts: Sequence[Account],
    turns: Sequence[Turn],
    away: Mapping[str, frozenset[date]],
    today: date,
    year: int,
) -> tuple[Standing, ...]:
    """The standings of a year by the turns that count in it. Who has no turn in it stands last, and only while open."""
    own: dict[str, list[Turn]] = {account.id: [] for account in accounts}
    for turn in turns:
        own[turn.account].append(turn)
    shown = [account for account in accounts if own[account.id] or not account.closed]
    totals = {account.id: sum(turn.score for turn in own[account.id]) for account in shown}
    order = sorted(shown, key=lambda account: (-totals[account.id], not own[account.id], account.seat))
    return tuple(
        _standing(account, own[account.id], totals, away.get(account.id, frozenset()), today, year)
        for account in order
    )


def _standing(
    account: Account,
    turns: Sequence[Turn],
    totals: Mapping[str, int],
    away: frozenset[date],
    today: date,
    year: int,
) -> Standing:
    scores = [turn.score for turn in turns]
    total = totals[account.id]
    return Standing(
        place=1 + sum(other > total for other in totals.values()),
        account=account,
        total=total,
        turns=len(turns),
        days=days_so_far(account, turns, today, year),
        busts=scores.count(0),
        best=max(scores, default=0),
        streak=streak([turn.day for turn in turns], away, min(today, date(year, 12, 31))),
        latest=tuple(scores[-LATEST:]),
    )


def days_so_far(account: Account, turns: Sequence[Turn], today: date, year: int) -> int:
    """How many days of this year there were to play on, from when they joined on."""
    joined = min([date.fromisoformat(account.joined[:10]), *(turn.day for turn in turns)])
    first, last = max(joined, date(year, 1, 1)), min(today, date(year, 12, 31))
    return max(0, (last - first) // DAY + 1)


@dataclass(frozen=True)
class Meeting:
    """Two players on the days on which both rolled: on how many each had more, and on how many as much."""

    other: Account
    won: int
    lost: int
    level: int


def head_to_head(account: Account, accounts: Sequence[Account], turns: Sequence[Turn]) -> tuple[Meeting, ...]:
    """This player against each other one, day by day; those they met on most days first."""
    scores: dict[str, dict[date, int]] = {}
    for turn in turns:
        scores.setdefault(turn.account, {})[turn.day] = turn.score
    own = scores.get(account.id, {})
    met = []
    for other in accounts:
        theirs = scores.get(other.id, {})
        days = own.keys() & theirs.keys()
        if other.id != account.id and days:
            won = sum(own[day] > theirs[day] for day in days)
            level = sum(own[day] == theirs[day] for day in days)
            met.append(Meeting(other, won, len(days) - won - level, level))
    return tuple(sorted(met, key=lambda each: -(each.won + each.lost + each.level)))


def running_totals(turns: Sequence[Turn], first: date, last: date) -> tuple[int, ...]:
    """The total after each day from `first` to `last`."""
    scores = {turn.day: turn.score for turn in turns}
    total, totals = 0, []
    day = first
    while day <= last:
        total += scores.get(day, 0)
        totals.append(total)
        day += DAY
    return tuple(totals)
