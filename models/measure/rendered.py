"""Figures of the shipped nets on rendered pictures that they were not trained on: values, states, ghosts.

    python -m models.measure.rendered build/scenes-test --states 8 --clutter 9 --figures 10 --measured 25

The pictures come from `models.scenes.pictures`, of the kinds `states`, `clutter` and `figures`, and from
`models.scenes.snapshots`, whose tables count as measured; numbers are their seeds, which neither a training nor
`models.measure.limits` may have used. The figures go into models/figures.json.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from models.command import command_line
from models.examples.photos import HIDDEN, Photo, load_rendered, nearest
from models.measure.card import FIGURES, HERE
from models.refusal import Refusal, told
from models.scenes.rows import read_all
from vision.nouns import Detection, Doubles, Floats
from vision.plane.viewpoint import Camera, Somewhere, Viewpoint
from vision.reading.labels import LEAST_PX, Label
from vision.reading.reader import Reader
from vision.reading.readings import Limits, Readings, decide
from vision.reading.score import Tally, pairs, percent

STATES = ("flat", "cocked", "stacked")
SETS = ("states", "clutter", "figures", "measured")
# A die that leans less, on something hidden under it, is hard to tell from a flat one for a person too.
PLAINLY = "plainly cocked"
PLAINLY_DEG = 15.0


@dataclass(frozen=True, eq=False)
class Looked:
    """One picture, how far each of its dice leans, in degrees, and all candidates in it."""

    photo: Photo
    leans: tuple[float, ...]
    found: Readings

    def said(self, limits: Limits) -> tuple[Detection, ...]:
        """What the reader says of it with these limits."""
        return decide(self.found, limits, (*self.photo.size[::-1], 3))


def seed_of(photo: Photo) -> int:
    """The seed in SEED-NUMBER-VIEW.jpg."""
    return int(photo.path.stem.split("-")[0])


def of_seeds(folder: Path, seeds: Iterable[int]) -> list[Photo]:
    """The pictures of a folder with those seeds. Raises Refusal where there is none of one of them."""
    photos, wanted = load_rendered(folder), set(seeds)
    there = {seed_of(photo) for photo in photos}
    if not wanted <= there:
        missing, known = (", ".join(map(str, sorted(some))) for some in (wanted - there, there))
        raise Refusal(f"{folder} holds no pictures of seed {missing}: choose from {known}, or make some")
    return [photo for photo in photos if seed_of(photo) in wanted]


def leans_of(folder: Path) -> dict[str, tuple[float, ...]]:
    """By file name: how far each die of a picture leans, in degrees."""
    return {row["file"]: tuple(float(die["tilt_deg"]) for die in row["dice"]) for row in read_all(folder)}


def labels(photo: Photo) -> list[Label]:
    """Every die of a picture, those hardly seen too."""
    return [
        Label((x - w / 2, y - h / 2, w, h), int(value), float(np.sqrt(w * h)))
        for x, y, w, h, value in photo.dice.tolist()
    ]


def state(photo: Photo, row: int) -> str | None:
    """flat, cocked or stacked; None of a die that does not count: too small, cut, hardly seen."""
    assert photo.states is not None
    _, _, w, h, value = photo.dice[row].tolist()
    cocked, stacked = photo.states[row]
    if value == HIDDEN or np.sqrt(w * h) < LEAST_PX or stacked < 0:
        return None
    return "cocked" if cocked else "stacked" if stacked else "flat"


def chances(looked: Iterable[Looked], limits: Limits) -> tuple[Floats, list[str]]:
    """(N, 2) chances of cocked and stacked of all dice found, and their true states."""
    rows, truth = [], []
    for one in looked:
        likely = one.found.keep(one.found.likely >= limits.die)
        for row, candidate in nearest(one.photo.dice, likely.boxes, 0.4).items():
            true = state(one.photo, row)
            if true is not None:
                rows.append(likely.stances[candidate])
                truth.append(true)
    return np.array(rows, np.float32).reshape(-1, 2), truth


def flat_labels(photo: Photo) -> list[Label]:
    """The same, but that nobody asks for the value of those that do not count or do not lie flat: `HIDDEN`."""
    return [
        label if state(photo, row) == "flat" else replace(label, value=HIDDEN)
        for row, label in enumerate(labels(photo))
    ]


def look(
    reader: Reader,
    photos: Iterable[Photo],
    leans: Mapping[str, tuple[float, ...]],
    camera: Callable[[Photo], Camera | None],
) -> list[Looked]:
    """What the reader sees in the pictures, whose dice lean so (`leans_of`), where a camera is over each, if it is."""
    return [
        Looked(photo, leans[photo.path.name], reader.candidates(photo.open(), None, camera(photo)))
        for photo in photos
    ]


def tally(looked: Iterable[Looked], limits: Limits) -> Tally:
    """The counts of the flat dice of 24 px and more, and of what was said where none are."""
    counts = _counted(looked, limits)
    dice, right, wrong, missed = (
        counts[what] for what in ("flat", "flat right", "flat wrong", "flat called nothing")
    )
    asked = dice - right - wrong - missed
    return Tally(
        photos=counts["pictures"],
        dice=dice,
        right=right,
        wrong=wrong,
        asked=asked,
        missed=missed,
        ghosts=counts["ghosts"],
        questions=counts["questions"],
    )


def tilted(looked: Iterable[Looked], limits: Limits) -> tuple[Doubles, list[str]]:
    """(N,) chances that the dice found do not lie flat, as `decide` adds them up, and how they lie."""
    seen, truth = chances(looked, limits)
    return seen.astype(np.float64).sum(axis=1), truth


def of_tilt(looked: Iterable[Looked], limits: Limits, value: float) -> dict[str, float]:
    """The share in percent of flat, cocked and stacked dice found that such a limit calls cocked or stacked."""
    sums, truth = tilted(looked, limits)
    called = sums >= value
    out: dict[str, float] = {}
    for state in STATES:
        those = np.array([true == state for true in truth], bool)
        out |= {f"{state}_dice": int(those.sum())}
        out |= {f"{state}_called_so_percent": percent(int(called[those].sum()), int(those.sum()))}
    return out


def of_dice(looked: Iterable[Looked], limits: Limits) -> dict[str, float]:
    """How the dice of 24 px and more were read, by their true states, and what was said where none are."""
    return _rows(_counted(looked, limits))


def _counted(looked: Iterable[Looked], limits: Limits) -> Counter[str]:
    """The rows of `_counted_as`, the outcomes in each, and what was said where no dice are."""
    counts: Counter[str] = Counter()
    for one in looked:
        counts["pictures"] += 1
        said, true = one.said(limits), labels(one.photo)
        matched = pairs(true, said)
        for row, label in enumerate(true):
            found = said[matched[row]] if row in matched else None
            for was in _counted_as(one, row):
                counts.update(_outcomes(label, found, was))
        counts.update(_unmatched(said, set(matched.values())))
    return counts


def _counted_as(one: Looked, row: int) -> list[str]:
    """The rows of the figures that a die belongs to; none of a die that does not count."""
    was = state(one.photo, row)
    if was is None:
        return []
    return [was, PLAINLY] if was == "cocked" and one.leans[row] >= PLAINLY_DEG else [was]


def _outcomes(label: Label, said: Detection | None, was: str) -> list[str]:
    """What counts about one die: what it is, what it was called, and what value was given to it."""
    called = said.state if said is not None else "nothing"
    out = [was, f"{was} called {called}"]
    if said is None or said.value is None:
        return out
    return [*out, f"{was} given", f"{was} {'right' if said.value == label.value else 'wrong'}"]


def _unmatched(said: tuple[Detection, ...], matched: set[int]) -> Counter[str]:
    rest = [die for index, die in enumerate(said) if index not in matched]
    return Counter("ghosts" if die.value is not None else "questions" for die in rest)


def _rows(counts: Counter[str]) -> dict[str, float]:
    rows: dict[str, float] = {"pictures": counts["pictures"]}
    for was in (*STATES, PLAINLY):
        name = was.replace(" ", "_")
        rows[f"{name}_dice"] = counts[was]
        for called in STATES[1:]:
            rows[f"{name}_called_{called}_percent"] = percent(counts[f"{was} called {called}"], counts[was])
        rows[f"{name}_given_a_value_percent"] = percent(counts[f"{was} given"], counts[was])
    for what in ("right", "wrong"):
        rows[f"flat_{what}_percent"] = percent(counts[f"flat {what}"], counts["flat"])
    return rows | {"ghosts": counts["ghosts"], "questions": counts["questions"]}


def of_none(looked: Iterable[Looked], limits: Limits) -> dict[str, float]:
    """What was said about pictures that show no pip die."""
    counts: Counter[str] = Counter()
    for one in looked:
        counts["pictures"] += 1
        counts.update(_unmatched(one.said(limits), set()))
    return {name: counts[name] for name in ("pictures", "ghosts", "questions")}


def somewhere(photo: Photo) -> Somewhere:
    """A camera over the table of a picture of which nobody knows where it is."""
    return Somewhere(photo.size)


def viewpoint(photo: Photo) -> Viewpoint | None:
    """From where the table of a picture is seen, if its plane is known."""
    return Viewpoint.of(photo.table) if photo.table is not None else None


@told()
def main() -> None:
    """The command line."""
    parser = command_line(__doc__)
    parser.add_argument("pictures", type=Path)
    for name in SETS:
        parser.add_argument(f"--{name}", type=int, required=True, metavar="SEED")
    parser.add_argument("--weights", type=Path, default=HERE, help="folder of the nets (default: models)")
    parser.add_argument("--out", type=Path, default=FIGURES, help="the JSON file of the figures")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader.open(chosen.weights)
    photos = of_seeds(chosen.pictures, (getattr(chosen, name) for name in SETS))
    leans = leans_of(chosen.pictures)

    def seen(seed: int, camera: Callable[[Photo], Camera | None] = lambda photo: None) -> list[Looked]:
        return look(reader, [photo for photo in photos if seed_of(photo) == seed], leans, camera)

    limits = reader.limits
    rendered = {
        "seeds": {name: getattr(chosen, name) for name in SETS},
        "limits": {"tilted": limits.tilted, "tilted_measured": limits.tilted_measured},
        "states": of_dice(seen(chosen.states), limits),
        "measured": of_dice(seen(chosen.measured, viewpoint), replace(limits, tilted=limits.tilted_measured)),
        "clutter": of_none(seen(chosen.clutter), limits),
        "figures": of_none(seen(chosen.figures), limits),
    }
    table = json.loads(chosen.out.read_text()) if chosen.out.is_file() else {}
    chosen.out.write_text(json.dumps(table | {"rendered": rendered}, indent=1) + "\n")
    print(json.dumps(rendered, indent=1))


if __name__ == "__main__":
    main()
