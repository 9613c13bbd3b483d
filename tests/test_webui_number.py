"""A whole number that somebody sent: what is one, and what is none."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from webui.app import create_app
from webui.config import Settings
from webui.number import DIGITS, whole


@given(st.integers(0, 10**DIGITS - 1))
def test_a_number_in_plain_digits_is_that_number(number: int) -> None:
    assert whole(str(number)) == number


@given(st.text())
def test_any_other_text_is_none(text: str) -> None:
    plain = text != "" and set(text) <= set("0123456789") and len(text) <= DIGITS
    assert (whole(text) is not None) == plain


def test_signs_spaces_digits_of_other_scripts_and_far_too_many_digits_are_none() -> None:
    for text in ("", "-1", "+1", " 1", "1.0", "\u0663", "\u00b2", "1" * (DIGITS + 1), "9" * 5000):
        assert whole(text) is None
    assert whole("123", 2) is None


def test_a_number_that_python_does_not_read_is_no_fault_of_ours_on_any_page(tmp_path: Path) -> None:
    app, far = create_app(Settings(data=tmp_path, camera="none")), "9" * 5000
    try:
        client = app.test_client()
        assert client.get(f"/?player=Ann&player=Bo&up={far}&down={far}&drop={far}").status_code == 200
        form = {"revision": 0, "player": ["Ann", "Bo"], "was": ["Ann", "Bo"], "begins": far}
        assert client.post("/match/new", data=form).status_code < 500
        assert client.post("/setup/steps/throws/begin", data={"dice": far}).status_code < 500
        form = {"revision": 1, "player": ["Ann", "Bo"]}
        client.post("/match/new", data=form)
        for page in (f"/tell?key=L&back={far}", f"/tell?key={far}", f"/dice/1/crop/{far}.png"):
            assert client.get(page).status_code < 500
    finally:
        app.extensions["rollcall"].close()
