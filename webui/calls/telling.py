"""What the reading keys tell: H the dice, E the standing, S what can be done."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.game import State
from webui.calls.asking import ask
from webui.calls.call import OWN, Call
from webui.calls.game import Can, Laid, Pick
from webui.calls.games.all import CALLS
from webui.calls.picking import faces_of, usual
from webui.calls.values import Count, Part, Parts, names_of
from webui.match.board import Question


@dataclass(frozen=True)
class Asked:
    """What a page wants to know, and what it has.

    pick: the places that are picked, None as nobody has pressed.   again: the key was pressed a moment ago.
    moving: the dice roll.   undo: there is something to take back.   troubles: that hold now, as parts of a sentence.
    laid: the values by which the dice took their places, see `Board.laid`.
    """

    game: str
    state: State
    question: Question | None = None
    pick: Pick | None = None
    again: bool = False
    moving: bool = False
    undo: bool = False
    troubles: tuple[Part, ...] = ()
    laid: Laid = ()

    @property
    def places(self) -> Pick:
        """The places that are picked, by somebody or before anybody presses."""
        return usual(self.game, self.state, self.laid) if self.pick is None else self.pick

    @property
    def picked(self) -> tuple[int, ...]:
        """The faces that are picked."""
        return faces_of(self.game, self.state, self.places, self.laid)


def dice(asked: Asked) -> Call:
    """H: the dice to pick, picked and kept; pressed again by place."""
    calls = CALLS[asked.game]
    if asked.moving:
        told = Part("dice-rolling")
    elif asked.state.outcome:
        told = Part("dice-over")
    else:
        told = calls.dice(asked.state, asked.picked, asked.again, asked.laid)
    return calls.call("tell.dice", dice=told)


def standing(asked: Asked, league: Part | str = "") -> Call:
    """E: round, whose turn, the turn so far, and the totals."""
    calls = CALLS[asked.game]
    return calls.call("tell.standing", standing=calls.standing(asked.state, league))


def choices(asked: Asked) -> Call:
    """S: the question if one is open, else the keys that act now, the main one first; then the troubles."""
    if asked.question:
        asks = ask(asked.question, asked.game, asked.state, "S", whole=True, laid=asked.laid)
        return replace(asks, rank=OWN, to="own", event="")
    main, more = _can(asked)
    if asked.undo:
        more.append(Part("can-undo"))
    troubles = Parts(asked.troubles)
    return CALLS[asked.game].call(
        "tell.choices", choices=Parts(tuple(main)), more=Parts(tuple(more)), troubles=troubles
    )


def watching(asked: Asked) -> Call:
    """S for one who only watches: what the game waits for, without a word of keys; then the troubles."""
    waits = Part("watch-waits") if asked.question else _awaited(asked.state)
    return CALLS[asked.game].call("tell.choices", choices=waits, more="", troubles=Parts(asked.troubles))


def _awaited(state: State) -> Part:
    if state.outcome:
        return Part("dice-over")
    name = names_of(state.players)[str(state.player)]
    return Part("watch-picks", {"name": name}) if state.thrown else _can_wait(state)


def _can_wait(state: State) -> Part:
    name = names_of(state.players)[str(state.player)]
    return Part("can-wait", {"name": name, "n": Count(state.to_throw)})


def _can(asked: Asked) -> Can:
    state = asked.state
    if state.outcome:
        return [Part("can-play")], []
    if state.thrown:
        return CALLS[asked.game].can(state, asked.picked)
    return [_can_wait(state), Part("can-type")], []
