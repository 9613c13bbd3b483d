# Tested by tests/test_webui_pages.py.
"""The dice in the picture as places to tap: each opens the sheet that puts it right."""

from __future__ import annotations

from dataclasses import replace

from webui.match.board import Board
from webui.page.game import GamePage
from webui.page.links import Links
from webui.page.rings import WIDTH
from webui.page.scene import Photo, Tap
from webui.page.sheet import may_be_fixed


def with_taps(photo: Photo | None, board: Board, page: GamePage, links: Links) -> Photo | None:
    """The photo with a place to tap for each ringed die of the throw that can be put right now."""
    asks = board.question or board.throw
    if photo is None or asks is None or not may_be_fixed(board):
        return photo
    numbers = page.places_of_throw(board) or range(1, len(asks.faces) + 1)
    number_of = dict(zip(page.order(board.laid), numbers, strict=False))
    taps = tuple(
        Tap(
            f"die {number_of[mark.die]}: {mark.tag}, fix",
            links.fixing(mark.die),
            round(100 * mark.middle[0] / WIDTH, 2),
            round(100 * mark.middle[1] / photo.height, 2),
        )
        for mark in photo.marks
        if mark.die is not None and mark.die in number_of
    )
    return replace(photo, taps=taps)
