"""Recorded clips, played through the whole path: one roll for each throw, not before the rest, with what was thrown.

The clips: the demo that is shipped, and whatever lies in tests/replay/ with its truth beside it (see its README); and
the real ones in the folder that ROLLCALL_CLIPS names, if it does, with a truth.json as `models.measure.disturbed` takes
it.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile
from math import inf
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.camera import Camera
from hardware.clip import Clip
from hardware.frame import Frame, Image
from vision.nouns import Event, Moving, Roll
from vision.pipeline import Pipeline
from vision.reading.reader import Reader
from webui.terminal.clip_truth import Throw, follow, load

ROOT = Path(__file__).parent.parent
STORY = ROOT / "tests" / "replay" / "breakfast.json"
REAL = os.environ.get("ROLLCALL_CLIPS", "")
# A person who looks for the first picture of a rest is right to about so many.
PICTURES = 5
# What a clip states as the moment of rest is right to about so much.
EARLY_S = 0.1


def truths() -> list[Path]:
    return [ROOT / "hardware" / "demo" / "demo.json", *sorted((ROOT / "tests" / "replay").glob("*.json"))]


def clip_of(truth: Path) -> Path:
    """The one video beside a truth file."""
    films = [path for path in truth.parent.glob(f"{truth.stem}.*") if path.suffix != ".json"]
    assert len(films) == 1, (
        f"{truth} needs one video of its name beside it, got {[film.name for film in films]}"
    )
    return films[0]


class Losing(Camera):
    """A clip up to a moment, s, of which such a share of the pictures is lost."""

    def __init__(self, clip: Clip, until_s: float, lost: float, seed: int) -> None:
        self._clip, self._until_s, self._lost = clip, until_s, lost
        self._random = np.random.default_rng(seed)

    def frames(self) -> Iterator[Frame]:
        before = takewhile(lambda frame: frame.time_s <= self._until_s, self._clip.frames())
        return (frame for frame in before if self._random.random() >= self._lost)

    def close(self) -> None:
        self._clip.close()


def rolls(
    truth: Path, told: Sequence[Throw], until_s: float = inf, lost: float = 0.0, seed: int = 0
) -> list[Roll]:
    """Every roll that the whole path sees in a clip up to a moment; lost: such a share of its pictures is."""
    _, table = load(truth)
    with Losing(Clip(clip_of(truth)), until_s, lost, seed) as source:
        return list(follow(source, Reader.open(ROOT / "models"), told, table))


def test_the_demo_is_among_what_is_replayed() -> None:
    assert truths()[0].is_file()
    assert len(load(truths()[0])[0]) >= 10


@pytest.mark.parametrize("truth", truths(), ids=lambda truth: truth.stem)
def test_each_throw_is_one_roll_after_its_rest_and_what_is_not_asked_is_right(truth: Path) -> None:
    told, _ = load(truth)
    seen = rolls(truth, told)
    both = [f"thrown {throw} at rest {throw.rest_s} s" for throw in told]
    both += [f"seen {roll.time_s:.2f} s {roll.faces} off {roll.off_table}" for roll in seen]
    assert len(seen) == len(told), both
    starts_s = [inf if throw.start_s is None else throw.start_s for throw in told]
    ends_s = [*starts_s[1:], *([inf] if told else [])]
    for roll, throw, end_s in zip(seen, told, ends_s, strict=True):
        assert len(roll.faces) == len(throw.values), both
        read = Counter(face for face in roll.faces if face is not None)
        assert read <= Counter(throw.values), both
        assert roll.off_table == throw.off_table, both
        # A die that left the table may still roll on the floor; the others are at rest before.
        assert throw.rest_s is None or roll.time_s >= throw.rest_s - EARLY_S or throw.off_table, both
        assert roll.time_s <= end_s, both


@pytest.mark.parametrize("seed", [0, 1, 7])
def test_where_many_pictures_of_a_turn_are_lost_kept_dice_are_no_part_of_a_throw_and_the_bust_is_seen(
    seed: int,
) -> None:
    *told, after = load(STORY)[0][:5]
    # Who keeps a die presses before the others are taken up.
    pressed = [told[0], *(replace(b, start_s=(a.rest_s or 0) + 1.0) for a, b in pairwise(told))]
    until_s = after.start_s or 0.0
    seen = [(Counter(roll.faces), roll.off_table) for roll in rolls(STORY, pressed, until_s, 0.3, seed)]
    assert seen == [(Counter(throw.values), throw.off_table) for throw in told]


def through(image: Image, right: float, down: float, turn_deg: float) -> Image:
    """Four fifths of a picture, as a camera sees it that was moved by such shares of its width and turned."""
    height, width = image.shape[:2]
    move = cv2.getRotationMatrix2D((width / 2, height / 2), turn_deg, 1.25)
    move[:, 2] += right * width, down * width
    return np.asarray(cv2.warpAffine(image, move, (width, height), borderMode=cv2.BORDER_REFLECT), np.uint8)


@pytest.mark.parametrize("moved", [(-0.12, 0.06, 0.0), (0.05, 0.03, 5.0), (0.0, 0.1, -4.0)], ids=str)
@pytest.mark.parametrize("pictures", [1, 8], ids=["at once", "slowly"])
def test_a_camera_that_is_moved_far_over_dice_that_were_told_sees_no_other_throw(
    moved: tuple[float, float, float], pictures: int
) -> None:
    pipeline, told = Pipeline(Reader.open(ROOT / "models")), list[Event]()
    with Clip(ROOT / "tests" / "replay" / "made-throw.mp4") as clip:
        for frame in clip.frames():
            told += pipeline.step(replace(frame, image=through(frame.image, 0, 0, 0))).events
    assert sum(isinstance(event, Roll) for event in told) == 1
    told.clear()
    for n in range(-15, pictures + 30):
        image = through(frame.image, *(min(max(0, n / pictures), 1) * way for way in moved))
        told += pipeline.step(Frame(image, frame.time_s + (16 + n) / 15, frame.seq + 16 + n)).events
    assert [event for event in told if not isinstance(event, Moving)] == []


def test_the_made_clips_show_a_throw_a_die_that_leaves_and_no_throw() -> None:
    names = ("made-throw", "made-off-the-table", "made-pushed-aside")
    made = [load(ROOT / "tests" / "replay" / f"{name}.json")[0] for name in names]
    assert sorted((len(throws), sum(throw.off_table for throw in throws)) for throws in made) == [
        (0, 0),
        (1, 0),
        (1, 1),
    ]


@pytest.mark.skipif(not REAL, reason="ROLLCALL_CLIPS names no folder of real clips")
def test_real_clips_are_read_at_each_rest_and_at_no_other_moment() -> None:
    reader = Reader.open(ROOT / "models")
    for film, facts in json.loads((Path(REAL) / "truth.json").read_text(encoding="utf-8")).items():
        with Clip(Path(REAL) / film) as clip:
            seen = list(follow(clip, reader, (), None))
        with Clip(Path(REAL) / film) as clip:
            times_s = [frame.time_s for frame in clip.frames()]
        told = [Counter(rest["values"]) for rest in facts["rests"]]
        assert [Counter(roll.faces) for roll in seen] == told, film
        for roll, rest in zip(seen, facts["rests"], strict=True):
            assert roll.off_table == 0
            assert roll.time_s >= times_s[rest["from_frame"] - PICTURES], film
