"""Never silent: where dice lie flat and still for a second, something is told within two.

The roll, most times, or a question. Where neither comes, whatever the reason: what is waited for, and what to do.
"""

from __future__ import annotations

from vision.following.rest import Rest
from vision.nouns import Trouble, Wait
from vision.throw.look import Look
from vision.throw.memory import Memory
from vision.throw.wait import LIES

# Seconds for which a die is seen flat and nothing is told of it before it is said why. Longer: the law is broken, which
# gives two. Shorter: that is said of throws that are told a moment later.
SILENT_S = 1.5
# Looks that saw new dice flat, after which dice that never rest are spoken of. More: that is said late. Fewer: of
# throws that are told a moment later.
RESTLESS_LOOKS = 4
# Seconds since the first die flew, after which they are. Larger and smaller: as above.
RESTLESS_S = 3.0


class Silence:
    """Watches over one settler. trouble: what is to be said now, None where nothing is."""

    def __init__(self) -> None:
        self.trouble: Trouble | None = None
        self._flat_looks = 0

    def begin(self) -> None:
        """Something was told: whatever lies there from now on is new."""
        self._flat_looks = 0

    def step(self, look: Look, memory: Memory, wait: Wait | None, began_s: float) -> list[Trouble]:
        """One more frame. wait: what the verdict waits for, None where it does not; began_s: when the first die flew.

        What is to be said for the first time.
        """
        before = self.trouble
        if look.read:
            self._flat_looks += any(not rest.known and rest.is_seen_flat for rest in look.rests)
        silent = any(_is_silent(rest, look, memory) for rest in look.rests)
        restless = (
            wait is not None and self._flat_looks >= RESTLESS_LOOKS and _since(look, began_s) > RESTLESS_S
        )
        self.trouble = _said(wait or LIES, look.time_s, before) if silent or restless else None
        return [self.trouble] if self.trouble and not before else []


def _is_silent(rest: Rest, look: Look, memory: Memory) -> bool:
    """Whether a die was seen flat on the table for long and nothing was told of it."""
    if rest.covered or rest.zone(look.table) == "off":
        return False
    return look.time_s - rest.flat_s >= SILENT_S and not memory.was_said(rest)


def _since(look: Look, began_s: float) -> float:
    """Seconds since a throw began; 0 where none did."""
    return look.time_s - began_s if began_s > float("-inf") else 0.0


def _said(wait: Wait, time_s: float, before: Trouble | None) -> Trouble:
    """It as a trouble, since when something was to be said."""
    return Trouble("waiting", wait.what, wait.do, before.since_s if before else time_s)
