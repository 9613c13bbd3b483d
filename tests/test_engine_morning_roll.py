"""The rules of Morning Roll, a test for each sentence of the text and of the rulings."""

from __future__ import annotations

import pytest

from engine.game import GAMES, IllegalMove, WrongThrow
from engine.log import Match
from engine.morning_roll import MorningRoll


def play(*lines: str, players: str = "Ann Bo", options: str = "") -> MorningRoll:
    """The state after these lines of a match."""
    state = Match.from_lines([f"game morning-roll {options}", f"players {players}", *lines]).state
    assert isinstance(state, MorningRoll)
    return state


def keeps(state: MorningRoll) -> dict[tuple[int, ...], int | None]:
    return {move.faces: move.points for move in state.moves if move.kind == "keep"}


def stops(state: MorningRoll) -> set[tuple[int, ...]]:
    return {move.faces for move in state.moves if move.kind == "stop"}


# The text: Play


def test_a_turn_begins_with_six_dice() -> None:
    assert play().to_throw == 6
    assert play("throw 1 2 2 3 4 6", "stop 1").to_throw == 6


def test_each_player_gets_one_turn_a_round() -> None:
    state = play("throw 1 2 2 3 4 6", "stop 1", "throw 5 2 2 3 4 6", options="rounds=2")
    assert state.player == "Bo"
    assert state.play("stop 5").player == "Ann"


def test_a_die_off_the_table_in_any_roll_busts_the_whole_turn() -> None:
    state = play("throw 1 1 1 3 4 6", "keep 1 1 1", "off 1")
    assert (state.player, state.scores, state.bust) == ("Bo", {"Ann": 0, "Bo": 0}, True)
    assert state.turns[0].end == "off table"
    assert state.turns[0].points == 1000


def test_a_die_off_the_table_busts_whatever_the_other_dice_show() -> None:
    assert play("throw 1 2 3 4 5 6", "off 1").scores["Ann"] == 0
    assert play("throw 1 2 3 4 5 6", "off 1").turns[0].final == (1, 2, 3, 4, 5, 6)


def test_a_die_off_the_table_before_the_dice_were_read_busts_too() -> None:
    assert play("off 2").turns[0].final == ()
    assert play("off 2").player == "Bo"


def test_with_off_table_again_the_throw_is_repeated() -> None:
    start = play("throw 1 1 1 3 4 6", "keep 1 1 1", options="off_table=again")
    awaited = start.off(1)
    assert (awaited.player, awaited.to_throw, awaited.points) == ("Ann", 3, 1000)
    reread = start.throw((2, 3, 5)).off(1)
    assert (reread.to_throw, reread.thrown, reread.moves) == (3, (), ())
    assert reread.throw((5, 5, 2)).play("stop 5").scores["Ann"] == 1050


def test_no_more_dice_leave_the_table_than_were_thrown() -> None:
    with pytest.raises(IllegalMove, match="3 dice are thrown here; 4 cannot have left it"):
        play("throw 1 1 1 3 4 6", "keep 1 1 1", "off 4")
    with pytest.raises(IllegalMove, match="0 cannot"):
        play("off 0")


def test_there_is_no_least_score_to_get_on_the_board() -> None:
    assert play("throw 5 2 2 3 4 6", "stop 5").scores["Ann"] == 50


# The text: Rolling


def test_a_player_who_scores_keeps_as_many_scoring_dice_as_they_like() -> None:
    assert set(keeps(play("throw 1 1 5 2 3 6"))) == {(1,), (5,), (1, 1), (1, 5), (1, 1, 5)}


def test_at_least_one_die_must_be_kept() -> None:
    with pytest.raises(IllegalMove, match="keep at least one die that scores; none is named"):
        play("throw 1 1 5 2 3 6", "keep")
    with pytest.raises(IllegalMove, match="keep at least one die"):
        play("throw 1 1 5 2 3 6", "stop")


def test_a_die_that_does_not_score_cannot_be_kept() -> None:
    with pytest.raises(IllegalMove, match=r"only 1s and 5s score singly, .*; a lone 2 does not") as caught:
        play("throw 1 1 5 2 3 6", "keep 1 2")
    assert caught.value.position == "Ann, after throw 1 1 5 2 3 6"


def test_a_die_that_is_not_there_cannot_be_kept() -> None:
    with pytest.raises(IllegalMove, match="3 dice showing 1 are asked for, only 2 are there"):
        play("throw 1 1 5 2 3 6", "keep 1 1 1")


def test_the_remaining_dice_are_thrown_again() -> None:
    state = play("throw 1 1 5 2 3 6", "keep 1 5")
    assert (state.to_throw, state.kept, state.points, state.moves) == (4, (1, 5), 150, ())


def test_a_throw_needs_as_many_dice_as_remain() -> None:
    with pytest.raises(WrongThrow, match=r"this throw needs 4 dice; it has 3 \(Ann, after .* / keep 1 5\)"):
        play("throw 1 1 5 2 3 6", "keep 1 5", "throw 1 2 3")


def test_ending_the_turn_scores_the_sum_of_all_that_was_kept() -> None:
    state = play("throw 1 1 5 2 3 6", "keep 1 1", "throw 4 4 4 6", "stop 4 4 4")
    assert state.turns[0].score == 600
    assert state.turns[0].end == "banked"


def test_when_all_dice_have_scored_the_player_may_roll_over() -> None:
    state = play("throw 1 1 5 5 5 6", "keep 1 1 5 5 5", "throw 1", "keep 1")
    assert (state.to_throw, state.kept, state.points, state.must_throw) == (6, (), 800, False)
    assert state.throw((2, 2, 2, 3, 4, 6)).play("stop 2 2 2").scores["Ann"] == 1000


def test_when_all_dice_have_scored_the_player_may_stop_instead() -> None:
    assert play("throw 1 1 5 5 5 6", "keep 1 1 5 5 5", "throw 1", "stop 1").scores["Ann"] == 800


def test_a_throw_in_which_nothing_scores_busts_the_turn_at_once() -> None:
    state = play("throw 1 1 1 2 3 4", "keep 1 1 1", "throw 2 3 6")
    assert (state.player, state.bust, state.scores["Ann"]) == ("Bo", True, 0)
    assert state.turns[0].final == (1, 1, 1, 2, 3, 6)


def test_the_first_roll_is_compulsory() -> None:
    with pytest.raises(IllegalMove, match="6 dice are awaited"):
        play("stop 1")


def test_heather_scores_600() -> None:
    state = play("throw 1 2 2 3 5 6", "keep 1", "throw 1 4 4 4 6")
    assert state.points == 100
    assert keeps(state)[1, 4, 4, 4] == 500
    assert state.play("stop 1 4 4 4").turns[0].score == 600


def test_tom_busts_on_five_dice() -> None:
    assert play("throw 1 2 2 3 5 6", "keep 1", "throw 2 2 3 4 6").turns[0].score == 0


def test_mike_busts_on_two_dice_in_his_fourth_roll() -> None:
    lines = ("throw 1 5 2 3 4 4", "keep 1 5", "throw 5 2 3 4", "keep 5", "throw 1 3 4", "keep 1", "throw 3 4")
    turn = play(*lines).turns[0]
    assert (len(turn.rolls), turn.end, turn.score, turn.points) == (4, "bust", 0, 300)


# The text: Dice scores, Special rolls; and the rulings


def test_three_of_four_4s_may_be_kept_and_two_may_not() -> None:
    assert keeps(play("throw 4 4 4 4 2 3")) == {(4, 4, 4): 400, (4, 4, 4, 4): 800}


def test_1s_and_5s_of_a_combination_may_be_counted_singly() -> None:
    assert play("throw 5 5 5 2 3 4", "keep 5 5 5").points == 500
    assert play("throw 5 5 5 2 3 4", "keep 5 5 5 points=150").points == 150


def test_dice_cannot_be_counted_for_what_they_are_not_worth() -> None:
    with pytest.raises(IllegalMove, match="these count 500 or 150, not 300"):
        play("throw 5 5 5 2 3 4", "keep 5 5 5 points=300")


def test_one_of_three_1s_may_be_kept_alone() -> None:
    assert keeps(play("throw 1 1 1 2 3 4"))[(1,)] == 100


def test_two_triples_are_two_triples_and_no_special() -> None:
    state = play("throw 2 2 2 3 3 3")
    assert (state.special, keeps(state)[2, 2, 2, 3, 3, 3]) == (None, 500)
    assert (2, 2, 2, 3, 3, 3) in stops(state)


@pytest.mark.parametrize("special", [(1, 2, 3, 4, 5, 6), (2, 2, 3, 3, 6, 6), (1, 1, 5, 5, 4, 4)])
def test_whoever_scores_a_special_must_roll_all_six_again(special: tuple[int, ...]) -> None:
    state = play().throw(special)
    assert keeps(state)[tuple(sorted(special))] == 2500
    assert tuple(sorted(special)) not in stops(state)
    with pytest.raises(IllegalMove, match="all six are thrown again, so the turn cannot end here; this is"):
        state.play(f"stop {' '.join(map(str, special))}")
    forced = state.play(f"keep {' '.join(map(str, special))}")
    assert (forced.to_throw, forced.points, forced.must_throw) == (6, 2500, True)


def test_after_a_special_and_one_more_keep_the_turn_may_end() -> None:
    state = play("throw 1 2 3 4 5 6", "keep 1 2 3 4 5 6", "throw 1 2 2 3 3 4", "stop 1")
    assert state.scores["Ann"] == 2600


def test_the_2500_are_lost_if_the_turn_busts() -> None:
    assert play("throw 2 2 3 3 4 4", "keep 2 2 3 3 4 4", "throw 2 2 3 3 4 6").scores["Ann"] == 0


def test_a_special_may_be_declined_for_its_1s_and_5s() -> None:
    state = play("throw 1 2 3 4 5 6")
    assert set(keeps(state)) == {(1,), (5,), (1, 5), (1, 2, 3, 4, 5, 6)}
    assert stops(state) == {(1,), (5,), (1, 5)}
    assert state.play("keep 5").to_throw == 5
    assert not state.play("keep 5").must_throw


def test_boxcars_of_2_3_4_leave_no_choice_but_to_score_them() -> None:
    assert [str(move) for move in play("throw 2 3 4 4 3 2").moves] == ["keep 2 2 3 3 4 4"]


def test_a_straight_over_two_throws_is_none() -> None:
    state = play("throw 1 5 2 2 3 3", "keep 1", "throw 2 3 4 5 6")
    assert (state.special, keeps(state)) == (None, {(5,): 50})


def test_kept_dice_never_combine_with_later_rolls() -> None:
    state = play("throw 1 1 2 3 4 6", "keep 1 1", "throw 1 2 3 4")
    assert keeps(state) == {(1,): 100}


# The match


def test_the_most_points_win_and_equal_totals_share() -> None:
    ann = ("throw 1 2 2 3 4 6", "stop 1")
    assert play(*ann, "throw 5 2 2 3 4 6", "stop 5").outcome.winners == ("Ann",)  # type: ignore[union-attr]
    assert play(*ann, "throw 1 2 2 3 4 6", "stop 1").outcome.winners == ("Ann", "Bo")  # type: ignore[union-attr]


def test_a_bust_counts_as_0_and_the_scores_of_all_rounds_are_added() -> None:
    lines = ("throw 1 2 2 3 4 6", "stop 1", "throw 2 2 3 3 4 6", "throw 5 2 2 3 4 6", "stop 5", "off 1")
    state = play(*lines, options="rounds=2")
    assert state.outcome is not None
    assert state.outcome.scores == (("Ann", 150), ("Bo", 0))
    assert [round_.winners for round_ in state.rounds] == [("Ann",), ("Ann",)]


def test_one_player_may_play_alone() -> None:
    assert play("throw 1 2 2 3 4 6", "stop 1", players="Ann").outcome is not None


def test_nothing_can_be_done_when_the_match_is_over() -> None:
    over = play("throw 1 2 2 3 4 6", "stop 1", players="Ann")
    with pytest.raises(WrongThrow, match="the match is over"):
        over.throw((1, 2, 3, 4, 5, 6))
    with pytest.raises(IllegalMove, match="the match is over"):
        over.play("keep 1")
    with pytest.raises(IllegalMove, match="none is being thrown"):
        over.off(1)


def test_a_turn_with_typed_or_generated_dice_is_marked_for_ever() -> None:
    lines = (
        "throw 1 2 2 3 4 6 by=hand",
        "stop 1",
        "throw 1 2 2 3 4 6",
        "keep 1",
        "throw 1 2 3 4 4 by=program",
    )
    state = play(*lines, "stop 1", "throw 1 2 2 3 4 6 by=fix", "stop 1", players="Ann Bo Cy")
    assert [turn.marked for turn in state.turns] == [True, True, False]


def test_the_best_keep_comes_first() -> None:
    assert [(str(move), move.points) for move in play("throw 5 1 5 5 2 3").moves][:4] == [
        ("keep 1 5 5 5", 600),
        ("stop 1 5 5 5", 600),
        ("keep 5 5 5", 500),
        ("stop 5 5 5", 500),
    ]


def test_rounds_go_from_1_to_20() -> None:
    for rounds in (0, 21):
        with pytest.raises(IllegalMove, match="rounds is a whole number from 1 to 20"):
            GAMES["morning-roll"].new(["Ann"], rounds=rounds)
