"""Never silent: where dice lie flat and still for a second, something is told within two.

The roll, most times, or a question. Where neither comes, whatever the reason: what is waited for, and what to do.
"""

from __future__ import annotations

import math

from vision.following.rest import Rest
from vision.nouns import Trouble, Wait
from vision.throw.look import Look
from vision.throw.memory import Memory
from vision.throw.wait import LIES, UNSTEADY

# Seconds for which a die is seen flat and nothing is told of it before it is said why. Longer: the law is broken, which
# gives two. Shorter: that is said of throws that are told a moment later.
SILENT_S = 1.5
# Looks that saw new dice flat, after which dice that never rest are spoken of. More: that is said late. Fewer: of
# throws that are told a moment later.
RESTLESS_LOOKS = 4
# Seconds since the first die flew, or was seen flat, after which they are. Larger and smaller: as above.
RESTLESS_S = 3.0


class Silence:
    """Watches over one settler. trouble: what is to be said now, None where nothing is."""

    def __init__(self) -> None:
        self.trouble: Trouble | None = None
        self._flat_looks = 0
        # When one of those looks was the first.
        self._flat_s = math.inf

    def begin(self) -> None:
        """Something was told: whatever lies there from now on is new."""
        self._flat_looks, self._flat_s = 0, math.inf

    def step(self, look: Look, memory: Memory, wait: Wait | None, began_s: float) -> list[Trouble]:
        """One more frame. wait: what the verdict waits for, None where it does not; began_s: when the first die flew.

        What is to be said for the first time.
        """
        before = self.trouble
        if look.read and any(not rest.known and rest.is_seen_flat for rest in look.rests):
            self._flat_looks += 1
            self._flat_s = min(self._flat_s, look.time_s)
        silent = any(_is_silent(rest, look, memory) for rest in look.rests)
        since_s = look.time_s - self._restless_s(wait, began_s)
        restless = wait is not None and self._flat_looks >= RESTLESS_LOOKS and since_s > RESTLESS_S
        self.trouble = _said(wait or LIES, look.time_s, before) if silent or restless else None
        return [self.trouble] if self.trouble and not before else []

    def _restless_s(self, wait: Wait | None, began_s: float) -> float:
        """Since when dice do not come to rest: since the first flew; on a table that moves none may be seen to."""
        if began_s > -math.inf:
            return began_s
        return self._flat_s if wait is UNSTEADY else math.inf


def _is_silent(rest: Rest, look: Look, memory: Memory) -> bool:
    """Whether a die was seen flat on the table for long and nothing was told of it."""
    if rest.covered or rest.zone(look.table) == "off":
        return False
    return look.time_s - rest.flat_s >= SILENT_S and not memory.was_said(rest)


def _said(wait: Wait, time_s: float, before: Trouble | None) -> Trouble:
    """It as a trouble, since when something was to be said."""
    return Trouble("waiting", wait.what, wait.do, before.since_s if before else time_s)
