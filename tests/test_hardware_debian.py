"""The installer on a Debian that systemd has started: nothing stands in for apt, pip, users, units or systemctl.

`tests/debian/make FOLDER` makes the Debian, and ROLLCALL_DEBIAN=FOLDER names it; as root, with systemd-nspawn.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from booted import Machine, booted
from test_hardware_install import ENDS_SOON, Spoilt, version
from waiting import LONG_S, until

pytestmark = pytest.mark.skipif("ROLLCALL_DEBIAN" not in os.environ, reason="ROLLCALL_DEBIAN names no Debian")

ASK = """
import json, sys
from urllib.parse import urlencode
from urllib.request import Request, urlopen
at = "http://127.0.0.1:8420"
def board():
    with urlopen(f"{at}/board.json", timeout=60) as answer:
        return json.load(answer)
if sys.argv[1:]:
    form = [("revision", board()["revision"]), *(word.split("=") for word in sys.argv[2:])]
    urlopen(Request(f"{at}/match/{sys.argv[1]}", urlencode(form).encode()), timeout=60).read()
print(json.dumps(board()["lines"]))
"""
GOES_ON = """
import json, sys, time
from urllib.request import urlopen
before = json.loads(sys.argv[1])
while True:
    try:
        with urlopen("http://127.0.0.1:8420/board.json", timeout=60) as answer:
            if json.load(answer)["lines"][:len(before)] == before:
                break
    except Exception:  # it is not there yet
        pass
    time.sleep(0.2)
"""


USERS = {f"/etc/{name}{old}" for name in ("passwd", "group", "shadow", "gshadow") for old in ("", "-")}
"""Where the service gets a user of its own."""


@pytest.fixture(scope="module")
def versions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This version, a better one, and one that ends soon."""
    folder = tmp_path_factory.mktemp("versions")
    for name in ("first", "better", "spoilt"):
        version(folder, name)
    Spoilt("webui/push.py", ENDS_SOON, after=True).put(folder / "spoilt")
    return folder


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory, versions: Path) -> Iterator[Machine]:
    """One on which it is installed, and a match is on."""
    debian = Path(os.environ["ROLLCALL_DEBIAN"])
    with booted(debian, tmp_path_factory.mktemp("debian"), versions) as machine:
        machine.run("touch", "/root/begun")
        done = install(machine)
        assert done == 0, machine.says("cat", "/root/said")
        assert asked(machine, "new", "game=morning-roll", "player=Ann", "rounds=20")
        assert until(lambda: is_typed(machine, "1 2 3 4 6 6"))
        yield machine


def install(machine: Machine, *words: str, of: str = "first") -> int:
    """Run the installer of this version as a person does; what it says is kept. Its exit code."""
    script = f'/versions/{of}/hardware/install.sh "$@" > /root/said 2>&1'
    return machine.run(
        "bash", "-c", script, "_", *words, ROLLCALL_WATCH_S="5", ROLLCALL_COME_S="120"
    ).returncode


def asked(machine: Machine, *words: str) -> list[str]:
    """The lines of the match on the table, once this is pressed; none while no page is served."""
    done = machine.run("python3", "-c", ASK, *words)
    lines: list[str] = json.loads(done.stdout) if done.returncode == 0 else []
    return lines


def is_typed(machine: Machine, faces: str) -> bool:
    """Whether this throw counts, typed in. Where the demo, as there is no camera, was first, that is taken back: after
    an undo it waits.
    """
    if any(line.startswith(f"throw {faces}") for line in asked(machine, "throw", f"faces={faces}")):
        return True
    asked(machine, "undo")
    return False


def comes(machine: Machine, *words: str) -> bool:
    """Whether this command there ends well within the time: one process that waits, not one for each look."""
    return machine.run("timeout", str(LONG_S), *words).returncode == 0


def goes_on(machine: Machine, before: list[str]) -> bool:
    """Whether the match with these lines comes back to the table; its demo may throw, as there is no camera."""
    return bool(before) and comes(machine, "python3", "-c", GOES_ON, json.dumps(before))


def is_another(machine: Machine, shown: str, *than: str) -> bool:
    """Whether what systemd says of the service comes to be none of these."""
    asks = f"systemctl show rollcall -p {shown} --value"
    loop = f"while :; do case $({asks}) in {'|'.join(than)}) sleep 0.2;; *) exit;; esac; done"
    return comes(machine, "sh", "-c", loop)


def test_the_service_runs_as_a_user_of_its_own_and_is_started_with_the_machine(machine: Machine) -> None:
    assert machine.says("systemctl", "is-active", "rollcall", "avahi-daemon").split() == ["active", "active"]
    assert machine.says("systemctl", "is-enabled", "rollcall") == "enabled"
    main = machine.says("systemctl", "show", "rollcall", "-p", "MainPID", "--value")
    assert machine.says("stat", "-c", "%U", f"/proc/{main}") == "rollcall"
    said = machine.says("journalctl", "-u", "rollcall", "--no-pager")
    # The environment sees what came by apt: there is gpiozero, and no pins.
    assert "this machine has no pins" in said
    assert "Traceback" not in said
    about = machine.run("systemd-analyze", "verify", "/etc/systemd/system/rollcall.service")
    assert "rollcall" not in about.stderr


def test_the_installer_touches_nothing_but_what_is_its_own(machine: Machine) -> None:
    """Neither DNS, Wi-Fi nor host name, nor how the machine starts."""
    looked_at = ("/etc", "/boot", "/usr", "-xdev", "-newer", "/root/begun", "-not", "-type", "d")
    touched = {path for path in machine.says("find", *looked_at).split() if path not in USERS}
    assert touched == {
        "/etc/avahi/services/rollcall.service",
        "/etc/polkit-1/rules.d/50-rollcall.rules",
        "/etc/systemd/system/multi-user.target.wants/rollcall.service",
        "/etc/systemd/system/rollcall.service",
    }


def test_a_second_run_changes_nothing_and_goes_on_with_the_match(machine: Machine) -> None:
    before, release = asked(machine), machine.says("readlink", "/opt/rollcall/current")
    assert install(machine) == 0, machine.says("cat", "/root/said")
    assert machine.says("readlink", "/opt/rollcall/current") == release
    assert goes_on(machine, before), [before, asked(machine)]


def test_killed_it_is_there_again_with_its_match(machine: Machine) -> None:
    before = asked(machine)
    machine.run("systemctl", "kill", "--signal=KILL", "rollcall")
    assert is_another(machine, "NRestarts", "0")
    assert goes_on(machine, before), [before, asked(machine)]


def test_one_that_hangs_is_started_anew_by_its_watchdog(machine: Machine) -> None:
    soon = "/run/systemd/system/rollcall.service.d/soon.conf"
    machine.run("mkdir", "-p", soon.rpartition("/")[0])
    machine.run("sh", "-c", f"printf '[Service]\nWatchdogSec=15\nTimeoutStopSec=5\n' > {soon}")
    machine.run("systemctl", "daemon-reload")
    machine.run("systemctl", "restart", "rollcall")
    before, main = asked(machine), machine.says("systemctl", "show", "rollcall", "-p", "MainPID", "--value")
    machine.run("systemctl", "kill", "--signal=STOP", "rollcall")
    assert is_another(machine, "MainPID", main, "0")
    assert goes_on(machine, before), [before, asked(machine)]
    machine.run("rm", soon)
    machine.run("systemctl", "daemon-reload")


def test_an_update_runs_the_new_version_and_a_spoilt_one_is_gone_back_from(machine: Machine) -> None:
    before = asked(machine)
    assert install(machine, "update", of="better") == 0, machine.says("cat", "/root/said")
    better = machine.says("readlink", "/opt/rollcall/current")
    assert machine.says("cat", f"{better}/hardware/NEWS") == "better"
    assert goes_on(machine, before), [before, asked(machine)]
    assert install(machine, "update", of="spoilt") == 2
    assert machine.says("readlink", "/opt/rollcall/current") == better
    assert goes_on(machine, before), [before, asked(machine)]
    assert "An update was tried" in machine.says("cat", "/var/lib/rollcall/update.txt")


def test_removed_it_leaves_the_matches_alone(machine: Machine) -> None:
    assert install(machine, "uninstall") == 0
    assert machine.says("systemctl", "is-active", "rollcall") == "inactive"
    left = machine.says("ls", "/opt", "/etc/systemd/system", "/var/lib/rollcall").split()
    assert "rollcall" not in left
    assert "rollcall.sqlite3" in left
