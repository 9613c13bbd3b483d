from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.measure.hung import hung_label, hung_truth
from vision.affine import carried
from vision.picture.upright import carry, upright
from vision.plane.table import Table
from vision.reading.labels import Label

SIZE = (120, 80)


@given(st.integers(0, 3), st.integers(0, 110), st.integers(0, 70))
def test_what_is_marked_stays_where_it_is_marked(turns: int, x: int, y: int) -> None:
    picture = np.zeros((80, 120, 3), np.uint8)
    picture[y : y + 6, x : x + 9] = 255
    label = hung_label(Label((x, y, 9, 6), 3, 8.0), turns, SIZE)
    left, top, wide, high = (round(number) for number in label.box)
    seen = upright(picture, turns)
    assert np.all(seen[top : top + high, left : left + wide] == 255)
    assert np.count_nonzero(seen[:, :, 0]) == wide * high


@pytest.mark.parametrize("turns", range(4))
def test_the_turned_table_measures_the_same(turns: int) -> None:
    corners = np.array([[10, 10], [110, 12], [100, 70], [15, 75]], float)
    table = Table.from_corners(corners, (300, 200), SIZE)
    turned = table.turned(turns)
    assert turned.size_px == ((80, 120) if turns % 2 else SIZE)
    for point in corners:
        there = carried(point, carry(turns, SIZE))
        assert turned.point_mm(tuple(there)) == pytest.approx(table.point_mm(tuple(point)), abs=1e-6)
        assert turned.beyond_mm(tuple(there)) == pytest.approx(table.beyond_mm(tuple(point)), abs=1e-4)


def test_the_truth_of_a_clip_turns_with_its_pictures() -> None:
    die = {"id": 1, "centre": [30, 20], "corners": [[20, 10], [40, 10], [40, 30], [20, 30]], "value": 2}
    truth = {"size": list(SIZE), "frames": [[die]], "fps": 30}
    assert hung_truth(truth, 0) == truth
    over = hung_truth(truth, 2)["frames"][0][0]
    assert (over["centre"], over["value"]) == ([90, 60], 2)
    assert over["corners"][0] == [100, 70]
    assert hung_truth(truth, 1)["frames"][0][0]["centre"] == [20, 90]
