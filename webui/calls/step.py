# Tested by tests/test_webui_calls_transcripts.py.
"""One line of a match and what it changed: what the calls of a line are made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.game import State
from engine.line import Line
from webui.calls.call import Call, call
from webui.calls.values import Count, Name, Names, Part, Tally, names_of
from webui.match.seen import SeenRoll


@dataclass(frozen=True)
class Step:
    """A line between two states.

    game: its name.   at: the match and the number of the line, as events begin.   last: nothing was stored after it in
    the same go.   confirmed: it is a keep that the throw after it confirmed.   roll: what the camera saw of it.
    """

    game: str
    at: str
    before: State
    line: Line
    after: State
    last: bool = True
    confirmed: bool = False
    roll: SeenRoll | None = None

    def call(self, id_: str, **fields: Any) -> Call:
        """A call about this line."""
        return call(id_, fields, game=self.game, event=f"{self.at}/{id_}")

    @property
    def who(self) -> Name:
        """The player on turn before the line."""
        return self.name(str(self.before.player))

    @property
    def number(self) -> Count | None:
        """The dice to throw after a keep; None where the throw is read already."""
        return None if self.confirmed else Count(self.after.to_throw)

    @property
    def by(self) -> str:
        """Who says what was thrown: camera, hand or program."""
        return self.line.by if self.line.by in ("hand", "program") else "camera"

    @property
    def turn_ended(self) -> bool:
        """The line ended a turn."""
        return len(self.after.turns) > len(self.before.turns)

    def name(self, player: str) -> Name:
        """A player of the match."""
        return names_of(self.after.players)[player]

    def names(self, *players: str) -> Names:
        """Players of the match."""
        return Names(tuple(map(self.name, players)))

    def tally(self, values: dict[str, int]) -> Tally:
        """Players with their numbers, the largest first."""
        order = sorted(values, key=lambda player: -values[player])
        return Tally(tuple((self.name(player), values[player]) for player in order))


def why_off(step: Step) -> Part:
    """How the dice left the table: seen to roll, missing, or as a player says."""
    number, thrown, roll = step.line.number, dice_out(step.before), step.roll
    fields: dict[str, Any] = {"number": number, "n": Count(number)}
    if roll is None:
        return Part("off-said", fields)
    if roll.way:
        return Part("off-seen", fields)
    seen = len(roll.thrown) or thrown - number
    return Part("off-missing", {**fields, "seen": seen, "thrown": thrown})


def dice_out(state: State) -> int:
    """How many dice are thrown in the throw that is open or awaited."""
    return state.to_throw or len(state.thrown)
