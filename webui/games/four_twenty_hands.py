# Tested by tests/test_webui_games.py.
"""The hands of 420 as the page draws them: dice, sum, and a glass that is full to a line at 20."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.four_twenty import DICE, GOAL, FourTwenty
from webui.page import words
from webui.page.scene import Place

BOTTOM = 95.0
"""Where the beer of the glass stands, in units of its drawing, from its upper edge."""
LINE = 22.0
"""Where the line at 20 is."""
TOP = 8.0
"""Where the beer would run over."""
SLOPE = 8 / 94
"""How far a wall of the glass leans out for each unit of height."""
INSIDE = 2.0
"""How thick a wall is."""
BESIDE = 2
"""Hands that are drawn large. More: a taller tray. Fewer: the next player's hand stands in the list below."""


@dataclass(frozen=True)
class Hand:
    """One player's hand. short: a word or two on the sum. beer: the outline of the drink, "" for an empty glass."""

    seat: int
    name: str
    says: str
    on: bool
    places: tuple[Place, ...]
    total: str
    short: str
    beer: str


@dataclass(frozen=True)
class Hands:
    """beside: drawn large, the player on turn first. others: the rest that is still in, in the order of the turns."""

    beside: tuple[Hand, ...]
    others: tuple[Hand, ...]


def hands_of(state: FourTwenty) -> Hands:
    """The hands of all who are still in, from the player on turn on."""
    count = len(state.players)
    seats = [(state.seat + step) % count for step in range(count)]
    hands = [_hand(state, seat) for seat in seats if state.players[seat] not in state.out]
    return Hands(tuple(hands[:BESIDE]), tuple(hands[BESIDE:]))


def _hand(state: FourTwenty, seat: int) -> Hand:
    name, hand = state.players[seat], state.hands[seat]
    on = name == state.player
    return Hand(
        seat,
        name,
        "throws" if on else "waits",
        on,
        _places(hand),
        str(sum(hand)) if hand else "–",
        _short(hand),
        _beer(sum(hand)),
    )


def _places(hand: Sequence[int]) -> tuple[Place, ...]:
    if not hand:
        return tuple(Place(number, "slot", f"die {number}: none yet") for number in range(1, DICE + 1))
    return tuple(
        Place(number, "still", f"die {number}: {words.die_value(face)}", face)
        for number, face in enumerate(hand, 1)
    )


def _short(hand: Sequence[int]) -> str:
    total = sum(hand)
    if not hand:
        return "no hand yet"
    return "twenty" if total == GOAL else "over" if total > GOAL else f"{GOAL - total} short"


def _beer(total: int) -> str:
    """The outline of the drink in the glass; it never runs over."""
    if not total:
        return ""
    level = max(BOTTOM - (BOTTOM - LINE) * total / GOAL, TOP)
    left, floor = 4 + SLOPE * (level - 4) + INSIDE, 4 + SLOPE * (BOTTOM - 4) + INSIDE
    return f"M{left:.1f} {level:.1f}H{64 - left:.1f}L{64 - floor:.1f} {BOTTOM:.0f}H{floor:.1f}z"
