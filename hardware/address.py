"""The address of a network camera as it may be shown: it often holds a password."""

from __future__ import annotations

import re

_PLAIN = re.compile(r"https?://([\w-]+(\.[\w-]+)+|localhost|\[[0-9a-fA-F:]+\])(:\d+)?([/?#]|$)")
"""An address that begins with its host: neither a user nor a password stands before it."""


def shown(name: str) -> str:
    """The name of a camera without the user and password of its address, and without what follows a `?`.

    >>> shown("rtsp://ann:secret@10.0.0.7:554/live?token=1")
    'rtsp://10.0.0.7:554/live?...'
    >>> shown("rtsp://ann:se/cr#et@10.0.0.7/live")
    'rtsp://...@10.0.0.7/live'
    """
    if "://" not in name:
        return name
    return re.sub(r"\?.+$", "?...", name if _PLAIN.match(name) else _without_secret(name))


def _without_secret(name: str) -> str:
    name = re.sub(r"://[^/?#]*@", "://", name, count=1)
    # A password may hold, against the rules, what ends that part of an address.
    return re.sub("://.*@", "://...@", name)
