# Tested by tests/test_webui_json_text.py.
"""JSON that others have written: a file that is brought, what another machine sends or answers."""

from __future__ import annotations

import json
from typing import Any


def read_json(text: str | bytes) -> Any:
    """What the text says. Raises ValueError for no JSON, for JSON nested too deep, and for half letters in it.

    Half a letter is one surrogate of a pair, `\\ud800`: neither a page nor a database takes it.
    """
    try:
        value = json.loads(text)
        if isinstance(text, bytes) or "\\ud" in text.lower():
            json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("this JSON is nested too deep") from None
    return value
