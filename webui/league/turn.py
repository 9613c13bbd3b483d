# Tested by tests/test_webui_league_standings.py.
"""A turn as the league has it, and a report as it comes: what a table sends, in one form to the byte."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import MAXYEAR, MINYEAR, date, datetime, timedelta
from typing import Any

from engine.line import Line
from webui.json_text import read_json
from webui.league.finished import MARKS, Mark, mark_of, score_of
from webui.league.refusal import Denied
from webui.match.lines import HEAD
from webui.match.names import tidy

MOST_COMMENT = 200
MOST_BODY = 60_000
LONGEST = timedelta(hours=24)
"""A turn takes no longer."""
SKEW = timedelta(minutes=2)
"""How far ahead of ours the clock of a table may be."""
KEY_LETTERS = 26


@dataclass(frozen=True)
class Report:
    """A turn that is reported. key: the same however often it is sent. player: the name at the table.

    began, ended: first throw and last line, UTC. clock: by what the table knows the time. lines: the turn as a match.
    """

    key: str
    player: str
    score: int
    mark: Mark
    began: datetime
    ended: datetime
    clock: str
    comment: str
    lines: tuple[str, ...]

    @property
    def body(self) -> str:
        """The report as it is sent."""
        facts = {**asdict(self), "began": self.began.isoformat(), "ended": self.ended.isoformat()}
        return json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def read(cls, body: str) -> Report:
        """What `body` wrote. Raises Denied where it is no report, or its score does not follow from its lines."""
        try:
            facts: Any = read_json(body) if len(body) <= MOST_BODY else None
            report = cls(
                key=str(facts["key"]),
                player=str(facts["player"])[:80],
                score=_whole(facts["score"]),
                mark=facts["mark"],
                began=_instant(facts["began"]),
                ended=_instant(facts["ended"]),
                clock=str(facts["clock"])[:12],
                comment=said(str(facts["comment"])),
                lines=tuple(str(line) for line in facts["lines"]),
            )
        except (ValueError, TypeError, KeyError, OverflowError):
            raise Denied("This is no report of a turn.") from None
        report.check()
        return report

    def check(self) -> None:
        """Raises Denied where it cannot be."""
        try:
            score = score_of(self.lines)
        except ValueError as error:
            raise Denied(str(error)) from None
        if score != self.score:
            raise Denied(f"The lines of this turn make {score:,}, not {self.score:,}.")
        if len(self.key) != KEY_LETTERS or not self.key.isalnum() or not self.key.isascii():
            raise Denied("The report has no key.")
        least = MARKS.index(mark_of(self.lines))
        if self.mark not in MARKS or MARKS.index(self.mark) < least:
            raise Denied("The mark of this turn does not fit its lines.")
        if not timedelta(0) <= self.ended - self.began <= LONGEST:
            raise Denied("A turn ends after it begins, on the same day.")


def _whole(number: object) -> int:
    if type(number) is not int:
        raise TypeError
    return number


def _instant(text: object) -> datetime:
    instant = datetime.fromisoformat(str(text))
    # At either end of the calendar there is no day before, or after, to reckon with.
    if instant.utcoffset() != timedelta(0) or instant.year in (MINYEAR, MAXYEAR):
        raise ValueError
    return instant


def said(comment: str) -> str:
    """A comment as it is kept: one line. Raises Denied for one that is too long."""
    line = "".join(letter for letter in tidy(" ".join(comment.split())) if letter.isprintable())
    if len(line) > MOST_COMMENT:
        raise Denied(f"A comment has {MOST_COMMENT} letters at most.")
    return line


@dataclass(frozen=True)
class Act:
    """What somebody has done about a day or a turn.

    kind: open, correct, internet, hide, show, withdraw, close, delete.
    """

    id: int
    kind: str
    account: str
    day: date | None
    turn: str | None
    old: str
    new: str
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True)
class Turn:
    """A turn of the league.

    Reported: its score as it came; score, mark: as they count now, by its acts, oldest first.
    """

    id: str
    account: str
    day: date
    place: int
    reported: int
    came_as: Mark
    began: datetime
    ended: datetime
    came: datetime
    late: bool
    device: str | None
    comment: str
    hidden: bool
    withdrawn: bool
    lines: tuple[str, ...]
    acts: tuple[Act, ...] = ()

    @property
    def score(self) -> int:
        """What counts."""
        return next((int(act.new) for act in reversed(self.acts) if act.kind == "correct"), self.reported)

    @property
    def mark(self) -> Mark:
        """How its dice came, as it counts."""
        return "internet" if any(act.kind == "internet" for act in self.acts) else self.came_as

    @property
    def corrected(self) -> bool:
        """Whether the organiser has changed its score."""
        return self.score != self.reported

    @property
    def bust(self) -> bool:
        """Whether it ended with nothing."""
        return self.score == 0

    @property
    def off(self) -> bool:
        """Whether a die left the table."""
        return bool(self.lines) and Line.read(self.lines[-1]).is_off

    @property
    def throws(self) -> int:
        """How many throws it has; a die that left the table before its throw was read makes one, too."""
        lines = [Line.read(line) for line in self.lines[HEAD:]]
        unread = self.off and not any(line.is_throw for line in lines[-2:-1])
        return sum(line.is_throw for line in lines) + unread


def lines_of(body: str) -> tuple[str, ...]:
    """The lines of a report that was taken; none of one that its player has had deleted."""
    facts: dict[str, Any] = json.loads(body) if body else {"lines": ()}
    return tuple(facts["lines"])
