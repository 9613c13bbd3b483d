"""The panel on gpiozero's mock pins, and the machine that has no pins at all."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
import waiting
from second_clock import SecondClock
from waiting import until

from hardware import panel as panels
from hardware.panel import BUTTON, BUZZER, LAMP, LONG_S, OFF_S, PATTERNS, Panel, PanelError

gpiozero = pytest.importorskip("gpiozero", reason="gpiozero is not installed")
mock = pytest.importorskip("gpiozero.pins.mock")


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    factory = mock.MockFactory()
    monkeypatch.setattr(gpiozero.Device, "pin_factory", factory)
    monkeypatch.setattr(panels, "BOUNCE_S", None)
    yield factory
    factory.reset()


@pytest.fixture
def panel(pins: object) -> Iterator[tuple[Panel, list[str]]]:
    pressed: list[str] = []
    made = Panel(pressed.append)
    yield made, pressed
    made.close()


def test_one_press_is_short_two_are_double_and_held_it_is_long_or_off(
    pins: mock.MockFactory, panel: tuple[Panel, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, pressed = panel
    clock = SecondClock()
    monkeypatch.setattr(panels, "time", SimpleNamespace(monotonic=clock))

    def press(seconds: float = 0.0) -> None:
        pins.pin(BUTTON).drive_low()
        clock.now_s += seconds
        pins.pin(BUTTON).drive_high()

    monkeypatch.setattr(panels, "DOUBLE_S", 0.01)
    press(LONG_S - 0.1)
    assert until(lambda: pressed == ["short"])
    monkeypatch.setattr(panels, "DOUBLE_S", waiting.LONG_S)
    press()
    press()
    assert pressed == ["short", "double"]
    for seconds, told in ((LONG_S, "long"), (OFF_S - 0.1, "long"), (OFF_S, "off")):
        press(seconds)
        assert pressed.pop() == told


def test_the_lamp_rests_lit_blinks_and_rests_again(
    pins: mock.MockFactory, panel: tuple[Panel, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    made, _ = panel
    lamp = pins.pin(LAMP)
    assert lamp.state
    monkeypatch.setitem(PATTERNS, "bust", (0.02, 0.02, 3))  # type: ignore[arg-type]
    lamp.clear_states()
    made.say("bust")
    assert until(lambda: [each.state for each in lamp.states][-1:] == [True] and len(lamp.states) >= 7)
    assert until(lambda: any(each.state for each in pins.pin(BUZZER).states))
    made.say("off")
    assert not lamp.state
    made.say("ready")
    assert lamp.state


def test_each_sign_has_a_rhythm_of_its_own() -> None:
    blinks = [pattern for sign, pattern in PATTERNS.items() if pattern[2]]
    assert len(set(blinks)) == len(blinks)


def test_pins_that_are_given_back_can_be_had_again(pins: mock.MockFactory) -> None:
    for _ in range(2):
        made = Panel(lambda press: None)
        made.close()
        made.close()


def test_pins_that_another_part_holds_are_a_sentence_and_the_others_are_given_back(
    pins: mock.MockFactory,
) -> None:
    held = gpiozero.LED(BUZZER)
    with pytest.raises(PanelError, match="There is no panel"):
        Panel(lambda press: None)
    held.close()
    Panel(lambda press: None).close()


def test_a_machine_without_pins_is_one_calm_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # gpiozero tells of each library that it tried
        with pytest.raises(
            PanelError, match=r"There is no panel: this machine has no pins for one \(\w+\)\.$"
        ):
            Panel(lambda press: None)
