# Tested by tests/test_webui_dice_sets.py.
"""The sets of dice that belong to the table: their examples, the throws they made, and which of them is chosen.

Crops are files in the rows (`crop_file.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sql

from vision.learning.dice_set import DiceSet, most_telling
from vision.learning.example import NO_DIE, ORIGINS, Example
from webui.storage.crop_file import crop_of, png_of
from webui.storage.database import META, prepare_sqlite, sentences

NAME_MOST = 40
"""Letters of a name at most."""
ROLL_MOST = 40
"""Letters of the name of a throw. Smaller: names are cut off, and two throws may pass for one."""
SETS_MOST = 50
"""Sets of one table at most. Larger: the page that lists them grows."""
SETS = sql.Table(
    "dice_sets",
    META,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("name", sql.String(NAME_MOST), nullable=False, unique=True),
    sql.Column("chosen", sql.Boolean, nullable=False),
    sql.Column("made", sql.String(32), nullable=False),
    # Since when its dice are told better than by the net alone; nothing while they are not.
    sql.Column("better", sql.String(32)),
)
EXAMPLES = sql.Table(
    "dice_examples",
    META,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("set", sql.ForeignKey("dice_sets.id"), nullable=False, index=True),
    sql.Column("crop", sql.LargeBinary, nullable=False),
    sql.Column("value", sql.Integer, nullable=False),
    sql.Column("origin", sql.String(12), nullable=False),
    sql.Column("roll", sql.String(ROLL_MOST), nullable=False),
    sql.Column("share", sql.Float, nullable=False),
    sql.Column("sure", sql.Float, nullable=False),
)
# What dice of a set showed in play: the faces of a throw, and which of them were asked about.
THROWS = sql.Table(
    "dice_throws",
    META,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("set", sql.ForeignKey("dice_sets.id"), nullable=False, index=True),
    sql.Column("roll", sql.String(ROLL_MOST), nullable=False),
    sql.Column("faces", sql.JSON, nullable=False),
    sql.Column("asked", sql.JSON, nullable=False),
)


class NoSuchSet(Exception):
    """There is no such set, or no more room, or the name is taken: a sentence. Nothing was changed."""


@dataclass(frozen=True)
class SavedSet:
    """examples: how many there are. better: since when its dice are told better, UTC; "" while they are not."""

    id: int
    name: str
    chosen: bool
    examples: int
    better: str


@dataclass(frozen=True)
class Thrown:
    """What one throw of a set showed. asked: the values among them that were asked about."""

    roll: str
    faces: tuple[int, ...]
    asked: tuple[int, ...]


class DiceSets:
    """The sets in the database. Thread-safe; each raises StoreError where the database fails."""

    def __init__(self, engine: sql.Engine) -> None:
        self._engine = engine

    @classmethod
    def open(cls, url: sql.URL) -> DiceSets:
        """Those of the database at this address, which has the newest form."""
        engine = sql.create_engine(url, pool_pre_ping=True)
        if engine.dialect.name == "sqlite":
            sql.event.listen(engine, "connect", prepare_sqlite)
        return cls(engine)

    def all(self) -> list[SavedSet]:
        """Every set, by name."""
        count = sql.select(sql.func.count()).where(EXAMPLES.c.set == SETS.c.id).scalar_subquery()
        with sentences("the dice sets"), self._engine.connect() as connection:
            rows = connection.execute(sql.select(SETS, count.label("examples")).order_by(SETS.c.name)).all()
        return [SavedSet(row.id, row.name, row.chosen, row.examples, row.better or "") for row in rows]

    def saved(self, number: int) -> SavedSet:
        """One of them. Raises NoSuchSet."""
        found = next((each for each in self.all() if each.id == number), None)
        if found is None:
            raise NoSuchSet("There is no such set of dice any more.")
        return found

    def chosen(self) -> SavedSet | None:
        """The set on the table; None for any dice."""
        return next((each for each in self.all() if each.chosen), None)

    def named(self, name: str) -> SavedSet:
        """The set of this name. Raises NoSuchSet, and names those that there are."""
        known = self.all()
        found = next((each for each in known if each.name.casefold() == name.strip().casefold()), None)
        if found is None:
            names = ", ".join(each.name for each in known) or "none is taught yet"
            raise NoSuchSet(f"There is no set of dice called {name!r}. There are: {names}.")
        return found

    def make(self, name: str, examples: Sequence[Example] = ()) -> int:
        """A new set with these in it, or none at all; its number. Raises NoSuchSet where it cannot be called so."""
        name, known = " ".join(name.split()), self.all()
        if not name or len(name) > NAME_MOST or not name.isprintable():
            raise NoSuchSet(f"A set of dice has a name of 1 to {NAME_MOST} letters.")
        if name.casefold() in {each.name.casefold() for each in known}:
            raise NoSuchSet(f"There is a set called {name!r} already. Choose another name.")
        if len(known) >= SETS_MOST:
            raise NoSuchSet(f"There are {SETS_MOST} sets already. Forget one first.")
        row = {"name": name, "chosen": False, "made": _now()}
        with sentences("the dice sets"), self._engine.begin() as connection:
            number = int(connection.execute(SETS.insert().values(row)).inserted_primary_key[0])  # type: ignore[index]
            _add(connection, number, examples)
        return number

    def bring(self, dice: DiceSet) -> SavedSet:
        """A set from another table, beside those there are: a name that is taken gets a number. Raises NoSuchSet."""
        taken = {each.name.casefold() for each in self.all()}
        short = dice.name[: NAME_MOST - len(f" {SETS_MOST + 1}")].rstrip()
        names = (dice.name, *(f"{short} {number}" for number in range(2, SETS_MOST + 2)))
        name = next((name for name in names if name.casefold() not in taken), dice.name)
        return self.saved(self.make(name, dice.examples))

    def choose(self, number: int | None) -> None:
        """This set lies on the table from now on; None: any dice. Raises NoSuchSet."""
        if number is not None:
            self.saved(number)
        with sentences("the dice sets"), self._engine.begin() as connection:
            connection.execute(SETS.update().values(chosen=SETS.c.id == number if number else sql.false()))

    def remove(self, number: int) -> None:
        """Forget a set with all that was kept of it."""
        with sentences("the dice sets"), self._engine.begin() as connection:
            for table in (EXAMPLES, THROWS):
                connection.execute(table.delete().where(table.c.set == number))
            connection.execute(SETS.delete().where(SETS.c.id == number))

    def read(self, number: int) -> dict[int, Example]:
        """The examples of a set by their numbers, oldest first; a row that cannot be read is left out."""
        with sentences("the dice sets"), self._engine.connect() as connection:
            return _read(connection, number)

    def set_of(self, number: int) -> DiceSet:
        """The set as it is learnt from. Raises NoSuchSet."""
        return DiceSet(self.saved(number).name, tuple(self.read(number).values()))

    def crop(self, number: int, example: int) -> bytes | None:
        """The PNG file of an example of a set; None where there is none."""
        wanted = sql.select(EXAMPLES.c.crop).where(EXAMPLES.c.set == number, EXAMPLES.c.id == example)
        with sentences("the dice sets"), self._engine.connect() as connection:
            found = connection.execute(wanted).scalar()
        return bytes(found) if found is not None else None

    def faces(self, number: int) -> list[int]:
        """The numbers of the examples that picture a set, one of each value that it has, from 1 to 6.

        What a person told comes before what was only kept; of equal ones the newest.
        """
        columns = EXAMPLES.c.id, EXAMPLES.c.value, EXAMPLES.c.origin
        wanted = sql.select(*columns).where(EXAMPLES.c.set == number, EXAMPLES.c.value != NO_DIE)
        with sentences("the dice sets"), self._engine.connect() as connection:
            rows = connection.execute(wanted).all()
        rising = sorted(rows, key=lambda row: (row.origin != "kept", row.id))
        best = {int(row.value): int(row.id) for row in rising}
        return [best[value] for value in sorted(best)]

    def put(self, number: int, examples: Sequence[Example], instead: Collection[str] = ()) -> None:
        """Keep these, in the place of those that came from the rolls named in `instead`; the most telling stay.

        Raises NoSuchSet where the set is gone.
        """
        self.saved(number)
        with sentences("the dice sets"), self._engine.begin() as connection:
            gone = EXAMPLES.c.set == number, EXAMPLES.c.roll.in_(list(instead))
            connection.execute(EXAMPLES.delete().where(*gone))
            _add(connection, number, examples)

    def forget(self, number: int, examples: Collection[int] | None = None) -> None:
        """Forget these examples of a set; None: all of them, and its throws."""
        with sentences("the dice sets"), self._engine.begin() as connection:
            if examples is None:
                for table in (EXAMPLES, THROWS):
                    connection.execute(table.delete().where(table.c.set == number))
            elif examples:
                those = EXAMPLES.c.set == number, EXAMPLES.c.id.in_(list(examples))
                connection.execute(EXAMPLES.delete().where(*those))

    def keep_throws(self, number: int, throws: Iterable[Thrown], instead: Collection[str] = ()) -> None:
        """Keep what throws of this set showed, in the place of those of the rolls named in `instead`."""
        rows = [
            {"set": number, "roll": each.roll, "faces": list(each.faces), "asked": list(each.asked)}
            for each in throws
        ]
        with sentences("the dice sets"), self._engine.begin() as connection:
            gone = THROWS.c.set == number, THROWS.c.roll.in_(list(instead))
            connection.execute(THROWS.delete().where(*gone))
            if rows:
                connection.execute(THROWS.insert(), rows)

    def throws(self, number: int) -> list[Thrown]:
        """What its throws showed, oldest first."""
        wanted = sql.select(THROWS).where(THROWS.c.set == number).order_by(THROWS.c.id)
        with sentences("the dice sets"), self._engine.connect() as connection:
            rows = connection.execute(wanted).all()
        return [Thrown(row.roll, tuple(row.faces or ()), tuple(row.asked or ())) for row in rows]

    def mark_better(self, number: int, better: bool) -> None:
        """Keep since when the dice of a set are told better than by the net alone, or that they are not."""
        row = SETS.c.id == number
        change = SETS.update().where(row).values(better=None)
        if better:
            change = SETS.update().where(row, SETS.c.better.is_(None)).values(better=_now())
        with sentences("the dice sets"), self._engine.begin() as connection:
            connection.execute(change)

    def close(self) -> None:
        """Let the database go."""
        self._engine.dispose()


def _read(connection: sql.Connection, number: int) -> dict[int, Example]:
    wanted = sql.select(EXAMPLES).where(EXAMPLES.c.set == number).order_by(EXAMPLES.c.id)
    found = ((row.id, _example(row)) for row in connection.execute(wanted))
    return {id_: example for id_, example in found if example is not None}


def _add(connection: sql.Connection, number: int, examples: Sequence[Example]) -> None:
    """Add these to a set, of which the most telling stay; the same crop again counts as it was told last."""
    if not examples:
        return
    connection.execute(EXAMPLES.insert(), [_row(number, each) for each in examples])
    known = _read(connection, number)
    newest = {each.key: id_ for id_, each in known.items()}
    kept = {id(each) for each in most_telling(tuple(known[id_] for id_ in newest.values()))}
    gone = [id_ for id_, each in known.items() if id(each) not in kept]
    if gone:
        connection.execute(EXAMPLES.delete().where(EXAMPLES.c.set == number, EXAMPLES.c.id.in_(gone)))


def _row(number: int, example: Example) -> dict[str, Any]:
    return {
        "set": number,
        "crop": png_of(example.crop),
        "value": example.value,
        "origin": example.origin,
        "roll": example.roll[:ROLL_MOST],
        "share": float(example.share),
        "sure": float(example.sure),
    }


def _example(row: Any) -> Example | None:
    crop = crop_of(bytes(row.crop))
    try:
        if crop is None or row.origin not in ORIGINS:
            return None
        return Example(crop, int(row.value), row.origin, str(row.roll), float(row.share), float(row.sure))
    except (TypeError, ValueError):
        return None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
