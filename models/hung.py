"""Judges the reader on photos as a camera that hangs upside down or on its side would have taken them.

    python -m models.hung PHOTOS [--photos 40] [--seed 1]

So many labelled photos of each rig are read as they are and turned. The nets shipped have learnt from these photos,
upright: not how right they are counts here, but by how much less when they hang otherwise. Clips are judged so by
`python -m models.motion CLIPS --turned 2`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from hardware.photo import open_photo
from models.afar import asked, line, some
from vision.read import Reader
from vision.score import Label, Labelled, Tally, load_labels, score

HANGS = {0: "as they are", 1: "turned left", 2: "upside down", 3: "turned right"}


def hung(image: Image, turns: int) -> Image:
    """The picture (H, W, 3), turned anticlockwise so often by 90 degrees."""
    return np.ascontiguousarray(np.rot90(image, turns))


def carried(points: NDArray[Any], turns: int, size: tuple[int, int]) -> NDArray[np.float64]:
    """Where points (..., 2) of a picture of that size (width, height) lie in the turned one, px."""
    return np.asarray(points @ _axes(turns).T + _corner(turns, size), np.float64)


def _axes(turns: int) -> NDArray[np.float64]:
    return np.linalg.matrix_power(np.array([[0.0, 1.0], [-1.0, 0.0]]), turns)


def _corner(turns: int, size: tuple[int, int]) -> NDArray[np.float64]:
    width, height = size
    return np.array([(0, 0), (0, width), (width, height), (height, 0)][turns], float)


def hung_truth(truth: dict[str, Any], turns: int) -> dict[str, Any]:
    """What is known of a clip's frames (models.scenes.clips), of the turned ones."""
    size = truth["size"]

    def moved(die: dict[str, Any]) -> dict[str, Any]:
        return {
            **die,
            **{what: carried(np.array(die[what]), turns, size).tolist() for what in ("centre", "corners")},
        }

    return {**truth, "frames": [[moved(die) for die in dice] for dice in truth["frames"]]}


def hung_label(label: Label, turns: int, size: tuple[int, int]) -> Label:
    """The label in the turned photo."""
    x, y, w, h = label.box
    low, high = np.sort(carried(np.array([[x, y], [x + w, y + h]]), turns, size), axis=0)
    return replace(label, box=(low[0], low[1], high[0] - low[0], high[1] - low[1]))


def judged(reader: Reader, photo: Labelled, turns: int) -> Tally:
    """The counts of one photo, turned so."""
    image = open_photo(photo.path)
    size = image.shape[1], image.shape[0]
    labels = [hung_label(label, turns, size) for label in photo.labels]
    return score(labels, reader.read(hung(image, turns))).tally


def main() -> None:
    """The command line."""
    arguments = asked(__doc__, 40)
    cv2.setNumThreads(1)
    reader = Reader.open(arguments.models)
    for turns, name in HANGS.items():
        print(f"{name}:")
        for rig, photos in some(load_labels(arguments.photos), arguments.most, arguments.seed).items():
            tally = sum((judged(reader, photo, turns) for photo in photos), Tally())
            print(f"  {rig:10}", line(tally), flush=True)


if __name__ == "__main__":
    main()
