"""Is a die that lies hidden behind something asked about, and no bust? Made throws with a box over one of their dice.

    python -m models.measure.behind build/clips --seed 71 [--count N] [--bare]

Of the clips of `models.scenes.clips` with that seed, those in which two dice or more stay on the table, lie flat, and
one of them lies by itself: a box that stands there from the first picture on hides where it comes to rest. --bare:
nothing is marked. One line for each throw, then how many were asked about and how many were a bust.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from models.measure.card import HERE
from models.measure.motion import edge_px, events_of, reader_of
from models.refusal import Refusal, told
from models.scenes.marked import table_of
from vision.nouns import Event, OffTable, Trouble
from vision.pipeline import Pipeline
from vision.whereabouts import Reads

# Distance of the hidden die from all others, in its edges, at least.
_APART = 3.2
# Distance from the table's edge, at least.
_INSIDE = 3.0
# How far the box reaches from the middle of the die.
_REACH = 1.35
# How much further it reaches up.
_UP = 0.3
_FILL = (60, 90, 140)
_LINE = (30, 50, 80)
_LEAST_FPS = 20  # with fewer pictures nobody is bust

Box = tuple[int, int, int, int]


def box_over(truth: dict[str, Any]) -> Box | None:
    """Where the box stands, px: left, top, right, bottom; None for a throw that does not count."""
    dice = [np.array(die["corners"], float) for die in truth["frames"][-1]]
    other = truth["off_table"] or truth["cocked"] or truth["stacked"] or truth["rolls"] != 1
    if other or len(dice) < 2 or len(dice) != truth["thrown"] or truth["fps"] < _LEAST_FPS:
        return None
    edge = float(np.mean([edge_px(each) for each in dice]))
    alone = [middle for middle in _alone(dice, edge) if _inside_px(middle, truth["area_px"]) > _INSIDE * edge]
    if not alone:
        return None
    (x, y), reach = alone[-1], _REACH * edge
    left, top, right, bottom = (round(v) for v in (x - reach, y - reach - _UP * edge, x + reach, y + reach))
    return left, top, right, bottom


def _alone(dice: Sequence[NDArray[np.float64]], edge: float) -> Iterator[tuple[float, float]]:
    """The middles of the dice that lie apart from all others."""
    middles = np.array([each.mean(axis=0) for each in dice])
    for number, middle in enumerate(middles):
        others = np.delete(middles, number, axis=0)
        if np.linalg.norm(others - middle, axis=1).min() > _APART * edge:
            yield float(middle[0]), float(middle[1])


def _inside_px(middle: tuple[float, float], area_px: Sequence[Sequence[float]]) -> float:
    return float(cv2.pointPolygonTest(np.array(area_px, np.float32), middle, True))


def with_box(image: Image, box: Box) -> Image:
    """The picture with the box in it."""
    left, top, right, bottom = box
    drawn = image.copy()
    cv2.rectangle(drawn, (left, top), (right, bottom), _FILL, -1)
    cv2.rectangle(drawn, (left, top), (right, bottom), _LINE, 2)
    return drawn


def follow(truth: dict[str, Any], film: Path, reader: Reads, box: Box, bare: bool) -> list[Event]:
    """All events of the clip with the box in it; bare: nothing is marked."""
    pipeline = Pipeline(reader, None if bare else table_of(truth), truth["thrown"])
    return events_of(film, pipeline, lambda frame: with_box(frame.image, box))


def verdict(events: Sequence[Event]) -> str:
    """What became of the hidden die: bust, asked, or neither."""
    if any(isinstance(event, OffTable) for event in events):
        return "bust"
    asked = any(isinstance(event, Trouble) and event.code == "count" for event in events)
    return "asked" if asked else "neither"


@told()
def main(arguments: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m models.measure.behind",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path, help="clips made by models.scenes.clips")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=16, help="so many throws (default: %(default)s)")
    parser.add_argument("--bare", action="store_true", help="mark nothing")
    chosen = parser.parse_args(arguments)
    reader, found = reader_of(HERE), Counter[str]()
    for path in sorted(chosen.folder.glob(f"{chosen.seed}-*.json")):
        if found.total() == chosen.count:
            break
        truth = json.loads(path.read_text(encoding="utf-8"))
        box = box_over(truth)
        if box is None:
            continue
        is_now = verdict(follow(truth, path.with_name(truth["file"]), reader, box, chosen.bare))
        found[is_now] += 1
        print(f"{path.stem} ({truth['manner']}, {truth['thrown']} dice): {is_now}", flush=True)
    if not found:
        raise Refusal(
            f"{chosen.folder} holds no such throws of seed {chosen.seed}: make some (models.scenes.clips)"
        )
    print(", ".join(f"{what} {count}" for what, count in found.most_common()))


if __name__ == "__main__":
    main()
