"""What a page shows: one frozen `Board`, the same for a template, for JSON and for a test.

Pixels are of the picture of the roll: origin at the top left, x to the right, y down.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from math import dist
from statistics import fmean
from typing import Any, Literal

import numpy as np

from engine.game import Move, State
from vision.affine import carried
from vision.nouns import TILTED, Detection, Die, DieState, Phase, Roll, Trouble, Zone

Corners = tuple[tuple[float, float], ...]
QuestionKind = Literal["unsure", "count", "which", "off", "turned"]
By = Literal["camera", "hand", "program", "fix"]


@dataclass(frozen=True)
class SeenDie:
    """One die as the camera saw it at rest.

    value: 1 to 6, or None where the reader would not commit itself; ranking: the six values, likeliest first.
    corners: four (x, y) in pixels of the roll's picture, clockwise.
    """

    value: int | None
    value_p: float
    ranking: tuple[int, ...]
    state: DieState
    zone: Zone
    corners: Corners


@dataclass(frozen=True)
class SeenRoll:
    """One throw as the camera saw it, with its picture at /evidence/<id>.jpg.

    width, height: of the picture in pixels, the frame of all `corners`. has_picture: False once it was cleared
    away to make room, or could not be kept; has_replay: of the seconds before, at /evidence/<id>.webp.
    off_table: how many dice left the table, `why` in a sentence. has_leaving: the picture in which one was last
    seen is at /evidence/<id>-leaving.jpg. way: for each die seen to leave, where it was, pixels, the last place
    last; edge: the marked table's, empty where the whole picture is the table.
    """

    id: int
    dice: tuple[SeenDie, ...]
    width: int
    height: int
    off_table: int = 0
    why: str = ""
    has_picture: bool = True
    has_leaving: bool = False
    has_replay: bool = False
    way: tuple[Corners, ...] = ()
    edge: Corners = ()

    @property
    def thrown(self) -> tuple[SeenDie, ...]:
        """The dice in the throw zone, in the order of the faces of the throw's line."""
        return tuple(die for die in self.dice if die.zone == "throw")

    @property
    def faces(self) -> tuple[int | None, ...]:
        """The values in the throw zone; None for a die that must be asked about."""
        return tuple(die.value for die in self.thrown)

    @property
    def kept(self) -> tuple[int | None, ...]:
        """The values in the keep zone."""
        return tuple(die.value for die in self.dice if die.zone == "keep")


@dataclass(frozen=True)
class Question:
    """A throw that waits for a person; nothing of it is in the match yet.

    kind: unsure (a die has no value yet), count (not as many dice as awaited), which (thrown before a keep was
    pressed: which one was meant?), off (a call of "off the table" was undone: what do the dice show?), turned (dice
    that lay still show other values: `roll` has those dice as they lie now, `faces` are what they count as, `places`
    where they are in the newest throw, None for a kept one).
    expected: the dice awaited, 0 for `which`. faces: what is known so far, by the camera or by answers; an answer
    is /match/fix with the die's place in `faces`, or /match/throw with all values, or /match/dismiss.
    moves: for `which`, the moves that fit; empty when none does. later: a throw that came before this was answered;
    the game takes it up right after the answer.
    """

    kind: QuestionKind
    expected: int
    faces: tuple[int | None, ...]
    roll: SeenRoll
    moves: tuple[Move, ...] = ()
    later: SeenRoll | None = None
    places: tuple[int | None, ...] = ()

    @property
    def leaning(self) -> tuple[int, ...]:
        """The dice (their places in `faces`) that have no value and are thrown again, once nothing else is in doubt."""
        if self.kind != "unsure":
            return ()
        unknown = [place for place, face in enumerate(self.faces) if face is None]
        lean = all(self.roll.thrown[place].state in TILTED for place in unknown)
        return tuple(unknown) if lean else ()


@dataclass(frozen=True)
class LastThrow:
    """The newest `throw` or `off` of the match that was not undone.

    faces: of the throw; empty for an off. off: how many dice left the table. by: camera, fix (the camera, put right
    by a person), hand (typed in), program. newest: nothing was written since, so /match/fix can put a die right.
    roll: what the camera saw, None where dice were typed in.
    """

    faces: tuple[int, ...]
    off: int
    by: By
    newest: bool
    roll: SeenRoll | None


@dataclass(frozen=True)
class Source:
    """The camera now.

    name: as `--camera` takes it; "none" where dice are typed in. demo: it plays the demo; instead: because no
    camera was found, or one was and is taken: then taken says so, and what to do. state: starting, on, silent (no new
    picture), ended (a clip is over), none. phase: of the table. age_s: of the newest picture; None before the
    first. width, height: of the picture, pixels; dice: in it. sway: (2, 3), where it has the places of a throw's
    picture, which is as the camera saw before it was bumped; empty where it stands still.
    """

    name: str
    demo: bool = False
    live: bool = False
    state: Literal["starting", "on", "silent", "ended", "none"] = "none"
    phase: Phase = "empty"
    age_s: float | None = None
    fps: float = 0.0
    latency_ms: float = 0.0
    width: int = 0
    height: int = 0
    dice: tuple[SeenDie, ...] = ()
    sway: tuple[tuple[float, float, float], ...] = ()
    instead: bool = False
    taken: str = ""

    @property
    def looks(self) -> bool:
        """Whether a camera looks, or looked; else dice are typed in."""
        return self.state != "none"

    def now(self, roll: SeenRoll) -> SeenRoll:
        """The dice of a throw where the camera's own picture has them now."""
        if not self.sway:
            return roll
        sway = np.array(self.sway)
        moved = (replace(die, corners=points_of(carried(np.array(die.corners), sway))) for die in roll.dice)
        return replace(roll, dice=tuple(moved))


@dataclass(frozen=True)
class Board:
    """All that a page of the table needs to know, at one moment.

    revision: counts changes of the match and its question, over restarts; every POST names the one it saw.
    match: its number, None before the first. options: of the game, as its first line states them.
    state: of the engine; None before the first match. lines: all that was written, undone lines too.
    undo: the line that /match/undo takes back ("" : nothing to undo); redo: the one that /match/redo brings back.
    troubles: that hold now, the worst first.
    """

    revision: int
    match: int | None
    game: str
    title: str
    players: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    state: State | None
    lines: tuple[str, ...]
    throw: LastThrow | None
    question: Question | None
    undo: str
    redo: str
    source: Source = Source("none")
    troubles: tuple[Trouble, ...] = ()


def may_lean(asks: Question | LastThrow | None) -> bool:
    """Whether a die of this question or throw can be called cocked: the camera has seen each of its dice."""
    if asks is None or asks.roll is None or (isinstance(asks, Question) and asks.kind != "unsure"):
        return False
    return len(asks.roll.thrown) == len(asks.faces)


def seen_die(die: Die | Detection) -> SeenDie:
    """A die as vision sees it, for screens and for the store; pixels rounded to a tenth."""
    zone = die.zone if isinstance(die, Die) else "throw"
    return SeenDie(
        die.value,
        round(float(die.value_p), 4),
        tuple(die.ranking),
        die.state,
        zone,
        points_of(die.corners_px),
    )


def points_of(path: Iterable[Iterable[float]]) -> Corners:
    """Places in a picture, pixels rounded to a tenth."""
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in path)


def counted(roll: SeenRoll, faces: Iterable[int | None]) -> tuple[SeenDie, ...]:
    """The dice of a throw, each with the value that it counts as."""
    return tuple(replace(die, value=face) for die, face in zip(roll.thrown, faces, strict=True))


def apart(one: SeenDie, other: SeenDie) -> float:
    """How far apart the middles of two dice of a picture lie, in pixels."""
    here, there = (tuple(map(fmean, zip(*each.corners, strict=True))) for each in (one, other))
    return dist(here, there)


def lies_as(die: SeenDie, before: SeenDie) -> bool:
    """Whether this is that die, as it lies later on: at its place, and not with another value."""
    near = apart(die, before) < dist(before.corners[0], before.corners[2]) / 3
    return near and (die.value == before.value or None in (die.value, before.value))


def seen_roll(roll: Roll, number: int, has_picture: bool) -> SeenRoll:
    """The vision roll under its number in the store; a die that lay there before the throw counts as kept aside."""
    height, width = roll.picture.shape[:2]
    thrown = len(roll.faces)
    dice = (
        *(replace(seen_die(die), zone="throw") for die in roll.dice[:thrown]),
        *(replace(seen_die(die), zone="keep") for die in roll.dice[thrown:]),
    )
    return SeenRoll(number, dice, width, height, roll.off_table, roll.why, has_picture)


# What follows from a noun's fields and is shown with them: of every game's state and finished turn, and of a roll.
_STATE = (
    "player",
    "to_throw",
    "moves",
    "outcome",
    "scores",
    "rounds",
    "thrown",
    "special",
    "bust",
    "position",
)
_TURN = ("score", "final", "qualified", "marked")
_MORE: dict[str, tuple[str, ...]] = {"state": _STATE, "turns": _TURN, "moves": ("text",)}


def as_json(thing: Any, more: tuple[str, ...] = ()) -> Any:
    """A noun as json.dumps takes it: an object of its fields; of a state, turn and move also what follows from them."""
    if thing is None or isinstance(thing, bool | int | float | str):
        return thing
    if isinstance(thing, Mapping):
        return {str(key): as_json(value) for key, value in thing.items()}
    if isinstance(thing, Sequence):
        return [as_json(each, more) for each in thing]
    names = [each.name for each in fields(thing)]
    names += [name for name in more if name not in names and name != "text"]
    done = {name: as_json(getattr(thing, name), _MORE.get(name, ())) for name in names}
    return {**done, "text": str(thing)} if "text" in more else done
