"""A Debian of its own that systemd has started, on this machine and without a network: for what a service does."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from waiting import LONG_S, until

# What is written there lies in folders of the test; the Debian itself stays as it was made.
START = """
set -e
mount -t overlay overlay -o "lowerdir=$1,upperdir=$2/upper,workdir=$2/work" "$2/root"
exec systemd-nspawn --quiet --register=no --keep-unit --private-network --resolv-conf=off \
    --console=pipe --machine=rollcall-test --bind-ro="$3:/versions" --boot --directory="$2/root"
"""
PLAIN = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/root",
    "LANG": "C.UTF-8",
    "PIP_NO_INDEX": "1",
    "PIP_FIND_LINKS": "/opt/wheels",
}
"""What a person who logs in there has; and where wheels are, in the place of a network."""
COMMAND_S = 600.0
"""Seconds for one command there. Larger: one that hangs is found later. Smaller: a busy machine fails."""


@dataclass(frozen=True)
class Machine:
    """It: `first` is the number that its first process has here."""

    first: int

    def run(self, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """What its root does there."""
        enter = ["nsenter", "-t", str(self.first), "-m", "-u", "-i", "-p", "-n", "--", "env", "-i"]
        told = [f"{name}={value}" for name, value in {**PLAIN, **environment}.items()]
        return subprocess.run(
            [*enter, *told, *words], capture_output=True, text=True, check=False, timeout=COMMAND_S
        )

    def says(self, *words: str) -> str:
        """What the command prints."""
        return self.run(*words).stdout.strip()


@contextmanager
def booted(debian: Path, scratch: Path, versions: Path) -> Iterator[Machine]:
    """Start it. versions: a folder that is /versions there."""
    for name in ("upper", "work", "root"):
        (scratch / name).mkdir(parents=True)
    with (scratch / "console").open("wb") as console:
        process = subprocess.Popen(
            ["unshare", "-m", "bash", "-c", START, "_", str(debian), str(scratch), str(versions)],
            env={**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"},
            stdin=subprocess.DEVNULL,
            stdout=console,
            stderr=console,
        )
        try:
            assert until(lambda: first_of(process.pid) or process.poll() is not None)
            assert process.poll() is None, (scratch / "console").read_text()
            machine = Machine(first_of(process.pid))
            assert until(
                lambda: machine.says("systemctl", "is-system-running", "--wait") in ("running", "degraded")
            ), (scratch / "console").read_text()
            yield machine
        finally:
            process.terminate()
            process.wait(LONG_S)


def first_of(pid: int) -> int:
    """The number, here, of the child of this process that is the first one of its own system; 0 before it is there."""
    with suppress(OSError):
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            status = Path(f"/proc/{child}/status").read_text()
            numbers = next(line.split()[1:] for line in status.splitlines() if line.startswith("NSpid"))
            if numbers[1:] == ["1"]:
                return int(child)
    return 0
