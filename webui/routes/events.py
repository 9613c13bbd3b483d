# Tested by tests/test_webui_app.py.
"""The stream by which an open page learns that something is different now."""

from __future__ import annotations

from flask import Blueprint, Response

from webui.hall import hall
from webui.push import TooManyPages

blueprint = Blueprint("events", __name__)


@blueprint.get("/events")
def events() -> Response:
    """Server-Sent Events, named board, view, health and league: fetch that anew. 503 when every stream is taken."""
    try:
        stream = hall().push.stream()
    except TooManyPages:
        answer = Response(
            "Too many pages are open; this one looks again by itself.\n", 503, mimetype="text/plain"
        )
        answer.headers["Retry-After"] = "5"
        return answer
    # X-Accel-Buffering: a proxy in between must not hold the events back.
    return Response(stream, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})
