# Tested by tests/test_webui_calls_sounding.py.
"""What is chosen for the ear of the whole table: which device is the voice, and how names are said.

POST /ear/voice     on: yes, the browser that asks is the voice; no, none is
POST /ear/names     name and said, once for each player: what is said for the name; "" for the name itself
"""

from __future__ import annotations

import re
import secrets

from flask import Blueprint, Response, request
from werkzeug.exceptions import BadRequest

from webui.answer import done
from webui.calls.sounding import Voice
from webui.desk import desk

blueprint = Blueprint("ear", __name__, url_prefix="/ear")
COOKIE = "rollcall_ear"
COOKIE_S = 365 * 24 * 3600
DEVICES = (
    ("iPhone", "an iPhone"),
    ("iPad", "an iPad"),
    ("Android", "an Android device"),
    ("Windows", "a Windows computer"),
    ("Macintosh", "a Mac"),
    ("Linux", "a Linux computer"),
)
"""What a browser says of its device, and what people call that; the first that fits."""


@blueprint.post("/voice")
def voice() -> Response:
    """The browser that asks is the voice of the table, or none is."""
    on = request.form.get("on")
    if on not in ("yes", "no"):
        raise BadRequest(f"on is yes or no, not {str(on)[:20]!r}. Nothing was changed.")
    mark = mark_of_browser() or secrets.token_hex(8)
    desk().sounding.choose(Voice(mark, _device()) if on == "yes" else Voice())
    desk().push.changed("board")
    answer = done()
    answer.set_cookie(COOKIE, mark, COOKIE_S, httponly=True, samesite="Lax")
    return answer


@blueprint.post("/names")
def names() -> Response:
    """How names are said from now on."""
    for name, said in zip(request.form.getlist("name"), request.form.getlist("said"), strict=False):
        if name in desk().board().players:
            desk().sounding.say_as(name, said)
    desk().push.changed("board")
    return done()


def mark_of_browser() -> str:
    """What the browser that asks is known by; "" where it never was the voice."""
    mark = request.cookies.get(COOKIE, "")
    return mark if re.fullmatch("[0-9a-f]{16}", mark) else ""


def where() -> str:
    """Where the voice is, as the browser that asks sees it: here, elsewhere, nowhere."""
    chosen = desk().sounding.voice.mark
    if not chosen:
        return "nowhere"
    return "here" if chosen == mark_of_browser() else "elsewhere"


def _device() -> str:
    told = request.headers.get("User-Agent", "")
    return next((called for word, called in DEVICES if word in told), "another device")
