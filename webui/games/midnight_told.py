"""What Midnight tells away from its page."""

from __future__ import annotations

from typing import Any

from engine.game import Turn as AnyTurn
from engine.midnight import Turn
from webui.page.told import GameTold


class MidnightTold(GameTold):
    """See `GameTold`."""

    def turn_facts(self, turn: AnyTurn) -> dict[str, Any]:
        """variant: 1-4-24 or 2-4-24, which names the keys."""
        return {"variant": turn.variant} if isinstance(turn, Turn) else {}
