"""A clock that counts seconds and stands still until a test moves it on."""

from __future__ import annotations


class SecondClock:
    """Called like `time.monotonic`; now_s: what it says."""

    def __init__(self, now_s: float = 1000.0) -> None:
        self.now_s = now_s

    def __call__(self) -> float:
        return self.now_s
