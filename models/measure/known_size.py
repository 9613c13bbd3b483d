"""What it saves, over a measured table, that the size of dice is known: time for made pictures of tables.

    python -m models.measure.known_size build/scenes-test --seeds 901 904

The pictures come from `models.scenes.snapshots`. Each is read as a photo, then as a frame over its measured table, of
whose dice the size is searched for, and known; one thread, decoding not included.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2

from hardware.frame import Image
from models.command import command_line
from models.examples.photos import Photo
from models.measure.card import HERE
from models.measure.rendered import of_seeds, viewpoint
from models.refusal import Refusal, told
from vision.plane.viewpoint import Viewpoint
from vision.reading.reader import Reader
from vision.reading.stance import usual_px

Seen = tuple[Image, float, Viewpoint]
Reads = Callable[[Image, float, Viewpoint], object]


def on_tables(photos: Sequence[Photo]) -> list[tuple[Photo, Viewpoint]]:
    """Those that show dice on a measured table, each with the camera's place. Raises Refusal where there is none."""
    placed = [(photo, viewpoint(photo)) for photo in photos if len(photo.dice)]
    found = [(photo, place) for photo, place in placed if place is not None]
    if not found:
        raise Refusal("none of these pictures shows dice on a measured table: use models.scenes.snapshots")
    return found


def opened(placed: Sequence[tuple[Photo, Viewpoint]]) -> list[Seen]:
    """Of each the picture, the usual size of a die in it, px, and the camera's place."""
    return [(photo.open(), usual_px(photo.dice), place) for photo, place in placed]


def mean_ms(read: Reads, tables: Sequence[Seen]) -> float:
    """The mean time to read one of them, ms."""
    began = time.perf_counter()
    for table in tables:
        read(*table)
    return 1000 * (time.perf_counter() - began) / len(tables)


@told()
def main() -> None:
    """The command line."""
    parser = command_line(__doc__)
    parser.add_argument("pictures", type=Path, help="a folder of models.scenes.snapshots")
    parser.add_argument("--seeds", type=int, nargs="+", required=True)
    parser.add_argument(
        "--rounds", type=int, default=3, help="the least of so many counts (default: %(default)s)"
    )
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    placed = on_tables(of_seeds(chosen.pictures, chosen.seeds))
    reader, tables = Reader.open(HERE), opened(placed)
    ways: dict[str, Reads] = {
        "as a photo": lambda image, size_px, place: reader.read(image),
        "over a measured table, the size searched for": lambda image, size_px, place: reader.read(
            image, None, place
        ),
        "over a measured table, the size known": reader.read,
    }
    took = {
        what: min(mean_ms(read, tables) for _ in range(max(1, chosen.rounds))) for what, read in ways.items()
    }
    known = took["over a measured table, the size known"]
    dice = statistics.mean(len(photo.dice) for photo, _ in placed)
    print(f"{len(tables)} pictures, {dice:.1f} dice each")
    for what, ms in took.items():
        print(f"{what}: {ms:.1f} ms, {ms / known:.1f} times as long as where it is known")


if __name__ == "__main__":
    main()
