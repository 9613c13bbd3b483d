"""The game in progress, and the only writer of a match: rolls and moves in, lines out.

Every change is written before it is told (`store.py`). People name the revision they saw, so that two who press at
once never do a thing twice; the camera does not, and what it sees becomes a line or a question (`meaning.py`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from engine.game import GAMES
from engine.log import Match
from engine.notation import write_throw
from hardware.frame import Image
from vision.nouns import OffTable, Roll
from webui.asked import read_question, read_roll, write_question, write_roll
from webui.board import Board, LastThrow, Question, SeenRoll, seen_roll
from webui.evidence import Evidence
from webui.health import Health
from webui.meaning import meaning
from webui.standing import faces_of, known_of, last_throw, moved_on, standing
from webui.store import NEW, Change, Conflict, Line, Saved, Store, StoreError

EMPTY = Board(0, None, "", "", (), (), None, (), None, None, "", "")


class Refused(Exception):
    """What a person asked for is not possible now; a sentence for them. Nothing was changed."""


class Stale(Refused):
    """The board has moved on since the page that asked was made."""


class Scorekeeper:
    """Keeps the match of one table. Thread-safe. told: called, after it is on the disk, when the board has changed.

    What a person calls takes the `revision` of the board they saw, and raises Stale, Refused, MoveError (against
    the rules) or StoreError (it could not be written); nothing has changed then.
    """

    def __init__(
        self, store: Store, evidence: Evidence, health: Health, told: Callable[[], None] = lambda: None
    ) -> None:
        self._store = store
        self._evidence = evidence
        self._health = health
        self._told = told
        self._lock = threading.Lock()
        self._off_told = False
        self._take(store.load())

    def _take(self, saved: Saved, match: Match | None = None) -> None:
        """The table is as it is in the store; `match` is what its lines tell, where that is known."""
        self._saved = saved
        self._match = match or (
            Match.from_lines([line.text for line in saved.lines]) if saved.lines else None
        )
        self._standing = standing(saved.lines)
        self._question = read_question(saved.question, self._match.state, self.seen) if self._match else None

    @property
    def awaited(self) -> int:
        """How many dice the game waits for; 0 while it waits for a person, or no match is on."""
        return match.state.to_throw if (match := self._match) else 0

    @property
    def asking(self) -> bool:
        """Whether a throw waits for a person's answer."""
        return self._question is not None

    def board(self) -> Board:
        """The board now; source and troubles are for others to add."""
        with self._lock:
            saved, match, question, throw = self._saved, self._match, self._question, self._last_throw()
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
            redo="".join(match.undone[-1:]),
        )

    def _last_throw(self) -> LastThrow | None:
        for n in reversed(self._standing.stands):
            line, newest = self._saved.lines[n], n == self._standing.stands[-1]
            kind, *words = line.text.split()
            if kind in ("throw", "off"):
                return last_throw(kind, words, newest, self.seen(line.roll))
        return None

    def _newest(self) -> Line:
        """The newest line that stands; an empty one where none does."""
        return self._saved.lines[self._standing.stands[-1]] if self._standing.stands else Line("")

    def seen(self, number: int | None) -> SeenRoll | None:
        """What the camera saw in the roll of this number; None where there is none."""
        saved = self._store.roll(number) if number is not None else None
        return read_roll(saved, self._evidence.has(saved.picture)) if saved else None

    def new(self, revision: int, game: str, players: Sequence[str], **options: object) -> None:
        """Begin a match; the one before stays in the history."""
        with self._change(revision):
            match = Match.new(game, players, **options)
            self._write(Change(tuple(map(Line, match.lines)), new_match=True), match)

    def play(self, revision: int, move: str) -> None:
        """Keep or stop, as in the match: `keep 1 5`. It also answers the question `which`."""
        with self._change(revision):
            which = self._question if self._question and self._question.kind == "which" else None
            self._go((Line(move),), which.roll if which else None)

    def throw(self, revision: int, faces: Sequence[int]) -> None:
        """Dice typed in; or all the values of the throw that is asked about."""
        with self._change(revision):
            question = self._question
            by, roll = ("fix", question.roll.id) if question else ("hand", None)
            self._go((Line(write_throw(faces, by), roll),), question.later if question else None)

    def fix(self, revision: int, die: int, value: int) -> None:
        """The die in this place (from 0, in the order of the throw) shows this value."""
        with self._change(revision):
            question, last = self._question, self._last_throw()
            faces = question.faces if question else last.faces if last and last.newest else ()
            if not 0 <= die < len(faces):
                raise Refused(f"There is no die in place {die + 1} to put right: {len(faces)} lie open.")
            if not 1 <= value <= 6:
                raise Refused(f"A die shows 1 to 6, not {value}.")
            right = (*faces[:die], value, *faces[die + 1 :])
            if question and question.kind == "which":
                raise Refused("Say first which dice were kept; then this throw can be put right.")
            if question:
                self._answer(question, right)
            elif last and right != faces:
                by = "hand" if last.by == "hand" else "fix"
                self._go((Line("undo"), Line(write_throw(known_of(right), by), self._newest().roll)))

    def _answer(self, question: Question, faces: tuple[int | None, ...]) -> None:
        if len(known_of(faces)) == len(faces) == question.expected:
            self._go((Line(write_throw(known_of(faces), "fix"), question.roll.id),), question.later)
        else:
            self._write(Change(question={**(self._saved.question or {}), "faces": list(faces)}), self._match)

    def off(self, revision: int, number: int) -> None:
        """Dice of this throw left the table."""
        with self._change(revision):
            question, newest = self._question, self._newest()
            if question and question.kind != "which":
                self._go((Line(f"off {number}", question.roll.id),), question.later)
            else:
                self._go((Line(f"off {number}", newest.roll if newest.text.startswith("throw") else None),))

    def dismiss(self, revision: int) -> None:
        """What is asked about was no throw."""
        with self._change(revision):
            if not self._question:
                raise Refused("Nothing is asked at the moment.")
            self._go((), self._question.later)

    def undo(self, revision: int) -> None:
        """Take back the last thing: an open question, else the newest line; a wrong `off` leaves dice to be read."""
        with self._change(revision):
            if self._question:
                self._go((), self._question.later)
                return
            newest = self._newest()
            roll = self.seen(newest.roll) if newest.text.startswith("off") else None
            self._go((Line("undo"),), ask=write_question("off", roll) if roll and roll.thrown else None)

    def redo(self, revision: int) -> None:
        """Bring back the line that was last taken back."""
        with self._change(revision):
            self._need().redo()  # refuses where there is none
            self._go((self._saved.lines[self._standing.undone[-1]],))

    def see(self, roll: Roll) -> None:
        """A throw has come to rest. Raises StoreError: nothing was written then, and it can be seen again."""
        with self._change():
            match, question = self._match, self._question
            seen = seen_roll(roll, NEW, True)
            line = self._line_of(seen)
            if not match or (match.state.outcome and line is None) or not (roll.faces or roll.off_table):
                return
            with self._picture(seen, roll.picture) as new:
                if line is not None:
                    self._write(Change(question=self._saved.question, roll=new, attach=line), match)
                elif question and question.kind in ("unsure", "off") and len(seen.faces) != question.expected:
                    later = {**(self._saved.question or {}), "later": NEW}
                    self._write(Change(question=later, roll=new), match)
                else:
                    self._go((), seen, new)
            self._off_told = False

    def _line_of(self, seen: SeenRoll) -> int | None:
        """The line that tells of this throw already: it was typed in, or a die was seen leaving the table."""
        newest = self._newest()
        off = self._off_told and seen.off_table and newest.text.startswith("off")
        known = sorted(known_of(seen.faces))
        typed = newest.text.endswith("by=hand") and sorted(faces_of(newest.text.split()[1:-1])) == known
        return self._standing.stands[-1] if off or (typed and newest.roll is None) else None

    def see_off(self, event: OffTable) -> None:
        """Dice have left the table, others may still roll. Raises StoreError, as `see`.

        While a choice is open nobody knows yet which throw it was: the roll that follows will tell.
        """
        with self._change():
            match, question = self._match, self._question
            asked = question and question.kind in ("unsure", "off")
            if not match or not match.state.to_throw or self._off_told or asked:
                return
            height, width = event.picture.shape[:2]
            seen = SeenRoll(NEW, (), width, height, event.n, event.why)
            with self._picture(seen, event.picture) as new:
                self._go((Line(f"off {min(event.n, match.state.to_throw)}", NEW),), new=new)
            self._off_told = True

    def moving(self) -> None:
        """Dice have begun to move: the next throw."""
        self._off_told = False

    @contextmanager
    def _picture(self, seen: SeenRoll, image: Image) -> Iterator[tuple[dict[str, Any], str]]:
        """What the store writes of a throw; its picture is kept, and let go again if the writing fails."""
        name = ""
        try:
            name = self._evidence.keep(image)
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

    @contextmanager
    def _change(self, revision: int | None = None) -> Iterator[None]:
        """One change at a time, by somebody who saw this revision; told when it is written."""
        with self._lock:
            before = self._saved.revision
            if revision not in (None, before):
                raise Stale(moved_on(self._match, self._question))
            yield
            after = self._saved.revision
        if after != before:
            self._told()

    def _need(self) -> Match:
        if not self._match:
            raise Refused("No match is on the table. Begin one first.")
        return self._match

    def _go(
        self,
        lines: tuple[Line, ...],
        then: SeenRoll | None = None,
        new: tuple[dict[str, Any], str] | None = None,
        ask: dict[str, Any] | None = None,
    ) -> None:
        """Write these lines, and what `then`, a throw that waited for them, means after them."""
        match = self._need()
        for line in lines:
            match = match.add(line.text)
        if then:
            means = meaning(match.state, then.faces, then.kept, then.off_table)
            for text in means.lines:
                match = match.add(text)
            lines = (*lines, *(Line(text, then.id) for text in means.lines))
            ask = write_question(means.ask, then, means.moves) if means.ask else None
        self._write(Change(lines, question=ask, roll=new), match)

    def _write(self, change: Change, match: Match | None) -> None:
        try:
            saved = self._store.write(self._saved, change)
        except Conflict:
            self._take(self._store.load())
            raise Stale(moved_on(self._match, self._question)) from None
        except StoreError as error:
            self._health.start("store", "store", error.what, error.do)
            raise
        self._health.end("store", "store")
        self._take(saved, match)
