# Tested by tests/test_webui_bench.py.
"""Figures as `./rollcall bench` prints them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Measured:
    """One thing that was measured `times` over: median and 95th percentile, in milliseconds."""

    what: str
    median_ms: float
    p95_ms: float
    times: int

    def __str__(self) -> str:
        each = f"{self.median_ms:9.2f} ms {self.p95_ms:9.2f} ms"
        return f"{self.what:<44}{each} {1000 / max(self.median_ms, 1e-6):9.1f} /s   ({self.times})"


@dataclass(frozen=True)
class Fact:
    """One figure and its unit."""

    what: str
    value: float
    unit: str

    def __str__(self) -> str:
        return f"{self.what:<44}{self.value:9.2f} {self.unit}"


def measured(what: str, spent_s: list[float]) -> Measured:
    """Median and 95th percentile of these times, in seconds."""
    spent = sorted(each * 1000 for each in spent_s)
    last = len(spent) - 1
    return Measured(what, round(spent[last // 2], 3), round(spent[round(0.95 * last)], 3), len(spent))
