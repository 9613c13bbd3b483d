"""How a request is answered: as a page or as JSON, done or refused."""

from __future__ import annotations

from typing import cast

from flask import Response, current_app, g, jsonify, make_response, redirect, render_template, request

from webui.board import as_json
from webui.desk import desk


def wants_json() -> bool:
    """Whether whoever asks prefers JSON to a page."""
    return request.accept_mimetypes.best_match(["text/html", "application/json"]) == "application/json"


def done() -> Response:
    """What was asked is done: the new board, or back to the table."""
    if wants_json():
        return jsonify(as_json(desk().board()))
    return cast(Response, redirect("/table", 303))


def refused(sentence: str, status: int) -> Response:
    """Nothing was changed: the sentence and the board as it is; as a page the table, with it in `g.notice`."""
    if wants_json():
        answer = jsonify(error=sentence, board=as_json(desk().board()))
    elif table := current_app.view_functions.get("pages.table"):
        g.notice = sentence
        answer = make_response(table())
    else:
        return problem("That did not work", sentence, status)
    answer.status_code = status
    return answer


def problem(title: str, sentence: str, status: int, report: str = "") -> Response:
    """A page of its own for what went wrong, or the same as JSON."""
    if wants_json():
        answer = jsonify(error=sentence, **({"report": report} if report else {}))
    else:
        answer = make_response(render_template("problem.html", title=title, sentence=sentence, report=report))
    answer.status_code = status
    return answer
