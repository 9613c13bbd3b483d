# Tested by tests/test_webui_settings.py.
"""All that can be set, on one page: what it does, how it stands, and where it is changed. Each is kept where it was.

GET /settings
"""

from __future__ import annotations

from flask import Blueprint, render_template, request

from hardware.rotated import ROTATIONS
from webui.desk import desk
from webui.page.advice import when_of
from webui.routes.table import ODDS

blueprint = Blueprint("settings", __name__, url_prefix="/settings")


@blueprint.get("")
def show() -> str:
    """How everything is set now."""
    here = desk()
    board = here.board()
    return render_template(
        "settings.html",
        board=board,
        source=board.source,
        by_throw=board.by_throw,
        odds=when_of(request.cookies.get(ODDS, "")),
        rotate=here.eye.rotate if here.eye else 0,
        rotations=ROTATIONS,
        live=board.source.live,
        evidence_mb=here.settings.evidence_mb,
        record=here.settings.record,
        sounding=here.sounding,
        troubles=board.troubles,
    )
