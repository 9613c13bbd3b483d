"""All there: every id of the list comes up."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from webui.calls.call import RANKS, call

CALLS = Path(__file__).parent.parent / "webui"


def named() -> str:
    """All of our code that can say something, without the list itself."""
    files = [*(CALLS / "calls").rglob("*.py"), *(CALLS / "routes").glob("*.py")]
    return "\n".join(path.read_text(encoding="utf-8") for path in files if path.name != "call.py")


@pytest.mark.parametrize("id_", RANKS)
def test_every_id_is_said_somewhere(id_: str) -> None:
    stem = re.escape(id_.replace(".straight", "").replace(".boxcars", ""))
    assert re.search(rf'"{stem}["./]|f"{stem}\.', named()), id_


def test_an_id_that_is_not_in_the_list_is_a_fault() -> None:
    with pytest.raises(KeyError):
        call("roll.guessed", {})


def test_no_sentence_for_the_ear_stands_in_the_code() -> None:
    for path in (CALLS / "calls").rglob("*.py"):
        text = re.sub(r'""".*?"""', "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        sentences = re.findall(r'"[A-Z][a-z]+ [a-z]+[^"]*[.!?]"', text)
        assert not sentences, (path.name, sentences)
