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

from engine.log import Match
from webui.desk import desk
from webui.league import accounts as people
from webui.league import devices, tries
from webui.league.destinations import HERE, HUB, Here
from webui.league.hand_over import link_of
from webui.league.outgoing import Delivery
from webui.league.refusal import Denied
from webui.league.secret import folded
from webui.number import whole
from webui.routes import league_words as words
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
    cards = [_card(each) for each in found]
    return shown(
        "reports.html",
        cards=[card for card in cards if card["key"] == found[0].report.key] if found else [],
        older=[card for card in cards if card["key"] != found[0].report.key] if found else [],
        newest=found[0].report if found else None,
        closes=_closes(found[0]) if found else "",
        rolls=_rolls(found[0]) if found else [],
        seen=_seen(found[0]) if found else "",
        hand_over=_hand_over(found[0]) if found else None,
        begun=league().is_begun(),
        hub=office.destinations.hub(),
        hold=league().setting("hold") == "yes",
        wrong=office.destinations.wrong,
        faces=bool(_faces()),
    )


def _closes(delivery: Delivery) -> str:
    """Until when the league is open for the player of a turn of today; "" where it is none, or closed."""
    now, here = league().now(), desk().office.destinations.of(HERE)
    assert isinstance(here, Here)
    began, player = delivery.report.began, delivery.report.player
    closes = here.closes(player, now)
    if (
        began is None
        or closes is None
        or now >= closes
        or here.today(player, began) != here.today(player, now)
    ):
        return ""
    return f"{closes.astimezone():%H:%M}"


def _faces() -> dict[str, str]:
    with league().place.reading() as connection:
        return devices.faces(connection, devices.HERE)


def _card(delivery: Delivery) -> dict[str, Any]:
    icon, heading, edge = words.HEADINGS[delivery.state]
    to = desk().office.destinations.of(delivery.to)
    where = to.page(delivery.report) if to else ""
    name = to.name if to else delivery.to.removeprefix("site ")
    time = f"{delivery.changed.astimezone():%H:%M}"
    return {
        "key": delivery.report.key,
        "to": delivery.to,
        "state": delivery.state,
        "icon": icon,
        "heading": f"{heading}, {time}" if delivery.state == "sent" else heading,
        "edge": edge,
        "page": where,
        "sentence": words.delivery_sentence(delivery, name, bool(league().clock.trust)),
        "player": delivery.report.player,
        "score": delivery.report.score,
        "comment": delivery.report.comment,
        "sent_once": delivery.body is not None,
        "day": delivery.report.day,
        "stands": words.stands(delivery, league().now()) if delivery.report.undone else "",
        "turn": delivery.report.key if delivery.to == HERE and delivery.state == "sent" else "",
    }


def _rolls(delivery: Delivery) -> list[dict[str, Any]]:
    last = Match.from_lines(delivery.report.lines).state.turns[-1]
    end = {"bust": "bust", "off table": "off the table"}.get(last.end, "")
    return [
        {"thrown": roll.thrown, "kept": roll.kept, "points": getattr(roll, "points", 0), "end": end}
        for roll in last.rolls
    ]


def _seen(delivery: Delivery) -> str:
    how = {
        "camera": "Seen by the camera",
        "corrected": "Seen by the camera, put right by hand",
        "typed": "Typed in",
        "internet": "Internet dice, or a film",
    }[delivery.report.mark]
    began, ended = delivery.report.began, delivery.report.ended
    if began is None or ended is None:
        return f"{how}. The time is not known yet."
    return f"{how}, {began.astimezone():%H:%M} to {ended.astimezone():%H:%M}."


def _hand_over(delivery: Delivery) -> dict[str, str] | None:
    """The square and the link by which a person takes this turn to the league, while it is not there."""
    if delivery.report.began is None or delivery.state in ("sent", "spare"):
        return None
    hub = desk().office.destinations.hub()
    if hub and delivery.to == HUB:
        link = link_of(hub.url, delivery.body or delivery.report.report.body)
    else:
        link = outside("league_bring.hand_over", report=delivery.report.key)
    return {"link": link, "square": drawn(link)}


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
    """Send it now, with what the player says."""
    box, to = desk().office.box, request.form.get("to", "")

    def do() -> None:
        if "comment" in request.form:
            box.say(key, request.form["comment"])
        box.press(key, to, ["held", "waiting"], "waiting")

    return _press(do)


@blueprint.post("/reports/<key>/keep")
def keep(key: str) -> Answer:
    """Keep the turn here only."""
    to = request.form.get("to", "")
    answer = "The turn is kept in the history of this table, and is not reported."
    return _press(lambda: desk().office.box.press(key, to, ["held", "waiting", "refused"], "undone", answer))


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
