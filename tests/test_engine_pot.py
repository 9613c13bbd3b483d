"""Stakes of Midnight: the pot of each round, what is left of it, and who has won what at the end."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from midnight_turns import with_turns

from engine.game import Round
from engine.log import Match
from engine.midnight import Midnight

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")


def played(scores: list[int], players: int, **options: object) -> Midnight:
    """The state after turns of these scores (0, or 4 to 24), in the order of the turns."""
    match = Match.new("midnight", NAMES[:players], rounds=len(scores) // players, **options)
    match = with_turns(match, *scores)
    assert isinstance(match.state, Midnight)
    return match.state


def test_the_winner_of_a_round_takes_the_pot() -> None:
    state = played([5, 6, 7], 3, stake_in="coins", stake=2)
    assert state.rounds == (Round(("Cy",), pot=6, each=6),)
    assert state.net == {"Ann": -2, "Bo": -2, "Cy": 4}
    assert state.at_stake == "coins"


def test_tied_winners_share_it_and_what_cannot_be_shared_stays_in_the_pot() -> None:
    state = played([7, 7, 5, 5, 6, 4], 3, stake_in="coins", stake=1)
    assert state.rounds == (Round(("Ann", "Bo"), pot=3, each=1, left=1), Round(("Bo",), pot=4, each=4))
    assert state.net == {"Ann": -1, "Bo": 3, "Cy": -2}


def test_a_carried_round_leaves_everything_in_the_pot() -> None:
    state = played([7, 7, 5, 6], 2, ties="carry", stake_in="drinks", stake=3)
    assert state.rounds == (Round((), pot=6, left=6), Round(("Bo",), 2, pot=12, each=12))
    assert state.net == {"Ann": -6, "Bo": 6}


@pytest.mark.parametrize("ties", ["none", "share"])
def test_what_nobody_wins_and_is_not_carried_goes_back(ties: str) -> None:
    state = played([0, 0], 2, ties=ties, stake_in="coins", stake=3)
    assert state.rounds == (Round((), pot=6, back=3),)
    assert state.net == {"Ann": 0, "Bo": 0}
    tied = played([8, 8], 2, ties="none", stake_in="coins", stake=3)
    assert (tied.rounds, tied.net) == ((Round((), pot=6, back=3),), {"Ann": 0, "Bo": 0})


def test_what_is_carried_when_the_match_ends_goes_back() -> None:
    state = played([5, 6, 7, 7], 2, ties="carry", stake_in="coins", stake=4)
    assert state.pot == 8
    assert state.net == {"Ann": -4, "Bo": 4}


def test_an_odd_coin_that_is_left_at_the_end_goes_to_the_winners_in_the_order_of_their_turns() -> None:
    state = played([7, 7, 5], 3, stake_in="coins", begins=2)
    assert state.outcome is not None
    assert state.outcome.winners == ("Bo", "Cy")
    assert state.net == {"Ann": -1, "Bo": 1, "Cy": 0}


def test_the_pot_of_the_round_being_played_has_everybodys_stake_in_it() -> None:
    match = Match.new("midnight", NAMES[:3], ties="carry", stake_in="coins", stake=2)
    assert isinstance(match.state, Midnight)
    assert match.state.pot == 6


def test_the_match_of_the_design_settles_as_it_is_drawn_there() -> None:
    """Bo 3 rounds and 9 coins, Zoë 1 worth 2: Ann pays Bo 4 and Zoë 1."""
    scores = [17, 21, 4, 20, 20, 15, 19, 20, 22, 16, 23, 18, 18, 22, 5]
    state = played(scores, 3, ties="carry", stake_in="coins")
    assert [each.pot for each in state.rounds] == [3, 3, 6, 3, 3]
    assert state.scores == {"Ann": 0, "Bo": 3, "Cy": 2}
    assert state.net == {"Ann": -5, "Bo": 4, "Cy": 1}


def test_where_nothing_is_at_stake_there_is_no_pot() -> None:
    state = played([5, 6], 2, stake=9)
    assert (state.pot, state.rounds, state.net) == (0, (Round(("Bo",)),), {"Ann": 0, "Bo": 0})


@settings(deadline=None, max_examples=60)
@given(
    st.integers(1, 5),
    st.integers(1, 4),
    st.integers(1, 7),
    st.sampled_from(["share", "none", "carry"]),
    st.data(),
)
def test_no_coin_is_made_or_lost(
    players: int, rounds: int, stake: int, ties: str, data: st.DataObject
) -> None:
    scores = data.draw(
        st.lists(st.sampled_from([0, 4, 5, 6]), min_size=players * rounds, max_size=players * rounds)
    )
    begins = data.draw(st.integers(1, players))
    state = played(scores, players, ties=ties, stake_in="coins", stake=stake, begins=begins)
    assert sum(state.net.values()) == 0
    put, left = stake * players, 0
    for each in state.rounds:
        assert each.pot == left + put
        assert each.pot == each.each * len(each.winners) + each.back * players + each.left
        left = each.left
    assert all(-stake * rounds <= won for won in state.net.values())
