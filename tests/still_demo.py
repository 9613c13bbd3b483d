"""A table with a camera over it, in front of which nothing is thrown: the dice are typed in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from real_browser import Table, served
from waiting import LONG_S, until

from hardware.demo import Demo
from webui.config import Settings

FPS = 10.0
"""Pictures a second. More: the tests wait for a processor. Fewer: the page says that too few are looked at."""


class StillDemo(Demo):
    """The demo before its first throw, whatever is played."""

    def __init__(self, *, instead: bool = False) -> None:
        super().__init__(instead=instead)
        self._fps = FPS

    def expect(self, dice: int, aside: Sequence[int] = (), waits: bool = False) -> None:
        """Throws nothing."""


@contextmanager
def still_table(data: Path) -> Iterator[Table]:
    """The program, served over an empty folder, once it sees the table."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("webui.camera.opening.open_camera", lambda name: StillDemo())
        with served(Settings(data=data, stale=LONG_S, reopen=2 * LONG_S)) as table:
            until(lambda: table.desk.board().source.width > 0)
            yield table
