"""What 420 tells away from its page."""

from __future__ import annotations

from typing import Any

from engine.four_twenty import FourTwenty, Turn
from engine.game import State, state_of
from engine.game import Turn as AnyTurn
from webui.page.told import GameTold


class FourTwentyTold(GameTold):
    """See `GameTold`."""

    def state_facts(self, state: State) -> dict[str, Any]:
        """hands: by seat, each die in its place. opened, seat: who began this round, who is on turn, seats from 0.

        out: who has won a round, in that order. stays: the dice that are kept, null before the choice.
        """
        now = state_of(FourTwenty, state)
        return {
            "hands": [[*hand] for hand in now.hands],
            "opened": now.opened,
            "seat": now.seat,
            "out": [*now.out],
            "stays": staying(now.stays),
        }

    def turn_facts(self, turn: AnyTurn) -> dict[str, Any]:
        """stays: the dice that were kept, null where the round began with this throw."""
        return {"stays": staying(turn.stays)} if isinstance(turn, Turn) else {}


def staying(dice: tuple[int, ...] | None) -> list[int] | None:
    """The dice that stay, as JSON."""
    return None if dice is None else [*dice]
