"""What looks like a thing and is bare table: something stood there in the remembered picture, and left.

The rim of a thing differs from the table beside it. Where something left, it is the remembered picture whose rim does,
and what is seen now goes on beyond it without a step.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.nouns import Floats, Mask
from vision.view.exposure import strongest

# Small pixels beside a rim pixel that show how the table looks there. More: another table's colour counts, too. Fewer:
# noise does.
BESIDE_PX = 3
# Share of the remembered step at its rim that is left of it where something left. More: a hand of nearly the table's
# colour counts as bare table. Less: bare table in a soft shadow goes on as a hand.
LEVEL = 0.5
# Share of the rim within a die that must say so. More: noise keeps a ghost. Less: a hand on grained wood is eaten away.
MOST = 0.75
# Share of a thing's whole rim that must go on without a step. More: a die that came to lie beside a ghost keeps it.
# Less: fingers that rest are taken for bare table, and leave a ghost themselves.
BARE = 0.6
# Rims that are peeled off at a time. More: a large ghost goes sooner, and a look at one takes longer.
RIMS = 6


def ghosts(now: Floats, ground: Floats, things: Mask, still: NDArray[np.bool_], die_px: float) -> Mask:
    """(h, w) 255 where the ground is to be taken as it is now, for what stood there has left.

    now, ground: (h, w, 3) how it looks and is remembered; things: (h, w) 255 where these differ; still: (h, w) whether
    a pixel may count: it keeps still. die_px: the edge of a die in these pictures.
    """
    left, things = np.zeros(things.shape, np.uint8), _mostly_bare(now, ground, things, still)
    reach = max(3, 2 * round(die_px / 2) + 1)
    for _ in range(RIMS):
        rim = _rim(things)
        bare = _is_level(now, ground, rim > 0, things == 0) & (rim > 0) & still
        votes = cv2.boxFilter(bare.astype(np.float32), -1, (reach, reach), normalize=False)
        voters = cv2.boxFilter((rim > 0).astype(np.float32), -1, (reach, reach), normalize=False)
        peeled = bare & (votes > MOST * voters)
        if not peeled.any():
            break
        left[peeled], things[peeled] = 255, 0
    return left


def _mostly_bare(now: Floats, ground: Floats, things: Mask, still: NDArray[np.bool_]) -> Mask:
    """(h, w) 255 in those things most of whose rim goes on without a step: none is a hand that rests there."""
    rim = _rim(things)
    bare = _is_level(now, ground, rim > 0, things == 0) & (rim > 0) & still
    count, labels = cv2.connectedComponents(things)
    of_rim = np.bincount(labels[rim > 0], minlength=count)
    of_bare = np.bincount(labels[bare], minlength=count)
    mostly = of_bare > BARE * np.maximum(of_rim, 1)
    mostly[0] = False
    return np.where(mostly[labels], things, np.uint8(0))


def _rim(things: Mask) -> Mask:
    """(h, w) 255 in the outermost pixels of things."""
    beyond = cv2.dilate(cv2.bitwise_not(things), np.ones((5, 5), np.uint8))
    return np.asarray(cv2.bitwise_and(things, beyond), np.uint8)


def _is_level(
    now: Floats, ground: Floats, rim: NDArray[np.bool_], table: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """(h, w) whether the rim there looks like the table beside it, unlike the ground; each: (h, w) where it is."""
    beside, (here, was) = _around(now, table), (_around(picture, rim) for picture in (now, ground))
    step, remembered = (strongest(cv2.absdiff(picture, beside)) for picture in (here, was))
    return np.asarray(step < LEVEL * remembered)


def _around(picture: Floats, where: NDArray[np.bool_]) -> Floats:
    """(h, w, 3) the mean of a picture about each pixel, of those pixels where it counts; 0 where there are none."""
    counts, size = where.astype(np.float32), (2 * BESIDE_PX + 1,) * 2
    count = np.maximum(cv2.boxFilter(counts, -1, size, normalize=False), 1e-3)
    total = cv2.boxFilter(picture * counts[:, :, None], -1, size, normalize=False)
    return np.asarray(total / count[:, :, None], np.float32)
