# Tested by tests/test_webui_evening.py.
"""The evening: a page, and the same as a table for a spreadsheet.

POST /evening/plan   what is agreed for tonight: present (once each), more (names with commas between), game, seats
                     (players of one match), count (matches; 0: nothing is planned any more)
POST /evening/over   every page says who has won it; nothing is changed
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from datetime import datetime

from flask import Blueprint, Response, abort, g, make_response, render_template, request

from engine.game import MoveError
from engine.log import Match
from engine.notation import MOST_PLAYERS, check_players
from webui.answer import redirected, refused, wants_json
from webui.calls.call import call
from webui.calls.evening import begins
from webui.calls.values import Names, names_of
from webui.desk import desk
from webui.games.page import PAGES
from webui.match.ledger import Refused
from webui.match.names import tidy
from webui.match.plan import MOST_MATCHES, Plan
from webui.number import whole
from webui.page.evening import APART, Evening, evening_of, sitting
from webui.page.past import REMEMBERED, Past, remembered
from webui.page.plan_form import PlanForm, plan_form

blueprint = Blueprint("evening", __name__, url_prefix="/evening")
MOST = 200
"""Matches that are looked through. More: very long evenings are whole. Fewer: a faster page."""


@blueprint.get("")
def show() -> str:
    """The newest evening, or with `last` the one whose newest match has this number."""
    past = _past()
    found, here, board = _evening_of(past), desk(), desk().board()
    before = found.first - 1 if found else None
    return render_template(
        "evening.html",
        evening=found,
        before=before,
        pages=PAGES,
        look=PAGES[found.newest.game].look if found else "morning",
        playing=board.state is not None and board.state.outcome is None,
        form=_form(past, board.game),
        next_up=here.next_up(),
        revision=board.revision,
        troubles=board.troubles,
    )


@blueprint.get("/tally.csv")
def table() -> Response:
    """The tally as comma separated values, with a line for each match below it."""
    found = _asked()
    if found is None:
        abort(404, "No match was played yet.")
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(
        ["player", "wins", *(f"points {game}" for game in found.games), "drinks bought", "coins", "drinks"]
    )
    for row in found.rows:
        rows.writerow([_plain(row.name), row.wins, *row.points, row.bought, row.coins, row.drinks])
    rows.writerow([])
    rows.writerow(["match", "begun", "game", "how it ended"])
    for match in reversed(found.matches):
        rows.writerow([match.number, match.time, PAGES[match.game].title, _plain(match.head)])
    return Response(text.getvalue(), mimetype="text/csv")


@blueprint.post("/plan")
def plan() -> Response:
    """Agree on the matches of tonight. Every page says so where none waited before."""
    here = desk()
    try:
        agreed = _agreed()
    except (Refused, MoveError) as error:
        return _not_agreed(error.sentence if isinstance(error, MoveError) else str(error))
    before = here.next_up()
    here.plans.agree(agreed)
    first = here.next_up()
    if agreed and first and before is None:
        here.say(begins(first, agreed.after))
    return redirected("/evening")


def _agreed() -> Plan | None:
    """What the form says; None where no match is to be played. Raises Refused or MoveError."""
    count, seats = _number("count", 0, MOST_MATCHES), _number("seats", 1, MOST_PLAYERS)
    if count == 0:
        return None
    form, after = request.form, desk().ledger.now.saved.match or 0
    named = [
        tidy(name) for name in (*form.getlist("present"), *form.get("more", "").split(",")) if name.strip()
    ]
    present = check_players(tuple(dict.fromkeys(named)), 1)
    if seats > len(present):
        raise Refused(
            f"{seats} are to play in a match, and {len(present)} are here: tick or type more names."
        )
    Match.new(form.get("game", ""), present[:seats])
    return Plan(after, datetime.now().astimezone(), form["game"], present, seats, count)


def _number(name: str, low: int, high: int) -> int:
    number = whole(request.form.get(name, ""))
    if number is None or not low <= number <= high:
        what = {"count": "How many matches", "seats": "How many play in a match"}[name]
        raise Refused(f"{what} is a number from {low} to {high}. Nothing was changed.")
    return number


def _not_agreed(sentence: str) -> Response:
    """The page again with this sentence, and the form as it was filled in."""
    if wants_json():
        return refused(sentence, 422)
    g.notice = sentence
    answer = make_response(show())
    answer.status_code = 422
    return answer


@blueprint.post("/over")
def over() -> Response:
    """Let every page say who has won the newest evening, where anybody has."""
    found = _asked()
    most = max((row.wins for row in found.rows), default=0) if found else 0
    if found and most:
        won = [row.name for row in found.rows if row.wins == most]
        names = Names(tuple(names_of([row.name for row in found.rows])[name] for name in won), whole=True)
        fields = {"names": names, "count": most, "shared": "yes" if len(won) > 1 else "no"}
        desk().say(call("evening.ends", fields, event=f"evening/{found.newest.number}/evening.ends"))
    return redirected("/evening")


def _plain(name: str) -> str:
    """A name that a spreadsheet takes for no formula."""
    return f"'{name}" if name[:1] in "=+-@\t" else name


def _form(past: Sequence[Past], game: str) -> PlanForm | None:
    """The form to plan tonight; None beside an evening of before."""
    if "last" in request.args:
        return None
    now, sent = datetime.now().astimezone(), request.form
    tonight = [each for each in sitting(past) if now - each.begun <= APART]
    names = [name for match in remembered(past[:REMEMBERED], desk().guests) for name in match]
    offered = plan_form(desk().plans.now, tonight, names, game or next(iter(PAGES)))
    return offered.filled_in(sent.getlist("present"), sent) if sent else offered


def _last() -> int | None:
    asked = request.args.get("last", "")
    return int(asked) if re.fullmatch("[1-9][0-9]{0,8}", asked) else None


def _past() -> list[Past]:
    last = _last()
    past = map(Past.of, desk().store.matches(None if last is None else last + 1, MOST))
    return [each for each in past if each.game in PAGES]


def _asked() -> Evening | None:
    return _evening_of(_past())


def _evening_of(past: Sequence[Past]) -> Evening | None:
    matches = sitting(past, _last())
    return evening_of(matches, {name: page.title for name, page in PAGES.items()}) if matches else None
