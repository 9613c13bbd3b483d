# Tested by tests/test_webui_pages.py.
"""What the page of every moment has in common: the picture, its strip, the seats, undo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import Turn
from webui.match.board import Board
from webui.page import camera_words, doubts, words
from webui.page.game import GamePage, state_on
from webui.page.links import Links
from webui.page.picture import live_photo
from webui.page.scene import Action, Scene, Seat, Status


def scene(board: Board, page: GamePage, **parts: Any) -> Scene:
    """A scene with the standing of the game, the live picture and its strip, unless `parts` say otherwise."""
    stands = page.standing(board)
    usual: dict[str, Any] = {
        "status": status(board),
        "round": stands.round,
        "roll": stands.roll,
        "note": stands.note,
        "seats": stands.seats,
        "sum": stands.sum,
        "own": stands.own,
        "rival": rival(board, page),
    }
    if state_on(board).drawing:
        usual["note"] = words.drawing([state_on(board).players[seat] for seat in state_on(board).draw.level])
    photo = parts.pop("photo", None) or live_photo(board, kept=state_on(board).kept)
    return Scene(photo=photo, **{**usual, **parts})


def status(board: Board) -> Status:
    """The strip under the picture: the state of the table, as a shape and words."""
    if board.source.state in ("silent", "ended"):
        return Status(
            "warn", camera_words.SILENT if board.source.state == "silent" else camera_words.FILM_OVER
        )
    if board.source.rolling:
        return Status("dots", words.ROLLING)
    if board.throw is not None and board.throw.newest and board.throw.faces:
        return Status("tick", words.read_as(board.throw.faces, board.throw.by))
    if board.state is not None and board.state.outcome:
        return Status("tick", words.OVER)
    return Status("ring", words.THROW_WHEN_YOU_LIKE)


def seats(board: Board, on: str | None = None) -> tuple[Seat, ...]:
    """The score board; `on`: who is shown as on turn, if not the player of the state."""
    state = board.state
    if state is None:
        return ()
    current = on or state.player
    won = state.outcome.winners if state.outcome else ()
    return tuple(
        Seat(
            number,
            name,
            words.points(state.scores[name]),
            last_turn(name, state.turns),
            name == current,
            name in won,
        )
        for number, name in enumerate(state.players)
    )


def rival(board: Board, page: GamePage) -> Seat | None:
    """Whom a lone player plays against: the exact average of best play."""
    state = state_on(board)
    average = page.average(state) if len(state.players) == 1 else 0.0
    if not average:
        return None
    return Seat(1, "Best play", f"{words.average(average)} a turn", "on average", on=False, is_word=True)


def last_turn(name: str, turns: Sequence[Turn]) -> str:
    """What a player's newest finished turn was worth."""
    mine = [turn for turn in turns if turn.player == name]
    if not mine:
        return "no turn yet"
    return f"last turn: {words.points(mine[-1].score) if mine[-1].qualified else 'bust'}"


def just_throw(board: Board, number: int) -> str:
    """Under a button that the dice make needless; nothing where nobody sees them.

    Where throwing does not tell what was kept, or is not to, it says that this is asked then.
    """
    if not board.source.looks:
        return ""
    state = state_on(board)
    fitting = [move for move in state.moves if state.play(move).to_throw == number]
    return words.just_throw(number, tells=not state.moves or (board.by_throw and len(fitting) == 1))


def undo(board: Board) -> Action:
    """Undo, always in the same place; it says why when there is nothing to undo."""
    return Action("Undo", "/match/undo", why="" if board.undo else words.NOTHING_TO_UNDO, keys="U")


def off_table(count: int) -> Action:
    """The answer that so many dice of the throw have left the table."""
    return Action(doubts.left(count), "/match/off", sends=("n", str(count)), keys="O")


def fix_link(board: Board, page: GamePage, links: Links) -> str:
    """The sheet of the first die in the tray, while the newest throw can be put right."""
    if board.throw is None or not board.throw.newest or not board.throw.faces:
        return ""
    return links.fixing(page.order(board.laid)[0])
