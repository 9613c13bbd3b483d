# Tested by tests/test_webui_games.py.
"""The board on a wall, and the piece of it that is fetched anew whenever something changed. GET only."""

from __future__ import annotations

from flask import Blueprint, render_template, url_for

from webui.desk import desk
from webui.games.moment import scene_of
from webui.games.page import PAGES
from webui.page.links import Links
from webui.page.scene import Query
from webui.page.wall import wall_of
from webui.routes.calls import feed, here

blueprint = Blueprint("wall", __name__, url_prefix="/wall")


@blueprint.get("")
def show() -> str:
    """The whole page."""
    return _page("wall.html")


@blueprint.get("/board")
def piece() -> str:
    """The board of it alone."""
    return _page("_wall.html")


def _page(template: str) -> str:
    board = desk().board()
    heard = {"said": {**feed(watches=True), "own": []}, "here": here()}
    if board.state is None:
        return render_template(template, wall=None, look="morning", title="Roll Call", **heard)
    page = PAGES[board.game]
    made = scene_of(board, Query(seen=True), Links(url_for("pages.table"), board.revision))
    wall = wall_of(board, page, made)
    return render_template(template, wall=wall, look=page.look, title=page.title, round=made.round, **heard)
