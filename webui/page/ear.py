"""What the pages say to the ear: one or two sentences each, DESIGN.md section 9."""

from __future__ import annotations

from collections.abc import Sequence

from webui.page import words


def throw(
    name: str, thrown: Sequence[int], best: Sequence[int], best_points: int, total: int, special: str | None
) -> str:
    """A throw has been read. special: what the best keep is, "straight" or "boxcars"."""
    keep = f"Best keep: {words.group(best)}, {words.points(best_points)}. The turn would be {words.points(total)}."
    return f"{name} threw {words.spoken(sorted(thrown))}. {keep if special is None else all_again(special, name)}"


def all_again(special: str, name: str) -> str:
    """A straight or boxcars is scored."""
    return f"{words.special_name(special)}: {words.all_again(name)} {words.NUDGE}"


def tap(number: int, face: int, kept: bool, score: str) -> str:
    """A die was picked or given back."""
    return f"Die {number}, {words.die_value(face)}, {'kept' if kept else 'back to throw'}. {score}"


def way(faces: Sequence[int], score: str) -> str:
    """A way to keep was chosen."""
    return f"Keep {words.group(faces)}. {score}"


def banks(name: str, banked: int, total: int) -> str:
    """A turn was banked, and the next player has thrown already."""
    return f"{name} banks {words.points(banked)}. {name} {words.points(total)}."


def bank(name: str, banked: int, total: int, following: str) -> str:
    """A turn was banked."""
    return f"{banks(name, banked, total)} {following} is next, six dice."


def keeps(name: str, faces: Sequence[int], worth: int) -> str:
    """Dice were kept by throwing the others."""
    return f"{name} keeps {words.group(faces)}, {words.points(worth)}."


def bust(name: str, why: str, following: str) -> str:
    """A bust, said at once."""
    return f"Bust. {why} {name} scores 0. {following} is next. Press U to undo."


def last_bust(name: str, why: str, end: str) -> str:
    """A bust that ends the match, said at once. end: who has won."""
    return f"Bust. {why} {name} scores 0. {end} Press U to undo."


def fix(name: str, thrown: Sequence[int], total: int, special: str | None) -> str:
    """A die was put right; never said as a throw. special: as in `throw`."""
    turn = f"This turn {words.points(total)}." if special is None else all_again(special, name)
    return f"Put right: {words.spoken(sorted(thrown))}. {turn}"


def unsure(number: int, first: int, second: int) -> str:
    """A die is in doubt."""
    return f"Die {number}: {words.die_value(first)} or {words.die_value(second)}? Press the number."


def typed(typed: Sequence[int], missing: int) -> str:
    """Values are being typed in."""
    return f"Typed: {words.spoken(typed)}. {words.missing_values(missing)}".strip()
