"""The button plays the match as the page does, and the lamp says what needs a person."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from seen_dice import roll
from waiting import until

from hardware import panel as panels
from hardware.panel import BUTTON
from vision.nouns import Trouble
from webui.assembly import open_desk
from webui.config import Settings
from webui.desk import Desk
from webui.match.ledger import Refused
from webui.panel import act, attach, sign_of

gpiozero = pytest.importorskip("gpiozero", reason="gpiozero is not installed")
mock = pytest.importorskip("gpiozero.pins.mock")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    opened = open_desk(Settings(data=tmp_path, camera="none"))
    yield opened
    opened.close()


def lines(desk: Desk) -> tuple[str, ...]:
    return desk.board().lines[2:]


def test_short_keeps_what_scores_most_long_stops_and_double_takes_back(desk: Desk) -> None:
    desk.presses.new(0, "morning-roll", ["Ann", "Bo"])
    desk.sightings.see(roll((1, 1, 4, 6, 2, 3)))
    act(desk, "short")
    assert lines(desk)[-1] == "keep 1 1"
    act(desk, "double")
    assert lines(desk)[-1] == "undo"
    act(desk, "long")
    assert lines(desk)[-1] == "stop 1 1"
    with pytest.raises(Refused, match="throw"):
        act(desk, "short")


def test_when_a_match_is_over_a_short_press_begins_the_next_one(desk: Desk) -> None:
    act(desk, "short")
    assert desk.board().state is None, "nobody has said who plays"
    desk.presses.new(0, "morning-roll", ["Ann"], rounds=1)
    desk.sightings.see(roll((1, 1, 4, 6, 2, 3)))
    act(desk, "long")
    assert desk.board().state.outcome  # type: ignore[union-attr]
    act(desk, "long")
    assert desk.board().state.outcome, "only a short press begins"  # type: ignore[union-attr]
    act(desk, "short")
    assert desk.board().players == ("Ann",)
    assert not desk.board().state.outcome  # type: ignore[union-attr]


def test_what_is_asked_is_for_the_page(desk: Desk) -> None:
    desk.presses.new(0, "morning-roll", ["Ann"])
    desk.sightings.see(roll((1, 1, 4, 6, 2, None)))
    with pytest.raises(Refused, match="answer it on the page"):
        act(desk, "short")
    assert sign_of(desk.board()) == "asking"


def test_the_sign_is_what_needs_a_person_first(desk: Desk) -> None:
    assert sign_of(desk.board()) == "ready"
    assert sign_of(replace(desk.board(), troubles=(Trouble("dark", "Dark.", "Lamp.", 0.0),))) == "trouble"
    desk.presses.new(0, "morning-roll", ["Ann", "Bo"])
    desk.sightings.see(roll((2, 2, 3, 4, 6, 6)))
    assert sign_of(desk.board()) == "bust"


def test_a_press_of_the_real_button_reaches_the_match(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    factory = mock.MockFactory()
    monkeypatch.setattr(gpiozero.Device, "pin_factory", factory)
    for name, seconds in (("DOUBLE_S", 0.05), ("BOUNCE_S", None)):
        monkeypatch.setattr(panels, name, seconds)
    desk.presses.new(0, "morning-roll", ["Ann"])
    desk.sightings.see(roll((1, 1, 4, 6, 2, 3)))
    panel = attach(desk)
    assert panel is not None
    factory.pin(BUTTON).drive_low()
    factory.pin(BUTTON).drive_high()
    assert until(lambda: lines(desk)[-1] == "keep 1 1")
    panel.close()
    factory.reset()


def test_a_machine_without_a_panel_plays_on_with_one_line(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(
        panels, "_open", lambda *pins: (_ for _ in ()).throw(panels.PanelError("There is no panel."))
    )
    with caplog.at_level(logging.INFO, logger="rollcall"):
        assert attach(desk) is None
    assert [each.message for each in caplog.records] == ["There is no panel."]
