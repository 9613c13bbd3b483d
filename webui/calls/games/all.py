# Tested by tests/test_webui_calls_picking.py.
"""The calls of every game, by name. A new game: write its `GameCalls`, and name it here."""

from __future__ import annotations

from webui.calls.game import GameCalls
from webui.calls.games.four_twenty_calls import FourTwentyCalls
from webui.calls.games.midnight_calls import MidnightCalls
from webui.calls.games.morning_roll_calls import MorningRollCalls

CALLS: dict[str, GameCalls] = {
    each.name: each for each in (MorningRollCalls(), MidnightCalls(), FourTwentyCalls())
}
