# Tested by tests/test_webui_calls_picking.py.
"""Midnight in the list of calls: where its dice lie, what may be picked, how it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import State, state_of
from engine.midnight import KEYS, Midnight, score_of
from engine.seats import DICE
from webui.calls.call import Call
from webui.calls.game import Can, GameCalls, Pick
from webui.calls.games import midnight
from webui.calls.step import Step
from webui.calls.values import Count, Part


class MidnightCalls(GameCalls):
    """See `GameCalls`."""

    name = "midnight"

    def calls(self, step: Step) -> Sequence[Call]:
        return midnight.calls(step)

    def comes(self, step: Step) -> Sequence[Call]:
        return midnight.comes(step)

    def places(self, state: State, faces: Sequence[int | None]) -> Pick:
        """The places that are free, in their order."""
        places = state_of(Midnight, state).places or ((0, False),) * DICE
        free = [place for place, (_, locked) in enumerate(places, 1) if not locked]
        return tuple([*free, *range(DICE + 1, DICE + 1 + len(faces))][: len(faces)])

    def standing(self, state: State, league: Part | str = "") -> Part:
        now = state_of(Midnight, state)
        fields = {"sum": now.points, "goal": midnight.to_beat(now), "pot": midnight.pot_of(now)}
        return Part("standing-midnight", {**self.common(state), **fields})

    def open(self, state: State) -> Part:
        now = state_of(Midnight, state)
        if now.missing:
            return Part("after-needs", {"need": midnight.need(now.missing)})
        return Part("after-sum", {"sum": now.points})

    def pick_call(self, state: State, faces: Sequence[int], fields: dict[str, Any], back: bool) -> Call:
        whole = len(faces) == len(state.thrown)
        bank = Part("bank-now", {"score": _score(state, faces)}) if whole else ""
        fields = {**fields, "worth": _worth(state_of(Midnight, state), faces, whole), "bank": bank}
        return self.call("pick.back" if back else "pick.made", **fields)

    def refused(self, state: State, faces: Sequence[int], key: str) -> Call | None:
        still = len(state.thrown) - len(faces)
        if not faces:
            return self.call("no.keep")
        if key == "B" and still:
            return self.call("no.bank", n=Count(still))
        if key == "R" and not still:
            bank = Part("bank-now", {"score": _score(state, faces)})
            return self.call("tell.choices", choices=bank, more="", troubles="")
        return None

    def can(self, state: State, picked: Sequence[int]) -> Can:
        left = len(state.thrown) - len(picked)
        if not picked:
            main = Part("keep-first")
        elif left:
            main = Part("can-throw", {"n": Count(left)})
        else:
            main = Part("can-bank", {"score": _score(state, picked)})
        return [main], [Part("can-pick")]

    def worth(self, state: State, picked: Sequence[int]) -> dict[str, Any]:
        return {"sum": state_of(Midnight, state).points}


def _score(state: State, faces: Sequence[int]) -> int:
    """What the turn is worth with these dice as the last ones kept."""
    return score_of((*state.kept, *faces), state_of(Midnight, state).settings.variant)


def _worth(state: Midnight, faces: Sequence[int], whole: bool) -> Part:
    """What the kept dice are worth with these: the keys that they need, or their sum."""
    keys, kept = KEYS[state.settings.variant], (*state.kept, *faces)
    missing = [key for key in keys if key not in kept]
    if missing:
        return Part("worth-needs", {"need": midnight.need(missing)})
    total = sum(kept) - sum(keys)
    return Part("worth-whole" if whole else "worth-sum", {"sum": total})
