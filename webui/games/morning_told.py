"""What Morning Roll tells away from its page."""

from __future__ import annotations

from typing import Any

from engine.game import State, state_of
from engine.morning_roll import MorningRoll, Roll
from engine.roll import Roll as AnyRoll
from webui.page.told import GameTold


class MorningTold(GameTold):
    """See `GameTold`."""

    def state_facts(self, state: State) -> dict[str, Any]:
        """special: the open throw is a straight or boxcars; null where it is neither."""
        return {"special": state_of(MorningRoll, state).special}

    def roll_facts(self, roll: AnyRoll) -> dict[str, Any]:
        """points: what the kept dice score. stopped: the turn was ended with them."""
        return {"points": roll.points, "stopped": roll.stopped} if isinstance(roll, Roll) else {}
