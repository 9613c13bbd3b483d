# Tested by tests/test_webui_doctor.py.
"""Can this machine see? The nets, the time that a picture takes, the camera, its light and focus. Nothing is kept."""

from __future__ import annotations

import hashlib
import re
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median

from hardware.camera import Camera, CameraError
from hardware.cameras import open_camera
from hardware.demo import Demo
from hardware.frame import Frame, Image
from hardware.mat import MATS
from vision.following.pace import SLOW_S
from vision.plane.edges import propose_edge
from vision.plane.markers import detect_mat
from vision.reading.net import ModelError
from vision.reading.reader import Reader
from webui.camera.absent import ABSENT
from webui.camera.chosen import with_chosen
from webui.config import Settings
from webui.setup.fit import hang_of, unfit
from webui.terminal.finding import Finding
from webui.terminal.running import Running

CARD = "CARD.md"
_NET = re.compile(r"^- `([\w.]+)`: (\d+) bytes, sha256 `([0-9a-f]{64})`", re.MULTILINE)
LOOK_S = 3.0
"""Seconds that the camera is looked through. Larger: a surer rate, a longer wait."""
SETTLE_S = 1.0
"""Of these, the ones in which a camera still finds its light."""
STILL_S = 1.5
"""Seconds without a new picture after which a camera is watched for longer. Larger: one that freezes is called well.
Smaller: a slow one is watched for long."""
DEAD_S = 7.0
"""Seconds without a new picture after which none will come. Larger: a longer wait. Smaller: a camera that says itself
that it has frozen has no time to."""
SLOW_MS = 100.0
"""Milliseconds a picture from which dice on their way are lost."""
PICTURES = 5


def sight(settings: Settings, running: Running | None = None) -> Iterator[Finding]:
    """Every check of what is needed to see, one after the other. running: who looks through the camera already."""
    yield nets(settings.models)
    try:
        reader = Reader.open(settings.models)
    except ModelError as error:
        yield Finding("reader", False, str(error), "Get a fresh copy of Roll Call.")
        return
    yield speed(reader)
    if running:
        yield from running.findings()
        return
    name = with_chosen(settings).camera
    if name == ABSENT:
        yield Finding("camera", True, "The dice are typed in.")
        return
    yield from looked(name, reader)


def nets(folder: Path) -> Finding:
    """Whether the nets are the ones that their card tells of."""
    try:
        told = _NET.findall((folder / CARD).read_text(encoding="utf-8"))
    except OSError:
        told = []
    if not told:
        return Finding("nets", True, f"There is no card in {folder} to compare them with.")
    wrong = [name for name, _, digest in told if _digest(folder / name) != digest]
    if wrong:
        return Finding(
            "nets", False, f"{wrong[0]} is not the net of the card.", "Get a fresh copy of Roll Call."
        )
    return Finding("nets", True, f"{len(told)} nets are as their card says.")


def _digest(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def speed(reader: Reader) -> Finding:
    """How long a picture of the demo takes."""
    with Demo() as demo, demo.film() as film:
        image = next(film.frames()).image
    times = []
    for _ in range(PICTURES + 1):
        begun_s = time.perf_counter()
        reader.read(image)
        times.append(1000 * (time.perf_counter() - begun_s))
    took_ms = median(times[1:])
    do = "" if took_ms < SLOW_MS else "Close other programs, or use a faster machine."
    return Finding("speed", took_ms < SLOW_MS, f"A picture takes {took_ms:.0f} ms to read.", do)


def looked(name: str, reader: Reader) -> Iterator[Finding]:
    """What the camera of this name shows."""
    try:
        with open_camera(name) as camera:
            frames = _frames(camera)
            yield _opened(camera, frames)
            if frames and not camera.demo:
                yield _rate(frames)
                yield from _picture(frames[-1].image, reader)
    except CameraError as error:
        yield Finding("camera", False, error.what, error.do)


def _frames(camera: Camera) -> list[Frame]:
    """What came within a few seconds. Raises CameraError, also for one that has frozen: its read may never end."""
    seen, lost = deque[Frame](maxlen=200), list[CameraError]()
    reader = threading.Thread(target=_collect, args=(camera, seen, lost), name="look", daemon=True)
    begun_s = time.monotonic()
    reader.start()
    while reader.is_alive() and not _enough(seen, begun_s) and not camera.trouble:
        reader.join(LOOK_S / 20)
    if lost:
        raise lost[0]
    if camera.trouble:
        raise camera.trouble
    frames = list(seen)
    return [each for each in frames if each.time_s - begun_s > SETTLE_S] or frames[-1:]


def _enough(seen: deque[Frame], begun_s: float) -> bool:
    """Whether the look may end: the time is over, and pictures come; or none came for so long that none will."""
    now_s = time.monotonic()
    newest_s = seen[-1].time_s if seen else begun_s
    return now_s - begun_s > LOOK_S and (now_s - newest_s < STILL_S or now_s - newest_s > DEAD_S)


def _collect(camera: Camera, seen: deque[Frame], lost: list[CameraError]) -> None:
    try:
        for frame in camera.frames():
            seen.append(Frame(frame.image, time.monotonic(), frame.seq))
    except CameraError as error:
        lost.append(error)


def _opened(camera: Camera, frames: Sequence[Frame]) -> Finding:
    if camera.instead:
        says = str(camera.taken or "No camera was found, so a demo plays.")
        return Finding("camera", False, says, "Plug one in, or use a phone: the page Camera shows how.")
    if not frames:
        return Finding("camera", False, f"{camera.name} gives no picture.", "Plug it in again.")
    height, width = frames[-1].image.shape[:2]
    return Finding("camera", True, f"{camera.name} gives pictures of {width} x {height}.")


def _rate(frames: Sequence[Frame]) -> Finding:
    gaps = [after.time_s - before.time_s for before, after in pairwise(frames)]
    if not gaps:
        return Finding("rate", False, "One picture came.", "Look at the cable, or the Wi-Fi.")
    rate = len(gaps) / max(sum(gaps), 1e-6)
    ok = 1 / rate <= SLOW_S
    return Finding("rate", ok, f"{rate:.0f} pictures a second.", "" if ok else "Switch on more light.")


CHECKS = (
    ("picture", ("noise", "tiny"), "It shows something, and enough of it."),
    ("light", ("black", "dark", "bright", "glare"), "It is bright enough."),
    ("focus", ("blurred",), "The picture is sharp."),
    ("size", ("small", "large"), "Dice are as large as they must be."),
    ("hang", ("turned",), "It is upright, as far as the dice tell."),
)
"""What is asked of a picture: the check, the faults that fail it, what is said where none does."""


def _picture(image: Image, reader: Reader) -> Iterator[Finding]:
    """What one picture shows."""
    dice = reader.read(image)
    found = {fault.code: fault for fault in unfit(image, dice, hang_of(image, dice, reader))}
    for check, codes, well in CHECKS:
        fault = next((found[code] for code in codes if code in found), None)
        yield Finding(check, False, fault.what, fault.do) if fault else Finding(check, True, well)
    yield Finding("edge", True, _edge(image))


def _edge(image: Image) -> str:
    """What there is to hold on to where the table ends; none is no fault, the picture's edge counts then."""
    if detect_mat(image, MATS):
        return "The mat is in the picture."
    if propose_edge(image):
        return "The edge of a tray is found."
    return "No mat and no tray is seen: mark the table on its page, or all that is seen is the table."
