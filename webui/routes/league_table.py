"""The league's pages at a table: what became of its reports, who is who there, and which other league it tells.

GET  /league/reports             the newest turns of this table, and what became of each report
POST /league/reports/KEY/say     comment, until it is sent
POST /league/reports/KEY/go      to: send it now; /keep: keep it here; /there: it has arrived; /again: it has not
GET  /league/faces               who is who; POST: name: ask on a phone who the player of this name is
POST /league/faces/forget        account: nobody at this table is that player any more
POST /league/clock               ms: what time a phone on the page has; sure=yes: a person says that it is right
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, jsonify, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from webui.desk import desk
from webui.league import accounts as people
from webui.league import devices, tries
from webui.league.destinations import HERE, HUB
from webui.league.outgoing import State
from webui.league.refusal import Denied
from webui.league.secret import folded
from webui.number import whole
from webui.routes import league_cards as cards
from webui.routes.visitor import league, outside, refused, shown
from webui.square import drawn

blueprint = Blueprint("league_table", __name__, url_prefix="/league")
blueprint.app_context_processor(lambda: {"is_league_begun": league().is_begun})
MS_DIGITS = 14
"""Digits of a time in milliseconds since 1970 at most. Larger: years that no calendar has."""


@blueprint.get("/reports")
def reports() -> Answer:
    """The newest turn as a sum, and what became of every report."""
    office = desk().office
    found = office.box.shown()
    shown_cards = [cards.card(each) for each in found]
    newest = [each for each in found if each.report.key == found[0].report.key]
    return shown(
        "reports.html",
        cards=shown_cards[: len(newest)],
        older=shown_cards[len(newest) :],
        newest=found[0].report if found else None,
        closes=cards.closes(found[0]) if found else "",
        rolls=cards.rolls(found[0]) if found else [],
        seen=cards.seen(found[0]) if found else "",
        hand_over=cards.hand_over(newest),
        begun=league().is_begun(),
        hub=office.destinations.hub(),
        hold=league().setting("hold") == "yes",
        wrong=office.destinations.wrong,
        faces=bool(_faces()),
    )


def _faces() -> dict[str, str]:
    with league().place.reading() as connection:
        return devices.faces(connection, devices.HERE)


def _press(do: Callable[[], None]) -> Answer:
    try:
        do()
    except Denied as error:
        return refused(error, reports)
    desk().office.sender.look()
    return redirect(url_for("league_table.reports"), 303)


@blueprint.post("/reports/<key>/say")
def say(key: str) -> Answer:
    """What the player says, until it is sent."""
    return _press(lambda: desk().office.box.say(key, request.form.get("comment", "")))


@blueprint.post("/reports/<key>/go")
def go(key: str) -> Answer:
    """Send it now, with what the player says; what was for its own sake only to a league, which takes no turn twice."""
    box, to = desk().office.box, request.form.get("to", "")
    was: list[State] = ["held", "waiting"]
    if cards.is_once(to):
        was.append("spare")

    def do() -> None:
        if "comment" in request.form:
            box.say(key, request.form["comment"])
        box.press(key, to, was, "waiting")

    return _press(do)


@blueprint.post("/reports/<key>/keep")
def keep(key: str) -> Answer:
    """Keep the turn here only."""
    to = request.form.get("to", "")
    answer = "The turn is kept in the history of this table, and is not reported."
    was: list[State] = ["held", "waiting", "refused"]
    if cards.is_by_hand(to):
        was.append("unknown")
    return _press(lambda: desk().office.box.press(key, to, was, "undone", answer))


@blueprint.post("/reports/<key>/there")
def there(key: str) -> Answer:
    """A person has looked: it has arrived."""
    to = request.form.get("to", "")
    return _press(
        lambda: desk().office.box.press(key, to, ["unknown"], "sent", "Somebody has looked: it is there.")
    )


@blueprint.post("/reports/<key>/again")
def again(key: str) -> Answer:
    """A person has looked: it has not arrived, and is to be sent again."""
    to = request.form.get("to", "")
    return _press(
        lambda: desk().office.box.press(
            key, to, ["unknown"], "waiting", "Somebody has looked: it is not there."
        )
    )


@blueprint.post("/hold")
def hold() -> Answer:
    """Whether reports wait until somebody has looked at them."""
    held = request.form.get("hold") == "yes"
    return _press(lambda: league().set("hold", "yes" if held else "no"))


@blueprint.get("/faces")
def faces() -> Answer:
    """Who is who at this table."""
    return _faces_page()


def _faces_page(**asked: Any) -> Answer:
    board = desk().board()
    known = _faces()
    with league().place.reading() as connection:
        names = {account.id: account.name for account in people.accounts(connection)}
    hub = desk().office.destinations.hub()
    seats = [
        {
            "name": player,
            "account": known.get(folded(player)),
            "is": names.get(known.get(folded(player), ""), ""),
            "there": hub is not None and hub.knows(player),
        }
        for player in board.players
    ]
    return shown("faces.html", seats=seats, begun=league().is_begun(), hub=hub, **asked)


@blueprint.post("/faces")
def ask_face() -> Answer:
    """Ask on a phone who the player of this name is: here, or in the other league."""
    name, to = request.form.get("name", ""), request.form.get("to", HERE)
    try:
        tries.try_(league().place, league().now(), tries.ASKING, "face", "here")
        if to == HUB:
            return _ask_hub_face(name)
        with league().place.writing() as connection:
            devices.here(connection, league().now())
            ask = devices.ask_face(connection, league().now(), devices.HERE, name)
    except Denied as error:
        return refused(error, faces)
    link = outside("league_bring.pair", letters=ask.letters)
    return _faces_page(letters=ask.letters, link=link, square=drawn(link), asked=name)


def _ask_hub_face(name: str) -> Answer:
    hub = desk().office.destinations.hub()
    if hub is None:
        raise Denied("This table is not paired with another league.")
    letters = hub.ask_face(name)
    link = f"{hub.url}/league/pair?letters={letters}"
    return _faces_page(letters=letters, link=link, square=drawn(link), asked=name)


@blueprint.post("/faces/look")
def look() -> Answer:
    """Somebody has said yes on their phone: learn anew who is who, from the other league, too."""
    desk().office.destinations.ask_hub()
    desk().office.destinations.look_up()
    return redirect(url_for("league_table.faces"), 303)


@blueprint.post("/faces/forget")
def forget() -> Answer:
    """A player is not known at this table any more."""
    with league().place.writing() as connection:
        devices.forget_face(connection, devices.HERE, request.form.get("account", ""))
    desk().office.destinations.look_up()
    return redirect(url_for("league_table.faces"), 303)


@blueprint.post("/clock")
def clock() -> Response:
    """A phone on the page says what time it is. One of this very machine knows no better than its clock."""
    ms = whole(request.form.get("ms", ""), MS_DIGITS)
    if ms is None:
        return jsonify(error="ms is a number of milliseconds.")
    phone = datetime.fromtimestamp(ms / 1000, UTC)
    if request.form.get("sure") == "yes":
        league().clock.set_by(phone)
    elif not ipaddress.ip_address(request.remote_addr or "127.0.0.1").is_loopback:
        league().clock.heard(phone)
    desk().office.sender.look()
    if request.form.get("sure") == "yes":
        answer = redirect(url_for("league_table.reports"), 303)
        assert isinstance(answer, Response)
        return answer
    return jsonify(trust=league().clock.trust, now=league().now().timestamp())
