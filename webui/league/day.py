"""The day of a player: which date a moment belongs to at their home, and whether Morning Roll is open then.

Open is from 08:00:00 to before 20:00:00 by the clock on the wall at home (RULINGS, Morning Roll 9 and 12). Whoever
moves to another time zone keeps the old one until it closes there on that date. From then on the new zone counts, for
the next date: so no date comes twice, and each has hours in which it is open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

OPENS = time(8)
CLOSES = time(20)
DAY = timedelta(days=1)
YEAR = 366
"""Days for which two zones are compared. More: those that differ later are two. Fewer: a change of clocks is missed."""
MIDDLE = "Etc/UTC"
"""Counts for one date between two zones that are a day apart: else that date would have no open hours."""


class UnknownZone(ValueError):
    """There is no time zone of this name."""


@dataclass(frozen=True)
class Moment:
    """A moment at a player's home. day: the date it belongs to. local: what the clock on the wall says there.

    open: whether Morning Roll is. opens, closes: when it does next, UTC; `closes` is of this day where it is open.
    """

    day: date
    local: datetime
    open: bool
    opens: datetime
    closes: datetime


@dataclass(frozen=True)
class Home:
    """The time zones of a player: each with the first date that it counts for, the first of all with `date.min`."""

    zones: tuple[tuple[date, str], ...]

    @classmethod
    def of(cls, zone: str) -> Home:
        """One zone for all dates. Raises UnknownZone."""
        return cls(((date.min, checked(zone)),))

    def zone(self, day: date) -> str:
        """The zone that counts for this date."""
        return next(name for first, name in reversed(self.zones) if first <= day)

    def window(self, day: date) -> tuple[datetime, datetime]:
        """From when to before when this date is open, UTC."""
        opens, closes = hours(self.zone(day), day)
        if day > date.min and self.zone(day - DAY) != self.zone(day):
            opens = max(opens, hours(self.zone(day - DAY), day - DAY)[1])
        return opens, closes

    def at(self, instant: datetime) -> Moment:
        """This moment (UTC, aware) at home."""
        first, zone = self._zone_at(instant)
        local = instant.astimezone(ZoneInfo(zone))
        opened = local.date() >= first and OPENS <= local.time() < CLOSES
        closes = self.window(local.date())[1]
        return Moment(local.date(), local, opened, self._next_opening(instant, local.date()), closes)

    def local(self, instant: datetime) -> datetime:
        """What the clock on the wall at home says at this moment (UTC, aware)."""
        return instant.astimezone(ZoneInfo(self._zone_at(instant)[1]))

    def _zone_at(self, instant: datetime) -> tuple[date, str]:
        for (_, before), (first, zone) in reversed(list(zip(self.zones, self.zones[1:], strict=False))):
            if instant >= hours(before, first - DAY)[1]:
                return first, zone
        return self.zones[0]

    def _next_opening(self, instant: datetime, day: date) -> datetime:
        days = (day + n * DAY for n in range(-1, 5))
        return next(opens for opens, _ in map(self.window, days) if opens > instant)

    def moved(self, instant: datetime, zone: str) -> Home:
        """The home of one who is in this zone now: it counts from the next date on. Raises UnknownZone.

        One whose days are the same is no other: browsers have several names for a zone, such as those of Calcutta.
        """
        today = self.at(instant).day
        stays = tuple((first, name) for first, name in self.zones if first <= today)
        if is_same_day(checked(zone), stays[-1][1], today):
            return Home(stays)
        first, before = today + DAY, stays[-1][1]
        if hours(zone, first)[1] <= hours(before, today)[1]:
            return Home((*stays, (first, MIDDLE), (first + DAY, zone)))
        return Home((*stays, (first, zone)))


def hours(zone: str, day: date) -> tuple[datetime, datetime]:
    """From when to before when this date is open in this zone, UTC."""
    there = ZoneInfo(zone)
    opens, closes = (datetime.combine(day, at, there).astimezone(UTC) for at in (OPENS, CLOSES))
    return opens, closes


@lru_cache(1000)
def is_same_day(one: str, other: str, first: date) -> bool:
    """Whether each date is open at the same time in both zones, for a year from this date on."""
    return one == other or all(
        hours(one, first + n * DAY) == hours(other, first + n * DAY) for n in range(YEAR)
    )


def checked(zone: str) -> str:
    """The name of a time zone. Raises UnknownZone for what is none."""
    try:
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_+\-/]{0,63}", zone):
            raise ValueError
        return ZoneInfo(zone).key
    except (ValueError, OSError, ZoneInfoNotFoundError):
        raise UnknownZone(f"There is no time zone {zone[:64]!r}. One is such as Europe/Berlin.") from None


def streak(played: Sequence[date], away: frozenset[date], today: date) -> int:
    """How many days in a row have a turn, up to today or, while today has none yet, yesterday.

    Days away are passed over.
    """
    turns, days = set(played), 0
    day = today if today in turns else today - DAY
    while day in turns or day in away:
        days += day in turns
        day -= DAY
    return days
