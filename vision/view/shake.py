"""A camera that shakes by less than a pixel or two: how much each place of its picture may differ for that."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.nouns import Floats
from vision.view.exposure import strongest
from vision.view.spell import Spell

# Small pixels by which a camera shakes without a change. Larger: the edge of a die that creeps is not seen. Smaller: a
# picture that focuses anew is movement.
SHAKE = 0.8
# Times as much that is no change for a while after the camera was seen to shake. Larger: small dice are missed then.
# Smaller: shaking is movement.
SHAKING = 2.0
# Seconds for which it is taken to shake after that was seen. Larger: small dice are missed. Smaller: shaking is
# movement again and again.
SHAKING_S = 1.0
# Parts of the picture, across and down, that are asked whether their edges move. More: few edges in each. Fewer: one
# hand decides.
SHAKING_PARTS = 6
# Parts in which they must move, and pixels of edges. More: over a plain table no shake is seen. Fewer: a hand is a
# shake.
SHAKING_LEAST = 4
# Share of the parts with edges in which they must move. Larger: shaking is movement. Smaller: a hand is a shake.
SHAKING_SHARE = 0.5
# Share of what shows no edges that may change meanwhile. Larger: a hand, which changes that, is a shake. Smaller: noise
# hides a shake.
SHAKING_PLAIN = 0.06


class Shake:
    """Follows whether one camera shakes. Times are seconds of the source's clock."""

    def __init__(self) -> None:
        self._shaking = Spell(SHAKING_S)

    def step(self, now: Floats, before: Floats, table: Floats, noise: float, time_s: float) -> None:
        """Take in the next picture.

        now, before: (h, w, 3) it and the one before, as bright; table: (h, w) the `slack` of what lies there; noise:
        of a picture, in grey levels.
        """
        if _is_shaken(strongest(cv2.absdiff(now, before)) > 3 * noise, table > 3 * noise):
            self._shaking.notice(time_s)

    def allowed(self, slack: Floats, time_s: float) -> Floats:
        """(h, w) how much each pixel may differ now."""
        return slack * np.float32(SHAKING) if self._shaking.holds(time_s) else slack


def slack(small: Floats) -> Floats:
    """(h, w) how much each pixel may differ where the camera shakes or refocuses a little: more at edges."""
    grey = cv2.transform(small, np.full((1, 3), 1 / 3, np.float32))
    slope = cv2.magnitude(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1))
    return np.asarray(cv2.dilate(slope, np.ones((3, 3), np.uint8)) * (SHAKE / 8), np.float32)


def _is_shaken(changed: NDArray[np.bool_], edges: NDArray[np.bool_]) -> bool:
    """Whether the edges of the table move all over the picture, both (h, w)."""
    moved, plain = edges & changed, ~edges
    most = SHAKING_PLAIN * np.count_nonzero(plain)
    if np.count_nonzero(moved) < SHAKING_LEAST or np.count_nonzero(changed & plain) > most:
        return False
    height, width = edges.shape
    rows, columns = np.indices(edges.shape) * SHAKING_PARTS
    part = rows // height * SHAKING_PARTS + columns // width
    shown, moving = (np.bincount(part[some], minlength=SHAKING_PARTS**2) for some in (edges, moved))
    agree = np.count_nonzero((shown >= 3) & (moving >= shown / 4))
    return bool(agree >= max(SHAKING_LEAST, SHAKING_SHARE * np.count_nonzero(shown >= 3)))
