# Tested by tests/test_webui_permits.py.
"""Who may press what: host, player, or watcher. What only shows something is for all."""

from __future__ import annotations

from flask import Response, request

from webui.answer import refused
from webui.desk import desk
from webui.pairing import ROLES, Role

COOKIE = "rollcall-phone"
NEEDED: tuple[tuple[str, Role], ...] = (
    ("/camera/", "host"),
    ("/setup", "host"),
    ("/league/begin", "host"),
    ("/league/hub", "host"),
    ("/league/reports/", "player"),
    ("/league/hold", "player"),
    ("/league/faces", "player"),
    ("/league/clock", "player"),
)
"""The least role that may post to an address that begins so. Any other that is not free asks for a player."""
FREE = ("/phone/", "/league/", "/odds")
"""Beginnings of addresses that ask for themselves, or change one browser alone: a phone's own, the league, the odds."""
SENTENCES: dict[Role, str] = {
    "player": "This device only looks on, so nothing was changed. A host can make it a player: page Camera.",
    "host": "Only a host changes the camera or the table, so nothing was changed. A host can make this device one.",
}


def role_here() -> Role:
    """What the browser that asks may do."""
    return desk().pairing.role(request.cookies.get(COOKIE, ""))


def refuse_without_permit() -> Response | None:
    """Refuse what this browser may not press."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return None
    needed = _needed(request.path)
    if needed is None or ROLES.index(role_here()) <= ROLES.index(needed):
        return None
    return refused(SENTENCES[needed], 403)


def _needed(address: str) -> Role | None:
    named = next((role for start, role in NEEDED if address.startswith(start)), None)
    return named or (None if address.startswith(FREE) else "player")
