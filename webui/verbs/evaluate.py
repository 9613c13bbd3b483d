"""`./rollcall evaluate DIR`: score the reader on a folder of labelled photos."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from hardware.path import replacing
from hardware.photo import PhotoError, open_photo
from vision.reading.labels import ALL, NO_RIG, LabelError, Labelled, load_labels
from vision.reading.net import ModelError
from vision.reading.reader import Reader
from vision.reading.score import Tally, percent, score
from webui.cli import Refusal
from webui.terminal.reader import add_models, add_threads, open_reader
from webui.terminal.settings import named
from webui.trial.pool import Rig
from webui.trial.table import drawing_of, table_of
from webui.trial.whole import Plan, tried

_DIGITS = 4  # of a number on the command line


def main(arguments: list[str]) -> int:
    """Print the counts per rig and in all."""
    options = _parser().parse_args(arguments)
    if options.teach is not None:
        return _teach(options)
    photos = _photos(options.dir, options.rig)
    reader = open_reader(options.models, options.threads)
    tallies = _score(photos, reader)
    named = sorted(tallies.items()) if set(tallies) != {NO_RIG} else []
    rows = [*named, (ALL, sum(tallies.values(), Tally()))]
    if options.json:
        print(json.dumps({name: tally.as_dict() for name, tally in rows}))
    else:
        _print(rows)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="rollcall evaluate", description=__doc__)
    parser.add_argument("dir", type=named, help="a folder with annotations.json (COCO) and its photos")
    parser.add_argument("--rig", help="only this rig")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_models(parser)
    add_threads(parser)
    teaching = parser.add_argument_group("what teaching helps")
    teaching.add_argument(
        "--teach", type=_count, nargs="+", metavar="N", help="teach so many dice of a set, judge other photos"
    )
    teaching.add_argument(
        "--rigs", type=_rig, nargs="+", metavar="RIG[:SETS]", help="these; parted into so many sets by colour"
    )
    teaching.add_argument("--draws", type=_count, default=5, help="how often what is taught is drawn anew")
    teaching.add_argument("--judged", type=_count, default=40, help="photos of a set and draw at most")
    teaching.add_argument(
        "--most", type=_count, default=9999, help="photos of a rig at most, drawn by chance"
    )
    teaching.add_argument("--plot", type=named, metavar="FILE", help="an SVG of the table")
    return parser


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of up to {_DIGITS} digits")
    return int(text)


def _rig(text: str) -> Rig:
    name, _, sets = text.partition(":")
    return Rig(name, max(1, _count(sets or "1")))


def _teach(options: argparse.Namespace) -> int:
    """Print what teaching helps, and draw it."""
    photos = _photos(options.dir, options.rig)
    rigs = options.rigs or [Rig(name) for name in sorted({photo.rig for photo in photos})]
    for rig in rigs:
        _photos(options.dir, rig.name)
    try:
        rows = tried(
            photos, options.models, Plan(rigs, options.teach, options.draws, options.judged, options.most)
        )
    except (PhotoError, ModelError) as error:
        raise Refusal(str(error)) from None
    print(table_of(rows))
    if options.plot:
        try:
            with replacing(options.plot) as beside:
                beside.write_text(drawing_of(rows), encoding="utf-8")
        except OSError as error:
            raise Refusal(f"{options.plot} cannot be written: {error.strerror}. Name another file.") from None
    return 0


def _photos(folder: Path, rig: str | None) -> list[Labelled]:
    try:
        photos = load_labels(folder)
    except LabelError as error:
        raise Refusal(str(error)) from None
    if not photos:
        raise Refusal(f"{folder} names no photo in its annotations.json.")
    chosen = [photo for photo in photos if rig in (None, photo.rig)]
    if not chosen:
        rigs = ", ".join(sorted({photo.rig for photo in photos}))
        raise Refusal(f"There is no photo of a rig {rig!r} in {folder}; it has {rigs}.")
    return chosen


def _score(photos: list[Labelled], reader: Reader) -> dict[str, Tally]:
    tallies: dict[str, Tally] = {}
    told = time.monotonic()
    for number, photo in enumerate(photos, 1):
        try:
            found = reader.read(open_photo(photo.path))
        except PhotoError as error:
            raise Refusal(str(error)) from None
        tallies[photo.rig] = tallies.get(photo.rig, Tally()) + score(photo.labels, found).tally
        if time.monotonic() - told > 2:
            told = time.monotonic()
            print(f"{number} of {len(photos)} photos", file=sys.stderr)
    return tallies


def _print(rows: list[tuple[str, Tally]]) -> None:
    print("Dice of 24 px or more, in percent; ghosts and questions are counts.")
    print("rig         photos   dice  right  wrong  asked missed  ghosts questions  photos all right")
    for name, tally in rows:
        shares = [percent(n, tally.dice) for n in (tally.right, tally.wrong, tally.asked, tally.missed)]
        print(
            f"{name:<12}{tally.photos:>6}{tally.dice:>7}"
            + "".join(f"{share:>7.2f}" for share in shares)
            + f"{tally.ghosts:>8}{tally.questions:>10}{percent(tally.all_right, tally.photos):>17.2f} %"
        )
    total = rows[-1][1]
    if total.small:
        parts = f"{total.small_right} right, {total.small_wrong} wrong, {total.small_asked} asked"
        print(f"Dice under 24 px: {total.small}: {parts}, {total.small_missed} missed.")
