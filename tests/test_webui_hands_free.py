"""Hands-free: drawn dice are thrown, kept aside and thrown again, nobody presses anything, and the match is right.

ROLLCALL_HANDS_FREE is how many matches of each kind two to six players play; without it two play one of each.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterable, Sequence

import pytest
from stage import Cube, Moment, Stage, hand_over, roll_in, still

from engine.four_twenty import GOAL, LEAST_STAYING
from engine.game import State
from vision.nouns import Event, Moving, OffTable, Roll, Turned
from vision.pipeline import Pipeline
from webui.desk import Desk

MATCHES = int(os.environ.get("ROLLCALL_HANDS_FREE", "0"))
PLAYERS = range(2, 7) if MATCHES else [2]
FPS = 15
NAMES = ("Ann", "Bo", "Zoë", "Marek", "Dee", "Eve")
MIDDLE = [(90.0 + 60 * n, 110.0 + 50 * (n % 2)) for n in range(6)]
"""Where six dice come to lie that all belong to one player."""


def own_places(seat: int) -> list[tuple[float, float]]:
    """Where the four dice of a player lie who has dice of their own: along the upper or the lower edge."""
    left, y = 45.0 + 150 * (seat % 3), 45.0 if seat < 3 else 225.0
    return [(left + 34 * n, y) for n in range(4)]


class HandsFree:
    """A table that is looked at, and hands that throw. lies: the dice that lie there, by their places."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.stage = desk, Stage()
        self.pipeline = Pipeline(self.stage, None, None)
        self.lies: dict[tuple[float, float], Cube] = {}
        self.frames = 0
        self.dice = 0
        self.show(still(Moment(), 0.5, FPS))

    def show(self, moments: Iterable[Moment]) -> None:
        """What the camera sees, as the program looks at it."""
        for moment in moments:
            frame = self.stage.frame(moment, self.frames / FPS, self.frames)
            self.frames += 1
            awaited = self.desk.sightings.awaited
            self.pipeline.expect(awaited.dice or None, awaited.counting)
            for event in self.pipeline.step(frame).events:
                self.tell(event)

    def tell(self, event: Event) -> None:
        match event:
            case Moving():
                self.desk.sightings.moving()
            case OffTable():
                self.desk.sightings.see_off(event)
            case Roll():
                self.desk.sightings.see(event)
            case Turned():
                self.desk.sightings.see_turned(event)

    @property
    def now(self) -> Moment:
        return Moment(tuple(self.lies.values()))

    def take(self, places: Iterable[tuple[float, float]]) -> None:
        """A hand takes the dice of these places off the table."""
        before = self.now
        for place in places:
            del self.lies[place]
        self.show(hand_over(before, self.now, fps=FPS))
        self.show(still(self.now, 0.5, FPS))

    def throw(self, values: Sequence[int], places: Sequence[tuple[float, float]]) -> None:
        """These values come to lie in these places."""
        cubes = [self.cube(value, *place) for value, place in zip(values, places, strict=True)]
        self.show(roll_in(self.now, cubes, fps=FPS))
        self.lies |= dict(zip(places, cubes, strict=True))
        self.show(still(self.now, 1.2, FPS))

    def cube(self, value: int, x: float, y: float) -> Cube:
        """A die that is thrown: it comes to lie near its place, and never twice the same way."""
        self.dice += 1
        return Cube(x, y + 12 * (self.dice % 3 - 1), turn=0.4 * self.dice, value=value, number=self.dice)


def state_of(desk: Desk) -> State:
    board = desk.board()
    assert board.question is None, (
        board.question.kind,
        board.question.faces,
        list(board.question.roll.kept),
        *board.lines,
    )
    assert board.state
    return board.state


def free_of(table: HandsFree, places: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    return [place for place in places if place not in table.lies]


def wanted(state: State) -> Counter[int]:
    """The dice of a throw of Midnight that one keeps: a missing key, 6s and 5s, or the highest; never all but one."""
    keys = [key for key in (1, 4) if key not in state.kept and key in state.thrown]
    high = [face for face in state.thrown if face > 4]
    kept = Counter(keys) + Counter(high)
    if not kept:
        kept = Counter([max(state.thrown)])
    return kept if len(state.thrown) - kept.total() != 1 else Counter(state.thrown)


def take_again(table: HandsFree, places: Sequence[tuple[float, float]], again: Counter[int]) -> None:
    """Take up dice of these values from these places, each once."""
    left, taken = again.copy(), []
    for place in places:
        if place in table.lies and left[table.lies[place].value]:
            left[table.lies[place].value] -= 1
            taken.append(place)
    table.take(taken)


def midnight(table: HandsFree, chance: random.Random) -> None:
    """Play to the end: each keep is said by what is thrown again."""
    state = state_of(table.desk)
    while not state.outcome:
        if state.to_throw == 6 or not state.thrown:
            if table.lies:
                table.take(list(table.lies))
            table.throw([chance.randint(1, 6) for _ in MIDDLE], MIDDLE)
        else:
            again = Counter(state.thrown) - wanted(state)
            if not again:
                return bank(table, chance)
            take_again(table, MIDDLE, again)
            places = free_of(table, MIDDLE)
            table.throw([chance.randint(1, 6) for _ in places], places)
        state = state_of(table.desk)
    return None


def bank(table: HandsFree, chance: random.Random) -> None:
    """All six are kept: the press that banks them, and on to the next player."""
    state = state_of(table.desk)
    table.desk.presses.play(table.desk.board().revision, f"keep {' '.join(map(str, state.thrown))}")
    midnight(table, chance)


@pytest.mark.parametrize("players", PLAYERS)
def test_midnight_is_played_hands_free_and_a_keep_is_what_is_not_thrown_again(
    desk: Desk, players: int
) -> None:
    for seed in range(max(MATCHES, 1)):
        desk.presses.new(desk.board().revision, "midnight", NAMES[:players], rounds=1)
        desk.presses.confirm_by_throwing(True)
        midnight(HandsFree(desk), random.Random(f"{players} {seed}"))
        lines = [line for line in desk.board().lines[2:] if "by=" in line]
        assert lines == [], "nothing was typed in, put right or thrown by the program"


def rerolled(state: State) -> Counter[int]:
    """What is thrown again of a hand: the lowest dice, as few as the rules allow."""
    hand = sorted(state.thrown)
    if sum(hand) > GOAL:
        return Counter(hand)
    for number in (1, 2, 3):
        if sum(hand[number:]) >= LEAST_STAYING[4 - number]:
            return Counter(hand[:number])
    return Counter(hand)


def four_twenty(table: HandsFree, chance: random.Random, own: bool) -> None:
    """Play to the end. own: every hand stays on the table; else one set is passed on and thrown again in part."""
    players = state_of(table.desk).players
    state = state_of(table.desk)
    while not state.outcome:
        places = own_places(players.index(str(state.player))) if own else MIDDLE[:4]
        if state.thrown:
            again = rerolled(state)
            if own:
                take_again(table, places, again)
            else:
                stays = Counter(state.thrown) - again
                table.desk.presses.play(
                    table.desk.board().revision,
                    f"keep {' '.join(map(str, sorted(stays.elements())))}".strip(),
                )
                table.take(list(table.lies))
            number = again.total()
        else:
            number = 4
            table.take([place for place in (places if own else MIDDLE) if place in table.lies])
        free = free_of(table, places)[:number]
        table.throw([chance.randint(1, 6) for _ in free], free)
        state = state_of(table.desk)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("dice", ["own", "one"])
def test_420_is_played_hands_free_with_dice_of_ones_own_and_with_one_set(
    desk: Desk, dice: str, players: int
) -> None:
    for seed in range(max(MATCHES, 1)):
        desk.presses.new(desk.board().revision, "420", NAMES[:players], first="seats", dice=dice)
        desk.presses.confirm_by_throwing(True)
        four_twenty(HandsFree(desk), random.Random(f"{dice} {players} {seed}"), own=dice == "own")
        assert not [line for line in desk.board().lines[2:] if "by=" in line]
