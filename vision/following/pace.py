"""How fast pictures come: whether dice can be followed from one to the next, and when people are told."""

from __future__ import annotations

from vision.following.flights import FORGET_S, UNWATCHED_S
from vision.nouns import Trouble

# After a silence of more than that nothing has left but what is seen to lie beside the table: all else would be a
# guess, as it is where pictures come too far apart to follow a die over the edge.
SILENT_S = 0.5
# Longer without a picture is a pause, and says nothing of how fast they come.
PAUSE_S = 1.0
# Seconds between pictures beyond which they are too far apart. Larger: dice that leave are missed in silence. Smaller:
# people are told where all goes well.
SLOW_S = 0.125
# Seconds for which they are so before people are told. Larger: that is said late. Smaller: a moment's delay is said.
SLOW_FOR_S = 2.0
FASTER_CAMERA = (
    "Switch on more light, without which many cameras are slow, or choose a faster mode of the camera."
)
FASTER_MACHINE = "Close other programs on this machine, or use a faster one."


class Pace:
    """Follows the time from picture to picture. Times are seconds of the source's clock."""

    def __init__(self) -> None:
        self._last_s: float | None = None
        self._last_seq = 0
        # From one picture to the next that is looked at, and that the source gave, smoothed; 0 until there were two.
        self._gap_s = self._given_s = 0.0
        self._slow_s, self._silent_s = float("inf"), float("-inf")

    def step(self, time_s: float, seq: int) -> None:
        """Take in when the next picture was taken, and which of the source's it is."""
        gap_s = min(time_s - self._last_s, PAUSE_S) if self._last_s is not None else 0.0
        # A source that begins anew counts anew.
        given = max(1, seq - self._last_seq)
        self._last_s, self._last_seq = time_s, seq
        if gap_s > 0:
            self._gap_s = _smooth(self._gap_s, gap_s)
            self._given_s = _smooth(self._given_s, gap_s / given)
        # What was on its way when the camera fell silent cannot be said to have left.
        self._silent_s = time_s if gap_s > SILENT_S else self._silent_s
        self._slow_s = min(self._slow_s, time_s) if self._gap_s > SLOW_S else float("inf")

    @property
    def fps(self) -> float:
        """Pictures a second; 0 until there were two."""
        return 1 / self._gap_s if self._gap_s > 0 else 0.0

    def is_sparse(self, time_s: float) -> bool:
        """Whether pictures come too far apart to follow a die over the edge, or the camera has just been silent."""
        return self._gap_s > UNWATCHED_S or time_s - self._silent_s < FORGET_S

    def troubles(self, time_s: float) -> tuple[Trouble, ...]:
        """That pictures have come too slowly for a while, if they have."""
        if time_s - self._slow_s < SLOW_FOR_S:
            return ()
        if self._given_s > SLOW_S:
            few, do = f"The camera gives only {_pictures(1 / self._given_s)} a second", FASTER_CAMERA
        else:
            few, do = f"No more than {_pictures(self.fps)} a second can be looked at", FASTER_MACHINE
        return (Trouble("slow", f"{few}: a die that leaves the table may be missed.", do, self._slow_s),)


def _pictures(number: float) -> str:
    """So many, in words: never none, and one alone."""
    return "1 picture" if number < 1.5 else f"{number:.0f} pictures"


def _smooth(usual_s: float, gap_s: float) -> float:
    return gap_s if usual_s == 0 else 0.9 * usual_s + 0.1 * gap_s
