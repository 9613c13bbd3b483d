"""The calls of the league at the table: an open turn that must end, and what becomes of the reports. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from webui.calls.call import Call, call
from webui.calls.values import Name

CLOSES = "20:00"
CLOSING = "league-closes-"
CLOSED = "league-closed"
What = Literal["reported", "held", "asks", "late", "refused", "stands", "open"]
"""What is known of a report: it is there, it waits, a person is asked, it came too late, it was not taken, it is there
though its turn was taken back at the table; `open`: nothing that is said."""


@dataclass(frozen=True)
class Fate:
    """What has become of a report. key: of the report and whom it is told. league: whom, for people.

    cause: what a report that is held waits for. came_late: it counts, after its day had closed. answer: why it was not
    taken, in the words of the league.
    """

    key: str
    player: Name
    score: int
    league: str
    what: What
    cause: Literal["connection", "clock"] = "connection"
    came_late: bool = False
    answer: str = ""


def calls(before: Sequence[str], now: Sequence[str], at: str) -> tuple[Call, ...]:
    """What is said of the troubles of the league that are new, by their codes. at: how their events begin."""
    new = [code for code in now if code not in before]
    closing = [code.removeprefix(CLOSING) for code in new if code.startswith(CLOSING)]
    said = [
        call("league.closing", {"minutes": int(left), "time": CLOSES}, event=f"{at}/league.closing")
        for left in closing
    ]
    if CLOSED in new:
        said.append(call("league.closed", {"time": CLOSES}, event=f"{at}/league.closed"))
    return tuple(said)


def reported(before: Mapping[str, What], now: Sequence[Fate]) -> tuple[Call, ...]:
    """What is said of reports of which something else is known than before, by their keys."""
    return tuple(_said(fate) for fate in now if fate.what != "open" and before.get(fate.key) != fate.what)


def rolled_today(player: Name, at: str) -> Call:
    """A player whose turn of the day is told already throws once more. at: how the event begins."""
    return call("league.done", {"name": player}, event=f"{at}/league.done")


def withdrawn(score: int, at: str) -> Call:
    """A player has withdrawn a turn. at: how the event begins."""
    return call("league.withdrawn", {"score": score, "stands": "no"}, event=f"{at}/league.withdrawn")


def _said(fate: Fate) -> Call:
    at = f"report/{fate.key}/{fate.what}"
    fields = {"name": fate.player, "score": fate.score, "league": fate.league}
    match fate.what:
        case "reported":
            late = "yes" if fate.came_late else "no"
            return call("league.reported", {**fields, "late": late}, event=f"{at}/league.reported")
        case "held":
            return call("league.held", {**fields, "cause": fate.cause}, event=f"{at}/league.held")
        case "asks":
            return call("league.asks", fields, event=f"{at}/league.asks")
        case "stands":
            return call("league.withdrawn", {**fields, "stands": "yes"}, event=f"{at}/league.withdrawn")
        case _:
            why = fate.answer if fate.what == "refused" else None
            return call("league.late", {**fields, "why": why}, event=f"{at}/league.late")
