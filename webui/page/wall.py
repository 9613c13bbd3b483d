# Tested by tests/test_webui_games.py.
"""The board alone, for a screen that nobody touches: whose turn it is, the number of the moment, the scores."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import State
from webui.match.board import Board
from webui.page import words
from webui.page.game import GamePage, state_on
from webui.page.scene import Place, Scene, Seat


@dataclass(frozen=True)
class Wall:
    """What the screen shows. seat: whose shape stands before the name, None where the match is over.

    icon: beside the name then. number: of the turn. say: what is so now. following: who throws next, in a sentence;
    "" for nobody.
    """

    name: str
    seat: int | None
    icon: str
    number: str
    places: tuple[Place, ...]
    say: str
    seats: tuple[Seat, ...]
    following: str


def wall_of(board: Board, page: GamePage, made: Scene) -> Wall:
    """The wall's view of a scene."""
    state = state_on(board)
    if made.end is not None:
        seats = tuple(
            Seat(rank.seat, rank.name, rank.number, "", on=False, won=rank.place == 1)
            for rank in made.end.ranks
        )
        return Wall(made.end.title, None, made.end.icon, made.end.number, (), made.end.unit, seats, "")
    name = str(state.player)
    say = made.heading if made.card is not None or not state.moves else _kept(state)
    return Wall(
        name,
        state.players.index(name),
        "",
        page.number(made),
        page.on_wall(made),
        say,
        made.seats,
        _following(page, state),
    )


def _kept(state: State) -> str:
    return f"kept {words.group(state.kept)}" if state.kept else "picks now"


def _following(page: GamePage, state: State) -> str:
    """Who throws next, and what is at stake."""
    name, pot = page.following(state), page.at_stake(state)
    return " · ".join(filter(None, (f"{name} throws next" if name else "", pot)))
