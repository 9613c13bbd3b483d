"""How right are the trained nets on rigs they never saw? Writes the figures that the model card shows.

    python -m models.evaluate PHOTOS no-byler=byler no-desk=matteop65,n3-tray --out models/figures.json

Each fold is a folder under build/train and the rigs it was trained without. One temperature and one set of limits
are chosen for all folds together, and kept in reader.json; a rig's figures come from the fold that never saw it.
Rows of other rigs that the file holds from before stay. The folds are read without a net of stances.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import onnxruntime

from hardware.photo import open_photo
from models.export import checkpoint, export_all
from models.mislabelled import shown
from models.photos import UNFINISHED, known_rigs
from models.refusal import told
from vision.chances import tempered
from vision.detect import Detector
from vision.labels import Labelled, load_labels
from vision.nouns import Floats
from vision.read import Reader, open_faces
from vision.readings import Limits, Readings, decide
from vision.score import Tally, pairs, score

_OPEN = Limits(temperature=1.0, look=0.12, die=0.1, ask=0.8, tilted=2.0)
WRONG_COSTS = 12.0  # how many questions a wrong value said as if sure is worth
GHOST_COSTS = 8.0
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


def heated(looked: Iterable[Looked], temperature: float) -> list[Looked]:
    """The same at another temperature."""
    return [
        replace(one, found=replace(one.found, chances=tempered(one.found.chances, temperature)))
        for one in looked
    ]


def fit_temperature(looked: list[Looked]) -> float:
    """The temperature at which `sure` tells best, by its mean logarithm, whether the likeliest value is right."""

    def surprise(temperature: float) -> float:
        sure, right = believed(heated(looked, temperature), _OPEN)
        p = np.clip(np.where(right > 0, sure, 1 - sure), 1e-4, 1)
        return -float(np.log(p).mean())

    return float(min(np.round(np.arange(0.3, 1.65, 0.1), 2), key=surprise))


def tally(looked: Iterable[Looked], limits: Limits) -> Tally:
    """The counts over the photos with these limits."""
    counts = (score(one.photo.labels, decide(one.found, limits, one.shape)).tally for one in looked)
    return sum(counts, Tally())


def choose(folds: list[Looked], limits: Limits) -> Limits:
    """The limits of `die` and `ask` that cost least: a question 1, a wrong value 12, a ghost 8, a missed die 2."""

    def cost(candidate: Limits) -> float:
        t = tally(folds, candidate)
        return t.asked + t.questions + 2 * t.missed + WRONG_COSTS * t.wrong + GHOST_COSTS * t.ghosts

    grid = [
        replace(limits, die=die, ask=ask)
        for die in (0.3, 0.36, 0.42, 0.46, 0.5, 0.54)
        for ask in (0.6, 0.7, 0.8, 0.86, 0.9, 0.93, 0.95, 0.97)
    ]
    return min(grid, key=cost)


def chosen(folds: dict[str, list[Looked]]) -> tuple[dict[str, list[Looked]], Limits]:
    """The folds at the temperature that fits them all, and the limits that cost least."""
    temperature = fit_temperature([one for looked in folds.values() for one in looked])
    hot = {rig: heated(looked, temperature) for rig, looked in folds.items()}
    limits = replace(_OPEN, temperature=temperature, look=0.2)
    return hot, choose([one for looked in hot.values() for one in looked], limits)


def believed(looked: Iterable[Looked], limits: Limits) -> tuple[Floats, Floats]:
    """Of all dice found that a label goes with: how sure of the likeliest value (N,), and whether it is right (N,)."""
    sure, right = [], []
    for one in looked:
        found = decide(one.found, limits, one.shape)
        for label, detection in pairs(one.photo.labels, found).items():
            sure.append(found[detection].value_p)
            right.append(float(found[detection].ranking[0] == one.photo.labels[label].value))
    return np.array(sure, np.float32), np.array(right, np.float32)


def calibration_error(sure: Floats, right: Floats, bins: int = 15) -> float:
    """Expected calibration error (Guo et al., On Calibration of Modern Neural Networks, 2017), equal-width bins."""
    which = np.minimum((sure * bins).astype(int), bins - 1)
    gaps = [
        abs(float(sure[which == b].mean() - right[which == b].mean())) * np.mean(which == b)
        for b in range(bins)
        if np.any(which == b)
    ]
    return float(sum(gaps))


def unfinished(looked: Iterable[Looked]) -> list[Looked]:
    """Those of photos in which dice are known to have no label: a value told of one of them counts as a ghost."""
    return [one for one in looked if f"{one.photo.rig}/{one.photo.path.name}" in UNFINISHED]


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
            "calibration_error": round(calibration_error(*believed(looked, limits)), 4),
            "versions": {"opencv": cv2.__version__, "onnxruntime": onnxruntime.__version__},
        }
        for rig, looked in folds.items()
    }


def fold(word: str) -> tuple[str, str]:
    """The folder and the rigs in FOLD=RIG,... of the command line."""
    name, _, rigs = word.partition("=")
    if not (name and rigs):
        raise argparse.ArgumentTypeError(f"{word!r} is no fold and its rigs: write it as no-byler=byler")
    return name, rigs


@told()
def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("photos", type=Path)
    parser.add_argument("folds", nargs="+", type=fold, metavar="FOLD=RIG,...")
    parser.add_argument("--out", type=Path, help="the JSON file of the figures, to keep them in")
    limits_of = parser.add_mutually_exclusive_group()
    limits_of.add_argument(
        "--limits", type=Path, help="where the chosen limits go, such as models/reader.json"
    )
    limits_of.add_argument("--given", type=Path, help="choose none: these limits, such as models/reader.json")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    labelled = load_labels(arguments.photos)
    there = {photo.rig for photo in labelled}
    # All names first: a fold takes long to look at.
    asked = [(name, known_rigs(rigs, there)) for name, rigs in arguments.folds]
    for name, _ in asked:
        for net in _NEEDED:
            checkpoint(_TRAININGS / name, net)
    limits = Limits.open(arguments.given) if arguments.given else _OPEN
    folds: dict[str, list[Looked]] = {}
    trainings: dict[str, str] = {}
    for name, rigs in asked:
        for rig in rigs:
            photos = [photo for photo in labelled if photo.rig == rig]
            folds[rig], trainings[rig] = look(_TRAININGS / name, photos, limits), name
    if not arguments.given:
        folds, limits = chosen(folds)
    rows = report(folds, trainings, limits)
    if arguments.out:
        figures = json.loads(arguments.out.read_text()) if arguments.out.is_file() else {}
        figures["folds"] = figures.get("folds", {}) | rows
        arguments.out.write_text(json.dumps(figures, indent=1) + "\n")
    if arguments.limits:
        arguments.limits.write_text(json.dumps(asdict(limits), indent=1) + "\n")
    print(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
