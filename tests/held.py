"""What a process holds: its memory, its threads, its open files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Held:
    """What a process holds: memory in MB, threads, open files."""

    rss_mb: float
    threads: int
    files: int

    @classmethod
    def by(cls, pid: int) -> Held:
        """What the process of this number holds now."""
        of = Path(f"/proc/{pid}")
        kb = next(line for line in (of / "status").read_text().splitlines() if line.startswith("VmRSS"))
        return cls(
            int(kb.split()[1]) / 1024, len(list((of / "task").iterdir())), len(list((of / "fd").iterdir()))
        )
