# Tested by tests/test_webui_dice_sets.py.
"""The sets of dice of a table, for a verb: looked into without holding the data folder, which the program may hold."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from vision.learning.learner import learn
from vision.reading.reader import Reader
from webui.cli import Refusal
from webui.config import Settings
from webui.storage.database import FILE, engine_of
from webui.storage.dice_sets import DiceSets, NoSuchSet
from webui.storage.migrate import is_newest
from webui.storage.store import StoreError


@contextmanager
def known_sets(settings: Settings) -> Iterator[DiceSets]:
    """Those that there are. Raises Refusal where nothing was kept yet, or by another version."""
    if not settings.database and not (settings.data / FILE).is_file():
        raise Refusal(f"Nothing was kept in {settings.data} yet. Name the data folder with --data.")
    try:
        engine = engine_of(settings.data, settings.database)
        if not is_newest(engine):
            raise Refusal("The data folder has the form of another version. Start ./rollcall run once.")
        sets = DiceSets.open(engine.url)
        engine.dispose()
    except StoreError as error:
        raise Refusal(str(error)) from None
    try:
        yield sets
    finally:
        sets.close()


def with_set(reader: Reader, settings: Settings, name: str) -> tuple[Reader, str]:
    """The reader for the dice of this set, and a sentence of what it has learnt. Raises Refusal."""
    try:
        with known_sets(settings) as sets:
            dice = sets.set_of(sets.named(name).id)
    except (NoSuchSet, StoreError) as error:
        raise Refusal(str(error)) from None
    learnt = learn(dice.examples, reader.faces)
    if learnt is None:
        return (
            reader,
            f"{dice.name}: its {len(dice.examples)} examples teach nothing that is not read anyway.",
        )
    told = learnt.proof
    return reader.with_taught(learnt), (
        f"{dice.name}: of {told.examples} examples left out {told.told_now} are told, "
        f"{told.told_before} without the set."
    )
