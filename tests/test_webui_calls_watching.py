"""What comes and goes by itself is said once: a throw that takes long, a device that is gone, reports of the league."""

from __future__ import annotations

from pathlib import Path

from counted_words import Counted
from leagued import SetClock, begun, desk_of, joined, known_here, opened, played
from told_calls import plain

from vision.throw import wait
from webui.calls.call import Call
from webui.calls.feed import Feed
from webui.calls.language import How, english
from webui.calls.league import Fate, What, reported, rolled_today, withdrawn
from webui.calls.pairing import GONE_S, Devices, code, wrong
from webui.calls.pairing import joined as joined_by
from webui.calls.values import Name
from webui.calls.watching import SLOW_S, WHY_SLOW, ReportWatch, SlowWatch


def text(call: Call) -> str:
    return plain(english().sentence(call, How("full", "caption")))


def test_a_throw_that_takes_long_is_said_once_with_what_it_waits_for() -> None:
    said: list[Call] = []
    slow = SlowWatch(said.append)
    for now_s in (0.0, 3.9, SLOW_S, 9.0):
        slow.look("hand", now_s)
    assert [text(each) for each in said] == ["Still looking: a hand is there."]
    slow.look("", 10.0)
    slow.look("moving", 11.0)
    slow.look("moving", 14.9)
    assert len(said) == 1
    slow.look("moving", 15.0)
    assert text(said[1]) == "Still looking: a die still moves."


def test_dice_that_nobody_has_thrown_yet_are_not_looked_for() -> None:
    said: list[Call] = []
    slow = SlowWatch(said.append)
    for waits in ("empty", "count", "more", "lies"):
        assert waits not in WHY_SLOW
        slow.look(waits, 0.0)
        slow.look(waits, 2 * SLOW_S)
        slow.look("", 0.0)
    assert said == []


def test_every_wait_that_is_said_is_one_of_vision() -> None:
    codes = {each.code for each in vars(wait).values() if isinstance(each, wait.Wait)}
    assert set(WHY_SLOW) <= codes


def test_a_device_is_gone_once_and_one_that_speaks_is_not() -> None:
    said: list[Call] = []
    now = [0.0]
    devices = Devices(said.append, lambda: now[0])
    devices.heard("a", "Ann’s phone")
    devices.heard("b", "Bo’s phone")
    now[0] = GONE_S - 1
    devices.heard("b", "Bo’s phone")
    now[0] = GONE_S
    devices.look()
    devices.look()
    devices.close()
    assert [text(each) for each in said] == ["The device of Ann’s phone is gone; the game goes on."]


def fate(what: What, **facts: object) -> Fate:
    return Fate("k", Name("Ann", 1), 600, "the league", what, **facts)  # type: ignore[arg-type]


def told(*steps: tuple[Fate, ...]) -> list[str]:
    """What is said in a row of looks."""
    feed = Feed()
    watch = ReportWatch(feed, lambda: None)
    for fates in steps:
        watch.look(fates, "", "")
    return [text(each) for breath in feed.recent() for each in breath.breath.calls]


def test_what_becomes_of_a_report_is_said_once_and_nothing_of_what_was_before_the_start() -> None:
    assert told((fate("reported"),)) == []
    assert told((), (fate("open"),), (fate("held"),), (fate("held"),), (fate("reported"),)) == [
        "600 is held here and sent when the connection is back.",
        "600 for Ann is reported to the league.",
    ]
    assert told((fate("held"),), (fate("held", cause="clock"),)) == []
    assert told((), (fate("held", cause="clock"),)) == ["600 is held here and sent when the clock is back."]
    assert told((), (fate("reported", came_late=True),)) == [
        "600 for Ann is reported to the league, came late."
    ]
    assert told((), (fate("late"),)) == ["Too late for the league: 600 of Ann is kept here only."]
    assert told((), (fate("refused", answer="No such player."),)) == [
        "Not taken by the league: No such player."
    ]
    assert told((), (fate("asks"),)) == [
        "No answer from the league: look whether 600 stands there. It is not sent twice."
    ]


def test_what_comes_by_itself_is_no_longer_than_it_may_be() -> None:
    said: list[Call] = [
        joined_by("Anna Maria’s old phone", "camera", "1"),
        code("BKCMDF"),
        wrong(4),
        wrong(0),
    ]
    for what in ("reported", "held", "asks", "late", "stands"):
        said += reported({}, [fate(what, came_late=True)])  # type: ignore[arg-type]
    said += [rolled_today(Name("Anna Maria von und zu Lang", 1), "1"), withdrawn(1950, "1")]
    slow = SlowWatch(said.append)
    for waits in sorted(WHY_SLOW):
        for now_s in (0.0, SLOW_S):
            slow.look(waits, now_s)
        slow.look("", 0.0)
    for call in said:
        assert Counted().words_of(call, How("brief")) <= 6, text(call)
        assert Counted().words_of(call, How("full")) <= 26, text(call)
        assert Counted().sentences_of(call, How("full")) <= 3, text(call)


def test_a_day_of_the_league_is_heard_at_the_table(tmp_path: Path) -> None:
    clock = SetClock()
    app = opened(tmp_path, clock)
    desk = desk_of(app)
    tom = begun(app)
    ann = joined(app, tom, "Ann")
    known_here(app, ann, "Ann")
    desk.office.look()
    played(desk, "Ann", "throw 1 1 1 2 3 4", "stop 1 1 1")
    clock.go(seconds=31)
    desk.office.sender.work()
    desk.office.look()
    heard = [text(each) for breath in desk.feed.recent() for each in breath.breath.calls]
    assert heard[-1] == "1,000 for Ann is reported to the league."
    played(desk, "Ann", "throw 1 1 1 2 3 4")
    for _ in range(2):
        desk.office.look()
    heard = [text(each) for breath in desk.feed.recent() for each in breath.breath.calls]
    assert heard[-1] == "Ann has rolled today. This turn is practice."
    assert heard.count(heard[-1]) == 1
    (delivery,) = desk.office.box.shown()
    ann.post(f"/league/turns/{delivery.report.key}/withdraw")
    assert text(desk.feed.recent()[-1].breath.calls[0]) == "The reported 1,000 is withdrawn."
    desk.close()
