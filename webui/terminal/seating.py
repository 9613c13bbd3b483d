# Tested by tests/test_webui_play.py.
"""A match as it is asked for on a command line: the game, option=value words, and names for the seats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine import line
from engine.game import GAMES, Game, MoveError
from engine.log import Match
from webui.cli import Refusal
from webui.match.names import tidy


def check_game(name: str | None) -> None:
    """Raises Refusal where no game is named, or there is no such game."""
    if name is None:
        *names, last = GAMES
        raise Refusal(f"name a game: {', '.join(names)} or {last}.")
    if name not in GAMES:
        raise Refusal(f"there is no game {name!r}; the games are {', '.join(GAMES)}.")


def read_options(words: Sequence[str]) -> dict[str, str]:
    """Words name=value as a mapping, the values unchecked. Raises Refusal."""
    try:
        return line.read_options(" ".join(words), words)
    except MoveError as error:
        raise Refusal(f"{error.rule}; {error.fact}.") from error


def read_names(text: str) -> list[str]:
    """Names parted by commas, unchecked; none from an empty text."""
    return [tidy(name) for name in text.split(",")] if text.strip() else []


def about_options(game: Game) -> Iterator[str]:
    """The options of a game and what each choice means, as lines of a help text."""
    for option in game.options:
        yield f"    {option.name}={option.default}   {option.allowed}. {option.meaning}"
        yield from (f"      {choice.value}: {choice.title}. {choice.meaning}" for choice in option.choices)


def begin(game: str, players: Sequence[str], options: Mapping[str, object]) -> Match:
    """The match before its first throw. Raises Refusal for names or options that cannot be."""
    try:
        return Match.new(game, players, **options)
    except MoveError as error:
        raise Refusal(f"{error}.") from error
