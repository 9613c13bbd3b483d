"""The other league that a table tells: to be paired with it, and to leave it.

GET  /league/hub        which it is; POST: url, name: ask to be paired, then ask, secret: fetch the answer
POST /league/hub/leave
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, g, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from webui.desk import desk
from webui.league.destinations import pair, paired, tidy_url
from webui.league.refusal import Denied
from webui.routes.visitor import refused, shown
from webui.square import drawn

blueprint = Blueprint("league_hub", __name__, url_prefix="/league")


@blueprint.get("/hub")
def hub() -> Answer:
    """The other league that this table tells."""
    return _hub_page()


def _hub_page(**asked: Any) -> Answer:
    found = desk().office.destinations.hub()
    return shown("hub.html", hub=found, page_class="" if asked else "narrow", **asked)


@blueprint.post("/hub")
def ask_hub() -> Answer:
    """Ask another league to be paired; then fetch its answer, by `ask` and `secret`."""
    form, destinations = request.form, desk().office.destinations
    try:
        url = tidy_url(form.get("url", ""))
        if not form.get("ask"):
            asked = pair(destinations.wire, url, form.get("name", "") or "A table")
            link = f"{url}/league/pair?letters={asked['letters']}"
            return _hub_page(url=url, square=drawn(link), link=link, **asked)
        token = paired(destinations.wire, url, form["ask"], form.get("secret", ""))
        if not token:
            g.refusal = "Nobody has said yes there so far. Type the letters in there, then press again."
            link = f"{url}/league/pair?letters={form.get('letters', '')}"
            facts = {"id": form["ask"], "secret": form.get("secret", ""), "letters": form.get("letters", "")}
            return _hub_page(url=url, square=drawn(link), link=link, **facts)
        destinations.join_hub(url, token)
    except Denied as error:
        return refused(error, hub)
    return redirect(url_for("league_hub.hub"), 303)


@blueprint.post("/hub/leave")
def leave_hub() -> Answer:
    """Tell the other league no more."""
    desk().office.destinations.leave_hub()
    return redirect(url_for("league_hub.hub"), 303)
