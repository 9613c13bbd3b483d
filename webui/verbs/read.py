"""`./rollcall read PHOTO...`: read the dice in photos."""

from __future__ import annotations

import argparse
import json
import sys
import time
from itertools import chain, count
from pathlib import Path
from typing import Any

from hardware.frame import Image
from hardware.jpeg import encode_jpeg
from hardware.path import in_letters, is_there, replacing
from hardware.photo import PhotoError, open_photo
from vision.nouns import Detection
from vision.picture.pyramid import shrink
from vision.reading.reader import Reader
from webui.cli import Refusal
from webui.config import Settings
from webui.terminal.dice import with_set
from webui.terminal.reader import add_models, add_threads, open_reader
from webui.terminal.settings import named

JPEG_MOST_PX = 65_500  # a side


def main(arguments: list[str]) -> int:
    """Print what lies in each photo, in the order given; 2 if a photo could not be read, else 0."""
    options = _parser().parse_args(arguments)
    reader = open_reader(options.models, options.threads)
    if options.dice_set is not None:
        reader, learnt = with_set(reader, Settings.from_environment(data=options.data), options.dice_set)
        print(in_letters(learnt), file=sys.stderr)
    drawings = _drawings(options.photos, options.draw) if options.draw else [None] * len(options.photos)
    refused, told = 0, time.monotonic()
    for number, (path, drawing) in enumerate(zip(options.photos, drawings, strict=True), 1):
        refused += not _read(path, reader, options.json, drawing)
        if time.monotonic() - told > 2:
            told = time.monotonic()
            print(f"{number} of {len(options.photos)} photos", file=sys.stderr)
    return 2 if refused else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="rollcall read", description=__doc__)
    parser.add_argument("photos", nargs="+", metavar="PHOTO", type=named)
    parser.add_argument("--json", action="store_true", help="print one JSON object a line, a photo each")
    parser.add_argument(
        "--draw", metavar="DIR", type=named, help="write copies with the dice marked into DIR"
    )
    parser.add_argument("--dice-set", metavar="NAME", help="these are dice of a set that was taught")
    parser.add_argument("--data", type=named, metavar="FOLDER", help="the data folder of the set")
    add_models(parser)
    add_threads(parser)
    return parser


def _drawings(photos: list[Path], folder: Path) -> list[Path]:
    """Where the marked copy of each photo goes: into the folder, which is made; never over another copy. Raises Refusal
    where photos lie there.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refusal(f"The folder {folder} cannot be made: {error.strerror}. Name another one.") from None
    drawings: list[Path] = []
    for photo in photos:
        numbered = (f"{photo.stem}-{number}.jpg" for number in count(2))
        names = chain([f"{photo.stem}.jpg"], numbered)
        drawings.append(next(folder / name for name in names if folder / name not in drawings))
    for photo in filter(is_there, photos):
        # Also where it only is linked to from elsewhere.
        if folder.samefile(photo.parent) or folder.samefile(photo.resolve().parent):
            raise Refusal(
                f"{photo} lies in {folder}, where a marked copy could replace it. Name another folder."
            )
    return drawings


def _read(path: Path, reader: Reader, as_json: bool, drawing: Path | None) -> bool:
    """Read and print one photo; False, and a sentence on stderr, if it cannot be read."""
    began = time.perf_counter()
    try:
        image = open_photo(path)
    except PhotoError as error:
        print(f"rollcall read: {error}", file=sys.stderr)
        return False
    dice = reader.read(image)
    ms = 1000 * (time.perf_counter() - began)
    print(json.dumps(_record(path, image, dice, ms)) if as_json else _sentence(path, dice), flush=True)
    if drawing:
        _draw(image, dice, drawing)
    return True


def _record(path: Path, image: Image, dice: tuple[Detection, ...], ms: float) -> dict[str, Any]:
    rows = [
        {
            "value": die.value,
            "p": round(die.value_p, 4),
            "state": die.state,
            "center": [round(number, 1) for number in die.centre_px],
            "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in die.corners_px],
        }
        for die in dice
    ]
    return {"photo": str(path), "size": [image.shape[1], image.shape[0]], "dice": rows, "ms": round(ms, 1)}


def _sentence(path: Path, dice: tuple[Detection, ...]) -> str:
    known = sorted(die.value for die in dice if die.value is not None)
    asked = len(dice) - len(known)
    total = f" (sum {sum(known)})" if len(known) > 1 and not asked else ""
    values = f"{' '.join(map(str, known))}{total}" if known else ""
    parts = [part for part in (values, f"{asked} to ask about" if asked else "") if part]
    return in_letters(f"{path}: {', and '.join(parts) or 'no dice'}")


def _draw(image: Image, dice: tuple[Detection, ...], path: Path) -> None:
    from vision.draw import draw_detections

    marked = draw_detections(image, dice)
    marked = shrink(marked, min(1.0, JPEG_MOST_PX / max(marked.shape[:2])))
    try:
        # Never through a link that lies there: it may be one to a photo.
        with replacing(path) as beside:
            beside.write_bytes(encode_jpeg(marked))
    except OSError as error:
        raise Refusal(f"{path} cannot be written: {error.strerror or error}. Name another folder.") from None
