# Tested by tests/test_webui_league_verb.py.
"""`./rollcall league`: open a league on a server, write a year into a file, and verify such a file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from hardware.path import replacing
from webui.cli import Refusal
from webui.config import Settings
from webui.league import accounts, chain
from webui.league.place import Place
from webui.storage.store import Store, StoreError
from webui.terminal.settings import addressed, settings_of
from webui.verbs.db import there


def main(arguments: list[str]) -> int:
    """Run one of the words; raises Refusal where it cannot be done."""
    given = _parser().parse_args(arguments)
    if given.word == "verify":
        return _verify(given.file)
    settings = settings_of(data=given.data, database=given.db)
    if given.word == "invite":
        return _invite(settings, given.address)
    return _export(settings, given.year, given.file)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="rollcall league", description=__doc__)
    words = parser.add_subparsers(dest="word", required=True)
    verify = words.add_parser("verify", help="replay every turn of a year and follow its chain of days")
    verify.add_argument("file", type=Path)
    export = words.add_parser("export", help="write the closed days of a year, one a line; a table may run")
    export.add_argument("year", type=int)
    export.add_argument("file", type=Path)
    invite = words.add_parser("invite", help="a link for one who is to run the league")
    invite.add_argument("address", help="of the league, such as https://rolls.example")
    for each in (export, invite):
        each.add_argument(
            "--data", type=Path, metavar="DIR", help="where matches are kept (default ~/.rollcall)"
        )
        each.add_argument(
            "--db", type=addressed, metavar="URL", help="another database: postgresql+psycopg://..."
        )
    return parser


def _verify(file: Path) -> int:
    try:
        with file.open(encoding="utf-8", errors="replace", newline="\n") as lines:
            found = chain.verify(lines)
    except OSError as error:
        raise Refusal(f"{file} cannot be read: {error.strerror}.") from None
    except chain.Broken as broken:
        print(broken)
        return 1
    print(f"{found.first} to {found.last}: {found.days} days, {found.turns} turns, all as they were closed.")
    print(f"The last day has closed with {found.hash}")
    return 0


@contextmanager
def _opened(settings: Settings) -> Iterator[Place]:
    try:
        store = Store.open(settings.data, settings.database)
    except StoreError as error:
        raise Refusal(str(error)) from None
    place = Place(store.url)
    try:
        yield place
    finally:
        place.close()
        store.close()


def _export(settings: Settings, year: int, file: Path) -> int:
    lines = _closed_days(settings, year)
    if not lines:
        raise Refusal(f"No day of {year} has closed yet; a day closes when it is over everywhere.")
    try:
        with replacing(file) as part:
            part.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    except OSError as error:
        raise Refusal(f"{file} cannot be written: {error.strerror}.") from None
    print(f"{len(lines)} days are in {file}.", file=sys.stderr)
    return 0


def _closed_days(settings: Settings, year: int) -> list[str]:
    """The closed days of a year, read while the table may run."""
    try:
        with there(settings) as engine, closing(Place(engine.url)) as place, place.reading() as connection:
            return [link.line for link in chain.links(connection, year)]
    except StoreError as error:
        raise Refusal(str(error)) from None


def _invite(settings: Settings, address: str) -> int:
    with _opened(settings) as place, place.writing() as connection:
        secret = accounts.invite(connection, datetime.now(UTC), None, organiser=True)
    print(f"{address.rstrip('/')}/league/join/{secret}")
    return 0
