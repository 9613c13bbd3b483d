# Tested by tests/test_webui_dice_school.py.
"""The school of a table, opened on what the table keeps."""

from __future__ import annotations

from collections.abc import Callable

from hardware.frame import Image
from hardware.jpeg import decode_jpeg
from vision.reading.reader import Reader
from webui.dice.school import School
from webui.health import Health
from webui.match.ledger import Ledger
from webui.storage.dice_sets import DiceSets
from webui.storage.evidence import Evidence
from webui.storage.store import Store


def opened(
    store: Store,
    evidence: Evidence,
    ledger: Ledger,
    reader: Reader | None,
    health: Health,
    changed: Callable[[], None],
    fault: Callable[[str], None],
) -> School:
    """What learns the dice on the table; changed, fault: see `School`."""

    def picture(number: int) -> tuple[str, Image | None]:
        saved = ledger.rolls.roll(number)
        data = evidence.read(saved.picture) if saved and saved.picture else None
        return saved.picture if saved else "", decode_jpeg(data) if data else None

    return School(DiceSets.open(store.url), reader, ledger.rolls.seen, picture, health, changed, fault)
