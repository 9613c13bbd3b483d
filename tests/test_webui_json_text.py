"""JSON of others is read, or refused with a ValueError; it breaks nothing that reads it."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from leagued import SetClock, begun, opened, report_of, turn_lines

from webui.cli import main
from webui.json_text import read_json

DEEP = "[" * 5000
LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8)


@pytest.fixture
def app(tmp_path: Path, clock: SetClock) -> Iterator[Flask]:
    """A league at nine in the morning."""
    app = opened(tmp_path, clock)
    yield app
    app.extensions["rollcall"].close()


@given(VALUES, st.booleans())
def test_what_json_says_comes_back(value: object, plain: bool) -> None:
    text = json.dumps(value, ensure_ascii=plain)
    assert read_json(text) == value
    assert read_json(text.encode()) == value


@pytest.mark.parametrize(
    "text", ["", "{", DEEP, '{"a":' * 2000, '"\\ud800"', '{"\\uDFFF": 1}', b'"\xed\xa0\x80"', b"\xff\xfe"]
)
def test_what_is_no_json_and_what_nobody_can_keep_is_a_value_error(text: str | bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_json(text)


@pytest.mark.parametrize("body", [DEEP, '{"name":' * 2000, '{"name": "\\ud800"}', "{"])
def test_a_body_that_cannot_be_read_is_refused_with_a_sentence(app: Flask, body: str) -> None:
    begun(app)
    answer = app.test_client().post("/league/api/pairings", data=body)
    assert (answer.status_code, answer.get_json()["error"]) == (422, "The body is JSON: one object.")


@pytest.mark.parametrize(
    "spoilt",
    [
        {"clock": "\ud800"},
        {"player": "\udfff"},
        {"began": "9999-12-31T23:59:59+00:00", "ended": "9999-12-31T23:59:59+00:00"},
        {"ended": "9999-12-31T23:59:59+00:00"},
        {"began": "0001-01-01T00:00:00+00:00", "ended": "0001-01-01T00:01:00+00:00"},
    ],
)
def test_a_report_that_nobody_can_keep_is_refused_and_the_day_stays_empty(
    app: Flask, clock: SetClock, spoilt: dict[str, str]
) -> None:
    client = begun(app)
    page = client.post("/league/me/tokens", data={"name": "p", "read": "1", "report": "1", "days": "9"}).text
    headers = {"Authorization": f"Bearer {re.findall(r'[A-Za-z0-9_-]{43}', page)[0]}"}
    good = json.loads(report_of(turn_lines(random.Random(1), "Tom"), clock.at).body)
    answer = client.post("/league/api/v1/turns", data=json.dumps({**good, **spoilt}), headers=headers)
    assert answer.status_code == 422
    assert answer.get_json()["sentence"].endswith(".")
    assert client.get("/league/api/v1/days/2026-03-03", headers=headers).get_json()["turns"] == []
    assert client.post("/league/api/v1/turns", data=json.dumps(good), headers=headers).status_code == 200


@pytest.mark.parametrize("verb", [["db", "import"], ["league", "verify"]])
@pytest.mark.parametrize("text", [DEEP, '{"rollcall": "\\ud800"}'])
def test_a_file_that_is_nested_too_deep_is_a_sentence_on_the_command_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    verb: list[str],
    text: str,
) -> None:
    monkeypatch.setenv("ROLLCALL_DATA", str(tmp_path / "data"))
    file = tmp_path / "file"
    file.write_text(text)
    assert main([*verb, str(file)]) in (1, 2)
    said = capsys.readouterr()
    assert (said.out + said.err).strip().endswith(".")
