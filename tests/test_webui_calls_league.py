"""The league at the table: an open turn is told once when it must end soon, and once that it counts no more."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from webui.calls.feed import Feed
from webui.calls.language import How, english
from webui.calls.league import calls
from webui.calls.watching import TroubleWatch


@pytest.mark.parametrize(
    ("before", "now", "said"),
    [
        ((), ("league-closes-15",), ["The league closes at 20:00, in 15 minutes. A turn is open."]),
        (("league-closes-15",), ("league-closes-15",), []),
        (
            ("league-closes-15",),
            ("league-closes-5",),
            ["The league closes at 20:00, in 5 minutes. A turn is open."],
        ),
        ((), ("league-closed",), ["It is 20:00: the league is closed, and this open turn does not count."]),
        ((), ("league-asks", "dark"), []),
    ],
)
def test_what_is_new_is_said_once(before: Sequence[str], now: Sequence[str], said: list[str]) -> None:
    assert [english().sentence(each, How()) for each in calls(before, now, "league/1")] == said


def test_the_watch_says_it_at_once() -> None:
    feed, codes = Feed(), ["league-closes-15"]
    watch = TroubleWatch(feed, lambda: codes, lambda: False, lambda: None)
    watch.look()
    watch.look()
    (breath,) = feed.recent()
    assert [each.id for each in breath.breath.calls] == ["league.closing"]
    watch.close()
