"""Who begins: by lot, and after the last match by its end. Seats stay as they are."""

from __future__ import annotations

from random import Random

import pytest
from midnight_turns import with_turns

from engine.beginning import beginner, with_beginner
from engine.game import GAMES, IllegalMove
from engine.log import Match

PLAYERS = ("Ann", "Bo", "Cy", "Di")


def midnight(*scores: int, begins: int = 1) -> Match:
    """A match of one round: each score by turn, in the order of the turns."""
    match = Match.new("midnight", PLAYERS[: len(scores)], rounds=1, begins=begins)
    return with_turns(match, *scores)


def morning(*scores: int) -> Match:
    match = Match.new("morning-roll", PLAYERS[: len(scores)], rounds=1)
    for score in scores:
        match = match.add("throw 1 1 2 3 4 6").add("stop 1 1" if score == 200 else "stop 1")
    return match


@pytest.mark.parametrize("game", list(GAMES))
def test_whoever_is_said_to_begin_begins_and_keeps_the_seat(game: str) -> None:
    state = GAMES[game].new(PLAYERS, begins=3)
    assert (state.player, state.players, state.first) == ("Cy", PLAYERS, 2)
    with pytest.raises(IllegalMove, match="begins is the seat of a player, 1 to 4; 5 is not"):
        GAMES[game].new(PLAYERS, begins=5)


def test_turns_go_round_from_who_begins() -> None:
    state = midnight(5, 6, 7, begins=2).state
    assert [turn.player for turn in state.turns] == ["Bo", "Cy", "Ann"]
    assert state.rounds[0].winners == ("Ann",)


def test_a_lot_is_fair_and_written_into_the_options() -> None:
    drawn = [with_beginner("420", PLAYERS, {}, None, Random(seed))["begins"] for seed in range(400)]
    assert set(drawn) == {1, 2, 3, 4}
    assert all(70 < drawn.count(seat) < 130 for seat in (1, 2, 3, 4))
    options = with_beginner("midnight", PLAYERS, {"first": "lot", "rounds": 2}, None, Random(1))
    assert options.keys() == {"first", "rounds", "begins"}
    assert Match.new("midnight", PLAYERS, **options).state.first == int(str(options["begins"])) - 1


@pytest.mark.parametrize("first", ["seats", "lowest"])
def test_nothing_is_drawn_where_the_seats_or_the_lowest_die_say_it(first: str) -> None:
    assert with_beginner("midnight", PLAYERS, {"first": first}, midnight(4, 5), Random(1)) == {"first": first}


def test_a_lot_of_nobody_and_an_unknown_game_are_left_for_the_match_to_refuse() -> None:
    assert with_beginner("420", (), {}, None, Random(1)) == {}
    assert with_beginner("chess", PLAYERS, {}, None, Random(1)) == {}


def test_the_winner_the_loser_or_the_next_seat_begins_the_rematch() -> None:
    last = midnight(5, 9, 4)
    assert beginner("winner", last, PLAYERS[:3]) == 2
    assert beginner("next", last, PLAYERS[:3]) == 2
    assert beginner("loser", midnight(5, 9), PLAYERS[:2]) == 1


def test_the_next_seat_is_counted_from_who_began_and_goes_round() -> None:
    assert beginner("next", midnight(5, 9, 4, begins=3), PLAYERS[:3]) == 1
    assert beginner("next", midnight(5, 9, 4, begins=2), PLAYERS[:3]) == 3


def test_of_several_who_are_level_it_is_the_one_whose_turn_came_first() -> None:
    assert beginner("loser", midnight(5, 9, 5), PLAYERS[:3]) == 1
    assert beginner("loser", midnight(5, 9, 5, begins=3), PLAYERS[:3]) == 3
    assert beginner("winner", midnight(9, 9, 4, begins=2), PLAYERS[:3]) == 2


def test_at_420_the_loser_buys_and_the_winner_left_first() -> None:
    last = Match.new("420", PLAYERS[:3]).add("throw 1 1 1 1").add("throw 5 5 5 5").add("throw 5 5 5 5")
    assert last.state.outcome is not None
    assert last.state.outcome.places == (("Bo",), ("Cy",), ("Ann",))
    assert beginner("loser", last, PLAYERS[:3]) == 1
    assert beginner("winner", last, PLAYERS[:3]) == 2


def test_points_say_who_lost_at_morning_roll() -> None:
    assert beginner("loser", morning(200, 100), PLAYERS[:2]) == 2
    assert beginner("winner", morning(100, 200), PLAYERS[:2]) == 2


def test_whoever_does_not_play_now_is_passed_over() -> None:
    last = midnight(5, 9, 4)
    assert beginner("winner", last, ("Zoë", "Ann", "Cy")) == 2
    assert beginner("next", last, ("Cy", "Zoë")) == 1
    assert beginner("loser", last, ("Zoë", "Al")) == 1


@pytest.mark.parametrize("rule", ["winner", "loser", "next"])
def test_without_a_finished_match_the_first_seat_begins(rule: str) -> None:
    assert beginner(rule, None, PLAYERS) == 1
    assert beginner(rule, Match.new("midnight", PLAYERS), PLAYERS) == 1
    assert with_beginner("midnight", PLAYERS, {"first": rule}, None, Random(1))["begins"] == 1
