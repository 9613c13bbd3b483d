# Tested by tests/test_webui_games.py.
"""The end of a match as values, ready for the template."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Rank:
    """One player at the end of a match. number: what counts, in figures. icon: "" for none."""

    place: int
    seat: int
    name: str
    number: str
    under: str = ""
    icon: str = ""


@dataclass(frozen=True)
class End:
    """The end of a match, in place of the table and the turn.

    title, icon, number, unit: who it is about and with what, the largest on the page. glass: drawn beside the number.
    best: the best moment in words, best_dice: its dice. pays: who pays whom, a sentence each.
    last: what the last turn was, in a sentence. table: rows of rounds, the first its head; empty for none.
    begins: who may begin a rematch: the value of the field, the words, the seat (None for a lot), and whether
    it is the one by the rule.
    """

    title: str
    icon: str
    number: str
    unit: str
    ranks: tuple[Rank, ...]
    best: str = ""
    best_dice: tuple[int, ...] = ()
    glass: bool = False
    pays: tuple[str, ...] = ()
    last: str = ""
    table: tuple[tuple[str, ...], ...] = ()
    begins: tuple[tuple[str, str, int | None, bool], ...] = ()
