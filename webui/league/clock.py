# Tested by tests/test_webui_league_clock.py.
"""What time it is, and by what one may believe it.

A Raspberry Pi has no battery for its clock: after a start without a network it may say any day. So nothing is dated
until the clock was synchronised since the start of the program, or is within a minute of that of a phone on the page,
or a person at the page has said that the time shown there is right. Until then a turn has only its age (`uptime.py`).
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Literal

from webui.storage.uptime import Uptime, uptime

Trust = Literal["", "synchronised", "phone"]
NEAR = timedelta(minutes=1)
"""How far a phone's time may be from the clock that it confirms. Larger: turns near eight may get the wrong day."""
ADJTIMEX_BYTES = 512
"""More than the kernel writes of `struct timex`."""
UNSYNCHRONISED = 0x40
"""STA_UNSYNC of <sys/timex.h>."""


@dataclass(frozen=True)
class Known:
    """A moment at which the time was known. at: UTC. then: the count at that moment. by: what it was known by."""

    at: datetime
    then: Uptime
    by: Trust


class Clock:
    """The time, and whether it can be trusted. Thread-safe.

    wall: seconds since 1970 by the machine. synchronised: whether something keeps its clock right; since: the count
    that no change of the clock moves. While nothing keeps the clock right, the time is counted from the last moment
    at which it was known: so whoever sets the clock of the machine to another day changes no date.
    """

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        synchronised: Callable[[], bool] = lambda: is_synchronised(),
        since: Callable[[], Uptime] = uptime,
    ) -> None:
        self._wall, self._synchronised, self._since = wall, synchronised, since
        self._lock = threading.Lock()
        self._known: Known | None = None

    def now(self) -> datetime:
        """This moment, UTC."""
        return self._look()[0]

    @property
    def trust(self) -> Trust:
        """By what the time is known; "" where it is not."""
        return self._look()[1]

    def _look(self) -> tuple[datetime, Trust]:
        """This moment, and by what it is known."""
        with self._lock:
            wall = datetime.fromtimestamp(self._wall(), UTC)
            if self._synchronised():
                self._known = Known(wall, self._since(), "synchronised")
                return wall, "synchronised"
            if self._known is None:
                return wall, ""
            return self._known.at + timedelta(seconds=self._since().s - self._known.then.s), self._known.by

    def heard(self, phone: datetime) -> bool:
        """A phone on the page says what time it is.

        Whether that is within a minute of the clock, which is then trusted.
        """
        near = abs(phone - self.now()) <= NEAR
        if near and not self.trust:
            self.set_by(phone)
        return near

    def set_by(self, phone: datetime) -> None:
        """A person says that this is the time."""
        with self._lock:
            self._known = Known(phone.astimezone(UTC), self._since(), "phone")

    def when(self, then: Uptime) -> datetime | None:
        """When a moment was that is known by its count.

        None where that cannot be told: the machine was started since.
        """
        now = self._since()
        if then.boot != now.boot:
            return None
        return self.now() - timedelta(seconds=now.s - then.s)


def is_synchronised() -> bool:
    """Whether the system says that its clock is kept right; taken for granted where it does not say, off Linux."""
    if not sys.platform.startswith("linux"):
        return True
    words = (ctypes.c_int * (ADJTIMEX_BYTES // 4))()
    try:
        state = _system().adjtimex(ctypes.byref(words))
    except (AttributeError, OSError):
        return False
    return state >= 0 and not words[STATUS_WORD] & UNSYNCHRONISED


@cache
def _system() -> ctypes.CDLL:
    """The library of the system, asked without a change of threads: it answers at once."""
    return ctypes.PyDLL(None)


STATUS_WORD = 10 if ctypes.sizeof(ctypes.c_long) == 8 else 5
"""Place of `status` in `struct timex`, in words of four bytes: after modes and four longs."""
