# Tested by tests/test_webui_doctor.py.
"""Is this machine fit for the table? Disk, clock, memory, heat, rights, and who else is here. Nothing is changed.

root: where the files of the system lie, `/`. What a system does not tell is said to be unknown, and is no fault.
"""

from __future__ import annotations

import os
import platform
import shutil
import socket
import struct
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from webui.config import Settings
from webui.storage.database import StoreError, lock_folder
from webui.terminal.finding import Finding
from webui.terminal.running import Running

ROOT = Path("/")
LEAST_FREE_MB = 500
"""Megabytes of disk that are left. Larger: said sooner. Smaller: the matches of an evening may not fit."""
LEAST_MEMORY_MB = 300
"""Megabytes of memory that other programs leave. Smaller: the system may end the program in the middle of a match."""
HOT_C = 80.0
"""Degrees from which a Pi slows itself down (its own limit)."""
BEGUN = time.strptime("2026-11-01", "%Y-%m-%d")
"""No clock that is right shows less."""
WORN = 8
"""Tenths of the life that a card or flash memory says it has used up (JEDEC eMMC, 7.4.26)."""
# Bits of `vcgencmd get_throttled` that are set now: too little voltage, slowed down (two of them), too hot.
THROTTLED_NOW = 0b1111
# The same bits, set where it was so at any time since the start.
THROTTLED_EVER = 0b1111 << 16


def system() -> Finding:
    """Which system this is: the nets have no form for 32 bits."""
    says = f"Python {sys.version.split()[0]}, {platform.system()} on {platform.machine()}."
    bits = struct.calcsize("P") * 8
    do = "" if bits == 64 else "Install the 64-bit system: this Python has 32 bits."
    return Finding("system", bits == 64, says, do)


def disk(settings: Settings, root: Path = ROOT) -> Finding:
    """Room for matches and pictures, and whether the disk complains."""
    folder = next((each for each in (settings.data, *settings.data.parents) if each.exists()), Path("."))
    free_mb = shutil.disk_usage(folder).free // 1_000_000
    if free_mb < LEAST_FREE_MB:
        return Finding("disk", False, f"{free_mb} MB are free in {folder}.", "Make room.")
    broken = [path.parent.name for path in root.glob("sys/fs/ext4/*/errors_count") if _number(path) > 0]
    if broken:
        return Finding(
            "disk", False, f"The disk {broken[0]} has reported errors.", "Copy your data, and replace it."
        )
    if _life(root) >= WORN:
        return Finding(
            "disk", False, "The memory card is nearly worn out.", "Copy your data, and replace it."
        )
    return Finding("disk", True, f"{free_mb} MB are free in {folder}.")


def _life(root: Path) -> int:
    """Tenths of its life that the worst memory card has used up; 0 where none tells."""
    worst = 0
    for path in root.glob("sys/block/mmcblk*/device/life_time"):
        with suppress(OSError, ValueError):
            worst = max(worst, *(int(word, 16) for word in path.read_text().split()))
    return worst


def _number(path: Path) -> int:
    try:
        return int(path.read_text().split()[0])
    except (OSError, ValueError, IndexError):
        return 0


def clock(now_s: float | None = None) -> Finding:
    """Whether the time of day can be believed: a Pi has no clock of its own."""
    now_s = time.time() if now_s is None else now_s
    says = time.strftime("%Y-%m-%d %H:%M", time.localtime(now_s))
    if now_s < time.mktime(BEGUN):
        return Finding("clock", False, f"It shows {says}.", "Connect the network once, so that it is set.")
    synchronised = _asked("timedatectl", "show", "-p", "NTPSynchronized", "--value")
    if synchronised == "no":
        return Finding(
            "clock", False, f"It shows {says}, set by nobody.", "Connect the network, or set it by hand."
        )
    return Finding("clock", True, f"It shows {says}.")


def memory(root: Path = ROOT) -> Finding:
    """What other programs leave."""
    try:
        lines = (root / "proc/meminfo").read_text().splitlines()
        left_mb = next(int(line.split()[1]) // 1000 for line in lines if line.startswith("MemAvailable"))
    except (OSError, ValueError, StopIteration):
        return Finding("memory", True, "This system does not tell how much is left.")
    do = "" if left_mb >= LEAST_MEMORY_MB else "Close other programs."
    return Finding("memory", left_mb >= LEAST_MEMORY_MB, f"{left_mb} MB are left.", do)


def heat(root: Path = ROOT) -> Finding:
    """How hot it is, and whether a Pi slows itself down."""
    zones = [_number(path) / 1000 for path in root.glob("sys/class/thermal/thermal_zone*/temp")]
    says = f"{max(zones):.0f} degrees." if zones else "This system does not tell its temperature."
    if zones and max(zones) >= HOT_C:
        return Finding("heat", False, says, "Give it air: it gets slow from 80 degrees on.")
    throttled = _asked("vcgencmd", "get_throttled").partition("=")[2]
    with suppress(ValueError):
        bits = int(throttled, 16)
        if bits & THROTTLED_NOW:
            return Finding(
                "heat", False, f"{says} It slows itself down.", "Use the power supply made for it, and air."
            )
        if bits & THROTTLED_EVER:
            return Finding(
                "heat",
                False,
                f"{says} It has slowed itself down since the start.",
                "Look at its power supply.",
            )
    return Finding("heat", True, says)


def rights(settings: Settings) -> Finding:
    """Whether this user may write the data, and use cameras."""
    folder = next((each for each in (settings.data, *settings.data.parents) if each.exists()), Path("."))
    if not os.access(folder, os.W_OK | os.X_OK):
        return Finding(
            "rights",
            False,
            f"This user may not write into {folder}.",
            "Give it the right to, or name --data.",
        )
    closed = [str(path) for path in Path("/dev").glob("video*") if not os.access(path, os.R_OK | os.W_OK)]
    if closed:
        do = "Add it to the group video: sudo usermod -aG video NAME, then log in again."
        return Finding("rights", False, f"This user may not use {closed[0]}.", do)
    return Finding("rights", True, "This user may write the data.")


def port(settings: Settings, running: Running | None = None) -> Finding:
    """Whether the pages can be served. running: the Roll Call that serves them already."""
    if running:
        return Finding("port", True, f"Roll Call serves its pages on port {settings.port}.")
    try:
        with socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET) as listener:
            if sys.platform != "win32":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((settings.host, settings.port))
    except OSError as error:
        do = f"End the program that has it, or name another: --port {settings.port + 1}."
        return Finding("port", False, f"Port {settings.port} is taken ({error.strerror}).", do)
    return Finding("port", True, f"Port {settings.port} is free.")


def copies(settings: Settings, running: Running | None = None) -> Finding:
    """Whether another Roll Call has the data folder than the one that runs here."""
    if not settings.data.is_dir():
        return Finding("copies", True, "No Roll Call has run with this data folder yet.")
    try:
        lock_folder(settings.data).close()
    except StoreError as error:
        if running:
            return Finding("copies", True, "The Roll Call that runs here has the data folder.")
        return Finding("copies", False, error.what, error.do)
    return Finding("copies", True, "No other Roll Call uses the data folder.")


def _asked(*words: str) -> str:
    """What a program of the system says; "" where there is none."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=5, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip()
