# Tested by tests/test_webui_doctor.py.
"""The Roll Call that runs on this machine already, as a service does: what it says of itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from typing import Any

from webui.config import Settings
from webui.terminal.finding import Finding

ASK_S = 5.0
"""Seconds that it is waited for. Larger: a silent port holds the doctor. Smaller: a busy table is missed."""
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}
"""Addresses of a server that listens on all, and the one by which this machine reaches it."""
CAMERA = "Plug a camera in, or use a phone: the page Camera shows how."


@dataclass(frozen=True)
class Running:
    """It. source: the camera that it looks through; troubles: what is wrong there; both as /health tells them."""

    source: dict[str, Any]
    troubles: list[dict[str, Any]]

    @classmethod
    def at(cls, settings: Settings) -> Running | None:
        """The one that serves its pages on this port; None where nothing does, or something else."""
        host = EVERYWHERE.get(settings.host, settings.host)
        try:
            with closing(HTTPConnection(host, settings.port, timeout=ASK_S)) as asked:
                asked.request("GET", "/health", headers={"Accept": "application/json"})
                told = json.loads(asked.getresponse().read())
            return cls(told["source"], told["troubles"])
        except (OSError, HTTPException, ValueError, KeyError, TypeError):
            return None

    def findings(self) -> Iterator[Finding]:
        """What it looks through, and each of its troubles: nobody else can use its camera meanwhile."""
        name, state = self.source.get("name", ""), self.source.get("state", "")
        if self.source.get("demo"):
            yield Finding("camera", False, "The Roll Call that runs here plays its demo.", CAMERA)
        elif name == "none":
            yield Finding("camera", True, "The dice are typed in.")
        else:
            do = "" if state == "on" else "Look at its page: it says what is wrong."
            yield Finding("camera", state == "on", f"The Roll Call that runs here looks through {name}.", do)
        for each in self.troubles:
            yield Finding("table", False, str(each.get("what", "")), str(each.get("do", "")))
