"""Judges the reader on photos as a camera that hangs upside down or on its side would have taken them.

    python -m models.measure.hung PHOTOS [--photos 40] [--seed 1]

So many labelled photos of each rig are read as they are and turned. The nets shipped have learnt from these photos,
upright: not how right they are counts here, but by how much less when they hang otherwise. Clips are judged so by
`python -m models.measure.motion CLIPS --turned 2`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from hardware.photo import open_photo
from models.measure.afar import asked, line, some
from vision.affine import carried
from vision.picture.upright import carry, upright
from vision.reading.labels import Label, Labelled, load_labels
from vision.reading.reader import Reader
from vision.reading.score import Tally, score

HANGS = {0: "as they are", 1: "turned left", 2: "upside down", 3: "turned right"}


def hung_truth(truth: dict[str, Any], turns: int) -> dict[str, Any]:
    """What is known of a clip's frames (models.scenes.clips), of the turned ones."""
    matrix = carry(turns, truth["size"])

    def moved(die: dict[str, Any]) -> dict[str, Any]:
        return {
            **die,
            **{what: carried(np.array(die[what]), matrix).tolist() for what in ("centre", "corners")},
        }

    return {**truth, "frames": [[moved(die) for die in dice] for dice in truth["frames"]]}


def hung_label(label: Label, turns: int, size: tuple[int, int]) -> Label:
    """The label in the turned photo."""
    x, y, w, h = label.box
    low, high = np.sort(carried(np.array([[x, y], [x + w, y + h]]), carry(turns, size)), axis=0)
    return replace(label, box=(low[0], low[1], high[0] - low[0], high[1] - low[1]))


def judged(reader: Reader, photo: Labelled, turns: int) -> Tally:
    """The counts of one photo, turned so."""
    image = open_photo(photo.path)
    size = image.shape[1], image.shape[0]
    labels = [hung_label(label, turns, size) for label in photo.labels]
    return score(labels, reader.read(upright(image, turns))).tally


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
