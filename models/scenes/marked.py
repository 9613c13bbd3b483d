"""The table of a made clip, as a person would have marked it, by the clip's truth."""

from __future__ import annotations

from typing import Any

from vision.plane.table import Table


def table_of(truth: dict[str, Any]) -> Table:
    """The table of a clip. truth: as `models.scenes.clips` writes it."""
    known = {name: truth[name] for name in ("size", "plane", "die_mm")}
    return Table.from_json(known | {"polygon": truth["area_px"]})
