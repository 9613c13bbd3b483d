"""Where is your table? The page that marks it, and the mat to print.

GET  /setup        how (mat, tray, hand, whole), corners, keep, wide, deep: what would be marked; nothing is changed.
                   What is left out is as marked. drawn: the corners by hand, while another way is looked at;
                   height: of the picture that they were drawn on
POST /setup        the same: mark it
GET  /setup/mat    paper, tiles: the printable mat
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from statistics import median
from typing import Any, cast

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for

from hardware.frame import Image
from hardware.mat import MATS, MatError, mat_of
from vision.plane.table import Points
from vision.view.nudge import is_same_shape
from webui.answer import onward
from webui.camera.eye import Eye
from webui.desk import desk
from webui.match.board import Source
from webui.match.seen import Corners
from webui.page.rings import WIDTH
from webui.routes.steps import bar
from webui.setup import mat as mat_page
from webui.setup.marking import MarkForm, MarkingError, confirmed, parse_corners, parse_size, propose
from webui.setup.outline import to_page
from webui.setup.table_file import HOWS, SIDES, How, MarkedTable, Side, TableFile

blueprint = Blueprint("setup", __name__, url_prefix="/setup")
CHOICES: tuple[tuple[How, str], ...] = (
    ("mat", "Mat"),
    ("tray", "Tray"),
    ("hand", "By hand"),
    ("whole", "Whole picture"),
)
KEEPS: tuple[tuple[Side, str], ...] = (
    ("", "Anywhere"),
    ("left", "Left"),
    ("right", "Right"),
    ("far", "Far side"),
    ("near", "Near side"),
)
OUTLINED = ("tray", "hand")
"""These have corners and a size; a mat knows its own."""
SAID = ("keep", "wide", "deep", "drawn", "height")
"""What goes along from one way of marking to the next."""
CHANGED = (
    "The camera's picture has another shape than before. What was drawn on the old one no longer counts: see where "
    "the line goes now."
)


@blueprint.get("")
def show() -> str:
    """What would be marked; without a question, what is marked now."""
    return _page()


@blueprint.post("")
def mark() -> Response:
    """Mark the table. What cannot be marked comes back as the page with a sentence."""
    eye, table_file = desk().eye, _table_file()
    frame = eye.frame() if eye else None
    if eye is None or table_file is None or frame is None:
        return Response(_page("There is no picture yet, so there is nothing to mark."), 409)
    try:
        form = _form(request.form)
        if _is_of_another(request.form, frame.image):
            raise MarkingError(CHANGED)
        if form.how == "hand" and not form.corners:
            raise MarkingError("No corners were named. Drag them to where your table ends.")
        # A tray is confirmed as it was shown, not as it may be found now with a hand in the picture.
        table_file.put(_chosen(form, table_file.now, frame.image, eye), frame.image)
    except MarkingError as error:
        return Response(_page(str(error)), 422)
    except OSError as error:
        return Response(_page(f"This could not be kept: {error.strerror}. Nothing was changed."), 507)
    eye.look_anew()
    desk().progress.pass_by("table")
    return cast(Response, redirect(onward(url_for("setup.show", saved=1)), 303))


@blueprint.get("/mat")
def mat() -> str:
    """The mat, to print."""
    try:
        chosen = mat_of(request.args.get("paper", "A4"), request.args.get("tiles", "1x1"))
    except MatError as error:
        abort(404, f"{str(error)[0].upper()}{str(error)[1:]}")
    return mat_page.page(chosen, MATS)


def _page(notice: str = "") -> str:
    eye, table_file = desk().eye, _table_file()
    frame = eye.frame() if eye else None
    now = table_file.now if table_file else MarkedTable()
    common = {
        "choices": CHOICES,
        "keeps": KEEPS,
        "now": now,
        "kept": table_file is None or table_file.kept,
        "file": table_file.named if table_file else "",
        "refused": notice,
        "saved": "saved" in request.args and not notice,
        "troubles": desk().health.troubles(),
        **_ways(),
    }
    if eye is None or frame is None:
        return render_template(
            "setup.html", **common, camera=eye is not None, shown=None, form=MarkForm(now.how)
        )
    return render_template(
        "setup.html", **common | _marking(_shown(now, frame.image, eye.in_camera), frame.image, eye, notice)
    )


def _ways() -> dict[str, Any]:
    """The steps of the set-up, as long as one is in the midst of it, and the way back."""
    state = desk().ledger.board().state
    if state and not state.outcome:
        return {"bar": (), "back": url_for("pages.table")}
    if desk().progress.is_under_way:
        return {"bar": bar("table"), "back": url_for("steps.show", step="table")}
    return {"bar": (), "back": url_for("pages.start")}


def _marking(marked: MarkForm, image: Image, eye: Eye, notice: str) -> dict[str, Any]:
    """What the page says of this picture: as it is asked for, else as it is marked."""
    said = _said(marked, image) | request.values.to_dict()
    if changed := _is_of_another(said, image):
        said |= {"corners": ""} | _said(marked, image)
    form, wrong = _so_far(said, marked) if "how" in said else (marked, "")
    shown = propose(form, image, _die_px(eye.source()))
    if form.how == "hand":
        said["drawn"] = _written(shown.corners)
    return {
        "camera": True,
        "form": form,
        "said": {name: said[name] for name in SAID},
        "shown": shown,
        "points": _written,
        "height": said["height"],
        "changed": changed,
        "refused": notice or (CHANGED if changed else wrong),
    }


def _chosen(form: MarkForm, now: MarkedTable, image: Image, eye: Eye) -> MarkedTable:
    """What is asked for, in this picture. Raises MarkingError.

    What was not changed is as it was: a table from a file may have more than the page shows, a plane say. In a picture
    of another shape that holds no longer.
    """
    fits = now.table is not None and is_same_shape(now.table.size_px, image.shape[1::-1])
    if fits and form.corners and form == _shown(now, image, lambda places_px: places_px):
        return replace(now)
    return confirmed(form, propose(form, image, _die_px(eye.source())))


def _shown(now: MarkedTable, image: Image, where: Callable[[Points], Points]) -> MarkForm:
    """What is marked now, on the page of this picture; where: it has the places of the table."""
    table = now.table.fitted(image.shape[1], image.shape[0]) if now.table else None
    corners = to_page(where(table.polygon_px), image) if table and now.how in OUTLINED else ()
    return MarkForm(now.how, corners, now.keep, now.size_mm)


def _said(marked: MarkForm, image: Image) -> dict[str, str]:
    """What a person said of the table that is marked in this picture, as the page writes it."""
    wide, deep = (f"{side:g}" for side in marked.size_mm) if marked.size_mm else ("", "")
    drawn, height = _written(marked.corners), _height(image)
    return {"keep": marked.keep, "wide": wide, "deep": deep, "drawn": drawn, "height": height}


def _height(image: Image) -> str:
    """The height of the picture on the page, where it is 640 wide."""
    return f"{WIDTH * image.shape[0] / image.shape[1]:.1f}"


def _is_of_another(said: Mapping[str, str], image: Image) -> bool:
    """Whether it was drawn on a picture of another shape: the camera is another one now, or was turned."""
    return said.get("height", _height(image)) != _height(image)


def _written(corners: Corners) -> str:
    return " ".join(f"{x},{y}" for x, y in corners)


def _so_far(said: Mapping[str, str], marked: MarkForm) -> tuple[MarkForm, str]:
    """The form while it is filled in, and what is wrong with it. A size that is none takes nothing else away."""
    by_hand = said["drawn"] if said["how"] == "hand" else ""
    try:
        form = _drawn({**said, "corners": said.get("corners") or by_hand})
    except MarkingError as error:
        return marked, str(error)
    typed = said["wide"].strip() and said["deep"].strip()
    if not typed or form.how not in OUTLINED:
        return form, ""  # the other half is perhaps about to be typed
    try:
        return replace(form, size_mm=parse_size(said["wide"], said["deep"])), ""
    except MarkingError as error:
        return form, str(error)


def _form(values: Mapping[str, str]) -> MarkForm:
    """The form as it was filled in. Raises MarkingError."""
    return replace(_drawn(values), size_mm=parse_size(values.get("wide", ""), values.get("deep", "")))


def _drawn(values: Mapping[str, str]) -> MarkForm:
    """The form without the size. Raises MarkingError."""
    how = next((each for each in HOWS if each == values.get("how")), None)
    keep = next((each for each in SIDES if each == values.get("keep", "")), None)
    if how is None or keep is None:
        raise MarkingError("That is no way to mark a table. Choose one of those above.")
    return MarkForm(how, parse_corners(values.get("corners", "")), keep)


def _table_file() -> TableFile | None:
    eye = desk().eye
    return eye.table_file if eye else None


def _die_px(source: Source) -> float | None:
    """The edge of the dice in sight, None where there are none."""
    sides = [
        (sum((a - b) ** 2 for a, b in zip(die.corners[0], die.corners[1], strict=True))) ** 0.5
        for die in source.dice
    ]
    return median(sides) if sides else None
