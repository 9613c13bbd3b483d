# Tested by tests/test_webui_dice_sets.py.
"""`./rollcall dice`: lists the sets of dice of this table, writes one into a file, or brings one in."""

from __future__ import annotations

import argparse
from pathlib import Path

from hardware.path import replacing
from webui.cli import Refusal
from webui.config import Settings
from webui.dice.exchange import LARGEST_BYTES, NoSet, packed, unpacked
from webui.storage.dice_sets import DiceSets, NoSuchSet
from webui.storage.store import Store, StoreError
from webui.terminal.dice import known_sets
from webui.terminal.settings import named


def main(arguments: list[str]) -> int:
    """Do what is asked."""
    options = _parser().parse_args(arguments)
    settings = Settings.from_environment(data=options.data)
    try:
        if options.what == "import":
            _bring(settings, options.file)
        elif options.what == "export":
            _write(settings, options.name, options.file)
        else:
            _list(settings)
    except (NoSuchSet, NoSet, StoreError) as error:
        raise Refusal(str(error)) from None
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="rollcall dice", description=__doc__)
    verbs = parser.add_subparsers(dest="what", metavar="list|export|import")
    listing = verbs.add_parser("list", help="the sets that there are")
    export = verbs.add_parser("export", help="write a set into a file")
    export.add_argument("name", metavar="NAME")
    export.add_argument("file", metavar="FILE", type=named)
    bring = verbs.add_parser("import", help="bring a set in; Roll Call must not run meanwhile")
    bring.add_argument("file", metavar="FILE", type=named)
    # It may stand before the word or after it; only the first parser knows the default, so none overwrites the other.
    parser.set_defaults(data=None)
    for each in (parser, listing, export, bring):
        each.add_argument(
            "--data",
            type=named,
            metavar="FOLDER",
            default=argparse.SUPPRESS,
            help="the data folder (default ~/.rollcall)",
        )
    return parser


def _list(settings: Settings) -> None:
    with known_sets(settings) as sets:
        for each in sets.all():
            print(f"{each.name}: {each.examples} examples{', on the table' if each.chosen else ''}")


def _write(settings: Settings, name: str, file: Path) -> None:
    with known_sets(settings) as sets:
        text = packed(sets.set_of(sets.named(name).id))
    try:
        with replacing(file) as beside:
            beside.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Refusal(f"{file} cannot be written: {error.strerror}. Name another file.") from None


def _bring(settings: Settings, file: Path) -> None:
    try:
        with file.open("rb") as opened:
            data = opened.read(LARGEST_BYTES + 1)
    except OSError as error:
        raise Refusal(f"{file} cannot be read: {error.strerror}. Name a file with a set of dice.") from None
    found = unpacked(data)
    store = Store.open(settings.data, settings.database)
    try:
        sets = DiceSets.open(store.url)
        brought = sets.bring(found)
        sets.close()
    finally:
        store.close()
    print(f"{brought.name}: {brought.examples} examples")
