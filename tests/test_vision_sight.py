"""What is seen of hands."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.following.sight import Blob
from vision.plane.table import Table


@pytest.mark.parametrize(
    ("box", "fresh", "over"),
    [
        ((0, 40, 60, 250), 0.5, True),
        pytest.param((0, 40, 7, 250), 0.5, False, id="the edge of a tray, where the camera shakes"),
        pytest.param((0, 40, 60, 250), 0.0, False, id="a thing that lies there"),
        pytest.param((400, 40, 470, 250), 0.5, False, id="beside the table"),
    ],
)
def test_a_hand_is_over_the_table_where_it_moves_and_is_no_sliver(
    box: tuple[float, float, float, float], fresh: float, over: bool
) -> None:
    polygon = np.array([[0, 0], [380, 0], [380, 270], [0, 270]], float)
    table = replace(Table.whole(480, 270), polygon_px=polygon).with_die(24)
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    assert Blob(middle, box, 5000.0, fresh, 1.0, True).is_over(table) == over
