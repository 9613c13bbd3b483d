"""The brightness of one camera's pictures against that of its first: its exposure, white balance, and a lamp's flicker.

A change of the light that is common to most of a picture says nothing of dice: it is taken out before pictures are
compared.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.nouns import Doubles, Floats, Mask
from vision.view.spell import Spell

# What differs by fewer grey levels is no change.
FAINT = 8.0
# Share by which the brightness jumps beyond which it may be no jump of the exposure. Larger: a hand is one. Smaller: a
# lamp that is switched is a hand.
JUMP = 0.1
# Share of the change that a jump explains at least. Larger and smaller: as above, the other way round.
EXPLAINED = 0.5
# While the exposure hunts, the picture follows it here sooner than there: each place may be off by as much as the
# exposure has swung within about so long.
SWING_S = 0.5
# Grey level from which a pixel does not show how much brighter it gets. Larger: burnt spots count. Smaller: a white
# table does not.
BURNT = 250
# Share of the table that tells how bright it is. Larger: a hand hides it. Smaller: a hand tells it.
BARE = 0.9
# More than that is not missed of a change of the light from one picture to the next.
OFF = 0.005
# Share by which rows differ from the mean where a lamp that flickers draws bands: a camera exposes them one after the
# other. Larger: bands are movement. Smaller: noise is bands.
BANDS = 0.025
# Share of the change that is left by bands at most. Larger: a hand is bands. Smaller: bands are movement.
BANDS_LEFT = 0.6
# Seconds for which bands are expected after some were seen. Larger: a faint shadow is missed. Smaller: bands are
# movement again and again.
BANDED_S = 2.0
# Share by which a band is brighter or darker than the mean at most. Larger: a hand is one. Smaller: strong flicker is
# movement.
BAND = 0.3
# Small pixels over which rows are averaged: no band is narrower. More: quick flicker is movement. Fewer: noise is
# bands.
BAND_ROWS = 9
# Share of a row that must be seen to tell. Larger: a hand hides bands. Smaller: a hand's own rows tell them.
BAND_SEEN = 0.3
# Small pixels that the picture is wide at least to tell. More: narrow pictures tell none. Fewer: single pixels do.
BANDS_LEAST_PX = 8


class Exposure:
    """Follows the brightness of one source. Pictures are small, (h, w, 3) float32 BGR; times, seconds of its clock.

    gain: (3,) from the brightness of this picture to that of the first: one factor a colour. swing: by which share that
    has been off its usual lately. noise: of a picture, in grey levels.
    """

    def __init__(self) -> None:
        self.gain, self.swing, self.noise = np.ones(3), 0.0, 1.5
        # The gain, smoothed.
        self._usual = np.ones(3)
        self._banded = Spell(BANDED_S)
        self._time_s = 0.0
        self._previous: Floats

    def start(self, raw: Floats) -> None:
        """This picture is the first one."""
        self._previous = raw
        self.gain, self._usual, self.swing = np.ones(3), np.ones(3), 0.0

    @property
    def limit(self) -> float:
        """Pictures differ by so many grey levels though nothing has changed."""
        return float(np.clip(6 * self.noise * self.gain.max(), FAINT, 30.0))

    def step(self, raw: Floats, things: Mask, time_s: float, dt: float) -> tuple[Floats, Floats]:
        """Take in the next picture; (h / 4, w / 4, 3) every fourth pixel of it and of the one before, made as bright.

        things: (h, w) 255 where something hid the table; dt: seconds that were seen since the picture before.
        """
        self._time_s = time_s
        now, before = (np.ascontiguousarray(picture[1::4, 1::4]) for picture in (raw, self._previous))
        gain = _brighter(now, before, 3 * self.noise)
        bands: Floats = np.ones((1, 1, 1), np.float32)
        if self._is_banded:
            bands = _bands(now, before * gain.astype(np.float32), things[1::4, 1::4])
        step = float(np.median(np.abs(now - before * gain.astype(np.float32) * bands)))
        if np.abs(gain - 1).max() > JUMP and step > EXPLAINED * float(np.median(np.abs(now - before))):
            gain = np.ones(3)  # something covers most of the picture
        elif step > 0:
            self.noise += 0.05 * (step * 1.5 - self.noise)
        self._previous = raw
        self.gain = np.clip(self.gain / gain, 0.1, 10.0)
        self._follow(dt)
        return now, np.asarray(before * gain.astype(np.float32), np.float32)

    def _follow(self, dt: float) -> None:
        """Bring up to date what is usual, and how far the exposure swings about that."""
        share = dt / (dt + SWING_S)
        self._usual += share * (self.gain - self._usual)
        away = float(np.abs(self.gain / self._usual - 1).max())
        self.swing = max(away, (1 - share) * self.swing)

    def taken_out(self, raw: Floats, table: Floats, things: Mask) -> Floats:
        """The newest picture with the common change of exposure and white balance taken out, and a lamp's bands.

        table: (h, w, 3) how what it shows looked at last; things: (h, w) 255 where something hid the table.
        """
        even = np.abs(self.gain - 1).max() < 0.004
        return self._without_bands(raw if even else raw * self.gain.astype(np.float32), table, things)

    def _without_bands(self, small: Floats, table: Floats, things: Mask) -> Floats:
        """The picture without the bands of a flickering lamp."""
        if small.shape[1] < BANDS_LEAST_PX:
            return small
        now, before = (np.ascontiguousarray(picture[:, 3::8]) for picture in (small, table))
        reach = np.ones((7, 7) if self._is_banded else (1, 1), np.uint8)
        near = np.asarray(cv2.dilate(things, reach), np.uint8)
        bands = _bands(now, before, near[:, 3::8])
        if bands.std() > BANDS:
            left, all_of_it = (np.median(np.abs(now - before * share)) for share in (bands, np.float32(1)))
            if left < BANDS_LEFT * all_of_it:
                self._banded.notice(self._time_s)
        return np.asarray(small / bands, np.float32) if self._is_banded else small

    @property
    def _is_banded(self) -> bool:
        return self._banded.holds(self._time_s)

    def correct(self, small: Floats, raw: Floats, ground: Floats, things: Mask) -> None:
        """Put right what was missed of a change, by the table where hardly anything hides it.

        What a picture is too slow or too coarse to show of a change (films leave parts of one as they were) adds up
        from one to the next. small: the newest picture, the common change taken out; raw: as it came; ground: (h, w, 3)
        the table at first; things: (h, w) 255 where something hides it.
        """
        some = np.s_[1::4, 1::16]
        before, now = ground[some], small[some]
        # What is dark looks about the same in any light.
        light = before.max(axis=2) >= np.median(before.max(axis=2))
        bare, clear = things[some] == 0, raw[some].max(axis=2) < BURNT
        table = light & bare & clear
        if self._is_banded or np.count_nonzero(bare) < BARE * bare.size or not table.any():
            return
        # The median: the soft edge of a shadow is darker, too.
        off = np.median((before[table] + 8) / (now[table] + 8), axis=0)
        self.gain *= np.clip(off, 1 - OFF, 1 + OFF)


def _brighter(now: Floats, before: Floats, near: float) -> Doubles:
    """(3,) by which factor each colour of most of the picture got brighter.

    The median knows whole grey levels only, and a slow change comes by less: it is refined by the mean of all that it
    leaves within `near` grey levels.
    """
    ratios = np.ascontiguousarray(((now + 8) / (before + 8)).reshape(-1, 3).T)
    gain = np.clip(np.median(ratios, axis=1), 0.5, 2.0)
    away = strongest(cv2.absdiff(now, np.asarray(before * gain, np.float32)))
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


def strongest(difference: cv2.typing.MatLike) -> Floats:
    """(h, w) the largest of the three colours."""
    blue, green, red = cv2.split(difference)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)
