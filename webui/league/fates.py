# Tested by tests/test_webui_league_table.py.
"""What the table is to hear of its reports: what has become of each, and who throws again on a day that is told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engine.log import Match
from webui.calls.league import Fate, What
from webui.calls.values import Name
from webui.league.destinations import Destinations, Here
from webui.league.finished import GAME
from webui.league.outgoing import OPEN, Delivery
from webui.league.secret import folded


def fates(deliveries: Sequence[Delivery], destinations: Destinations, trust: str) -> tuple[Fate, ...]:
    """What is known of each. trust: by what the clock is known; "" where it is not."""
    return tuple(_fate(each, destinations, trust) for each in deliveries)


def _fate(delivery: Delivery, destinations: Destinations, trust: str) -> Fate:
    to, report = destinations.of(delivery.to), delivery.report
    return Fate(
        key=f"{report.key}.{delivery.to}",
        player=Name(report.player, 1),
        score=report.score,
        league=to.name if to else delivery.to.removeprefix("site "),
        what=_what(delivery, trust),
        cause="connection" if trust else "clock",
        came_late=isinstance(to, Here) and _came_late(to, delivery),
        answer=delivery.answer,
    )


def _what(delivery: Delivery, trust: str) -> What:
    match delivery.state:
        case "sent":
            return "stands" if delivery.report.undone else "reported"
        case "unknown" if delivery.tries:
            return "asks"
        case "late" | "refused":
            return delivery.state
        case "waiting" if delivery.tries or not trust:
            return "held"
        case _:
            return "open"


def _came_late(here: Here, delivery: Delivery) -> bool:
    ended = delivery.report.ended
    closes = here.closes(delivery.report.player, ended) if ended else None
    return closes is not None and delivery.changed >= closes


def throws_again(
    match: Match | None, deliveries: Sequence[Delivery], here: Here, now: datetime
) -> str | None:
    """The player who has begun a turn on a day of which one is told already; None where nobody has."""
    if match is None or match.game != GAME or not (match.state.thrown or match.state.rolls):
        return None
    player = str(match.state.player)
    today = here.today(player, now)
    told = any(
        folded(each.report.player) == folded(player)
        and each.report.day == today
        and each.state in (*OPEN, "sent")
        and not (each.report.undone and each.state != "sent")
        for each in deliveries
    )
    return player if told and not here.opened(player) else None
