# Tested by tests/test_webui_steps.py.
"""The set-up in five steps: the camera, light and focus, the table's edge, three test throws, who plays.

GET  /setup/steps               the first step that is open
GET  /setup/steps/<step>        what it says now; the page asks again every second
POST /setup/steps/<step>/next   go on to the next one
POST /setup/steps/later         put the set-up off
POST /setup/steps/turn          turn the camera's picture upright
POST /setup/steps/throws/begin  dice: begin the test throws anew, with so many
POST /setup/steps/throws/wrong  the newest test throw was read wrong
"""

from __future__ import annotations

from dataclasses import replace
from statistics import median
from typing import cast

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for

from hardware.rotated import ROTATIONS
from vision.nouns import View
from vision.plane.table import TableError
from webui.answer import onward, problem
from webui.camera.chosen import keep_turn
from webui.camera.eye import Eye
from webui.desk import desk
from webui.match.board import Board
from webui.number import whole
from webui.page.picture import seen_photo
from webui.setup.card import Moment
from webui.setup.fit import unfit
from webui.setup.marking import MarkForm, Proposal, propose
from webui.setup.progress import STEPS, Step, after
from webui.setup.steps import card_of
from webui.setup.table_file import How

blueprint = Blueprint("steps", __name__, url_prefix="/setup/steps")
TITLES: dict[Step, str] = {
    "camera": "Camera",
    "light": "Light",
    "table": "Table",
    "throws": "Throw",
    "players": "Play",
}
JUDGED: tuple[Step, ...] = ("camera", "light")
"""The steps that look at the picture itself."""
FOUND: tuple[How, ...] = ("mat", "tray")
"""The ways in which a table is found by itself."""


@blueprint.get("")
def resume() -> Response:
    """The first step that is open."""
    return _to(desk().progress.next)


@blueprint.get("/<step>")
def show(step: str) -> Response | str:
    """What this step says now."""
    known = _step(step)
    if known == "players":
        return cast(Response, redirect(url_for("pages.start", step="players"), 303))
    eye, board = desk().eye, desk().board()
    moment = _moment(known, eye, board)
    if eye:
        eye.trial.open() if known == "throws" and not moment.playing else eye.trial.close()
    return render_template(
        "steps.html",
        step=known,
        card=card_of(known, moment),
        bar=bar(known),
        number=STEPS.index(known) + 1,
        photo=seen_photo(moment.source) if moment.source else None,
        proposal=moment.proposal,
        source=moment.source,
    )


@blueprint.post("/<step>/next")
def go_on(step: str) -> Response:
    """Go on, whatever the step says."""
    known, eye = _step(step), desk().eye
    desk().progress.pass_by(known)
    if eye:
        eye.trial.close()
    return _to(after(known))


@blueprint.post("/later")
def later() -> Response:
    """Put the set-up off; the page of the start says where it is."""
    desk().progress.put_off()
    return cast(Response, redirect(url_for("pages.start"), 303))


@blueprint.post("/turn")
def turn() -> Response:
    """Turn the picture as the dice say that it hangs; degrees: or by so much."""
    eye = desk().eye
    view = eye.view if eye else None
    asked = request.form.get("degrees", "")
    if eye is None or view is None:
        return problem("No picture", "There is no picture yet, so there is nothing to turn.", 409)
    degrees = int(asked) if asked in map(str, ROTATIONS) else (eye.rotate - 90 * _turns(eye, view)) % 360
    try:
        eye.turn(degrees)
        keep_turn(desk().settings.data, degrees)
    except TableError as error:
        return problem("Not turned", str(error), 422)
    except OSError as error:
        return problem("Not kept", f"It is turned, but not kept for the next start: {error.strerror}.", 507)
    return cast(Response, redirect(onward(url_for("steps.show", step="camera")), 303))


@blueprint.post("/throws/begin")
def begin() -> Response:
    """Begin the test throws anew."""
    eye, dice = desk().eye, whole(request.form.get("dice", "6"))
    try:
        if eye:
            eye.trial.begin(dice or 0)
    except ValueError as error:
        abort(400, str(error))
    return _to("throws")


@blueprint.post("/throws/wrong")
def wrong() -> Response:
    """The newest test throw was read wrong."""
    if eye := desk().eye:
        eye.trial.call_wrong()
    return _to("throws")


def bar(now: Step) -> list[tuple[Step, str, str]]:
    """The steps, each with its title and how it stands: on, done, or open."""
    passed = desk().progress.passed
    return [
        (step, TITLES[step], "on" if step == now else "done" if step in passed else "open") for step in STEPS
    ]


def _moment(step: Step, eye: Eye | None, board: Board) -> Moment:
    if eye is None:
        return Moment(None)
    view, table_file = eye.view, eye.table_file
    playing = board.state is not None and not board.state.outcome
    moment = Moment(
        board.source if board.source.looks else None,
        board.troubles,
        marked=table_file.now if table_file else None,
        tried=eye.trial.tried,
        playing=playing,
    )
    if view is None:
        return moment
    die_px = median(die.size_px for die in view.detections) if view.detections else None
    faults = unfit(view.image, view.detections, _turns(eye, view)) if step in JUDGED else ()
    proposal = _proposal(view, moment, die_px) if step == "table" else None
    return replace(moment, faults=faults, die_px=die_px, proposal=proposal)


def _turns(eye: Eye, view: View) -> int:
    """How the picture hangs, as dice at rest tell; a film hangs as it was made."""
    if view.phase != "settled" or not eye.source().live:
        return 0
    return eye.hang(view.image, view.detections)


def _proposal(view: View, moment: Moment, die_px: float | None) -> Proposal | None:
    """The mat or the tray in the picture, where nothing is marked yet."""
    if moment.marked is None or moment.marked.table is not None:
        return None
    found = (propose(MarkForm(how), view.image, die_px) for how in FOUND)
    return next((each for each in found if each.table is not None), None)


def _step(name: str) -> Step:
    step = next((each for each in STEPS if each == name), None)
    if step is None:
        abort(404, "The set-up has no such step.")
    return step


def _to(step: Step) -> Response:
    return cast(Response, redirect(url_for("steps.show", step=step), 303))
