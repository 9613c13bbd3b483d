"""How much is said: the mean number of words a turn, for each game and level, which may not rise unnoticed."""

from __future__ import annotations

import pytest
from random_matches import told_at_random

from webui.calls.language import How, Level, english

SEEDS = range(8)
ENDS = {"stop.banked", "bust.nothing", "bust.off", "night.scored", "night.zero"}
ENDS |= {"hand.short", "hand.over", "hand.twenty", "hand.lost"}
"""What ends a turn."""
MORE = 1.05
"""So much more than was measured fails the test."""


@pytest.mark.parametrize(
    ("game", "level", "measured"),
    [
        ("morning-roll", "brief", 31.0),
        ("morning-roll", "full", 67.1),
        ("midnight", "brief", 85.8),
        ("midnight", "full", 154.8),
        ("420", "brief", 15.2),
        ("420", "full", 46.4),
    ],
)
def test_a_turn_takes_no_more_words_than_it_did(game: str, level: Level, measured: float) -> None:
    words, turns = 0, 0
    for seed in SEEDS:
        for told in told_at_random(game, seed):
            words += sum(len(english().sentence(call, How(level)).split()) for call in told.calls)
            turns += sum(call.id in ENDS for call in told.calls)
    assert words / turns <= measured * MORE
