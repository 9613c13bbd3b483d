# Tested by tests/test_webui_league_people.py.
"""Sentences of the league's pages that are put together from numbers and times."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import NamedTuple

from webui.league.accounts import Account
from webui.league.acts import WITHDRAWN
from webui.league.day_page import HOW
from webui.league.luck import Fortune
from webui.league.outgoing import Delivery
from webui.league.turn import Act

NAMED = 60
"""Names that stand in a row. Larger: a longer page; smaller: more of them are not named."""
PLOT_ROOM = 9.3
"""Letters that have room beside a plot. Larger: the edge of a phone cuts a name. Smaller: more names stand below it."""


def day_name(day: date, year: int = 0) -> str:
    """A date as a heading: Tuesday 3 March. year: this one, where a date of another one says its own."""
    return f"{day:%A} {short_day(day, year)}"


def short_day(day: date, year: int = 0) -> str:
    """A date in a sentence: 3 March. year: this one, where a date of another one says its own."""
    return f"{day.day} {day:%B}{f' {day.year}' if year and day.year != year else ''}"


def how_long(span: timedelta) -> str:
    """A span in hours and minutes, rounded up: 10 hours 46 minutes."""
    minutes = max(1, math.ceil(span.total_seconds() / 60))
    hours, minutes = divmod(minutes, 60)
    parts = [_many(hours, "hour")] * bool(hours) + [_many(minutes, "minute")] * bool(minutes)
    return " ".join(parts)


def _many(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def names(accounts: tuple[Account, ...]) -> str:
    """Names in a row: Kira, Ola, Sam; of many the first ones, and how many more."""
    more = len(accounts) - NAMED
    row = ", ".join(account.name for account in accounts[:NAMED])
    return f"{row} and {more:,} more" if more > 0 else row


def fit(*names: str) -> bool:
    """Whether there is room for each of these names beside a plot; one that has none stands below it, whole."""
    return all(sum(map(_width, name)) <= PLOT_ROOM for name in names)


def _width(letter: str) -> float:
    """How wide a letter is, about, where an n is 1."""
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.7
    return 1.5 if letter in "MWmw@—" else 1.1 if letter.isupper() else 1.0


def signed(points: float) -> str:
    """Points with their sign: + 44."""
    return f"{'−' if round(points) < 0 else '+'} {abs(round(points)):,}"


def luck_sentence(fortune: Fortune) -> str:
    """The luck of a player's turns."""
    more = "more" if fortune.luck >= 0 else "fewer"
    return f"{abs(round(fortune.luck)):,} points {more} than average dice"


def percentile_sentence(fortune: Fortune) -> str:
    """How that compares."""
    place = round(fortune.percentile)
    if place >= 50:
        return f"Luckier than {min(place, 99)} in 100 players with as many turns."
    return f"Less lucky than {min(100 - place, 99)} in 100 players with as many turns."


def _act_sentence(act: Act, everyone: dict[str, Account]) -> str:
    """What somebody did about a turn or a day."""
    by = everyone[act.by].name
    done = {
        "open": f"{by} opened the day for {everyone[act.account].name}",
        "correct": f"{by} put the score right: {_points(act.old)} is {_points(act.new)}",
        "internet": f"{by} marked the dice as internet dice; before: {HOW.get(act.old, act.old)}",
        "hide": f"{by} hid the comment",
        "show": f"{by} shows the comment again",
        "withdraw": f"{by} withdrew it; it was {_points(act.old)}",
        "close": f"{by} closed the account",
        "delete": f"{by} had all deleted that was theirs",
    }[act.kind]
    return f"{done}. “{act.reason}”" if act.reason else f"{done}."


class Told(NamedTuple):
    """Something that was done, as a page tells it. at: when, by the clock of the player whom it is about."""

    at: datetime
    sentence: str

    @property
    def time(self) -> str:
        """When: 3 March, 09:14."""
        return f"{short_day(self.at.date())}, {self.at:%H:%M}"


def told_of(acts: Iterable[Act], everyone: dict[str, Account]) -> tuple[Told, ...]:
    """What was done, as a page tells it."""
    return tuple(Told(everyone[act.account].home.local(act.at), _act_sentence(act, everyone)) for act in acts)


def _points(text: str) -> str:
    return f"{int(text):,}" if text.isdigit() else text


def clock_says(now: float) -> str:
    """A moment by the clock of this machine: Tuesday 3 March 2026, 08:14."""
    moment = datetime.fromtimestamp(now)
    return f"{day_name(moment.date())} {moment.year}, {moment:%H:%M}"


HEADINGS = {
    "waiting": ("clock", "Waiting to go out", "is-open"),
    "held": ("clock", "Not sent yet", "is-open"),
    "sending": ("clock", "On its way", "is-open"),
    "sent": ("tick", "Sent", ""),
    "refused": ("cross", "Not taken", "is-asking"),
    "unknown": ("ask", "Did it arrive?", "is-asking"),
    "late": ("moon", "Too late for today", ""),
    "spare": ("hand", "For its own sake", ""),
    "undone": ("undo", "Kept here only", ""),
}
"""Drawing, heading and edge of each state of a report."""
BY_HAND = ("hand", "For you to hand over", "is-open")
"""The same of one that waits for a person who reports it."""


def stands(delivery: Delivery, now: datetime) -> str:
    """What is to be done about a turn that has arrived and was taken back at the table afterwards; "" for no such one.

    It is not withdrawn by itself: a day whose turn is withdrawn is spent, so that is for its player to say.
    """
    if delivery.state != "sent":
        return ""
    right = "ask who runs the league to put its score right"
    until = delivery.changed + WITHDRAWN
    if now >= until:
        return f"It was taken back at the table afterwards. In the league it stands: {right}."
    return (
        f"It was taken back at the table afterwards. In the league it stands: {right}; or its player may withdraw it "
        f"there until {until.astimezone():%H:%M}, and has no other turn that day."
    )


def delivery_sentence(delivery: Delivery, to: str, trusted: bool) -> str:
    """What became of a report, and what is to be done."""
    if delivery.state == "waiting" and not trusted:
        return (
            "This table does not know yet what time it is. The turn is kept with its age, and goes by itself."
        )
    if delivery.state == "waiting" and not delivery.tries:
        return f"It goes to {to} by itself in a moment. Until then an Undo at the table takes it back."
    if delivery.state == "waiting":
        return f"{delivery.answer} It is kept and goes by itself. You can shut the lid."
    if delivery.state == "held":
        return "Say something if you like, or leave it blank."
    if delivery.state == "unknown" and delivery.tries:
        return f"{delivery.answer} Look there first: a turn counts once, and sending twice would look odd."
    return delivery.answer


def age(since: datetime, now: datetime) -> str:
    """How long ago."""
    span = now - since
    if span < timedelta(minutes=2):
        return "just now"
    return f"{how_long(span)} ago" if span < timedelta(days=2) else f"{span.days} days ago"
