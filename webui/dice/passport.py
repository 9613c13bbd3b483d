# Tested by tests/test_webui_dice_school.py.
"""What is known of a set: how often each face came, whether by chance, what is still asked, since when it helps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.fair import Fairness, fairness
from vision.learning.learnt import Learnt
from webui.storage.dice_sets import SavedSet, Thrown

# Throws of which it is told what was asked about. Larger: what was learnt since shows later.
_LATELY = 40


@dataclass(frozen=True)
class Passport:
    """counts: how often each face came, 1 to 6; shares of the most frequent one for bars. words: whether it is chance.

    asked: the faces that were asked about lately, with how often. learnt: what was learnt, in a sentence.
    """

    counts: tuple[int, ...]
    bars: tuple[float, ...]
    words: str
    asked: tuple[tuple[int, int], ...]
    learnt: str


def passport_of(saved: SavedSet, throws: Sequence[Thrown], learnt: Learnt | None, on_table: bool) -> Passport:
    """The passport; learnt: of the set, where it lies on the table."""
    fair = fairness(face for throw in throws for face in throw.faces)
    asked = Counter(face for throw in throws[-_LATELY:] for face in throw.asked)
    most = max(1, *fair.counts)
    bars = tuple(count / most for count in fair.counts)
    return Passport(
        fair.counts, bars, in_words(fair), tuple(sorted(asked.items())), _learnt(saved, learnt, on_table)
    )


def in_words(fair: Fairness) -> str:
    """Whether the faces are chance; true however often one looks."""
    if not fair.thrown:
        return "Nothing was thrown with these dice yet."
    if fair.uneven:
        rare = max(2, round(1 / fair.rare))
        return (
            f"Not by chance, it seems: fair dice ever come out so unevenly in 1 of {rare} cases at most, "
            "however often one looks."
        )
    return (
        f"{fair.thrown} dice were thrown, and nothing says that they are not fair. "
        "This stays true however often one looks."
    )


def _learnt(saved: SavedSet, learnt: Learnt | None, on_table: bool) -> str:
    if learnt is not None:
        proof = learnt.proof
        return (
            f"Read better since {saved.better[:10] or 'now'}: of {proof.examples} of its dice, each left out once, "
            f"{proof.told_now} are told, and {proof.told_before} without what was learnt."
        )
    if not saved.examples:
        return "Nothing is taught yet."
    if on_table:
        return "Its dice are read just as well without what was taught, so nothing is changed."
    if saved.better:
        return f"Read better since {saved.better[:10]}. It is used when the set is on the table."
    return "What was taught is used when the set is on the table, where it helps."
