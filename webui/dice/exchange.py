# Tested by tests/test_webui_dice_sets.py.
"""A set of dice as one file, to take to another table: JSON, with each crop as PNG in base64."""

from __future__ import annotations

import base64
import binascii
import json
from typing import Any

from vision.learning.dice_set import MOST, DiceSet
from vision.learning.example import Example
from webui.json_text import read_json
from webui.storage.crop_file import crop_of, png_of
from webui.storage.dice_sets import NAME_MOST, ROLL_MOST

FORMAT = "roll-call-dice-set-1"
LARGEST_BYTES = 6_000_000
"""Bytes of a file that is brought, at most. Larger: more memory for what may be no set at all."""


class NoSet(Exception):
    """What was brought is no set of dice: a sentence."""


def packed(dice: DiceSet) -> str:
    """The file of a set."""
    rows = [
        {
            "value": each.value,
            "origin": each.origin,
            "roll": each.roll,
            "share": round(each.share, 5),
            "sure": round(each.sure, 4),
            "crop": base64.b64encode(png_of(each.crop)).decode(),
        }
        for each in dice.examples
    ]
    return json.dumps({"format": FORMAT, "name": dice.name, "examples": rows}, indent=1)


def unpacked(data: bytes) -> DiceSet:
    """The set in a file. Raises NoSet."""
    if len(data) > LARGEST_BYTES:
        raise NoSet(f"This file is larger than a set of dice can be ({LARGEST_BYTES // 1_000_000} MB).")
    try:
        table = read_json(data)
        if table["format"] != FORMAT:
            raise NoSet(
                f"This set was written by another version of Roll Call ({str(table['format'])[:ROLL_MOST]})."
            )
        rows, name = table["examples"], " ".join(str(table["name"]).split())[:NAME_MOST]
        if not isinstance(rows, list) or len(rows) > MOST:
            raise NoSet(f"A set holds {MOST} examples at most.")
        return DiceSet(name or "A set", tuple(map(_example, rows)))
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
        raise NoSet("This file is no set of dice: bring one that Roll Call has given out.") from None


def _example(row: dict[str, Any]) -> Example:
    """Raises ValueError, KeyError or TypeError for what is none."""
    try:
        crop = crop_of(base64.b64decode(row["crop"], validate=True))
    except binascii.Error:
        crop = None
    if crop is None:
        raise ValueError("no crop")
    share, sure = float(row["share"]), float(row["sure"])
    if not (0 <= share <= 1 and 0 <= sure <= 1) or isinstance(row["value"], bool):
        raise ValueError("no example")
    return Example(crop, int(row["value"]), row["origin"], str(row["roll"])[:ROLL_MOST], share, sure)
