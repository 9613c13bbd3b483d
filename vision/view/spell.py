"""A state that lasts for a while after it was last noticed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Spell:
    """Holds for span_s seconds of the source's clock each time that it is noticed."""

    span_s: float
    _until_s: float = float("-inf")

    def notice(self, time_s: float) -> None:
        """It is so now."""
        self._until_s = time_s + self.span_s

    def holds(self, time_s: float) -> bool:
        """Whether it is still taken to be so: not where a clip has begun again since."""
        return 0 < self._until_s - time_s <= self.span_s
