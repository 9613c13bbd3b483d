# Tested by tests/test_webui_bench.py.
"""Figures as `./rollcall bench` prints them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

# Times that something is done before it is measured. More: steadier figures. Fewer: what is made once counts.
WARM_UP = 3


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


def repeated(what: str, do: Callable[[], object], times: int) -> Measured:
    """It, done so many times, by the clock."""
    for _ in range(WARM_UP):
        do()
    spent = []
    for _ in range(times):
        start_s = time.perf_counter()
        do()
        spent.append(time.perf_counter() - start_s)
    return measured(what, spent)


def side_by_side_ms(each: Sequence[Callable[[], object]], times: int) -> list[float]:
    """The median processor time of each, ms, all done in turn so many times: what to compare on a busy machine."""
    spent: list[list[float]] = [[] for _ in each]
    for _ in range(WARM_UP + times):
        for do, own in zip(each, spent, strict=True):
            start_s = time.process_time()
            do()
            own.append(time.process_time() - start_s)
    return [1000 * median(own[WARM_UP:]) for own in spent]
