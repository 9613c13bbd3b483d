"""Matches of all tables of the league: an evening's tally, and the matches one by one.

GET  /league/matches        the newest evening at any table
POST /league/api/matches    a table brings a match, of any game
"""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request
from werkzeug.wrappers import Response as Answer

from webui.games.page import PAGES
from webui.hall import hall
from webui.league import matches
from webui.league.finished import GAME
from webui.league.matches import Brought
from webui.page.evening import evening_of, sitting
from webui.page.past import Past
from webui.routes.league_api import answers_json, table_of_token
from webui.routes.visitor import is_open, league, needs_account, shown

blueprint = Blueprint("league_matches", __name__, url_prefix="/league")
MOST = 200
"""Matches of this table, and of all others, that are looked through. Larger: very long evenings are whole."""
OWN = "This table"


@blueprint.get("/matches")
@needs_account
def show() -> Answer:
    """The newest evening at any table. Morning Roll is left out while the league is closed."""
    found = [each for each in _newest() if each[1].game in PAGES and (is_open() or each[1].game != GAME)]
    sat = sitting([past for _, past in found])
    evening = evening_of(sat, {name: page.title for name, page in PAGES.items()}) if sat else None
    tables = [table for table, past in found if past in sat]
    return shown("matches.html", evening=evening, tables=tables, pages=PAGES, page_class="evening")


def _newest() -> list[tuple[str, Past]]:
    """Each of the newest matches with the name of its table, the newest first."""
    with league().place.reading() as connection:
        far = matches.far_matches(connection, MOST)
    both = [(OWN, Past.of(saved)) for saved in hall().matches(None, MOST)]
    both += [(each.table, Past.of(each.saved)) for each in far]
    return sorted(both, key=lambda each: each[1].begun, reverse=True)


@blueprint.post("/api/matches")
@answers_json
def bring() -> Response:
    """A table brings a match; the newest lines of it stand."""
    request.max_content_length = matches.MOST_BYTES
    device = table_of_token()
    brought = Brought.read(request.get_data(as_text=True))
    with league().place.writing() as connection:
        matches.keep(connection, league().now(), device.id, brought)
    hall().bell.ring()
    return jsonify(state="kept")
