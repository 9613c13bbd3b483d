"""What the page of the phone that is the camera shows: the rings of its own picture, and how the phone stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from test_webui_phone import JSON, at_rest, joined
from waiting import until

from hardware.jpeg import encode_jpeg
from vision.nouns import TILTED, Trouble
from webui.app import create_app
from webui.config import Settings
from webui.desk import Desk
from webui.match.board import Source
from webui.match.seen import SeenDie
from webui.page.through_phone import Fact, network, own_picture, says, stands

CORNERS = ((100.0, 50.0), (140.0, 50.0), (140.0, 90.0), (100.0, 90.0))
DIE = SeenDie(4, 0.99, (4, 1, 2, 3, 5, 6), "flat", "throw", CORNERS)
SOURCE = Source("phone", state="on", phase="settled", width=640, height=360, age_s=0.1, dice=(DIE,))
EDGE = ((10.0, 20.0), (630.0, 20.0), (630.0, 350.0), (10.0, 350.0))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[FlaskClient, Desk]]:
    app = create_app(Settings(data=tmp_path, camera="phone"))
    desk: Desk = app.extensions["rollcall"]
    desk.start()
    yield app.test_client(), desk
    desk.close()


def sent(client: FlaskClient, picture: bytes) -> dict[str, Any]:
    told: dict[str, Any] = client.post("/phone/frame", data=picture, headers=JSON).get_json()
    return told


def told_of(client: FlaskClient, picture: bytes) -> dict[str, Any]:
    """The first answer with rings, as this picture goes on being sent."""
    answers: list[dict[str, Any]] = []

    def ringed() -> bool:
        answers.append(sent(client, picture))
        return str(answers[-1]["rings"]).count('class="ring"') == 6

    assert until(ringed), "the table never saw the dice"
    return answers[-1]


def middles(rings: str) -> np.ndarray:
    """Where each ring of the drawing lies, in its units."""
    found = re.findall(r'scale\(([\d.]+)\)"><polygon class="halo" points="([^"]*)"', rings)
    return np.array(
        [np.array([*map(pair_of, points.split())]).mean(0) * float(size) for size, points in found]
    )


def pair_of(pair: str) -> tuple[float, float]:
    x, y = pair.split(",")
    return float(x), float(y)


def test_the_answer_to_a_picture_has_the_rings_of_the_dice_that_lie_in_it_and_whose_they_are(
    table: tuple[FlaskClient, Desk],
) -> None:
    client, desk = table
    joined(client, desk)
    picture = at_rest()
    first = sent(client, encode_jpeg(picture))
    assert (first["rings"], first["seen_s"]) == ("", None), "nothing was looked at yet"
    told = told_of(client, encode_jpeg(picture))
    assert told["box"] == "0 0 640 360.0"
    assert first["taken_s"] <= told["seen_s"]
    assert told["says"] == "The table sees six dice"
    places = [np.mean(die.corners, axis=0) / 2 for die in desk.board().source.dice]
    near = np.linalg.norm(middles(told["rings"])[:, None] - np.array(places)[None], axis=2).min(1)
    assert near.max() < 3
    read = [str(die.value or TILTED.get(die.state, "?")) for die in desk.board().source.dice]
    assert re.findall(r">([^<]+)</text>", told["rings"]) == read
    assert {"4", "5", "6"} <= set(read)


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_rings_lie_on_the_dice_of_the_phones_own_picture_however_the_table_turns_it(
    table: tuple[FlaskClient, Desk], degrees: int
) -> None:
    client, desk = table
    joined(client, desk)
    assert desk.eye is not None
    upright = at_rest()
    how = {90: cv2.ROTATE_90_COUNTERCLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_CLOCKWISE}[degrees]
    hung = encode_jpeg(np.asarray(cv2.rotate(upright, how)))
    desk.eye.turn(degrees)
    told = told_of(client, hung)
    grey = np.asarray(cv2.cvtColor(cv2.rotate(upright, how), cv2.COLOR_BGR2GRAY))
    scale = grey.shape[1] / 640
    assert told["box"] == f"0 0 640 {round(grey.shape[0] / scale, 1)}"
    for x, y in middles(told["rings"]) * scale:
        around = grey[int(y) - 12 : int(y) + 12, int(x) - 12 : int(x) + 12]
        assert np.percentile(around, 90) > 180, "there lies no white die"


def test_dice_that_may_move_have_no_rings() -> None:
    assert own_picture(replace(SOURCE, phase="moving"), 0) is None
    assert own_picture(replace(SOURCE, phase="empty"), 0) is None
    photo = own_picture(replace(SOURCE, edge=EDGE), 0)
    assert photo is not None
    assert [mark.tag for mark in photo.marks] == ["4"]
    assert photo.edge == "10.0,20.0 630.0,20.0 630.0,350.0 10.0,350.0"


@pytest.mark.parametrize(("degrees", "size"), [(90, (360, 640)), (180, (640, 360)), (270, (360, 640))])
def test_a_die_is_where_the_picture_has_it_before_it_is_turned(degrees: int, size: tuple[int, int]) -> None:
    own = np.zeros((*size[::-1], 3), np.uint8)
    own[100:140, 200:240] = 255
    how = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}[degrees]
    turned = np.asarray(cv2.rotate(own, how))
    ys, xs = np.nonzero(turned[..., 0])
    left, top, right, bottom = xs.min(), ys.min(), xs.max() + 1, ys.max() + 1
    corners = tuple(
        (float(x), float(y)) for x, y in ((left, top), (right, top), (right, bottom), (left, bottom))
    )
    height, width = turned.shape[:2]
    photo = own_picture(
        replace(SOURCE, width=width, height=height, dice=(replace(DIE, corners=corners),)), degrees
    )
    assert photo is not None
    assert photo.marks[0].middle == (round(220 * 640 / size[0], 1), round(120 * 640 / size[0], 1))


def test_what_it_sees_is_said_in_words() -> None:
    assert says(SOURCE) == "The table sees one die"
    assert says(replace(SOURCE, phase="moving")) == "The dice roll"


@pytest.mark.parametrize(
    ("since_s", "ago"),
    [
        (5, "just now"),
        (70, "a minute ago"),
        (250, "4 minutes ago"),
        (3700, "an hour ago"),
        (9000, "2 hours ago"),
    ],
)
def test_how_long_ago_it_moved_is_said_and_what_became_of_it(since_s: float, ago: str) -> None:
    moved = replace(SOURCE, moved_s=1000.0)
    found = Fact("Lean it, then leave it", f"It moved {ago}; the edge was found again by itself.")
    assert stands(moved, (), 1000 + since_s) == found
    whole = stands(replace(moved, whole=True), (), 1000 + since_s)
    assert whole.how == f"It moved {ago}; its picture is held where it was."


def test_a_phone_that_moved_and_was_not_found_again_asks_where_the_table_is() -> None:
    trouble = Trouble("camera-moved", "The camera has moved.", "Put it back.", 0.0)
    assert stands(SOURCE, (trouble,), 9.0) == Fact("It moved. Where is the table now?", "Put it back.")
    assert stands(SOURCE, (), 9.0) == Fact(
        "Lean it, then leave it", "Whatever rolls or leaves the table is seen."
    )


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("192.168.1.20", "Same network as the table"),
        ("fe80::1", "Same network as the table"),
        ("8.8.8.8", "Another network than the table’s"),
        ("", "Another network than the table’s"),
    ],
)
def test_whether_a_phone_is_in_the_same_network_is_told_by_its_address(address: str, words: str) -> None:
    assert network(address) == words
