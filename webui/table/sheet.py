"""The sheet that asks what one die shows: a large picture of it, the likeliest values first, one tap."""

from __future__ import annotations

from collections.abc import Sequence

from webui.board import Board, SeenRoll
from webui.table import words
from webui.table.parts import Links
from webui.table.picture import close_up
from webui.table.scene import Action, Sheet, Value
from webui.table.tray import in_order

LIKELY = 2
"""So many answers are large."""


def sheet(board: Board, die: int, links: Links) -> Sheet | None:
    """The sheet of one die (its index in the throw) of the question, or of the newest throw; None if it has none."""
    asks = board.question or (board.throw if board.throw and board.throw.newest else None)
    if asks is None or not 0 <= die < len(asks.faces):
        return None
    return _sheet_of(die, asks.faces, asks.roll, links)


def _sheet_of(die: int, faces: Sequence[int | None], roll: SeenRoll | None, links: Links) -> Sheet:
    seen = roll.thrown[die] if roll is not None and die < len(roll.thrown) else None
    face = faces[die]
    ranking = order_of(face, seen.ranking if seen else ())
    strong, text = _said(face, ranking[0], seen.state if seen else None)
    shown = roll is not None and roll.has_picture and seen is not None
    return Sheet(
        die=die,
        title=words.WHAT_DOES_IT_SHOW,
        strong=strong,
        text=text,
        values=tuple(
            Value(
                value,
                _answer(value, face, place),
                place < LIKELY,
                value == face or (face is None and place == 0),
            )
            for place, value in enumerate(ranking)
        ),
        actions=(Action("Off the table", "/match/off", sends=("n", "1"), keys="O"),),
        others=_others(faces, die, links),
        close=links.to(seen=1),
        picture=f"/evidence/{roll.id}.jpg" if roll is not None and shown else "",
        size=(roll.width, roll.height) if roll is not None else (0, 0),
        close_up=close_up(seen) if seen is not None and shown else "",
    )


def order_of(face: int | None, ranking: Sequence[int]) -> tuple[int, ...]:
    """The values in the order in which they are offered: as ranked; a die that has a value shows it first."""
    every = [*ranking, *(value for value in range(6, 0, -1) if value not in ranking)]
    return tuple(every) if face is None else (face, *(value for value in every if value != face))


def _said(face: int | None, likeliest: int, state: str | None) -> tuple[str, str]:
    reason = words.WHY_UNSURE.get(state or "", "")
    if face is None:
        return f"Read as {likeliest}, not sure.", reason
    return (f"Read as {face}." if state else f"Typed in as {face}."), ""


def _answer(value: int, face: int | None, place: int) -> str:
    if value == face or (face is None and place == 0):
        return f"Yes, {words.die_value(value)}"
    return words.die_value(value).capitalize() if place < LIKELY else str(value)


def _others(
    faces: Sequence[int | None], die: int, links: Links
) -> tuple[tuple[int | None, str, str, bool], ...]:
    order = in_order(faces)
    return tuple(
        (faces[each], f"die {place}: {faces[each] or 'unsure'}", links.to(fix=each), each == die)
        for place, each in enumerate(order, 1)
    )
