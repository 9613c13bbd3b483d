"""Focus and exposure of a USB camera, held once the picture is good: a lens that hunts blurs dice as they roll."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from hardware.frame import Image

EVERY_S = 0.5
"""Seconds between two looks at the picture. Larger: less work. Smaller: what is wrong is noticed sooner."""
STEADY_S = 4.0
"""Seconds that a picture must be good and steady before it is held. Larger: the lens hunts in the first throws.
Smaller: it is held while it still looks for its focus."""
WRONG_S = 4.0
"""Seconds that a held picture must differ before the camera may set itself again. Larger: dice are read in bad light
for longer. Smaller: a hand over the table is taken for another light."""
WIDE_PX = 320
"""Width at which a picture is judged. Larger: more work. Smaller: a slight blur is not seen."""
DARK_GREY = 40.0
"""Mean grey level below which a picture is too dark to be held. Larger: a dim table is never held."""
BRIGHT_GREY = 215.0
"""Mean grey level above which a picture is too bright to be held. Smaller: a white table is never held."""
STEADY_GREY = 1.06
"""Times by which the mean grey of a steady picture goes up and down. Larger: it is held while the exposure moves."""
STEADY_SHARP = 1.25
"""Times by which its sharpness does. Larger: it is held while the lens moves. Smaller: a game under way is none."""
OTHER_GREY = 1.6
"""Times by which the mean grey changes in another light. Smaller: a shadow is taken for one."""
BLURRED = 0.5
"""Share of its sharpness that is left of a picture out of focus. Larger: dice that leave are taken for blur."""
SOON_S = 15.0
"""Seconds in which a picture that is wrong was made so by the holding: some cameras jump to an exposure of theirs."""
MOST_JUMPS = 2
"""Times that a camera may jump so; then it is left to set itself. Larger: more jumps."""
SETS_ITSELF = 3.0
"""V4L2_EXPOSURE_APERTURE_PRIORITY, as OpenCV passes it on."""
BY_HAND = 1.0
"""V4L2_EXPOSURE_MANUAL: the exposure stays as it is."""

Tell = Callable[[int, float], bool]
Step = Literal["", "hold", "let go"]


@dataclass(frozen=True)
class Look:
    """What one picture tells. grey: its mean, 0 to 255; sharp: the variance of its second derivative."""

    time_s: float
    grey: float
    sharp: float

    @classmethod
    def at(cls, image: Image, time_s: float) -> Look:
        """Of a picture, (H, W, 3) uint8 BGR."""
        high = max(1, round(WIDE_PX * image.shape[0] / image.shape[1]))
        small = cv2.resize(image, (WIDE_PX, high), interpolation=cv2.INTER_AREA)
        grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
        return cls(time_s, float(np.mean(grey)), float(cv2.Laplacian(grey, cv2.CV_64F).var()))

    @property
    def is_lit(self) -> bool:
        """Whether there is light enough, and not too much."""
        return DARK_GREY <= self.grey <= BRIGHT_GREY

    def is_like(self, other: Look) -> bool:
        """Whether neither light nor focus has changed so much that the camera must set itself again."""
        low, high = sorted((max(self.grey, 1.0), max(other.grey, 1.0)))
        return high <= low * OTHER_GREY and self.sharp >= other.sharp * BLURRED


class Judge:
    """Says when to hold the picture, and when to let it go again."""

    def __init__(self) -> None:
        self._looks = deque[Look](maxlen=round(STEADY_S / EVERY_S) + 1)
        self._held: Look | None = None
        self._right_s = 0.0
        self._jumps = 0

    def step(self, look: Look) -> Step:
        """What to do after this look; they come EVERY_S apart."""
        if self._held is None:
            self._looks.append(look)
            if self._jumps >= MOST_JUMPS or not self._is_steady():
                return ""
            self._held, self._right_s = look, look.time_s
            return "hold"
        if look.is_like(self._held):
            self._right_s = look.time_s
        if look.time_s - self._right_s < WRONG_S:
            return ""
        self._jumps += look.time_s - self._held.time_s < SOON_S
        self._held = None
        self._looks.clear()
        return "let go"

    def _is_steady(self) -> bool:
        looks = self._looks
        if len(looks) < (looks.maxlen or 0) or not all(look.is_lit for look in looks):
            return False
        grey, sharp = [look.grey for look in looks], [max(look.sharp, 1e-6) for look in looks]
        return max(grey) <= min(grey) * STEADY_GREY and max(sharp) <= min(sharp) * STEADY_SHARP


class HeldLens:
    """Holds the lens of one camera. tell: sets a property of OpenCV's, and says whether the camera has it.

    Only what V4L2 calls so can be held: on other systems the camera sets itself, as it always does.
    """

    def __init__(self, tell: Tell, platform: str = sys.platform) -> None:
        self._tell = tell
        self._judge = Judge()
        self._due_s = 0.0
        self._may = platform == "linux"
        if self._may:
            self._set_itself()

    def see(self, image: Image, time_s: float) -> None:
        """Look at this picture, if it is time to; time_s: monotonic seconds."""
        if not self._may or time_s < self._due_s:
            return
        self._due_s = time_s + EVERY_S
        step = self._judge.step(Look.at(image, time_s))
        if step == "hold":
            # A camera that has no such control refuses, and nothing of it changes.
            self._tell(cv2.CAP_PROP_AUTOFOCUS, 0.0)
            self._tell(cv2.CAP_PROP_AUTO_EXPOSURE, BY_HAND)
        elif step == "let go":
            self._set_itself()

    def _set_itself(self) -> None:
        """Focus and exposure are the camera's own again: another program may have left them held."""
        self._tell(cv2.CAP_PROP_AUTOFOCUS, 1.0)
        self._tell(cv2.CAP_PROP_AUTO_EXPOSURE, SETS_ITSELF)
