"""Tables as a camera sees them: a printed mat, a tray, and a throw of the demo at rest."""

from __future__ import annotations

import json

import cv2
import numpy as np

from hardware.demo import FACTS, FILM, FOLDER
from hardware.frame import Image
from hardware.mat import MARKER_MM, mat_of

SIZE = (640, 360)
PX_A_MM = 1.6
CORNER = (90, 30)
"""Where the mat's corner lies in the picture of the mat, seen from straight above."""
TRAY = np.array([[80, 50], [560, 40], [580, 320], [70, 330]])
LYING_S = 0.5
"""Seconds after the rest of a throw of the film at which its dice lie still for certain."""


def a_throw(number: int = 0) -> Image:
    """The table of the demo with the dice of a throw of six at rest, (720, 1280, 3) uint8 BGR."""
    facts = json.loads((FOLDER / FACTS).read_text(encoding="utf-8"))
    throw = [each for each in facts["chapters"] if each["thrown"] == 6][number]
    film = cv2.VideoCapture(str(FOLDER / FILM), cv2.CAP_FFMPEG)
    film.set(cv2.CAP_PROP_POS_MSEC, 1000 * (throw["rest_s"] + LYING_S))
    picture = np.asarray(film.read()[1], np.uint8)
    film.release()
    return picture


def mat_picture() -> Image:
    """The A4 mat on a dark table."""
    mat = mat_of()
    wide, deep = (round(side * PX_A_MM) for side in mat.size_mm)
    picture = np.full((SIZE[1], SIZE[0]), 60, np.uint8)
    left, top = CORNER
    picture[top - 12 : top + deep + 12, left - 12 : left + wide + 12] = 225
    dictionary = cv2.aruco.getPredefinedDictionary(mat.dictionary)
    for number, square in mat.markers.items():
        side = round(MARKER_MM * PX_A_MM)
        x, y = (round(at * PX_A_MM) for at in square[0])
        picture[top + y : top + y + side, left + x : left + x + side] = dictionary.generateImageMarker(
            number, side
        )
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8)


def tray_picture() -> Image:
    """A green tray on a brown table."""
    picture = np.full((SIZE[1], SIZE[0], 3), (60, 95, 130), np.uint8)
    return np.asarray(cv2.fillPoly(picture, [TRAY], (45, 85, 30)), np.uint8)
