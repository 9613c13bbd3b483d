# Tested by tests/test_webui_pages.py.
"""What the pages say: every sentence of the table, in one place.

Short and friendly, from the table: what happened, then what to do. Numbers as figures, dice as "a 4" and
"three 4s". Nothing here is HTML; names are put in as they are and escaped by the template.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
FELT = 100
"""Averages from here on are whole numbers. Larger: figures that nobody feels. Smaller: two averages look the same."""
MOST_NAMED = 3
"""Names in a heading. More: a heading that fills a phone. Fewer: winners who share a match are only counted."""


def points(number: int) -> str:
    """1150 -> "1,150"."""
    return f"{number:,}"


def average(number: float) -> str:
    """641.06 -> "641", 18.68 -> "18.7": with as many figures as one can feel."""
    return f"{number:,.0f}" if number >= FELT else f"{number:.1f}"


def beside_best(average_each: float, turns_taken: int) -> str:
    """What best play makes in as many turns, on average."""
    return f"best play makes {average(average_each * turns_taken)} on average"


def so_far(number: int) -> str:
    """Points of a turn that goes on: "1,150 so far"."""
    return f"{points(number)} so far"


def rounds(number: int) -> str:
    """1 -> "1 round", 5 -> "5 rounds"."""
    return f"{number} round{'' if number == 1 else 's'}"


def number_word(number: int) -> str:
    """5 -> "five", 12 -> "12"."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def dice(number: int) -> str:
    """1 -> "one die", 5 -> "five dice", 12 -> "12 dice"."""
    return f"{number_word(number)} {'die' if number == 1 else 'dice'}"


def die_value(face: int) -> str:
    """4 -> "a 4"."""
    return f"a {face}"


def group(faces: Iterable[int]) -> str:
    """(1, 4, 4, 4) -> "1 and three 4s"."""
    counted = sorted(Counter(faces).items())
    parts = [f"{number_word(count)} {face}s" if count > 1 else str(face) for face, count in counted]
    return and_list(parts)


def and_list(parts: Sequence[str]) -> str:
    """("Ann", "Bo", "Zoë") -> "Ann, Bo and Zoë"."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def spoken(faces: Iterable[int | None]) -> str:
    """(1, 4, None) -> "1, 4, unsure": a throw as it is read aloud."""
    return ", ".join("unsure" if face is None else str(face) for face in faces)


def full_stop(sentence: str) -> str:
    """A sentence that ends with a name, which may bring the dot: "Ann W."."""
    return sentence if sentence.endswith(".") else f"{sentence}."


def whose(name: str) -> str:
    """Ann -> "Ann’s"."""
    return f"{name}’s"


COMBINATIONS = {3: "triple", 4: "four alike", 5: "five alike", 6: "six alike"}


# What one is to do, and what happened: headings, strips and sentences of DESIGN.md section 7.

THROW_WHEN_YOU_LIKE = "Throw when you like"
ROLLING = "Rolling"
OVER = "The match is over"
OFF_TABLE = "Die off the table"
REPLAY_ALT = "The three seconds before, over and over."
KEEP_FOR_GOOD = "Keep for good"
LET_GO = "Kept for good: let go"
NOTHING_TO_UNDO = "Nothing to undo yet."
NOTHING_KEPT = "Keep at least one die first."
NUDGE = "It is safe only when you stop later."
WHAT_DOES_IT_SHOW = "What does this die show?"
WHY_UNSURE = {
    "cocked": "It leans on something.",
    "stacked": "It lies on another die.",
    "cut": "It is half out of the picture.",
    "moving": "It was still moving.",
    "unsure": "Part of the face is hard to see.",
}
TYPED_TOO_LATE = (
    "These dice were typed in by somebody else, or the camera has seen them: what you typed is dropped."
)
SHEET_SHUT = "Something new happened at the table, so the sheet is closed: nothing was put right. Undo goes back to it."
NO_ANSWER = (
    "Roll Call did not answer. When it is back, look at the board, and press again if that did not count."
)
UNREADABLE = "Cannot be read any more"
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
IF_UNSEEN = "if the camera cannot see them"
TYPE_THEM = "Type the dice in"


def to_throw(name: str, number: int) -> str:
    """The heading while dice are awaited."""
    return f"{name}, {dice(number)}."


def rolling(name: str) -> str:
    """The heading while dice move."""
    return f"{name} is rolling"


def your_pick(name: str) -> str:
    """The heading of an open choice."""
    return f"{name}, your pick"


def just_throw(number: int, tells: bool = True) -> str:
    """Under a button that the dice make needless; tells: the throw itself tells what was kept."""
    return f"or {'just ' if tells else ''}throw {dice_in_figures(number)}{'' if tells else ', then say'}"


def dice_in_figures(number: int) -> str:
    """A number of dice, in words."""
    return f"{number} {'die' if number == 1 else 'dice'}"


BY_THROW = {
    True: ("Throwing on keeps what was picked, if only one keep fits.", "Ask me first"),
    False: ("What was kept is asked when you throw before you press.", "Just throw"),
}
"""Which mode is on, and the button for the other one."""


def read_as(faces: Iterable[int], by: str | None) -> str:
    """The strip once a throw is in the match."""
    said = {"hand": "Typed in", "program": "Thrown by the program", "fix": "Put right"}.get(by or "", "Read")
    return f"{said}: {' '.join(map(str, sorted(faces)))}"


def not_by_camera(said_by: Iterable[str | None]) -> str:
    """ "dice typed in": who said what the dice of a turn show, where that was not the camera; "" where it was."""
    ways = {"hand": "dice typed in", "program": "dice of the program"}
    there = set(said_by)
    return and_list([way for by, way in ways.items() if by in there])


def special_name(special: str) -> str:
    """ "straight" -> "A straight"."""
    return {"straight": "A straight", "boxcars": "Boxcars"}[special]


def all_six(total: int) -> str:
    """All six dice have scored."""
    return f"All six score. Roll six again, or stop with {points(total)}."


def all_again(name: str) -> str:
    """After a scored straight or boxcars."""
    return full_stop(f"2,500, and all six again, {name}")


def no_stop(special: str) -> str:
    """Why a turn cannot end with this keep."""
    return f"After {special_name(special).lower()} all six are thrown again: you cannot stop now."


def idle(faces: Sequence[int], thrown: Sequence[int]) -> str:
    """Why these picked dice do not all score: the first that do not."""
    face = faces[0]
    if thrown.count(face) >= 3:
        return f"{group([face] * len(faces)).capitalize()} alone score nothing: keep three or more of them, or none."
    return f"The {face} scores nothing: leave it to be thrown."


def nothing_scores(name: str, lost: int) -> tuple[str, str]:
    """A bust by the dice: what happened, and what it costs."""
    gone = f"; {points(lost)} are gone" if lost else ""
    return "Nothing scores.", f"{whose(name)} turn ends with 0{gone}."


def off_the_table(name: str, number: int) -> tuple[str, str]:
    """A bust by the edge of the table."""
    left = "A die left the table." if number == 1 else f"{dice(number).capitalize()} left the table."
    return left, f"{whose(name)} turn ends with nothing, whatever the dice show."


def picture_of(thrown: Sequence[int], off: int) -> str:
    """What the picture of a roll shows, for those who cannot see it."""
    if off:
        return f"{dice(off).capitalize()} leaving the table."
    return f"The throw: {spoken(sorted(thrown))}."


def winners(names: Sequence[str], seats: int) -> str:
    """The heading of the end."""
    if seats == 1:
        return f"{names[0]} is done"
    if len(names) > MOST_NAMED:
        return f"{number_word(len(names)).capitalize()} players win together"
    return f"{and_list(names)} {'win together' if len(names) > 1 else 'wins'}"


def is_it(face: int) -> str:
    """The question about one die."""
    return f"Is this {die_value(face)}?"


def or_faces(first: int, second: int) -> str:
    """The caption of a die with two likely values."""
    return f"{first} or {second}?"


def missing_values(number: int) -> str:
    """Why a typed throw is not complete."""
    return f"{number_word(number).capitalize()} more to type in." if number else ""


def round_note(number: int, rounds: int) -> str:
    """Which round it is; "" where there is one only."""
    return f"Round {number} of {rounds}" if rounds > 1 else ""


def result(won: Sequence[str], best: int, seats: int) -> str:
    """How a match of the history ended."""
    if not won:
        return "Not finished"
    if seats == 1:
        return f"{points(best)} points"
    if len(won) > MOST_NAMED:
        return f"{number_word(len(won)).capitalize()} players won together"
    return f"{and_list(won)} won{' together' if len(won) > 1 else ''}"


def moment(when: datetime) -> str:
    """A day and the time of day: "21 November 2026, 08:10"."""
    return f"{when.day} {MONTHS[when.month - 1]} {when:%Y, %H:%M}"


def turns(number: int) -> str:
    """1 -> "one turn"."""
    return f"{number_word(number)} turn{'' if number == 1 else 's'}"


def last_word(name: str, score: int) -> str:
    """How a match ended with a bank."""
    return f"{name} banked {points(score)} last."


def open_match(players: Sequence[str]) -> str:
    """On the start page, while a match is going on."""
    return f"{and_list(players)} {'are' if len(players) > 1 else 'is'} still playing."


def best_turn(name: str, number: int, score: int) -> str:
    """The best moment of a match."""
    return f"{name}, round {number}: {points(score)}"


def counted(number: int, noun: str) -> str:
    """1, "coin" -> "1 coin"; 3, "coin" -> "3 coins"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def drawing(level: Sequence[str]) -> str:
    """Beside the heading, while one die each says who begins. level: who throws again, because they are equal."""
    return f"{and_list(level)} are level: one die each again." if level else "The lowest die begins."


def signed(number: int) -> str:
    """+4, −3 and 0: a number whose sign is always written."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"
