"""What people press becomes lines of the match.

They name the revision they saw, so that two who press at once never do a thing twice; the camera does not
(`sightings.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import SystemRandom

from engine.beginning import with_beginner
from engine.chance import program_dice
from engine.log import Match
from engine.move import MARKED
from engine.notation import write_throw
from webui.match.board import LastThrow, Question, may_lean
from webui.match.ledger import UNDO, Ledger, Refused
from webui.match.lines import known_of
from webui.match.recount import with_one_more, without
from webui.match.seen import NewRoll, counted
from webui.match.turned_dice import question_of, turned_dice
from webui.storage.saved import SavedMatch
from webui.storage.store import NEW, Line


class Presses:
    """What people press. Thread-safe.

    Each takes the `revision` of the board they saw, and raises Stale, Refused, MoveError (against the rules) or
    StoreError (it could not be written); nothing has changed then.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def new(self, revision: int, game: str, players: Sequence[str], **options: object) -> int:
        """Begin a match; the one before stays in the history. Who begins is drawn here where the options say so.

        Returns its number.
        """
        with self._ledger.change(revision, of_match=True) as ledger:
            settled = with_beginner(game, players, options, ledger.now.match, SystemRandom())
            ledger.begin(Match.new(game, players, **settled))
            return ledger.now.saved.match or 0

    def go_on(self, revision: int, number: int) -> None:
        """Take up the match of this number where it was left, its open question too; the other is left in its place.

        One that is over is taken up, too, so that its last line can be undone.
        """
        with self._ledger.change(revision, of_match=True) as ledger:
            left = ledger.left(number)
            if left is None:
                raise Refused("There was no such match.")
            if number != ledger.now.saved.match:
                self._take_up(left)

    def _take_up(self, left: SavedMatch) -> None:
        self._ledger.take_up(left.number, Match.from_lines([line.text for line in left.lines]))

    def play(self, revision: int, move: str) -> None:
        """Keep or stop, as in the match: `keep 1 5`. It also answers the question `which`."""
        with self._ledger.change(revision) as ledger:
            question = ledger.now.question
            which = question if question and question.kind == "which" else None
            # Whoever says what was kept says that the throw was theirs.
            then = (replace(which.roll, hand=""), *which.later) if which else ()
            ledger.press((Line(move),), then)

    def throw(self, revision: int, faces: Sequence[int]) -> None:
        """Dice typed in; or all the values of the throw that is asked about."""
        with self._ledger.change(revision) as ledger:
            question = ledger.now.question
            seen = question and question.kind != "turned"
            by, roll = ("fix", question.roll.id) if question and seen else ("hand", None)
            ledger.press((Line(write_throw(faces, by), roll),), question.later if question else ())

    def let_program_throw(self, revision: int) -> None:
        """The program throws the dice that are awaited: "internet dice", marked so for ever."""
        with self._ledger.change(revision) as ledger:
            number = ledger.need().state.to_throw
            if ledger.now.question:
                raise Refused("Answer the question first; then the program can throw.")
            if not number:
                raise Refused("No dice are awaited: say first what is kept.")
            faces = program_dice(number, SystemRandom())
            ledger.press((Line(write_throw(faces, "program")),))

    def fix(self, revision: int, die: int, value: int) -> None:
        """The die in this place (from 0, in the order of the throw) shows this value."""
        with self._ledger.change(revision) as ledger:
            question, last = ledger.now.question, ledger.last_throw()
            if question and question.kind == "turned":
                self._put_right(question, last, die, value)
                return
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
                by = "hand" if last.by in MARKED else "fix"
                ledger.correct(Line(write_throw(known_of(right), by), ledger.now.newest.roll))

    def _answer(self, question: Question, faces: tuple[int | None, ...]) -> None:
        ledger = self._ledger
        if len(known_of(faces)) == len(faces) == question.expected:
            ledger.press((Line(write_throw(known_of(faces), "fix"), question.roll.id),), question.later)
        else:
            ledger.press((), ask=replace(question, faces=faces))

    def _put_right(self, question: Question, last: LastThrow | None, die: int, value: int) -> None:
        """A turned die was read wrong before: the throw is put right; the others stay in doubt."""
        ledger = self._ledger
        turned = turned_dice(question)
        if not 0 <= die < len(turned):
            raise Refused(f"There is no die in place {die + 1} that turned over: {len(turned)} did.")
        one, others = turned[die], (*turned[:die], *turned[die + 1 :])
        if one.place is None or last is None or not 1 <= value <= 6:
            raise Refused(f"This die counts as {one.face}: it was kept so.")
        right = (*last.faces[: one.place], value, *last.faces[one.place + 1 :])
        line = Line(write_throw(right, "fix"), ledger.now.newest.roll)
        match = ledger.need().add("undo").add(line.text)
        # A turn that ends so needs none of the dice any more.
        saved = ledger.rolls.roll(question.roll.id) if others and match.state.thrown else None
        if saved:
            left = replace(question.roll, id=NEW, dice=tuple(each.die for each in others))
            ledger.correct(line, new=NewRoll(left, saved.picture), ask=question_of(others, left))
        else:
            ledger.correct(line)

    def lean(self, revision: int, die: int) -> None:
        """The die in this place leans on something, or lies on another: it has no value, and is thrown again."""
        with self._ledger.change(revision) as ledger:
            question, last = ledger.now.question, ledger.last_throw()
            asks = question if question else last if last and last.newest else None
            saved = ledger.rolls.roll(asks.roll.id) if asks and asks.roll else None
            if question and question.kind != "unsure":
                raise Refused("Answer the question first; then a die can be called cocked.")
            if not asks or not asks.roll or not saved:
                raise Refused("The camera has seen no such die: type its value in when it lies flat.")
            if not may_lean(asks):
                raise Refused(
                    "The camera has not seen all of these dice: undo, and throw the cocked one again."
                )
            if not 0 <= die < len(asks.roll.thrown):
                raise Refused(f"There is no die in place {die + 1}: {len(asks.roll.thrown)} lie open.")
            dice = list(counted(asks.roll, asks.faces))
            dice[die] = replace(dice[die], value=None, state="cocked")
            leaning = replace(asks.roll, id=NEW, dice=(*dice, *asks.roll.dice[len(dice) :]))
            taken = () if question else (ledger.now.newest,)
            later = question.later if question else ()
            ask = Question.about("unsure", leaning, later=later, before=question, taken=taken)
            ledger.go((UNDO,) * len(taken), new=NewRoll(leaning, saved.picture), ask=ask)

    def no_die(self, revision: int, die: int) -> None:
        """What lies in this place of the throw (from 0) is no die."""
        with self._ledger.change(revision) as ledger:
            without(ledger, die)

    def one_more(self, revision: int) -> None:
        """One die more was thrown than the camera saw."""
        with self._ledger.change(revision) as ledger:
            with_one_more(ledger)

    def confirm_by_throwing(self, on: bool) -> None:
        """Whether a throw before the press confirms the only keep that fits, from now on."""
        self._ledger.confirm_by_throwing(on)

    def off(self, revision: int, number: int, kept: Sequence[int] = ()) -> None:
        """Dice of this throw left the table. kept: the dice kept before it, where that is not said yet."""
        with self._ledger.change(revision) as ledger:
            question, newest = ledger.now.question, ledger.now.newest
            if question and question.kind == "which" and kept:
                keep = Line(" ".join(["keep", *map(str, kept)]))
                ledger.press((keep, Line(f"off {number}", question.roll.id)), question.later)
                return
            if question and question.kind == "which":
                # Else it would be told of the throw before, whose dice are not the ones that left.
                raise Refused("Say first which dice were kept; then say that a die left the table.")
            if question and question.kind != "turned":
                ledger.press((Line(f"off {number}", question.roll.id),), question.later)
            else:
                # A throw that has ended a turn lies open no more: the die is one of the next player's.
                roll = newest.roll if ledger.need().state.thrown else None
                ledger.press((Line(f"off {number}", roll),))

    def dismiss(self, revision: int) -> None:
        """What is asked about was no throw."""
        with self._ledger.change(revision) as ledger:
            if not ledger.now.question:
                raise Refused("Nothing is asked at the moment.")
            ledger.press((), ledger.now.question.later)

    def look_again(self, revision: int) -> int:
        """The dice are read anew: what is asked about is put aside, but for a count, in whose place a new one comes.

        Where nothing is asked and dice are awaited, those that lie there may be a throw that nobody saw.
        Returns the revision then: with a newer one they have been told.
        """
        with self._ledger.change(revision) as ledger:
            question = ledger.now.question
            if not question:
                if not ledger.now.awaited.dice:
                    raise Refused("Nothing is asked at the moment, and no dice are awaited.")
            elif question.kind != "count" or question.later:
                ledger.press((), question.later)
            return ledger.now.saved.revision

    def undo(self, revision: int) -> None:
        """Take back the last thing: an open question, else the newest line; a wrong `off` leaves dice to be read.

        Of a die called cocked or put right, and of an answer, it is the word that is taken back, not the throw. Where
        nothing has happened since, what was asked is asked again as it was; else it is told from the lines.
        Where nothing stands in this match, the one before it comes back to the table.
        """
        with self._ledger.change(revision) as ledger:
            match_before = ledger.match_before()
            if match_before is not None and not ledger.now.back:
                self._take_up(match_before)
                return
            if ledger.now.back:
                ledger.undo(ledger.now.back)
                return
            if ledger.now.question:
                self._unask(ledger.now.question)
                return
            newest = ledger.now.newest
            before = ledger.now.standing.uncorrected
            if before is not None:
                ledger.go((UNDO, ledger.now.in_its_place(before)))
                return
            if newest.told.by == "fix" and (answered := ledger.rolls.seen(newest.roll)):
                # The answer is taken back, not the throw. A die of it that was denied to have left stays on the table.
                again = Question.about("off", answered) if answered.off_table else None
                ledger.go((UNDO,), () if again else (answered,), ask=again)
                return
            # Where a throw lay open when a die of it was called off, it lies open again, as it was read.
            awaited = newest.told.is_off and ledger.need().states[-2].to_throw
            roll = ledger.rolls.seen(newest.roll) if awaited else None
            ledger.go((UNDO,), ask=Question.about("off", roll) if roll and roll.thrown else None)

    def _unask(self, question: Question) -> None:
        """What was before the question: the lines that it took back, and the question that it took the place of."""
        before = question.before
        if before:
            self._ledger.go(question.taken, ask=replace(before, later=question.later))
        else:
            self._ledger.go(question.taken, question.later)

    def redo(self, revision: int) -> None:
        """Bring back the line that was last taken back; or the correction, in place of the throw put back for it."""
        with self._ledger.change(revision) as ledger:
            if ledger.now.question:
                raise Refused("Answer the question first; then what was taken back can come again.")
            again = ledger.now.again
            if not again:
                ledger.need().redo()  # refuses, and says why
            ledger.go(again)
