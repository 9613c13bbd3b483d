# Tested by tests/test_webui_pages.py.
"""From a `Board` to a `Scene`: which moment of the match this is."""

from __future__ import annotations

from dataclasses import replace

from webui.games.page import PAGES
from webui.match.board import Board
from webui.page import awaiting, questions
from webui.page.game import GamePage, state_on
from webui.page.links import Links
from webui.page.scene import Query, Scene
from webui.page.sheet import sheet
from webui.page.taps import with_taps


def scene_of(board: Board, query: Query, links: Links) -> Scene:
    """What the page of the match shows now. Needs a board with a match."""
    page = PAGES[board.game]
    made = _moment(board, page, query, links)
    made = replace(made, photo=with_taps(made.photo, board, page, links))
    if query.fix is None:
        return made
    return replace(made, sheet=sheet(board, page, query.fix, links))


def _moment(board: Board, page: GamePage, query: Query, links: Links) -> Scene:
    state = state_on(board)
    typing = query.typed is not None and state.to_throw > 0
    if board.question is not None and not typing:
        return questions.ask(board, page, board.question, query, links)
    if state.outcome is not None:
        return page.over(board, links)
    if state.bust and not query.seen and not typing:
        return page.bust(board, links)
    if state.moves:
        return page.choice(board, query, links)
    if typing or not board.source.looks:
        return awaiting.typing(board, page, query, links)
    return awaiting.waiting(board, page, links)
