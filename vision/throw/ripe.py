"""Dice that lay still, and a hand that came before they were told: they are judged by how they lay before it came."""

from __future__ import annotations

from vision.throw.episode import Episode
from vision.throw.look import Look

# Seconds after the last look at dice that lay still in which a hand counts as having come over them. Longer: a hand
# that comes for something else tells a throw too early. Shorter: one whose shadow comes first takes them up untold.
RIPE_S = 0.4


class Ripe:
    """The last look at new dice that lay still for most of the time it takes, while it may be needed."""

    def __init__(self) -> None:
        self._look: Look | None = None

    def step(self, look: Look, episode: Episode) -> Look | None:
        """Take in one more look at what is not told yet; the one to judge by, where a hand has come too early."""
        if look.new_rests and episode.is_nearly_over(look):
            self._look = look.kept()
            return None
        if self._look is not None and not _still_counts(self._look, look, episode):
            self._look = None
        ripe = self._look if look.hand else None
        if ripe is not None:
            self._look = None
        return ripe

    def forget(self) -> None:
        """All was told of."""
        self._look = None


def _still_counts(ripe: Look, look: Look, episode: Episode) -> bool:
    """Whether it was a moment ago, and nothing flew since."""
    return look.time_s - ripe.time_s <= RIPE_S and episode.moved_s <= ripe.time_s
