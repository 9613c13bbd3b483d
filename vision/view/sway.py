"""Holds the picture still though the camera sways: a phone in a hand, a stand on a table that is leant on.

    sway = Sway()
    image = sway.hold(frame.image, frame.time_s)    # every frame: as the camera saw it at first
    sway.matrix                                     # where things of that picture are in the camera's own

Where the view lies, the edges of its background tell (`vision/view/background.py`). Where so much has come and gone
that little is as it was, the view is known by how it looks then, until it is known again by how it looked at first:
else it would drift.

A camera that stands still is looked at five times a second, and its pictures are given back as they are; where it was
bumped and stands still, all are moved by as much. What the rim of a view does not show for a while is filled with what
was last seen there. A view that went too far, or of which nothing can be told for long, is taken as it is, until it
looks again as in the picture that was shown, if one was.
"""

from __future__ import annotations

from collections.abc import Set

import cv2
import numpy as np

from hardware.frame import Image
from vision.affine import carried
from vision.nouns import Doubles, Floats
from vision.view.background import AGREE, HOLD, LONG_SIDE, MOST, Background, edged

# Share of the long side below which what lies elsewhere is where it was: `vision/view/shake.py` bears with it. Larger:
# a small nudge is not followed. Smaller: a still camera costs as much as one that sways.
LEAST = 0.0015
# Seconds with no more than that after which the camera stands still. Larger and smaller: as above.
CALM_S = 3.0
# So often a camera is looked at that stands still.
EVERY_S = 0.2
# Seconds with nothing to tell by (a hand before the camera, another place) after which the view is taken as it is.
# Larger: all stands still for longer. Smaller: a hand moves the table.
LOST_S = 1.0
# Seconds between looks at whether it looks as at first again. Larger: it is found late. Smaller: slower.
RETURN_S = 0.5
# Share of the background that is as it was, below which the view is known by how it looks now. Larger: it drifts.
# Smaller: it is lost where much came and went.
STALE = 0.5
# Seconds for which that is so. Larger and smaller: as above, the other way round.
STALE_S = 1.0
# Share of the edges more that must speak for a view that was bumped. Larger: a bump is not followed. Smaller: the
# picture jumps.
MORE_STILL = 0.1
# The same where the camera sways already. Larger and smaller: as above.
MORE = 0.03
# Of the edges' say, what holds a view where it stands still, so that nobody's hand makes it sway.
HOLD_STILL = 0.05
# Of the edges' say, what holds a view that things help to hold. More: two small dice on long grain do not count.
HOLD_THINGS = 1e-5


class Sway:
    """Follows one camera's view. Times are seconds of the source's clock."""

    def __init__(self, view: Image | None = None) -> None:
        self.restart(view)

    def restart(self, view: Image | None = None) -> None:
        """The next picture shows how the view is to be, or `view` does, (H, W, 3) uint8 BGR, if it is as large."""
        self._view = view
        # The background as it is known now, and as it was when the view was taken as it is, or shown.
        self._known: Background | None = None
        self._first: Background | None = None
        # For how long nothing could be told, and little of the background was as it is known, s.
        self._lost_s = self._stale_s = 0.0
        # How the view lies now against how it is known, and (3, 3) how that lay against the first view.
        self._now: Doubles = np.zeros(4)
        self._base: Doubles = np.eye(3)
        # (3, 3) where it stands still against the first view, or would if it swayed no more.
        self._rest: Doubles = np.eye(3)
        self._sways = False
        self._looked_s = self._moved_s = self._tried_s = float("-inf")
        self._held: Image | None = None
        # The newest small picture; the things that lie there, and whether the view is held by them.
        self._small: Floats | None = None
        self._things: Set[int] = frozenset()
        self._by_things = False
        # (2, 3) from the held picture to the camera's own; None while the camera stands as at first.
        self.matrix: Doubles | None = None

    def hold(self, image: Image, time_s: float) -> Image:
        """image: (H, W, 3) uint8 BGR. The same as the camera saw it at first; itself where that is as it was."""
        if self._held is None or self._held.shape != image.shape or time_s < self._looked_s:
            fits = self._view is not None and self._view.shape == image.shape
            self.restart(self._view if fits else None)
            self._held = image
        if self._sways or time_s - self._looked_s >= EVERY_S - 1e-3:
            self._look(image, time_s)
        self._held = image if self.matrix is None else _moved(image, self.matrix, self._held)
        return self._held

    def hold_by(self, things: Set[int]) -> None:
        """The numbers of the things that lie there: a view that sways is held by the edges of each new one, too.

        Grain that runs one way, and a seam, tell nothing of a sway along it.
        """
        new, self._things = bool(things - self._things), things
        self._by_things = bool(things) and self._sways and (new or self._by_things)
        if new and self._by_things and self._small is not None:
            self._know(Background(self._small), self._whole)

    def _look(self, image: Image, time_s: float) -> None:
        """Find where the view lies now."""
        scale = min(1.0, LONG_SIDE / max(image.shape))
        small = edged(image, scale)
        if self._known is None:
            self._begin(small if self._view is None else edged(self._view, scale))
        self._small = small
        share = self._find(small, time_s)
        # Pictures that did not come tell nothing either way.
        gap_s, self._looked_s = min(time_s - self._looked_s, 2 * EVERY_S), time_s
        self._lost_s = 0.0 if share >= AGREE else self._lost_s + gap_s
        self._stale_s = 0.0 if share >= STALE else self._stale_s + gap_s
        self._return(small, time_s)
        if _reach(self._whole, small) > MOST or self._lost_s > LOST_S:
            self._begin(small)
        elif self._stale_s > STALE_S:
            # What a camera that stands still is off by is noise, and would add up.
            self._know(
                Background(small), self._whole if self._sways or self._has_moved(small) else self._rest
            )
        if self._has_moved(small):
            self._rest, self._moved_s = self._whole, time_s
        self._sways = time_s - self._moved_s <= CALM_S
        as_at_first = not self._sways and _reach(self._rest, small) <= LEAST
        self.matrix = None if as_at_first else _enlarged(self._whole if self._sways else self._rest, scale)

    def _has_moved(self, small: Floats) -> bool:
        """Whether the view lies elsewhere than where it would stand still."""
        return _reach(self._whole @ np.linalg.inv(self._rest), small) > LEAST

    @property
    def _whole(self) -> Doubles:
        """(3, 3) how the view lies now against the first one, in small pixels."""
        assert self._known is not None
        return np.asarray(self._known.matrix(self._now) @ self._base)

    def _begin(self, small: Floats) -> None:
        """The view is taken as it is: for good, if none was shown that it may return to."""
        background = Background(small)
        self._know(background, np.eye(3))
        if self._first is None or self._view is None:
            self._first = background
        self._rest, self._moved_s = np.eye(3), float("-inf")

    def _know(self, background: Background, base: Doubles, now: Doubles | None = None) -> None:
        """The view is known by this from now on; base: (3, 3) how that lay against the first view; now: how the view
        lies against it, as when it was taken if none is given.
        """
        self._known, self._base, self._now = background, base, np.zeros(4) if now is None else now
        self._lost_s = self._stale_s = 0.0

    def _find(self, small: Floats, time_s: float) -> float:
        """Follow the view from where it was, or to where it was bumped; the share of the edges that speak for it."""
        assert self._known is not None
        if self._sways:
            hold = HOLD_THINGS if self._by_things else HOLD
            found, share = self._known.seek(small, time_s, self._now, MORE, hold)
        else:
            found, share = self._still(small, time_s, self._known)
        self._now = found if share >= AGREE else self._now
        return share

    def _still(self, small: Floats, time_s: float, background: Background) -> tuple[Doubles, float]:
        """Where a view is that stood still: elsewhere only if plainly more edges speak for that."""
        rest = background.view(self._rest @ np.linalg.inv(self._base))
        found, share = background.seek(small, time_s, self._now, MORE_STILL, HOLD_STILL, rest)
        if _reach(background.matrix(found) @ np.linalg.inv(background.matrix(rest)), small) > LEAST:
            stays = background.share(small, rest)
            if share < stays + MORE_STILL:
                return rest, stays
        return found, share

    def _return(self, small: Floats, time_s: float) -> None:
        """Know the view by how it looked at first, as soon as it looks so again, wherever it was taken to be."""
        if self._known is self._first or self._by_things or time_s - self._tried_s < RETURN_S:
            return
        assert self._first is not None
        self._tried_s = time_s
        found, share = self._first.seek(small, time_s, self._first.view(self._whole), MORE)
        if share >= (1 + self._first.chance) / 2:
            self._know(self._first, np.eye(3), found)


def _reach(matrix: Doubles, small: Floats) -> float:
    """How far the corners of a picture are moved, as a share of its long side."""
    height, width = small.shape
    corners = np.array([[0, 0], [width, 0], [0, height], [width, height]])
    return float(np.linalg.norm(carried(corners, matrix) - corners, axis=1).max() / max(width, height))


def _enlarged(matrix: Doubles, scale: float) -> Doubles:
    """(2, 3) the same move in pixels of the whole picture, of which a small one is `scale` times as large."""
    middle = (scale - 1) / 2  # of the first pixel
    smaller = np.array([[scale, 0, middle], [0, scale, middle], [0, 0, 1]])
    return np.asarray((np.linalg.inv(smaller) @ matrix @ smaller)[:2])


def _moved(image: Image, matrix: Doubles, before: Image) -> Image:
    """The picture as it was seen; matrix: (2, 3) from where its pixels were to where they are."""
    held = before.copy()
    height, width = image.shape[:2]
    # The nearest pixel: between the pixels there is less to see than the time costs, several times as much.
    how = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    cv2.warpAffine(image, matrix, (width, height), held, how, cv2.BORDER_TRANSPARENT)
    return held
