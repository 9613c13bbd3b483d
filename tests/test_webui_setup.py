"""Marking the table: on the page, without a script, with a finger and with keys; kept, and used at once."""

from __future__ import annotations

import html
import json
import logging
import os
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, Route, expect
from real_browser import CHROMIUM, end, launched, on_page
from still_film import still_film, stills
from tables import CORNER, PX_A_MM, SIZE, TRAY, mat_picture, tray_picture
from waiting import LONG_S, until
from waitress.server import create_server

from hardware.frame import Image
from vision.nouns import View
from vision.plane.table import Table, TableError
from vision.plane.viewpoint import Viewpoint
from vision.view.shift import Shift
from webui.app import create_app
from webui.config import Settings
from webui.desk import Desk
from webui.setup.marking import MarkForm, MarkingError, parse_corners, parse_size, propose
from webui.setup.table_file import MarkedTable, TableFile

SHOTS = Path(__file__).parent.parent / "build" / "shots"
SMALL = """[...document.querySelectorAll('.button, .choice a, .choice label, summary, .handle .hit')]
  .filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect())
  .filter((box) => box.width < 43 || box.height < 43).map((box) => `${box.width} x ${box.height}`)"""


@pytest.fixture(scope="module", autouse=True)
def _stills() -> Iterator[None]:
    with stills():
        yield


def looking(settings: Settings) -> Flask:
    """The program, with a camera that has given a picture."""
    app = create_app(settings)
    app.extensions["rollcall"].start()
    wait_for(lambda: app.extensions["rollcall"].eye.frame() is not None)
    return app


@pytest.fixture(scope="module")
def apps(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Flask]]:
    folder = tmp_path_factory.mktemp("cameras")
    opened = {}
    for name, picture in (("mat", mat_picture()), ("tray", tray_picture())):
        camera = still_film(folder / f"{name}.mkv", picture)
        opened[name] = looking(Settings(data=folder / name, camera=camera, port=0, stale=LONG_S))
    yield opened
    for app in opened.values():
        app.extensions["rollcall"].close()


def wait_for(what: Any) -> None:
    assert until(what), "it did not happen"


@pytest.fixture
def mat(apps: dict[str, Flask]) -> FlaskClient:
    return apps["mat"].test_client()


@pytest.fixture
def tray(apps: dict[str, Flask]) -> FlaskClient:
    return apps["tray"].test_client()


def table_file(client: FlaskClient) -> TableFile:
    desk: Desk = client.application.extensions["rollcall"]
    assert desk.eye
    assert desk.eye.table_file
    return desk.eye.table_file


def test_the_mat_is_found_and_used_without_a_script(mat: FlaskClient) -> None:
    page = mat.get("/setup?how=mat").text
    assert "<h1>The mat is found</h1>" in page
    assert "4 of 4 markers are in sight." in page
    answer = mat.post("/setup", data={"how": "mat"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/setup?saved=1")
    table = table_file(mat).now.table
    assert table
    assert np.abs(table.polygon_px[0] - CORNER).max() < 1
    assert table.measured
    assert table.zone((CORNER[0] + 0.9 * 277 * PX_A_MM, 180)) == "keep"
    assert "Kept." in mat.get(answer.headers["Location"]).text


def test_a_mat_that_is_not_there_says_what_to_do(tray: FlaskClient) -> None:
    page = tray.get("/setup?how=mat").text
    assert "No mat in the picture yet" in page
    assert 'href="/setup/mat"' in page
    refused = tray.post("/setup", data={"how": "mat"})
    assert refused.status_code == 422
    assert "Lay it flat under the camera" in refused.text


def test_a_tray_is_offered_and_confirmed_as_it_was_shown(tray: FlaskClient) -> None:
    page = tray.get("/setup?how=tray").text
    assert "Is this the edge of your tray?" in page
    shown = re.search(r'name="corners" id="corners" value="([^"]+)"', page)
    assert shown
    corners = np.array(parse_corners(shown[1]))
    assert np.abs(corners - TRAY).max() < 5
    assert tray.post("/setup", data={"how": "tray", "corners": shown[1], "keep": "right"}).status_code == 303
    table = table_file(tray).now.table
    assert table
    assert table.keep_px is not None
    assert table.zone((540, 200)) == "keep"
    assert table.zone((200, 200)) == "throw"
    assert table.zone((20, 200)) == "off"
    assert "Mark it again when it lies elsewhere" in tray.get("/").text


def test_the_whole_picture_is_the_table_where_nothing_is_marked_and_the_page_says_so(
    tray: FlaskClient,
) -> None:
    assert "The whole picture is the table" in tray.get("/setup?how=whole").text
    assert tray.post("/setup", data={"how": "whole"}).status_code == 303
    assert table_file(tray).now.table is None
    assert "The whole picture is the table" in tray.get("/setup").text
    assert "all that the camera sees counts as the table" in tray.get("/").text


def test_the_page_says_how_a_die_on_the_line_is_judged_where_there_is_a_line(
    tray: FlaskClient, mat: FlaskClient
) -> None:
    rule = "A die on the line is in."
    assert all(rule in page.text for page in (mat.get("/setup?how=mat"), tray.get("/setup?how=hand")))
    assert not any(rule in tray.get(f"/setup?how={how}").text for how in ("whole", "mat"))


def test_a_polygon_of_many_corners_is_a_table(tray: FlaskClient) -> None:
    text = "200,30 440,30 560,180 440,330 200,330 80,180"
    assert tray.post("/setup", data={"how": "hand", "corners": text, "keep": "near"}).status_code == 303
    table = table_file(tray).now.table
    assert table
    assert len(table.polygon_px) == 6
    assert table.zone((320, 310)) == "keep"
    assert table.zone((100, 60)) == "off"
    assert tray.get("/setup").text.count("data-corner") == 6


def test_corners_are_shown_where_a_bumped_camera_sees_them(
    tray: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    tray.post("/setup", data={"how": "hand", "corners": "80,50 560,40 580,320 70,330"})
    eye = tray.application.extensions["rollcall"].eye
    wait_for(lambda: eye._view is not None)
    image = eye.frame().image
    sway = np.array([[1, 0, 0.03 * image.shape[1]], [0, 1, 0.0]])
    bumped = View(image, 0.0, (), "empty", sway=sway)
    monkeypatch.setattr(eye, "in_camera", bumped.in_camera)
    shown = tray.get("/setup").text
    (corners,) = re.findall(r'class="ring edge" points="([^"]*)"', shown)
    first = [float(number) for number in corners.split()[0].split(",")]
    assert first == pytest.approx([80 + 0.03 * 640, 50], abs=0.6)


def test_a_size_makes_the_table_true_in_millimetres(tray: FlaskClient) -> None:
    corners = "80,50 560,40 580,320 70,330"
    tray.post("/setup", data={"how": "hand", "corners": corners, "wide": "400", "deep": "250"})
    table = table_file(tray).now.table
    assert table
    assert table.measured
    assert table.distance_mm((80, 50), (560, 40)) == pytest.approx(400)
    assert table.distance_mm((560, 40), (580, 320)) == pytest.approx(250)


def as_written(page: str) -> dict[str, str]:
    """What the fields of a page hold."""
    fields = re.findall(r'name="(corners|wide|deep)"[^>]* value="([^"]*)"', page)
    return {**dict(fields), "keep": re.findall(r'value="(\w*)" checked', page)[0]}


def followed(client: FlaskClient, page: str, link: str) -> str:
    """The page behind a link with these words."""
    (href,) = re.findall(rf'<a href="([^"]+)"[^>]*>(?:<span>)?{link}<', page)
    return client.get(html.unescape(href)).text


def test_what_was_marked_goes_along_from_one_way_of_marking_to_the_next(tray: FlaskClient) -> None:
    marked = {
        "corners": "60.0,20.0 500.0,20.0 540.0,340.0 80.0,340.0",
        "keep": "left",
        "wide": "300",
        "deep": "200",
    }
    tray.post("/setup", data={"how": "hand", **marked})
    page = tray.get("/setup").text
    assert as_written(page) == as_written(tray.get("/setup?how=hand").text) == marked
    moved = {**marked, "corners": marked["corners"].replace("60.0", "90.0"), "keep": "right", "deep": "220,5"}
    page = tray.get("/setup", query_string={"how": "hand", **moved}).text
    for way in ("By hand", "Tray", "Mat", "Look again", "Whole picture", "Tray", "By hand"):
        page = followed(tray, page, way)
    assert as_written(page) == moved
    page = tray.get("/setup", query_string={"how": "hand", **moved, "deep": "x"}).text
    assert "two numbers" not in followed(tray, page, "Whole picture")


def test_the_edge_of_a_tray_is_looked_for_also_after_corners_were_drawn(tray: FlaskClient) -> None:
    said = {"keep": "right", "wide": "", "deep": ""}
    page = tray.get("/setup", query_string={"how": "hand", "corners": CORNERS, **said}).text
    page = followed(tray, page, "Tray")
    edge = as_written(page)["corners"]
    assert np.abs(np.array(parse_corners(edge)) - TRAY).max() < 5
    page = followed(tray, page, "No: drag the corners by hand")
    assert as_written(page) == {"corners": edge, **said}


def test_corners_drawn_on_a_picture_of_another_shape_are_not_marked(tray: FlaskClient) -> None:
    tray.post("/setup", data={"how": "hand", "corners": CORNERS})
    before = table_file(tray).now
    drawn = {"how": "hand", "corners": "100,60 500,60 500,300 100,300", "keep": "left"}
    assert tray.post("/setup", data={**drawn, "height": "1137.8"}).status_code == 422
    assert table_file(tray).now is before
    for way in ("hand", "tray", "whole"):
        page = tray.get("/setup", query_string={**drawn, "how": way, "height": "1137.8"}).text
        assert "The camera&#39;s picture has another shape than before." in page
        page = followed(tray, page, "By hand")
        assert "another shape" not in page
        assert shown_corners(page) == shown_corners(tray.get("/setup").text)
    assert tray.post("/setup", data={**drawn, "height": "360.0"}).status_code == 303


CORNERS = "60,20 500,20 540,340 80,340"


def shown_corners(page: str) -> list[list[float]]:
    """The corners that a page draws."""
    (corners,) = re.findall(r'class="ring edge" points="([^"]*)"', page)
    return [[float(number) for number in pair.split(",")] for pair in corners.split()]


@pytest.mark.parametrize(("wide", "deep"), [("300", ""), ("", "200"), ("300", "x"), ("300", "4")])
def test_a_size_that_is_none_takes_no_corner_away_and_stands_as_it_was_typed(
    tray: FlaskClient, wide: str, deep: str
) -> None:
    tray.post("/setup", data={"how": "whole"})
    asked = {"how": "hand", "corners": CORNERS, "keep": "left", "wide": wide, "deep": deep}
    looked, refused = tray.get("/setup", query_string=asked), tray.post("/setup", data=asked)
    for page in (looked.text, refused.text):
        assert shown_corners(page) == [[60, 20], [500, 20], [540, 340], [80, 340]]
        assert 'value="left" checked' in page
        assert f'name="wide" inputmode="decimal" value="{wide}"' in page
        assert f'name="deep" inputmode="decimal" value="{deep}"' in page
    assert ('class="refused"' in looked.text) == bool(wide and deep), "the other half may be on its way"
    assert refused.status_code == 422
    assert 'class="refused"' in refused.text


def advice(corners: np.ndarray, picture: Image) -> list[str]:
    """What is said of a table of 300 x 220 mm with these corners, px."""
    at = tuple((x * 640 / picture.shape[1], y * 640 / picture.shape[1]) for x, y in corners.tolist())
    said = propose(MarkForm("hand", at, "", (300.0, 220.0)), picture, None).checks
    return [check.what for check in said if "picture hangs" in check.what]


@pytest.mark.parametrize(("before", "after"), [(0, 180), (0, 90), (270, 0), (90, 180)])
def test_a_table_marked_before_the_picture_was_turned_is_turned_with_it(
    before: int, after: int, tmp_path: Path
) -> None:
    corners = np.array([[180, 60], [460, 60], [600, 330], [40, 330]], float)
    seen = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    for x, y in corners.astype(int):
        cv2.circle(seen, (int(x), int(y)), 9, (255, 255, 255), -1)
    table = replace(Table.from_corners(corners, (300, 220), SIZE), keep_px=corners[:3])
    TableFile.open(Settings(data=tmp_path, rotate=before)).put(
        MarkedTable("hand", table, "left", (300, 220)), seen
    )
    given = TableFile.open(
        Settings(data=tmp_path / "other", table=str(tmp_path / "table.json"), rotate=after)
    ).now.table
    same = TableFile.open(Settings(data=tmp_path, rotate=before))
    assert same.now.keep == "left"
    table_file = TableFile.open(Settings(data=tmp_path, rotate=after))
    assert table_file.picture is not None
    assert table_file.now.table is not None
    lit = table_file.picture[:, :, 0] > 128
    height, width = lit.shape
    assert table_file.now.table.size_px == (width, height)
    for was, now in zip(corners, table_file.now.table.polygon_px, strict=True):
        assert lit[int(now[1]), int(now[0])]
        assert table_file.now.table.point_mm(tuple(now)) == pytest.approx(
            table.point_mm(tuple(was)), abs=1e-6
        )
    clockwise = ["far", "right", "near", "left"]
    assert table_file.now.keep == clockwise[(3 + (after - before) // 90) % 4]
    assert table_file.now.size_mm == ((220, 300) if (after - before) % 180 else (300, 220))
    assert given
    assert np.allclose(given.polygon_px, table_file.now.table.polygon_px)
    assert Viewpoint.of(table_file.now.table).turns == (after - before) // 90 % 4


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_a_picture_that_hangs_otherwise_is_said_and_how_it_is_turned(degrees: int) -> None:
    aslant = np.array([[180, 60], [460, 60], [600, 330], [40, 330]], float)
    blank = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    assert advice(aslant, blank) == []
    for corner in aslant:
        cv2.circle(blank, corner.astype(int).tolist(), 3, (255, 255, 255), -1)
    hangs = np.ascontiguousarray(np.rot90(blank, degrees // 90))
    spots = cv2.connectedComponentsWithStats(hangs[:, :, 0])[3][1:]
    round_it = np.argsort(np.arctan2(*(spots - spots.mean(axis=0)).T[::-1]))
    long_sides = [np.roll(spots[round_it], n, axis=0) for n in range(2)]
    (said,) = {line for corners in long_sides for line in advice(corners, hangs)}
    assert "Turn it in Settings" in said
    assert ("upside down" in said) == (degrees == 180)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"how": "hand", "corners": "80,50 560,300 560,50 80,300"}, "The line crosses itself."),
        ({"how": "hand", "corners": "80,50 700,40 560,300 70,330"}, "Corner 2 lies outside the picture."),
        ({"how": "hand", "corners": "80,50 90,50 90,60 80,60"}, "That is too small for a table."),
        ({"how": "hand", "corners": "600,335 560,40 560,310 70,310"}, "That is too narrow for a table."),
        ({"how": "hand", "corners": "80,50 90,50"}, "A table has 3 to 12 corners, got 2."),
        ({"how": "hand", "corners": " ".join(["80,50"] * 13)}, "A table has 3 to 12 corners, got 13."),
        ({"how": "hand", "corners": "<script>"}, "Corners are pairs of numbers"),
        ({"how": "hand", "corners": "nan,inf 1,1 2,2"}, "Corners are pairs of numbers"),
        ({"how": "magic"}, "That is no way to mark a table."),
        ({}, "That is no way to mark a table."),
        ({"how": "hand"}, "No corners were named."),
        ({"how": "hand", "keep": "up"}, "That is no way to mark a table."),
        ({"how": "hand", "wide": "wide", "deep": "3"}, "two numbers, in millimetres"),
        ({"how": "hand", "wide": "nan", "deep": "300"}, "50 to 3000 mm"),
        ({"how": "hand", "wide": "4", "deep": "300"}, "50 to 3000 mm"),
        (
            {"how": "hand", "corners": "0,0 320,0 640,0 300,300", "wide": "300", "deep": "200"},
            "Three corners lie in one line",
        ),
        (
            {"how": "hand", "corners": "80,50 560,40 300,100 70,330", "wide": "300", "deep": "200"},
            "or one points inward",
        ),
        ({"how": "tray", "corners": "80,50 560,300 560,50 80,300"}, "The line crosses itself."),
        ({"how": "tray", "corners": "80,50 85,50 85,55 80,55"}, "That is too small for a table."),
    ],
)
def test_what_is_no_table_is_refused_with_a_sentence_and_changes_nothing(
    tray: FlaskClient, asked: dict[str, str], sentence: str
) -> None:
    before = table_file(tray).now
    answer = tray.post("/setup", data=asked)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert table_file(tray).now is before
    assert tray.get("/setup", query_string=asked).status_code == 200


def test_a_table_outlives_the_program(tray: FlaskClient) -> None:
    corners = "80,50 560,40 580,320 70,330"
    tray.post("/setup", data={"how": "hand", "corners": corners, "keep": "left"})
    settings: Settings = tray.application.extensions["rollcall"].settings
    again = TableFile.open(settings).now
    assert again.table
    assert np.allclose(again.table.polygon_px, table_file(tray).now.table.polygon_px)  # type: ignore[union-attr]
    assert (again.how, again.keep) == ("hand", "left")
    seen = TableFile.open(settings).picture
    assert seen is not None
    assert cv2.PSNR(seen, tray_picture()) > 25


def test_the_running_eye_looks_anew_at_a_table_marked_anew(
    tray: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    eye = tray.application.extensions["rollcall"].eye
    made: list[list[float]] = []
    usual = eye._new_pipeline

    def noted() -> object:
        table = eye.table_file.now.table
        made.append(table.polygon_px[0].tolist() if table else [])
        return usual()

    monkeypatch.setattr(eye, "_new_pipeline", noted)
    tray.post("/setup", data={"how": "hand", "corners": "100,50 560,40 580,320 70,330"})
    # What was marked before may be looked at just now, late.
    wait_for(lambda: [100, 50] in made)


def test_a_table_that_cannot_be_kept_is_said(tray: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    before = table_file(tray).now
    monkeypatch.setattr(table_file(tray), "_folder", Path("/proc/no"))
    answer = tray.post("/setup", data={"how": "whole"})
    assert answer.status_code == 507
    assert "could not be kept" in answer.text
    assert table_file(tray).now is before


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"how": "magic"}',
        '{"how": "hand", "keep_side": "", "size_mm": null}',
        '{"how": "whole", "keep_side": "", "size_mm": [1]}',
    ],
)
def test_a_spoilt_table_file_is_named(text: str, tmp_path: Path) -> None:
    (tmp_path / "table.json").write_text(text)
    with pytest.raises(TableError, match=r"table\.json does not say where the table is"):
        TableFile.open(Settings(data=tmp_path))


def test_a_marking_that_cannot_be_kept_changes_neither_the_table_nor_its_picture(tmp_path: Path) -> None:
    table_file = TableFile.open(Settings(data=tmp_path))
    table_file.put(MarkedTable("hand", Table.whole(640, 360)), tray_picture())
    before = [(tmp_path / name).read_bytes() for name in ("table.json", "table.jpg")]
    (tmp_path / f"table.json.{os.getpid()}.part").mkdir()
    with pytest.raises(OSError, match=r"table\.json\."):
        table_file.put(MarkedTable("whole"), np.zeros((360, 640, 3), np.uint8))
    assert [(tmp_path / name).read_bytes() for name in ("table.json", "table.jpg")] == before
    assert table_file.now.how == "hand"


def test_a_mat_found_again_never_goes_before_what_a_person_marked_meanwhile(tmp_path: Path) -> None:
    table_file = TableFile.open(Settings(data=tmp_path))
    table_file.put(MarkedTable("mat", Table.whole(640, 360)), tray_picture())
    known = table_file.now
    table_file.put(MarkedTable("whole"), tray_picture())
    assert not table_file.move(known, Table.whole(640, 360), tray_picture())
    assert json.loads((tmp_path / "table.json").read_text())["how"] == "whole"


def test_a_size_that_cannot_count_is_said() -> None:
    corners = ((100.0, 60.0), (540.0, 60.0), (600.0, 200.0), (540.0, 320.0), (100.0, 320.0))
    proposal = propose(MarkForm(corners=corners, size_mm=(300.0, 200.0)), tray_picture(), None)
    assert proposal.table
    assert "four corners" in " ".join(check.what for check in proposal.checks if not check.good)


def test_a_table_file_named_at_the_start_goes_first(tmp_path: Path) -> None:
    given = tmp_path / "given.json"
    given.write_text(json.dumps(Table.whole(640, 360).to_json()))
    TableFile(tmp_path, MarkedTable()).put(MarkedTable("whole"), tray_picture())
    assert TableFile.open(Settings(data=tmp_path, table=str(given))).now.how == "hand"
    assert json.loads((tmp_path / "table.json").read_text())["how"] == "whole"


def test_a_table_from_a_file_is_still_all_that_it_was_when_it_is_saved_as_it_is(tmp_path: Path) -> None:
    edge = np.array([[80, 40], [560, 40], [560, 320], [80, 320]], float)
    table = replace(Table.from_corners(edge, (400, 250), SIZE), keep_px=edge * (0.5, 1))
    (tmp_path / "given.json").write_text(json.dumps(table.to_json()))
    settings = Settings(
        data=tmp_path / "data",
        camera=still_film(tmp_path / "tray.mkv", tray_picture()),
        table=str(tmp_path / "given.json"),
        port=0,
        stale=LONG_S,
    )
    app = create_app(settings)
    client = app.test_client()
    app.extensions["rollcall"].start()
    wait_for(lambda: "Corners, as typed" in client.get("/setup").text)
    corners = client.get("/setup").text.split('id="corners" value="')[1].split('"')[0]
    answer = client.post("/setup", data={"how": "hand", "corners": corners}, follow_redirects=True)
    assert "until Roll Call ends" in answer.text
    now = table_file(client).now.table
    assert now
    assert (now.measured, now.zone((100, 200)), now.zone((400, 200))) == (True, "keep", "throw")
    client.post("/setup", data={"how": "hand", "corners": "100,50 560,40 580,320 70,330"})
    changed = table_file(client).now.table
    assert changed
    assert not changed.measured
    app.extensions["rollcall"].close()


def test_a_table_marked_in_a_film_leaves_the_cameras_table_as_it_was(tmp_path: Path) -> None:
    TableFile(tmp_path, MarkedTable()).put(MarkedTable("whole"), tray_picture())
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    film = TableFile(None, MarkedTable())
    film.put(MarkedTable("hand", Table.whole(640, 360)), tray_picture())
    assert film.now.how == "hand"
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_the_table_is_marked_again_in_the_midst_of_a_match_and_the_way_leads_back(tmp_path: Path) -> None:
    settings = Settings(
        data=tmp_path / "data", camera=still_film(tmp_path / "tray.mkv", tray_picture()), port=0, stale=LONG_S
    )
    app = create_app(settings)
    client, desk = app.test_client(), app.extensions["rollcall"]
    assert '<a class="button" href="/">Back</a>' in client.get("/setup").text
    assert "The five steps" not in client.get("/setup").text
    client.post("/setup/steps/camera/next")
    marking = client.get("/setup").text
    assert '<a class="button" href="/setup/steps/table">Back</a>' in marking
    assert re.search('<li class="is-on" aria-current="step"><a href="/setup/steps/table">3 Table', marking)
    client.post("/setup/steps/later")
    assert "The five steps" not in client.get("/setup").text
    desk.presses.new(0, "morning-roll", ["Ann"], rounds=1)
    assert '<a class="button" href="/table">Back</a>' in client.get("/setup").text
    assert client.get("/table").text.count('href="/setup"') == 1
    desk.health.start("vision", Shift.code, Shift.what, Shift.do)
    assert client.get("/table").text.count('href="/setup"') == 2
    assert 'href="/setup"' in client.get("/").text
    assert 'id="see-setup"' not in client.get("/setup").text
    app.extensions["rollcall"].close()


def test_without_a_camera_there_is_nothing_to_mark(tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path, camera="none"))
    client = app.test_client()
    page = client.get("/setup").text
    assert "No camera is used" in page
    assert "Look again" not in page
    assert "Where is your table?" not in client.get("/").text
    assert client.post("/setup", data={"how": "whole"}).status_code == 409
    app.extensions["rollcall"].close()


def test_the_mat_is_served_to_print(mat: FlaskClient) -> None:
    assert "Letter 2x1" in mat.get("/setup/mat?paper=Letter&tiles=2x1").text
    assert mat.get("/setup/mat?paper=A9").status_code == 404


@pytest.mark.parametrize("side", ["left", "right", "near", "far"])
def test_the_keep_zone_lies_where_it_is_said_to_lie(side: str) -> None:
    points = {"left": (70, 180), "right": (570, 180), "near": (320, 310), "far": (320, 50)}
    for corners in (
        ((50, 30), (590, 30), (590, 330), (50, 330)),
        ((330, 31), (590, 180), (310, 329), (50, 170)),
    ):
        form = MarkForm("hand", corners, side, None)  # type: ignore[arg-type]
        table = propose(form, tray_picture(), None).table
        assert table
        assert table.zone((320, 180)) == "throw"
        inside = np.array(points[side]) * 0.8 + np.array([320, 180]) * 0.2
        assert table.zone((float(inside[0]), float(inside[1]))) == "keep"


def test_numbers_of_the_page_are_read_strictly() -> None:
    assert parse_corners("1,2 3.5,4 -1,0") == ((1, 2), (3.5, 4), (-1, 0))
    assert parse_corners("") == ()
    assert parse_size("", " ") is None
    assert parse_size("400", "250.5") == parse_size("400", "250,5") == (400, 250.5)
    with pytest.raises(MarkingError):
        parse_size("400", "")


@contextmanager
def served(app: Any) -> Iterator[int]:
    """The program in the network of this machine alone: its port."""
    logging.getLogger("waitress").setLevel(logging.CRITICAL)
    server = create_server(app, host="127.0.0.1", port=0, threads=8)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield int(server.effective_port)
    end(server, thread)


@pytest.fixture(scope="module")
def address(apps: dict[str, Flask]) -> Iterator[dict[str, str]]:
    with ExitStack() as servers:
        ports = {name: servers.enter_context(served(app)) for name, app in apps.items()}
        yield {name: f"http://127.0.0.1:{port}" for name, port in ports.items()}


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    assert CHROMIUM, "this test needs Chromium: apt-get install chromium-headless-shell"
    with launched() as browser:
        yield browser


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page
    context.close()
    assert said == []


def corners_on(page: Page) -> list[list[float]]:
    return [[float(n) for n in pair.split(",")] for pair in page.locator("#corners").input_value().split()]


Touch = Callable[..., None]


@pytest.fixture
def finger(chromium: Browser) -> Iterator[tuple[Page, Touch]]:
    """A phone, and a finger on its glass: the browser judges what it means, as it does with a real one."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    glass = context.new_cdp_session(page)

    def touch(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    yield page, touch
    context.close()


@pytest.mark.parametrize("way", [(0, 90), (0, -60), (70, 40)], ids=["down", "up", "aslant"])
def test_a_finger_drags_a_corner_as_far_as_it_goes_and_scrolls_nothing(
    finger: tuple[Page, Touch], address: dict[str, str], way: tuple[int, int]
) -> None:
    page, touch = finger
    page.goto(f"{address['tray']}/setup?how=hand&corners=200,120 500,120 500,300 200,300")
    page.evaluate("scrollTo(0, 40)")
    before_px = page.evaluate("scrollY")
    box = page.locator(".handle").first.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch("touchStart", x, y)
    for step in range(1, 21):
        touch("touchMove", x + way[0] * step / 20, y + way[1] * step / 20)
    touch("touchEnd")
    unit = page.evaluate("document.getElementById('marks').getBoundingClientRect().width") / 640
    goal = [
        min(max(at + far / unit, 0), size) for at, far, size in zip((200, 120), way, (640, 360), strict=True)
    ]
    assert corners_on(page)[0] == pytest.approx(goal, abs=2)
    assert page.evaluate("scrollY") == before_px
    # Beside the corners the picture is no trap: a finger that begins there scrolls the page.
    touch("touchStart", 200, 160)
    for step in range(1, 11):
        touch("touchMove", 200, 160 + 8 * step)
    touch("touchEnd")
    assert on_page(page, lambda: page.evaluate("scrollY") < before_px)


def test_a_second_finger_moves_no_corner(page: Page, address: dict[str, str], tray: FlaskClient) -> None:
    page.goto(f"{address['tray']}/setup?how=hand&corners=80,50 560,40 580,320 70,330")
    before = corners_on(page)
    page.locator(".handle").nth(2).wait_for()
    marks_box = page.locator("#marks").bounding_box()
    assert marks_box
    unit = marks_box["width"] / 640
    page.evaluate(
        """() => {
          const send = (on, kind, id, x, y) => on.dispatchEvent(new PointerEvent(kind,
            { pointerId: id, clientX: x, clientY: y, bubbles: true, cancelable: true, pointerType: "touch" }));
          const view = document.getElementById("view");
          view.setPointerCapture = () => undefined;
          const at = (n) => document.querySelectorAll("#marks .handle")[n].getBoundingClientRect();
          const [a, b] = [at(0), at(2)];
          send(document.querySelectorAll("#marks .handle")[0], "pointerdown", 1, a.x + a.width / 2, a.y + a.height / 2);
          send(document.querySelectorAll("#marks .handle")[2], "pointerdown", 2, b.x + b.width / 2, b.y + b.height / 2);
          send(view, "pointermove", 2, b.x - 90, b.y - 90);
          send(view, "pointermove", 1, a.x + a.width / 2 + 20, a.y + a.height / 2);
          send(view, "pointerup", 2, b.x, b.y);
          send(view, "pointermove", 1, a.x + a.width / 2 + 40, a.y + a.height / 2);
          send(view, "pointerup", 1, a.x + a.width / 2 + 40, a.y + a.height / 2);
        }"""
    )
    expect(page.locator("#magnifier")).to_be_hidden(timeout=60_000)
    after = corners_on(page)
    assert after[0] == pytest.approx([before[0][0] + 40 / unit, before[0][1]], abs=1.5)
    assert after[1:] == before[1:]


def test_a_corner_is_dragged_and_the_table_is_what_was_drawn(
    page: Page, address: dict[str, str], tray: FlaskClient
) -> None:
    page.goto(f"{address['tray']}/setup?how=hand&corners=80,50 560,40 580,320 70,330")
    before = corners_on(page)
    box = page.locator(".handle").nth(1).bounding_box()
    marks_box = page.locator("#marks").bounding_box()
    assert box
    assert marks_box
    unit = marks_box["width"] / 640
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(
        box["x"] + box["width"] / 2 - 60 * unit, box["y"] + box["height"] / 2 + 30 * unit, steps=4
    )
    expect(page.locator("#magnifier")).to_be_visible(timeout=60_000)
    page.mouse.up()
    expect(page.locator("#magnifier")).to_be_hidden(timeout=60_000)
    after = corners_on(page)
    assert after[1] == pytest.approx([before[1][0] - 60, before[1][1] + 30], abs=1.5)
    assert [after[n] for n in (0, 2, 3)] == [before[n] for n in (0, 2, 3)]
    page.get_by_role("button", name="Use this table").click()
    expect(page.locator(".done-note")).to_contain_text("This is your table from now on.")
    table = table_file(tray).now.table
    assert table
    assert np.abs(table.polygon_px - after).max() < 0.5


def test_corners_are_moved_by_keys_alone_and_the_page_says_what_is_wrong(
    page: Page, address: dict[str, str]
) -> None:
    page.goto(f"{address['tray']}/setup?how=hand&corners=80,50 560,20 580,320 70,330")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.handle')"):
            break
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    assert corners_on(page)[0] == [81, 60]
    label = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert label == "Corner 1: 81 across, 60 down. Arrow keys move it."
    # Beyond the right side: the line crosses itself, and the page says so while the focus is still at the corner. What
    # is live stays, and its words change: what is replaced as a whole is not read out.
    page.evaluate("for (const id of ['told', 'checks']) document.getElementById(id).stays = true")
    for _ in range(55):
        page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#checks")).to_contain_text("The line crosses itself.")
    assert page.evaluate("document.activeElement.matches('.handle')")
    assert (
        page.evaluate(
            "[...document.querySelectorAll('[aria-live=polite]')].filter((each) => each.stays).length"
        )
        == 2
    )


def test_a_late_answer_takes_no_corner_back(page: Page, address: dict[str, str]) -> None:
    page.goto(f"{address['tray']}/setup?how=hand&corners=80,50 560,40 580,320 70,330")
    held: list[Route] = []
    answered: list[str] = []
    page.on("requestfinished", lambda request: answered.append(request.url))
    page.route("**/setup?*", lambda route: route.continue_() if held else held.append(route))
    page.locator(".handle").first.focus()
    page.keyboard.press("ArrowRight")
    assert on_page(page, lambda: held)
    page.keyboard.press("Shift+ArrowRight")
    held[0].continue_()

    def is_answered() -> bool:
        assert corners_on(page)[0] == [91, 50]
        return sum("/setup?" in each for each in answered) >= 2

    assert on_page(page, is_answered)
    page.wait_for_timeout(100)
    assert corners_on(page)[0] == [91, 50]


def test_a_corner_at_the_edge_of_the_picture_has_a_handle_that_is_all_in_sight(
    page: Page, address: dict[str, str]
) -> None:
    page.goto(f"{address['tray']}/setup?how=hand&corners=0,0 640,40 640,360 3,358")
    figure = page.locator("figure").bounding_box()
    assert figure
    for n in range(4):
        box = page.locator(".handle circle:not(.hit)").nth(n).bounding_box()
        assert box
        assert figure["x"] <= box["x"] <= figure["x"] + figure["width"] - box["width"]
        assert figure["y"] <= box["y"] <= figure["y"] + figure["height"] - box["height"]
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.up()
    assert corners_on(page) == [[0, 0], [640, 40], [640, 360], [3, 358]], "a touch moves nothing"


@pytest.mark.parametrize("width", [320, 390, 430])
@pytest.mark.parametrize("corner", range(4))
def test_a_thumb_takes_a_corner_at_the_edge_of_the_picture_by_any_part_of_its_handle(
    finger: tuple[Page, Touch], address: dict[str, str], width: int, corner: int
) -> None:
    page, touch = finger
    page.set_viewport_size({"width": width, "height": 844})
    far = 21.0
    for dx, dy in ((-far, 0.0), (far, 0.0), (0.0, -far), (0.0, far)):
        page.goto(f"{address['tray']}/setup?how=hand&corners=0,0 640,0 640,360 0,360")
        page.locator(".handle[role=button]").nth(3).wait_for()
        box = page.locator(".handle circle:not(.hit)").nth(corner).bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2 + dx, box["y"] + box["height"] / 2 + dy
        assert 4 < x < width - 4, "it is beside the screen"
        unit = page.evaluate("document.getElementById('marks').getBoundingClientRect().width") / 640
        inwards = (40 if corner in (0, 3) else -40, 30 if corner < 2 else -30)
        touch("touchStart", x, y)
        for step in range(1, 9):
            touch("touchMove", x + inwards[0] * step / 8, y + inwards[1] * step / 8)
        touch("touchEnd")
        start = [(0, 0), (640, 0), (640, 360), (0, 360)][corner]
        goal = [at + way / unit for at, way in zip(start, inwards, strict=True)]
        assert corners_on(page)[corner] == pytest.approx(goal, abs=2)


TWELVE = "80,50 180,48 280,46 380,44 560,40 570,180 580,320 450,322 330,324 200,326 70,330 75,190"


@pytest.mark.parametrize(
    ("corners", "button", "why"),
    [
        (TWELVE, "One more corner", "A table has at most 12 corners."),
        ("80,50 560,40 580,320", "One fewer", "A table has at least 3 corners."),
    ],
)
def test_why_no_corner_is_added_or_taken_away_is_said_beside_its_button(
    page: Page, address: dict[str, str], corners: str, button: str, why: str
) -> None:
    page.goto(f"{address['tray']}/setup?how=hand&corners={corners}")
    expect(page.locator("#corner-why")).to_have_text(why)
    pressed = page.get_by_role("button", name=button)
    expect(pressed).to_have_attribute("aria-disabled", "true")
    pressed.dispatch_event("click")
    assert page.locator(".handle").count() == len(corners.split())
    other = "One fewer" if button != "One fewer" else "One more corner"
    page.get_by_role("button", name=other).click()
    expect(page.locator("#corner-why")).to_have_text("")


def test_a_corner_is_added_and_taken_away(page: Page, address: dict[str, str]) -> None:
    page.goto(f"{address['tray']}/setup?how=hand&corners=80,50 560,40 580,320 70,330")
    page.get_by_role("button", name="One more corner").click()
    expect(page.locator(".handle")).to_have_count(5)
    page.get_by_role("button", name="One fewer").click()
    expect(page.locator(".handle")).to_have_count(4)


@pytest.mark.parametrize("ways", [["By hand"], ["Tray", "By hand"], ["Mat", "Tray", "By hand"]])
def test_a_tab_takes_the_marking_along_as_it_is_now(
    page: Page, address: dict[str, str], tray: FlaskClient, ways: list[str]
) -> None:
    tray.post(
        "/setup", data={"how": "hand", "corners": CORNERS, "keep": "left", "wide": "300", "deep": "200"}
    )
    page.goto(f"{address['tray']}/setup")
    page.locator(".handle").first.focus()
    page.keyboard.press("Shift+ArrowRight")
    page.get_by_label("Right").check()
    page.get_by_role("textbox", name="Deep").fill("220")
    before = corners_on(page)
    for way in ways:
        page.get_by_role("link", name=way, exact=True).click()
        expect(page.locator(".choice [aria-current]")).to_have_text(way)
    assert corners_on(page) == before
    assert before[0] == [70, 20]
    expect(page.get_by_label("Right")).to_be_checked()
    expect(page.get_by_role("textbox", name="Deep")).to_have_value("220")


@pytest.mark.parametrize("way", ["", "?how=tray", "?how=mat"])
def test_a_camera_of_another_shape_is_said_and_what_is_drawn_is_of_its_picture(
    page: Page, tmp_path: Path, way: str
) -> None:
    wide = still_film(tmp_path / "wide.mkv", tray_picture())
    upright = still_film(tmp_path / "upright.mkv", np.ascontiguousarray(np.rot90(tray_picture())))
    app = looking(Settings(data=tmp_path / "data", camera=wide, port=0, stale=LONG_S))
    app.test_client().post("/setup", data={"how": "hand", "corners": CORNERS})
    started = [app]
    with served(lambda *asked: started[-1](*asked)) as port:
        page.goto(f"http://127.0.0.1:{port}/setup{way}")
        app.extensions["rollcall"].close()
        started.append(app := looking(Settings(data=tmp_path / "data", camera=upright, port=0, stale=LONG_S)))
        changed = page.get_by_role("alert")
        expect(changed).to_contain_text("The camera's picture has another shape")
        expect(changed).to_be_focused()
        box = page.locator("#view").bounding_box()
        assert box
        assert box["height"] / box["width"] == pytest.approx(640 / 360, abs=0.01)
        page.get_by_role("link", name="By hand", exact=True).click()
        expect(page.locator(".handle")).to_have_count(4)
        assert page.locator(".refused").count() == 0
        page.get_by_role("button", name="Use this table").click()
        expect(page.locator(".done-note")).to_be_visible()
    table = table_file(app.test_client()).now.table
    assert table
    assert table.size_px == (360, 640)
    app.extensions["rollcall"].close()


def test_the_keep_zone_is_drawn_when_it_is_chosen(page: Page, address: dict[str, str]) -> None:
    page.goto(f"{address['tray']}/setup?how=tray&keep=")
    expect(page.locator(".keep-line")).to_have_count(0)
    page.get_by_label("Right").check()
    expect(page.locator(".keep-line")).to_have_count(1)


@pytest.mark.parametrize("how", ["hand", "whole"])
def test_the_size_is_typed_one_number_after_the_other_and_the_corners_stay(
    page: Page, address: dict[str, str], tray: FlaskClient, how: str
) -> None:
    tray.post("/setup", data={"how": how, "corners": CORNERS})
    page.goto(f"{address['tray']}/setup?how=hand&corners={CORNERS}")
    before = corners_on(page)
    page.get_by_text("Size of the table").click()
    for label, size in (("Across", "300"), ("Deep", "200,5")):
        page.get_by_role("textbox", name=label).fill(size)
        with page.expect_response("**/setup?*"):
            page.keyboard.press("Tab")
    expect(page.locator("#checks")).to_contain_text("dots across")
    assert page.locator(".refused").count() == 0
    assert corners_on(page) == before
    page.get_by_role("button", name="Use this table").click()
    expect(page.locator(".done-note")).to_contain_text("This is your table from now on.")
    now = table_file(tray).now
    assert now.size_mm == (300, 200.5)
    assert now.table
    assert np.abs(now.table.polygon_px - before).max() < 0.5


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1440, 900)])
def test_an_upright_picture_is_on_the_screen_with_all_its_corners(
    chromium: Browser, tmp_path: Path, width: int, height: int
) -> None:
    camera = still_film(tmp_path / "upright.mkv", np.full((1112, 540, 3), 90, np.uint8))
    app = looking(Settings(data=tmp_path / "data", camera=camera, port=0, stale=LONG_S))
    context = chromium.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    with served(app) as port:
        page.goto(f"http://127.0.0.1:{port}/setup?how=hand")
        expect(page.locator(".handle")).to_have_count(4)
        page.screenshot(path=SHOTS / f"setup-upright-{width}.png")
        box = page.locator("#view").bounding_box()
        assert box
        assert box["height"] / box["width"] == pytest.approx(1112 / 540, abs=0.01)
        assert box["y"] + box["height"] <= height
        assert page.evaluate(SMALL) == []
    context.close()
    app.extensions["rollcall"].close()


@pytest.mark.parametrize(
    ("kind", "width", "height", "mode"),
    [
        ("phone", 390, 844, "light"),
        ("phone", 390, 844, "dark"),
        ("desktop", 1440, 900, "light"),
        ("desktop", 1440, 900, "dark"),
    ],
)
def test_the_page_fits_every_screen(
    chromium: Browser,
    address: dict[str, str],
    kind: str,
    width: int,
    height: int,
    mode: Literal["light", "dark"],
) -> None:
    context = chromium.new_context(viewport={"width": width, "height": height}, color_scheme=mode)
    page = context.new_page()
    SHOTS.mkdir(parents=True, exist_ok=True)
    for name, asked in (("mat", "how=mat"), ("tray", "how=hand&keep=left")):
        page.goto(f"{address[name]}/setup?{asked}")
        expect(page.locator("#view img")).to_have_js_property("complete", True)
        page.screenshot(path=SHOTS / f"setup-{asked[4:8].strip('&')}-{kind}-{mode}.png")
        small = page.evaluate(SMALL)
        assert small == []
        page.set_viewport_size({"width": 320, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        page.set_viewport_size({"width": width, "height": height})
    context.close()


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_page_of_the_mat_leads_back_follows_the_mode_and_draws_each_size(
    chromium: Browser, address: dict[str, str], mode: Literal["light", "dark"]
) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, color_scheme=mode)
    page = context.new_page()
    page.goto(f"{address['tray']}/setup/mat?paper=Letter&tiles=2x1")
    red = page.evaluate("Number(getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0])")
    assert (red > 200) == (mode == "light")
    measure = (
        "each => ['width', 'height'].map((side) => each.querySelector('svg').getBoundingClientRect()[side])"
    )
    sizes = page.locator(".sizes a")
    shapes = [
        (sizes.nth(n).inner_text().strip(), sizes.nth(n).evaluate(measure)) for n in range(sizes.count())
    ]
    assert len(shapes) >= 10
    by_name = dict(shapes)
    for name, across, down in (("A4 2x1", 2, 1), ("A4 1x2", 1, 2)):
        if name in by_name:
            whole = [n * side for n, side in zip((across, down), by_name["A4 1x1"], strict=True)]
            assert by_name[name] == pytest.approx(whole, rel=0.05)
    assert page.evaluate(SMALL.replace(".button", ".sizes a, .back, .next")) == []
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"mat-phone-{mode}.png")
    page.get_by_role("link", name="Back to the table").click()
    assert "/setup" in page.url
    assert "mat" not in page.url.split("/setup")[1].split("?")[0]
    context.close()
