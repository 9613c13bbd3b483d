"""A phone as the camera: the page that it shows, and the pictures that it sends.

GET  /phone            the page; letters: those of the table, to join by
POST /phone/join       letters, name, role (camera, hand, board, guest): the phone belongs to the table
POST /phone/square     photo: of the square on the table's screen, whose letters are filled in
POST /phone/camera     this phone is the camera now, no other one
POST /phone/frame      a JPEG: what it sees. X-Moves: yes where something moves in it. Answers when to send the next
                       one, "every_ms", and what the table saw in the newest one it looked at: "says", "rings"
POST /phone/photo      photo: a file, one throw
GET  /phone/state      the same; the phone has no picture to send, and is not asleep
GET  /phone/authority  the certificate to install
"""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import cast

from flask import (
    Blueprint,
    Response,
    abort,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)

from hardware.camera import CameraError
from hardware.jpeg import decode_jpeg
from hardware.phone import PhoneCamera
from hardware.photo import PhotoError
from webui.answer import wants_json
from webui.calls import pairing
from webui.calls.language import How, english
from webui.camera.chosen import choose
from webui.desk import desk
from webui.number import whole
from webui.page import through_phone
from webui.page.rings import WIDTH
from webui.pairing import Phone, Role, Wrong
from webui.permits import COOKIE
from webui.routes.sent_photo import sent_photo
from webui.serving.certificate import authority_of
from webui.serving.server import FOLDER
from webui.serving.six_words import six_words
from webui.square import NO_SQUARE, letters_in

blueprint = Blueprint("phone", __name__, url_prefix="/phone")
COOKIE_S = 400 * 24 * 3600
LARGEST_FRAME = 4_000_000
"""Bytes of a live picture. Smaller: a phone with a fine camera is turned away."""
IN_MOTION_MS = 67
"""Milliseconds between live pictures of rolling dice. Smaller: a hot phone. Larger: rolling dice are lost."""
AT_REST_MS = 500
"""Milliseconds between live pictures of a table at rest. Smaller: a hot phone. Larger: a throw begins unseen."""
LOW_BATTERY = 15
NO_CAMERA = "Roll Call was started to type the dice in. Start it without --camera none to use a phone."
USES: dict[str, tuple[Role, str]] = {
    "camera": ("player", "phone.show"),
    "hand": ("player", "pages.table"),
    "board": ("watcher", "wall.show"),
    "guest": ("watcher", "pages.table"),
}
"""What a phone may ask to be for: the role that it has then, and the page that it begins with."""


@blueprint.get("")
def show() -> Response:
    """The phone's page, or the one by which it joins."""
    phone = _phone()
    return _page() if phone and phone.role != "watcher" else _join_page(request.args.get("letters", ""))


@blueprint.post("/join")
def join() -> Response:
    """With the right letters it belongs to the table, as what it asks to be."""
    use = next((each for each in USES if each == request.form.get("role")), "camera")
    try:
        form = request.form
        secret = desk().pairing.join(form.get("letters", ""), form.get("name", ""), USES[use][0])
    except Wrong as wrong:
        return _join_page(request.form.get("letters", ""), _no_letters(wrong), 422)
    phone = desk().pairing.phone(secret)
    if phone:
        desk().say(pairing.joined(phone.name, "camera", phone.mark))
    if phone and use == "camera" and (refused := _take_over(phone)):
        return refused
    answer = cast(Response, redirect(url_for(USES[use][1]), 303))
    answer.set_cookie(COOKIE, secret, COOKIE_S, httponly=True, samesite="Lax")
    return answer


@blueprint.post("/square")
def square() -> Response:
    """The letters of a square that was photographed are filled in; nothing else changes."""
    try:
        letters = letters_in(sent_photo())
    except PhotoError:
        letters = ""
    if letters:
        return _join_page(letters)
    return _join_page(request.form.get("letters", ""), NO_SQUARE, 422)


@blueprint.post("/camera")
def camera() -> Response:
    """The phone that asks is the camera now."""
    return _take_over(_known()) or cast(Response, redirect(url_for("phone.show"), 303))


@blueprint.post("/frame")
def frame() -> Response:
    """What the phone sees."""
    request.max_content_length = LARGEST_FRAME
    seen_by = _camera()
    image = decode_jpeg(request.get_data())
    if image is None:
        abort(400, "That is no whole JPEG picture.")
    taken_s = seen_by.put(image, request.headers.get("X-Moves") == "yes")
    eye = desk().eye
    return _next(taken_s, eye.rotate if eye else 0)


@blueprint.post("/photo")
def photo() -> Response:
    """A photo of one throw."""
    _camera().rest()
    eye = desk().eye
    assert eye is not None
    try:
        image, taken_s = sent_photo(), time.monotonic()
        eye.see_photo(image)
    except PhotoError:
        sentence = "That is no photo that can be read. Take it again."
        return _answer(jsonify(error=sentence), 422) if wants_json() else _page(sentence, 422)
    return _next(taken_s) if wants_json() else cast(Response, redirect(url_for("phone.show"), 303))


@blueprint.get("/state")
def state() -> Response:
    """What the table makes of the newest picture; the phone is awake."""
    _camera().rest()
    return _next()


@blueprint.get("/authority")
def authority() -> Response:
    """The authority of this table's certificate, as phones install it."""
    try:
        packed = authority_of(desk().settings.data / FOLDER)
    except (OSError, ValueError):
        abort(404, "This table has no certificate.")
    answer = Response(packed, mimetype="application/x-x509-ca-cert")
    answer.headers["Content-Disposition"] = 'attachment; filename="roll-call.crt"'
    return answer


def _phone() -> Phone | None:
    return desk().pairing.phone(request.cookies.get(COOKIE, ""))


def _known() -> Phone:
    phone = _phone()
    if phone is None:
        abort(403, "This phone does not belong to the table. Open its page and type the letters.")
    if phone.role == "watcher":
        abort(403, "This phone only looks on. A host can make it a player: page Camera.")
    return phone


def _no_letters(wrong: Wrong) -> str:
    """Why these letters open nothing, and how many tries are left."""
    if not wrong.left:
        return str(wrong)
    return f"{wrong} {english().sentence(pairing.wrong(wrong.left), How('brief', 'caption'))}"


def _take_over(phone: Phone) -> Response | None:
    """Make this phone the camera; the answer where that cannot be."""
    eye = desk().eye
    if eye is None:
        return _join_page("", NO_CAMERA, 409)
    desk().pairing.camera = phone.mark
    if eye.phone is None:
        try:
            eye.use("phone")
            choose(desk().settings.data, "phone")
        except (CameraError, OSError) as error:
            return _join_page("", str(error), 409)
    return None


def _camera() -> PhoneCamera:
    """The camera that the asking phone is. Aborts where it is none, or another one is."""
    phone, eye = _known(), desk().eye
    now = eye.phone if eye else None
    if now is None:
        abort(409, "The table looks through another camera now.")
    known = desk().pairing
    if not known.camera:  # since the start nobody was
        known.camera = phone.mark
    if known.camera != phone.mark:
        abort(409, "Another phone is the camera now.")
    desk().devices.heard(phone.mark, phone.name)
    _say_battery()
    return now


def _say_battery() -> None:
    """A phone that is nearly empty is said on the table, while there is time."""
    level = whole(request.headers.get("X-Battery", ""))
    health = desk().health
    if level is not None and level <= LOW_BATTERY and request.headers.get("X-Charging") != "yes":
        what = f"The phone's battery is at {level} of 100."
        health.start("phone", "phone-battery", what, "Plug it in, or take a photo per throw.")
    else:
        health.end("phone", "phone-battery")


def _next(taken_s: float | None = None, turned: int = 0) -> Response:
    """When the table wants the next picture, and what it saw in the newest one it looked at.

    taken_s: the time of the picture that came; seen_s: of the one that the rings are of. turned: the phone's picture is
    looked at turned clockwise by so many degrees.
    """
    board = desk().board()
    source = board.source
    photo = through_phone.own_picture(source, turned)
    return jsonify(
        every_ms=IN_MOTION_MS if source.phase == "moving" else AT_REST_MS,
        says=through_phone.says(source),
        taken_s=taken_s,
        seen_s=source.seen_s,
        box=f"0 0 {WIDTH:.0f} {photo.height}" if photo else "",
        rings=render_template("_rings.html", photo=photo) if photo else "",
        stands=asdict(through_phone.stands(source, board.troubles, time.monotonic())),
    )


def _page(notice: str = "", status: int = 200) -> Response:
    phone, eye = _known(), desk().eye
    is_camera = eye is not None and eye.phone is not None and desk().pairing.camera in ("", phone.mark)
    page = render_template(
        "phone.html",
        phone=phone,
        is_camera=is_camera,
        secure=f"https://{request.host}{url_for('phone.show')}",
        fingerprint=desk().fingerprint(),
        six_words=six_words(desk().fingerprint()),
        says=through_phone.says(desk().board().source),
        network=through_phone.network(request.remote_addr or ""),
        refused=notice,
        troubles=desk().health.troubles(),
    )
    return _answer(make_response(page), status)


def _join_page(letters: str, notice: str = "", status: int = 200) -> Response:
    use = request.values.get("role", "camera")
    name = request.values.get("name", "")
    page = render_template("join.html", letters=letters[:6].upper(), refused=notice, use=use, name=name)
    return _answer(make_response(page), status)


def _answer(answer: Response, status: int) -> Response:
    answer.status_code = status
    return answer
