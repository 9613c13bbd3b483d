# Tested by tests/test_webui_sightings.py.
"""What a throw on the table means to the game: lines to write at once, or a question to a person. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.game import Move, State
from engine.notation import write_throw
from webui.match.board import QuestionKind

Faces = Sequence[int | None]


@dataclass(frozen=True)
class Meaning:
    """lines: to be written now. ask: what to ask then, about this throw. moves: for `which`, those that fit."""

    lines: tuple[str, ...] = ()
    ask: QuestionKind | None = None
    moves: tuple[Move, ...] = ()


def meaning(
    state: State,
    faces: Faces,
    kept: Faces,
    off: int,
    hands_free: bool,
    stays: Sequence[int] | None = None,
    hand: str = "",
) -> Meaning:
    """What it means that `faces` lie in the throw zone and `kept` in the keep zone, and `off` dice left the table.

    None stands for a die that could not be read. Nothing is guessed: a throw becomes a line only if every value is
    known and the number of dice is the one awaited; a die off the table is a line at once. People throw before they
    press: if a choice is open, the moves that fit are asked about; played hands-free, one that alone fits is written,
    where a die shows that somebody threw. stays, hand: see `SeenRoll`; dice of somebody else's hand are asked about.
    """
    if state.outcome or not (faces or off):
        return Meaning()
    if state.to_throw:
        return Meaning(ask="which") if hand else _awaited(state, faces, off)
    moves = tuple(move for move in state.moves if _fits(state.play(move), len(faces) + off, kept, stays))
    forced = len(state.moves) == 1
    if len(moves) != 1 or not (hands_free or forced) or not faces or hand:
        return Meaning(ask="which", moves=moves)
    then = _awaited(state.play(moves[0]), faces, off)
    return Meaning((str(moves[0]), *then.lines), then.ask)


def thrown_on(state: State, move: Move) -> State | None:
    """The state after this move of an open choice, where a throw of what it leaves confirms it, played hands-free;
    None where that throw would be asked about, or the move leaves none.
    """
    after = state.play(move)
    thrown = (1,) * after.to_throw
    means = meaning(state, thrown, after.kept, 0, hands_free=True)
    return after if means.lines[:1] == (str(move),) else None


def _awaited(state: State, faces: Faces, off: int) -> Meaning:
    if off:
        return Meaning((f"off {min(off, state.to_throw)}",))
    if len(faces) != state.to_throw:
        return Meaning(ask="count")
    known = [face for face in faces if face is not None]
    return Meaning((write_throw(known),)) if len(known) == len(faces) else Meaning(ask="unsure")


def _fits(after: State, thrown: int, seen: Faces, stays: Sequence[int] | None) -> bool:
    """Could this many dice have been thrown from here, with these dice seen aside? Dice aside may be out of view."""
    if after.own_dice:
        return after.to_throw == thrown and (stays is None or Counter(after.kept) == Counter(stays))
    aside = after.kept
    known = Counter(face for face in seen if face is not None)
    return after.to_throw == thrown and len(seen) <= len(aside) and known <= Counter(aside)
