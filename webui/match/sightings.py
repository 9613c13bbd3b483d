"""What the camera sees becomes a line of the match, or a question to the players (`meaning.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.game import State
from engine.notation import write_throw
from vision.nouns import OffTable, Roll, Turned
from webui.match.aside import told_apart
from webui.match.board import Question
from webui.match.hands import hands_of, told_by_hand
from webui.match.leaving import Leaving
from webui.match.ledger import Ledger, Refused
from webui.match.lines import known_of
from webui.match.open_match import Awaited
from webui.match.seen import (
    NewRoll,
    SeenDie,
    SeenRoll,
    counted,
    gone_of,
    lies_as,
    points_of,
    seen_die,
    seen_roll,
)
from webui.match.turned_dice import TurnedDie, kept_die, question_of, thrown_die, turned_dice, with_die
from webui.storage.replay import Reel
from webui.storage.store import NEW, Line, StoreError

MOST_TURNED = 12
"""The number of throws that may wait to be asked about; each holds a picture. Larger: more memory."""


class Sightings:
    """The camera's side of the match. All of it raises StoreError: nothing was written then; it can be seen again.

    reel: the last seconds before it, for a replay. edge: of the marked table, in pixels of the picture.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._leaving: Leaving | None = None
        # Dice that turned over while something else was asked.
        self._turned: tuple[Turned, ...] = ()
        # The turn, counted from 0, in which a kept die was seen to show another value than it counts as.
        self._odd: int | None = None

    @property
    def awaited(self) -> Awaited:
        """What the game waits for."""
        return self._ledger.now.awaited

    @property
    def state(self) -> State | None:
        """How the match stands; None where there is none."""
        match = self._ledger.now.match
        return match.state if match else None

    def moving(self) -> None:
        """Dice have begun to move: the next throw."""
        self._leaving = None

    def see_off(self, event: OffTable, reel: Reel = (), edge: Sequence[Sequence[float]] = ()) -> None:
        """Dice have left the table, others may still roll.

        While a choice is open nobody knows yet which throw it was: the roll that follows will tell.
        """
        with self._ledger.change() as ledger:
            match, question, before = ledger.now.match, ledger.now.question, self._leaving
            way = tuple(points_of(track[:, 1:]) for track in event.tracks)
            leaving = Leaving(event.picture, (*(before.way if before else ()), *way), points_of(edge))
            told = before.told if before else None
            asked = question and (
                question.later or (question.kind in ("unsure", "off") and not question.leaning)
            )
            if not match or not match.state.to_throw or told is not None or asked:
                self._leaving = replace(leaving, told=told)
                return
            height, width = event.picture.shape[:2]
            seen = SeenRoll(
                NEW,
                (),
                width,
                height,
                event.n,
                event.why,
                way=leaving.way,
                edge=leaving.edge,
                gone=gone_of(event.gone, event.time_s),
            )
            with ledger.rolls.picture(seen, event.picture, reel) as new:
                ledger.go((Line(f"off {min(event.n, match.state.to_throw)}", NEW),), new=new)
            self._leaving = replace(leaving, told=ledger.now.newest.roll)

    def see(self, roll: Roll, reel: Reel = ()) -> None:
        """A throw has come to rest."""
        with self._ledger.change() as ledger:
            # The dice of the throw before do not lie there any more.
            self._turned = tuple(each for each in self._turned if each.kept)
            match, seen = ledger.now.match, seen_roll(roll, NEW, True)
            denied = self._denied()
            if denied:
                seen = replace(seen, off_table=0, why="")
            seen = told_apart(self._with_those_before(seen) or seen, self.state, self._odd)
            false = self._was_false(seen)
            line = None if false else self._line_of(seen)
            over = match and match.state.outcome and line is None and not false
            if not match or over or not (roll.faces or roll.off_table):
                self._leaving = None
                return
            left = self._leaving if seen.off_table else None
            if left:
                seen = left.of(seen, roll.picture)
            thrown_again = self._thrown_again(seen) if line is None else None
            seen = thrown_again or self._by_hand(seen)
            with ledger.rolls.picture(seen, roll.picture, reel, left.picture if left else None) as new:
                if false:
                    ledger.go((Line("undo"),), (seen,), new)
                elif line is not None:
                    self._attach(line, new)
                elif thrown_again:
                    self._take_up(thrown_again, new)
                else:
                    self._enter(seen, new, denied)
            self._leaving = None

    def _by_hand(self, seen: SeenRoll) -> SeenRoll:
        """The throw with what the hands tell, where each player has dice of their own."""
        now = self._ledger.now
        state = now.match.state if now.match else None
        if state is None or not state.own_dice or not state.player:
            return seen
        return told_by_hand(seen, hands_of(now, self._ledger.rolls.seen), state.player)

    def _enter(self, seen: SeenRoll, new: NewRoll, denied: bool) -> None:
        """A throw of which the match has nothing yet; denied: somebody has said that no die of it has left."""
        match, question = self._ledger.need(), self._ledger.now.question
        if question and self._waits(seen):
            self._ledger.go((), new=new, ask=replace(question, later=(*question.later, seen)))
        elif denied and match.state.to_throw not in (0, len(seen.faces)):
            self._ledger.go((), new=new, ask=Question.about("off", seen))
        else:
            self._ledger.go((), (seen,), new)

    def _denied(self) -> bool:
        """Whether somebody has said that no die of the throw on its way has left: its line was taken back."""
        told = self._leaving.told if self._leaving else None
        return told is not None and all(line.roll != told for line in self._ledger.now.stands)

    def _off_stands(self) -> bool:
        """Whether the newest line tells that a die of the throw on its way has left."""
        told = self._leaving.told if self._leaving else None
        return told is not None and self._ledger.now.newest.roll == told

    def _was_false(self, seen: SeenRoll) -> bool:
        """Whether that was said, and all dice that were thrown lie on the table."""
        thrown = self._ledger.need().states[-2].to_throw if self._off_stands() else 0
        return 0 < thrown <= len(seen.faces) and not seen.off_table

    def _line_of(self, seen: SeenRoll) -> int | None:
        """The line that tells of this throw already: it was typed in, or a die was seen leaving the table."""
        newest, off = self._ledger.now.newest, self._off_stands()
        known = sorted(known_of(seen.faces))
        typed = newest.told.by == "hand" and sorted(newest.told.faces) == known
        return self._ledger.now.standing.stands[-1] if off or (typed and newest.roll is None) else None

    def _attach(self, line: int, new: NewRoll) -> None:
        """The dice of a throw whose line is there already; what was kept of it so far is among the new."""
        before = self._ledger.now.saved.lines[line].roll
        self._ledger.attach(new, line)
        if new.picture and before is not None and (saved := self._ledger.rolls.roll(before)):
            self._ledger.rolls.supersede(saved.picture, new.picture)

    def _waits(self, seen: SeenRoll) -> bool:
        """Whether this throw can be taken up only when the one before it was answered: it is not that one again."""
        question = self._ledger.now.question
        if not question or question.kind == "turned":
            return False
        if question.later or question.kind == "which":
            return True
        if question.kind == "count" or (question.leaning and seen.off_table):
            return False
        return len(seen.faces) != question.expected

    def _with_those_before(self, seen: SeenRoll) -> SeenRoll | None:
        """The whole throw, where it came in two parts: some dice were too few, they lie as they lay, and with these
        they are as many as were awaited.
        """
        question = self._ledger.now.question
        if not question or question.kind != "count" or question.later or seen.off_table:
            return None
        before = counted(question.roll, question.faces)
        if len(before) + len(seen.thrown) != question.expected:
            return None
        lying: list[SeenDie] = []
        aside = list(seen.aside)
        for die in before:
            still = next((each for each in aside if lies_as(each, die)), None)
            if still is None:
                return None
            aside.remove(still)
            lying.append(die if die.value else replace(still, zone="throw"))
        # Some dice beside the second part were thrown in the first: what that bumped is told by no value.
        return replace(seen, dice=(*lying, *seen.thrown, *aside), bumped=question.roll.bumped)

    def _thrown_again(self, seen: SeenRoll) -> SeenRoll | None:
        """The whole throw, where just as many dice as leaned in it were thrown again."""
        question = self._ledger.now.question
        leaning = question.leaning if question else ()
        if not question or not leaning or seen.off_table or len(seen.thrown) != len(leaning):
            return None
        known = list(counted(question.roll, question.faces))
        for place, die in zip(leaning, seen.thrown, strict=True):
            known[place] = die
        return replace(seen, dice=(*known, *question.roll.beside), bumped=question.roll.bumped)

    def _take_up(self, whole: SeenRoll, new: NewRoll) -> None:
        """The throw, complete with the dice thrown again; or the question about those that lean again."""
        question = self._ledger.now.question
        assert question is not None
        faces = known_of(whole.faces)
        if len(faces) == len(whole.faces) == question.expected:
            self._ledger.go((Line(write_throw(faces), NEW),), question.later, new)
        else:
            self._ledger.go((), new=new, ask=Question.about("unsure", whole, later=question.later))

    def see_turned(self, event: Turned) -> None:
        """A die that lay still shows another value. It is asked about while the game still needs the value it had.

        While something else is asked it waits, not on the disk: its value counts as before.
        """
        with self._ledger.change() as ledger:
            question, state = ledger.now.question, self.state
            self._odd = len(state.turns) if event.kept and state else self._odd
            if not question or question.kind == "turned":
                self._ask_turned(event)
            elif event.kept or question.kind in ("unsure", "which"):
                # Whoever is asked for the number of dice turns them over as they spread them.
                self._turned = (*self._turned, event)[-MOST_TURNED:]

    def forget_dice(self) -> None:
        """Another match is on the table: what turned over, or is on its way off, is none of its dice."""
        self._leaving, self._turned, self._odd = None, (), None

    def ask_waiting(self) -> None:
        """What turned over while something else was asked, once that is answered."""
        while self._turned and (not self._ledger.now.question or self._ledger.now.question.kind == "turned"):
            event = self._turned[0]
            # A die of a throw that was taken back is none of the game's.
            if event.kept or (self._ledger.now.match and self._ledger.now.match.state.thrown):
                try:
                    self._ask_turned(event)
                except (StoreError, Refused):
                    return
            self._turned = self._turned[1:]

    def _ask_turned(self, event: Turned) -> None:
        """Add this die to the question, or take it out where it shows again what it counts as."""
        question, die = self._ledger.now.question, seen_die(event.die)
        before = turned_dice(question)
        found = self._doubt(event, die, before)
        after = with_die(before, *found) if found else before
        if after and after != before:
            height, width = event.picture.shape[:2]
            seen = SeenRoll(NEW, tuple(each.die for each in after), width, height)
            old = self._ledger.rolls.roll(question.roll.id) if question else None
            with self._ledger.rolls.picture(seen, event.picture, ()) as new:
                self._ledger.go((), new=new, ask=question_of(after, seen))
            if old:
                self._ledger.rolls.supersede(old.picture, new.picture)
        elif before and not after:
            self._ledger.go(())

    def _doubt(
        self, event: Turned, die: SeenDie, before: Sequence[TurnedDie]
    ) -> tuple[TurnedDie, TurnedDie | None] | None:
        """The die as it is in doubt now, and as it was before; None where the game does not need it."""
        now, last = self._ledger.now, self._ledger.last_throw()
        if not event.kept and now.needs_thrown and last and last.newest:
            return thrown_die(replace(die, zone="throw"), event.was, last, before)
        return kept_die(replace(die, zone="keep"), event.was, now.needs_kept, before)
