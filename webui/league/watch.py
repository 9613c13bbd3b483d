"""What the league has to say at the table: that an open turn must end soon, that a report waits for a person."""

from __future__ import annotations

from datetime import datetime, timedelta

from engine.log import Match
from vision.nouns import Trouble
from webui.league.finished import GAME
from webui.league.outgoing import Delivery

SOON = (timedelta(minutes=5), timedelta(minutes=15))
"""How long before eight in the evening an open turn is told so: at 19:55 and at 19:45."""


def closing(match: Match | None, now: datetime, closes: datetime | None) -> Trouble | None:
    """The trouble that the turn on the table must end soon. closes: when the player's day does; None for none."""
    if closes is None or match is None or match.game != GAME or not match.state.rolls:
        return None
    left = closes - now
    if left <= timedelta(0):
        what = "Morning Roll has closed for the night."
        do = f"{match.state.player}, this turn is not reported. Play it on for its own sake."
        return Trouble("league-closed", what, do, 0.0)
    minutes = next((int(soon.total_seconds() // 60) for soon in SOON if left <= soon), 0)
    if not minutes:
        return None
    do = f"{match.state.player}, this turn counts if it ends before 20:00."
    return Trouble(f"league-closes-{minutes}", f"Morning Roll closes in {minutes} minutes.", do, 0.0)


def asked(deliveries: tuple[Delivery, ...]) -> Trouble | None:
    """The trouble that somebody must say whether a report has arrived, or that one was not taken."""
    for each in deliveries:
        if each.state == "unknown" and each.tries:
            what = f"Did {each.report.player}’s {each.report.score:,} arrive?"
            return Trouble("league-asks", what, "Look at League, Reports of this table.", 0.0)
    return None


def untold(deliveries: tuple[Delivery, ...], trust: str) -> Trouble | None:
    """The trouble that reports wait because nobody knows what time it is."""
    if trust or not any(each.state == "waiting" for each in deliveries):
        return None
    return Trouble(
        "league-clock",
        "This table does not know what time it is, so reports wait.",
        "Open League, Reports of this table on a phone.",
        0.0,
    )
