"""Troubles are said when they have lasted, the worst alone, once; what comes and goes is left alone."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from told_calls import plain
from waiting import LONG_S

from webui.calls.call import Call
from webui.calls.feed import Feed
from webui.calls.language import How, english
from webui.calls.trouble import KINDS, LASTS_S, OFTEN, OFTEN_S, Troubles, parts_of
from webui.calls.watching import TroubleWatch


def said(calls: Sequence[Call], level: str = "full") -> list[str]:
    return [plain(english().sentence(each, How(level, "caption"))) for each in calls]  # type: ignore[arg-type]


def steps(*looks: tuple[float, Sequence[str], bool]) -> list[str]:
    """What is said in a row of looks: at a time, these troubles, whether dice roll."""
    troubles, told = Troubles(), []
    for now_s, codes, moving in looks:
        troubles, calls = troubles.step(codes, now_s, moving)
        told += said(calls)
    return told


DARK, GOOD = "Too dark. Switch on a lamp above the table.", "Light is good."


def test_a_trouble_is_said_when_it_has_lasted_and_its_end_only_where_it_was_said() -> None:
    assert steps((0, ["dark"], False), (1, ["dark"], False)) == []
    assert steps((0, ["dark"], False), (1.6, ["dark"], False), (9, ["dark"], False), (10, [], False)) == [
        DARK,
        GOOD,
    ]
    assert steps((0, ["dark"], False), (1, [], False), (9, [], False)) == []


def test_of_several_the_worst_is_said() -> None:
    told = steps((0, ["camera-silent", "dark"], False), (2, ["camera-silent", "dark"], False))
    assert told == ["The camera is silent. Check its cable, or press T."]


def test_while_dice_roll_only_a_silent_camera_is_said() -> None:
    assert steps((0, ["dark"], True), (2, ["dark"], True)) == []
    assert steps((0, ["dark"], True), (2, ["dark"], True), (3, ["dark"], False)) == [DARK]
    assert steps((0, ["camera-silent"], True), (2, ["camera-silent"], True)) != []


def comes_and_goes(times: int, every_s: float) -> list[tuple[float, Sequence[str], bool]]:
    looks: list[tuple[float, Sequence[str], bool]] = []
    for n in range(times):
        looks += [
            (n * every_s, ["glare"], False),
            (n * every_s + 2, ["glare"], False),
            (n * every_s + 3, [], False),
        ]
    return looks


def test_one_that_comes_and_goes_is_quiet_until_it_stayed_away_for_a_minute() -> None:
    often = comes_and_goes(6, 10)
    assert len(steps(*often)) == 2 * OFTEN
    away = [(50 + OFTEN_S + 4, ["glare"], False), (50 + OFTEN_S + 6, ["glare"], False)]
    assert len(steps(*often, *away)) == 2 * OFTEN + 1
    assert len(steps(*comes_and_goes(6, OFTEN_S))) == 12


def test_it_is_told_when_to_look_again() -> None:
    troubles, _ = Troubles().step(["dark"], 1.0, False)
    assert troubles.again_s(1.0) == LASTS_S
    troubles, _ = troubles.step(["dark"], 3.0, False)
    assert troubles.again_s(3.0) is None


def test_every_kind_has_its_sentences_and_what_is_not_named_only_stands_on_the_page() -> None:
    for kind in set(KINDS.values()):
        for message in (f"what-{kind}", f"do-{kind}", f"good-{kind}"):
            assert english().has(message), message
    assert steps((0, ["clip-over"], False), (2, ["clip-over"], False)) == []
    assert [part.id for part in parts_of(["clip-over", "dark", "camera-lost", "camera-silent"])] == [
        "what-dark",
        "what-silent",
    ]


def test_the_watch_looks_again_by_itself() -> None:
    feed, told = Feed(), threading.Event()
    watch = TroubleWatch(feed, lambda: ["dark"], lambda: False, told.set)
    watch.look()
    assert feed.recent() == ()
    assert told.wait(LONG_S)
    (breath,) = feed.recent()
    assert said(breath.breath.calls) == [DARK]
    watch.close()
    watch.look()
    assert len(feed.recent()) == 1
