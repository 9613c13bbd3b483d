# Tested by tests/test_webui_evening.py.
"""The evening: a page, and the same as a table for a spreadsheet.

POST /evening/over   every page says who has won it; nothing is changed
"""

from __future__ import annotations

import csv
import io
import re

from flask import Blueprint, Response, abort, render_template, request

from webui.answer import redirected
from webui.calls.call import call
from webui.calls.values import Names, names_of
from webui.desk import desk
from webui.games.page import PAGES
from webui.page.evening import Evening, evening_of, sitting
from webui.page.past import Past

blueprint = Blueprint("evening", __name__, url_prefix="/evening")
MOST = 200
"""Matches that are looked through. More: very long evenings are whole. Fewer: a faster page."""


@blueprint.get("")
def show() -> str:
    """The newest evening, or with `last` the one whose newest match has this number."""
    found = _asked()
    board = desk().board()
    before = found.first - 1 if found else None
    return render_template(
        "evening.html",
        evening=found,
        before=before,
        pages=PAGES,
        look=PAGES[found.newest.game].look if found else "morning",
        playing=board.state is not None,
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


def _asked() -> Evening | None:
    asked = request.args.get("last", "")
    last = int(asked) if re.fullmatch("[1-9][0-9]{0,8}", asked) else None
    past = [Past.of(each) for each in desk().store.matches(None if last is None else last + 1, MOST)]
    matches = sitting([each for each in past if each.game in PAGES], last)
    return evening_of(matches, {name: page.title for name, page in PAGES.items()}) if matches else None
