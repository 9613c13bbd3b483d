"""How the dice of real photos are said to lie, beside how they do, as far as one person could see.

    python -m models.measure.lying PHOTOS [--weights build/nets]

Looked at were the photos of n3-tray, where dice lie by the walls of trays and in one heap, and fourteen of epanemu that
show dice close together. A quarter of the tray's photos was looked at large, the others small; only the 57 dice that
might lean were looked at twice, by the same person. All dice that `LEANING` does not name are taken as flat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import cv2

from models.command import command_line
from models.measure.card import HERE
from models.refusal import Refusal, told
from vision.reading.labels import Labelled, load_labels
from vision.reading.reader import Reader
from vision.reading.score import pairs

TRAYS = "n3-tray"
TOGETHER = frozenset(f"dice_{number}" for number in range(431, 445))
"""The photos of epanemu, by their names."""

LEANING = {
    ("PXL_20240219_191703482", 7): 2,
    ("PXL_20240219_192254441", 28): 1,
    ("PXL_20240219_192254441", 31): 1,
}
"""The dice that lean, by photo and by the row of the die among its labels: in how many looks of two they seem to."""


def looked_at(photos: Iterable[Labelled]) -> list[Labelled]:
    """Those of the photos whose dice somebody looked at."""
    return [photo for photo in photos if photo.rig == TRAYS or photo.path.stem in TOGETHER]


def lies(photo: Labelled, row: int) -> str:
    """How a labelled die lies: flat, leaning, or doubtful where one look of two said so."""
    return ("flat", "doubtful", "leaning")[LEANING.get((photo.path.stem, row), 0)]


def counted(photo: Labelled, reader: Reader) -> Counter[tuple[str, str]]:
    """How many dice of a photo lie so and are called so, "missed" where none is found. Raises Refusal without it."""
    image = cv2.imread(str(photo.path))
    if image is None:
        raise Refusal(f"{photo.path} is no picture: fetch the photos again")
    said = reader.read(image)  # type: ignore[arg-type]
    found = pairs(photo.labels, said)
    called = (said[found[row]].state if row in found else "missed" for row in range(len(photo.labels)))
    return Counter((lies(photo, row), state) for row, state in enumerate(called))


@told()
def main() -> None:
    """The command line."""
    parser = command_line(__doc__)
    parser.add_argument("photos", type=Path, help="a COCO folder of labelled photos")
    parser.add_argument("--weights", type=Path, default=HERE, help="folder of the nets (default: models)")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    reader, total = Reader.open(chosen.weights), Counter[tuple[str, str]]()
    for photo in looked_at(load_labels(chosen.photos)):
        total += counted(photo, reader)
    for (true, called), count in sorted(total.items()):
        print(f"{true}, called {called}: {count}")


if __name__ == "__main__":
    main()
