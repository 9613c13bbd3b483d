# Tested by tests/test_webui_api.py.
"""What a page shows: one frozen `Board`, the same for a template, for `routes/api.py` and for a test."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.game import Move, State
from vision.affine import carried
from vision.nouns import TILTED, Phase, Trouble
from webui.match.seen import Corners, SeenDie, SeenRoll, points_of
from webui.storage.saved import Line

QuestionKind = Literal["unsure", "count", "which", "off", "turned"]
By = Literal["camera", "hand", "program", "fix"]


@dataclass(frozen=True)
class Question:
    """A throw that waits for a person; nothing of it is in the match yet.

    kind: unsure (a die has no value yet), count (not as many dice as awaited), which (thrown before a keep was
    pressed: which one was meant?), off (a call of "off the table" was undone: what do the dice show?), turned (dice
    that lay still show other values: `roll` has those dice as they lie now, `faces` are what they count as, `places`
    where they are in the newest throw, None for a kept one).
    expected: the dice awaited, 0 for `which`. faces: what is known so far, by the camera or by answers; an answer
    is /match/fix with the die's place in `faces`, or /match/throw with all values, or /match/dismiss.
    moves: for `which`, the moves that fit; empty when none does. later: the throws that came before this was answered,
    in their order; the game takes them up right after the answer.
    before: of dice called cocked, none or too few: the question in whose place this one is asked, if it was open.
    taken: the lines that were taken back for it, oldest first: they come again where it was no such thing.
    """

    kind: QuestionKind
    expected: int
    faces: tuple[int | None, ...]
    roll: SeenRoll
    moves: tuple[Move, ...] = ()
    later: tuple[SeenRoll, ...] = ()
    places: tuple[int | None, ...] = ()
    before: Question | None = None
    taken: tuple[Line, ...] = ()

    @classmethod
    def about(
        cls,
        kind: QuestionKind,
        roll: SeenRoll,
        moves: tuple[Move, ...] = (),
        later: tuple[SeenRoll, ...] = (),
        before: Question | None = None,
        taken: tuple[Line, ...] = (),
    ) -> Question:
        """The question about this throw, with nothing answered yet.

        expected is 0 until it is written and read again: how many dice are awaited, the game says then.
        """
        return cls(kind, 0, roll.faces, roll, moves, later, before=before, taken=taken)

    @property
    def laid(self) -> tuple[int | None, ...]:
        """See `laid_of`."""
        return _laid(self.roll, self.faces)

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
    roll: what the camera saw, None where dice were typed in. put_right: a die of it was just put right, or told by a
    person. told: its faces as they were first written, before a person put dice right; empty for an off.
    """

    faces: tuple[int, ...]
    off: int
    by: By
    newest: bool
    roll: SeenRoll | None
    put_right: bool = False
    told: tuple[int, ...] = ()

    @property
    def laid(self) -> tuple[int | None, ...]:
        """See `laid_of`."""
        return _laid(self.roll, self.told)


@dataclass(frozen=True)
class Source:
    """The camera now.

    name: as `--camera` takes it; "none" where dice are typed in. demo: it plays the demo; instead: because no
    camera was found, or one was and is taken: then taken says so, and what to do. state: starting, on, silent (no new
    picture), ended (a clip is over), none. phase: of the table, "empty" while no new picture comes. age_s: of the
    newest picture; None before the first. width, height: of the picture, pixels; dice: in it. sway: (2, 3), where it
    has the places of a throw's picture, which is as the camera saw before it was bumped; empty where it stands still.
    by_itself: the demo throws on by itself where a choice is open.
    rolling: dice are said to roll: the phase, without its ups and downs while they are taken up.
    whole: nothing is marked, the whole picture is the table. edge, keep: of the marked table, and of the part where
    kept dice lie, pixels of the camera's own picture; empty where there is none.
    seen_s, moved_s: when that picture was taken, and when the camera moved last, seconds of its clock; None for never.
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
    whole: bool = False
    edge: Corners = ()
    keep: Corners = ()
    rolling: bool = False
    by_itself: bool = False
    seen_s: float | None = None
    moved_s: float | None = None

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
    confirmed: the keep or stop that the newest throw has confirmed, played hands-free; "" where somebody pressed.
    by_throw: a throw before the press confirms the only keep that fits; else it is asked about.
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
    confirmed: str = ""
    by_throw: bool = False
    source: Source = Source("none")
    troubles: tuple[Trouble, ...] = ()

    @property
    def laid(self) -> tuple[int | None, ...]:
        """The values by which the dice that are asked about, or else thrown last, took their places."""
        return laid_of(self.question, self.throw)


def laid_of(question: Question | None, throw: LastThrow | None) -> tuple[int | None, ...]:
    """The values by which the dice that are asked about, or else thrown last, took their places.

    They are those first read or typed in: a die that is put right keeps its place.
    """
    if question and question.kind != "turned":
        return question.laid
    return throw.laid if throw else ()


def _laid(roll: SeenRoll | None, faces: tuple[int | None, ...]) -> tuple[int | None, ...]:
    """The dice of a throw as the camera read them, if it saw them all, a die without a value as it likely is."""
    seen = roll.thrown if roll else ()
    if len(seen) != len(faces):
        return faces
    return tuple(die.ranking[0] if die.ranking else die.value for die in seen)


def may_lean(asks: Question | LastThrow | None) -> bool:
    """Whether a die of this question or throw can be called cocked: the camera has seen each of its dice."""
    if asks is None or asks.roll is None or (isinstance(asks, Question) and asks.kind != "unsure"):
        return False
    return len(asks.roll.thrown) == len(asks.faces)
