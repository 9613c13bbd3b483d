"""What the PlayPalace text claims about good play at Midnight, claim by claim: right or wrong.

Figures and Wikipedia are in test_engine_claims.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

from engine.dice import Faces, parts, throws
from engine.game import GAMES
from engine.midnight_odds import MidnightOdds
from engine.midnight_turn_solve import needed
from engine.solve import Goal, best

EXPECTED = Goal("expected", "expected points")


def best_keeps(odds: MidnightOdds, position: tuple[int, int], total: int, faces: Faces) -> list[Faces]:
    """The keeps with the highest expected score (1-4-24)."""
    n, has = position
    worth = {}
    for kept in parts(faces)[1:]:
        has_then, added = needed(kept, has, 1)
        worth[kept] = odds.tables["1-4-24 scores"][0, n - len(kept), has_then, min(24, total + added), 0]
    return [kept for kept in worth if worth[kept] >= max(worth.values()) - 1e-9]


def choices(qualified_only: bool = False) -> Iterator[tuple[tuple[int, int], int, Faces]]:
    """Every position of a turn with two or more dice to throw, and every throw there."""
    for n, has in product(range(6, 1, -1), range(4)):
        others = 6 - n - has.bit_count()
        if others >= 0 and (has == 3 or not qualified_only):
            for total, (faces, _) in product(range(others, 6 * others + 1), throws(n)):
                yield (n, has), total, faces


def test_right_the_1_and_the_4_are_locked_as_soon_as_they_come(midnight_odds: MidnightOdds) -> None:
    for (n, has), total, faces in choices():
        keys = {key for bit, key in ((1, 1), (2, 4)) if key in faces and not has & bit}
        assert any(keys <= set(kept) for kept in best_keeps(midnight_odds, (n, has), total, faces))


def test_right_once_qualified_6s_are_gold_5s_solid_and_no_2_or_3_is_kept_freely(
    midnight_odds: MidnightOdds,
) -> None:
    """All 6s are kept. 5s are kept with three dice or fewer; with four beside nothing else a 5 may be the one die."""
    for (n, has), total, faces in choices(qualified_only=True):
        for kept in best_keeps(midnight_odds, (n, has), total, faces):
            assert kept.count(6) == faces.count(6)
            assert n > 3 or kept.count(5) == faces.count(5)
            assert len(kept) == 1 or min(kept) > 3
            assert max(kept) == max(faces)


def test_wrong_to_beat_a_15_takes_16_where_a_tie_wins_too(midnight_odds: MidnightOdds) -> None:
    """Right under `ties=carry`. Under PlayPalace's own rule, `share`, a 15 wins the round as well."""
    for ties, needed_score in (("share", 15), ("carry", 16)):
        chance_to_win = midnight_odds.tables[f"1-4-24 {ties}"][0, 0, 6, 0, 0, 15]
        reach = midnight_odds.tables["1-4-24 scores"][0, 6, 0, 0, needed_score]
        assert chance_to_win == pytest.approx(reach, abs=1e-12)


def test_right_modest_scores_beat_swinging_between_0_and_24(midnight_odds: MidnightOdds) -> None:
    """Nobody can make 24 in more than 10.0 % of turns; a 14 every round wins the other 90."""
    assert midnight_odds.tables["1-4-24 scores"][0, 6, 0, 0, 24] == pytest.approx(0.09999, abs=5e-6)


def test_wrong_14_to_16_is_enough_against_best_play(midnight_odds: MidnightOdds) -> None:
    """Whoever plays for points makes 17 or more in 84 turns of 100."""
    spread = midnight_odds.tables["1-4-24 distribution"]
    assert np.sum(spread[17:]) == pytest.approx(0.8392, abs=5e-5)


def test_right_the_keeps_of_the_example_turn_are_the_best_ones(midnight_odds: MidnightOdds) -> None:
    state = GAMES["midnight"].new(["You"])
    for throw, keep in (((3, 1, 5, 4, 2, 6), "keep 1 4 6"), ((2, 5, 3), "keep 5"), ((6, 6), "keep 6 6")):
        state = state.throw(throw)
        assert str(best(midnight_odds.worths(state, EXPECTED), EXPECTED)[0].move) == keep
        state = state.play(keep)
    assert [turn.score for turn in state.turns] == [23]
