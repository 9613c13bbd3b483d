"""How right are the trained nets on rigs they never saw? Writes the figures that the model card shows.

    python -m models.measure.evaluate PHOTOS no-byler=byler no-desk=matteop65,n3-tray --out models/figures.json

Each fold is a folder under build/train and the rigs it was trained without; a rig's figures come from the fold that
never saw it. All are read with one temperature and one set of limits (`models.measure.limits` chooses them), and
without a net of stances. Rows of other rigs that the file holds from before stay. What each fold was made of, and its
curves, go beside the figures (`models.records`).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import onnxruntime

from hardware.photo import open_photo
from models import records
from models.command import command_line
from models.examples.mislabelled import shown
from models.examples.photos import HIDDEN, UNFINISHED, known_rigs
from models.measure.card import HERE
from models.refusal import told
from models.shipping.export import checkpoint, export_all
from vision.nouns import Detection
from vision.reading.detector import Detector
from vision.reading.faces import open_faces
from vision.reading.labels import Label, Labelled, load_labels
from vision.reading.reader import Reader
from vision.reading.readings import Limits, Readings, decide
from vision.reading.score import Tally, pairs, score

_TRAININGS = Path("build/train")
_NEEDED = ("detector", "reader")  # of a fold's nets


@dataclass(frozen=True, eq=False)
class Looked:
    """One photo of a held-out rig and all candidates in it."""

    photo: Labelled
    shape: tuple[int, ...]
    found: Readings


def look(training: Path, photos: Iterable[Labelled], limits: Limits) -> list[Looked]:
    """Every candidate that the nets of a fold see in the photos with these limits."""
    export_all(training, training, _NEEDED)
    reader = Reader(Detector.open(training / "detector.onnx"), open_faces(training), limits)
    looked = []
    for number, photo in enumerate(photos):
        image = open_photo(photo.path)
        looked.append(Looked(photo, image.shape, reader.candidates(image)))
        if number % 50 == 49:
            print(f"{training.name}: {number + 1} photos", file=sys.stderr, flush=True)
    return looked


def tally(looked: Iterable[Looked], limits: Limits) -> Tally:
    """The counts over the photos with these limits."""
    counts = (score(one.photo.labels, decide(one.found, limits, one.shape)).tally for one in looked)
    return sum(counts, Tally())


def judged(
    labels: Sequence[Label], found: Sequence[Detection], ghosts: bool = False
) -> list[tuple[float, float]]:
    """Of the dice found that a label goes with: how sure of the likeliest value, and whether it is right, 1 or 0.

    ghosts: also of all else that was found, none of which is right. Labels whose value nobody can see, `HIDDEN`, say
    nothing of what is found there.
    """
    matched = pairs(labels, found)
    rows = [
        (found[j].value_p, float(found[j].ranking[0] == labels[i].value))
        for i, j in matched.items()
        if labels[i].value != HIDDEN
    ]
    nowhere = set(range(len(found))) - set(matched.values()) if ghosts else set()
    return rows + [(found[j].value_p, 0.0) for j in sorted(nowhere)]


def believed(looked: Iterable[Looked], limits: Limits, ghosts: bool = False) -> list[tuple[float, float]]:
    """The same of all photos."""
    said = ((one.photo.labels, decide(one.found, limits, one.shape)) for one in looked)
    return [row for labels, found in said for row in judged(labels, found, ghosts)]


def calibration_error(judged: Sequence[tuple[float, float]], bins: int = 15) -> float:
    """Expected calibration error (Guo et al., On Calibration of Modern Neural Networks, 2017), equal-width bins.

    judged: (p, whether that was right, 1 or 0) of each die.
    """
    sure, right = np.array(judged, np.float64).reshape(-1, 2).T
    which = np.minimum((sure * bins).astype(int), bins - 1)
    gaps = [
        abs(float(sure[which == b].mean() - right[which == b].mean())) * np.mean(which == b)
        for b in range(bins)
        if np.any(which == b)
    ]
    return float(sum(gaps))


def calibration_errors(looked: Sequence[Looked], limits: Limits) -> dict[str, float]:
    """Of the dice found, and of all that was found; where dice are known to have no label nobody knows what a ghost is,
    so that those photos say nothing of the latter.
    """
    named = [one for one in looked if not _is_unfinished(one)]
    return {
        "calibration_error": round(calibration_error(believed(looked, limits)), 4),
        "calibration_error_with_ghosts": round(calibration_error(believed(named, limits, ghosts=True)), 4),
    }


def unfinished(looked: Iterable[Looked]) -> list[Looked]:
    """Those of photos in which dice are known to have no label: a value told of one of them counts as a ghost."""
    return [one for one in looked if _is_unfinished(one)]


def _is_unfinished(one: Looked) -> bool:
    return f"{one.photo.rig}/{one.photo.path.name}" in UNFINISHED


def relabelled(looked: Iterable[Looked]) -> list[Looked]:
    """The same, each label that is known to be wrong with the value that its die shows."""

    def of(photo: Labelled) -> Labelled:
        name = f"{photo.rig}/{photo.path.name}"
        labels = (replace(each, value=shown(name, *each.box[:2], each.value)) for each in photo.labels)
        return replace(photo, labels=tuple(labels))

    return [replace(one, photo=of(one.photo)) for one in looked]


def labels_changed(before: Iterable[Looked], after: Iterable[Looked]) -> int:
    """How many labels have another value after."""
    both = zip(before, after, strict=True)
    return sum(x != y for a, b in both for x, y in zip(a.photo.labels, b.photo.labels, strict=True))


def report(folds: dict[str, list[Looked]], trainings: dict[str, str], limits: Limits) -> dict[str, object]:
    """The rows of the card, by rig: the counts, which training never saw it, with which limits, and the calibration."""
    put_right = {rig: relabelled(looked) for rig, looked in folds.items()}
    return {
        rig: tally(looked, limits).as_dict()
        | {
            "wrong_labels": labels_changed(looked, put_right[rig]),
            "relabelled": tally(put_right[rig], limits).as_dict(),
            "ghosts_unlabelled": tally(unfinished(looked), limits).ghosts,
            "training": trainings[rig],
            "limits": asdict(limits),
            "versions": {"opencv": cv2.__version__, "onnxruntime": onnxruntime.__version__},
        }
        | calibration_errors(looked, limits)
        for rig, looked in folds.items()
    }


def fold(word: str) -> tuple[str, str]:
    """The folder and the rigs in FOLD=RIG,... of the command line."""
    name, _, rigs = word.partition("=")
    if not (name and rigs):
        raise argparse.ArgumentTypeError(f"{word!r} is no fold and its rigs: write it as no-byler=byler")
    return name, rigs


def look_at(
    folder: Path, asked: Sequence[tuple[str, str]], limits: Limits
) -> tuple[dict[str, list[Looked]], dict[str, str]]:
    """By rig: the candidates in its photos, as the fold sees them that never saw it, and that fold's name.

    asked: each fold's name and its rigs, as `fold` gives them. Raises Refusal where there is no such rig or training.
    """
    labelled = load_labels(folder)
    there = {photo.rig for photo in labelled}
    # All names first: a fold takes long to look at.
    trainings = {rig: name for name, rigs in asked for rig in known_rigs(rigs, there)}
    for name in trainings.values():
        for net in _NEEDED:
            checkpoint(_TRAININGS / name, net)
    looked = {
        rig: look(_TRAININGS / name, [photo for photo in labelled if photo.rig == rig], limits)
        for rig, name in trainings.items()
    }
    return looked, trainings


@told()
def main() -> None:
    """The command line."""
    parser = command_line(__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("folds", nargs="+", type=fold, metavar="FOLD=RIG,...")
    parser.add_argument("--out", type=Path, help="the JSON file of the figures, to keep them in")
    parser.add_argument(
        "--given", type=Path, default=HERE / "reader.json", help="the limits (default: models/reader.json)"
    )
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    limits = Limits.open(arguments.given)
    folds, trainings = look_at(arguments.photos, arguments.folds, limits)
    rows = report(folds, trainings, limits)
    if arguments.out:
        figures = json.loads(arguments.out.read_text()) if arguments.out.is_file() else {}
        figures["folds"] = figures.get("folds", {}) | rows
        arguments.out.write_text(json.dumps(figures, indent=1) + "\n")
        for name in set(trainings.values()):
            records.keep(_TRAININGS / name, arguments.out.parent)
    print(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
