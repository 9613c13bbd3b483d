# Tested by tests/test_webui_pages.py.
"""The sheet that asks what one die shows: a large picture of it, the likeliest values first, one tap."""

from __future__ import annotations

from collections.abc import Sequence

from vision.nouns import TILTED
from webui.match.board import Board, LastThrow, Question, may_lean
from webui.match.seen import SeenRoll
from webui.page import doubts, words
from webui.page.game import GamePage
from webui.page.links import Links
from webui.page.picture import close_up
from webui.page.scene import Action, Sheet, Value

LIKELY = 2
"""The number of answers that are drawn large. Larger: the sheet is longer than a phone."""


def sheet(board: Board, page: GamePage, die: int, links: Links) -> Sheet | None:
    """The sheet of one die (its index in the throw) of the question, or of the newest throw; None if it has none.

    Where it is asked which dice were kept, or whether dice that turned over count as before, that is answered first.
    """
    asks = board.question or board.throw
    if asks is None or not may_be_fixed(board) or not 0 <= die < len(asks.faces):
        return None
    return _sheet_of(board, page, die, asks, links)


def may_be_fixed(board: Board) -> bool:
    """Whether a die of the question, or of the newest throw, can be put right now."""
    if board.question is not None:
        return not _else_first(board.question)
    return board.throw is not None and board.throw.newest


def _else_first(question: Question | None) -> bool:
    return question is not None and question.kind in ("which", "turned")


def _sheet_of(board: Board, page: GamePage, die: int, asks: Question | LastThrow, links: Links) -> Sheet:
    faces, roll = asks.faces, asks.roll
    state, asked = board.state, board.question is not None
    seen = roll.thrown[die] if roll is not None and die < len(roll.thrown) else None
    face = faces[die]
    ranking = order_of(face, seen.ranking if seen else ())
    # What was read, or likely is; a die that leans was not read as anything.
    said = face or (ranking[0] if seen is None or seen.state not in TILTED else None)
    strong, text = _said(face, ranking[0], seen.state if seen else None)
    shown = roll is not None and roll.has_picture and seen is not None
    return Sheet(
        die=die,
        title=words.WHAT_DOES_IT_SHOW,
        strong=strong,
        text=text,
        values=tuple(
            Value(value, _answer(value, value == said, place), place < LIKELY, value == said)
            for place, value in enumerate(ranking)
        ),
        actions=_others_than_values(
            may_lean(asks) and seen is not None and seen.state not in TILTED,
            # After a throw that has ended a turn it would be a die of the next player.
            off=asked or bool(state and state.thrown and state.rolls),
            none=seen is not None,
            more=_one_more(asks, links) if seen is not None else None,
        ),
        others=_others(faces, roll, die, _numbered(board, page, faces), links),
        close=links.closed(asked),
        picture=f"/evidence/{roll.id}.jpg" if roll is not None and shown else "",
        size=(roll.width, roll.height) if roll is not None else (0, 0),
        close_up=close_up(seen) if seen is not None and shown else "",
    )


def _others_than_values(lean: bool, off: bool, none: bool, more: Action | None) -> tuple[Action, ...]:
    """What else can be true: the die leans on something, it left the table, it is none; or there is one more."""
    cocked = Action("Cocked", "/match/lean", keys="C", icon="tilt")
    gone = Action("Off the table", "/match/off", sends=("n", "1"), keys="O", icon="out")
    not_one = Action("Not a die", "/match/no-die", keys="N", icon="cross")
    offered = ((cocked, lean), (gone, off), (not_one, none))
    return (*(action for action, is_offered in offered if is_offered), *((more,) if more else ()))


def _one_more(asks: Question | LastThrow, links: Links) -> Action | None:
    """One die more than was seen: it is typed in beside the others, or the keep before was another one."""
    if isinstance(asks, Question) and len(asks.faces) != asks.expected:
        known = [face for face in asks.faces if face is not None]
        one_more = Action("One more die", links.typed(known), keys="M", icon="plus", link=True)
        return one_more if len(asks.faces) < asks.expected else None
    return Action("One more die", "/match/more", keys="M", icon="plus")


def order_of(face: int | None, ranking: Sequence[int]) -> tuple[int, ...]:
    """The values in the order in which they are offered: as ranked; a die that has a value shows it first."""
    every = [*ranking, *(value for value in range(6, 0, -1) if value not in ranking)]
    return tuple(every) if face is None else (face, *(value for value in every if value != face))


def _said(face: int | None, likeliest: int, state: str | None) -> tuple[str, str]:
    reason = words.WHY_UNSURE.get(state or "", "")
    if face is None:
        return doubts.NO_VALUE if state in TILTED else f"Read as {likeliest}, not sure.", reason
    return (f"Read as {face}." if state else f"Typed in as {face}."), ""


def _answer(value: int, said: bool, place: int) -> str:
    if said:
        return f"Yes, {words.die_value(value)}"
    return words.die_value(value).capitalize() if place < LIKELY else str(value)


def _numbered(board: Board, page: GamePage, faces: Sequence[int | None]) -> list[tuple[int, int]]:
    """The dice of the throw in the order in which they lie, each with the number of its place."""
    free = page.places_of_throw(board)
    return list(zip(free or range(1, len(faces) + 1), page.order(board.laid), strict=False))


def _others(
    faces: Sequence[int | None],
    roll: SeenRoll | None,
    die: int,
    numbered: Sequence[tuple[int, int]],
    links: Links,
) -> tuple[tuple[int | None, str, str, bool], ...]:
    lies = [TILTED.get(seen.state, "unsure") for seen in roll.thrown] if roll else []
    shown = [words.die_value(face) if face else lies[each] for each, face in enumerate(faces)]
    return tuple(
        (faces[each], f"die {number}: {shown[each]}", links.fixing(each), each == die)
        for number, each in numbered
    )
