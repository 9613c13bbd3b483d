"""What a game tells away from its page: to other programs as JSON. `webui.games` has one for each game."""

from __future__ import annotations

from typing import Any

from engine.game import State, Turn
from engine.roll import Roll


class GameTold:
    """One game as others read it. Every method is a pure function of what the engine knows."""

    def state_facts(self, state: State) -> dict[str, Any]:
        """What this game adds to the JSON of a state, beside what every game has."""
        return {}

    def turn_facts(self, turn: Turn) -> dict[str, Any]:
        """What this game adds to the JSON of a finished turn."""
        return {}

    def roll_facts(self, roll: Roll) -> dict[str, Any]:
        """What this game adds to the JSON of a throw."""
        return {}
