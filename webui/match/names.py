"""The names of the players as they are taken from people: written in one way, so that two that look alike are alike."""

from __future__ import annotations

import re
import unicodedata

_UNSEEN = "\u00ad\u180e\u200b\u200e\u200f\u2060\ufeff"
"""Marks that take no room and change no letter: pasted along, or typed by nobody."""
_IDLE_JOINT = re.compile("(?<![^\x00-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\x7f])")
"""A joint that joins nothing: it has no letter beyond ASCII on both of its sides."""

_SPACE = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
"""Spaces of other widths, none of which ends a line."""


def tidy(name: str) -> str:
    """This name with composed letters and single spaces, and without marks that nobody sees.

    What turns the text or ends the line stays, and a name of nothing else: the engine refuses them, and says so.
    """
    seen = name.translate(dict.fromkeys(map(ord, _UNSEEN)))
    plain = _IDLE_JOINT.sub("", unicodedata.normalize("NFC", seen))
    return re.sub(" +", " ", _SPACE.sub(" ", plain)).strip() or name.strip()
