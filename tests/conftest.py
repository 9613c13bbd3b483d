"""Fixtures that several files share: the solved games, solved once for the whole run (about 5 s in all)."""

from __future__ import annotations

import pytest

from engine.advice import solve
from engine.four_twenty_odds import FourTwentyOdds
from engine.midnight_odds import MidnightOdds
from engine.morning_roll_odds import MorningRollOdds


@pytest.fixture(scope="session")
def morning_roll_odds() -> MorningRollOdds:
    odds = solve("morning-roll")
    assert isinstance(odds, MorningRollOdds)
    return odds


@pytest.fixture(scope="session")
def midnight_odds() -> MidnightOdds:
    odds = solve("midnight")
    assert isinstance(odds, MidnightOdds)
    return odds


@pytest.fixture(scope="session")
def four_twenty_odds() -> FourTwentyOdds:
    odds = solve("420")
    assert isinstance(odds, FourTwentyOdds)
    return odds
