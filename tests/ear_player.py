"""A player that knows only what is said and the keys, and a table to play at that answers keys with sentences.

The player sees no page and no field: it hears texts in English, and presses keys. The table is the program itself; what
a key does there is what `press.js` does on a page, which the tests in a browser hold.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace

from seen_dice import roll
from told_calls import plain

from engine.game import State
from webui.calls import telling
from webui.calls.asking import doubtful, likeliest
from webui.calls.call import Call
from webui.calls.language import How, Level, Style, english
from webui.calls.picking import Key, faces_of, pressed
from webui.calls.refusing import refused
from webui.calls.telling import Asked
from webui.desk import Desk

DOUBT = 0.05
"""How often a throw is unsure, miscounted, cocked, off, or misread and put right later."""
MISREADS = 0.05
"""How often a die is found misread, and put right."""
UNDOES = 0.02
"""How often the player takes something back."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
FACES = {f"{word}s": face for face, word in enumerate(NUMBERS[1:7], 1)} | {"sixes": 6}
MOST_STEPS = 4000


def dice_of(text: str) -> tuple[int, ...]:
    """The dice of a sentence part, rising: "1, three fours and 6" -> (1, 4, 4, 4, 6)."""
    found: list[int] = []
    for part in re.split(r", | and ", text.strip()):
        words = part.lower().split()
        if len(words) == 2:
            found += [FACES[words[1]]] * NUMBERS.index(words[0])
        elif words:
            found.append(int(words[0]))
    return tuple(sorted(found))


class EarTable:
    """The program, played by keys; `heard` is all that was said since the last press."""

    def __init__(self, desk: Desk, chance: random.Random, style: Style, level: Level) -> None:
        self.desk, self.chance, self.style, self.level = desk, chance, style, level
        self.number = desk.feed.newest
        self.pick: tuple[int, ...] | None = None
        self.sheet = False

    @property
    def state(self) -> State:
        state = self.desk.board().state
        assert state is not None
        return state

    def said(self, call: Call | None) -> str:
        """What a call sounds like at this table."""
        return english().sentence(call, How(self.level, "said", self.style)) if call else ""

    def news(self) -> str:
        """What was said since the last time, as one text."""
        fresh = [each.breath for each in self.desk.feed.recent() if each.number > self.number]
        self.number = self.desk.feed.newest
        if fresh:
            self.pick = None
        return " ".join(self.said(call) for breath in fresh for call in breath.calls)

    def tell(self, key: str) -> str:
        """The answer to a reading key."""
        board = self.desk.board()
        asked = Asked(
            board.game, self.state, board.question, self.pick, undo=bool(board.undo), laid=board.laid
        )
        if key == "HH":
            asked = replace(asked, again=True)
        told = {"H": telling.dice, "E": telling.standing, "S": telling.choices}[key[0]]
        return english().sentence(told(asked), How("full", "said", self.style))

    def press(self, key: str) -> str:
        """Press a key; what is said then."""
        board = self.desk.board()
        if self.sheet:
            self._put_right(int(key))
        elif board.question:
            self._answer(key)
        elif key == "F":
            self.sheet = bool(board.throw and board.throw.newest and board.throw.faces)
            return "Die 1." if self.sheet else ""
        elif key.lstrip("-").isdigit():
            self.pick, call = pressed(
                board.game,
                self.state,
                self._picked(),
                Key(int(key[-1]), key[0] == "-", self.style),
                board.laid,
            )
            return self.said(call)
        elif key == "U":
            self.desk.presses.undo(board.revision)
        elif key in "RB":
            return self._act(key)
        return self.news()

    def throw(self) -> str:
        """The dice roll. Now and then something is in doubt."""
        number = self.state.to_throw
        board = self.desk.board()
        if board.question and board.question.leaning:
            number = len(board.question.leaning)
        faces: list[int | None] = [self.chance.randint(1, 6) for _ in range(number)]
        doubt = self.chance.random()
        seen = roll(faces)
        if doubt < DOUBT:
            seen = roll([None, *faces[1:]])
        elif doubt < 2 * DOUBT and number > 1:
            seen = roll(faces[1:])
        elif doubt < 3 * DOUBT:
            leans = roll([None, *faces[1:]])
            seen = replace(leans, dice=(replace(leans.dice[0], state="cocked"), *leans.dice[1:]))
        elif doubt < 4 * DOUBT:
            seen = roll(faces[1:], off=1, why="A die left the table.")
        self.desk.sightings.see(seen)
        return self.news()

    def _put_right(self, value: int) -> None:
        """The first die of the newest throw shows this."""
        self.sheet = False
        self.desk.presses.fix(self.desk.board().revision, 0, value)

    def _picked(self) -> tuple[int, ...]:
        board = self.desk.board()
        return Asked(board.game, self.state, pick=self.pick, laid=board.laid).places

    def _act(self, key: str) -> str:
        board, picked = self.desk.board(), self._picked()
        why = refused(board.game, self.state, picked, key, board.laid)
        if why or not self.state.thrown:
            return self.said(why)
        faces = list(faces_of(board.game, self.state, picked, board.laid))
        if board.game == "420":
            left = list(self.state.thrown)
            for face in faces:
                left.remove(face)
            faces = left
        kind = "stop" if key == "B" and board.game == "morning-roll" else "keep"
        self.desk.presses.play(board.revision, " ".join([kind, *map(str, faces)]))
        return self.news()

    def _answer(self, key: str) -> None:
        """What the keys do while something is asked."""
        board, presses = self.desk.board(), self.desk.presses
        question = board.question
        assert question is not None
        if question.kind == "unsure" and not question.leaning:
            die = doubtful(question)
            first = likeliest(question.roll.thrown[die].ranking)[0]
            presses.fix(board.revision, die, first if key == "R" else int(key))
        elif key == "O":
            presses.off(board.revision, max(1, question.expected - len(question.faces)))
        elif key == "X":
            presses.dismiss(board.revision)
        elif question.kind == "which":
            presses.play(board.revision, str(question.moves[0 if key == "R" else int(key) - 1]))
        else:
            # Whoever spreads the dice, or looks again, has all of them seen.
            presses.throw(board.revision, [self.chance.randint(1, 6) for _ in range(self.state.to_throw)])


class EarPlayer:
    """Plays by what it hears. press, tell: a key, and what is said then. throw: it throws the dice.

    It learns what can be done from S, the dice from H, and chooses at random.
    """

    def __init__(
        self,
        press: Callable[[str], str],
        tell: Callable[[str], str],
        throw: Callable[[], str],
        chance: random.Random,
        style: Style,
    ) -> None:
        self.press, self.tell, self.throw, self.chance, self.style = press, tell, throw, chance, style
        self.steps = 0

    def play(self, check: Callable[[str, str], None] = lambda choices, dice: None) -> int:
        """Play until it is said that the match is over; how many steps that took. check: is given each S and H."""
        while self.steps < MOST_STEPS:
            self.steps += 1
            choices, dice = plain(self.tell("S")), plain(self.tell("H"))
            check(choices, dice)
            if choices.startswith("P: play again"):
                return self.steps
            self._step(choices, dice)
        raise AssertionError("the match has no end")

    def _step(self, choices: str, dice: str) -> None:
        if self.chance.random() < MISREADS and "pick" in choices and self.press("F"):
            heard = self.press(str(self.chance.randint(1, 6)))
            assert "threw" not in heard
            return
        if choices.startswith("Throw: ") or "hrow it again" in choices or "hrow them again" in choices:
            self.throw()
        elif "Press what it shows" in choices:
            self.press(self.chance.choice(["R", *re.findall(r"\ba (\d)", choices)]))
        elif "Spread them" in choices or "stayed on the table" in choices:
            self.press("R")
        elif "R yes, X no throw" in choices:
            self.press(self.chance.choice("RX"))
        elif "X: no throw" in choices:
            self.press(self.chance.choice("1X"))
        elif "X forgets it" in choices:
            self.press("X")
        elif "1 to 4: pick" in choices:
            self._reroll(choices, dice)
        else:
            self._choose(choices, dice)

    def _choose(self, choices: str, dice: str) -> None:
        """Morning Roll and Midnight: keep something, then throw on or stop."""
        if choices.startswith("Keep one first"):
            thrown = dice_of(dice.split(";")[0])
            for _ in range(self.chance.randint(1, len(thrown))):
                self._pick(self.chance.choice(thrown), dice)
            if self.chance.random() < UNDOES:
                self.press("U")
        elif "B: " in choices and ("R: " not in choices or self.chance.random() < 0.5):
            self.press("B")
        elif "R: " in choices:
            self.press("R")

    def _reroll(self, choices: str, dice: str) -> None:
        """420: throw again what may be thrown again."""
        hand = dice.split(": ", 1)[1].split(";")[0]
        if choices.startswith("R: throw "):
            self.press("R")
        elif alone := re.search(r"the (\d)", choices):
            self._pick(int(alone[1]), dice)
        else:
            for face in dice_of(hand):
                self._pick(face, dice)
        self.press("R")

    def _pick(self, face: int, dice: str) -> None:
        """Pick one more die of this value: by its value, or by the place that H H tells."""
        if self.style == "value":
            self.press(str(face))
        else:
            self.press(str(self.place_of(face, dice)))

    def place_of(self, face: int, dice: str) -> int:
        """The place of a die with this value, as H H names the places; of a hand of 420 H does."""
        row = plain(self.tell("HH"))
        named = re.findall(r"die (\d) (?:is )?a (\d)", row)
        if named:
            return self.chance.choice([int(place) for place, shown in named if int(shown) == face])
        inside = row if row.startswith("By place: ") else dice
        shown = inside.split(": ", 1)[1].split(";")[0].split(". ")[0].split(", ")
        return self.chance.choice([place for place, each in enumerate(shown, 1) if each == str(face)])
