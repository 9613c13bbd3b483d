# Tested by tests/test_webui_terminal_telling.py.
"""What Morning Roll tells away from its page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.game import State, state_of
from engine.game import Turn as AnyTurn
from engine.morning_roll import MorningRoll, Roll, Turn
from engine.morning_roll_points import totals
from engine.roll import Roll as AnyRoll
from webui.page import words
from webui.page.told import GameTold


class MorningTold(GameTold):
    """See `GameTold`. Points alone decide, so that nobody wins a round."""

    def turn(self, turn: AnyTurn) -> Iterator[str]:
        if turn.qualified:
            yield f"{turn.player} banks {words.points(turn.score)}."
        elif turn.end == "off table":
            yield words.off_the_table(turn.player, 1)[1]
        else:
            yield from words.nothing_scores(turn.player, turn.points if isinstance(turn, Turn) else 0)

    def so_far(self, state: State) -> Iterator[str]:
        now = state_of(MorningRoll, state)
        if now.special:
            worth = words.points(totals(now.thrown)[0])
            yield f"{words.special_name(now.special)}: {worth}, if you keep all six and roll them again."
        if now.rolls and not now.thrown:
            yield f"This turn {words.points(now.points)}."

    def standing(self, state: State) -> Iterator[str]:
        points = state_of(MorningRoll, state).points
        if points:
            yield f"This turn {words.points(points)}."

    def state_facts(self, state: State) -> dict[str, Any]:
        """special: the open throw is a straight or boxcars; null where it is neither."""
        return {"special": state_of(MorningRoll, state).special}

    def roll_facts(self, roll: AnyRoll) -> dict[str, Any]:
        """points: what the kept dice score. stopped: the turn was ended with them."""
        return {"points": roll.points, "stopped": roll.stopped} if isinstance(roll, Roll) else {}
