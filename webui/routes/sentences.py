# Tested by tests/test_webui_app.py.
"""What is said of a request that cannot be answered, at a table and on a server without one."""

from __future__ import annotations

from werkzeug.exceptions import HTTPException

LARGEST_POST = 64_000
"""Bytes of a form. Larger: somebody may take more memory. Smaller: a long turn does not come through."""
SENTENCES = {
    404: "There is nothing at this address.",
    405: "This address cannot be used like that.",
    413: "That is far more than a turn of dice. Nothing was changed.",
}


def sentence_of(error: HTTPException) -> str:
    """What to say: our own words where there are any."""
    ours = error.description if error.description != type(error).description else None
    return ours or SENTENCES.get(error.code or 500) or error.description or error.name
