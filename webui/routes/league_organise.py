# Tested by tests/test_webui_league_people.py.
"""For who runs the league: invitations, codes, opened days, closed accounts, tables.

GET /league/organise; POST /organise/invite, /code, /open, /close, /revoke, /pictures
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, request
from werkzeug.wrappers import Response as Answer

from webui.hall import hall
from webui.league import accounts as people
from webui.league import acts, devices, hooks, proofs
from webui.league.acts import By
from webui.league.league import put_setting
from webui.league.refusal import Denied
from webui.routes.league_people import day_of, guarded, me, to_page
from webui.routes.visitor import league, needs_account, outside, refused, shown, visitor
from webui.square import drawn

blueprint = Blueprint("league_organise", __name__, url_prefix="/league")


@blueprint.get("/organise")
@needs_account
def organise() -> Answer:
    """For who runs the league: people, tables, days."""
    return organise_page()


def organise_page(**made: Any) -> Answer:
    """The page, with what was made just now."""
    you = visitor()
    assert you
    if not you.organiser:
        return refused(Denied("Only who runs the league may see that.", "unknown"), me)
    with league().place.reading() as connection:
        everyone = people.accounts(connection)
        tables = devices.devices(connection)
        told = hooks.hooks(connection)
    now, kept = league().now(), league().setting(proofs.SETTING, str(proofs.DAYS))
    days = {each.id: each.home.at(now).day for each in everyone}
    return shown(
        "organise.html", everyone=everyone, tables=tables, days=days, now=now, hooks=told, kept=kept, **made
    )


def _organised(do: Callable[[Any, By], dict[str, Any] | None]) -> Answer:
    """Do it as who runs the league; then the same page, with what was made."""
    you = visitor()
    assert you
    by = By(you, league().now(), request.form.get("reason", ""))

    def doing() -> Answer:
        if not you.organiser:
            raise Denied("Only who runs the league may do that.", "unknown")
        with league().place.writing() as connection:
            made = do(connection, by)
        hall().bell.ring()
        return organise_page(**made) if made else to_page("league_organise.organise")

    return guarded(doing, organise)


@blueprint.post("/organise/invite")
@needs_account
def invite() -> Answer:
    """A link for one person."""

    def do(connection: Any, by: By) -> dict[str, Any]:
        secret = people.invite(connection, by.now, by.who.id)
        link = outside("league_people.join", secret=secret)
        return {"link": link, "square": drawn(link)}

    return _organised(do)


@blueprint.post("/organise/code")
@needs_account
def code() -> Answer:
    """A code by which a player gets a new password."""

    def do(connection: Any, by: By) -> dict[str, Any]:
        who = _whom(connection)
        return {"code": people.new_code(connection, by.now, who.id), "whose": who}

    return _organised(do)


def _whom(connection: Any) -> people.Account:
    found = people.account_of(connection, request.form.get("account", ""))
    if found is None:
        raise Denied("There is no such player.")
    return found


@blueprint.post("/organise/open")
@needs_account
def open_day() -> Answer:
    """Open a day for one player."""

    def do(connection: Any, by: By) -> None:
        acts.open_day(connection, by, _whom(connection), day_of(request.form.get("day", "")))

    return _organised(do)


@blueprint.post("/organise/pictures")
@needs_account
def pictures() -> Answer:
    """For how long the large pictures stay."""

    def do(connection: Any, by: By) -> None:
        days = proofs.kept_days(request.form.get("days", ""))
        put_setting(connection, proofs.SETTING, str(days))

    return _organised(do)


@blueprint.post("/organise/close")
@needs_account
def close() -> Answer:
    """Close an account."""
    return _organised(lambda connection, by: acts.close_account(connection, by, _whom(connection)))


@blueprint.post("/organise/revoke")
@needs_account
def revoke() -> Answer:
    """Take no report of a table any more."""

    def do(connection: Any, by: By) -> None:
        devices.revoke(connection, by.now, request.form.get("table", ""))

    return _organised(do)
