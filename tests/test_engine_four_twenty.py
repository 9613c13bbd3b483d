"""The rules of 420, a test for each sentence of the text and of the rulings."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product

import pytest

from engine.four_twenty import FourTwenty, keeps_of
from engine.game import GAMES, IllegalMove, Round, WrongThrow
from engine.log import Match


def play(*lines: str, players: str = "Red Blue", options: str = "") -> FourTwenty:
    """The state after these lines of a match."""
    state = Match.from_lines([f"game 420 {options}", f"players {players}", *lines]).state
    assert isinstance(state, FourTwenty)
    return state


def keeps(state: FourTwenty) -> set[tuple[int, ...]]:
    return {move.faces for move in state.moves}


BLUE = "throw 1 1 1 2"


# Play


def test_starting_with_red_players_throw_four_dice_that_make_their_hand() -> None:
    state = play("throw 6 5 5 1")
    assert (play().player, play().to_throw) == ("Red", 4)
    assert (state.player, state.to_throw, state.hands) == ("Blue", 4, ((6, 5, 5, 1), ()))


def test_later_turns_throw_some_dice_of_the_hand_again_once() -> None:
    state = play("throw 6 5 5 1", BLUE, "keep 5 5")
    assert (state.player, state.to_throw, state.kept) == ("Red", 2, (5, 5))
    state = state.throw((2, 3))
    assert (state.player, state.hands[0]) == ("Blue", (2, 5, 5, 3))


def test_dice_keep_their_places_in_the_hand() -> None:
    assert play("throw 6 1 6 4", BLUE, "keep 4 6", "throw 2 3").hands[0] == (6, 2, 3, 4)


def test_throwing_none_again_is_not_allowed() -> None:
    with pytest.raises(IllegalMove, match="at least one die is thrown again; all four would stay"):
        play("throw 6 5 5 1", BLUE, "keep 1 5 5 6")


def test_a_throw_needs_as_many_dice_as_do_not_stay() -> None:
    with pytest.raises(
        WrongThrow, match=r"this throw needs 1 die; it has 4 \(Red with 6 5 5 1, after keep 5 5 6\)"
    ):
        play("throw 6 5 5 1", BLUE, "keep 6 5 5", "throw 1 2 3 4")


def test_before_the_choice_no_dice_are_awaited() -> None:
    with pytest.raises(WrongThrow, match="dice are thrown after the choice; what to keep is still open"):
        play("throw 6 5 5 1", BLUE, "throw 3")


def test_there_is_no_stopping_in_420() -> None:
    with pytest.raises(IllegalMove, match="a turn ends with a throw"):
        play("throw 6 5 5 1", BLUE, "stop 6 5")


# Object of the game


def test_a_hand_of_exactly_20_wins_at_once() -> None:
    state = play("throw 6 5 5 1", BLUE, "keep 6 5 5", "throw 4")
    assert state.outcome is not None
    assert state.outcome.winners == ("Red",)
    assert (state.loser, state.turns[-1].end, state.turns[-1].final) == ("Blue", "twenty", (6, 5, 5, 4))


def test_there_is_no_equalising_turn() -> None:
    state = play("throw 6 5 5 4")
    assert state.outcome is not None
    assert [turn.player for turn in state.turns] == ["Red"]


def test_6_5_5_4_is_a_winning_hand_and_one_in_37_first_throws_wins() -> None:
    wins = sum(sum(hand) == 20 for hand in product(range(1, 7), repeat=4))
    assert Fraction(wins, 6**4) == Fraction(35, 1296)
    assert round(1296 / wins) == 37


def test_19_and_21_do_not_win() -> None:
    assert play("throw 6 5 5 3").turns[0].end == "short"
    assert play("throw 6 5 5 5").turns[0].end == "over"


# Reroll restrictions


def test_all_four_dice_can_always_be_thrown_again() -> None:
    for hand in combinations_with_replacement(range(1, 7), 4):
        assert () in keeps_of(hand)


def test_three_dice_only_if_the_remaining_one_is_5_or_more() -> None:
    assert keeps(play("throw 6 5 4 1", BLUE)) >= {(5,), (6,)}
    with pytest.raises(
        IllegalMove, match="to throw 3 dice again the other 1 die must make 5 or more; it is 4"
    ):
        play("throw 6 5 4 1", BLUE, "keep 4")


def test_two_dice_only_if_the_remaining_two_make_10_or_more() -> None:
    assert (4, 6) in keeps(play("throw 6 5 4 1", BLUE))
    with pytest.raises(
        IllegalMove, match="to throw 2 dice again the other 2 dice must make 10 or more; they make 9"
    ):
        play("throw 6 5 4 1", BLUE, "keep 5 4")


def test_one_die_only_if_the_remaining_three_make_15_or_more() -> None:
    assert (4, 5, 6) in keeps(play("throw 6 5 4 1", BLUE))
    with pytest.raises(
        IllegalMove, match="to throw 1 die again the other 3 dice must make 15 or more; they make 12"
    ):
        play("throw 6 5 4 1", BLUE, "keep 6 5 1")


def test_the_keeps_of_all_126_hands_agree_with_throwing_dice_away() -> None:
    """Second formulation: by the dice that go, not by those that stay."""
    for hand in combinations_with_replacement(range(1, 7), 4):
        expected = set()
        for going in {some for number in range(1, 5) for some in combinations(hand, number)}:
            staying = tuple((Counter(hand) - Counter(going)).elements())
            least = {4: 0, 3: 5, 2: 10, 1: 15}[len(going)]
            allowed = len(going) == 4 or (sum(hand) <= 20 and sum(staying) >= least)
            if allowed:
                expected.add(tuple(sorted(staying)))
        assert set(keeps_of(hand)) == expected, hand


def test_a_die_that_is_not_in_the_hand_cannot_stay() -> None:
    with pytest.raises(IllegalMove, match="2 dice showing 6 are asked for, only 1 is there"):
        play("throw 6 5 4 1", BLUE, "keep 6 6")


# Go over and reset


def test_a_hand_of_21_or_more_must_be_thrown_again_whole() -> None:
    state = play("throw 6 6 6 3", BLUE)
    assert [str(move) for move in state.moves] == ["keep"]
    with pytest.raises(IllegalMove, match="a hand of 21 or more is thrown again whole; this hand makes 21"):
        state.play("keep 6 6 6")
    assert state.play("keep").to_throw == 4


def test_where_all_four_must_go_the_bare_keep_may_be_left_out() -> None:
    state = play("throw 6 6 6 3", BLUE)
    assert state.throw((1, 2, 3, 4)) == state.play("keep").throw((1, 2, 3, 4))
    only = play("throw 4 3 3 2", BLUE)
    assert only.throw((1, 2, 3, 5)) == only.play("keep").throw((1, 2, 3, 5))


def test_where_there_is_a_choice_the_keep_may_not_be_left_out() -> None:
    with pytest.raises(WrongThrow):
        play("throw 6 5 4 1", BLUE).throw((1, 2, 3, 4))


# Multiplayer


FOUR = "Ann Bo Cy Di"
LOW = "throw 1 1 1 2"
TWENTY = "throw 5 5 5 5"


def test_a_single_player_is_refused() -> None:
    with pytest.raises(
        IllegalMove, match="name at least 2 players, as the last one left buys; only 1 so far"
    ):
        GAMES["420"].new(["Ann"])


def test_turns_go_clockwise() -> None:
    assert [turn.player for turn in play(LOW, LOW, LOW, LOW, "keep", LOW, players=FOUR).turns] == [
        *("Ann", "Bo", "Cy", "Di"),
        "Ann",
    ]


def test_the_winner_drops_out_and_a_new_round_starts_with_cleared_hands() -> None:
    state = play(LOW, LOW, TWENTY, players=FOUR)
    assert state.out == ("Cy",)
    assert state.hands == ((), (), (), ())
    assert state.rounds == (Round(("Cy",)),)
    assert state.round == 2


def test_the_new_first_player_is_to_the_left_of_the_first_player_before() -> None:
    assert play(LOW, LOW, TWENTY, players=FOUR).player == "Bo"


def test_that_holds_when_the_first_player_has_left_and_when_the_next_one_has() -> None:
    assert play(TWENTY, players=FOUR).player == "Bo"
    assert play(LOW, TWENTY, players=FOUR).player == "Cy"
    assert play(LOW, TWENTY, TWENTY, players=FOUR).player == "Di"


def test_players_who_are_out_are_passed_over() -> None:
    state = play(LOW, TWENTY, LOW, LOW, LOW, players=FOUR)
    assert [turn.player for turn in state.turns] == ["Ann", "Bo", "Cy", "Di", "Ann"]
    assert state.player == "Cy"


def test_the_last_one_left_buys_the_drinks() -> None:
    state = play(TWENTY, TWENTY, TWENTY, players=FOUR)
    assert state.outcome is not None
    assert state.outcome.winners == ("Ann", "Bo", "Cy")
    assert state.outcome.scores == (("Ann", 1), ("Bo", 1), ("Cy", 1), ("Di", 0))
    assert state.loser == "Di"


# Off the table


def test_a_die_off_the_table_is_thrown_again() -> None:
    state = play("throw 6 5 5 1", BLUE, "keep 5 5 6", "off 1")
    assert (state.player, state.to_throw) == ("Red", 1)
    assert play("off 2").to_throw == 4


def test_with_off_table_bust_the_hand_is_lost_and_the_next_turn_throws_four() -> None:
    state = play("throw 6 5 5 1", BLUE, "keep 5 5 6", "off 1", options="off_table=bust")
    assert (state.player, state.hands[0], state.bust) == ("Blue", (), True)
    state = state.play("keep").throw((1, 1, 1, 1))
    assert (state.player, state.to_throw, state.moves) == ("Red", 4, ())


@pytest.mark.parametrize("line", ["throw 1 2 3 4", "off 1"])
@pytest.mark.parametrize("hand", ["throw 6 6 6 6", "throw 1 1 1 1"])
def test_where_all_four_must_go_again_a_throw_needs_no_keep_nor_does_a_die_off_the_table(
    hand: str, line: str
) -> None:
    assert play(hand, BLUE, line) == play(hand, BLUE, "keep", line)


def test_dice_leave_the_table_only_while_they_are_thrown() -> None:
    with pytest.raises(IllegalMove, match="dice leave the table only in a throw"):
        play("throw 6 5 5 1", BLUE, "off 1")


def test_a_turn_with_typed_dice_is_marked() -> None:
    assert [turn.marked for turn in play("throw 1 1 1 1 by=hand", "throw 2 2 2 2").turns] == [True, False]
