"""What changes in the picture: the cheap look at every frame that decides when dice are worth reading.

Works on a picture of about 320 x 180. Each pixel remembers the colour it has kept and for how long (`still`), and
what lay there before (`ground`). The common change of brightness (a camera's exposure) is taken out first.
Stillness counts only time that was seen: a gap between frames proves nothing.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from vision.following.sight import SHADOW_SOLID, Blob, Sight
from vision.nouns import Floats, Mask
from vision.picture.pyramid import shrink
from vision.view.exposure import Exposure, strongest
from vision.view.ghost import ghosts
from vision.view.shake import Shake, slack

LONG_SIDE = 320
# Longer gaps between two frames count as this much stillness only.
GAP_S = 0.15
# Seconds that a thing keeps still before it belongs to the table. Larger: a thing laid down is a hand for longer.
# Smaller: fingers that rest become table.
GROUND_S = 0.6
# Seconds that a hand or a cup keeps still before it does. Larger: a cup that was put down holds up throws. Smaller: a
# hand that rests becomes table.
BIG_GROUND_S = 8.0
ABSORB_EVERY_S = 0.1
# Seconds that all looks again as before anything happened, to be the table. Larger: a hand counts after it left.
# Smaller: one that passes is the table.
BACK_S = 0.1
# Share of the picture that must look so. Larger: a hand counts after it left. Smaller: one that is there yet does not.
BACK_SHARE = 0.8
# Seconds for which bare table must keep still that was taken for a hand. Longer: dice beside it are read later.
GHOST_S = 0.15
FRESH_S = 0.1
# A blob of more dice than this is a hand, a sleeve or a cup: six dice that fly as one heap stay below it.
HAND_DICE = 20.0
# Squares of a die's edge from which what reaches in from the picture's edge is an arm. Larger: fingers are dice.
# Smaller: dice that come in are arms.
ARM_DICE = 5.0
# Seconds for which it reaches in at least. Larger: a quick hand is a die. Smaller: dice that are thrown in are hands.
ARM_S = 0.2
# Seconds after which what is left of an arm at the edge, and has not stirred, is a place that it emptied. Larger:
# throws wait for its shadow. Smaller: a hand that rests is none.
TRACE_S = 3.0
# Share of such a thing that may stir yet: single pixels do. Larger: a hand that trembles is none. Smaller: noise makes
# a hand.
SINGLE = 0.06
SPECK_DICE = 0.15
# Where more of the picture than this changes at once, the light or the camera did.
LIGHT_SHARE = 0.5
# The light may fade to so much of what it was, or grow as much, before all is looked at anew.
DIMMEST = 0.5


class Motion:
    """Looks at every frame of one source and remembers what lay still."""

    def __init__(self) -> None:
        self._time_s = 0.0
        self._absorbed_s = 0.0
        self._exposure, self._shake = Exposure(), Shake()
        self._anchor: Floats
        self._ground: Floats
        # The ground as it was before something happened, and when it was the ground.
        self._before: Floats
        self._kept_s: float
        # Whether all was looked at anew since then.
        self._anew = False
        self._still: Floats
        # The `arm_s` of the blob that covers each pixel; 255 where anything lay or moved in the last frame.
        self._arms: Floats
        self._things: Mask = np.zeros((0, 0), np.uint8)

    def look(self, image: Image, time_s: float, die_px: float) -> Sight:
        """See what changed since the last frame. die_px: the edge of a die in the picture."""
        step = max(1, round(max(image.shape[:2]) / LONG_SIDE))
        raw = _shrink(image, step)
        if self._things.shape != raw.shape[:2]:
            self._start(raw)
        dt, self._time_s = min(max(0.0, time_s - self._time_s), GAP_S), time_s
        now, before = self._exposure.step(raw, self._things, time_s, dt)
        self._shake.step(now, before, self._ground_slack[1::4, 1::4], self._exposure.noise, time_s)
        small = self._exposure.taken_out(raw, self._anchor, self._things)
        changed = self._compare(small, dt)
        light = cv2.countNonZero(changed) > LIGHT_SHARE * changed.size
        gain = self._exposure.gain
        if light or not DIMMEST < gain.min() <= gain.max() < 1 / DIMMEST:
            light, small = True, raw
            self._start_again(raw)
        self._things = self._foreground(small)
        self._exposure.correct(small, raw, self._ground, self._things)
        labels, blobs = self._blobs(self._things, small, step, die_px, dt)
        hands = {number: blob for number, blob in blobs if _is_hand(blob, die_px)}
        big = np.isin(labels, list(hands)) if hands else np.zeros(labels.shape, bool)
        self._absorb(big, small, die_px / step)
        rest = tuple(blob for number, blob in blobs if number not in hands)
        return Sight(
            time_s,
            step,
            self._still,
            big,
            small,
            rest,
            tuple(hands.values()),
            light,
            lambda: self._news(small),
        )

    def remember(self) -> None:
        """Nothing happens: this is how the table looks before the next throw."""
        if self._kept_s != self._absorbed_s:
            self._kept_s, self._anew = self._absorbed_s, False
            self._before = self._ground.copy()

    def _news(self, small: Floats) -> tuple[Mask, Mask]:
        changed = self._differs(small, self._before, slack(self._before), self._exposure.limit + 2)
        solid = self._solid(small.reshape(-1, 3), self._before.reshape(-1, 3)).reshape(changed.shape)
        return changed, changed * solid

    def uncover(self, corners_px: Floats, sight: Sight) -> None:
        """What lies at these corners is plainly seen: nothing covers it, it is the ground now."""
        window = sight.window(corners_px, 2)
        self._ground[window] = self._anchor[window]
        self._ground_slack = slack(self._ground)

    def _start(self, raw: Floats) -> None:
        self._exposure.start(raw)
        self._anchor, self._ground = raw.copy(), raw.copy()
        self._before, self._kept_s = raw, self._absorbed_s
        self._ground_slack = slack(raw)
        self._still, self._arms = np.zeros((2, *raw.shape[:2]), np.float32)
        self._things = np.zeros(raw.shape[:2], np.uint8)

    def _start_again(self, raw: Floats) -> None:
        """Another light, or a hand over half of the picture: what was remembered would be scaled ever more wrongly."""
        before = (self._before / self._exposure.gain).astype(np.float32)
        self._start(raw)
        self._before, self._anew = before, True

    def _differs(self, small: Floats, other: Floats, slack: Floats, limit: float) -> Mask:
        """255 where two pictures differ by more than a limit, a slack, and what the exposure's swings explain."""
        difference = strongest(cv2.absdiff(small, other)) - self._shake.allowed(slack, self._time_s)
        if self._exposure.swing > 0.01:
            difference -= strongest(other) * np.float32(self._exposure.swing)
        return np.asarray(cv2.medianBlur(_above(difference, limit), 3), np.uint8)

    def _compare(self, small: Floats, dt: float) -> Mask:
        """255 where the picture changed; bring the memory up to date."""
        changed = self._differs(small, self._anchor, slack(self._anchor), self._exposure.limit)
        # Slow drifts of the light are followed; what changed is taken as it is now.
        cv2.accumulateWeighted(small, self._anchor, min(1.0, dt))
        cv2.copyTo(small, changed, self._anchor)
        self._still += np.float32(dt)
        self._still[changed > 0] = 0
        return changed

    def _foreground(self, small: Floats) -> Mask:
        """255 where the picture is not the table."""
        mask = self._differs(small, self._ground, self._ground_slack, self._exposure.limit + 2)
        return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)

    def _blobs(
        self, foreground: Mask, small: Floats, step: int, die_px: float, dt: float
    ) -> tuple[NDArray[np.int32], list[tuple[int, Blob]]]:
        count, labels, stats, centres = cv2.connectedComponentsWithStats(foreground)
        height, width = foreground.shape
        blobs, arms = [], np.zeros_like(self._arms)
        for number in range(1, count):
            x, y, w, h, area = (int(value) for value in stats[number])
            if area * step**2 < SPECK_DICE * die_px**2:
                continue
            window = (slice(y, y + h), slice(x, x + w))
            own = labels[window] == number
            at_edge = x <= 1 or y <= 1 or x + w >= width - 1 or y + h >= height - 1
            arm_s = float(self._arms[window][own].max())
            was_arm = arm_s >= ARM_S and np.quantile(self._still[window][own], SINGLE) < TRACE_S
            large = area * step**2 >= ARM_DICE * die_px**2 or was_arm
            arm_s = arm_s + dt if at_edge and large else 0.0
            arms[window][own] = arm_s
            blob = Blob(
                centre_px=((centres[number][0] + 0.5) * step, (centres[number][1] + 0.5) * step),
                box_px=(x * step, y * step, (x + w) * step, (y + h) * step),
                area_px=float(area * step**2),
                fresh=float((self._still[window][own] < FRESH_S).mean()),
                solid=float(self._solid(small[window][own], self._ground[window][own]).mean()),
                at_edge=at_edge,
                arm_s=arm_s,
            )
            blobs.append((number, blob))
        self._arms = arms
        return np.asarray(labels, np.int32), blobs

    def _solid(self, now: Floats, ground: Floats) -> NDArray[np.bool_]:
        """(N,) which of these pixels (N, 3) are not just the ground in a shadow: brighter, or of another colour."""
        share = now.sum(axis=1) / (ground.sum(axis=1) + 1)
        colour = np.abs(now - ground * share[:, None]).max(axis=1)
        return np.asarray((share > 1.05) | (share < 0.4) | (colour > self._exposure.limit))

    def _absorb(self, big: NDArray[np.bool_], small: Floats, die_px: float) -> None:
        """What has lain still for long enough is the ground from now on."""
        if 0 <= self._time_s - self._absorbed_s < ABSORB_EVERY_S:
            return
        self._absorbed_s = self._time_s
        settled = (self._still > np.where(big, BIG_GROUND_S, GROUND_S)).astype(np.uint8)
        if self._anew and big.any():
            settled |= self._is_back(small)
        if big.any():
            still = big & (self._still > GHOST_S)
            settled |= ghosts(self._anchor, self._ground, self._things, still, die_px) > 0
        cv2.copyTo(self._anchor, settled, self._ground)
        self._ground_slack = slack(self._ground)

    def _is_back(self, small: Floats) -> NDArray[np.uint8]:
        """1 where it looks as it did before anything happened: what was taken for the ground since then was a hand.

        That happens where one covers half of the picture, which is taken for another light. Not before it has gone:
        what is to be seen between its fingers would look like dice.
        """
        same = self._differs(small, self._before, slack(self._before), self._exposure.limit + 2) == 0
        gone = same.mean() > BACK_SHARE
        return np.asarray(same & (self._still > BACK_S) & gone, np.uint8)


def _is_hand(blob: Blob, die_px: float) -> bool:
    large = blob.area_px >= HAND_DICE * die_px**2 or blob.arm_s >= ARM_S
    return large and blob.solid >= SHADOW_SOLID


def _shrink(image: Image, step: int) -> Floats:
    height, width = image.shape[0] // step, image.shape[1] // step
    return shrink(image[: height * step, : width * step], 1 / step).astype(np.float32)


def _above(values: Floats, limit: float) -> Mask:
    """255 where a value is above the limit."""
    return np.asarray(cv2.threshold(values, limit, 255, cv2.THRESH_BINARY)[1], np.uint8)
