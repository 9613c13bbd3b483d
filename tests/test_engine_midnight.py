"""The rules of Midnight, a test for each sentence of both sources and of the rulings."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, permutations, product

import pytest
from midnight_turns import midnight_turn

from engine.game import GAMES, IllegalMove, Outcome, Round, WrongThrow
from engine.log import Match
from engine.midnight import Midnight, keeps_of, score_of


def play(*lines: str, players: str = "Ann Bo", options: str = "rounds=1") -> Midnight:
    """The state after these lines of a match."""
    state = Match.from_lines([f"game midnight {options}", f"players {players}", *lines]).state
    assert isinstance(state, Midnight)
    return state


def match(*scores: int, players: str = "Ann Bo", options: str = "rounds=1") -> Midnight:
    """The state after turns of these scores."""
    return play(
        *(line for score in scores for line in midnight_turn(score)), players=players, options=options
    )


# A turn


def test_a_turn_begins_with_six_dice() -> None:
    assert play().to_throw == 6
    assert play().moves == ()


def test_after_each_throw_any_of_the_dice_may_be_kept_and_at_least_one() -> None:
    state = play("throw 3 1 5 4 2 6")
    assert len(state.moves) == 63
    with pytest.raises(IllegalMove, match="keep at least one die after each throw; none is named"):
        state.play("keep")


def test_the_keeps_of_all_923_throws_are_their_different_subsets() -> None:
    for number in range(1, 7):
        for thrown in combinations_with_replacement(range(1, 7), number):
            chosen = {
                tuple(thrown[place] for place in some)
                for size in range(1, number + 1)
                for some in combinations(range(number), size)
            }
            assert set(keeps_of(thrown)) == chosen
            assert len(keeps_of(thrown)) == len(chosen)


def test_the_dice_that_are_not_kept_are_thrown_again() -> None:
    state = play("throw 3 1 5 4 2 6", "keep 1 4 6")
    assert (state.to_throw, state.kept) == (3, (1, 4, 6))


def test_kept_dice_are_locked_for_the_rest_of_the_turn() -> None:
    state = play("throw 3 1 5 4 2 6", "keep 1 4 6", "throw 2 5 3")
    assert {face for move in state.moves for face in move.faces} == {2, 3, 5}
    with pytest.raises(IllegalMove, match="1 die showing 6 is asked for, none is there"):
        state.play("keep 6")


def test_until_the_next_throw_kept_dice_may_be_unkept() -> None:
    lines = ["game midnight", "players Ann", "throw 3 1 5 4 2 6", "keep 1 4 6"]
    back = Match.from_lines(lines).add("undo")
    assert back.add("keep 1").state.to_throw == 5


def test_all_six_may_be_kept_at_once_and_that_banks() -> None:
    state = play("throw 1 4 6 6 6 5", "keep 1 4 5 6 6 6")
    assert (state.player, state.turns[0].score, state.turns[0].end) == ("Bo", 23, "scored")


def test_keeping_the_last_dice_ends_the_turn() -> None:
    state = play("throw 3 1 5 4 2 6", "keep 1 4 6", "throw 2 5 3", "keep 2 3 5")
    assert (state.player, state.turns[0].score) == ("Bo", 16)


def test_one_die_left_after_a_throw_scores_the_turn_at_once_that_die_included() -> None:
    state = play("throw 1 1 2 2 3 6", "keep 1 1 2 3 6", "throw 4")
    assert (state.player, state.turns[0].final, state.turns[0].score) == ("Bo", (1, 1, 2, 3, 6, 4), 12)


def test_banking_before_all_dice_are_decided_is_refused() -> None:
    with pytest.raises(IllegalMove, match="banked when all six dice are kept; 3 dice are still open"):
        play("throw 3 1 5 4 2 6", "keep 1 4 6", "throw 2 5 3", "stop 5")


def test_before_the_throw_there_is_nothing_to_keep_or_bank() -> None:
    with pytest.raises(IllegalMove, match="6 dice are awaited"):
        play("keep 1")
    with pytest.raises(IllegalMove, match="6 dice are awaited"):
        play("stop")
    with pytest.raises(IllegalMove, match="dice are kept after they are thrown; 1 die is awaited"):
        play("throw 1 1 2 2 3 6", "keep 1 1 2 3 6", "keep 2")


def test_a_throw_needs_as_many_dice_as_are_open() -> None:
    with pytest.raises(WrongThrow, match="this throw needs 3 dice; it has 6"):
        play("throw 3 1 5 4 2 6", "keep 1 4 6", "throw 1 2 3 4 5 6")


def test_the_example_turn_of_playpalace_scores_23() -> None:
    state = play("throw 3 1 5 4 2 6", "keep 1 4 6", "throw 2 5 3", "keep 5")
    assert state.throw((6, 6)).play("keep 6 6").turns[0].score == 23


def test_the_locked_dice_the_missing_keys_and_the_points_so_far_are_told() -> None:
    state = play("throw 3 1 5 4 2 6", "keep 1 6")
    assert (state.missing, state.points) == ((4,), 6)
    assert play("throw 3 1 5 4 2 6", "keep 1 4 6").missing == ()
    assert play("throw 4 1 5 4 2 6", "keep 1 4 4 6").points == 10


def test_dice_keep_their_places_from_throw_to_throw() -> None:
    state = play("throw 6 1 6 4 2 6", "keep 4 6", "throw 2 5 3 1", "keep 1 5")
    assert state.places == ((6, True), (2, False), (5, True), (4, True), (3, False), (1, True))
    assert play().places == ()


# Scoring


def test_qualified_means_a_1_and_a_4() -> None:
    assert score_of((1, 4, 6, 6, 6, 6), "1-4-24") == 24
    assert score_of((1, 1, 6, 6, 6, 6), "1-4-24") == 0
    assert score_of((4, 4, 6, 6, 6, 6), "1-4-24") == 0


def test_the_score_is_the_sum_of_four_dice_in_all_46656_ends_of_both_variants() -> None:
    for variant, low in (("1-4-24", 1), ("2-4-24", 2)):
        seen = set()
        for final in product(range(1, 7), repeat=6):
            rest = list(final)
            if low in rest and 4 in rest:
                rest.remove(low)
                rest.remove(4)
            assert score_of(final, variant) == (sum(rest) if len(rest) == 4 else 0)
            seen.add(score_of(final, variant))
        assert seen == {0, *range(4, 25)}


def test_in_2_4_24_a_2_takes_the_place_of_the_1() -> None:
    lines = ("throw 2 4 6 6 6 6", "keep 2 4 6 6 6 6")
    assert play(*lines, options="variant=2-4-24").turns[0].score == 24
    assert play(*lines).turns[0].score == 0


def test_only_a_keep_that_ends_the_turn_has_points() -> None:
    state = play("throw 1 4 6 6 2 3", "keep 1 4 6 6", "throw 5 6")
    assert {str(move): move.points for move in state.moves} == {
        "keep 5": None,
        "keep 6": None,
        "keep 5 6": 23,
    }
    with pytest.raises(IllegalMove, match="this keep has no points yet, not 5"):
        state.play("keep 5 points=5")


# Rounds and ties


def test_the_highest_score_wins_the_round() -> None:
    assert match(14, 15).rounds == (Round(("Bo",)),)


def test_the_order_of_seats_is_the_same_in_every_round() -> None:
    scores = (4, 5, 6, 7, 8, 9)
    state = match(*scores, players="Ann Bo Cy", options="rounds=2")
    assert [turn.player for turn in state.turns] == ["Ann", "Bo", "Cy"] * 2
    assert [turn.round for turn in state.turns] == [1, 1, 1, 2, 2, 2]


def test_share_gives_each_tied_leader_a_round_win() -> None:
    state = match(14, 14, 9, players="Ann Bo Cy")
    assert state.rounds == (Round(("Ann", "Bo")),)
    assert state.scores == {"Ann": 1, "Bo": 1, "Cy": 0}


def test_carry_gives_nobody_the_round_and_adds_it_to_the_next() -> None:
    state = match(14, 14, 10, 12, options="rounds=2 ties=carry")
    assert state.rounds == (Round((), 1), Round(("Bo",), 2))
    assert state.scores == {"Ann": 0, "Bo": 2}


def test_none_gives_nobody_the_round_and_carries_nothing() -> None:
    state = match(14, 14, 10, 12, options="rounds=2 ties=none")
    assert state.rounds == (Round((), 1), Round(("Bo",), 1))
    assert match(9, 9, 0, 0, options="rounds=2 ties=none").outcome == Outcome(
        (), (("Ann", 0), ("Bo", 0)), (("Ann", "Bo"),)
    )


def test_under_none_one_winner_alone_wins_the_round() -> None:
    assert match(14, 14, 15, players="Ann Bo Cy", options="rounds=1 ties=none").rounds == (Round(("Cy",)),)
    assert match(14, 15, 15, players="Ann Bo Cy", options="rounds=1 ties=none").rounds == (Round(()),)


def test_carried_stakes_add_up_until_somebody_wins() -> None:
    state = match(14, 14, 0, 0, 5, 6, 7, 6, options="rounds=4 ties=carry")
    assert [(round_.winners, round_.stake) for round_ in state.rounds] == [
        ((), 1),
        ((), 2),
        (("Bo",), 3),
        (("Ann",), 1),
    ]
    assert state.outcome is not None
    assert state.outcome.winners == ("Bo",)


def test_if_nobody_qualifies_nobody_wins_the_round() -> None:
    assert match(0, 0).rounds == (Round(()),)
    assert match(0, 0).scores == {"Ann": 0, "Bo": 0}


def test_under_share_nothing_is_carried() -> None:
    assert match(0, 0, 5, 6, options="rounds=2").rounds == (Round(()), Round(("Bo",)))


def test_0_never_wins_a_round() -> None:
    assert match(0, players="Ann").rounds == (Round(()),)
    assert match(4, players="Ann").rounds == (Round(("Ann",)),)


def test_an_unfinished_round_is_not_counted_and_says_what_is_to_beat() -> None:
    state = match(14, 17, players="Ann Bo Cy")
    assert (state.rounds, state.to_beat, state.player) == ((), 17, "Cy")
    assert match(14, 17, options="rounds=2").to_beat == 0


def test_the_most_round_wins_win_the_game() -> None:
    state = match(5, 4, 5, 4, 4, 24, options="rounds=3")
    assert state.outcome is not None
    assert state.outcome.winners == ("Ann",)
    assert state.outcome.scores == (("Ann", 2), ("Bo", 1))


def test_equal_round_wins_share_the_victory() -> None:
    state = match(5, 4, 4, 24, options="rounds=2")
    assert state.outcome is not None
    assert state.outcome.winners == ("Ann", "Bo")


def test_a_match_in_which_nobody_won_a_round_is_shared_or_under_carry_won_by_nobody() -> None:
    shared, carried = match(0, 0).outcome, match(9, 9, options="rounds=1 ties=carry").outcome
    assert shared is not None
    assert carried is not None
    assert (shared.winners, carried.winners) == (("Ann", "Bo"), ())


def test_rounds_are_5_unless_said_otherwise() -> None:
    assert (
        GAMES["midnight"].new(["Ann"]).lines[0]
        == "game midnight variant=1-4-24 rounds=5 ties=share stake_in=nothing stake=1 first=seats begins=1 "
        "off_table=again cocked=alone"
    )


# Off the table


def test_a_die_off_the_table_is_thrown_again() -> None:
    state = play("throw 3 1 5 4 2 6", "keep 1 4 6", "off 1")
    assert (state.player, state.to_throw, state.kept) == ("Ann", 3, (1, 4, 6))
    assert state.throw((1, 1, 1)).off(1).to_throw == 3


def test_with_off_table_bust_the_turn_scores_0() -> None:
    state = play("throw 1 4 6 6 6 6", "keep 1 4 6 6", "off 1", options="off_table=bust")
    assert (state.player, state.bust, state.turns[0].score, state.turns[0].end) == (
        "Bo",
        True,
        0,
        "off table",
    )
    assert play("throw 1 4 6 6 6 6", "off 1", options="off_table=bust").turns[0].score == 0


def test_not_qualifying_is_no_bust() -> None:
    assert not match(0).bust


def test_the_wikipedia_example_scores_20_whatever_was_kept_when() -> None:
    final = (1, 4, 6, 3, 5, 6)
    assert {score_of(order, "1-4-24") for order in permutations(final)} == {20}
