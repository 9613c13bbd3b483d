"""One button, one lamp and one buzzer on the pins of a Raspberry Pi, by gpiozero.

Wiring (BCM numbers): button between GPIO 17 and ground; lamp: GPIO 27, 330 ohms, LED, ground; an active buzzer between
GPIO 22 and ground. The lamp rests lit, blinks in a pattern for each thing it says, and is out when the Pi may be
unplugged.
"""

from __future__ import annotations

import threading
import time
import warnings
from collections.abc import Callable, Mapping
from typing import Any, Literal

Press = Literal["short", "double", "long", "off"]
"""What a person asks for: confirm or start, undo, stop the turn, switch off."""
Sign = Literal["ready", "asking", "bust", "trouble", "off"]
"""What the lamp and the buzzer say."""

BUTTON = 17
LAMP = 27
BUZZER = 22
DOUBLE_S = 0.35
"""Seconds within which a second press makes a double one. Larger: a single press is acted on later."""
LONG_S = 3.0
"""Seconds from which a press is a long one. Smaller: a turn is stopped by a hand that rests on the button."""
OFF_S = 8.0
"""Seconds from which a press switches off. Smaller: that happens by accident."""
BOUNCE_S = 0.03
"""Seconds in which a button's contacts settle. Larger: fast presses run into one another."""

PATTERNS: Mapping[Sign, tuple[float, float, int]] = {
    "ready": (0.0, 0.0, 0),
    "asking": (0.5, 0.5, 3),
    "bust": (0.15, 0.15, 6),
    "trouble": (1.0, 1.0, 2),
    "off": (0.0, 0.0, 0),
}
"""Seconds lit, seconds dark and how often; then the lamp rests again. Each has its rhythm: never only a colour."""
BUZZED: tuple[Sign, ...] = ("asking", "bust")


class PanelError(Exception):
    """There are no pins, or something else holds them: a sentence."""


class Panel:
    """The pins while they are ours. pressed: called in a thread of its own with each press, as soon as it is known.

    Raises PanelError where there is no panel to be had.
    """

    def __init__(
        self, pressed: Callable[[Press], None], pins: tuple[int, int, int] = (BUTTON, LAMP, BUZZER)
    ) -> None:
        self._pressed = pressed
        self._lock = threading.Lock()
        self._waiting: threading.Timer | None = None
        self._since_s: float | None = None
        self._turn = 0
        self._button, self._lamp, self._buzzer = _open(*pins)
        self._button.when_pressed = self._down
        self._button.when_released = self._up
        self._lamp.on()

    def say(self, sign: Sign) -> None:
        """Blink this, and go back to rest; the buzzer tells what must not be missed."""
        lit_s, dark_s, times = PATTERNS[sign]
        self._turn += 1
        if sign == "off":
            self._lamp.off()
        elif not times:
            self._lamp.on()
        else:
            threading.Thread(target=self._blink, args=(self._turn, PATTERNS[sign]), daemon=True).start()
        if sign in BUZZED:
            self._buzzer.beep(lit_s, dark_s, min(times, 2), background=True)

    def _blink(self, turn: int, pattern: tuple[float, float, int]) -> None:
        """Blink, and rest lit again, unless something else is said by then."""
        self._lamp.blink(*pattern, background=False)
        if turn == self._turn and not self._lamp.closed:
            self._lamp.on()

    def _down(self) -> None:
        self._since_s = time.monotonic()

    def _up(self) -> None:
        since_s, self._since_s = self._since_s, None
        if since_s is None:
            return
        held_s = time.monotonic() - since_s
        if held_s >= LONG_S:
            self._pressed("off" if held_s >= OFF_S else "long")
        else:
            self._once()

    def _once(self) -> None:
        """A short press is known to be one only when no second one follows."""
        with self._lock:
            first, self._waiting = self._waiting, None
            if first is None:
                self._waiting = threading.Timer(DOUBLE_S, self._alone)
                self._waiting.start()
        if first is not None:
            first.cancel()
            self._pressed("double")

    def _alone(self) -> None:
        with self._lock:
            self._waiting = None
        self._pressed("short")

    def close(self) -> None:
        """Give the pins back; the lamp goes out. May be called twice."""
        with self._lock:
            waiting, self._waiting = self._waiting, None
        if waiting:
            waiting.cancel()
        for part in (self._button, self._lamp, self._buzzer):
            part.close()


def _open(button: int, lamp: int, buzzer: int) -> tuple[Any, Any, Any]:
    try:
        from gpiozero import LED, Button, Buzzer
    except ImportError:
        raise PanelError("There is no panel: gpiozero is not installed.") from None
    opened: list[Any] = []
    try:
        with warnings.catch_warnings():
            # gpiozero warns of each way to the pins that this machine lacks; what it ends with is told below.
            warnings.simplefilter("ignore")
            opened.append(Button(button, bounce_time=BOUNCE_S))
        opened.append(LED(lamp))
        opened.append(Buzzer(buzzer))
    except Exception as error:  # gpiozero raises one of many, by what the system lacks
        for part in opened:
            part.close()
        raise PanelError(
            f"There is no panel: this machine has no pins for one ({type(error).__name__})."
        ) from None
    return opened[0], opened[1], opened[2]
