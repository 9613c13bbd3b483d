# Tested by tests/test_webui_steps.py.
"""How far the set-up is: which steps a person has passed, and whether they put it off. Kept in the data folder."""

from __future__ import annotations

import json
import logging
import threading
from pathlib import Path
from typing import Literal, get_args

from hardware.path import replacing

log = logging.getLogger("rollcall")

FILE = "setup.json"
Step = Literal["camera", "light", "table", "throws", "players"]
STEPS: tuple[Step, ...] = get_args(Step)


class Progress:
    """Thread-safe. Where it cannot be kept, it holds until the program ends."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._lock = threading.Lock()
        self._passed, self._later = _read(self._path)

    @property
    def is_begun(self) -> bool:
        """Whether anybody has passed a step or put the set-up off."""
        return self._later or bool(self._passed)

    @property
    def is_under_way(self) -> bool:
        """Whether a person has passed its first step and not yet all: a table may be marked without a set-up, too."""
        return STEPS[0] in self._passed and not self._later and len(self._passed) < len(STEPS)

    @property
    def passed(self) -> frozenset[Step]:
        """The steps that were passed, well or not."""
        return self._passed

    @property
    def next(self) -> Step:
        """The first step that is open; the last one where none is."""
        return next((step for step in STEPS if step not in self._passed), STEPS[-1])

    def pass_by(self, step: Step) -> None:
        """A person goes on from this step."""
        self._keep(self._passed | {step}, False)

    def put_off(self) -> None:
        """A person wants the set-up later."""
        self._keep(self._passed, True)

    def _keep(self, passed: frozenset[Step], later: bool) -> None:
        with self._lock:
            self._passed, self._later = passed, later
            facts = {"passed": [step for step in STEPS if step in passed], "later": later}
            try:
                with replacing(self._path) as part:
                    part.write_text(json.dumps(facts), encoding="utf-8")
            except OSError as error:
                log.warning("how far the set-up is cannot be kept: %s", error.strerror)


def _read(path: Path) -> tuple[frozenset[Step], bool]:
    """What was kept; nothing where that cannot be read: the set-up begins anew."""
    try:
        facts = json.loads(path.read_text(encoding="utf-8"))
        return frozenset(step for step in STEPS if step in facts["passed"]), facts["later"] is True
    except (OSError, ValueError, TypeError, KeyError):
        return frozenset(), False


def after(step: Step) -> Step:
    """The step after this one; the last one after the last."""
    return STEPS[min(STEPS.index(step) + 1, len(STEPS) - 1)]
