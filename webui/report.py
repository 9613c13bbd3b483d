# Tested by tests/test_webui_app.py.
"""What a person can copy when something broke on our side: enough to find the fault, nothing secret."""

from __future__ import annotations

import logging
import platform
import sys
import threading
from importlib import metadata

from hardware.path import in_letters
from webui.config import Settings
from webui.health import Health
from webui.match.ledger import Ledger
from webui.storage.store import StoreError

log = logging.getLogger("rollcall")


class Reports:
    """The newest fault of ours, and the report about it. Thread-safe."""

    def __init__(self, settings: Settings, health: Health, ledger: Ledger) -> None:
        self._settings = settings
        self._health = health
        self._ledger = ledger
        self._lock = threading.Lock()
        self._fault = ""

    def our_fault(self, trace: str) -> None:
        """Something that should never happen has happened: say so on every page, and keep the trace."""
        # A name that is in no letters fits no log and no page.
        trace = "\n".join(map(in_letters, trace.splitlines()))
        with self._lock:
            self._fault = trace
        log.error("our fault, please report it:\n%s", trace)
        self._health.start(
            "program",
            "our-fault",
            "Something broke on our side. Your match is safe.",
            "Go on playing; copy a report, so that it can be put right.",
        )

    def dismiss(self) -> None:
        """No page says it any more, until the next fault; the report keeps the trace."""
        self._health.end("program", "our-fault")

    def text(self) -> str:
        """The report: version, settings without secrets, troubles, the lines of the match, the newest fault."""
        with self._lock:
            fault = self._fault or "none"
        settings = [f"{name} = {value}" for name, value in self._settings.public().items()]
        troubles = [f"{each.code}: {each.what}" for each in self._health.troubles()]
        parts = {
            "Roll Call": [version(), f"Python {sys.version.split()[0]}", platform.platform()],
            "Settings": settings,
            "Troubles": troubles or ["none"],
            "Match": self._lines(),
            "Fault": [fault],
        }
        text = "\n\n".join("\n".join([f"## {title}", *lines]) for title, lines in parts.items()) + "\n"
        # A path may hold what is in no letters, and then fits no page.
        return text.encode(errors="backslashreplace").decode()

    def _lines(self) -> list[str]:
        try:
            return list(self._ledger.board().lines) or ["none"]
        except StoreError as error:
            return [f"cannot be read: {error}"]


def version() -> str:
    """The version of this program."""
    try:
        return metadata.version("roll-call")
    except metadata.PackageNotFoundError:
        return "from a folder"
