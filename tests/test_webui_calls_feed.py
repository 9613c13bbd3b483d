"""The feed: what a page is to say now, and what can be heard again; what was taken back can not."""

from __future__ import annotations

from told_calls import Told

from webui.calls.breath import Breath
from webui.calls.feed import RECENT, Feed


def test_breaths_are_numbered_so_that_a_page_says_what_is_newer_and_the_numbers_outlive_a_restart() -> None:
    feed = Feed()
    first = feed.newest
    told = Told().new("morning-roll", "Ann").add("throw 1 2 2 3 4 6")
    for each in told.said:
        feed.say(each)
    assert [each.number for each in feed.recent()] == [first + 1, first + 2] == [feed.newest - 1, feed.newest]
    assert Feed().newest > 0


def test_a_page_is_sent_the_newest_breaths_only() -> None:
    feed, told = Feed(), Told().new("420", "Ann", "Bo")
    for _ in range(2 * RECENT):
        feed.say(told.said[0])
    assert len(feed.recent()) == RECENT


def test_nothing_said_is_no_breath() -> None:
    feed = Feed()
    before = feed.newest
    feed.say(Breath())
    assert (feed.newest, feed.recent()) == (before, ())


def test_the_last_calls_can_be_heard_again_but_not_those_that_are_no_longer_true() -> None:
    feed, told = Feed(), Told().new("morning-roll", "Ann", "Bo").add("throw 1 2 2 3 4 6").add("stop 1")
    for each in told.said:
        feed.say(each)
    assert [feed.last(back).id for back in range(3) if feed.last(back)] == [
        "turn.begins",
        "stop.banked",
        "roll.read",
    ]
    feed.say(told.add("undo").said[-1])
    assert [feed.last(back).id for back in range(3) if feed.last(back)] == [
        "undo.done",
        "roll.read",
        "turn.begins",
    ]
    assert feed.last(30) is None


def test_what_was_said_before_a_start_can_be_heard_again_and_is_not_said_now() -> None:
    feed, told = Feed(), Told().new("420", "Ann", "Bo")
    feed.know(told.calls)
    assert feed.recent() == ()
    last = feed.last(0)
    assert last is not None
    assert last.id == "turn.begins"
