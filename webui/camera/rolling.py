"""Whether the pages say that dice roll: calmly, so that no heading flickers while dice are taken up and thrown."""

from __future__ import annotations

from vision.nouns import Phase

# Seconds that something must move before the pages say so. Larger: people wonder whether they are seen. Smaller: a hand
# that passes by changes the heading.
BEGINS_S = 0.3
# Seconds that nothing must move before the pages say so no more. Larger: an old word stays. Smaller: the heading
# changes with every die that is taken up.
ENDS_S = 1.5


class Rolling:
    """Steadies the phase of one camera's pictures; the times are those of the pictures, s."""

    def __init__(self) -> None:
        self.on = False
        self._other_since_s: float | None = None

    def step(self, phase: Phase, time_s: float) -> bool:
        """Whether dice are said to roll, as of the newest picture."""
        if (phase == "moving") == self.on:
            self._other_since_s = None
            return self.on
        # A clock that jumps back has begun anew.
        if self._other_since_s is None or time_s < self._other_since_s:
            self._other_since_s = time_s
        if time_s - self._other_since_s >= (ENDS_S if self.on else BEGINS_S):
            self.on, self._other_since_s = not self.on, None
        return self.on

    def end(self) -> None:
        """The throw is in the match: nothing rolls any more."""
        self.on, self._other_since_s = False, None
