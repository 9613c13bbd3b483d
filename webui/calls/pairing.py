# Tested by tests/test_webui_calls_watching.py.
"""The calls of pairing: the letters of a table, and the devices that come and go. Pure but for `Devices`."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Literal

from webui.calls.call import Call, call
from webui.calls.values import Name, Spelt

Role = Literal["host", "player", "watcher", "camera"]
GONE_S = 30.0
"""Seconds without a word from a device until it is gone. Larger: later news. Smaller: a lost picture is told."""


def code(letters: str) -> Call:
    """The letters that a device is to type, for the page that shows them."""
    return call("pair.code", {"code": Spelt(letters)})


def wrong(left: int) -> Call:
    """Letters that open nothing, for the page that typed them. left: tries until one has to wait."""
    return call("pair.wrong", {"count": left})


def joined(name: str, role: Role, at: str) -> Call:
    """A device belongs to the table. at: what its event is known by."""
    return call("pair.joined", {"name": Name(name, 1), "role": role}, event=f"pair/{at}/pair.joined")


class Devices:
    """Which device was heard when; one that is silent for long is said to be gone, once. Thread-safe.

    clock: monotonic seconds.
    """

    def __init__(self, say: Callable[[Call], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._say, self._clock = say, clock
        self._lock = threading.Lock()
        self._heard: dict[str, tuple[str, float]] = {}
        self._timer: threading.Timer | None = None

    def heard(self, mark: str, name: str) -> None:
        """This device is there. mark: what it is known by."""
        with self._lock:
            self._heard[mark] = (name, self._clock())
            if self._timer is None:
                self._wait(GONE_S)

    def forget(self, mark: str) -> None:
        """This device is not awaited any more."""
        with self._lock:
            self._heard.pop(mark, None)

    def look(self) -> None:
        """Say which are gone."""
        with self._lock:
            now_s = self._clock()
            gone = {mark: name for mark, (name, at_s) in self._heard.items() if now_s - at_s >= GONE_S}
            self._heard = {mark: each for mark, each in self._heard.items() if mark not in gone}
            self._timer = None
            if self._heard:
                self._wait(GONE_S - now_s + min(at_s for _, at_s in self._heard.values()))
        for mark, name in gone.items():
            event = f"pair/{mark}.{now_s:.3f}/pair.gone"
            self._say(call("pair.gone", {"name": Name(name, 1)}, event=event))

    def close(self) -> None:
        """Look no more."""
        with self._lock:
            if self._timer:
                self._timer.cancel()

    def _wait(self, seconds: float) -> None:
        self._timer = threading.Timer(seconds, self.look)
        self._timer.daemon = True
        self._timer.start()
