"""A picture of what the shipped nets got wrong on rendered pictures they were not trained on, for the model card.

    python -m models.measure.failures build/scenes-test --seeds 8 9 10

Writes models/failures.jpg: values that are wrong, values where no pip die is, leaning and stacked dice that were given
a value, and then dice that it did not find or asked about though they lie flat; the surest mistakes first. Real photos
are other people's, and stay out of the repository.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import cv2
import numpy as np

from hardware.frame import Image
from models.command import command_line
from models.measure.card import HERE
from models.measure.rendered import Looked, labels, leans_of, of_seeds, state
from models.refusal import told
from vision.nouns import Detection
from vision.reading.reader import Reader
from vision.reading.readings import Limits
from vision.reading.score import pairs

TILE_PX = 104
ACROSS = 9
CAPTION_PX = 15
_GRAVE = ("wrong", "ghost", "leaning")
_MOST = {"wrong": 27, "ghost": 18, "leaning": 9, "asked": 18, "missed": 9}


@dataclass(frozen=True, eq=False)
class Failure:
    """One mistake: its kind, what to write below, how sure the reader was, and the piece of the picture."""

    kind: str
    caption: str
    sure: float
    tile: Image


def failures(looked: Looked, limits: Limits) -> Iterator[Failure]:
    """Every mistake in one picture."""
    said, true = looked.said(limits), labels(looked.photo)
    matched, image = pairs(true, said), looked.photo.open()
    for row, label in enumerate(true):
        was = state(looked.photo, row)
        found = said[matched[row]] if row in matched else None
        kind = None if was is None else _kind(was, label.value, found)
        if kind is not None:
            caption = f"{kind if was == 'flat' else was} {label.value}{_told(found)}"
            sure = found.value_p if found is not None else 0.0
            yield Failure(kind, caption, sure, _tile(image, *label.centre, label.side_px))
    for index in set(range(len(said))) - set(matched.values()):
        die = said[index]
        if die.value is not None:
            tile = _tile(image, *die.centre_px, die.size_px)
            yield Failure("ghost", f"ghost{_told(die)}", die.value_p, tile)


def _kind(was: str, value: int, found: Detection | None) -> str | None:
    if found is None:
        return "missed"
    if found.value is None:
        return "asked" if was == "flat" else None
    return "leaning" if was != "flat" else None if found.value == value else "wrong"


def _told(found: Detection | None) -> str:
    if found is None:
        return ""
    return f" > {found.value or found.state} {found.value_p:.2f}"


def _tile(image: Image, x: float, y: float, side: float) -> Image:
    zoom = TILE_PX / (2.0 * side)
    matrix = np.array([[zoom, 0, TILE_PX / 2 - zoom * x], [0, zoom, TILE_PX / 2 - zoom * y]])
    return cast(Image, cv2.warpAffine(image, matrix, (TILE_PX, TILE_PX), flags=cv2.INTER_AREA))


def sheet(found: list[Failure]) -> Image:
    """The tiles in rows, each with its caption below; the gravest kinds first."""
    chosen = []
    for kind, most in _MOST.items():
        of_kind = [each for each in found if each.kind == kind]
        chosen += sorted(of_kind, key=lambda each: -each.sure if kind in _GRAVE else each.sure)[:most]
    rows = -(-max(1, len(chosen)) // ACROSS)
    page: Image = np.full((rows * (TILE_PX + CAPTION_PX), ACROSS * TILE_PX, 3), 255, np.uint8)
    for index, each in enumerate(chosen):
        top, left = index // ACROSS * (TILE_PX + CAPTION_PX), index % ACROSS * TILE_PX
        page[top : top + TILE_PX, left : left + TILE_PX] = each.tile
        where = (left + 2, top + TILE_PX + 11)
        cv2.putText(page, each.caption, where, cv2.FONT_HERSHEY_PLAIN, 0.62, (0, 0, 0), 1, cv2.LINE_AA)
    return page


@told()
def main() -> None:
    """The command line."""
    parser = command_line(__doc__)
    parser.add_argument("pictures", type=Path)
    parser.add_argument("--seeds", type=int, nargs="+", required=True)
    parser.add_argument("--weights", type=Path, default=HERE, help="folder of the nets (default: models)")
    parser.add_argument("--out", type=Path, default=HERE / "failures.jpg")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader.open(chosen.weights)
    photos = of_seeds(chosen.pictures, chosen.seeds)
    leans = leans_of(chosen.pictures)
    looked = (Looked(photo, leans[photo.path.name], reader.candidates(photo.open())) for photo in photos)
    found = [failure for one in looked for failure in failures(one, reader.limits)]
    cv2.imwrite(str(chosen.out), sheet(found), [cv2.IMWRITE_JPEG_QUALITY, 80])
    print({kind: sum(each.kind == kind for each in found) for kind in _MOST})


if __name__ == "__main__":
    main()
