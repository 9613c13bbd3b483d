# Tested by tests/test_webui_evening_plan.py.
"""The form on which an evening is planned: filled in with what was agreed, or with what has been played tonight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from webui.match.plan import Plan
from webui.number import whole
from webui.page.past import Past

ROUNDS = 3
"""Matches that each seat is offered in a new plan. More: a longer evening is offered. Fewer: a shorter one."""
SEATS = 2
"""Players of a match that are offered where nothing was played yet."""


@dataclass(frozen=True)
class PlanForm:
    """What the form shows. here: names with a tick. others: names without one. more: names that are typed."""

    here: tuple[str, ...]
    others: tuple[str, ...]
    game: str
    seats: int
    count: int
    more: str = ""

    def filled_in(self, here: Sequence[str], sent: Mapping[str, str]) -> PlanForm:
        """The form as somebody has sent it. here: the names with a tick."""
        every = dict.fromkeys((*self.here, *self.others, *here))
        return PlanForm(
            tuple(here),
            tuple(name for name in every if name not in here),
            sent.get("game", self.game),
            whole(sent.get("seats", "")) or self.seats,
            whole(sent.get("count", "")) or self.count,
            sent.get("more", ""),
        )


def plan_form(plan: Plan | None, tonight: Sequence[Past], known: Sequence[str], game: str) -> PlanForm:
    """The form. tonight: the matches of this evening, the newest first. known: names that may be offered.

    game: the one that is offered where nothing was agreed.
    """
    played = tuple(dict.fromkeys(name for each in tonight if each.state for name in each.state.players))
    newest = tonight[0].state if tonight else None
    here = plan.present if plan else played
    others = tuple(dict.fromkeys(name for name in (*played, *known) if name not in here))
    if plan:
        return PlanForm(here, others, plan.game, plan.seats, plan.count)
    return PlanForm(here, others, game, len(newest.players) if newest else SEATS, ROUNDS)
