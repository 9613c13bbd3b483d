"""A nudged camera busts nobody: a mat is found again, anything else is a trouble that says what to do."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.frame import Frame, Image
from hardware.mat import MARKER_MM, MATS, Mat, mat_of
from vision.nouns import Event, Moving, OffTable, Roll
from vision.plane import markers
from vision.plane.table import Table
from vision.view.sway import Sway
from webui.camera.steady import Steady
from webui.config import Settings
from webui.setup.table_file import MarkedTable, TableFile

SIZE = (640, 360)
EDGE = np.array([[120.0, 60], [520, 60], [520, 300], [120, 300]])
STEP_S = 0.2


def room(with_mat: bool) -> Image:
    """A table with things on it, and a mat or not."""
    random = np.random.default_rng(5)
    scene = np.full((SIZE[1] + 120, SIZE[0] + 120), 90, np.uint8)
    for _ in range(60):
        x, y = int(random.integers(0, SIZE[0] + 80)), int(random.integers(0, SIZE[1] + 80))
        cv2.rectangle(scene, (x, y), (x + 34, y + 18), int(random.integers(30, 220)), -1)
    if with_mat:
        mat, px_a_mm = mat_of(), 1.4
        wide, deep = (round(side * px_a_mm) for side in mat.size_mm)
        scene[170 - 9 : 170 + deep + 9, 190 - 9 : 190 + wide + 9] = 235
        dictionary = cv2.aruco.getPredefinedDictionary(mat.dictionary)
        for number, square in mat.markers.items():
            side = round(MARKER_MM * px_a_mm)
            x, y = 190 + round(square[0][0] * px_a_mm), 170 + round(square[0][1] * px_a_mm)
            scene[y : y + side, x : x + side] = dictionary.generateImageMarker(number, side)
    return np.asarray(cv2.cvtColor(scene, cv2.COLOR_GRAY2BGR), np.uint8)


def view(scene: Image, moved: int = 0) -> Image:
    """What the camera sees; after a nudge all of it lies further left and up."""
    return np.ascontiguousarray(scene[60 + moved : 60 + moved + SIZE[1], 60 + moved : 60 + moved + SIZE[0]])


def watch(
    steady: Steady, picture: Image, from_s: float, seconds: float = 2.0, sway: Sway | None = None
) -> float:
    """Show this picture for a while, as the camera has it or held; the time at its end."""
    for n in range(round(seconds / STEP_S)):
        frame = Frame(picture.copy(), from_s + n * STEP_S, n)
        held = sway.hold(frame.image, frame.time_s) if sway else frame.image
        steady.look(frame, held, sway.matrix if sway else None)
    return from_s + seconds


def events() -> list[Event]:
    picture = view(room(False))
    roll = Roll(1.0, (1, 2, 3), (), 2, "Two dice left the table.", picture, ())
    return [Moving(0.5), OffTable(0.9, 2, "Two dice left the table.", picture), roll]


@pytest.fixture
def table_file(tmp_path: Path) -> TableFile:
    """A table marked by hand."""
    made = TableFile.open(Settings(data=tmp_path))
    table = Table.from_corners(EDGE, (400, 240), SIZE)
    made.put(MarkedTable("hand", table), view(room(False)))
    return made


def test_while_nothing_moves_every_event_is_believed(table_file: TableFile) -> None:
    steady = Steady(table_file)
    watch(steady, view(room(False)), 0)
    assert not steady.troubles
    assert [type(event) for event in steady.judged(events())] == [Moving, OffTable, Roll]


def test_a_nudged_camera_is_a_trouble_and_no_die_is_off_until_it_is_put_back(table_file: TableFile) -> None:
    steady = Steady(table_file)
    now_s = watch(steady, view(room(False)), 0)
    now_s = watch(steady, view(room(False), 9), now_s)
    (trouble,) = steady.troubles
    assert (trouble.code, trouble.what) == ("camera-moved", "The camera has moved.")
    assert "mark the table again" in trouble.do
    moving, roll = steady.judged(events())
    assert isinstance(moving, Moving)
    assert isinstance(roll, Roll)
    assert (roll.faces, roll.off_table) == ((1, 2, 3), 0)
    watch(steady, view(room(False)), now_s)
    assert not steady.troubles
    assert len(steady.judged(events())) == 3


def test_a_die_that_seems_to_leave_in_the_moment_of_the_nudge_is_not_believed(table_file: TableFile) -> None:
    steady = Steady(table_file)
    now_s = watch(steady, view(room(False)), 0)
    watch(steady, view(room(False), 9), now_s, seconds=3 * STEP_S)
    assert not steady.troubles
    assert not any(isinstance(event, OffTable) for event in steady.judged(events()))


def test_a_die_that_leaves_is_believed_while_the_view_is_held_where_it_was(table_file: TableFile) -> None:
    steady, sway, now_s = Steady(table_file), Sway(), 0.0
    for moved in (0, 9, -4, 7, 0, 12):
        now_s = watch(steady, view(room(False), moved), now_s, sway=sway)
        assert not steady.troubles
        assert len(steady.judged(events())) == 3
    watch(steady, view(room(False), 55), now_s, sway=sway)
    assert steady.troubles


def test_when_the_camera_moved_last_is_known_where_its_view_was_followed(table_file: TableFile) -> None:
    steady, sway = Steady(table_file), Sway()
    now_s = watch(steady, view(room(False)), 0, sway=sway)
    assert steady.moved_s is None
    bumped_s = now_s
    now_s = watch(steady, view(room(False), 9), now_s, seconds=8, sway=sway)
    assert not steady.troubles
    assert steady.moved_s is not None
    assert bumped_s <= steady.moved_s < now_s - 4, "it stood still since"


def test_when_the_camera_moved_last_is_known_where_its_view_was_lost_and_put_back(
    table_file: TableFile,
) -> None:
    steady = Steady(table_file)
    now_s = watch(steady, view(room(False)), 0)
    back_s = watch(steady, view(room(False), 9), now_s)
    watch(steady, view(room(False)), back_s, seconds=4)
    assert not steady.troubles
    assert steady.moved_s is not None
    assert now_s < steady.moved_s <= back_s + 1


def test_a_table_marked_anew_ends_the_trouble(table_file: TableFile) -> None:
    steady, moved = Steady(table_file), view(room(False), 9)
    now_s = watch(steady, moved, watch(steady, view(room(False)), 0))
    assert steady.troubles
    table_file.put(MarkedTable("hand", Table.from_corners(EDGE - 9, (400, 240), SIZE)), moved)
    watch(steady, moved, now_s)
    assert not steady.troubles


def test_a_camera_moved_overnight_is_noticed_at_the_start(table_file: TableFile, tmp_path: Path) -> None:
    steady = Steady(TableFile.open(Settings(data=tmp_path)))
    watch(steady, view(room(False), 9), 1000.0)
    assert steady.troubles


def test_a_camera_moved_a_little_overnight_is_followed_from_where_the_table_was_marked(
    table_file: TableFile, tmp_path: Path
) -> None:
    again = TableFile.open(Settings(data=tmp_path))
    steady, sway = Steady(again), Sway(again.picture)
    watch(steady, view(room(False), 9), 1000.0, sway=sway)
    assert sway.matrix is not None
    assert steady.moved_s is None, "it was moved while nobody looked"
    assert np.allclose(sway.matrix, [[1, 0, -9], [0, 1, -9]], atol=0.6)
    assert not steady.troubles
    assert len(steady.judged(events())) == 3


def test_a_mat_is_found_again_where_it_is_now(tmp_path: Path) -> None:
    before, after = view(room(True)), view(room(True), 11)
    found = markers.detect_mat(before, MATS)
    assert found
    table_file = TableFile.open(Settings(data=tmp_path))
    table_file.put(MarkedTable("mat", found.table), before)
    steady = Steady(table_file)
    now_s = watch(steady, before, 0)
    now_s = watch(steady, after, now_s)
    assert steady.stale
    assert table_file.now.table
    assert np.abs(table_file.now.table.polygon_px - (found.table.polygon_px - 11)).max() < 1
    # Until whoever looks at the table knows it, no die counts as off.
    assert not any(isinstance(event, OffTable) for event in steady.judged(events()))
    steady.stale = False
    watch(steady, after, now_s)
    assert not steady.troubles
    assert TableFile.open(Settings(data=tmp_path)).now.table is not None


@pytest.mark.parametrize("turns", [1, 2])
def test_a_mat_is_found_again_however_far_the_camera_was_turned(tmp_path: Path, turns: int) -> None:
    before = view(room(True))
    after = np.asarray(np.ascontiguousarray(np.rot90(before, 2)), np.uint8)
    if turns == 1:  # on its side, in a picture of the same shape
        middle = (SIZE[0] / 2, SIZE[1] / 2)
        after = np.asarray(cv2.warpAffine(before, cv2.getRotationMatrix2D(middle, 90, 0.62), SIZE), np.uint8)
    found, there = markers.detect_mat(before, MATS), markers.detect_mat(after, MATS)
    assert found
    assert there
    table_file = TableFile.open(Settings(data=tmp_path))
    table_file.put(MarkedTable("mat", found.table), before)
    steady = Steady(table_file)
    watch(steady, after, watch(steady, before, 0), seconds=4)
    assert table_file.now.table
    assert np.abs(table_file.now.table.polygon_px - there.table.polygon_px).max() < 1


def test_a_mat_that_lies_where_it_lay_is_not_marked_anew_because_a_cloth_hides_the_rest(
    tmp_path: Path,
) -> None:
    before = view(room(True))
    found = markers.detect_mat(before, MATS)
    assert found
    table_file = TableFile.open(Settings(data=tmp_path))
    table_file.put(MarkedTable("mat", found.table), before)
    steady, now = Steady(table_file), table_file.now
    covered, around = np.full_like(before, 235), np.zeros(before.shape[:2], np.uint8)
    low, high = found.table.polygon_px.min(axis=0) - 14, found.table.polygon_px.max(axis=0) + 14
    cv2.rectangle(around, low.astype(int).tolist(), high.astype(int).tolist(), (255,), -1)
    covered[around > 0] = before[around > 0]
    watch(steady, covered, watch(steady, before, 0), seconds=4)
    assert table_file.now is now
    assert not steady.troubles


def test_a_camera_hung_the_other_way_busts_nobody(table_file: TableFile) -> None:
    steady, before = Steady(table_file), view(room(False))
    watch(steady, np.asarray(np.ascontiguousarray(np.rot90(before, 2)), np.uint8), 0, seconds=4)
    (trouble,) = steady.troubles
    assert (trouble.code, trouble.what) == ("camera-moved", "The camera sees something else.")
    assert not any(isinstance(event, OffTable) for event in steady.judged(events()))


def test_a_camera_with_pictures_of_another_shape_busts_nobody(table_file: TableFile) -> None:
    steady = Steady(table_file)
    larger = np.asarray(cv2.resize(view(room(False)), (1280, 720)), np.uint8)
    now_s = watch(steady, larger, 0)
    assert not steady.troubles
    watch(steady, np.full((480, 640, 3), 90, np.uint8), now_s, seconds=STEP_S)
    (trouble,) = steady.troubles
    assert "another shape" in trouble.what
    assert not any(isinstance(event, OffTable) for event in steady.judged(events()))


def test_a_mat_seen_by_a_camera_of_another_shape_is_marked_anew(tmp_path: Path) -> None:
    before = view(room(True))
    found = markers.detect_mat(before, MATS)
    assert found
    table_file = TableFile.open(Settings(data=tmp_path))
    table_file.put(MarkedTable("mat", found.table), before)
    steady = Steady(table_file)
    narrow = np.asarray(cv2.resize(before, (480, 360), interpolation=cv2.INTER_AREA), np.uint8)
    watch(steady, narrow, watch(steady, before, 0), seconds=3)
    assert table_file.now.table
    assert table_file.now.table.size_px == (480, 360)
    assert not steady.troubles


def test_a_picture_that_is_not_of_the_kept_table_is_nothing_to_go_by(
    table_file: TableFile, tmp_path: Path
) -> None:
    assert TableFile.open(Settings(data=tmp_path)).picture is not None
    # As where the plug was pulled between the two files.
    cv2.imwrite(str(tmp_path / "table.jpg"), view(room(False), 30))
    steady = Steady(TableFile.open(Settings(data=tmp_path)))
    watch(steady, view(room(False)), 0)
    assert not steady.troubles


def test_a_table_marked_by_hand_while_the_mat_is_looked_for_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, after = view(room(True)), view(room(True), 11)
    found = markers.detect_mat(before, MATS)
    assert found
    table_file = TableFile.open(Settings(data=tmp_path))
    table_file.put(MarkedTable("mat", found.table), before)
    steady, by_hand = Steady(table_file), MarkedTable("hand", Table.whole(*SIZE))

    def meanwhile(image: Image, mats: Sequence[Mat]) -> object:
        table_file.put(by_hand, image)
        return markers.detect_mat(image, mats)

    now_s = watch(steady, before, 0)
    monkeypatch.setattr("webui.camera.steady.detect_mat", meanwhile)
    watch(steady, after, now_s)
    assert (table_file.now, steady.stale) == (by_hand, False)


def test_with_nothing_marked_nothing_is_watched(tmp_path: Path) -> None:
    for steady in (Steady(None), Steady(TableFile.open(Settings(data=tmp_path)))):
        watch(steady, view(room(False), 9), watch(steady, view(room(False)), 0))
        assert not steady.troubles
        assert len(steady.judged(events())) == 3
