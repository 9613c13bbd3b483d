"""Troubles that last: what comes and goes within a second is not worth a strip that pushes the page."""

from __future__ import annotations

from collections.abc import Iterable

from vision.nouns import Trouble

# Seconds that a trouble must hold before it is told, and be gone before it is over. Larger: people learn of it later.
# Smaller: strips flicker.
LASTS_S = 1.5


class Lasting:
    """Steadies the troubles of one camera's pictures; the times are those of the pictures, s."""

    def __init__(self) -> None:
        self._began_s: dict[str, float] = {}
        self._seen: dict[str, tuple[Trouble, float]] = {}
        self._told: set[str] = set()

    def step(self, troubles: Iterable[Trouble], time_s: float) -> list[Trouble]:
        """Those that have held for long enough, or are gone for less; these are all that hold in the newest picture."""
        for trouble in troubles:
            self._began_s.setdefault(trouble.code, time_s)
            self._seen[trouble.code] = trouble, time_s
        for code, (_, seen_s) in list(self._seen.items()):
            # A clock that jumps back has begun anew.
            lost_s = LASTS_S if code in self._told else 0.0
            if not 0 <= time_s - seen_s <= lost_s:
                self._forget(code)
        self._told |= {code for code, began_s in self._began_s.items() if time_s - began_s >= LASTS_S}
        return [trouble for code, (trouble, _) in self._seen.items() if code in self._told]

    def _forget(self, code: str) -> None:
        del self._seen[code], self._began_s[code]
        self._told.discard(code)
