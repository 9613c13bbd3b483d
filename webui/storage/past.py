# Tested by tests/test_webui_store.py.
"""The matches that were ever begun at this table, each with all its lines."""

from __future__ import annotations

from datetime import UTC, datetime

import sqlalchemy as sql

from webui.storage.database import LEFT, LINES, MATCHES
from webui.storage.rows import line_of
from webui.storage.saved import Line, SavedMatch


def matches_of(connection: sql.Connection, before: int | None, most: int | None) -> tuple[SavedMatch, ...]:
    """The matches with lower numbers than `before`, the newest first, `most` of them at most."""
    wanted = sql.select(MATCHES).order_by(MATCHES.c.id.desc()).limit(most)
    if before is not None:
        wanted = wanted.where(MATCHES.c.id < before)
    rows = connection.execute(wanted).all()
    numbers = [row.id for row in rows]
    lines: dict[int, list[Line]] = {number: [] for number in numbers}
    of_these = sql.select(LINES).where(LINES.c.match.in_(numbers)).order_by(LINES.c.n)
    for line in connection.execute(of_these):
        lines[line.match].append(line_of(line))
    asked = set(connection.execute(sql.select(LEFT.c.match).where(LEFT.c.match.in_(numbers))).scalars())
    return tuple(SavedMatch(row.id, _when(row.begun), tuple(lines[row.id]), row.id in asked) for row in rows)


def _when(begun: object) -> str:
    """When a match was begun; long ago, where that cannot be read."""
    try:
        return datetime.fromisoformat(str(begun)).isoformat()
    except ValueError:
        return datetime.fromtimestamp(0, UTC).isoformat()
