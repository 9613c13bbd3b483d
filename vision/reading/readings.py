"""What may be dice in a picture, and what to say of it: which are dice, and which have a value that is sure enough.

Temperature and limits come with the weights, in reader.json; `models/measure/limits.py` tells by which rules they are
judged.
"""

from __future__ import annotations

import json
import statistics
from dataclasses import dataclass, fields, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.nouns import Detection, DieState, Floats
from vision.plane.viewpoint import Camera, Viewpoint
from vision.reading.detector import overlaps
from vision.reading.net import ModelError, unreadable

NONE = VALUES = 6
_CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)

_SAME_SIZE = 1.8
# Some photos show dice of two sizes, one up to so many times the other: what is as likely a die as those it is surest
# of is one of the other size. Larger would take the foot of a tray for one, smaller would lose 1s.
_TWO_SIZES = 3.0
# Of those it is sure of, only what is about as likely a die as the likeliest, by such a share, tells how large dice
# are: with one die and the foot of a tray the usual size would lie between them, and both be of it, about.
_AS_LIKELY = 0.8
# What is so surely two pips or more, its company counted, is a die, though the detector makes little of it and whatever
# the size of the others. One pip could be many things: the foot of a tray, three times as large as the dice in it.
_UNMISTAKABLE = 0.98
# A 1 less sure than that is asked about, whatever the limit of other values: one round spot could be many things.
# Higher asks about more real 1s, lower tells more buttons and badges as 1s.
_ONE_SURE = 0.95
# Logarithm within which dice are about as large as each other. Larger: ghosts of any size count. Smaller: dice seen
# aslant do not.
_ALIKE = 0.35
# Dice it is sure of that make one of their size likelier. More: few photos have them. Fewer: one ghost makes another.
_OTHERS = 2
# Logarithm of the odds by which it is likelier, the more alike the more. Larger: ghosts of the size of dice are told.
# Smaller: doubtful dice are dropped.
_LIKELIER = 2.0
# Not what shares so much with a die it is surer of: a side of that one is as large.
_BESIDE = 0.3
_LEAST_SURE = 0.02  # what is less sure of its value than that says no more of doubt


@dataclass(frozen=True)
class Limits:
    """What comes with the weights.

    temperature: divides the logarithms of the pooled chances. look: detector scores below it are not read. die:
    what is less likely a die (`Readings.likely`), and not unmistakable, is dropped. ask: values less sure than this are
    asked about. tilted: dice less surely flat than that leaves are called cocked or stacked, whichever is likelier;
    tilted_somewhere, tilted_measured: over a table that nobody measured, and over a measured one (2: never).
    """

    temperature: float
    look: float
    die: float
    ask: float
    tilted: float
    tilted_somewhere: float = 2.0
    tilted_measured: float = 2.0

    def over(self, camera: Camera | None) -> Limits:
        """Those for what such a camera sees."""
        if camera is None:
            return self
        known = isinstance(camera, Viewpoint)
        return replace(self, tilted=self.tilted_measured if known else self.tilted_somewhere)

    @classmethod
    def open(cls, path: Path) -> Limits:
        """Read them from a JSON file; raises ModelError."""
        try:
            table = json.loads(path.read_text())
            return cls(**{field.name: float(table[field.name]) for field in fields(cls)})
        except FileNotFoundError:
            raise ModelError(f"{path} is missing; fetch the repository's models folder again") from None
        except OSError as error:
            raise unreadable(path, error) from None
        except (ValueError, KeyError, TypeError) as error:
            raise ModelError(f"{path} does not hold the reader's limits ({error!r})") from None


@dataclass(frozen=True, eq=False)
class Readings:
    """Candidates of one picture.

    boxes: (N, 5) as the detector gives them; chances: (N, 7), pooled over views; stances: (N, 2) chances of cocked and
    stacked, 0 where they were not looked at. settled: which are dice was said already, and only those are here.
    """

    boxes: Floats
    chances: Floats
    stances: Floats
    settled: bool = False

    @property
    def sure(self) -> Floats:
        """(N,) how surely the likeliest value is right: p(value) x (1 - p(nothing to read))."""
        chances = self.chances[:, :VALUES]
        share = chances / np.maximum(chances.sum(axis=1, keepdims=True), 1e-9)
        return np.asarray(share.max(axis=1, initial=0) * self.die, np.float32)

    @property
    def die(self) -> Floats:
        """(N,) how surely it is a die that can be read."""
        return np.asarray(1 - self.chances[:, NONE], np.float32)

    @property
    def likely(self) -> Floats:
        """(N,) how surely it is a die at all: what both nets think of it."""
        return np.asarray(self.die * np.sqrt(self.boxes[:, 4]), np.float32)

    @property
    def unmistakable(self) -> NDArray[np.bool_]:
        """(N,) which of them are dice by what they show, whatever else speaks against it."""
        one = self.chances[:, :VALUES].argmax(axis=1) == 0
        return np.asarray((self.sure >= _UNMISTAKABLE) & ~one)

    @property
    def doubt(self) -> float:
        """How little they look like dice that lie flat and are read: the mean chance that one is cocked or stacked, and
        the mean logarithm of how sure it is of a value less; inf where there are none.
        """
        if not len(self.boxes):
            return np.inf
        return float(self.stances.sum(axis=1).mean() - np.log(np.maximum(self.sure, _LEAST_SURE)).mean())

    @property
    def sides(self) -> Floats:
        """(N,) sizes in px."""
        return np.asarray(np.sqrt(self.boxes[:, 2] * self.boxes[:, 3]), np.float32)

    def keep(self, which: list[int] | NDArray[np.intp] | NDArray[np.bool_]) -> Readings:
        """Only these."""
        return Readings(self.boxes[which], self.chances[which], self.stances[which], self.settled)


def decide(found: Readings, limits: Limits, shape: tuple[int, ...]) -> tuple[Detection, ...]:
    """What to say of the candidates in a picture of that shape: which are dice, and which have a value."""
    dice = dice_among(found, limits)
    middle, half = dice.boxes[:, None, :2], dice.boxes[:, None, 2:4] / 2
    corners = np.asarray(middle + half * _CORNERS, np.float32)
    rankings = np.argsort(-dice.chances[:, :VALUES], axis=1, kind="stable") + 1
    rows = zip(
        corners,
        rankings.tolist(),
        dice.sure.tolist(),
        dice.likely.tolist(),
        dice.stances.tolist(),
        strict=True,
    )
    return tuple(_detection(*row, limits, shape) for row in rows)


def dice_among(found: Readings, limits: Limits) -> Readings:
    """The candidates that are dice, as a text is read; what is as large as the others is likelier one here."""
    if not found.settled:
        found = as_others(found, limits)
        found = one_size(found.keep((found.likely >= limits.die) | found.unmistakable), limits.ask)
    return found.keep(_as_text(found))


def _as_text(found: Readings) -> NDArray[np.intp]:
    """(N,) their order row by row, from the left; of one row are those within half a die of its highest."""
    reach, highest = statistics.median(found.sides.tolist() or [0.0]) / 2, -np.inf
    rows = np.zeros(len(found.boxes))
    for index in np.argsort(found.boxes[:, 1], kind="stable"):
        height = float(found.boxes[index, 1])
        highest = height if height > highest + reach else highest
        rows[index] = highest
    return np.lexsort((found.boxes[:, 0], rows))


def as_others(found: Readings, limits: Limits) -> Readings:
    """The same, where what is as large as the other dice is likelier a die: if it was taken for one, or its value is
    sure now. One large pip could be many things, but hardly where it is just as large as the dice beside it.
    """
    good = found.sure >= limits.ask
    alike = np.where(_beside(found, good), _alike(found.sides, good), np.inf)
    odds = np.exp(_LIKELIER * np.clip(1 - (alike / _ALIKE) ** 2, 0, None))
    values, none = found.chances[:, :VALUES] * odds[:, None], found.chances[:, VALUES:]
    chances = np.concatenate([values, none], axis=1)
    believed = replace(found, chances=np.asarray(chances / chances.sum(axis=1, keepdims=True), np.float32))
    counts = (found.likely >= limits.die) | (believed.sure >= limits.ask)
    return replace(found, chances=np.where(counts[:, None], believed.chances, found.chances))


def _beside(found: Readings, good: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(N,) which of them lie beside all good ones that are surer."""
    sure = found.sure
    surer = (sure[None] > sure[:, None]) & good[None]
    return np.asarray((overlaps(found.boxes)[1] * surer).max(axis=1, initial=0) <= _BESIDE)


def _alike(sides: Floats, good: NDArray[np.bool_]) -> Floats:
    """(N,) by how much each differs from the usual size of the good ones but itself, a logarithm; far, of too few."""
    logs = np.log(np.maximum(sides, 1e-3))

    def usual(some: NDArray[np.bool_]) -> float:
        return statistics.median(logs[some].tolist()) if np.count_nonzero(some) >= _OTHERS else np.inf

    out = np.abs(logs - usual(good))
    for i in np.nonzero(good)[0]:
        out[i] = abs(logs[i] - usual(good & (np.arange(len(good)) != i)))
    return out


def one_size(found: Readings, ask: float) -> Readings:
    """Without what is far larger or smaller than the dice it is sure of, and neither as likely a die as those nor
    unmistakable: dice of one photo are about one size, as a rule. Some photos show dice of two.
    """
    sure = found.sure >= ask
    if not np.any(sure):
        return found
    telling = sure & (found.likely >= _AS_LIKELY * found.likely[sure].max())
    usual = statistics.median(found.sides[telling].tolist())
    ratio = np.maximum(found.sides / usual, usual / np.maximum(found.sides, 1e-3))
    return found.keep((ratio <= _SAME_SIZE) | found.unmistakable | (telling & (ratio <= _TWO_SIZES)))


def _detection(
    corners: Floats,
    ranking: list[int],
    sure: float,
    likely: float,
    stance: list[float],
    limits: Limits,
    shape: tuple[int, ...],
) -> Detection:
    """One die as the noun: the value where it is sure enough, else why not."""
    enough = max(limits.ask, _ONE_SURE) if ranking[0] == 1 else limits.ask
    state = _state(corners.tolist(), stance, sure >= enough, limits, shape)
    value = ranking[0] if sure >= enough and state not in ("cocked", "stacked") else None
    return Detection(corners, value, min(1.0, sure), state, likely, tuple(ranking))


def _state(
    corners: list[list[float]], stance: list[float], sure: bool, limits: Limits, shape: tuple[int, ...]
) -> DieState:
    if sum(stance) >= limits.tilted:
        return "cocked" if stance[0] >= stance[1] else "stacked"
    (left, top), _, (right, below), _ = corners
    slack = 0.04 * (right - left)
    if min(left, top) < -slack or right > shape[1] + slack or below > shape[0] + slack:
        return "cut"
    return "flat" if sure else "unsure"
