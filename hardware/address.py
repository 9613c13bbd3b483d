"""The address of a network camera as it may be shown: it often holds a password."""

from __future__ import annotations

import re


def shown(name: str) -> str:
    """The name of a camera without the user and password of its address, and without what follows a `?`.

    >>> shown("rtsp://ann:secret@10.0.0.7:554/live?token=1")
    'rtsp://10.0.0.7:554/live?...'
    """
    if "://" not in name:
        return name
    return re.sub(r"\?.+$", "?...", re.sub(r"://[^/?#]*@", "://", name, count=1))
