"""What the page of every moment has in common: seats, the strip, undo, the places of the tray."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from engine.game import Turn
from engine.morning_roll import MorningRoll
from webui.match.board import Board
from webui.page import words
from webui.page.picture import live_photo
from webui.page.scene import Action, Scene, Seat, Status

PLACES = 6


@dataclass(frozen=True)
class Links:
    """Addresses of this page that ask it something, at this revision.

    pick: the places picked now, as in `Query`. stand: where the match stands: its number and that of its lines.
    """

    path: str
    revision: int
    pick: tuple[int, ...] | None = None
    stand: str = ""

    def to(self, **query: str | int) -> str:
        """The page with these questions and no others."""
        return f"{self.path}?{urlencode({'at': self.revision, **query})}" if query else self.path

    def typed(self, faces: Sequence[int]) -> str:
        """The page with these values typed in."""
        return self.to(type=" ".join(map(str, faces)), stand=self.stand)

    def picked(self, places: Sequence[int]) -> str:
        """The page with these places picked."""
        return self.to(pick=_places(places))

    def fixing(self, die: int) -> str:
        """The page with the sheet of this die; what was picked stays."""
        return self.to(fix=die, **self._as_picked())

    def closed(self, asked: bool) -> str:
        """The page without a sheet, and nothing else changed. asked: the sheet of a question is not to open again."""
        return self.to(**({"seen": 1} if asked else {}), **self._as_picked())

    def _as_picked(self) -> dict[str, str]:
        return {} if self.pick is None else {"pick": _places(self.pick)}


def _places(places: Sequence[int]) -> str:
    return " ".join(map(str, places)) or "none"


def scene(board: Board, **parts: Any) -> Scene:
    """A scene with the round, the seats, the live picture and its strip, unless `parts` say otherwise."""
    state = board.state
    usual: dict[str, Any] = {"status": status(board), "seats": seats(board)}
    kept: tuple[int, ...] = ()
    if isinstance(state, MorningRoll):
        usual["round"] = words.round_note(state.round, state.settings.rounds)
        kept = state.kept
        usual["roll"] = "" if state.outcome else f"Roll {len(state.rolls) + (0 if state.thrown else 1)}"
    photo = parts.pop("photo", None) or live_photo(board, kept=kept)
    return Scene(photo=photo, **{**usual, **parts})


def status(board: Board) -> Status:
    """The strip under the picture: the state of the table, as a shape and words."""
    if board.source.state in ("silent", "ended"):
        return Status("warn", words.SILENT if board.source.state == "silent" else words.FILM_OVER)
    if board.source.phase == "moving":
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


def last_turn(name: str, turns: Sequence[Turn]) -> str:
    """What a player's newest finished turn was worth."""
    mine = [turn for turn in turns if turn.player == name]
    if not mine:
        return "no turn yet"
    return f"last turn: {words.points(mine[-1].score) if mine[-1].qualified else 'bust'}"


def just_throw(board: Board, number: int) -> str:
    """Under a button that the dice make needless; nothing where nobody sees them."""
    return words.just_throw(number) if board.source.looks else ""


def undo(board: Board) -> Action:
    """Undo, always in the same place; it says why when there is nothing to undo."""
    return Action("Undo", "/match/undo", why="" if board.undo else words.NOTHING_TO_UNDO, keys="U")
