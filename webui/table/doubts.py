"""What the pages say where something is in doubt: each question, and its answers. DESIGN.md section 7."""

from __future__ import annotations

from collections.abc import Sequence

from webui.table import words

SPREAD = "I spread them"
FORGET = "forget this throw"
NO_VALUE = "It has no value as it lies."
LEANING = {"cocked": "cocked", "stacked": "on another"}
ONE_LEANS = "One leans or lies on another, and has no value: throw that one again, then say what you see."
IF_FLAT, NUDGED = "if it lies flat", "it was nudged"
STAYED_ON = (
    "What do the dice show?",
    "They all stayed on the table: say what you see, or let the camera look again.",
)


def count_question(seen: int, expected: int) -> tuple[str, str]:
    """Another number of dice than awaited: heading and what to do."""
    heading = (
        f"{words.dice(seen).capitalize()} seen, {words.NUMBERS[expected]} expected"
        if seen <= 6
        else "Too many dice seen"
    )
    if seen < expected:
        return heading, "One may be hidden or stacked. Spread the dice, or say what you see."
    return heading, "Take away what does not belong to this throw, or say what you see."


def one_tap(first: int, second: int) -> str:
    """Under the question about one die."""
    return f"{words.die_value(first).capitalize()} or {words.die_value(second)}: one tap puts it right."


def which_question(name: str, thrown: int, keeps: Sequence[Sequence[int]]) -> tuple[str, str]:
    """Thrown before a keep was pressed: heading and what to do. keeps: the dice of each that fits."""
    if len(keeps) == 1:
        return (
            f"Did {name} keep {words.group(keeps[0])}?",
            f"{words.dice(thrown).capitalize()} came before that was said.",
        )
    if keeps:
        return (
            "Which dice were kept?",
            f"{name} threw {words.dice(thrown)} before saying. Tap the keep that was meant.",
        )
    return (
        "Was that a throw?",
        f"{words.dice(thrown).capitalize()} lie there, and no keep of {name} leaves {words.NUMBERS[thrown]}.",
    )


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


def turned(was: int, now: int | None, kept: bool) -> tuple[str, str]:
    """A die that lay still shows another value: heading and what to do."""
    became = f"{was} became {now}" if now else f"it was {words.die_value(was)}"
    if kept:
        return f"A kept die turned over: {became}", f"It counts as {was}. Turn it back, and nobody wonders."
    return f"This die turned over: {became}", "The others lay still. Was it nudged?"


def still(face: int) -> str:
    """An answer: the die counts as before."""
    return f"It is still {words.die_value(face)}"


def it_is(face: int) -> str:
    """An answer: the die counts as it lies."""
    return f"It is {words.die_value(face)}"


def keep_of(faces: Sequence[int]) -> str:
    """An answer: this keep."""
    return f"Keep {words.group(faces)}"


def stop_with(faces: Sequence[int]) -> str:
    """An answer: this stop."""
    return f"Stop with {words.group(faces)}"
