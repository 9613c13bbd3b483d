"""The lowest die begins: one die each, equals again, and nobody changes seats."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.draw import Draw
from engine.game import GAMES, IllegalMove, WrongThrow
from engine.log import Match
from engine.roll import Roll

EVERY_GAME = pytest.mark.parametrize("game", list(GAMES))


def drawn(seats: int, *faces: int) -> Draw:
    return Draw(seats, tuple(Roll((face,)) for face in faces))


def begun(game: str, *lines: str, players: str = "Ann Bo Cy", options: str = "") -> Match:
    return Match.from_lines([f"game {game} first=lowest {options}", f"players {players}", *lines])


def test_each_seat_throws_in_turn_and_the_lowest_begins() -> None:
    assert drawn(3).waiting == (0, 1, 2)
    assert drawn(3, 4).waiting == (1, 2)
    assert (drawn(3, 4, 2, 3).waiting, drawn(3, 4, 2, 3).lowest) == ((), 1)


def test_those_who_are_level_throw_again_and_no_others() -> None:
    level = drawn(4, 2, 5, 2, 6)
    assert (level.waiting, level.level, level.lowest) == ((0, 2), (0, 2), None)
    assert drawn(4, 2, 5, 2, 6, 3).waiting == (2,)
    assert drawn(4, 2, 5, 2, 6, 3, 1).lowest == 2
    assert drawn(4, 2, 5, 2, 6, 3, 3).waiting == (0, 2)
    assert drawn(4, 2, 5, 2, 6, 3, 3, 6, 5).lowest == 2


def test_all_may_be_level() -> None:
    assert drawn(3, 1, 1, 1).level == (0, 1, 2)
    assert drawn(3).level == ()


def test_one_alone_begins_without_a_throw() -> None:
    assert (drawn(1).waiting, drawn(1).lowest) == ((), 0)


@given(st.integers(2, 12), st.lists(st.integers(1, 6), min_size=12, max_size=60))
def test_it_is_settled_by_the_first_pass_in_which_one_is_lowest(seats: int, faces: list[int]) -> None:
    """Told a second way, pass after pass."""
    among, rest = list(range(seats)), list(faces)
    while len(among) > 1 and len(rest) >= len(among):
        told = {seat: rest.pop(0) for seat in among}
        among = [seat for seat in among if told[seat] == min(told.values())]
    used = len(faces) - len(rest) if len(among) == 1 else len(faces)
    draw = drawn(seats, *faces[:used])
    assert draw.lowest == (among[0] if len(among) == 1 else None)
    assert bool(draw.waiting) == (draw.lowest is None)


@EVERY_GAME
def test_the_draw_is_part_of_the_match_before_the_first_turn(game: str) -> None:
    match = begun(game)
    assert (match.state.drawing, match.state.player, match.state.to_throw, match.state.first) == (
        True,
        "Ann",
        1,
        None,
    )
    match = match.add("throw 3").add("throw 2 by=program").add("throw 5")
    assert (match.state.drawing, match.state.player, match.state.first) == (False, "Bo", 1)
    assert match.state.to_throw == (4 if game == "420" else 6)
    assert (match.state.turns, match.state.rolls, match.state.round) == ((), (), 1)
    assert match.state.players == ("Ann", "Bo", "Cy")
    assert Match.from_lines(match.lines) == match
    assert match.add("undo").state.player == "Cy"


@EVERY_GAME
def test_a_die_of_the_draw_that_leaves_the_table_is_thrown_again_and_is_never_a_bust(game: str) -> None:
    match = begun(game, "throw 3", "off 1", options="off_table=bust")
    assert (match.state.player, match.state.to_throw, match.state.again) == ("Bo", 1, 1)
    assert not match.state.bust
    match = match.add("throw 4").add("throw 6")
    assert (match.state.player, match.state.again) == ("Ann", 0)


@EVERY_GAME
def test_a_draw_takes_one_die_and_no_choice(game: str) -> None:
    state = begun(game).state
    with pytest.raises(WrongThrow, match=r"this throw needs 1 die; it has 2 \(Ann, one die for who begins\)"):
        state.throw((1, 2))
    with pytest.raises(IllegalMove, match="1 die is awaited"):
        state.play("keep 1")
    with pytest.raises(IllegalMove, match="1 die is thrown here; 2 cannot have left it"):
        state.off(2)


def test_the_turns_go_round_from_who_begins_and_the_rounds_count_by_name() -> None:
    lines = ["throw 3", "throw 3", "throw 1"]
    match = begun("midnight", *lines, options="rounds=2")
    for faces in ("1 4 6 6 6 6", "1 4 5 5 5 5", "1 1 1 1 1 1") * 2:
        match = match.add(f"throw {faces}").add(f"keep {faces}")
    assert [turn.player for turn in match.state.turns] == ["Cy", "Ann", "Bo"] * 2
    assert [turn.round for turn in match.state.turns] == [1, 1, 1, 2, 2, 2]
    assert [each.winners for each in match.state.rounds] == [("Cy",), ("Cy",)]
    assert list(match.state.scores) == ["Ann", "Bo", "Cy"]


def test_at_420_the_round_after_it_begins_to_the_left_of_who_began() -> None:
    match = begun("420", "throw 3", "throw 1", "throw 2", "throw 5 5 5 5")
    assert [turn.player for turn in match.state.turns] == ["Bo"]
    assert match.state.player == "Cy"
