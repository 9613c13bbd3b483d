# Tested by tests/test_webui_games.py.
"""What a game brings to the page. `webui.games` has one class for each game; the rest of the page knows no game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from engine.game import State, Turn
from engine.roll import Roll
from webui.match.board import Board
from webui.page import words
from webui.page.links import Links
from webui.page.scene import Card, Place, Query, Scene, Seat, Sum
from webui.page.told import GameTold


@dataclass(frozen=True)
class Standing:
    """What a game shows at every moment of a match.

    round: in the bar. roll: in the strip under the picture. note: beside the heading.
    card: what has just happened, or what is forced now; None for nothing.
    own: what the template of this game draws beside the dice, as a value of its own kind; None for nothing.
    """

    round: str
    roll: str
    note: str
    seats: tuple[Seat, ...]
    sum: Sum | None = None
    card: Card | None = None
    own: object = None


class GamePage(ABC):
    """One game as the page shows it. Every method is a pure function of the board.

    name: of the game in `engine.game.GAMES`. look: the value of `data-game`, which chooses ground, accent and tray.
    glyph: its drawing in the sprite. invitation: what one does in it, in a sentence. dice: its number of dice.
    told: what it tells away from its page. company: how many may play it, in a sentence, where one cannot.
    """

    name: str
    title: str
    look: str
    glyph: str
    invitation: str
    dice: int
    told: GameTold
    company: str = ""

    def order(self, faces: Sequence[int | None]) -> tuple[int, ...]:
        """The dice of a throw (their indices) in the order in which they take the free places: as they were given."""
        return tuple(range(len(faces)))

    @abstractmethod
    def lying(self, state: State) -> tuple[Place, ...]:
        """The kept dice that lie in the tray, each in its place."""

    @abstractmethod
    def free(self, state: State) -> tuple[int, ...]:
        """The numbers of the places that the dice of the open or awaited throw take, rising."""

    @abstractmethod
    def free_before(self, state: State) -> tuple[int, ...]:
        """The same for the throw that has ended the last turn."""

    @abstractmethod
    def standing(self, board: Board) -> Standing:
        """What is shown while the dice are awaited, and beside every question."""

    @abstractmethod
    def choice(self, board: Board, query: Query, links: Links) -> Scene:
        """An open throw: pick, then go on or stop."""

    @abstractmethod
    def bust(self, board: Board, links: Links) -> Scene:
        """The turn that has just ended with nothing."""

    @abstractmethod
    def over(self, board: Board, links: Links) -> Scene:
        """The end of the match: who has won, and again?"""

    def heading(self, state: State) -> str:
        """The heading while dice are awaited."""
        return words.to_throw(str(state.player), state.to_throw)

    def at_stake(self, state: State) -> str:
        """What lies in the pot, in a few words; "" where nothing does."""
        return ""

    def following(self, state: State) -> str:
        """Who throws after the player on turn, as far as it is known; "" for nobody."""
        waiting = state.draw.waiting
        if waiting:
            return state.players[waiting[1]] if len(waiting) > 1 else ""
        last = len(state.turns) + 1 == len(state.players) * int(state.options.get("rounds", 0))
        if last or len(state.players) == 1:
            return ""
        return state.players[(state.players.index(str(state.player)) + 1) % len(state.players)]

    def roll_told(self, roll: Roll, first: bool, end: str) -> tuple[str, str]:
        """What a roll of an earlier turn gave, in figures, and what became of it, in words; "" for nothing to say.

        first: it is the first of its turn. end: how the turn ended, where it is the last of it.
        """
        if roll.off and roll.thrown:
            return "", f"{words.dice(roll.off)} off the table"
        return "", f"kept {words.group(roll.kept)}" if roll.kept else ""

    def turn_number(self, rolls: Sequence[Roll], turn: Turn | None) -> str:
        """What an earlier turn was worth, in figures; turn: None while it is not finished."""
        return words.points(turn.score) if turn is not None else ""

    def average(self, state: State) -> float:
        """What a turn of best play brings on average, exact; 0 in games that nobody plays alone."""
        return 0.0

    def risk(self, dice: int) -> str:
        """What throwing so many dice risks, in a few words; "" in games where a throw loses nothing."""
        return ""

    @abstractmethod
    def number(self, made: Scene) -> str:
        """The number of the turn that this scene shows, as it is read across a room."""

    def on_wall(self, made: Scene) -> tuple[Place, ...]:
        """The dice of a scene for a screen that nobody touches."""
        return made.places

    def places_of_throw(self, board: Board) -> tuple[int, ...]:
        """The places of the dice that are asked about, or else of the newest throw."""
        state = state_on(board)
        ended = board.question is None and not (state.thrown or state.rolls)
        return self.free_before(state) if ended and state.turns else self.free(state)


def state_on(board: Board) -> State:
    """The state of a board with a match."""
    if board.state is None:
        raise ValueError("this board has no match")
    return board.state
