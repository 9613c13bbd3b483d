# Tested by tests/test_webui_steps.py.
"""The steps of the set-up before the first throw: the camera, light and focus, the table's edge. Pure."""

from __future__ import annotations

from collections.abc import Callable

from vision.following.pace import SLOW_S
from vision.view.light import SMALL_PX
from webui.match.board import Source
from webui.page.rings import WIDTH, centre
from webui.setup.card import STEP, Act, Card, Moment, anyway, go_on, look_again
from webui.setup.progress import Step
from webui.setup.throws import throws_card

LEAST_PICTURES = 1 / SLOW_S
"""Pictures a second that a die on its way needs."""
PHONE = Act("Use a phone", "/camera", None, "phone")
OTHER = Act("Another camera", "/camera", None, "camera")
DEMO = Act("Play the demo", f"{STEP}/later", ())
TYPE = Act("Type the dice", "/camera/use", (("name", "none"), ("then", "players")))
TURN = Act("Turn it", f"{STEP}/turn", ())
HAND = Act("Mark it by hand", "/setup?how=hand", None)


def card_of(step: Step, moment: Moment) -> Card:
    """What this step says now."""
    return CARDS[step](moment)


def _camera(moment: Moment) -> Card:
    source = moment.source
    if source is None:
        words = (
            "Roll Call was started without a camera. Everything works, but for what only a camera can see."
        )
        return Card("good", "Dice are typed in", "You type the dice in", words, (go_on("camera"),))
    if source.instead:
        return _none_yet(source)
    lost = moment.trouble("camera-lost", "camera-wrong", "camera-silent")
    if lost:
        acts = (look_again("camera"), OTHER, anyway("camera"))
        return Card("bad", "No good picture", lost.what, lost.do, acts)
    if source.state == "starting" or source.width == 0:
        return Card(
            "open",
            "Starting",
            "The camera starts",
            "Its first picture comes in a moment.",
            (OTHER,),
            leads=False,
        )
    return _unfit_camera(moment) or _good_camera(moment, source)


def _none_yet(source: Source) -> Card:
    """A demo plays because no camera could be had."""
    retry = Act("Look again", "/camera/use", (("name", "auto"), ("then", "camera")), "again")
    if source.taken:
        return Card(
            "bad", "The camera is taken", "A camera is there, and taken", source.taken, (retry, PHONE, DEMO)
        )
    words = (
        "Plug one in, use a phone, or type the dice in. Until then a demo plays: it throws real dice on film."
    )
    return Card("bad", "No camera: a demo plays", "No camera yet", words, (retry, PHONE, DEMO, TYPE))


def _unfit_camera(moment: Moment) -> Card | None:
    """What is wrong with the camera or with where it stands; None where nothing is."""
    fault = moment.fault("noise", "tiny", "small", "large", "turned")
    if fault is None:
        return None
    first = TURN if fault.code == "turned" else look_again("camera")
    strip = {"small": "Too far away", "large": "Too near", "turned": "Not upright"}.get(
        fault.code, "No good picture"
    )
    acts = (first, OTHER, anyway("camera"))
    round_it = _round_the_dice(moment) if fault.code == "small" else None
    return Card("bad", strip, fault.what, fault.do, acts, round_it)


def _round_the_dice(moment: Moment) -> tuple[float, float, float] | None:
    """A circle round all dice."""
    source = moment.source
    if source is None or not source.dice or not source.width:
        return None
    scale = WIDTH / source.width
    middles = [centre(die.corners) for die in source.dice]
    x, y = centre(tuple(middles))
    reach = max(((a - x) ** 2 + (b - y) ** 2) ** 0.5 for a, b in middles) + (moment.die_px or SMALL_PX)
    return x * scale, y * scale, reach * scale


def _good_camera(moment: Moment, source: Source) -> Card:
    if 0 < source.fps < LEAST_PICTURES and source.live:
        what = f"Only {source.fps:.0f} pictures a second come"
        do = "A die that leaves the table is then not followed. More light helps, or a better cable or Wi-Fi."
        return Card("bad", "Too slow", what, do, (look_again("camera"), PHONE, anyway("camera")))
    size = f"Dice are large enough: {moment.die_px:.0f} dots across." if moment.die_px else SHOW_DICE
    name = (
        "A film stands in for the camera."
        if not source.live
        else f"{source.name} gives {source.width} x {source.height}."
    )
    strip = f"Live, {source.fps:.0f} pictures a second" if source.live else "A film plays"
    return Card("good", strip, "This is your table", f"{name} {size}", (go_on("camera"), OTHER))


SHOW_DICE = "Lay the dice under it to see whether they are large enough."


def _light(moment: Moment) -> Card:
    if moment.source is None:
        return _no_picture("light")
    fault = moment.fault("black", "dark", "bright", "glare", "blurred")
    if fault:
        acts = (look_again("light"), anyway("light"))
        return Card("bad", LIGHT_STRIPS[fault.code], fault.what, fault.do, acts)
    if moment.source.width == 0:
        return Card(
            "open",
            "No picture",
            "There is no picture to judge yet",
            "It comes in a moment.",
            (anyway("light"),),
        )
    words = "Keep the lamp as it is. If the daylight goes, the page says when it gets too dark."
    return Card("good", "Bright and sharp", "Light and focus are good", words, (go_on("light"),))


LIGHT_STRIPS = {
    "black": "Black",
    "dark": "Too dark",
    "bright": "Too bright",
    "glare": "Glare",
    "blurred": "Out of focus",
}


def _no_picture(step: Step) -> Card:
    words = "Dice are typed in, so there is nothing to see to here."
    return Card("good", "Dice are typed in", "No camera is used", words, (go_on(step),))


def _table(moment: Moment) -> Card:
    if moment.source is None:
        return _no_picture("table")
    moved = moment.trouble("camera-moved")
    if moved:
        return Card("bad", "It moved", moved.what, moved.do, (HAND, anyway("table")))
    if moment.marked and moment.marked.table is not None:
        acts = (go_on("table"), Act("Move a corner", "/setup?how=hand"))
        return Card("good", "Edge known", "This is the edge", EDGE, acts)
    return _proposed(moment) or _no_edge()


EDGE = "A die is off the table when its middle stands more than half a die past this line. In Morning Roll: a bust."


def _proposed(moment: Moment) -> Card | None:
    """The edge that was found in the picture, to be confirmed; None where none was."""
    found = moment.proposal
    if found is None or found.table is None:
        return None
    corners = " ".join(f"{x},{y}" for x, y in found.corners) if found.how == "tray" else ""
    fields = (("how", found.how), ("corners", corners), ("then", "table"))
    label = "Use the mat" if found.how == "mat" else "Yes, this is it"
    acts = (Act(label, "/setup", fields), HAND, go_on("table", "Use the picture’s edge"))
    return Card("open", "Edge found", found.heading, found.words, acts)


def _no_edge() -> Card:
    words = (
        "Then the edge of the picture counts as the edge of the table. Better: move the camera up, mark the table by "
        "hand, or lay the printed mat."
    )
    acts = (go_on("table", "Use the picture’s edge"), HAND, Act("Print the mat", "/setup/mat"))
    return Card("bad", "No edge in the picture", "No edge of the table is seen", words, acts)


CARDS: dict[Step, Callable[[Moment], Card]] = {
    "camera": _camera,
    "light": _light,
    "table": _table,
    "throws": throws_card,
}
