"""The sessions: what is said to be thrown, kept and gathered in them is."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from off_screen import drawn_off_screen

importlib.import_module("models.scenes")  # first: it says how MuJoCo is to draw

for module in ("mujoco", "scipy", "mitsuba"):
    pytest.importorskip(module, reason="belongs to the 'train' extra: pip install -e .[train]")
clips, incidents, sessions = (
    importlib.import_module(f"models.scenes.{name}") for name in ("clips", "incidents", "sessions")
)
# One of each way to keep dice: left there, slid, carried, taken away.
WAYS = {2: "left there", 3: "slid", 7: "carried", 1: "taken away"}


@pytest.fixture(scope="module", params=WAYS)
def session(request: pytest.FixtureRequest) -> Any:
    return sessions.session(1, request.param)


def test_dice_lie_as_the_truth_says_from_each_rest_on(session: Any) -> None:
    place, incident = session.scene.place, session.incident
    assert session.way == WAYS[session.number]
    assert len(session.throws) == sessions.THROWS
    for thrown in session.throws:
        for time_s in (thrown["rest_s"] + 0.01, thrown["rest_s"] + 0.6):
            poses = incident.poses(time_s)
            lie = thrown["thrown"] + thrown["beside"]
            assert sorted(poses) == sorted(die["id"] for die in lie)
            assert set(incidents.states(place, poses).values()) == {"flat"}
            assert [die["value"] for die in lie] == incidents.values(
                place.look, [poses[die["id"]][1] for die in lie]
            )
            assert all(place.on(spot) and place.seen(spot) for spot, _ in poses.values())
        moving = incident.poses(thrown["rest_s"] - 0.1)
        assert any(np.abs(moving[i][0] - poses[i][0]).max() > 0.0005 for i in moving)


def test_before_a_throw_only_what_is_kept_lies_there(session: Any) -> None:
    for before, thrown in zip(session.throws, session.throws[1:], strict=False):
        assert before["rest_s"] < thrown["pressed_s"] < thrown["starts_s"]
        # Nobody sees a die before the hand opens.
        lie = session.incident.poses(thrown["starts_s"] - 0.05)
        assert sorted(lie) == sorted(die["id"] for die in thrown["beside"])
        assert thrown["dice"] == len(thrown["thrown"]) <= sessions.DICE - len(lie)
    beside = [len(thrown["beside"]) for thrown in session.throws]
    assert (max(beside) > 0) == (session.way != "taken away")


@pytest.mark.parametrize("number", [3, 7], ids=["slid", "carried"])
def test_dice_that_are_set_aside_lie_beside_one_another(number: int) -> None:
    what = sessions.session(1, number)
    half = what.scene.place.half
    for thrown in what.throws[1:]:
        lie = what.incident.poses(thrown["starts_s"] - 0.05)
        spots = np.array([spot for spot, _ in lie.values()]).reshape(-1, 3)
        apart = [np.linalg.norm(a - b) for i, a in enumerate(spots) for b in spots[:i]]
        assert min(apart, default=1.0) > 2 * half
        assert np.allclose(spots[:, 2], half, atol=0.1 * half)


def test_the_same_seed_and_number_make_the_same_session_and_others_another() -> None:
    one, same, other = (
        json.dumps(sessions.truth(sessions.session(*which))) for which in ((1, 2), (1, 2), (1, 5))
    )
    assert one == same
    assert one != other


def test_a_written_session_is_as_long_as_what_happens_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "THROWS", 1)
    with drawn_off_screen():
        sessions.make(tmp_path, 1, 2)
    facts = json.loads((tmp_path / "1-00002.json").read_text(encoding="utf-8"))
    film = cv2.VideoCapture(str(tmp_path / "1-00002.mp4"))
    length_s = film.get(cv2.CAP_PROP_FRAME_COUNT) / facts["fps"]
    film.release()
    assert facts["throws"][0]["rest_s"] + 1.0 < length_s < facts["throws"][0]["rest_s"] + 3.0
    assert facts["keep_px"] is None
    assert facts["way"] == "left there"
