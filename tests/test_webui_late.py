"""A camera that is plugged in while the demo plays in its place is noticed, once."""

from __future__ import annotations

from pathlib import Path

import pytest
from waiting import until

from hardware.demo import Demo
from webui.assembly import open_desk
from webui.camera import late
from webui.camera.late import EVERY_S, THERE, Late
from webui.config import Settings


def test_only_what_was_not_there_before_is_new_and_it_is_looked_for_now_and_then() -> None:
    there, now_s = {2}, [0.0]
    noticed = Late(lambda: frozenset(there), lambda: now_s[0])
    there.add(0)
    assert noticed.step() == ""
    now_s[0] += EVERY_S
    assert noticed.step() == "usb:0"
    now_s[0] += EVERY_S
    assert noticed.step() == ""
    there.remove(0)
    now_s[0] += EVERY_S
    assert noticed.step() == ""
    there.add(0)
    now_s[0] += EVERY_S
    assert noticed.step() == "usb:0"


@pytest.mark.parametrize("playing", [False, True])
def test_it_is_looked_through_at_once_but_in_a_match_it_is_only_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, playing: bool
) -> None:
    opened, there = list[str](), set[int]()
    monkeypatch.setattr(late, "EVERY_S", 0.05)

    def open_camera(name: str) -> Demo:
        opened.append(name)
        return Demo(instead=name == "auto")

    monkeypatch.setattr("webui.camera.opening.open_camera", open_camera)
    desk = open_desk(Settings(data=tmp_path))
    assert desk.eye
    desk.eye._late = Late(lambda: frozenset(there))
    if playing:
        desk.presses.new(0, "morning-roll", ["Ann", "Bo"])
    desk.start()
    there.add(3)

    def is_said() -> bool:
        return THERE in [each.code for each in desk.health.troubles()]

    assert until(lambda: is_said() or "usb:3" in opened)
    assert (is_said(), "usb:3" in opened) == (playing, not playing)
    desk.close()
