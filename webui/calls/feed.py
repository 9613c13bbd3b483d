"""What was said lately, for pages that follow, and for whoever asks to hear it again."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from webui.calls.breath import Breath
from webui.calls.call import Call
from webui.calls.heard import as_heard, as_watched

RECENT = 6
"""Breaths that a page is sent with the board. More: longer pages. Fewer: one that fetches late misses some."""
AGAIN = 10
"""Calls that can be heard again, the newest first."""
NUMBERS_A_S = 1000
"""Breaths are numbered from the clock, so that the numbers go on after a restart."""


@dataclass(frozen=True)
class Numbered:
    """A breath and its number, which grows for ever: a page says what is newer than what it has."""

    number: int
    breath: Breath
    said_as: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def heard(self) -> dict[str, Any]:
        """It as a page takes it, with its number: made once, however many pages ask."""
        return {"number": self.number, **as_heard(self.breath, self.said_as)}

    @cached_property
    def watched(self) -> dict[str, Any]:
        """It as a page takes it that only watches."""
        return {"number": self.number, **as_watched(self.breath, self.said_as)}


class Feed:
    """The newest breaths. Thread-safe. said_as: what is said for a name, where that is not the name."""

    def __init__(self, said_as: Callable[[], Mapping[str, str]] = dict) -> None:
        self._said_as = said_as
        self._lock = threading.Lock()
        self._number = int(time.time() * NUMBERS_A_S)
        self._recent: deque[Numbered] = deque(maxlen=RECENT)
        self._calls: deque[Call] = deque(maxlen=4 * AGAIN)

    @property
    def newest(self) -> int:
        """The number of the newest breath."""
        with self._lock:
            return self._number

    def recent(self) -> tuple[Numbered, ...]:
        """The newest breaths, oldest first."""
        with self._lock:
            return tuple(self._recent)

    def say(self, breath: Breath) -> None:
        """Pages are to say this now."""
        if not breath:
            return
        with self._lock:
            self._number += 1
            self._recent.append(Numbered(self._number, breath, self._said_as()))
            self._remember(breath)

    def know(self, calls: Iterable[Call]) -> None:
        """These were said before, and can be heard again; no page says them now."""
        with self._lock:
            self._calls.extend(calls)

    def last(self, back: int) -> Call | None:
        """The newest call that is still true, or the one so many before it; None where there is none."""
        with self._lock:
            calls = list(self._calls)[-AGAIN:]
        return calls[-1 - back] if 0 <= back < len(calls) else None

    def _remember(self, breath: Breath) -> None:
        true = [each for each in self._calls if not _is_void(each, breath.voids)]
        self._calls.clear()
        self._calls.extend((*true, *breath.calls))


def _is_void(call: Call, voids: Iterable[str]) -> bool:
    return any(call.event == void or call.event.startswith(f"{void}/") for void in voids)
