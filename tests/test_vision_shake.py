"""What a camera that shakes says of dice: nothing."""

from __future__ import annotations

import cv2
import numpy as np

from vision.following.motion import Motion


def test_a_camera_that_shakes_by_little_more_than_half_a_pixel_either_way_sees_nothing_move() -> None:
    table = np.full((720, 1280, 3), 90, np.uint8)
    for x, y in np.random.default_rng(1).uniform(0.1, 0.9, (12, 2)) * (1280, 720):
        cv2.rectangle(table, (int(x) - 30, int(y) - 30), (int(x) + 30, int(y) + 30), (215, 225, 230), -1)
        cv2.circle(table, (int(x), int(y)), 9, (30, 30, 30), -1)
    motion = Motion()
    for number in range(60):
        # A small pixel is four of the picture's.
        away = 2.4 * np.sin(1.9 * number), 2.4 * np.cos(1.3 * number)
        moved = np.array([[1, 0, away[0]], [0, 1, away[1]]])
        shaken = cv2.warpAffine(table, moved, (1280, 720), borderMode=cv2.BORDER_REPLICATE)
        sight = motion.look(np.asarray(shaken, np.uint8), number / 30, 60.0)
        if number > 5:
            assert not sight.blobs
            assert not sight.hands
    assert float(sight.still[4:-4, 4:-4].min()) > 1.0
