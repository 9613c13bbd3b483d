# Tested by tests/test_webui_terminal_telling.py.
"""What 420 tells away from its page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.four_twenty import FourTwenty, Turn
from engine.game import State, state_of
from engine.game import Turn as AnyTurn
from webui.games.four_twenty_words import hand_told
from webui.page.told import GameTold


class FourTwentyTold(GameTold):
    """See `GameTold`. Whoever wins a round is out; the hands are what counts, so that there is no score board."""

    def turn(self, turn: AnyTurn) -> Iterator[str]:
        if isinstance(turn, Turn):
            yield hand_told(turn)

    def standing(self, state: State) -> Iterator[str]:
        if state.thrown:
            yield f"It makes {sum(state.thrown)}."
        elif state.kept:
            yield f"{' '.join(map(str, state.kept))} {'stays' if len(state.kept) == 1 else 'stay'}."
        hands = zip(state.players, state_of(FourTwenty, state).hands, strict=True)
        yield from (f"{name} has {sum(hand)}." for name, hand in hands if hand and name != state.player)

    def board(self, state: State) -> str:
        return ""

    def ending(self, state: State) -> str:
        """Who buys: at 420 the last one pays for all, so that nothing more is to be settled."""
        loser = state_of(FourTwenty, state).loser
        return f"{loser} buys the drinks." if state.at_stake == "drinks" else f"{loser} has lost."

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
