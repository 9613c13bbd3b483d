# Tested by tests/test_webui_presses.py.
"""The match on the table, as it is in the store: read, written line by line, told.

The only writer of a match: what people press (`presses.py`) and what the camera sees (`sightings.py`) goes through it,
and is on the disk before anyone is told (`store.py`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from engine.game import GAMES
from engine.log import Match
from webui.health import Health
from webui.match.board import Board, LastThrow, Question
from webui.match.codec import write_back, write_question, write_roll
from webui.match.ended_turns import Told, with_outbox
from webui.match.lines import HEAD, confirmed, moved_on, news
from webui.match.meaning import meaning
from webui.match.open_match import OpenMatch
from webui.match.rolls import Rolls
from webui.match.seen import NewRoll, SeenRoll
from webui.match.take_back import TakeBack
from webui.storage.evidence import Evidence
from webui.storage.store import (
    Change,
    Conflict,
    DiskFull,
    Line,
    Saved,
    SavedMatch,
    SavedRoll,
    Store,
    StoreError,
)

EMPTY = Board(0, None, "", "", (), (), None, (), None, None, "", "")
ROOM = 2_000_000
"""Bytes of old pictures given up when the disk is too full for the log; tried so often."""
TRIES = 3
UNDO = Line("undo")
Changed = Callable[[OpenMatch, OpenMatch], None]


def _no_change(before: OpenMatch, after: OpenMatch) -> None:
    """Nobody wants to know."""


class Refused(Exception):
    """What a person asked for is not possible now; a sentence for them. Nothing was changed."""


class Stale(Refused):
    """The board has moved on since the page that asked was made."""


class Ledger:
    """The open match and the question about it. Thread-safe by `change`; told: called after it is on the disk.

    hands_free: whether a throw before the press confirms the only keep that fits, or is asked about.
    now: the match as it is; whoever is to change it looks at it in a `change`. rolls: what the camera saw of it.
    reports: who is told of turns that end.
    """

    def __init__(
        self,
        store: Store,
        evidence: Evidence,
        health: Health,
        told: Callable[[], None] = lambda: None,
        hands_free: bool = False,
    ) -> None:
        self._store = store
        self._evidence = evidence
        self._health = health
        self._told = told
        self._hands_free = hands_free
        self._lock = threading.Lock()
        self._news = ""
        self._forget, self._after = _nothing, _nothing
        self.reports: Told | None = None
        self._changed: Changed = _no_change
        self.rolls = Rolls(store, evidence, health, told)
        saved = store.load()
        self._begun = saved.revision if saved.match is not None else 0
        self.now = OpenMatch.of(saved, self.rolls.seen)

    def notify(
        self, forget: Callable[[], None], after: Callable[[], None], changed: Changed = _no_change
    ) -> None:
        """Call `forget` when another match comes to the table, and `after` at the end of each change, as part of it.

        changed: is given the match as it was before each change and as it is then, one change after the other.
        """
        self._forget, self._after, self._changed = forget, after, changed

    def _take(self, saved: Saved, match: Match | None = None) -> None:
        """The table is as it is in the store; `match` is what its lines tell, where that is known."""
        now = OpenMatch.of(saved, self.rolls.seen, match)
        if saved.match != self.now.saved.match:
            self._begun = saved.revision
            self._forget()
        self.now = now

    def confirm_by_throwing(self, on: bool) -> None:
        """Whether a throw before the press confirms the only keep that fits, from now on."""
        with self._lock:
            self._hands_free = on
        self._told()

    def board(self) -> Board:
        """The board now; source and troubles are for others to add."""
        now = self.now
        saved, match, question = now.saved, now.match, now.question
        if not match:
            return replace(EMPTY, revision=saved.revision, by_throw=self._hands_free)
        return Board(
            revision=saved.revision,
            match=saved.match,
            game=match.game,
            title=GAMES[match.game].title,
            players=tuple(match.state.players),
            options=tuple((name, str(value)) for name, value in match.state.options.items()),
            state=match.state,
            lines=match.lines,
            throw=now.last_throw(self.rolls.seen),
            question=question,
            undo=self._undone_next(now),
            redo=now.again[-1].text if now.again else "",
            confirmed=confirmed(now.stands),
            by_throw=self._hands_free,
        )

    def _undone_next(self, now: OpenMatch) -> str:
        """What Undo takes back: the question, the answer, the newest line, or the beginning of this match."""
        if now.question or now.back:
            return "question" if now.question else "answer"
        if now.stands:
            return now.newest.text
        return "match" if self.match_before() is not None else ""

    def match_before(self) -> SavedMatch | None:
        """The match that was thrown in before this one, as long as nothing stands in this one."""
        now = self.now
        if now.saved.match is None or now.stands or now.question:
            return None
        newest = self._store.matches(now.saved.match, 1)
        return newest[0] if newest and len(newest[0].lines) > HEAD else None

    def last_throw(self) -> LastThrow | None:
        """The newest throw, or die off the table, that stands."""
        return self.now.last_throw(self.rolls.seen)

    def left(self, number: int) -> SavedMatch | None:
        """The match of this number as it was left; None where there is none."""
        return self._store.match(number)

    @contextmanager
    def change(self, revision: int | None = None, of_match: bool = False) -> Iterator[Ledger]:
        """One change at a time, by somebody who saw this revision; told when it is written.

        of_match: they need to have seen which match is on the table, not what has happened in it since.
        """
        with self._lock:
            before = self.now
            newest = before.saved.revision
            oldest = self._begun if of_match else newest
            if revision is not None and not oldest <= revision <= newest:
                raise Stale(moved_on(self.now.match, self.now.question, self._news))
            yield self
            self._after()
            after = self.now
            if after.saved.revision != newest:
                self._changed(before, after)
        if after.saved.revision != newest:
            self._told()

    def need(self) -> Match:
        """The match on the table. Raises Refused where there is none."""
        if not self.now.match:
            raise Refused("No match is on the table. Begin one first.")
        return self.now.match

    def begin(self, match: Match) -> None:
        """Another match is on the table, a new one; the one before stays in the history."""
        self._write(Change(tuple(map(Line, match.lines)), new_match=True), match)

    def take_up(self, number: int, match: Match) -> None:
        """Another match is on the table, one that was left; the question that was open then is open again."""
        self._write(Change(match=number), match)

    def attach(self, new: NewRoll, line: int) -> None:
        """What the camera saw belongs to this line, which was written already."""
        asks = self.now.question
        question = partial(write_question, asks) if asks else None
        self._write(Change(question=question, roll=(write_roll(new.seen), new.picture), attach=line))

    def press(
        self, lines: tuple[Line, ...], then: Sequence[SeenRoll] = (), ask: Question | None = None
    ) -> None:
        """As `go`; where it answers a question, Undo asks that again as it was."""
        asked = self.now.question
        change, match = self._told_by(lines, then, ask)
        back = TakeBack((UNDO,) * len(change.lines), asked) if asked else None
        self._write(replace(change, back=write_back(back) if back else None), match)

    def correct(self, line: Line, new: NewRoll | None = None, ask: Question | None = None) -> None:
        """Write a line in the place of the newest that stands, and what is asked then."""
        asked, was, line = self.now.question, self.now.newest, replace(line, corrects=True)
        back = TakeBack((UNDO, replace(was, corrects=False)), asked, () if asked else (UNDO, line))
        self.go((UNDO, line), new=new, ask=ask, back=back)

    def undo(self, back: TakeBack) -> None:
        """Take a press back."""
        self.go(back.lines, ask=back.ask, back=TakeBack((), None, back.again, taken=True))

    def go(
        self,
        lines: tuple[Line, ...],
        then: Sequence[SeenRoll] = (),
        new: NewRoll | None = None,
        ask: Question | None = None,
        back: TakeBack | None = None,
    ) -> None:
        """Write these lines, and what the throws that waited for them mean then, up to one that is asked about."""
        change, match = self._told_by(lines, then, ask)
        roll = (write_roll(new.seen), new.picture) if new else None
        self._write(replace(change, roll=roll, back=write_back(back) if back else None), match)

    def _told_by(
        self, lines: tuple[Line, ...], then: Sequence[SeenRoll], ask: Question | None
    ) -> tuple[Change, Match]:
        """All that these lines and these throws write, and what is told then; nothing is written yet."""
        match = self.need()
        for line in lines:
            match = match.add(line.text)
        for n, seen in enumerate(then, 1):
            means = meaning(
                match.state,
                seen.faces,
                seen.kept,
                seen.off_table,
                self._hands_free,
                seen.stays,
                seen.hand,
            )
            for text in means.lines:
                match = match.add(text)
            lines = (*lines, *(Line(text, seen.id) for text in means.lines))
            if means.ask:
                ask = Question.about(means.ask, seen, means.moves, tuple(then[n:]))
                break
        return Change(lines, question=partial(write_question, ask) if ask else None), match

    def _write(self, change: Change, match: Match | None = None) -> None:
        """Write a change; match: what the lines tell after it, None where they are as before."""
        try:
            saved = self._written(with_outbox(change, self.now, match, self.reports))
        except Conflict:
            self._take(self._store.load())
            self._news = ""
            raise Stale(moved_on(self.now.match, self.now.question)) from None
        except StoreError as error:
            self._health.start("store", "store", error.what, error.do)
            raise
        self._health.end("store", "store")
        self._news = news(change, self.now.question)
        if change.roll and saved.roll is not None:
            self.rolls.remember(SavedRoll(saved.roll, *change.roll))
        self._take(saved, match or self.now.match)

    def _written(self, change: Change) -> Saved:
        """The log comes before the pictures: on a full disk the oldest of them are given up for it."""
        for _ in range(TRIES):
            try:
                return self._store.write(self.now.saved, change)
            except DiskFull:
                if not self._evidence.give_up(ROOM):
                    raise
        return self._store.write(self.now.saved, change)


def _nothing() -> None:
    """Nobody wants to know."""
