"""What a process holds: its memory, its threads, its open files."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from webui.storage.database import FILE

MOST_OF_DATABASE = 48
"""Open files of the database at most: two for each of some twenty-four threads."""


@dataclass(frozen=True)
class Held:
    """What a process holds: memory in MB, threads, open files, and how many of them are of which kind."""

    rss_mb: float
    threads: int
    files: int
    kinds: dict[str, int]

    @property
    def of_database(self) -> int:
        """Open files of the database. SQLite keeps one for each connection that was ever open at the same time, closed
        or not, and uses them again: they are bounded by the threads that ask, and no leak."""
        return sum(count for kind, count in self.kinds.items() if kind.startswith(FILE))

    @property
    def others(self) -> int:
        """All other open files."""
        return self.files - self.of_database

    @classmethod
    def by(cls, pid: int) -> Held:
        """What the process of this number holds now."""
        of = Path(f"/proc/{pid}")
        kb = next(line for line in (of / "status").read_text().splitlines() if line.startswith("VmRSS"))
        kinds = kinds_of(of / "fd")
        return cls(int(kb.split()[1]) / 1024, len(list((of / "task").iterdir())), sum(kinds.values()), kinds)


def kinds_of(files: Path) -> dict[str, int]:
    """How many of these open files are of which kind: the end of a name, or what stands before its number."""
    kinds = Counter[str]()
    for file in files.iterdir():
        # One may have been closed since the folder was read.
        with suppress(FileNotFoundError):
            name = str(file.readlink())
            kinds[name.rsplit("/", 1)[-1] if name.startswith("/") else name.split(":")[0]] += 1
    return dict(kinds)
