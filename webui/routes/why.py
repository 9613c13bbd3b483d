# Tested by tests/test_webui_why.py.
"""Why a die was called off the table. GET only."""

from __future__ import annotations

from flask import Blueprint, abort, render_template

from webui.desk import desk
from webui.games.page import PAGES
from webui.page.why_off import why_off

blueprint = Blueprint("why", __name__, url_prefix="/why")


@blueprint.get("/<int:number>")
def show(number: int) -> str:
    """The page about the throw of this number."""
    roll = desk().ledger.rolls.seen(number) if number < 2**31 else None
    if roll is None or not roll.off_table:
        abort(404, "No die of such a throw was called off the table.")
    board = desk().board()
    newest = board.throw is not None and board.throw.newest and board.throw.roll is not None
    return render_template(
        "why.html",
        why=why_off(roll),
        undo=newest
        and board.throw is not None
        and board.throw.roll is not None
        and board.throw.roll.id == number,
        redo=board.redo,
        revision=board.revision,
        look=PAGES[board.game].look if board.game in PAGES else "morning",
        troubles=board.troubles,
    )
