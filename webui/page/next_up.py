# Tested by tests/test_webui_evening_plan.py.
"""Who plays the next match of a planned evening, worked out from the plan and the lines of its matches."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engine.evening import Evening
from webui.match.plan import Next, Plan, Plans
from webui.page.evening import APART
from webui.page.past import REMEMBERED, Past
from webui.storage.store import Store


def waiting(plans: Plans, store: Store, on_table: int | None) -> Next | None:
    """The match that waits now, behind the one of this number on the table."""
    past = [Past.of(each) for each in store.matches(None, REMEMBERED)] if plans.now else []
    return next_of(plans.now, past, on_table, datetime.now().astimezone())


def next_of(plan: Plan | None, past: Sequence[Past], on_table: int | None, now: datetime) -> Next | None:
    """The match that waits; None where no evening is planned, all its matches are played, or it is over by the clock.

    past: the newest matches, the newest first. on_table: the number of the match there, which counts as one that is
    played, also before its first throw.
    """
    if plan is None:
        return None
    tonight = [each for each in past if _counts(each, plan, on_table)]
    planned = [each for each in tonight if each.number > plan.after and not each.is_put_aside(on_table)]
    newest = max([plan.drawn, *(each.begun for each in tonight)])
    if len(planned) >= plan.count or now - newest > APART:
        return None
    sat = Evening(tuple(each.match for each in reversed(tonight) if each.match))
    names = sat.next_up(plan.present, plan.seats)
    options = next((each.options for each in past if each.game == plan.game), {})
    return Next(
        names,
        plan.game,
        len(planned) + 1,
        plan.count,
        tuple(name for name in plan.present if name not in names),
        {name: value for name, value in options.items() if name != "begins"},
    )


def _counts(each: Past, plan: Plan, on_table: int | None) -> bool:
    """Whether it is one of this evening, in which somebody has sat down to play."""
    return (
        each.match is not None
        and (each.thrown or each.number == on_table)
        and plan.drawn - each.begun <= APART
    )
