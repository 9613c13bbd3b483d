# Tested by tests/test_webui_eye.py.
"""How a camera is opened, and opened again, and what goes with it: the recorder, the turn of its picture, the table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hardware.camera import Camera, CameraError
from hardware.cameras import awaited, open_camera
from hardware.recorder import Recording
from hardware.rotated import rotated
from vision.plane.table import Table
from webui.camera.absent import ABSENT, Absent
from webui.config import Settings
from webui.setup.table_file import MarkedTable, TableFile


def first(settings: Settings) -> Camera:
    """The camera of the settings, or one that has still to come by its name. Raises CameraError."""
    try:
        return opened(settings.camera, settings)
    except CameraError as error:
        return as_it_hangs(awaited(settings.camera, error), settings)


def again(camera: Camera, settings: Settings) -> Camera:
    """The same camera anew, which was opened by the settings; never another one that "auto" finds in its place.

    What the demo throws would go into the match of those who play with a camera.
    """
    name = camera.again or (camera.name if settings.camera == "auto" else settings.camera)
    anew = opened(name, settings)
    anew.instead, anew.taken = camera.instead, camera.taken
    return anew


def opened(name: str, settings: Settings) -> Camera:
    """The camera of this name, with what goes with it by the settings; "none" is nobody's. Raises CameraError."""
    if name == ABSENT:
        return Absent()
    return as_it_hangs(open_camera(name), settings)


def as_it_hangs(camera: Camera, settings: Settings) -> Camera:
    """This camera, recorded where that is asked for, and its pictures turned so that they are upright."""
    if settings.record and camera.live:
        camera = Recording(camera, Path(settings.record).expanduser())
    return rotated(camera, settings.rotate)


def table_of(camera: Camera, settings: Settings) -> TableFile:
    """Where the table of this camera is marked. A film is as it was recorded, and so is a table over it.

    Raises TableError where a file is named that is none, though a film brings its own table.
    """
    kept = TableFile.open(settings if camera.live else replace(settings, rotate=0))
    return TableFile(None, MarkedTable("hand", Table.from_json(camera.table))) if camera.table else kept
