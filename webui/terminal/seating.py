"""A match as it is asked for on a command line: the game, option=value words, and names for the seats."""

from __future__ import annotations

from collections.abc import Sequence

from engine import line
from engine.game import GAMES, MoveError
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


def begin(game: str, players: Sequence[str], options: dict[str, str]) -> Match:
    """The match before its first throw. Raises Refusal for names or options that cannot be."""
    try:
        return Match.new(game, players, **options)
    except MoveError as error:
        raise Refusal(f"{error}.") from error
