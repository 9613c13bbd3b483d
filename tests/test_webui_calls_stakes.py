"""Ties and stakes of Midnight: who wins a round, what lies in the pot, who pays whom."""

from __future__ import annotations

import pytest
from told_calls import Told

SEVENTEEN, NINETEEN = "keep 1 4 4 4 4 5", "keep 1 4 4 5 5 5"


def night(*keeps: str, rounds: int = 2, **options: object) -> Told:
    told = Told().new("midnight", "Ann", "Bo", rounds=rounds, **options)
    for keep in keeps:
        told.add(keep.replace("keep", "throw")).add(keep)
    return told


@pytest.mark.parametrize(
    ("ties", "brief"),
    [
        ("share", "Bo: 17. Round 1 shared: Ann and Bo. Ann, six dice."),
        ("none", "Bo: 17. Round 1 tied: nobody. Ann, six dice."),
        ("carry", "Bo: 17. Tied. Next round: 2 rounds. Ann, six dice."),
    ],
)
def test_a_tied_round_is_told_as_the_match_has_it(ties: str, brief: str) -> None:
    assert night(SEVENTEEN, SEVENTEEN, ties=ties).brief == brief


def test_a_pot_is_told_when_a_round_begins_taken_when_it_is_won_and_settled_at_the_end() -> None:
    told = night(stake_in="coins", stake=3)
    assert told.full.endswith(
        "Everyone puts in 3 coins: the pot is 6 coins. Round 1 of 2. Ann, six dice to throw."
    )
    for keep in (SEVENTEEN, NINETEEN):
        told.add(keep.replace("keep", "throw")).add(keep)
    assert "Bo wins round 1 with 19. Bo 1, Ann 0. Bo takes 6 coins." in told.full
    for keep in (SEVENTEEN, NINETEEN):
        told.add(keep.replace("keep", "throw")).add(keep)
    assert told.full.endswith(
        "Bo wins the match with 2 rounds. Ann has 0 rounds. Settle up: Ann pays Bo 6 coins."
    )


def test_a_carried_pot_is_told_once() -> None:
    told = night(SEVENTEEN, SEVENTEEN, ties="carry", stake_in="drinks")
    assert told.ids == ["night.scored", "round.carried", "turn.begins"]
    assert "Round 2 is worth 4 drinks." in told.full


def test_nobody_owes_anything_where_all_is_even() -> None:
    told = night(SEVENTEEN, SEVENTEEN, rounds=1, ties="share", stake_in="coins")
    assert told.brief.endswith("Ann and Bo share it: 1 round. All even.")


def test_a_match_in_which_no_round_was_won_has_no_winner() -> None:
    assert night("keep 2 2 2 2 2 2", "keep 2 2 2 2 2 2", rounds=1, ties="none").brief == (
        "Bo: 0, no 1 or 4. Round 1: nobody qualified. Nobody wins."
    )
