"""Own dice: each player's hand has a place of the table, or a colour: by these it is told which dice were thrown. Pure.

Where a hand lies is known from the throws: the new dice where they came to rest, the others where they were seen last.
A hand that was slid is found again by its values, its colour, and by what lies nearest to where it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from engine.game import State
from vision.picture.colour import differ
from webui.match.open_match import OpenMatch
from webui.match.seen import SeenDie, SeenRoll, apart, counted
from webui.storage.store import Line

Hand = tuple[SeenDie, ...]
Hands = Mapping[str, Hand]
Seen = Callable[[int | None], SeenRoll | None]
Found = dict[tuple[str, int], SeenDie]
"""The dice of hands, by player and place in the hand, as they lie now."""


def hands_of(now: OpenMatch, seen: Seen) -> dict[str, Hand]:
    """The hands on the table whose place is known, by player, each die with the value that it counts as."""
    hands = dict[str, Hand]()
    steps = pairwise(now.match.states) if now.match else ()
    for (before, after), line in zip(steps, now.stands, strict=True):
        if after.rounds != before.rounds:
            hands = {}
        elif not before.drawing and (line.told.is_throw or line.told.is_off):
            hands = _after(hands, before, line, seen(line.roll))
    return hands


def _after(hands: Hands, before: State, line: Line, roll: SeenRoll | None) -> dict[str, Hand]:
    """The hands after this throw: that of its player is not known where not all of it was seen."""
    player, others = str(before.player), dict(hands)
    mine = others.pop(player, ())
    if roll is None:
        return others
    aside = roll.aside
    found = _found(hands, aside)
    seen = {who: _as_found(who, hand, found) for who, hand in others.items()}
    stays = _staying(mine, before.kept, {place: die for (who, place), die in found.items() if who == player})
    if len(roll.thrown) != len(line.told.faces) or stays is None:
        return seen
    return {**seen, player: (*stays, *counted(roll, line.told.faces))}


def _as_found(who: str, hand: Hand, found: Found) -> Hand:
    """The hand where it lies now; a die that was not found, where it was."""
    lie = (found.get((who, place), die) for place, die in enumerate(hand))
    return tuple(replace(now, value=was.value) for now, was in zip(lie, hand, strict=True))


def _staying(hand: Hand, kept: Sequence[int], found: Mapping[int, SeenDie]) -> Hand | None:
    """The dice of a hand that stay, by their values: those that lie there still before others; None where one lacks."""
    left, stays = Counter(kept), []
    for place in sorted(range(len(hand)), key=lambda each: each not in found):
        value = hand[place].value
        if value is not None and left[value]:
            left[value] -= 1
            stays.append(replace(found.get(place, hand[place]), value=value))
    return None if left.total() else tuple(stays)


def _found(hands: Hands, lying: Sequence[SeenDie]) -> Found:
    """Which of the dice that lie there is which of a hand: of its value and, at first, of its colour; the nearest."""
    pairs = sorted(
        (differ(die.colour, there.colour), apart(die, there), who, place, number)
        for who, hand in hands.items()
        for place, die in enumerate(hand)
        for number, there in enumerate(lying)
        if there.value in (die.value, None)
    )
    found, taken = Found(), set[int]()
    for _, _, who, place, number in pairs:
        if number not in taken and (who, place) not in found:
            found[who, place] = lying[number]
            taken.add(number)
    return found


def told_by_hand(roll: SeenRoll, hands: Hands, player: str) -> SeenRoll:
    """The throw with what the hands tell of it: which dice of the player stayed, or whose were thrown.

    That is told by place where the dice that lie there and those thrown add up to the hands, else by colour where each
    hand has one of its own.
    """
    if player not in hands:
        return roll
    found = _found(hands, roll.aside)
    thrown = len(roll.faces) + roll.off_table
    lack = {who: len(hand) - sum(whose == who for whose, _ in found) for who, hand in hands.items()}
    moved = [who for who, count in lack.items() if count]
    owner = moved[0] if len(moved) == 1 and lack[moved[0]] == thrown else _of_colour(roll, hands)
    if owner and owner != player:
        return replace(roll, hand=owner)
    if not owner or lack[owner] != thrown:
        return roll
    mine = (hands[player][place].value for who, place in sorted(found) if who == player)
    return replace(roll, stays=tuple(value for value in mine if value is not None))


def _of_colour(roll: SeenRoll, hands: Hands) -> str:
    """The player whose dice alone have the colour of all that were thrown; "" where that is not plain."""
    thrown = [die.colour for die in roll.thrown]
    alike = [
        who
        for who, hand in hands.items()
        if not any(differ(die.colour, colour) for die in hand for colour in thrown)
    ]
    known = thrown and all(thrown) and all(die.colour for hand in hands.values() for die in hand)
    return alike[0] if known and len(alike) == 1 else ""
