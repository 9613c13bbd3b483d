"""The options of the games: what each means, what may be chosen, and the sentences where it may not."""

from __future__ import annotations

import pytest

from engine.game import GAMES, Game, IllegalMove, MoveError, UnparsableMove
from engine.log import Match

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
OLD_HEADS = [
    "game morning-roll rounds=2 off_table=bust",
    "game midnight rounds=5 off_table=again variant=1-4-24 ties=share",
    "game 420 off_table=again",
    "game 420",
]
"""As version 0.1.0 wrote them, when there were fewer options."""


@EVERY_GAME
def test_every_option_explains_itself_and_its_default_is_allowed(game: Game) -> None:
    for option in game.options:
        assert option.meaning.endswith(".")
        assert option.title
        assert option.title[0].isupper()
        assert option.read(option.default) == option.default
        assert option.read(str(option.default)) == option.default
        for bad in ("", "nonsense", "1000", "-1"):
            with pytest.raises(MoveError, match=f"{option.name} is "):
                option.read(bad)


@EVERY_GAME
def test_every_choice_has_a_title_and_a_sentence_of_its_own(game: Game) -> None:
    for option in game.options:
        assert bool(option.choices) == isinstance(option.default, str)
        for choice in option.choices:
            assert choice.meaning.endswith(".")
            assert option.read(choice.value) == choice.value
        assert len({choice.meaning for choice in option.choices}) == len(option.choices)
        assert len({choice.title for choice in option.choices}) == len(option.choices)


@EVERY_GAME
def test_numbers_may_be_all_from_low_to_high_and_no_others(game: Game) -> None:
    for option in game.options:
        if not option.choices:
            assert [option.read(each) for each in (option.low, option.high)] == [option.low, option.high]
            for bad in (option.low - 1, option.high + 1):
                with pytest.raises(IllegalMove, match=f"from {option.low} to {option.high}; {bad} is not"):
                    option.read(bad)


@EVERY_GAME
def test_what_matters_only_beside_another_option_names_one_of_its_values(game: Game) -> None:
    by_name = {option.name: option for option in game.options}
    for option in game.options:
        if option.only_if:
            other, values = by_name[option.only_if[0]], option.only_if[1]
            assert set(values) < set(other.values)
            assert [option.matters({other.name: value}) for value in other.values] == [
                value in values for value in other.values
            ]
        else:
            assert option.matters({})


@EVERY_GAME
def test_a_match_has_every_option_and_says_them_in_its_first_line(game: Game) -> None:
    state = game.new(["Ann", "Bo"])
    assert state.options == {option.name: option.default for option in game.options}
    assert Match.from_lines(state.lines).state.options == state.options


@EVERY_GAME
def test_every_choice_is_told_by_the_match_that_was_begun_with_it(game: Game) -> None:
    for option in game.options:
        for value in option.values:
            assert game.new(["Ann", "Bo"], **{option.name: value}).options[option.name] == value


@pytest.mark.parametrize("head", OLD_HEADS)
def test_an_older_match_with_fewer_options_is_read_with_the_defaults(head: str) -> None:
    match = Match.from_lines(
        [head, "players Ann Bo", "throw 1 2 2 3 4 6" if "420" not in head else "throw 1 1 1 1"]
    )
    assert match.state.options["cocked"] == "alone"
    assert match.state.first == 0
    assert match.states[0].player == "Ann"


@pytest.mark.parametrize("rounds", ["0", "21", "-3", 100])
def test_other_rounds_than_1_to_20_are_refused(rounds: object) -> None:
    with pytest.raises(IllegalMove, match=r"rounds is a whole number from 1 to 20; -?[0-9]+ is not"):
        GAMES["midnight"].new(["Ann"], rounds=rounds)


@pytest.mark.parametrize(
    "option",
    [{"rounds": "five"}, {"rounds": "1" * 9999}, {"stakes": "2"}, {"rounds": 1.5}, {"stake": "a lot"}],
)
def test_what_is_no_option_or_no_number_is_refused(option: dict[str, object]) -> None:
    with pytest.raises(UnparsableMove):
        GAMES["midnight"].new(["Ann"], **option)


@pytest.mark.parametrize(
    "option", [{"variant": "3-4-24"}, {"ties": "split"}, {"off_table": "no"}, {"stake_in": "houses"}]
)
def test_settings_of_words_have_their_words(option: dict[str, object]) -> None:
    with pytest.raises(MoveError, match=" or "):
        GAMES["midnight"].new(["Ann"], **option)


@pytest.mark.parametrize(
    ("game", "option"), [("420", "ties"), ("morning-roll", "variant"), ("midnight", "dice")]
)
def test_an_option_of_another_game_is_refused(game: str, option: str) -> None:
    with pytest.raises(UnparsableMove, match=f"has the options .*; '{option}' is none"):
        GAMES[game].new(["Ann", "Bo"], **{option: "share"})


@pytest.mark.parametrize("stake", [0, -1, 101, "0"])
def test_a_stake_of_nothing_is_said_with_stake_in_and_not_with_0(stake: object) -> None:
    with pytest.raises(IllegalMove, match="stake is a whole number from 1 to 100"):
        GAMES["midnight"].new(["Ann", "Bo"], stake=stake, stake_in="coins")
