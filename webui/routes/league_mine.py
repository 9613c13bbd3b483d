# Tested by tests/test_webui_league_open.py.
"""What is a player's own: tokens of programs, all of it as a file, and its end. For who runs the league: webhooks.

POST /league/me/tokens           name, read, report, days: a token, told once; /tokens/away: token
GET  /league/me/all.zip          all that is one's own
POST /league/me/delete           password: delete it for ever
POST /league/organise/hooks      url: tell this address of all that comes; /hooks/away: hook
"""

from __future__ import annotations

import tempfile

from flask import Blueprint, Response, request, send_file
from werkzeug.wrappers import Response as Answer

from webui.hall import hall
from webui.league import hooks, leaving, tokens, tries
from webui.league.accounts import Account
from webui.number import whole
from webui.routes.league_organise import organise, organise_page
from webui.routes.league_people import guarded, me, me_page, to_page
from webui.routes.visitor import COOKIE, league, needs_account, visitor

blueprint = Blueprint("league_mine", __name__, url_prefix="/league")
IN_MEMORY = 4_000_000
"""Bytes of a file that is made in memory; what is larger is made on the disk."""


def _you() -> Account:
    found = visitor()
    assert found
    return found


@blueprint.post("/me/tokens")
@needs_account
def make_token() -> Answer:
    """A token, shown once."""
    form = request.form
    days = whole(form.get("days", "")) or 0

    def do() -> Answer:
        with league().place.writing() as connection:
            wanted = [scope for scope in tokens.SCOPES if form.get(scope)]
            secret = tokens.make(connection, league().now(), _you(), form.get("name", ""), wanted, days)
        return me_page(secret=secret)

    return guarded(do, me)


@blueprint.post("/me/tokens/away")
@needs_account
def take_token_away() -> Answer:
    """Let nobody come in by it any more."""
    with league().place.writing() as connection:
        tokens.take_away(connection, _you().id, request.form.get("token", ""))
    return to_page("league_people.me")


@blueprint.get("/me/all.zip")
@needs_account
def take_along() -> Response:
    """All that is one's own."""
    file = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - it is closed with the answer
    leaving.pack(league(), _you(), file)
    file.seek(0)
    answer = send_file(file, "application/zip", as_attachment=True, download_name="roll-call.zip")
    answer.call_on_close(file.close)
    return answer


@blueprint.post("/me/delete")
@needs_account
def delete() -> Answer:
    """Delete all that is one's own, for ever."""

    def do() -> Answer:
        tries.try_(league().place, league().now(), tries.SIGN_IN, "delete", _you().id)
        leaving.delete(league(), _you(), request.form.get("password", ""))
        hall().known()
        hall().bell.ring()
        answer = to_page("league_people.sign_in")
        answer.delete_cookie(COOKIE, path="/league")
        return answer

    return guarded(do, me)


@blueprint.post("/organise/hooks")
@needs_account
def make_hook() -> Answer:
    """Tell an address of all that comes from now on."""

    def do() -> Answer:
        with league().place.writing() as connection:
            secret = hooks.make(connection, league().now(), _you(), request.form.get("url", ""))
        return organise_page(hook_secret=secret)

    return guarded(do, organise)


@blueprint.post("/organise/hooks/away")
@needs_account
def take_hook_away() -> Answer:
    """Tell this address no more."""

    def do() -> Answer:
        with league().place.writing() as connection:
            hooks.take_away(connection, _you(), request.form.get("hook", ""))
        return to_page("league_organise.organise")

    return guarded(do, organise)
