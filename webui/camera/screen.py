# Tested by tests/test_webui_eye.py.
"""What the screen is told of the camera and of the table."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from vision.nouns import View
from webui.camera.lens import Lens
from webui.match.board import Source
from webui.match.seen import Corners, SeenDie, points_of, seen_die
from webui.setup.table_file import TableFile


def source_of(lens: Lens, view: View | None, table_file: TableFile | None, rolling: bool) -> Source:
    """The camera and the table as they are now.

    view: what was seen last, None before the first look. rolling: whether dice roll, as far as people are told.
    """
    camera, state = lens.camera, lens.state
    about = Source(
        camera.name,
        camera.demo,
        camera.live,
        state,
        age_s=lens.age_s(),
        instead=camera.instead,
        taken=str(camera.taken or ""),
        whole=table_file is not None and table_file.now.table is None,
    )
    if not view:
        return about
    height, width = view.image.shape[:2]
    edge, keep = _outlines(view, table_file)
    return replace(
        about,
        # Nobody knows whether dice still roll in a picture that comes no more.
        phase=view.phase if state == "on" else "empty",
        rolling=rolling and state == "on",
        fps=round(view.fps, 1),
        latency_ms=round(view.latency_ms, 1),
        width=width,
        height=height,
        dice=_dice_in(view),
        sway=() if view.sway is None else tuple((a, b, c) for a, b, c in view.sway.tolist()),
        edge=edge,
        keep=keep,
        seen_s=view.time_s,
    )


@lru_cache(maxsize=1)
def _dice_in(view: View) -> tuple[SeenDie, ...]:
    """The dice of a view; where all is at rest each turned as it lies, worked out once however many pages ask."""
    picture = view.image if view.phase == "settled" else None
    return tuple(seen_die(each, picture) for each in view.seen)


def _outlines(view: View, table_file: TableFile | None) -> tuple[Corners, Corners]:
    """The marked table's edge and its keep zone where the camera's own picture has them; empty without one."""
    height, width = view.image.shape[:2]
    table = table_file.fitted(width, height) if table_file else None
    if table is None:
        return (), ()
    edge = points_of(view.in_camera(table.polygon_px))
    return edge, () if table.keep_px is None else points_of(view.in_camera(table.keep_px))
