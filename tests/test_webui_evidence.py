"""Evidence that somebody keeps for good: it outlives what comes after it, and goes with what no throw knows of."""

from __future__ import annotations

import errno
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from flask import Flask
from plain_browser import PlainBrowser
from seen_dice import roll

from vision.nouns import OffTable
from webui.app import create_app
from webui.config import Settings
from webui.desk import Desk
from webui.storage.evidence import MOST_REPLACED, Evidence

NOISE = np.random.default_rng(1).integers(0, 255, (120, 160, 3), np.uint8)


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir())


def test_what_is_kept_for_good_stays_while_newer_throws_make_room(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path, 1_000_000, 80)
    first = evidence.keep(NOISE)
    one = size_of(tmp_path)
    evidence = Evidence(tmp_path, 4 * one, 80)
    assert evidence.stay(first, True)
    later = [evidence.keep(NOISE) for _ in range(8)]
    assert evidence.has(first)
    assert [name for name in later if evidence.has(name)] == later[-4:], "it takes no room from the others"
    assert size_of(tmp_path) <= 5 * one
    for name in later[-4:]:
        evidence.stay(name, True)
    more = [evidence.keep(NOISE) for _ in range(3)]
    assert all(map(evidence.has, (first, *later[-4:], *more)))


def test_what_takes_the_place_of_evidence_kept_for_good_is_kept_for_good(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path, 1_000_000, 80)
    kept, plain, by, other = (evidence.keep(NOISE) for _ in range(4))
    evidence.stay(kept, True)
    evidence.supersede(kept, by)
    evidence.supersede(plain, other)
    assert [evidence.has(name) for name in (kept, plain, by, other)] == [False, False, True, True]
    assert [evidence.has(name, "stays") for name in (kept, by, other)] == [False, True, False]


def test_it_is_remembered_over_a_restart_until_it_is_let_go(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path, 1_000_000, 80)
    kept, other, newest = (evidence.keep(NOISE) for _ in range(3))
    evidence.stay(kept, True)
    again = Evidence(tmp_path, 1_000_000, 80)
    assert again.has(kept, "stays")
    assert not again.has(other, "stays")
    assert again.give_up(10**9)
    assert [again.has(name) for name in (kept, other, newest)] == [True, False, True]
    assert again.stay(kept, False)
    assert again.give_up(1)
    assert {path.name for path in tmp_path.iterdir()} == {newest}


def test_what_is_gone_cannot_be_kept_and_what_no_throw_knows_of_goes_though_it_was_kept(
    tmp_path: Path,
) -> None:
    evidence = Evidence(tmp_path, 1_000_000, 80)
    name = evidence.keep(NOISE)
    evidence.stay(name, True)
    evidence.forget_all_but(())
    assert list(tmp_path.iterdir()) == []
    assert not evidence.stay(name, True)
    assert not evidence.stay("", True)
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return create_app(Settings(data=tmp_path, camera="none"))


def test_the_history_keeps_the_pictures_of_a_throw_for_good_and_lets_them_go(app: Flask, desk: Desk) -> None:
    desk.presses.new(desk.board().revision, "morning-roll", ["Ann"], rounds=1)
    desk.sightings.see(roll((1, 2, 2, 3, 5, 6)), [(n / 15, NOISE) for n in range(5)])
    desk.evidence.close()
    saved = desk.store.roll(1)
    assert saved is not None
    browser = PlainBrowser(app.test_client())
    browser.open("/history")
    page = browser.press("Keep for good: The throw: 1, 2, 2, 3, 5, 6.")
    assert (browser.status, page.address) == (200, "/history")
    assert desk.evidence.has(saved.picture, "stays")
    browser.press("Kept for good: let go")
    assert not desk.evidence.has(saved.picture, "stays")
    assert browser.page.called("button", "Keep for good")


def test_where_that_cannot_be_noted_the_evidence_is_there_all_the_same_and_nobody_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    evidence = Evidence(tmp_path, 1_000_000, 80)
    kept, by = (evidence.keep(NOISE) for _ in range(2))
    evidence.stay(kept, True)

    def full(path: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "touch", full)
    evidence.supersede(kept, by)
    assert [evidence.has(kept), evidence.has(by), evidence.has(by, "stays")] == [False, True, False]
    assert "no longer kept for good: No space left on device" in caplog.text


def test_a_die_kept_for_good_on_its_way_off_the_table_is_so_when_its_throw_has_come_to_rest(
    app: Flask, desk: Desk
) -> None:
    desk.presses.new(desk.board().revision, "morning-roll", ["Ann"], rounds=1)
    desk.sightings.see_off(OffTable(1.0, 1, "A die left the table.", NOISE))
    app.test_client().post("/evidence/1/stay", data={"stays": "yes"})
    desk.sightings.see(roll((1, 2, 2, 3, 5), off=1))
    saved = desk.store.roll(2)
    assert saved is not None
    assert desk.evidence.has(saved.picture, "stays")


def test_a_page_that_has_not_yet_heard_of_a_throw_at_rest_gets_its_picture_for_the_one_on_its_way_off(
    app: Flask, desk: Desk
) -> None:
    client = app.test_client()
    desk.presses.new(desk.board().revision, "morning-roll", ["Ann"], rounds=1)
    desk.sightings.see_off(OffTable(1.0, 1, "A die left the table.", NOISE))
    assert client.get("/evidence/1.jpg").status_code == 200
    desk.sightings.see(roll((1, 2, 2, 3, 5), off=1))
    first, second = (client.get(f"/evidence/{number}.jpg") for number in (1, 2))
    assert (first.status_code, first.data) == (200, second.data)


def test_what_took_the_place_of_evidence_may_be_replaced_too_and_is_given_for_the_last_ones(
    tmp_path: Path,
) -> None:
    evidence = Evidence(tmp_path, 10_000_000, 80)
    names = [evidence.keep(NOISE) for _ in range(MOST_REPLACED + 2)]
    for name, by in pairwise(names):
        evidence.supersede(name, by)
    newest = evidence.read(names[-1])
    assert newest
    assert evidence.read(names[0]) is None, "nobody asks for it any more"
    assert [evidence.read(name) for name in names[1:]] == [newest] * (MOST_REPLACED + 1)


def test_a_throw_whose_pictures_are_gone_is_said_to_have_none_to_keep(app: Flask, desk: Desk) -> None:
    client = app.test_client()
    assert client.post("/evidence/7/stay", data={"stays": "yes"}).status_code == 404
    desk.presses.new(desk.board().revision, "morning-roll", ["Ann"], rounds=1)
    desk.sightings.see(roll((1, 2, 2, 3, 5, 6)))
    assert client.post("/evidence/1/stay", data={"stays": "perhaps"}).status_code == 400
    desk.evidence.give_up(10**9)
    saved = desk.store.roll(1)
    assert saved is not None
    desk.evidence.forget(saved.picture)
    answer = client.post("/evidence/1/stay", data={"stays": "yes"})
    assert (answer.status_code, b"not here any more" in answer.data) == (404, True)
