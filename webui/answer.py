# Tested by tests/test_webui_app.py.
"""How a request is answered: as a page or as JSON, done or refused."""

from __future__ import annotations

from typing import cast

from flask import (
    Response,
    current_app,
    g,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)

from webui.desk import desk
from webui.routes import api
from webui.setup.progress import STEPS
from webui.storage.store import StoreError


def wants_json() -> bool:
    """Whether whoever asks prefers JSON to a page; the league's API knows nothing else."""
    return (
        _is_for_programs()
        or request.accept_mimetypes.best_match(["text/html", "application/json"]) == "application/json"
    )


def asks_for_a_page() -> bool:
    """Whether whoever asks is a browser that a person looks at: it names pages. A program names JSON, or nothing."""
    return not wants_json() and any(kind == "text/html" for kind, _ in request.accept_mimetypes)


def _is_for_programs() -> bool:
    return request.path.startswith("/league/api/")


def is_of_league() -> bool:
    """Whether a page of the league is asked for, and none of the table."""
    return request.path.startswith("/league/")


def done() -> Response:
    """What was asked is done: the new board, or back to the table."""
    if wants_json():
        return jsonify(api.board(desk().board()))
    return redirected(onward("/table"))


def onward(otherwise: str) -> str:
    """Where a form leads that was sent from the set-up or the settings, as its field `then` says; else `otherwise`."""
    then = request.form.get("then")
    if then == "settings":
        return url_for("settings.show")
    step = next((each for each in STEPS if each == then), None)
    return url_for("steps.show", step=step) if step else otherwise


def redirected(page: str) -> Response:
    """What was asked is done: to this page."""
    return cast(Response, redirect(page, 303))


def refused(sentence: str, status: int) -> Response:
    """Nothing was changed: the sentence and the board as it is; as a page the table, with it in `g.notice`.

    Where there is no board to show, or it cannot be read, the sentence stands alone.
    """
    try:
        answer = _with_board(sentence)
    except StoreError:
        answer = None
    if answer is None or answer.status_code != 200:
        return problem("That did not work", sentence, status)
    answer.status_code = status
    return answer


def _with_board(sentence: str) -> Response | None:
    if "rollcall" not in current_app.extensions or is_of_league():
        return None  # there is no table here, or nobody who looks at it
    if wants_json():
        return jsonify(error=sentence, board=api.board(desk().board()))
    g.notice = sentence
    return make_response(current_app.view_functions["pages.table"]())


def problem(title: str, sentence: str, status: int, report: str = "") -> Response:
    """A page of its own for what went wrong, or for one sentence; or the same as JSON."""
    if wants_json():
        answer = jsonify(error=sentence, **({"report": report} if report else {}))
    else:
        answer = make_response(
            render_template(
                "problem.html", title=title, sentence=sentence, report=report, of_league=is_of_league()
            )
        )
    answer.status_code = status
    return answer
