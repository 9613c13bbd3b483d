# Tested by tests/test_webui_league_table.py.
"""What the page of reports shows of a turn: its sum, what became of each report, and the square that hands it over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.log import Match
from webui.desk import desk
from webui.league.destinations import HERE, HUB, Here
from webui.league.hand_over import link_of
from webui.league.outgoing import OPEN, Delivery
from webui.league.sites import Site
from webui.routes import league_words as words
from webui.routes.visitor import league, outside
from webui.square import drawn


def closes(delivery: Delivery) -> str:
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


def card(delivery: Delivery) -> dict[str, Any]:
    """What became of a report with one that is told."""
    by_hand = is_by_hand(delivery.to) and delivery.state == "unknown"
    icon, heading, edge = words.BY_HAND if by_hand else words.HEADINGS[delivery.state]
    to = desk().office.destinations.of(delivery.to)
    where = to.page(delivery.report) if to else ""
    name = to.name if to else delivery.to.removeprefix("site ")
    time = f"{delivery.changed.astimezone():%H:%M}"
    return {
        "key": delivery.report.key,
        "to": delivery.to,
        "state": delivery.state,
        "by_hand": by_hand,
        "once": is_once(delivery.to),
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


def rolls(delivery: Delivery) -> list[dict[str, Any]]:
    """The rolls of its turn, for the sum."""
    last = Match.from_lines(delivery.report.lines).state.turns[-1]
    end = {"bust": "bust", "off table": "off the table"}.get(last.end, "")
    return [
        {"thrown": roll.thrown, "kept": roll.kept, "points": getattr(roll, "points", 0), "end": end}
        for roll in last.rolls
    ]


def seen(delivery: Delivery) -> str:
    """How its dice came, and when."""
    how = {
        "camera": "Seen by the camera",
        "corrected": "Seen by the camera, put right by hand",
        "typed": "Typed in",
        "internet": "Internet dice, or a film",
    }[delivery.report.mark]
    began, ended = delivery.report.began, delivery.report.ended
    if began is None or ended is None:
        since = desk().office.box.ended(delivery.report)
        age = f" It ended {words.age(since, league().now())}." if since else ""
        return f"{how}. The time is not known yet.{age}"
    return f"{how}, {began.astimezone():%H:%M} to {ended.astimezone():%H:%M}."


def hand_over(newest: Sequence[Delivery]) -> dict[str, str] | None:
    """The square and the link by which a person takes the newest turn where it is not yet. where: "" for the league."""
    for delivery in newest:
        to = desk().office.destinations.of(delivery.to)
        if (
            isinstance(to, Site)
            and to.by_hand
            and delivery.state in OPEN
            and (link := to.link(delivery.report))
        ):
            return {"link": link, "square": drawn(link), "where": to.name}
    if not newest or newest[0].report.began is None or newest[0].state in ("sent", "spare"):
        return None
    first, hub = newest[0], desk().office.destinations.hub()
    if hub and first.to == HUB:
        link = link_of(hub.url, first.body or first.report.report.body)
    else:
        link = outside("league_bring.hand_over", report=first.report.key)
    return {"link": link, "square": drawn(link), "where": ""}


def is_once(to: str) -> bool:
    """Whether the same turn may be sent there as often as one likes, and counts once."""
    found = desk().office.destinations.of(to)
    return found is not None and found.once


def is_by_hand(to: str) -> bool:
    """Whether a person reports there."""
    found = desk().office.destinations.of(to)
    return isinstance(found, Site) and found.by_hand
