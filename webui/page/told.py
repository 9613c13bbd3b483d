# Tested by tests/test_webui_terminal_telling.py.
"""What a game tells away from its page: sentences of a terminal, JSON of other programs.

`webui.games` has one for each game; the terminal and `routes/api.py` know no game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

from engine.game import State, Turn
from engine.roll import Roll
from webui.page import words


class GameTold(ABC):
    """One game as others read it. Every method is a pure function of what the engine knows."""

    @abstractmethod
    def turn(self, turn: Turn) -> Iterator[str]:
        """How a turn has ended."""

    def so_far(self, state: State) -> Iterator[str]:
        """What is new in a turn that goes on."""
        return iter(())

    def round(self, state: State, number: int) -> str:
        """How this round, from 1, has ended; "" where a turn says all there is. state: right after it."""
        return ""

    def standing(self, state: State) -> Iterator[str]:
        """What matters for the choice beside the dice thrown."""
        return iter(())

    def score(self, state: State, name: str) -> str:
        """The score of a player."""
        return words.points(state.scores[name])

    def board(self, state: State) -> str:
        """The score board on one line; "" where there is none."""
        return "   ".join(f"{name} {self.score(state, name)}" for name in state.scores)

    def ending(self, state: State) -> str:
        """The last word of a match that is over."""
        winners = state.outcome.winners if state.outcome else ()
        if not winners:
            return "Nobody wins."
        if len(state.players) == 1:
            return f"{winners[0]} ends with {self.score(state, winners[0])}."
        return f"{words.winners(winners, len(state.players))}."

    def state_facts(self, state: State) -> dict[str, Any]:
        """What this game adds to the JSON of a state, beside what every game has."""
        return {}

    def turn_facts(self, turn: Turn) -> dict[str, Any]:
        """What this game adds to the JSON of a finished turn."""
        return {}

    def roll_facts(self, roll: Roll) -> dict[str, Any]:
        """What this game adds to the JSON of a throw."""
        return {}
