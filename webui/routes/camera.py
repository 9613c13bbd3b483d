# Tested by tests/test_webui_phone.py.
"""Which camera the table looks through: the page that shows it, brings a phone to the table, or names another one.

GET  /camera          the page, with a square and six letters for a phone
GET  /camera/square   these alone, for a frame of the match page
POST /camera/use      name: look through this camera from now on
POST /camera/demo     on: yes, the demo throws on by itself where a choice is open; no, it waits
POST /camera/letters  other letters are good from now on
POST /camera/forget   mark: this phone belongs to the table no more
POST /camera/role     mark, role (host, player, watcher): what this device may do
POST /camera/admit    all: yes, everybody in the network may press; no, those alone who have joined
"""

from __future__ import annotations

from typing import cast

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest

from hardware.address import shown
from hardware.camera import CameraError
from hardware.usb import numbers
from webui.answer import done, onward
from webui.calls import pairing
from webui.calls.language import How, english
from webui.camera.chosen import choose, may_be_chosen
from webui.desk import desk
from webui.gate import FRAMED_BY_NOBODY, POLICY
from webui.pairing import ROLES
from webui.permits import COOKIE
from webui.routes.phone import COOKIE_S, NO_CAMERA
from webui.serving.addresses import as_others_call
from webui.serving.six_words import six_words
from webui.square import drawn

ROLE_WORDS = {
    "host": "host: may change all",
    "player": "player: presses in the match",
    "watcher": "watcher: only looks",
}
FRESH_S = 20
"""Seconds until a frame asks for the letters again. Larger: it shows letters that a phone has used up for longer."""
blueprint = Blueprint("camera", __name__, url_prefix="/camera")


@blueprint.get("")
def show() -> Response:
    """What the table looks through, and what else it may."""
    return _page()


@blueprint.get("/square")
def square() -> Response:
    """The square and the six letters that are good now; a frame shows them, and asks again by itself."""
    answer = Response(render_template("square.html", **_letters()))
    answer.headers["Refresh"] = str(FRESH_S)
    answer.headers["Content-Security-Policy"] = POLICY.replace(FRAMED_BY_NOBODY, "frame-ancestors 'self'")
    return answer


@blueprint.post("/use")
def use() -> Response:
    """Look through another camera; where it does not open, the one before stays."""
    name, eye = request.form.get("name", "").strip(), desk().eye
    if eye is None:
        return _page(NO_CAMERA, 409)
    if not may_be_chosen(name):
        return _page(f"{shown(name)!r} is no camera that a page may choose.", 422)
    try:
        eye.use(name)
        choose(desk().settings.data, name)
    except CameraError as error:
        return _page(f"{error} Nothing was changed.", 422)
    except OSError as error:
        return _page(f"It is looked through, but not kept for the next start: {error.strerror}.", 507)
    return cast(Response, redirect(onward(url_for("camera.show")), 303))


@blueprint.post("/demo")
def demo() -> Response:
    """Say whether the demo throws on by itself."""
    on, eye = request.form.get("on"), desk().eye
    if on not in ("yes", "no"):
        raise BadRequest(f"on is yes or no, not {str(on)[:20]!r}. Nothing was changed.")
    if eye is not None:
        eye.going.by_itself = on == "yes"
        desk().push.changed("board")
    return done()


@blueprint.post("/letters")
def letters() -> Response:
    """Other letters, where these were read over a shoulder."""
    desk().pairing.change()
    return cast(Response, redirect(url_for("camera.show"), 303))


@blueprint.post("/forget")
def forget() -> Response:
    """A phone is taken away."""
    mark = request.form.get("mark", "")
    desk().pairing.forget(mark)
    desk().devices.forget(mark)
    return cast(Response, redirect(url_for("camera.show"), 303))


@blueprint.post("/role")
def give_role() -> Response:
    """What a device may do from now on."""
    role = next((each for each in ROLES if each == request.form.get("role")), None)
    if role is None:
        raise BadRequest("A device is a host, a player or a watcher. Nothing was changed.")
    desk().pairing.give(request.form.get("mark", ""), role)
    return cast(Response, redirect(url_for("camera.show"), 303))


@blueprint.post("/admit")
def admit() -> Response:
    """Who may press: everybody, or those alone who have joined. Whoever says so is a host."""
    secret = desk().pairing.admit(request.form.get("all") == "yes", request.cookies.get(COOKIE, ""))
    answer = cast(Response, redirect(url_for("camera.show"), 303))
    answer.set_cookie(COOKIE, secret, COOKIE_S, httponly=True, samesite="Lax")
    return answer


def _page(notice: str = "", status: int = 200) -> Response:
    page = render_template(
        "camera.html",
        source=desk().board().source,
        **_letters(),
        phones=desk().pairing.phones(),
        roles=ROLES,
        role_words=ROLE_WORDS,
        all_may=desk().pairing.open,
        camera=desk().pairing.camera,
        usb=[f"usb:{number}" for number in numbers()],
        six_words=six_words(desk().fingerprint()),
        refused=notice,
        typed=request.form.get("name", "") if notice else "",
        troubles=desk().health.troubles(),
    )
    return Response(page, status)


def _letters() -> dict[str, object]:
    """What a page needs to show the letters that are good now."""
    letters, left_s = desk().pairing.letters()
    place = f"http://{as_others_call(request.host)}{url_for('phone.show')}"
    return {
        "square": drawn(f"{place}?letters={letters}"),
        "place": place.removeprefix("http://"),
        "letters": letters,
        "said": english().sentence(pairing.code(letters), How("full", "said")),
        "minutes": max(1, round(left_s / 60)),
    }
