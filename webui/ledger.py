"""The match on the table, as it is in the store: read, written line by line, told.

The only writer of a match: what people press (`presses.py`) and what the camera sees (`sightings.py`) goes through it,
and is on the disk before anyone is told (`store.py`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from engine.game import GAMES
from engine.log import Match
from hardware.frame import Image
from webui.board import Board, LastThrow, Question
from webui.codec import read_question, read_roll, write_question, write_roll
from webui.evidence import Evidence
from webui.health import Health
from webui.meaning import meaning
from webui.replay import Reel
from webui.seen import SeenRoll
from webui.standing import confirmed, last_throw, moved_on, news, put_back, rolls_of, standing
from webui.store import Change, Conflict, DiskFull, Line, Saved, SavedMatch, SavedRoll, Store, StoreError

EMPTY = Board(0, None, "", "", (), (), None, (), None, None, "", "")
ROOM = 2_000_000
"""Bytes of old pictures given up when the disk is too full for the log; tried so often."""
TRIES = 3


class Refused(Exception):
    """What a person asked for is not possible now; a sentence for them. Nothing was changed."""


class Stale(Refused):
    """The board has moved on since the page that asked was made."""


@dataclass(frozen=True)
class Awaited:
    """What the game waits for, as whoever looks at the table is told.

    dice: how many are to be thrown next; 0 while the game waits for a person, or no match is on. asking: whether a
    throw waits for a person's answer; counting: to how many dice it has. aside: whether dice lie aside that were kept
    in this turn.
    """

    dice: int = 0
    asking: bool = False
    counting: bool = False
    aside: bool = False


class Ledger:
    """The open match and the question about it. Thread-safe by `change`; told: called after it is on the disk.

    hands_free: whether a throw before the press confirms the only keep that fits, or is asked about.
    saved: as it is in the store. match: what its lines tell; standing: which of them stand; question: what is asked.
    These, and what changes them, are for those who are in a `change`. awaited: for anybody.
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
        self.saved = Saved(0, None, (), None)
        self._begun = 0
        self._take(store.load())

    def notify(self, forget: Callable[[], None], after: Callable[[], None]) -> None:
        """Call `forget` when another match comes to the table, and `after` at the end of each change, as part of it."""
        self._forget, self._after = forget, after

    def _take(self, saved: Saved, match: Match | None = None) -> None:
        """The table is as it is in the store; `match` is what its lines tell, where that is known."""
        if saved.match != self.saved.match:
            self._begun = saved.revision
            self._forget()
        self.saved = saved
        self.match = match or (Match.from_lines([line.text for line in saved.lines]) if saved.lines else None)
        self.standing = standing(saved.lines)
        self.question = read_question(saved.question, self.match.state, self.seen) if self.match else None
        self.awaited = _awaited(self.match, self.question)

    def board(self) -> Board:
        """The board now; source and troubles are for others to add."""
        with self._lock:
            saved, match, question, throw = self.saved, self.match, self.question, self.last_throw()
            again, stands = self.again(), self.stands()
        if not match:
            return replace(EMPTY, revision=saved.revision)
        game, *options = match.lines[0].split()[1:]
        return Board(
            revision=saved.revision,
            match=saved.match,
            game=game,
            title=GAMES[game].title,
            players=tuple(match.state.players),
            options=tuple((name, value) for name, _, value in (each.partition("=") for each in options)),
            state=match.state,
            lines=match.lines,
            throw=throw,
            question=question,
            undo="question" if question else "".join(match.standing[-1:]),
            redo=again[-1].text if again else "",
            confirmed=confirmed(stands),
        )

    def last_throw(self) -> LastThrow | None:
        """The newest throw, or die off the table, that stands."""
        for age, line in enumerate(reversed(self.stands())):
            kind, *words = line.text.split()
            if kind in ("throw", "off"):
                return last_throw(kind, words, age == 0, self.seen(line.roll))
        return None

    def stands(self) -> list[Line]:
        """The lines that stand, oldest first."""
        return [self.saved.lines[n] for n in self.standing.stands]

    def again(self) -> tuple[Line, ...]:
        """The lines that bring back what was taken back last; none where nothing was, or while something is asked."""
        if self.question:
            return ()
        correction = put_back(self.saved.lines)
        if correction:
            return Line("undo"), correction
        return tuple(self.saved.lines[n] for n in self.standing.undone[-1:])

    def newest(self) -> Line:
        """The newest line that stands; an empty one where none does."""
        return next(reversed(self.stands()), Line(""))

    def seen(self, number: int | None) -> SeenRoll | None:
        """What the camera saw in the roll of this number; None where there is none."""
        saved = self._store.roll(number) if number is not None else None
        return read_roll(saved, self._evidence.has) if saved else None

    def roll(self, number: int) -> SavedRoll | None:
        """What the store has of the roll of this number."""
        return self._store.roll(number)

    def left(self, number: int) -> SavedMatch | None:
        """The match of this number as it was left; None where there is none."""
        return self._store.match(number)

    def forget(self, picture: str) -> None:
        """The evidence of this name is not wanted any more."""
        self._evidence.forget(picture)

    def rolls(self) -> tuple[SeenRoll | None, ...]:
        """What the camera saw in each roll of the match, oldest first; None where dice were typed in."""
        with self._lock:
            match, stands = self.match, self.stands()
        return tuple(map(self.seen, rolls_of(match.states, stands))) if match else ()

    @contextmanager
    def picture(
        self, seen: SeenRoll, image: Image, reel: Reel, leaving: Image | None = None
    ) -> Iterator[tuple[dict[str, Any], str]]:
        """What the store writes of a throw; its evidence is kept, and let go again if the writing fails."""
        name = ""
        try:
            name = self._evidence.keep(image, leaving)
            self._health.end("evidence", "evidence")
        except OSError as error:
            what = f"The picture of the last throw could not be kept: {error.strerror or error}."
            self._health.start(
                "evidence", "evidence", what, "Make room on the disk. The score itself is safe."
            )
        try:
            yield write_roll(seen), name
        except Exception:
            self._evidence.forget(name)
            raise
        self._evidence.film(name, reel, self._told)

    @contextmanager
    def change(self, revision: int | None = None, of_match: bool = False) -> Iterator[Ledger]:
        """One change at a time, by somebody who saw this revision; told when it is written.

        of_match: they need to have seen which match is on the table, not what has happened in it since.
        """
        with self._lock:
            before = self.saved.revision
            oldest = self._begun if of_match else before
            if revision is not None and not oldest <= revision <= before:
                raise Stale(moved_on(self.match, self.question, self._news))
            yield self
            self._after()
            after = self.saved.revision
        if after != before:
            self._told()

    def need(self) -> Match:
        """The match on the table. Raises Refused where there is none."""
        if not self.match:
            raise Refused("No match is on the table. Begin one first.")
        return self.match

    def go(
        self,
        lines: tuple[Line, ...],
        then: Sequence[SeenRoll] = (),
        new: tuple[dict[str, Any], str] | None = None,
        ask: dict[str, Any] | None = None,
    ) -> None:
        """Write these lines, and what the throws that waited for them mean then, up to one that is asked about."""
        match = self.need()
        for line in lines:
            match = match.add(line.text)
        for n, seen in enumerate(then, 1):
            means = meaning(match.state, seen.faces, seen.kept, seen.off_table, self._hands_free)
            for text in means.lines:
                match = match.add(text)
            lines = (*lines, *(Line(text, seen.id) for text in means.lines))
            if means.ask:
                ask = write_question(means.ask, seen, means.moves, then[n:])
                break
        self.write(Change(lines, question=ask, roll=new), match)

    def write(self, change: Change, match: Match | None = None) -> None:
        """Write a change; match: what the lines tell after it, None where they are as before."""
        try:
            saved = self._written(change)
        except Conflict:
            self._take(self._store.load())
            self._news = ""
            raise Stale(moved_on(self.match, self.question)) from None
        except StoreError as error:
            self._health.start("store", "store", error.what, error.do)
            raise
        self._health.end("store", "store")
        self._news = news(change, self.question)
        self._take(saved, match or self.match)

    def _written(self, change: Change) -> Saved:
        """The log comes before the pictures: on a full disk the oldest of them are given up for it."""
        for _ in range(TRIES):
            try:
                return self._store.write(self.saved, change)
            except DiskFull:
                if not self._evidence.give_up(ROOM):
                    raise
        return self._store.write(self.saved, change)


def _awaited(match: Match | None, question: Question | None) -> Awaited:
    dice = match.state.to_throw if match else 0
    if question and question.leaning:
        dice = len(question.leaning)
    aside = bool(match and getattr(match.state, "kept", ()))
    return Awaited(dice, question is not None, question is not None and question.kind == "count", aside)


def _nothing() -> None:
    """Nobody wants to know."""
