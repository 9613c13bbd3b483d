"""A league on a disk that is really full: a small one is mounted and filled while tables report.

Only root may mount one. ROLLCALL_FILLS: filled so many times instead of once.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from postgres import NAMED, Server, is_installed
from test_webui_hub import Served
from test_webui_league_kill_server import filled, found_in, once, send, sent
from waiting import LONG_S, until

from webui.league.made_up import World, report_of_newcomer, token_of

FILLS = int(os.environ.get("ROLLCALL_FILLS", "1"))
A_FILL = 100
"""Reports that are taken between two fills."""
SIZES = {"sqlite": "24M", "postgresql": "200M"}
LITTLE_LOG = ("synchronous_commit=on", "max_wal_size=48MB", "min_wal_size=32MB")


@pytest.fixture
def disk(request: pytest.FixtureRequest) -> Iterator[Path]:
    """A disk of its own, of this size."""
    with tempfile.TemporaryDirectory(prefix="full-") as folder:
        words = ["mount", "-t", "tmpfs", "-o", f"size={request.param},mode=0777", "tmpfs", folder]
        if subprocess.run(words, capture_output=True, check=False).returncode:
            pytest.skip("nobody may mount a disk here")
        yield Path(folder)
        subprocess.run(["umount", folder], check=True)


@contextmanager
def full(disk: Path) -> Iterator[None]:
    """No byte more goes onto this disk, whatever is given back meanwhile."""
    over = threading.Event()

    def fill() -> None:
        with (disk / "filler").open("wb", 0) as file:
            while not over.wait(0.001):
                for size in (4096, 1):
                    with suppress(OSError):
                        while file.write(b"x" * size):
                            pass

    filler = threading.Thread(target=fill)
    filler.start()
    try:
        yield
    finally:
        over.set()
        filler.join(LONG_S)
        (disk / "filler").unlink()


@contextmanager
def database(kind: str, disk: Path) -> Iterator[str]:
    """Its address, on this disk."""
    if kind == "sqlite":
        yield f"sqlite:///{disk / 'league.sqlite3'}"
        return
    if NAMED or not is_installed():
        pytest.skip("there is no PostgreSQL that may be put onto a full disk")
    (disk / "server").mkdir()
    server = Server(disk / "server")
    server.start(*LITTLE_LOG)
    try:
        yield server.url
    finally:
        server.stop("immediate")


@pytest.mark.parametrize(("kind", "disk"), SIZES.items(), indirect=["disk"])
def test_on_a_full_disk_a_sentence_is_answered_and_each_turn_is_there_once_when_there_is_room(
    kind: str, disk: Path, tmp_path: Path, solved_data: Path
) -> None:
    count, taken, wrong, over = (FILLS + 1) * 2 * A_FILL, set[int](), list[str](), threading.Event()
    world = World.made(solved_data, 2, 1)
    bodies = [report_of_newcomer(world, n) for n in range(count)]
    (tmp_path / "odds").symlink_to(solved_data / "odds")
    with database(kind, disk) as url:
        filled(url, tmp_path, world, count)
        with closing(Served(tmp_path, url, 1 if kind == "sqlite" else 2)) as served:
            sender = threading.Thread(target=send, args=(served.port, bodies[:-1], taken, wrong, over))
            sender.start()
            try:
                for n in range(FILLS):
                    assert until(lambda n=n: len(taken) > n * A_FILL or not sender.is_alive())  # type: ignore[misc]
                    with full(disk):
                        answers: list[tuple[int, str]] = []

                        def refused(answers: list[tuple[int, str]] = answers) -> bool:
                            answers.append(sent(served.port, bodies[-1], token_of((count - 1) % 50)))
                            return answers[-1][0] == 507

                        assert until(refused)
                        assert "disk is full" in answers[-1][1]
                sender.join(LONG_S)
                assert until(lambda: sent(served.port, bodies[-1], token_of((count - 1) % 50))[0] == 200)
            finally:
                over.set()
                sender.join(LONG_S)
            said = served.said()
        found = found_in(url)
    assert not wrong
    assert "our fault" not in said
    assert found == once(count)
