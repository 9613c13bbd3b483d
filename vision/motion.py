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
from vision.nouns import Floats, Mask
from vision.pyramid import shrink
from vision.sight import SHADOW_SOLID, Blob, Sight

LONG_SIDE = 320
# Longer gaps between two frames count as this much stillness only.
GAP_S = 0.15
# What has kept still for so long belongs to the table; a hand or a cup only after much longer.
GROUND_S, BIG_GROUND_S = 0.6, 8.0
ABSORB_EVERY_S = 0.1
FRESH_S = 0.1
# A blob of more dice than this is a hand, a sleeve or a cup: six dice that fly as one heap stay below it.
HAND_DICE = 20.0
# So is a smaller one that reaches in from the picture's edge for so long: dice that are thrown come in faster.
ARM_DICE, ARM_S = 5.0, 0.2
SPECK_DICE = 0.15
# Where more of the picture than this changes at once, the light or the camera did.
LIGHT_SHARE = 0.5
FAINT = 8.0
# A jump of the brightness by more than this that explains less than half of the change is no jump of the exposure.
JUMP, EXPLAINED = 0.1, 0.5
# The light may fade to so much of what it was, or grow as much, before all is looked at anew.
DIMMEST = 0.5
# While the exposure hunts, the picture follows it here sooner than there: each place may be off by as much as the
# exposure has swung within about so long.
SWING_S = 0.5
# As bright as that a pixel does not show how much brighter it gets; and so much of the table tells how bright it is.
BURNT, BARE = 250, 0.9
# More than that is not missed of a change of the light from one picture to the next.
OFF = 0.005
# A lamp that flickers with the mains draws bands across the rows, which a camera exposes one after the other. It does
# where rows differ by more than this from the mean, and that explains so much of the change; it is then expected for so
# long. No band is further from the mean than that, and none narrower than so many small pixels.
# So much of a row must be seen, and so wide must the small picture be.
BANDS, BANDS_LEFT, BANDED_S = 0.025, 0.6, 2.0
BAND, BAND_ROWS, BAND_SEEN, BANDS_LEAST_PX = 0.3, 9, 0.3, 8
# A shake of the camera by less than this, in small pixels, is no change; and so many times as much is none for so long
# after it was seen to shake: edges move from one picture to the next in so many of the picture's parts, so many a side,
# and in most that show any, while of what shows none hardly anything changes. A hand changes that, too.
SHAKE = 0.8
SHAKING, SHAKING_S = 2.0, 1.0
SHAKING_PARTS, SHAKING_LEAST, SHAKING_SHARE, SHAKING_PLAIN = 6, 4, 0.5, 0.06


class Motion:
    """Looks at every frame of one source and remembers what lay still."""

    def __init__(self) -> None:
        self._time_s = 0.0
        self._absorbed_s = 0.0
        self._noise = 1.5
        # From the brightness of this frame to that of the first: one factor a colour.
        self._gain = np.ones(3)
        # The same, smoothed, and by which share it has swung about that.
        self._usual, self._swing = np.ones(3), 0.0
        # Until when a lamp counts as flickering.
        self._banded_s = float("-inf")
        self._previous: Floats | None = None
        # Until when the camera counts as shaking.
        self._shaking_s = float("-inf")
        self._anchor: Floats
        self._ground: Floats
        # The ground as it was before something happened, and when it was the ground.
        self._before: Floats
        self._kept_s: float
        self._still: Floats
        # The `arm_s` of the blob that covers each pixel; 255 where anything lay or moved in the last frame.
        self._arms: Floats
        self._things: Mask

    def look(self, image: Image, time_s: float, die_px: float) -> Sight:
        """See what changed since the last frame. die_px: the edge of a die in the picture."""
        step = max(1, round(max(image.shape[:2]) / LONG_SIDE))
        raw = _shrink(image, step)
        if self._previous is None or self._previous.shape != raw.shape:
            self._start(raw)
        dt, self._time_s = max(0.0, time_s - self._time_s), time_s
        small = self._without_bands(self._at_first_brightness(raw))
        self._follow_exposure(min(dt, GAP_S))
        changed = self._compare(small, min(dt, GAP_S))
        light = cv2.countNonZero(changed) > LIGHT_SHARE * changed.size
        if light or not DIMMEST < self._gain.min() <= self._gain.max() < 1 / DIMMEST:
            light, small = True, raw
            self._start_again(raw)
        self._things = self._foreground(small)
        self._gain *= self._off(small, raw)
        labels, blobs = self._blobs(self._things, small, step, die_px, min(dt, GAP_S))
        hands = {number: blob for number, blob in blobs if _is_hand(blob, die_px)}
        big = np.isin(labels, list(hands)) if hands else np.zeros(labels.shape, bool)
        self._absorb(big)
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
            self._kept_s = self._absorbed_s
            self._before = self._ground.copy()

    def _news(self, small: Floats) -> tuple[Mask, Mask]:
        changed = self._differs(small, self._before, _slack(self._before), self._limit() + 2)
        solid = self._solid(small.reshape(-1, 3), self._before.reshape(-1, 3)).reshape(changed.shape)
        return changed, changed * solid

    def uncover(self, corners_px: Floats, sight: Sight) -> None:
        """What lies at these corners is plainly seen: nothing covers it, it is the ground now."""
        window = sight.window(corners_px, 2)
        self._ground[window] = self._anchor[window]
        self._ground_slack = _slack(self._ground)

    def _start(self, raw: Floats) -> None:
        self._previous, self._anchor, self._ground = raw, raw.copy(), raw.copy()
        self._before, self._kept_s = raw, self._absorbed_s
        self._ground_slack = _slack(raw)
        self._gain, self._usual, self._swing = np.ones(3), np.ones(3), 0.0
        self._still, self._arms = np.zeros((2, *raw.shape[:2]), np.float32)
        self._things = np.zeros(raw.shape[:2], np.uint8)

    def _start_again(self, raw: Floats) -> None:
        """Another light, or a hand over half of the picture: what was remembered would be scaled ever more wrongly."""
        before = (self._before / self._gain).astype(np.float32)
        self._start(raw)
        self._before = before

    def _at_first_brightness(self, raw: Floats) -> Floats:
        """The small picture with the common change of exposure and white balance taken out."""
        assert self._previous is not None
        now, before = (np.ascontiguousarray(picture[1::4, 1::4]) for picture in (raw, self._previous))
        gain = _brighter(now, before, 3 * self._noise)
        bands: Floats = np.ones((1, 1, 1), np.float32)
        if self._is_banded:
            bands = _bands(now, before * gain.astype(np.float32), self._things[1::4, 1::4])
        step = float(np.median(np.abs(now - before * gain.astype(np.float32) * bands)))
        if np.abs(gain - 1).max() > JUMP and step > EXPLAINED * float(np.median(np.abs(now - before))):
            gain = np.ones(3)  # something covers most of the picture
        elif step > 0:
            self._noise += 0.05 * (step * 1.5 - self._noise)
        if self._is_shaking(now, before * gain.astype(np.float32)):
            self._shaking_s = self._time_s + SHAKING_S
        self._previous = raw
        self._gain = np.clip(self._gain / gain, 0.1, 10.0)
        return raw if np.abs(self._gain - 1).max() < 0.004 else raw * self._gain.astype(np.float32)

    def _off(self, small: Floats, raw: Floats) -> NDArray[np.float64]:
        """(3,) by which factor the table was brighter, where hardly anything hides it.

        What a picture is too slow or too coarse to show of a change (films leave parts of one as they were) adds up
        from one to the next.
        """
        some = np.s_[1::4, 1::16]
        ground, now = self._ground[some], small[some]
        # What is dark looks about the same in any light.
        light = ground.max(axis=2) >= np.median(ground.max(axis=2))
        bare, clear = self._things[some] == 0, raw[some].max(axis=2) < BURNT
        table = light & bare & clear
        if self._is_banded or np.count_nonzero(bare) < BARE * bare.size or not table.any():
            return np.ones(3)
        # The median: the soft edge of a shadow is darker, too.
        off = np.median((ground[table] + 8) / (now[table] + 8), axis=0)
        return np.asarray(np.clip(off, 1 - OFF, 1 + OFF), float)

    @property
    def _is_banded(self) -> bool:
        return _holds(self._banded_s, self._time_s, BANDED_S)

    def _without_bands(self, small: Floats) -> Floats:
        """The small picture without the bands of a flickering lamp."""
        if small.shape[1] < BANDS_LEAST_PX:
            return small
        now, before = (np.ascontiguousarray(picture[:, 3::8]) for picture in (small, self._anchor))
        reach = np.ones((7, 7) if self._is_banded else (1, 1), np.uint8)
        near = np.asarray(cv2.dilate(self._things, reach), np.uint8)
        bands = _bands(now, before, near[:, 3::8])
        if bands.std() > BANDS:
            left, all_of_it = (np.median(np.abs(now - before * share)) for share in (bands, np.float32(1)))
            if left < BANDS_LEFT * all_of_it:
                self._banded_s = self._time_s + BANDED_S
        return np.asarray(small / bands, np.float32) if self._is_banded else small

    def _is_shaking(self, now: Floats, before: Floats) -> bool:
        """Whether the edges of the table move all over the picture; now, before: every fourth small pixel."""
        edges = self._ground_slack[1::4, 1::4] > 3 * self._noise
        changed = _strongest(cv2.absdiff(now, np.asarray(before, np.float32))) > 3 * self._noise
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

    def _follow_exposure(self, dt: float) -> None:
        share = dt / (dt + SWING_S)
        self._usual += share * (self._gain - self._usual)
        away = float(np.abs(self._gain / self._usual - 1).max())
        self._swing = max(away, (1 - share) * self._swing)

    def _differs(self, small: Floats, other: Floats, slack: Floats, limit: float) -> Mask:
        """255 where two pictures differ by more than a limit, a slack, and what the exposure's swings explain."""
        if _holds(self._shaking_s, self._time_s, SHAKING_S):
            slack = slack * np.float32(SHAKING)
        difference = _strongest(cv2.absdiff(small, other)) - slack
        if self._swing > 0.01:
            difference -= _strongest(other) * np.float32(self._swing)
        return np.asarray(cv2.medianBlur(_above(difference, limit), 3), np.uint8)

    def _compare(self, small: Floats, dt: float) -> Mask:
        """255 where the picture changed; bring the memory up to date."""
        changed = self._differs(small, self._anchor, _slack(self._anchor), self._limit())
        # Slow drifts of the light are followed; what changed is taken as it is now.
        cv2.accumulateWeighted(small, self._anchor, min(1.0, dt))
        cv2.copyTo(small, changed, self._anchor)
        self._still += np.float32(dt)
        self._still[changed > 0] = 0
        return changed

    def _limit(self) -> float:
        return float(np.clip(6 * self._noise * self._gain.max(), FAINT, 30.0))

    def _foreground(self, small: Floats) -> Mask:
        """255 where the picture is not the table."""
        mask = self._differs(small, self._ground, self._ground_slack, self._limit() + 2)
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
            large = area * step**2 >= ARM_DICE * die_px**2 or arm_s >= ARM_S
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
        return np.asarray((share > 1.05) | (share < 0.4) | (colour > self._limit()))

    def _absorb(self, big: NDArray[np.bool_]) -> None:
        """What has lain still for long enough is the ground from now on."""
        if 0 <= self._time_s - self._absorbed_s < ABSORB_EVERY_S:
            return
        self._absorbed_s = self._time_s
        settled = (self._still > np.where(big, BIG_GROUND_S, GROUND_S)).astype(np.uint8)
        cv2.copyTo(self._anchor, settled, self._ground)
        self._ground_slack = _slack(self._ground)


def _holds(until_s: float, time_s: float, span_s: float) -> bool:
    """Whether what holds for so long at a time, and until then, holds now: a clip may have begun again since."""
    return 0 < until_s - time_s <= span_s


def _brighter(now: Floats, before: Floats, near: float) -> NDArray[np.float64]:
    """(3,) by which factor each colour of most of the picture got brighter.

    The median knows whole grey levels only, and a slow change comes by less: it is refined by the mean of all that it
    leaves within `near` grey levels.
    """
    ratios = np.ascontiguousarray(((now + 8) / (before + 8)).reshape(-1, 3).T)
    gain = np.clip(np.median(ratios, axis=1), 0.5, 2.0)
    away = _strongest(cv2.absdiff(now, np.asarray(before * gain, np.float32)))
    alike = np.asarray(away <= near, np.uint8)
    if cv2.countNonZero(alike) > 0.5 * alike.size:
        ours, theirs = (np.array(cv2.mean(picture, alike)[:3]) for picture in (now, before))
        gain *= (ours + 8) / (theirs * gain + 8)
    return np.asarray(gain)


def _bands(now: Floats, before: Floats, things: Mask) -> Floats:
    """(h, 1, 1) by which factor most of each row, and of those about it, got brighter where no thing is; else 1."""
    ours, theirs = (cv2.transform(picture, np.ones((1, 3), np.float32)) + 24 for picture in (now, before))
    # A thing counts half as far brighter, half as far darker: that leaves the median of the others.
    far = np.where(np.arange(now.shape[1]) % 2, np.float32(9), np.float32(0))
    ratios, middle = np.where(things > 0, far, ours / theirs), now.shape[1] // 2
    rows = np.clip(np.partition(ratios, middle, axis=1)[:, middle], 1 - BAND, 1 + BAND)
    known = np.flatnonzero((things == 0).mean(axis=1) > BAND_SEEN)
    if not len(known):
        return np.ones((len(rows), 1, 1), np.float32)
    filled = np.interp(np.arange(len(rows)), known, rows[known]).astype(np.float32)
    return np.asarray(cv2.blur(filled[:, None], (1, BAND_ROWS), borderType=cv2.BORDER_REPLICATE))[:, :, None]


def _is_hand(blob: Blob, die_px: float) -> bool:
    large = blob.area_px >= HAND_DICE * die_px**2 or blob.arm_s >= ARM_S
    return large and blob.solid >= SHADOW_SOLID


def _shrink(image: Image, step: int) -> Floats:
    height, width = image.shape[0] // step, image.shape[1] // step
    return shrink(image[: height * step, : width * step], 1 / step).astype(np.float32)


def _slack(small: Floats) -> Floats:
    """(h, w) how much each pixel may differ where the camera shakes or refocuses a little: more at edges."""
    grey = cv2.transform(small, np.full((1, 3), 1 / 3, np.float32))
    slope = cv2.magnitude(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1))
    return np.asarray(cv2.dilate(slope, np.ones((3, 3), np.uint8)) * (SHAKE / 8), np.float32)


def _strongest(difference: cv2.typing.MatLike) -> Floats:
    blue, green, red = cv2.split(difference)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)


def _above(values: Floats, limit: float) -> Mask:
    """255 where a value is above the limit."""
    return np.asarray(cv2.threshold(values, limit, 255, cv2.THRESH_BINARY)[1], np.uint8)
