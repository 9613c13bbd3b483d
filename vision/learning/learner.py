"""Learns a set from its examples; nothing, where leaving some out does not show that it helps.

Three ways are tried: the set's own colours, a head over what the net has seen, and both. Each is judged on examples
that it has not learnt from, and the one under which they are likeliest is taken, if it is better than the net alone
beyond doubt. The same examples set the bar for values that the net alone would not tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.learning.colours import Colours
from vision.learning.dice_set import most_telling
from vision.learning.example import CLASSES, NO_DIE, Example
from vision.learning.head import WRONG_CHANCE, WRONG_SHARE, Head, Space, fit
from vision.learning.learnt import FIRST, NEVER, TOLD, Learnt, Proof, in_doubt, is_told, told, ways_of
from vision.learning.looks import Look, Looks, Way
from vision.learning.tints import PLAIN, TINTS
from vision.nouns import Doubles, Floats
from vision.reading.faces import Faces
from vision.reading.readings import VALUES

FEWEST = 3
"""Examples of dice below which nothing is learnt."""
# Tints through which a die is looked at. Larger: slower. Smaller: one tint that was chosen by chance counts more.
_TINTS = 2
# Examples, the most telling, that are learnt from. Larger: learning takes longer.
_LEARNT_FROM = 90
# Examples by which tints are chosen, those that the net is least sure of. Larger: the same.
_CHOSEN_BY = 40
# Parts of the examples, each left out once. Larger: nearer to leaving out one, and slower.
_PARTS = 10
# Chance of a value in doubt below which it is not told. Larger: more dice are asked about. Smaller: what is hard to see
# is told wrongly.
_STRICT = 0.95
# The same of a value whose face the net does not know at all: an emblem. Larger: emblems are asked about for longer.
# Smaller: what only looks a little like one is told.
_EMBLEM = 0.75
# Examples of a face that the net must be in doubt of, and that are told rightly, left out, for it to be an emblem.
# Larger: emblems are asked about for longer. Smaller: dice of many makes pass for one.
_EMBLEMS = 4
# Share of a face's examples that these must be. Larger and smaller: as above.
_EMBLEM_SHARE = 0.5
# Examples of a value, left out and in doubt, that must be told rightly beyond the bar. Larger and smaller: as above.
_WITNESSES = 3
# Gain that is needed, a logarithm of how likely the examples are. Larger: what was learnt is used later. Smaller:
# chance passes for a gain.
_LEAST_GAIN = 1.0
# Standard errors that the gain must be above nothing. Larger: what was learnt is used later. Smaller: as above.
_BEYOND_DOUBT = 1.0
# Sureness of all looks together over their mean, as tried: looks are no independent witnesses, but more than one.
_SHARPS = (1.0, 1.2, 1.5)
# The looks that teach a head how a face looks turned.
_TURNED: tuple[Way, ...] = ((PLAIN, False, 1), (PLAIN, False, 2), (PLAIN, False, 3))


@dataclass(frozen=True)
class _Plan:
    """What to learn: through the set's own tints or none; with a head or none."""

    own_tints: bool
    head: bool


@dataclass(frozen=True, eq=False)
class _Trial:
    """A plan that is better than the net alone; see `Learnt`."""

    plan: _Plan
    sharp: float
    bars: Doubles
    proof: Proof


_PLANS = (_Plan(True, False), _Plan(False, True), _Plan(True, True))


class _Lesson:
    """Examples, as the net has seen them."""

    def __init__(self, examples: Sequence[Example], faces: Faces) -> None:
        crops = np.array([each.crop for each in examples], np.float32)
        self.looks, self.chances = Looks(faces, crops), faces.untaught(crops).astype(np.float64)
        self.columns = np.array([each.column for each in examples])
        self.weights = np.array([each.weight for each in examples])
        self.parts = _parts(examples)
        self._placed: dict[Way, Floats] = {}
        self.has_features = self.looks.at(FIRST).features.shape[1] > 0

    def tints(self, rows: NDArray[np.intp], plan: _Plan) -> tuple[str, ...]:
        """The tints through which the dice of these rows are told best."""
        if not plan.own_tints:
            return PLAIN, "unmixed"
        some = np.isin(self._telling, rows)
        worth = {
            tint: self._likely(look.logs[some], self._telling[some]).sum() for tint, look in self._tinted
        }
        return tuple(sorted(worth, key=lambda tint: -worth[tint])[:_TINTS])

    @cached_property
    def _telling(self) -> NDArray[np.intp]:
        """The rows of the examples by which tints are chosen."""
        right = self.chances[np.arange(len(self.columns)), self.columns]
        return np.sort(np.argsort(right, kind="stable")[:_CHOSEN_BY])

    @cached_property
    def _tinted(self) -> list[tuple[str, Look]]:
        """Those examples as they look through each tint."""
        ways = [(tint, False, 0) for tint in TINTS]
        return list(zip(TINTS, self.looks.of(self._telling).through(ways), strict=True))

    def head(self, rows: NDArray[np.intp], tints: Sequence[str], plan: _Plan) -> Head | None:
        """What these rows teach beside the net's own chances."""
        if not plan.head:
            return None
        ways = [FIRST, *_TURNED, *ways_of(tints)]
        self.looks.through(ways)
        return fit(
            self.space,
            np.concatenate([self._places(way)[rows] for way in ways]),
            np.concatenate([self.looks.at(way).logs[rows] for way in ways]),
            np.tile(self.columns[rows], len(ways)),
            np.tile(self.weights[rows], len(ways)) / len(ways),
        )

    @cached_property
    def space(self) -> Space:
        """The directions in which the examples differ."""
        return Space.of(self.looks.at(FIRST).features)

    def _places(self, way: Way) -> Floats:
        if way not in self._placed:
            self._placed[way] = self.space.places(self.looks.at(way).features)
        return self._placed[way]

    def left_out(self, plan: _Plan) -> tuple[list[Doubles], Doubles]:
        """(N, 7) chances of each example by what the other parts teach, one for each of _SHARPS; and by the net alone,
        through the tints that these teach.
        """
        out, net = [self.chances.copy() for _ in _SHARPS], self.chances.copy()
        for part in range(int(self.parts.max()) + 1):
            rest, rows = np.nonzero(self.parts != part)[0], np.nonzero(self.parts == part)[0]
            tints = self.tints(rest, plan)
            head = self.head(rest, tints, plan)
            parts, net[rows] = told(self.looks.of(rows), tints, head, _SHARPS)
            for chances, part_of in zip(out, parts, strict=True):
                chances[rows] = part_of
        return out, net

    def likely(self, chances: Doubles) -> Doubles:
        """(N,) weighted logarithms of how likely the examples are; a wrong label costs a little only."""
        everything = np.arange(len(self.columns))
        return self._likely(np.log(np.maximum(chances, 1e-9)), everything)

    def _likely(self, logs: Doubles, rows: NDArray[np.intp]) -> Doubles:
        own = np.exp(logs[np.arange(len(rows)), self.columns[rows]])
        return np.asarray(self.weights[rows] * np.log((1 - WRONG_SHARE) * own + WRONG_CHANCE))

    def bars(self, chances: Doubles, net: Doubles) -> Doubles:
        """(6,) from which chance each value is told in doubt: beyond each at which an example left out was wrong."""
        doubt, values = in_doubt(chances, net), chances[:, :VALUES].argmax(axis=1)
        chance, right = chances[np.arange(len(values)), values], doubt & (values == self.columns)
        wrong = float(chance[doubt & ~right].max(initial=0))
        own = np.bincount(values[right], minlength=VALUES)
        emblem = own >= np.maximum(
            _EMBLEMS, _EMBLEM_SHARE * np.bincount(self.columns, minlength=CLASSES)[:VALUES]
        )
        bars = np.maximum(np.where(emblem, _EMBLEM, _STRICT), wrong)
        witnesses = np.bincount(values[right & (chance > bars[values])], minlength=VALUES)
        return np.where(witnesses >= _WITNESSES, bars, NEVER)

    def counted(self, chances: Doubles, sure: NDArray[np.bool_]) -> tuple[int, int]:
        """How many dice are told rightly, and wrongly, of those that are sure."""
        dice = self.columns < VALUES
        right = chances[:, :VALUES].argmax(axis=1) == self.columns
        return int((dice & sure & right).sum()), int((dice & sure & ~right).sum())


def learn(examples: Sequence[Example], faces: Faces) -> Learnt | None:
    """What these teach; None where there are too few, or the net alone tells them about as well.

    faces: the net, with nothing taught.
    """
    examples = most_telling(tuple(examples), _LEARNT_FROM)
    if sum(each.value != NO_DIE for each in examples) < FEWEST:
        return None
    lesson = _Lesson(examples, faces)
    plans = [plan for plan in _PLANS if lesson.has_features or not plan.head]
    tried = [_tried(lesson, plan) for plan in plans]
    better = [trial for trials in tried for trial in trials if trial is not None]
    if not better:
        return None
    best = max(better, key=lambda each: each.proof.gain)
    everything = np.arange(len(examples))
    tints = lesson.tints(everything, best.plan)
    head = lesson.head(everything, tints, best.plan)
    return Learnt(Colours.of(examples), tints, head, best.sharp, best.bars, best.proof)


def _tried(lesson: _Lesson, plan: _Plan) -> list[_Trial | None]:
    """What leaving one out shows of a plan, for each of _SHARPS."""
    sharps, net = lesson.left_out(plan)
    return [_trial(lesson, plan, sharp, chances, net) for sharp, chances in zip(_SHARPS, sharps, strict=True)]


def _trial(lesson: _Lesson, plan: _Plan, sharp: float, chances: Doubles, net: Doubles) -> _Trial | None:
    """The proof that chances (N, 7) of examples left out are better than the net's; None where they are not."""
    gains = lesson.likely(chances) - lesson.likely(lesson.chances)
    gain, doubt = float(gains.sum()), float(gains.std() * np.sqrt(len(gains)))
    bars, alone = lesson.bars(chances, net), lesson.chances
    surely = alone[:, :VALUES].max(axis=1) >= TOLD
    told_now = is_told(chances, net, bars)
    then = np.where(told_now[:, None], chances, alone)
    (before, wrong_before), (now, wrong_now) = (
        lesson.counted(alone, surely),
        lesson.counted(then, surely | told_now),
    )
    if gain < max(_LEAST_GAIN, _BEYOND_DOUBT * doubt) or wrong_now > wrong_before or now < before:
        return None
    dice = int((lesson.columns < VALUES).sum())
    return _Trial(plan, sharp, bars, Proof(dice, before, now, wrong_before, wrong_now, gain))


def _parts(examples: Sequence[Example]) -> NDArray[np.intp]:
    """(N,) which part each belongs to; dice of one throw to the same. A picture that was shown has one face of all
    dice: left out as a whole, it would leave nothing to learn that face from.
    """
    named = [each.roll if each.origin != "shown" else f"{each.roll} {each.key}" for each in examples]
    order = sorted(range(len(examples)), key=lambda index: (examples[index].value, named[index]))
    place: dict[str, int] = {}
    for index in order:
        place.setdefault(named[index], len(place) % _PARTS)
    return np.unique([place[name] for name in named], return_inverse=True)[1]
