"""The options of the games: defaults, what may be chosen, and the sentences where it may not."""

from __future__ import annotations

import pytest

from engine.game import GAMES, Game, IllegalMove, MoveError, UnparsableMove


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_every_option_explains_itself_and_its_default_is_allowed(game: Game) -> None:
    for option in game.options:
        assert option.meaning.endswith(".")
        assert option.read(option.default) == option.default
        assert option.read(str(option.default)) == option.default
        for bad in ("", "nonsense", "99", "-1"):
            with pytest.raises(MoveError, match=f"{option.name} is "):
                option.read(bad)


@pytest.mark.parametrize("rounds", ["0", "21", "-3", 100])
def test_other_rounds_than_1_to_20_are_refused(rounds: object) -> None:
    with pytest.raises(IllegalMove, match=r"rounds is a whole number from 1 to 20; -?[0-9]+ is not"):
        GAMES["midnight"].new(["Ann"], rounds=rounds)


@pytest.mark.parametrize(
    "option", [{"rounds": "five"}, {"rounds": "1" * 9999}, {"stakes": "2"}, {"rounds": 1.5}]
)
def test_what_is_no_option_or_no_number_is_refused(option: dict[str, object]) -> None:
    with pytest.raises(UnparsableMove):
        GAMES["midnight"].new(["Ann"], **option)


@pytest.mark.parametrize("option", [{"variant": "3-4-24"}, {"ties": "split"}, {"off_table": "no"}])
def test_settings_of_words_have_their_words(option: dict[str, object]) -> None:
    with pytest.raises(MoveError, match=" or "):
        GAMES["midnight"].new(["Ann"], **option)
