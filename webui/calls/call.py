# Tested by tests/test_webui_calls_telling.py.
"""A call: one thing that the product says, once. `RANKS` names them all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from webui.calls.values import Fields

To = Literal["all", "table", "own"]
MUST = 5
"""The rank of a bust, a win and a question: no other call cuts it off."""
PUT_RIGHT = 4
"""The rank of a correction."""
GAME = 3
"""The rank of what happens in the match."""
OWN = 2
"""The rank of an answer to a key that one person pressed."""
IDLE = 1
"""The rank of what can wait: any call cuts it off."""


@dataclass(frozen=True)
class Call:
    """One event, to be said once.

    id: which call, such as `roll.read`; its first word is its slot.   game: "" where it is none of one game.
    event: the match, the number of the line, the id; said at most once for ever.   rank: 1 to 5, what may cut what.
    to: all pages, those of the table, or the page that pressed.
    voids: the lines (as an event begins) whose calls are no longer true.
    """

    id: str
    fields: Fields = field(default_factory=dict)
    game: str = ""
    event: str = ""
    rank: int = 0
    to: To = "all"
    voids: tuple[str, ...] = ()

    @property
    def slot(self) -> str:
        """What it is about: a roll, a keep, an undo."""
        return self.id.partition(".")[0]


def call(id_: str, fields: Fields, *, game: str = "", event: str = "", voids: tuple[str, ...] = ()) -> Call:
    """A call with the rank and the listeners of its id. Raises KeyError for an id that is not in the list."""
    rank, to = RANKS[id_]
    return Call(id_, fields, game, event, rank, to, voids)


def _ranks(rank: int, to: To, ids: str) -> dict[str, tuple[int, To]]:
    return dict.fromkeys(ids.split(), (rank, to))


RANKS: Mapping[str, tuple[int, To]] = {
    **_ranks(MUST, "all", "match.won match.shared match.nobody match.alone match.drinks evening.ends"),
    **_ranks(MUST, "all", "bust.nothing bust.off night.zero hand.lost hand.twenty"),
    **_ranks(MUST, "all", "round.won round.shared round.tied round.carried round.nobody"),
    **_ranks(
        MUST, "table", "ask.unsure ask.count ask.which ask.whichof ask.throw ask.hand ask.stayed ask.turned"
    ),
    **_ranks(MUST, "table", "ask.keptover ask.cocked ask.stacked"),
    **_ranks(PUT_RIGHT, "all", "fix.done fix.whole undo.done undo.end undo.match redo.done off.again"),
    **_ranks(PUT_RIGHT, "table", "dice.bumped trouble.begins"),
    **_ranks(PUT_RIGHT, "table", "league.closing league.closed league.reported league.held league.asks"),
    **_ranks(PUT_RIGHT, "table", "league.late league.done league.withdrawn"),
    **_ranks(PUT_RIGHT, "own", "link.lost voice.waits"),
    **_ranks(
        GAME, "all", "match.begins match.resumed match.rematch match.settle evening.begins evening.next"
    ),
    **_ranks(GAME, "all", "start.level start.drawn player.joins player.leaves"),
    **_ranks(GAME, "all", "roll.read roll.whole special.straight special.boxcars keep.made keep.special"),
    **_ranks(GAME, "all", "stop.banked keep.needs keep.qualified keep.sum night.scored"),
    **_ranks(GAME, "all", "round.begins keep.again hand.short hand.over"),
    **_ranks(OWN, "own", "pick.made pick.back pick.again typed.now fix.which"),
    **_ranks(
        OWN, "own", "no.keep no.score no.stop no.throw no.bank no.reroll no.die no.undo no.late no.watcher"
    ),
    **_ranks(OWN, "own", "tell.dice tell.standing tell.choices tell.keys pair.code pair.wrong voice.on"),
    **_ranks(IDLE, "all", "start.throw turn.begins dice.awaited pot.now hand.choose hand.reset"),
    **_ranks(IDLE, "table", "dice.slow trouble.ends pair.joined pair.gone"),
    **_ranks(IDLE, "own", "link.back"),
}
"""Rank and listeners of every id."""
