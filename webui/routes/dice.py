# Tested by tests/test_webui_dice_school.py.
"""The sets of dice of this table: choosing, teaching, the passport, and forgetting.

GET  /dice                 the sets; which lies on the table
POST /dice/new             name: a new set, which lies on the table from now on
POST /dice/choose          set: its number, or empty for any dice
POST /dice/import          file: a set from another table
GET  /dice/<n>             the passport of a set, and what is kept of it
GET  /dice/<n>/teach       face: show all its dice with this face up
POST /dice/<n>/look        face: take the picture, and show what may be dice in it
POST /dice/<n>/teach       face, token, keep (a number each): those dice show this face
GET  /dice/<n>/shown/<token>.jpg   the picture that waits
GET  /dice/<n>/crop/<example>.png  one example
POST /dice/<n>/forget      example: this one; or all: yes
POST /dice/<n>/remove      forget the set
GET  /dice/<n>/export      the set as a file
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for

from hardware.frame import Image
from hardware.jpeg import encode_jpeg
from vision.learning.example import NO_DIE
from vision.picture.crop import crop
from webui.desk import desk
from webui.dice.exchange import LARGEST_BYTES, NoSet, packed, unpacked
from webui.dice.lesson import box_of
from webui.dice.passport import passport_of
from webui.dice.shown import Shown
from webui.number import whole
from webui.page.rings import WIDTH
from webui.storage.dice_sets import NoSuchSet, SavedSet
from webui.storage.store import StoreError

blueprint = Blueprint("dice", __name__, url_prefix="/dice")
FACES = range(1, 7)
NO_PICTURE = "There is no picture yet. Look again when the camera has given one."


@blueprint.get("")
def show() -> str:
    """The sets."""
    return _list()


@blueprint.post("/new")
def new() -> Response:
    """A new set, to be taught."""

    def make() -> Response:
        number = desk().school.sets.make(request.form.get("name", ""))
        desk().school.choose(number)
        return _to("dice.teach", number, face=1)

    return _tried(make)


@blueprint.post("/choose")
def choose() -> Response:
    """Another set lies on the table."""

    def do() -> Response:
        wanted = request.form.get("set", "")
        desk().school.choose((whole(wanted) or 0) if wanted else None)
        desk().push.changed("board")
        return _to("dice.show")

    return _tried(do)


@blueprint.post("/import")
def bring() -> Response:
    """A set from a file; a name that is taken gets a number."""
    request.max_content_length = LARGEST_BYTES + 100_000
    file = request.files.get("file")

    def do() -> Response:
        found = unpacked(file.read(LARGEST_BYTES + 1) if file else b"")
        return _to("dice.one", desk().school.sets.bring(found).id)

    return _tried(do)


@blueprint.get("/<int:number>")
def one(number: int) -> str:
    """The passport of a set, and its crops."""
    return _one(number)


@blueprint.get("/<int:number>/teach")
def teach(number: int) -> str:
    """Show the dice with this face up."""
    return _teach(_saved(number), _face(request.args.get("face", "1")))


@blueprint.post("/<int:number>/look")
def look(number: int) -> str | Response:
    """Take the picture."""
    saved, face, eye = _saved(number), _face(request.form.get("face", "")), desk().eye
    frame = eye.frame() if eye else None
    shown = desk().school.look(frame.image) if frame else None
    if shown is None:
        return Response(_teach(saved, face, NO_PICTURE), 409)
    if not len(shown.boxes):
        return Response(_teach(saved, face, "No dice were found. Lay them apart, in good light."), 422)
    return _teach(saved, face, shown=shown)


@blueprint.post("/<int:number>/teach")
def learn(number: int) -> Response:
    """These dice show this face."""
    saved, face = _saved(number), _face(request.form.get("face", ""))
    kept = {each for each in map(whole, request.form.getlist("keep")) if each is not None}
    try:
        desk().school.teach(number, request.form.get("token", ""), face, kept)
    except (NoSuchSet, StoreError) as error:
        return Response(_teach(saved, face, str(error)), 422)
    return _to("dice.teach", number, face=face % 6 + 1, done=face)


@blueprint.get("/<int:number>/shown/<token>.jpg")
def picture(number: int, token: str) -> Response:
    """The picture that waits."""
    shown = desk().school.shown(token)
    return Response(encode_jpeg(shown.image), mimetype="image/jpeg") if shown else abort(404)


@blueprint.get("/<int:number>/crop/<example>.png")
def one_crop(number: int, example: str) -> Response:
    """One example."""
    saved, wanted = _saved(number), whole(example)
    data = None if wanted is None else desk().school.sets.crop(saved.id, wanted)
    return Response(data, mimetype="image/png") if data else abort(404)


@blueprint.post("/<int:number>/forget")
def forget(number: int) -> Response:
    """Forget an example, or all."""
    _saved(number)
    example = whole(request.form.get("example", ""))
    if request.form.get("all") == "yes":
        desk().school.sets.forget(number)
    elif example is not None:
        desk().school.sets.forget(number, [example])
    desk().school.learn_anew()
    return _to("dice.one", number)


@blueprint.post("/<int:number>/remove")
def remove(number: int) -> Response:
    """Forget a set and all that was kept of it."""
    saved = _saved(number)
    if saved.chosen:
        desk().school.choose(None)
    desk().school.sets.remove(number)
    return _to("dice.show")


@blueprint.get("/<int:number>/export")
def export(number: int) -> Response:
    """The set as a file."""
    _saved(number)
    answer = Response(packed(desk().school.sets.set_of(number)), mimetype="application/json")
    answer.headers["Content-Disposition"] = f'attachment; filename="dice-set-{number}.json"'
    return answer


def _tried(do: Callable[[], Response]) -> Response:
    """What it gives; the list with the sentence, where it cannot be."""
    try:
        return do()
    except (NoSuchSet, NoSet) as error:
        return Response(_list(str(error)), 422)


def _list(notice: str = "") -> str:
    school = desk().school
    sets = school.sets.all()
    return render_template(
        "dice.html",
        sets=sets,
        faces={each.id: school.sets.faces(each.id) for each in sets},
        like=None if school.chosen or not sets else school.like(_crops()),
        chosen=school.chosen,
        camera=desk().eye is not None,
        refused=notice,
        typed=request.form.get("name", "") if notice else "",
        troubles=desk().health.troubles(),
    )


def _one(number: int) -> str:
    saved, school = _saved(number), desk().school
    learnt = school.learnt if saved.chosen else None
    examples = school.sets.read(number)
    return render_template(
        "dice_set.html",
        dice=saved,
        faces={number: school.sets.faces(number)},
        passport=passport_of(saved, school.sets.throws(number), learnt, saved.chosen),
        rows=[
            (value, [(id_, each) for id_, each in examples.items() if each.value == value])
            for value in (*FACES, NO_DIE)
        ],
        troubles=desk().health.troubles(),
    )


def _teach(saved: SavedSet, face: int, notice: str = "", shown: Shown | None = None) -> str:
    school = desk().school
    counts = school.sets.set_of(saved.id).counts
    known = school.known_values(saved.id)
    return render_template(
        "dice_teach.html",
        dice=saved,
        face=face,
        faces=[(value, counts[value]) for value in FACES],
        known=known,
        all_known=len(known) >= 2 and known >= {value for value in FACES if counts[value]},
        done=request.args.get("done", type=int),
        shown=shown,
        marks=_marks(shown) if shown else [],
        height=round(WIDTH * shown.image.shape[0] / shown.image.shape[1]) if shown else 0,
        camera=desk().eye is not None,
        refused=notice,
        troubles=desk().health.troubles(),
    )


def _marks(shown: Shown) -> list[dict[str, float | int]]:
    """Where each die is in a drawing WIDTH wide, and what is read of it."""
    scale = WIDTH / shown.image.shape[1]
    return [
        {
            "left": round(float(x - w / 2) * scale, 1),
            "top": round(float(y - h / 2) * scale, 1),
            "wide": round(float(w) * scale, 1),
            "high": round(float(h) * scale, 1),
            "told": told,
        }
        for (x, y, w, h, _), told in zip(shown.boxes, shown.told, strict=True)
    ]


def _crops() -> list[Image]:
    """The dice that lie on the table now."""
    eye = desk().eye
    view = eye.view if eye else None
    return [crop(view.image, box_of(die.corners_px.tolist())) for die in view.detections] if view else []


def _saved(number: int) -> SavedSet:
    try:
        return desk().school.sets.saved(number)
    except NoSuchSet as error:
        abort(404, str(error))


def _face(word: str) -> int:
    if word not in [str(value) for value in FACES]:
        abort(400, "A face is 1 to 6. Nothing was changed.")
    return int(word)


def _to(page: str, number: int | None = None, **more: object) -> Response:
    named = {"number": number} if number is not None else {}
    return cast(Response, redirect(url_for(page, **named, **more), 303))  # type: ignore[arg-type]
