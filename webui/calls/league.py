"""The calls of the league at the table: that an open turn must end soon, or does not count any more. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from webui.calls.call import Call, call

CLOSES = "20:00"
CLOSING = "league-closes-"
CLOSED = "league-closed"


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
