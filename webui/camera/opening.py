# Tested by tests/test_webui_eye.py.
"""What goes with a camera as it is opened: the recorder, the turn of its picture, and where the table lies in it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hardware.camera import Camera
from hardware.recorder import Recording
from hardware.rotated import rotated
from vision.plane.table import Table
from webui.config import Settings
from webui.setup.table_file import MarkedTable, TableFile


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
