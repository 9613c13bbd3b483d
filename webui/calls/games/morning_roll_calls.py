# Tested by tests/test_webui_calls_picking.py.
"""Morning Roll in the list of calls: where its dice lie, what may be picked, how it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import Move, State, state_of
from engine.morning_roll import MorningRoll
from engine.morning_roll_points import DICE, special_of, totals
from webui.calls.call import Call
from webui.calls.game import Can, GameCalls, Pick
from webui.calls.games import morning_roll
from webui.calls.step import Step
from webui.calls.turn import begins
from webui.calls.values import Count, Dice, Part

UNKNOWN = DICE + 1
"""A die without a value stands after all others, as if it showed this."""


class MorningRollCalls(GameCalls):
    """See `GameCalls`."""

    name = "morning-roll"

    def calls(self, step: Step) -> Sequence[Call]:
        return morning_roll.calls(step)

    def comes(self, step: Step) -> Sequence[Call]:
        return [begins(step)]

    def places(self, state: State, faces: Sequence[int | None]) -> Pick:
        """After the kept dice, by value."""
        order = sorted(range(len(faces)), key=lambda die: (faces[die] or UNKNOWN, die))
        return tuple(len(state.kept) + order.index(die) + 1 for die in range(len(faces)))

    def standing(self, state: State, league: Part | str = "") -> Part:
        turn = open_turn(state_of(MorningRoll, state))
        return Part("standing-morning-roll", {**self.common(state), "turn": turn, "league": league})

    def open(self, state: State) -> Part:
        now = state_of(MorningRoll, state)
        if now.special:
            return Part("after-special", {"special": now.special, "turn": open_turn(now)})
        return Part("after-turn", {"turn": open_turn(now)})

    def usual(self, state: State) -> Sequence[int]:
        """The best keep."""
        return state.moves[0].faces if state.moves else ()

    def picked_now(self, state: State) -> Part | str:
        if not state.moves:
            return ""
        best, turn = state.moves[0], open_turn(state_of(MorningRoll, state))
        return Part("picked-now", {"picked": Dice(best.faces), "points": best.points or 0, "turn": turn})

    def pick_call(self, state: State, faces: Sequence[int], fields: dict[str, Any], back: bool) -> Call:
        if faces and not totals(faces):
            return self._no_score(state, faces, die=fields["die"], back="yes" if back else "no")
        points = totals(faces)[0] if faces else 0
        turn = state_of(MorningRoll, state).points + points
        return self.call("pick.back" if back else "pick.made", **fields, points=points, turn=turn)

    def refused(self, state: State, faces: Sequence[int], key: str) -> Call | None:
        if not faces:
            return self.call("no.keep")
        if not totals(faces):
            return self._no_score(state, faces)
        if key == "B" and Move("stop", tuple(faces)) not in state.moves:
            return self.call("no.stop", special=special_of(faces))
        return None

    def can(self, state: State, picked: Sequence[int]) -> Can:
        more = [Part("can-pick")]
        if not totals(picked):
            return [Part("keep-first")], more
        turn = state_of(MorningRoll, state).points + totals(picked)[0]
        throw = Part("can-throw", {"n": Count(len(state.thrown) - len(picked) or DICE)})
        stops = Move("stop", tuple(picked)) in state.moves
        return ([throw, Part("can-stop", {"turn": turn})] if stops else [throw]), more

    def worth(self, state: State, picked: Sequence[int]) -> dict[str, Any]:
        return {"points": totals(picked)[0] if totals(picked) else 0}

    def _no_score(self, state: State, faces: Sequence[int], **die: Any) -> Call:
        """The first of the picked dice that do not score. die: which was pressed, if one was."""
        idle = next(face for face in sorted(set(faces)) if not totals([face] * list(faces).count(face)))
        alone = (idle,) * list(faces).count(idle)
        triple = "yes" if state.thrown.count(idle) > 2 else "no"
        return self.call("no.score", **{"die": None, "back": "no", **die}, dice=Dice(alone), triple=triple)


def open_turn(state: MorningRoll) -> int:
    """The turn so far with the best keep of the open throw."""
    return state.points + (state.moves[0].points or 0 if state.moves else 0)
