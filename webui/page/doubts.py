# Tested by tests/test_webui_pages.py.
"""What the pages say where something is in doubt: each question, and its answers. DESIGN.md section 7."""

from __future__ import annotations

from collections.abc import Sequence

from webui.match.turned_dice import TurnedDie
from webui.page import words

SPREAD = "I spread them"
FORGET = "Forget this throw"
TOO_MANY = "Too many dice seen"
IF_SHORT = "If one left the table or is hidden, say what was kept; else forget it."
NO_VALUE = "It has no value as it lies."
IF_FLAT = "if it lies flat"
STAYED_ON = (
    "What do the dice show?",
    "They all stayed on the table: say what you see, or let the camera look again.",
)


MOST_COUNTED = 6
"""Dice that a heading counts. Larger: more of a mess is counted out. Smaller: it is called too many sooner."""


def count_question(seen: int, expected: int) -> tuple[str, str]:
    """Another number of dice than awaited: heading and what to do."""
    heading = (
        f"{words.dice(seen).capitalize()} seen, {words.number_word(expected)} expected"
        if seen <= MOST_COUNTED
        else TOO_MANY
    )
    if seen < expected:
        return (
            heading,
            "One may be hidden or stacked, or off the table. Spread the dice, or say what you see.",
        )
    return heading, "Take away what does not belong to this throw, or say what you see."


def lean(count: int) -> str:
    """What to do where so many of too few or too many dice do not lie flat."""
    if count == 1:
        return "One leans or lies on another, and has no value: throw that one again, then say what you see."
    many = words.number_word(count).capitalize()
    return f"{many} lean or lie on others, and have no value: throw those again, then say what you see."


def waiting(count: int) -> str:
    """After a question: so many throws came since. "" for none."""
    if count < 2:
        return "The throw after it waits for the answer." if count else ""
    return f"{words.number_word(count).capitalize()} throws after it wait for the answer."


def left(count: int) -> str:
    """An answer: so many dice left the table."""
    return f"{words.dice(count).capitalize()} left the table" if count > 1 else "A die left the table"


def one_tap(first: int, second: int) -> str:
    """Under the question about one die."""
    return f"{words.die_value(first).capitalize()} or {words.die_value(second)}: one tap puts it right."


def which_question(name: str, lie: int, off: int, keeps: Sequence[Sequence[int]]) -> tuple[str, str]:
    """Thrown before a keep was pressed: heading and what to do.

    lie: so many dice of it lie on the table; off: so many left it. keeps: the dice of each keep that fits.
    """
    thrown = lie + off
    came = f"{words.dice(thrown)}{_of_them_off(thrown, off)}"
    if len(keeps) == 1:
        return (
            f"Did {name} keep {words.group(keeps[0])}?",
            f"{came.capitalize()} came before that was said.",
        )
    if keeps:
        return (
            "Which dice were kept?",
            f"{came.capitalize()} came before {name} had said. Tap what was meant.",
        )
    if thrown > MOST_COUNTED:
        return TOO_MANY, f"{name} has not said yet what to keep. Take away what does not belong here."
    if thrown == 1:
        there = "was thrown" if off else "lies there"
    else:
        there = "were thrown" if off else "lie there"
    return (
        "Was that a throw?",
        f"{came.capitalize()} {there}, and no keep of {name} leaves {words.number_word(thrown)}.",
    )


def another_hand(owner: str, name: str, thrown: int) -> tuple[str, str]:
    """Dice were thrown that lay in the hand of somebody who is not on turn: heading and what to do."""
    lay = "lay" if thrown > 1 else "was"
    return (
        f"Were those {words.whose(owner)} dice?",
        f"{words.dice(thrown).capitalize()} came that {lay} in {words.whose(owner)} hand, and {name} is on turn. "
        "Put them back as they were and forget the throw, or say whose it was.",
    )


def thrown_by(name: str) -> str:
    """An answer: the throw is this player's."""
    return f"It was {words.whose(name)} throw"


def _of_them_off(thrown: int, off: int) -> str:
    """How many of the dice thrown left the table, put in after their number; "" for none."""
    if not off or thrown == 1:
        return ", off the table," if off else ""
    return f", {'all' if off == thrown else words.number_word(off)} of them off the table,"


def leaning(states: Sequence[str]) -> tuple[str, str]:
    """Dice without a value: heading and what to do."""
    again = "The others stay, and count."
    if len(states) == 1:
        heading = "A die is cocked" if states[0] == "cocked" else "A die lies on another"
        return heading, f"It has no value like that: throw it again. {again}"
    word = "are cocked" if set(states) == {"cocked"} else "do not lie flat"
    return (
        f"{words.dice(len(states)).capitalize()} {word}",
        f"They have no value like that: throw them again. {again}",
    )


def turned(dice: Sequence[TurnedDie]) -> tuple[str, str]:
    """Dice that lay still show other values: heading and what to do."""
    if len(dice) > 1:
        told = words.and_list([_one_of_turned(die) for die in dice])
        heading = f"{words.dice(len(dice)).capitalize()} turned over"
        return heading, f"{told[0].upper()}{told[1:]}. Were they nudged?"
    face, now, kept = dice[0].face, dice[0].die.value, dice[0].place is None
    became = f"{face} became {now}" if now else f"it was {words.die_value(face)}"
    if kept:
        return f"A kept die turned over: {became}", f"It counts as {face}. Turn it back, and nobody wonders."
    return f"This die turned over: {became}", "The others lay still. Was it nudged?"


def bumped(faces: Sequence[int]) -> tuple[str, str]:
    """Kept dice were moved by a throw, and show what they did: heading and what to do."""
    if len(faces) > 1:
        group = words.group(faces)
        heading = f"{group[0].upper()}{group[1:]} were bumped"
        return heading, "They show that still, and count. If one turned over, turn it back."
    text = f"The kept {faces[0]} shows {faces[0]} still, and counts. If it turned over, turn it back."
    return f"A {faces[0]} was bumped", text


def _one_of_turned(die: TurnedDie) -> str:
    became = f"became {die.die.value}" if die.die.value else "is hard to read now"
    return f"{'a kept' if die.place is None else 'the'} {die.face} {became}"


def turned_dice_now(values: Sequence[int | None]) -> str:
    """What their picture is about, for those who cannot see it."""
    shown = words.and_list([str(value or "one not read") for value in values])
    return f"The table. {'They show' if len(values) > 1 else 'The die shows'} {shown} now."


def still(faces: Sequence[int]) -> tuple[str, str]:
    """An answer, and when it is the one: the dice count as before."""
    if len(faces) > 1:
        return f"They are still {words.group(faces)}", "they were nudged"
    return f"It is still {words.die_value(faces[0])}", "it was nudged"


def it_is(face: int, was: int | None = None) -> str:
    """An answer: the die counts as it lies; which one, where several are asked about."""
    return f"{'It' if was is None else f'The {was}'} is {words.die_value(face)}"


def keep_of(faces: Sequence[int]) -> str:
    """An answer: this keep."""
    return f"Keep {words.group(faces)}"


def stop_with(faces: Sequence[int]) -> str:
    """An answer: this stop."""
    return f"Stop with {words.group(faces)}"
