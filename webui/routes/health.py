# Tested by tests/test_webui_health_page.py.
"""Whether all is well, and what is not: a page for a person, JSON for a program that watches over the table.

GET /health
"""

from __future__ import annotations

import time

from flask import Blueprint, Response, jsonify, make_response, render_template

from vision.nouns import Trouble
from webui.answer import asks_for_a_page
from webui.desk import desk
from webui.report import version
from webui.routes import api
from webui.storage.store import StoreError

blueprint = Blueprint("health", __name__)


@blueprint.get("/health")
def show() -> Response:
    """How the table is now."""
    troubles, source, streams = _troubles(), desk().board().source, desk().push.streams
    if asks_for_a_page():
        return make_response(
            render_template(
                "health.html",
                troubles=troubles,
                source=source,
                streams=streams,
                version=version(),
                playing=desk().board().state,
            )
        )
    return jsonify(
        ok=not troubles,
        version=version(),
        troubles=[api.trouble(each) for each in troubles],
        source=api.source(source),
        pages=streams,
    )


def _troubles() -> tuple[Trouble, ...]:
    """All that hold; a database that is gone is among them, though nobody has pressed anything since."""
    said = desk().health.troubles()
    if any(each.code == "store" for each in said):
        return said
    try:
        desk().store.check()
    except StoreError as error:
        return (Trouble("store", error.what, error.do, time.monotonic()), *said)
    return said
