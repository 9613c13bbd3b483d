# Tested by tests/test_webui_calls_picking.py.
"""What a game brings to the calls. `webui.calls.games` has one class for each game; the rest knows no game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from engine.game import State, Turn
from webui.calls.call import Call, call
from webui.calls.step import Step
from webui.calls.turn import round_of
from webui.calls.values import Count, Dice, Names, Part, Row, Tally, names_of

Pick = tuple[int, ...]
"""Places, rising."""
Laid = Sequence[int | None]
"""Values of the dice of a throw, in its order."""
Can = tuple[list[Part], list[Part]]
"""What can be done: the main keys, and the others."""


class GameCalls(ABC):
    """The calls of one game. Every method is pure.

    name: of the game in `engine.game.GAMES`.
    """

    name: str

    @abstractmethod
    def calls(self, step: Step) -> Sequence[Call]:
        """What a line says, in the order in which it happened."""

    @abstractmethod
    def comes(self, step: Step) -> Sequence[Call]:
        """The player on turn after the step is on."""

    @abstractmethod
    def places(self, state: State, faces: Sequence[int | None]) -> Pick:
        """The place of each die of the throw that is open, asked about or awaited, in the order of the throw."""

    @abstractmethod
    def standing(self, state: State, league: Part | str = "") -> Part:
        """Round, whose turn, the turn so far, totals from the best. league: when the day of a league closes."""

    @abstractmethod
    def open(self, state: State) -> Part:
        """An open throw, as a correction leaves it."""

    @abstractmethod
    def pick_call(self, state: State, faces: Sequence[int], fields: dict[str, Any], back: bool) -> Call:
        """What is said of a pick. faces: all that is picked now. fields: `die` and `picked`. back: given back."""

    @abstractmethod
    def refused(self, state: State, faces: Sequence[int], key: str) -> Call | None:
        """Why R or B does nothing at an open throw with these dice picked; None where it does something."""

    @abstractmethod
    def can(self, state: State, picked: Sequence[int]) -> Can:
        """What can be done at an open throw with these dice picked."""

    def ended(self, state: State, turn: Turn) -> Part:
        """A turn that a correction has ended."""
        return Part("after-score", {"name": names_of(state.players)[turn.player], "score": turn.score})

    def is_bust(self, turn: Turn) -> bool:
        """Whether the turn brought nothing."""
        return not turn.qualified

    def is_out(self, turn: Turn) -> bool:
        """Whether the turn has won its player a place outside of the match that goes on."""
        return False

    def won(self, state: State) -> Part:
        """How the match has ended."""
        winners, names = state.outcome.winners if state.outcome else (), names_of(state.players)
        if not winners:
            return Part("after-nobody")
        if len(winners) > 1:
            return Part("after-share", {"names": Names(tuple(names[player] for player in winners))})
        return Part("after-wins", {"name": names[winners[0]]})

    def usual(self, state: State) -> Sequence[int]:
        """The faces that are picked before anybody presses."""
        return ()

    def picked_now(self, state: State) -> Part | str:
        """What is picked of an open throw that a correction leaves; "" for nothing."""
        return ""

    def banks(self) -> bool:
        """Whether a turn can be banked at all."""
        return True

    def dice(self, state: State, picked: Sequence[int], again: bool, laid: Laid = ()) -> Part:
        """The dice on the table, the pick and what is kept. again: by place. laid: see `open_dice`."""
        kept = Dice(state.kept) if state.kept else None
        name = names_of(state.players)[str(state.player)]
        if not state.thrown:
            return Part("dice-none", {"name": name, "n": Count(state.to_throw), "kept": kept})
        if again:
            return Part("dice-places", {"row": self.row(state, laid), "kept": kept})
        fields = {"dice": Dice(state.thrown), "picked": Dice(tuple(picked)) if picked else None, "kept": kept}
        return Part(f"dice-open-{self.name}", fields | self.worth(state, picked))

    def worth(self, state: State, picked: Sequence[int]) -> dict[str, Any]:
        """What the sentence of the dice has besides them."""
        return {}

    def open_dice(self, state: State, laid: Laid = ()) -> dict[int, int]:
        """The dice that can be picked: the face in each place, in the order of the places.

        laid: the values by which they took their places, where one of them was put right since.
        """
        by = laid if len(laid) == len(state.thrown) else state.thrown
        return dict(sorted(zip(self.places(state, by), state.thrown, strict=True)))

    def row(self, state: State, laid: Laid = ()) -> Row:
        """The open throw by place; where other dice lie between, each place is named. laid: see `open_dice`."""
        dice = self.open_dice(state, laid)
        whole = list(dice) == list(range(1, len(dice) + 1))
        return Row(tuple(dice.values()), () if whole else tuple(dice))

    def call(self, id_: str, **fields: Any) -> Call:
        """A call of this game about no line."""
        return call(id_, fields, game=self.name)

    def common(self, state: State) -> dict[str, Any]:
        """What the standing of every game with totals has."""
        names = names_of(state.players)
        order = sorted(state.players, key=lambda player: -state.scores[player])
        return {
            "round": "" if state.outcome else round_of(state),
            "name": names[state.player] if state.player else None,
            "totals": Tally(tuple((names[player], state.scores[player]) for player in order), whole=True),
        }
