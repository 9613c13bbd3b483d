# Tested by tests/test_webui_league_sender.py.
"""A report on its way: what is known of it, and what became of it with each that is told."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal, Protocol, cast

from webui.league.finished import Mark
from webui.league.turn import Report

State = Literal["waiting", "held", "sending", "sent", "refused", "unknown", "late", "spare", "undone"]
STATES: dict[State, str] = {
    "waiting": "it goes out by itself",
    "held": "a person is to look first",
    "sending": "it is on its way",
    "sent": "it has arrived",
    "refused": "it was not taken",
    "unknown": "nobody knows whether it arrived",
    "late": "the day was over",
    "spare": "the player had rolled on that day already",
    "undone": "the turn was taken back at the table, or is kept here only",
}
OPEN: tuple[State, ...] = ("waiting", "held", "sending", "unknown")
"""What may still change."""


@dataclass(frozen=True)
class Ready:
    """A turn that ended at this table. began, ended, clock: None until the clock can be trusted.

    day: at the player's home, as this table knows it. rolls: what the camera saw of its throws, by number.
    """

    key: str
    player: str
    score: int
    mark: Mark
    lines: tuple[str, ...]
    rolls: tuple[int | None, ...]
    comment: str
    began: datetime | None
    ended: datetime | None
    day: date | None
    clock: str | None
    undone: bool
    match: int
    first: int
    last: int

    @classmethod
    def of(cls, row: Any) -> Ready:
        """From a row of the outbox."""
        return cls(
            key=row.key,
            player=row.player,
            score=row.score,
            mark=cast(Mark, row.mark),
            lines=tuple(row.lines),
            rolls=tuple(row.rolls),
            comment=row.comment,
            began=datetime.fromisoformat(row.began) if row.began else None,
            ended=datetime.fromisoformat(row.ended) if row.ended else None,
            day=date.fromisoformat(row.day) if row.day else None,
            clock=row.clock,
            undone=row.undone is not None,
            match=row.match,
            first=row.first,
            last=row.last,
        )

    @property
    def report(self) -> Report:
        """As it is sent. It must be dated."""
        assert self.began is not None
        assert self.ended is not None
        return Report(
            self.key,
            self.player,
            self.score,
            self.mark,
            self.began,
            self.ended,
            self.clock or "",
            self.comment,
            self.lines,
        )


@dataclass(frozen=True)
class Delivery:
    """What became of a report with one that is told. due: not before; answer: what it said, as a sentence."""

    report: Ready
    to: str
    state: State
    tries: int
    due: datetime
    body: str | None
    answer: str
    changed: datetime


@dataclass(frozen=True)
class Outcome:
    """What a try has led to. wait_s: at least so long until the next, where the other side has asked for that."""

    state: State
    sentence: str
    wait_s: float = 0.0


class Destination(Protocol):
    """Somebody who is told of turns. Each knows its players by the name at the table.

    once: whether the same report may be sent as often as one likes and counts once. name: for people.
    """

    once: bool
    name: str

    def knows(self, player: str) -> bool:
        """Whether this player's turns go there."""

    def today(self, player: str, moment: datetime) -> date:
        """The date that this moment has for this player there."""

    def send(self, body: str, report: Ready) -> Outcome:
        """Send it. Raises NotSent where it has surely not arrived, NoAnswer where nobody knows."""

    def page(self, report: Ready) -> str:
        """The address at which a person looks whether it is there; "" where none is known."""

    def is_there(self, report: Ready) -> bool | None:
        """Whether it has arrived, looked up there; None where that cannot be told."""
