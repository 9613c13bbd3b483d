"""Figures of the shipped nets on rendered pictures that they were not trained on: values, states, ghosts.

    python -m models.rendered build/scenes-test --choose 11 --states 8 --clutter 9 --figures 10 \\
        --measured 25 --limits models/reader.json

The pictures come from `models.scenes.pictures`, of the kinds `states` (twice), `clutter` and `figures`, and from
`models.scenes.snapshots`, whose tables count as measured; numbers are their seeds, which no training may have used.
From where on a die in a photo is called cocked or stacked is chosen on the first set, so that at most 0.15 % of its
flat dice are called either (over a table that was chosen by hand, on clips to develop on); the figures come from the
others, and go into models/figures.json.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from models.card import FIGURES, HERE
from models.photos import HIDDEN, Photo, load_rendered, nearest
from models.refusal import Refusal, told
from models.scenes.rows import read_all
from vision.labels import LEAST_PX, Label
from vision.nouns import Detection, Floats
from vision.read import Reader
from vision.readings import Limits, Readings, decide
from vision.score import pairs, percent
from vision.viewpoint import Viewpoint

FLAT_CALLED_SO = 0.0015  # half of what is allowed, so that another set stays within it
# The set it is chosen on is small: of the dice of real photos, all of which lie flat, some are called so below that.
LEAST_SURE = 0.8
STATES = ("flat", "cocked", "stacked")
SETS = ("choose", "states", "clutter", "figures", "measured")
# A die that leans less, on something hidden under it, is hard to tell from a flat one for a person too.
PLAINLY, PLAINLY_DEG = "plainly cocked", 15.0


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


def choose(looked: Iterable[Looked], limits: Limits) -> Limits:
    """The limits of what is called tilted that so few flat dice exceed."""
    seen, truth = chances(looked, limits)
    flat = np.array([true == "flat" for true in truth], bool)
    return replace(limits, tilted=max(LEAST_SURE, limit_for(seen[flat].sum(axis=1))))


def limit_for(flat: Floats) -> float:
    """A chance that at most `FLAT_CALLED_SO` of the flat dice reach, to two places upwards."""
    if not len(flat):
        return 2.0
    highest = float(np.quantile(flat, 1 - FLAT_CALLED_SO, method="higher"))
    return (math.floor(100 * highest + 0.001) + 1) / 100


def of_dice(looked: Iterable[Looked], limits: Limits) -> dict[str, float]:
    """How the dice of 24 px and more were read, by their true states, and what was said where none are."""
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
    return _rows(counts)


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


def _seen(photo: Photo, measured: bool) -> Viewpoint | None:
    return Viewpoint.of(photo.table) if measured and photo.table is not None else None


@told()
def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pictures", type=Path)
    for name in SETS:
        parser.add_argument(f"--{name}", type=int, required=True, metavar="SEED")
    parser.add_argument("--weights", type=Path, default=HERE, help="folder of the nets (default: models)")
    parser.add_argument("--limits", type=Path, help="write the chosen limits there")
    parser.add_argument("--out", type=Path, default=FIGURES, help="the JSON file of the figures")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader.open(chosen.weights)
    photos = of_seeds(chosen.pictures, (getattr(chosen, name) for name in SETS))
    leans = leans_of(chosen.pictures)

    def look(seed: int, measured: bool = False) -> list[Looked]:
        return [
            Looked(
                photo, leans[photo.path.name], reader.candidates(photo.open(), None, _seen(photo, measured))
            )
            for photo in photos
            if seed_of(photo) == seed
        ]

    limits = choose(look(chosen.choose), reader.limits)
    rendered = {
        "seeds": {name: getattr(chosen, name) for name in SETS},
        "limits": {"tilted": limits.tilted, "tilted_measured": limits.tilted_measured},
        "states": of_dice(look(chosen.states), limits),
        "measured": of_dice(look(chosen.measured, True), replace(limits, tilted=limits.tilted_measured)),
        "clutter": of_none(look(chosen.clutter), limits),
        "figures": of_none(look(chosen.figures), limits),
    }
    table = json.loads(chosen.out.read_text()) if chosen.out.is_file() else {}
    chosen.out.write_text(json.dumps(table | {"rendered": rendered}, indent=1) + "\n")
    if chosen.limits:
        chosen.limits.write_text(json.dumps(asdict(limits), indent=1) + "\n")
    print(json.dumps(rendered, indent=1))


if __name__ == "__main__":
    main()
