# Tested by tests/test_webui_games.py.
"""The set of Midnight: two keyholes, four places that count, and the dial with 24 on top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin

from engine.midnight import KEYS, Midnight
from webui.games.midnight_words import MIDNIGHT, counting, sum_with
from webui.page.scene import Place

COUNTING = 4
"""Dice that count beside the two keys."""
HALF = 110.0
"""The middle of the dial, in units of its drawing."""
NAME_OUT = 121.0
"""How far from the middle a number beside the rim is written. Smaller: it lies on the rim."""
DEGREES = 360 / MIDNIGHT
"""One point on the dial."""


@dataclass(frozen=True)
class Dial:
    """The dial, in points from the top, clockwise. sum: so far. most: at best. beat: the score to beat, 0 for none.

    turn: degrees at which the mark of `beat` stands. x, y: where its number is written.
    """

    sum: int
    most: int
    beat: int
    turn: float = 0.0
    x: float = 0.0
    y: float = 0.0


@dataclass(frozen=True)
class Night:
    """What the page of Midnight draws beside the thrown dice.

    keys: the two keyholes. counts: the four places beside them. lead, text: what is in, and what is still wanted.
    rounds: the table of the rounds, the first row its head; empty before the first turn. pot: what lies in it.
    """

    keys: tuple[Place, ...]
    counts: tuple[Place, ...]
    dial: Dial
    lead: str
    text: str
    rounds: tuple[tuple[str, ...], ...]
    pot: str = ""


def night_of(
    state: Midnight, picked: Sequence[int], lead: str, text: str, rounds: tuple[tuple[str, ...], ...]
) -> Night:
    """The set of the turn so far with the picked dice in it."""
    kept, more = list(state.kept), list(picked)
    keys = tuple(_key(number, key, kept, more) for number, key in enumerate(KEYS[state.settings.variant], 1))
    counts = [_locked(face) for face in kept] + [_pending(face) for face in more]
    empty = [Place(0, "slot", "free")] * (COUNTING - len(counts))
    # Where a key is missing a fifth die may be kept: it can count no more, and the four largest are shown.
    return Night(keys, tuple([*counts, *empty][:COUNTING]), _dial(state, picked), lead, text, rounds)


def _key(number: int, key: int, kept: list[int], picked: list[int]) -> Place:
    """A keyhole; the die in it is taken out of the dice that count."""
    if key in kept:
        kept.remove(key)
        return Place(number, "locked", f"the {key}, kept", key, f"the {key}", "lock")
    if key in picked:
        picked.remove(key)
        return Place(number, "pending", f"the {key}, picked", key, f"the {key}", "tick")
    return Place(number, "slot", f"the {key} is missing", None, f"the {key}")


def _locked(face: int) -> Place:
    return Place(0, "locked", f"{face}, kept", face, str(face), "lock")


def _pending(face: int) -> Place:
    return Place(0, "pending", f"{face}, picked", face, f"+ {face}", "tick")


def _dial(state: Midnight, picked: Sequence[int]) -> Dial:
    now = sum_with(state, picked)
    most = min(MIDNIGHT, now + 6 * max(counting(state, picked), 0))
    if not state.to_beat:
        return Dial(now, most, 0)
    turn = state.to_beat * DEGREES
    x, y = HALF + NAME_OUT * sin(radians(turn)), HALF - NAME_OUT * cos(radians(turn)) + 7
    return Dial(now, most, state.to_beat, turn, round(x, 1), round(y, 1))
