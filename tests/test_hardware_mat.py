"""The mat is true to the millimetre where it counts: in what the browser prints."""

from __future__ import annotations

import errno
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page
from real_browser import CHROMIUM, launched

from hardware.mat import MARGIN_MM, MATS, PAPERS, RULER_MM, Mat, MatError, mat_of
from webui.cli import Refusal
from webui.verbs.mat import main

# A CSS pixel is 1/96 inch; 3 device pixels each make a dot 0.09 mm.
DOTS = 3
DOTS_A_MM = DOTS * 96 / 25.4


def test_no_two_mats_share_a_marker_and_all_fit_into_the_dictionary() -> None:
    uses = Counter(number for mat in MATS for number in mat.markers)
    assert set(uses.values()) == {1}
    assert max(uses) < 250


def test_printed_mats_keep_their_numbers() -> None:
    # Mats hang on walls for years: these numbers may never change.
    assert [(mat.name, mat.first) for mat in MATS[:8]] == [
        ("A4 1x1", 0), ("A4 2x1", 4), ("A4 1x2", 12), ("A4 2x2", 20),
        ("A4 3x1", 36), ("A4 3x2", 48), ("A4 3x3", 72), ("Letter 1x1", 108),
    ]  # fmt: skip


@pytest.mark.parametrize("mat", MATS, ids=lambda mat: mat.name)
def test_markers_stand_only_along_the_edge_of_the_mat_and_apart_from_each_other(mat: Mat) -> None:
    wide, deep = mat.size_mm
    squares = np.array(list(mat.markers.values()))
    reach = np.array([squares[..., 0].min(), wide - squares[..., 0].max(), deep - squares[..., 1].max()])
    assert np.allclose(reach, 4.0)
    beside = np.minimum(squares.min(axis=1), (wide, deep) - squares.max(axis=1)).min(axis=1)
    assert np.allclose(beside, 4.0)
    middles = squares.mean(axis=1)
    apart = np.abs(middles[:, None] - middles).max(axis=-1) + 1000 * np.eye(len(middles))
    assert apart.min() >= 24.5 + 2 * 4.0


def test_a_mat_that_there_is_not_names_those_that_there_are() -> None:
    with pytest.raises(MatError, match=r"no mat A5 1x1: papers are A4, Letter; tiles are 1x1, 2x1"):
        mat_of("A5")
    assert mat_of("letter", "2X2").name == "Letter 2x2"


def test_every_sheet_is_an_svg_of_the_size_of_its_paper() -> None:
    for mat in MATS:
        sheets = mat.sheets()
        assert len(sheets) == mat.columns * mat.rows
        for sheet in sheets:
            root = ElementTree.fromstring(sheet)
            assert (root.get("width"), root.get("height")) == tuple(f"{side}mm" for side in PAPERS[mat.paper])


@pytest.fixture(scope="module")
def browser_page() -> Iterator[Page]:
    assert CHROMIUM, "this test needs Chromium: apt-get install chromium-headless-shell"
    with launched() as browser:
        yield browser.new_context(
            viewport={"width": 1300, "height": 900}, device_scale_factor=DOTS
        ).new_page()


@pytest.mark.parametrize(("paper", "tiles"), [("A4", "1x1"), ("Letter", "2x2")])
def test_the_browser_prints_markers_and_ruler_true_to_the_millimetre(
    browser_page: Page, tmp_path: Path, paper: str, tiles: str
) -> None:
    file = tmp_path / "mat.html"
    assert main(["--paper", paper, "--tiles", tiles, "--out", str(file)]) == 0
    mat = mat_of(paper, tiles)
    browser_page.goto(file.as_uri())
    browser_page.emulate_media(media="print")
    seen: dict[int, np.ndarray] = {}
    for sheet, drawn in enumerate(browser_page.query_selector_all(".sheet svg")):
        row, column = divmod(sheet, mat.columns)
        origin = np.array([column * mat.sheet_mm[0], row * mat.sheet_mm[1]]) - MARGIN_MM
        box = drawn.bounding_box()
        assert box
        assert np.allclose([box["width"], box["height"]], np.array(PAPERS[paper]) * 96 / 25.4, atol=0.01)
        picture = cv2.imdecode(np.frombuffer(drawn.screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE)
        detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(mat.dictionary))
        corners, numbers, _ = detector.detectMarkers(picture)
        assert numbers is not None
        for number, quad in zip(numbers.ravel(), corners, strict=True):
            seen[int(number)] = (quad[0] + 0.5) / DOTS_A_MM + origin
    assert seen.keys() == mat.markers.keys()
    assert max(np.abs(seen[number] - mat.markers[number]).max() for number in seen) < 0.3
    ruler = browser_page.locator(".ruler").first
    # Its box without the width of the stroke, by the scale at which it stands on the page.
    printed_px = ruler.evaluate("line => line.getBBox().width * line.getScreenCTM().a")
    assert printed_px == pytest.approx(RULER_MM * 96 / 25.4, abs=0.1)


def test_the_printed_pages_have_the_size_of_the_paper_one_for_each_sheet(
    browser_page: Page, tmp_path: Path
) -> None:
    main(["--tiles", "2x1", "--out", str(tmp_path / "mat.html")])
    browser_page.goto((tmp_path / "mat.html").as_uri())
    printed = browser_page.pdf(prefer_css_page_size=True)
    boxes = re.findall(rb"/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]", printed)
    assert len(boxes) == 2
    for box in boxes:
        across, down = (float(side) / 72 * 25.4 for side in box)
        assert (across, down) == (pytest.approx(297, abs=0.2), pytest.approx(210, abs=0.2))


def test_a_file_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match=r"cannot be written: .*Name another file with --out\."):
        main(["--out", str(tmp_path / "no" / "mat.html")])
    with pytest.raises(Refusal, match="no mat A4 9x9"):
        main(["--tiles", "9x9", "--out", str(tmp_path / "mat.html")])


def test_a_file_that_is_no_mat_of_ours_is_not_written_over_and_a_mat_is(tmp_path: Path) -> None:
    path = tmp_path / "mat.html"
    main(["--out", str(path)])
    main(["--tiles", "2x1", "--out", str(path)])
    assert "Roll Call mat, A4 2x1" in path.read_text("utf-8")
    path.write_text("<title>My holidays</title>")
    with pytest.raises(Refusal, match=r"mat\.html is there already.*Name another file with --out\."):
        main(["--out", str(path)])
    assert path.read_text() == "<title>My holidays</title>"


def test_a_mat_that_cannot_be_written_leaves_the_old_one_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, link = tmp_path / "mat.html", tmp_path / "link.html"
    link.symlink_to(path)
    for name in (path, link):
        main(["--out", str(name)])
    assert link.is_symlink()
    old = path.read_text()
    whole = Path.write_text

    def full(self: Path, text: str, **how: str) -> None:
        whole(self, text[:100], **how)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    for name in ("mat.html", "new.html"):
        with pytest.raises(Refusal, match="cannot be written: No space left on device"):
            main(["--tiles", "2x1", "--out", str(tmp_path / name)])
    assert (sorted(tmp_path.iterdir()), path.read_text()) == ([link, path], old)


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="there is no /dev/stdout here")
def test_a_mat_may_go_to_another_program() -> None:
    command = [sys.executable, "-m", "webui", "mat", "--out", "/dev/stdout"]
    done = subprocess.run(command, cwd=Path(__file__).parents[1], capture_output=True, text=True, check=True)
    assert "Roll Call mat, A4 1x1" in done.stdout
