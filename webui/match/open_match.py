# Tested by tests/test_webui_presses.py.
"""The match on the table and the question about it, as they are at one moment: worked out from the store's lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from engine.game import Move
from engine.log import Match
from webui.match.board import LastThrow, Question
from webui.match.codec import read_back, read_question
from webui.match.lines import HEAD, Standing, known_of, last_throw, standing
from webui.match.seen import SeenRoll
from webui.match.take_back import TakeBack
from webui.storage.store import Line, Saved


@dataclass(frozen=True)
class Awaited:
    """What the game waits for, as whoever looks at the table is told.

    dice: how many are to be thrown next; 0 while the game waits for a person, or no match is on. asking: whether a
    throw waits for a person's answer; counting: to how many dice it has. aside: whether dice lie aside that were kept
    in this turn.
    again: dice that lean are to be thrown again, though that is asked. lying: the values of the dice that lie on the
    table beside those to be thrown. halts: after a bust or an undo, when people look and talk before they go on.
    revision: of the match. choice: the match, where somebody is to choose and nothing is asked; None elsewhere.
    """

    dice: int = 0
    asking: bool = False
    counting: bool = False
    aside: bool = False
    again: bool = False
    lying: tuple[int, ...] = ()
    halts: bool = False
    revision: int = 0
    choice: Match | None = None


@dataclass(frozen=True)
class OpenMatch:
    """saved: as it is in the store. match: what its lines tell, None before the first; standing: which of them stand;
    question: what is asked; pressed: how the newest press is taken back, or was, where the lines do not tell that.
    """

    saved: Saved
    match: Match | None
    standing: Standing
    question: Question | None
    pressed: TakeBack | None

    @classmethod
    def of(
        cls, saved: Saved, seen: Callable[[int | None], SeenRoll | None], match: Match | None = None
    ) -> OpenMatch:
        """What the store has; seen: finds a roll by its number. match: what its lines tell, where that is known."""
        if match is None and saved.lines:
            match = Match.from_lines([line.text for line in saved.lines])
        question = read_question(saved.question, match.state, seen) if match else None
        pressed = read_back(saved.back, match, seen) if match and saved.back else None
        return cls(saved, match, standing(saved.lines), question, pressed)

    @property
    def stands(self) -> list[Line]:
        """The lines that stand, oldest first."""
        return [self.saved.lines[n] for n in self.standing.stands]

    @property
    def newest(self) -> Line:
        """The newest line that stands; an empty one where none does."""
        return self.saved.lines[self.standing.stands[-1]] if self.standing.stands else Line("")

    @property
    def back(self) -> TakeBack | None:
        """How the newest press is taken back while nothing has happened since; None where the lines tell it."""
        return self.pressed if self.pressed and not self.pressed.taken else None

    @property
    def again(self) -> tuple[Line, ...]:
        """The lines that bring back what was taken back last; none where nothing was, or while something is asked."""
        if self.question:
            return ()
        if self.pressed and self.pressed.taken and self.pressed.again:
            return self.pressed.again
        corrected = self.standing.corrected
        if corrected is not None and not self.back:
            return Line("undo"), replace(self.in_its_place(corrected), corrects=True)
        return tuple(self.saved.lines[n] for n in self.standing.undone[-1:])

    def in_its_place(self, number: int) -> Line:
        """The line of this number, to be written in the place of the newest: of the same roll."""
        return Line(self.saved.lines[number].text, self.newest.roll)

    @property
    def needs_thrown(self) -> bool:
        """Whether a choice is open for which the dice thrown last must lie as they do. One set of 420 is handed on when
        it was thrown, and its next player turns it to another hand.
        """
        state = self.match.state if self.match else None
        return state is not None and bool(state.thrown) and (bool(state.rolls) or state.own_dice)

    @property
    def needs_kept(self) -> tuple[int, ...]:
        """The values of the dice kept that must lie as they do. None with dice of one's own: what turned over may be
        anybody's, and a hand counts as it was told.
        """
        state = self.match.state if self.match else None
        return tuple(state.kept) if state and not state.outcome and not state.own_dice else ()

    def last_throw(self, seen: Callable[[int | None], SeenRoll | None]) -> LastThrow | None:
        """The newest throw, or die off the table, that stands; seen: finds a roll by its number."""
        for age, number in enumerate(reversed(self.standing.stands)):
            line = self.saved.lines[number]
            if line.told.is_throw or line.told.is_off:
                before = self.standing.before.get(number, ())
                first = self.saved.lines[before[0]] if before else line
                return last_throw(line.told, age == 0, seen(line.roll), bool(before), first.told.faces)
        return None

    @cached_property
    def keeps_of_more(self) -> tuple[Move, ...]:
        """The keeps in place of the newest that leave one die more than were thrown after it; none without a throw."""
        stands, question = self.stands, self.question
        if question and question.kind != "unsure":
            return ()
        thrown = question.faces if question else self.newest.told.faces if self.newest.told.is_throw else ()
        age = 1 if question else 2
        if self.match is None or not thrown or len(stands) < age or not stands[-age].told.is_move:
            return ()
        before, more = self.match.states[-age - 1], len(thrown) + 1
        return tuple(
            move for move in before.moves if move.kind == "keep" and before.play(move).to_throw == more
        )

    @cached_property
    def awaited(self) -> Awaited:
        """What the game waits for."""
        question, state = self.question, self.match.state if self.match else None
        dice = state.to_throw if state else 0
        if question and question.leaning:
            dice = len(question.leaning)
        counting = question is not None and question.kind == "count"
        aside = bool(state and (state.kept or state.own_dice))
        again = question is not None and bool(question.leaning)
        lying = (*state.kept, *(known_of(question.faces) if question and again else ())) if state else ()
        taken_back = len(self.saved.lines) > HEAD and self.saved.lines[-1].told.is_undo
        halts = state is not None and not state.outcome and (state.bust or taken_back)
        choice = self.match if state and state.moves and not question else None
        return Awaited(
            dice,
            question is not None,
            counting,
            aside,
            again,
            lying,
            halts and (dice > 0 or taken_back),
            self.saved.revision,
            choice,
        )
