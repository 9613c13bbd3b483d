# Tested by tests/test_webui_calls_trouble.py.
"""Says the troubles as they come and go: looks at them whenever they change, and again when one has lasted."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from webui.calls import league
from webui.calls.breath import Breath
from webui.calls.feed import Feed
from webui.calls.trouble import Troubles


class TroubleWatch:
    """Thread-safe. codes: of the troubles that hold, the worst first. moving: whether dice roll.

    said: called when something was said.
    """

    def __init__(
        self,
        feed: Feed,
        codes: Callable[[], Sequence[str]],
        moving: Callable[[], bool],
        said: Callable[[], None],
    ) -> None:
        self._feed, self._codes, self._moving, self._said = feed, codes, moving, said
        self._lock = threading.Lock()
        self._troubles = Troubles()
        self._seen: tuple[str, ...] = ()
        self._timer: threading.Timer | None = None
        self._closed = False

    def look(self) -> None:
        """The troubles may have changed."""
        with self._lock:
            if self._closed:
                return
            now_s, codes = time.monotonic(), tuple(self._codes())
            self._troubles, calls = self._troubles.step(codes, now_s, self._moving())
            calls = (*calls, *league.calls(self._seen, codes, f"league/{now_s:.3f}"))
            self._seen = codes
            self._wait(self._troubles.again_s(now_s))
            self._feed.say(Breath(calls))
        if calls:
            self._said()

    def close(self) -> None:
        """Look no more."""
        with self._lock:
            self._closed = True
            self._wait(None)

    def _wait(self, seconds: float | None) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = threading.Timer(seconds, self.look) if seconds is not None else None
        if self._timer:
            self._timer.daemon = True
            self._timer.start()
