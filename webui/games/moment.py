"""From a `Board` to a `Scene`: which moment of the match this is."""

from __future__ import annotations

from dataclasses import replace

from engine.morning_roll import MorningRoll
from webui.games import morning_roll
from webui.match.board import Board
from webui.page import awaiting, ending, questions
from webui.page.parts import Links
from webui.page.scene import Query, Scene
from webui.page.sheet import sheet


def scene_of(board: Board, query: Query, links: Links) -> Scene:
    """What the page of the match shows now. Needs a board with a match."""
    state = board.state
    if not isinstance(state, MorningRoll):
        raise TypeError(f"there is no page for the game {board.game!r} yet")
    made = _moment(board, state, query, links)
    if query.fix is None:
        return made
    return replace(made, sheet=sheet(board, query.fix, links))


def _moment(board: Board, state: MorningRoll, query: Query, links: Links) -> Scene:
    typing = query.typed is not None and (state.to_throw > 0)
    if board.question is not None and not typing:
        return questions.ask(board, state, board.question, query, links)
    if state.outcome is not None:
        return ending.over(board, state, links)
    if state.bust and not query.seen and not typing:
        return ending.bust(board, state, links)
    if state.moves:
        return morning_roll.choice(board, state, query, links)
    if typing or not board.source.looks:
        return awaiting.typing(board, state, query, links)
    return awaiting.waiting(board, state, links)
