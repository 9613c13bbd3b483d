from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from models.examples.negatives import Clutter
from models.measure.afar import laid, moved, some
from vision.reading.labels import Label, Labelled

CLUTTER = Clutter([np.full((200, 300, 3), (40, 90, 60), np.uint8)], [])


@pytest.mark.parametrize("times", [2, 3, 5])
def test_labels_stay_on_their_dice_on_larger_ground(times: int) -> None:
    photo = np.zeros((90, 121, 3), np.uint8)
    photo[20:35, 70:82] = 255
    seen = laid(photo, times, CLUTTER, np.random.default_rng(1))
    assert seen.shape == (times * 90, times * 121, 3)
    label = moved(Label((70, 20, 12, 15), 4, 13.0), ((times - 1) * 121 // 2, (times - 1) * 90 // 2), 1)
    x, y, w, h = (int(number) for number in label.box)
    assert np.all(seen[y : y + h, x : x + w] == 255)
    assert not np.any(seen[y - 1, x - 1 : x + w + 1])


def test_a_label_grows_with_its_picture() -> None:
    label = moved(Label((10, 20, 30, 40), 5, 35.0, tight=True), (100, 200), 2)
    assert label == Label((220, 440, 60, 80), 5, 70.0, tight=True)


def test_so_many_photos_of_each_rig_are_taken_and_the_same_each_time() -> None:
    photos = [Labelled(Path(f"{rig}{n}.jpg"), rig, ()) for rig in ("a", "b") for n in range(9)]
    taken = some(photos, 4, seed=2)
    assert taken == some(photos, 4, seed=2) != some(photos, 4, seed=3)
    assert {rig: len(set(of)) for rig, of in taken.items()} == {"a": 4, "b": 4}
