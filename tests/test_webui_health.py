"""Troubles: said once when they start, once when they end, and the worst first."""

from __future__ import annotations

import logging

import pytest

from vision.nouns import Trouble
from webui.health import Health


def dark(what: str = "The light is low.", since_s: float = 1.0) -> Trouble:
    return Trouble("dark", what, "Switch on a lamp.", since_s)


def test_a_trouble_is_logged_once_when_it_starts_and_once_when_it_ends(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "rollcall")
    health = Health()
    for _ in range(50):
        health.hold("vision", [dark()])
    for _ in range(50):
        health.hold("vision", [])
    assert [record.getMessage() for record in caplog.records] == [
        "dark: The light is low. Switch on a lamp.",
        "dark is over: The light is low.",
    ]


def test_a_trouble_keeps_the_moment_it_began_though_its_words_change() -> None:
    health = Health()
    health.hold("vision", [dark("No light for 1 s.", since_s=1)])
    health.hold("vision", [dark("No light for 9 s.", since_s=9)])
    assert health.troubles() == (dark("No light for 9 s.", since_s=1),)


def test_what_one_says_does_not_end_what_another_says() -> None:
    health = Health()
    health.start("camera", "camera-lost", "It is gone.", "Plug it in.")
    health.hold("vision", [dark()])
    health.hold("vision", [])
    health.end("vision", "camera-lost")
    assert [each.code for each in health.troubles()] == ["camera-lost"]
    health.end("camera", "camera-lost")
    assert health.troubles() == ()


def test_the_worst_comes_first() -> None:
    health = Health()
    health.hold("vision", [dark()])
    health.start("camera", "camera-silent", "Nothing comes.", "Look at the cable.")
    health.start("store", "store", "The disk is full.", "Make room.")
    health.start("program", "our-fault", "Something broke.", "Tell us.")
    assert [each.code for each in health.troubles()] == ["our-fault", "store", "camera-silent", "dark"]


def test_pages_are_told_only_when_something_changed() -> None:
    told: list[int] = []
    health = Health(lambda: told.append(1))
    health.end("store", "store")
    health.hold("vision", [])
    assert told == []
    for _ in range(10):
        health.hold("vision", [dark()])
    assert len(told) == 1
    health.hold("vision", [])
    assert len(told) == 2


def test_whoever_is_told_may_ask_at_once() -> None:
    seen: list[tuple[Trouble, ...]] = []
    health = Health(lambda: seen.append(health.troubles()))
    health.hold("vision", [dark()])
    assert seen == [(dark(),)]
