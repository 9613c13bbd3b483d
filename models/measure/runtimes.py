"""What does it cost where onnxruntime does not start, or the nets in 8-bit integers are missing?

    python -m models.measure.runtimes PHOTOS build/scenes-test --pictures 902 --tables 901

The same pictures are read in the three ways of WAYS, on one thread: every fourth photo of each rig, which the nets
shipped know, so that only by how much the ways differ counts; rendered pictures read as photos, and stills as over
tables that nobody measured (numbers are seeds that no training saw). The rows go into models/figures.json, by machine.
"""

from __future__ import annotations

import json
import platform
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import cv2

from hardware.photo import open_photo
from models.command import command_line
from models.examples.photos import Photo
from models.measure import rendered
from models.measure.card import FIGURES, HERE
from models.refusal import told
from vision.plane.viewpoint import Camera
from vision.reading import net
from vision.reading.labels import Labelled, load_labels
from vision.reading.reader import Reader
from vision.reading.score import Tally, score

Row = dict[str, float]
EVERY = 4  # photos of a rig are read
_SHOWN = ("right_percent", "wrong_percent", "asked_percent", "missed_percent", "ghosts", "questions")


@contextmanager
def by_integers() -> Iterator[Reader]:
    """The reader as it is, where all is well."""
    yield Reader.open(HERE)


@contextmanager
def by_floats() -> Iterator[Reader]:
    """The reader where onnxruntime is there and no net in 8-bit integers is."""
    with tempfile.TemporaryDirectory() as folder:
        for path in [*HERE.glob("*.onnx"), HERE / "reader.json"]:
            if not path.name.endswith(".int8.onnx"):
                (Path(folder) / path.name).symlink_to(path)
        yield Reader.open(Path(folder))


@contextmanager
def by_opencv() -> Iterator[Reader]:
    """The reader where onnxruntime is not installed."""
    there = sys.modules.get("onnxruntime")
    sys.modules["onnxruntime"] = None  # type: ignore[assignment]  # so that whoever imports it is told it is missing
    net.runtime.cache_clear()
    try:
        yield Reader.open(HERE)
    finally:
        del sys.modules["onnxruntime"]
        if there is not None:
            sys.modules["onnxruntime"] = there
        net.runtime.cache_clear()


WAYS = {
    "onnxruntime, 8-bit integers": by_integers,
    "onnxruntime, floats": by_floats,
    "cv2.dnn, floats": by_opencv,
}


@dataclass(frozen=True, eq=False)
class Sample:
    """What each way reads: photos, rendered pictures as photos, and stills as tables; how far dice lean in both."""

    photos: Sequence[Labelled]
    pictures: Sequence[Photo]
    tables: Sequence[Photo]
    leans: Mapping[str, tuple[float, ...]]

    def read_by(self, reader: Reader) -> dict[str, Row]:
        """By kind of picture, what the reader makes of it."""
        return {
            "photos": _timed(len(self.photos), lambda: self._of_photos(reader)),
            "pictures": _timed(
                len(self.pictures), lambda: self._of(reader, self.pictures, lambda photo: None)
            ),
            "tables": _timed(len(self.tables), lambda: self._of(reader, self.tables, rendered.somewhere)),
        }

    def _of_photos(self, reader: Reader) -> Row:
        tallies = (score(photo.labels, reader.read(open_photo(photo.path))).tally for photo in self.photos)
        return _shown(sum(tallies, Tally()))

    def _of(self, reader: Reader, photos: Sequence[Photo], camera: Callable[[Photo], Camera | None]) -> Row:
        looked = rendered.look(reader, photos, self.leans, camera)
        limits = reader.limits_for(camera(photos[0])) if photos else reader.limits
        tilts = rendered.of_tilt(looked, limits, limits.tilted)
        return _shown(rendered.tally(looked, limits)) | {
            f"{lies}_called_so_percent": tilts[f"{lies}_called_so_percent"] for lies in rendered.STATES
        }


def _shown(counts: Tally) -> Row:
    table = counts.as_dict()
    return {name: table[name] for name in _SHOWN}


def _timed(pictures: int, read: Callable[[], Row]) -> Row:
    """What was read, and the time that the processor took for a picture on the mean, its decoding included, ms."""
    began = time.process_time()
    row = read()
    return row | {
        "pictures": pictures,
        "ms": round(1000 * (time.process_time() - began) / max(1, pictures), 1),
    }


def sampled(photos: Iterable[Labelled]) -> list[Labelled]:
    """Every fourth photo of each rig."""
    seen: Counter[str] = Counter()
    kept = []
    for photo in photos:
        if seen[photo.rig] % EVERY == 0:
            kept.append(photo)
        seen[photo.rig] += 1
    return kept


def machine() -> str:
    """What reckons here: the processor as Linux names it, or the kind that Python knows."""
    with suppress(OSError):
        named = re.findall(
            r"^(?:model name|Model)\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE
        )
        if named:
            return f"{named[-1]} ({platform.machine()})"
    return platform.machine()


@told()
def main(arguments: list[str] | None = None) -> None:
    """The command line."""
    parser = command_line(__doc__)
    parser.add_argument("photos", type=Path, help="a COCO folder of real photos")
    parser.add_argument("rendered", type=Path, help="a folder of rendered pictures")
    parser.add_argument("--pictures", type=int, nargs="+", required=True, metavar="SEED")
    parser.add_argument("--tables", type=int, nargs="+", required=True, metavar="SEED")
    parser.add_argument("--out", type=Path, default=FIGURES, help="the JSON file of the figures")
    chosen = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    sample = Sample(
        sampled(load_labels(chosen.photos)),
        rendered.of_seeds(chosen.rendered, chosen.pictures),
        rendered.of_seeds(chosen.rendered, chosen.tables),
        rendered.leans_of(chosen.rendered),
    )
    rows = {}
    for name, way in WAYS.items():
        with way() as reader:
            rows[name] = sample.read_by(reader)
        print(name, json.dumps(rows[name]), flush=True)
    figures = json.loads(chosen.out.read_text()) if chosen.out.is_file() else {}
    figures.setdefault("runtimes", {})[machine()] = {
        "pictures": chosen.pictures,
        "tables": chosen.tables,
        "rows": rows,
    }
    chosen.out.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
