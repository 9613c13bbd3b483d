"""How much better are the dice of a photo read when some of their set were taught? A table, and a plot.

    python -m models.measure.teaching PHOTOS FOLDER RIG --teach 0 5 10 20 40 --plot build/teaching.svg

FOLDER holds the nets of a fold that never saw the rig, as NAME.onnx (reader.onnx with its second output,
`models.shipping.features`), and reader.json. The dice of a rig are parted into sets by their colour. Of a set so many
dice are taught, of whole photos drawn by chance; those of all other photos are judged, `--judged` a draw at most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from hardware.photo import open_photo
from models.command import command_line
from models.refusal import told
from vision.learning.colours import colours
from vision.learning.example import Example
from vision.learning.learner import learn
from vision.picture.crop import crop
from vision.reading.detector import Detector
from vision.reading.faces import open_faces
from vision.reading.labels import LEAST_PX, Label, Labelled, load_labels
from vision.reading.reader import Reader
from vision.reading.readings import Limits
from vision.reading.score import percent, score

SETS = 12
"""Sets that a rig's dice are parted into by colour. More: purer ones, of fewer dice."""
OUTCOMES = ("right", "wrong", "asked", "missed")


@dataclass(frozen=True, eq=False)
class Die:
    """A labelled die of a photo, its crop, and the set that its colour puts it in."""

    photo: Labelled
    label: Label
    crop: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]
    of: int = 0


def dice_of(photos: Sequence[Labelled], sets: int = SETS) -> list[Die]:
    """The dice of a rig, each in the set of its colour."""
    found = []
    for photo in photos:
        image = open_photo(photo.path)
        for label in photo.labels:
            if label.side_px >= LEAST_PX:
                x, y, wide, high = label.box
                box = np.array([x + wide / 2, y + high / 2, wide, high], np.float32)
                found.append(Die(photo, label, crop(image, box)))
    cv2.setRNGSeed(1)
    stop = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 100, 0.1)
    seen = colours(np.array([die.crop for die in found], np.float32))
    _, places, _ = cv2.kmeans(seen, min(sets, len(found)), None, stop, 10, cv2.KMEANS_PP_CENTERS)  # type: ignore[call-overload]
    return [
        Die(die.photo, die.label, die.crop, int(place))
        for die, place in zip(found, places[:, 0], strict=True)
    ]


def drawn(dice: Sequence[Die], number: int, random: np.random.Generator) -> tuple[list[Die], list[Labelled]]:
    """Draws `number` dice of a set, of whole photos; and the other photos, in the order drawn."""
    photos = list({die.photo.path: die.photo for die in dice}.values())
    order = [photos[index] for index in random.permutation(len(photos))]
    taught: list[Die] = []
    for count, photo in enumerate(order):
        if len(taught) >= number:
            return taught[:number], order[count:]
        taught += [die for die in dice if die.photo.path == photo.path]
    return taught[:number], []


def judged(reader: Reader, dice: Sequence[Die], photos: Sequence[Labelled]) -> Counter[str]:
    """How the dice of a set are read in these photos; those of other sets count nowhere."""
    counts: Counter[str] = Counter()
    for photo in photos:
        own = [die.label for die in dice if die.photo.path == photo.path]
        tally = score(own, reader.read(open_photo(photo.path))).tally
        counts.update({outcome: getattr(tally, outcome) for outcome in OUTCOMES})
    return counts


def row(
    reader: Reader, dice: Sequence[Die], number: int, draws: int, most: int
) -> tuple[Counter[str], Counter[str]]:
    """How the dice of all sets are read untaught and taught with so many, over all draws."""
    before, after = Counter[str](), Counter[str]()
    for of in sorted({die.of for die in dice}):
        own = [die for die in dice if die.of == of]
        for draw in range(draws):
            taught, photos = drawn(own, number, np.random.default_rng([of, draw]))
            examples = [Example(d.crop, d.label.value, "shown", d.photo.path.name) for d in taught]
            learnt = learn(examples, reader.faces)
            plain = judged(reader, own, photos[:most])
            before += plain
            after += judged(reader.with_taught(learnt), own, photos[:most]) if learnt else plain
    return before, after


def plot(rows: Sequence[tuple[int, float, float]]) -> str:
    """An SVG: the share not right in percent, untaught and taught, over how many dice were taught."""
    top = max(1.0, *(max(before, after) for _, before, after in rows))
    right = max(1, *(number for number, _, _ in rows))

    def line(which: int, colour: str) -> str:
        spots = [f"{40 + 340 * each[0] / right:.0f},{220 - 200 * each[which] / top:.0f}" for each in rows]
        return f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{" ".join(spots)}"/>'

    words = f'<text x="40" y="12">not right, %, up to {top:.0f}; grey untaught, green taught</text>'
    lines = line(1, "#888") + line(2, "#17663a")
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 240">{words}{lines}</svg>'


@told()
def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = command_line(__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("nets", type=Path)
    parser.add_argument("rig")
    parser.add_argument("--teach", type=int, nargs="+", default=[0, 5, 10, 20, 40])
    parser.add_argument("--draws", type=int, default=5)
    parser.add_argument("--judged", type=int, default=12)
    parser.add_argument("--plot", type=Path)
    chosen = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    reader = Reader(
        Detector.open(chosen.nets / "detector.onnx"),
        open_faces(chosen.nets),
        Limits.open(chosen.nets / "reader.json"),
    )
    dice = dice_of([photo for photo in load_labels(chosen.photos) if photo.rig == chosen.rig])
    rows = []
    print(
        "| taught | dice judged | right, wrong, asked, missed % untaught | taught |\n| --- | --- | --- | --- |"
    )
    for number in chosen.teach:
        before, after = row(reader, dice, number, chosen.draws, chosen.judged)
        shares = [[percent(each[o], each.total()) for o in OUTCOMES] for each in (before, after)]
        rows.append((number, 100 - shares[0][0], 100 - shares[1][0]))
        told_shares = " | ".join(", ".join(f"{share:.1f}" for share in each) for each in shares)
        print(f"| {number} | {before.total()} | {told_shares} |", flush=True)
    if chosen.plot:
        chosen.plot.write_text(plot(rows))


if __name__ == "__main__":
    main()
