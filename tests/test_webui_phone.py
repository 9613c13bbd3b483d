"""A phone as the camera: it joins by letters, sends pictures or photos, and what it may not is said."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from second_clock import SecondClock
from seen_dice import die
from waiting import until

from hardware.demo import FILM, FOLDER
from hardware.jpeg import encode_jpeg
from vision.nouns import Detection
from webui.app import create_app
from webui.camera.chosen import FILE, choose, may_be_chosen, with_chosen
from webui.camera.shot import shot_of
from webui.config import Settings
from webui.desk import Desk
from webui.pairing import LETTERS, PAUSE_S, TRIES, Pairing, Wrong

JSON = {"Accept": "application/json"}


# Pairing


@pytest.fixture
def clock() -> SecondClock:
    return SecondClock()


@pytest.fixture
def pairing(tmp_path: Path, clock: SecondClock) -> Pairing:
    return Pairing(tmp_path / "phones.json", clock)


def test_the_letters_are_six_consonants_that_change_after_five_minutes(
    pairing: Pairing, clock: SecondClock
) -> None:
    letters, left_s = pairing.letters()
    assert len(letters) == 6
    assert not set(letters) & set("AEIOUY0123456789")
    assert left_s == 300
    clock.now_s += 299
    assert pairing.letters() == (letters, 1)
    clock.now_s += 1
    assert pairing.letters()[0] != letters


def test_letters_are_good_for_one_phone_large_or_small_and_with_gaps(pairing: Pairing) -> None:
    letters, _ = pairing.letters()
    secret = pairing.join(f" {letters[:3].lower()}-{letters[3:]} ", "  Bo's phone ")
    phone = pairing.phone(secret)
    assert phone is not None
    assert phone.name == "Bo's phone"
    with pytest.raises(Wrong):
        pairing.join(letters, "another")


@pytest.mark.parametrize("typed", ["", "BCDFG", "ÄÖÜ", "BCDFGHJ", "\0"])
def test_wrong_letters_open_nothing(pairing: Pairing, typed: str) -> None:
    with pytest.raises(Wrong, match="No table here has those letters"):
        pairing.join(typed, "x")
    assert pairing.phones() == ()


def test_after_five_wrong_tries_everybody_waits_a_minute(pairing: Pairing, clock: SecondClock) -> None:
    for _ in range(TRIES):
        with pytest.raises(Wrong, match="No table"):
            pairing.join("wrong", "x")
    with pytest.raises(Wrong, match="Too many wrong letters"):
        pairing.join(pairing.letters()[0], "x")
    clock.now_s += PAUSE_S
    assert pairing.join(pairing.letters()[0], "x")


def test_a_phone_is_known_after_a_restart_and_its_secret_stands_in_no_file(tmp_path: Path) -> None:
    path = tmp_path / "phones.json"
    before = Pairing(path)
    secret = before.join(before.letters()[0], "Bo")
    assert secret not in path.read_text()
    after = Pairing(path)
    phone = after.phone(secret)
    assert phone is not None
    after.forget(phone.mark)
    assert Pairing(path).phone(secret) is None


@pytest.mark.parametrize("spoilt", [b"", b"[1]", b'{"a": 1}', b"[{}]", b"\xff"])
def test_a_spoilt_list_of_phones_means_that_they_join_again(tmp_path: Path, spoilt: bytes) -> None:
    (tmp_path / "phones.json").write_bytes(spoilt)
    assert Pairing(tmp_path / "phones.json").phones() == ()


def test_letters_are_drawn_evenly_enough_that_none_is_known_before() -> None:
    assert len(LETTERS) == len(set(LETTERS)) == 20


# A photo of a throw


def detection(value: int | None, place: int = 0) -> Detection:
    of = die(value, place=place)
    return Detection(of.corners_px, of.value, of.value_p, of.state, 0.9, of.ranking)


def shot_values(
    values: list[int | None], kept: list[int], thrown: int
) -> tuple[list[int | None], list[int | None]]:
    image = np.zeros((48, 64, 3), np.uint8)
    found = [detection(value, place) for place, value in enumerate(values)]
    roll = shot_of(image, 1.0, lambda _: found, kept, thrown).roll
    assert roll is not None
    return list(roll.faces), list(roll.kept)


@pytest.mark.parametrize(
    ("values", "kept", "thrown", "faces", "aside"),
    [
        ([1, 2, 3, 4, 5, 6], [], 6, [1, 2, 3, 4, 5, 6], []),
        ([1, 2, 3, 4, 5, 6], [5, 1], 4, [2, 3, 4, 6], [1, 5]),
        ([2, 3, 4, 6], [5, 1], 4, [2, 3, 4, 6], []),  # the kept ones are out of the picture
        ([5, 5, 5], [5], 2, [5, 5], [5]),
        ([5, None, 2], [1], 2, [5, None, 2], []),  # one too many, and it is no kept one: a question
        ([1, 1, 4], [1, 1], 2, [1, 4], [1]),
    ],
)
def test_of_a_photo_what_was_kept_lies_aside_and_the_others_are_thrown(
    values: list[int | None], kept: list[int], thrown: int, faces: list[int], aside: list[int]
) -> None:
    assert shot_values(values, kept, thrown) == (faces, aside)


def test_a_photo_without_dice_is_no_throw() -> None:
    assert shot_of(np.zeros((48, 64, 3), np.uint8), 1.0, lambda _: [], [], 6).roll is None


# The routes


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[FlaskClient, Desk]]:
    app = create_app(Settings(data=tmp_path, camera="demo", stale=0.5))
    desk: Desk = app.extensions["rollcall"]
    desk.start()
    yield app.test_client(), desk
    desk.close()


def joined(client: FlaskClient, desk: Desk, name: str = "Bo") -> None:
    answer = client.post("/phone/join", data={"letters": desk.pairing.letters()[0], "name": name})
    assert answer.status_code == 303


def at_rest() -> np.ndarray:
    """A picture of the demo's film in which six dice lie."""
    film = cv2.VideoCapture(str(FOLDER / FILM), cv2.CAP_FFMPEG)
    film.set(cv2.CAP_PROP_POS_MSEC, AT_REST_MS)
    there, image = film.read()
    film.release()
    assert there
    return image


AT_REST_MS = 2900.0


def test_a_phone_that_joined_is_looked_through_and_stays_so_after_a_restart(
    table: tuple[FlaskClient, Desk], tmp_path: Path
) -> None:
    client, desk = table
    assert desk.board().source.demo
    joined(client, desk)
    assert desk.eye is not None
    assert desk.eye.phone is not None
    assert with_chosen(Settings(data=tmp_path)).camera == "phone"
    picture = encode_jpeg(np.full((720, 1280, 3), 120, np.uint8))
    assert until(lambda: client.post("/phone/frame", data=picture).status_code == 200)
    assert until(lambda: desk.board().source.width == 1280)
    source = desk.board().source
    assert (source.name, source.demo, source.live) == ("phone", False, True)


def test_a_photo_is_a_throw(table: tuple[FlaskClient, Desk]) -> None:
    client, desk = table
    joined(client, desk)
    desk.presses.new(desk.board().revision, "morning-roll", ["Ann"])
    photo = io.BytesIO(encode_jpeg(at_rest()))
    answer = client.post("/phone/photo", data={"photo": (photo, "IMG_1.jpg")}, headers=JSON)
    assert answer.status_code == 200
    assert until(lambda: desk.board().question or desk.board().lines[2:])
    board = desk.board()
    seen = board.question.faces if board.question else board.throw.faces if board.throw else ()
    assert len(seen) == 6
    assert len(board.source.dice) == 6


@pytest.mark.parametrize("content", [b"", b"no photo", encode_jpeg(np.zeros((9, 9, 3), np.uint8))[:80]])
def test_what_is_no_photo_or_picture_is_said_and_changes_nothing(
    table: tuple[FlaskClient, Desk], content: bytes
) -> None:
    client, desk = table
    joined(client, desk)
    before = desk.board().lines
    answer = client.post("/phone/photo", data={"photo": (io.BytesIO(content), "a.jpg")}, headers=JSON)
    assert answer.status_code == 422
    assert "Take it again" in answer.get_json()["error"]
    assert client.post("/phone/photo", headers=JSON).status_code == 422
    assert client.post("/phone/frame", data=content, headers=JSON).status_code == 400
    assert client.post("/phone/frame", data=bytes(5_000_000), headers=JSON).status_code == 413
    assert desk.board().lines == before


def test_a_phone_that_nobody_let_in_sends_nothing(table: tuple[FlaskClient, Desk]) -> None:
    client, desk = table
    joined(client, desk)
    client.delete_cookie("rollcall-phone")
    picture = encode_jpeg(np.full((48, 64, 3), 120, np.uint8))
    for _ in range(2):
        answer = client.post("/phone/frame", data=picture, headers=JSON)
        assert answer.status_code == 403
        assert "type the letters" in answer.get_json()["error"]
        client.set_cookie("rollcall-phone", "guessed")
    assert client.get("/phone").status_code == 200
    assert b"Join a table" in client.get("/phone").data


def test_one_phone_at_a_time_is_the_camera(table: tuple[FlaskClient, Desk]) -> None:
    client, desk = table
    other = client.application.test_client()
    joined(client, desk, "first")
    joined(other, desk, "second")
    picture = encode_jpeg(np.full((48, 64, 3), 120, np.uint8))
    assert other.post("/phone/frame", data=picture).status_code == 200
    refused = client.post("/phone/frame", data=picture, headers=JSON)
    assert refused.status_code == 409
    assert "Another phone is the camera now" in refused.get_json()["error"]
    assert b"Use this phone again" in client.get("/phone").data
    assert client.post("/phone/camera").status_code == 303
    assert client.post("/phone/frame", data=picture).status_code == 200
    assert other.post("/phone/frame", data=picture).status_code == 409


def test_a_phone_that_is_taken_away_is_out(table: tuple[FlaskClient, Desk]) -> None:
    client, desk = table
    joined(client, desk)
    (phone,) = desk.pairing.phones()
    assert b"Take away" in client.get("/camera").data
    assert client.post("/camera/forget", data={"mark": phone.mark}).status_code == 303
    assert client.get("/phone/state", headers=JSON).status_code == 403


def test_the_table_tells_the_phone_to_send_fast_while_dice_roll_and_to_rest_when_they_lie(
    table: tuple[FlaskClient, Desk],
) -> None:
    client, desk = table
    joined(client, desk)

    def told(picture: bytes) -> int:
        time.sleep(1 / 15)
        every_ms: int = client.post("/phone/frame", data=picture, headers=JSON).get_json()["every_ms"]
        return every_ms

    film = cv2.VideoCapture(str(FOLDER / FILM), cv2.CAP_FFMPEG)
    throw = [encode_jpeg(film.read()[1]) for _ in range(60)]
    film.release()
    assert until(lambda: told(throw[0]) == 500)
    assert until(lambda: 67 in map(told, throw)), "it was never told that the dice roll"
    assert until(lambda: told(encode_jpeg(at_rest())) == 500)


def test_a_low_battery_is_said_until_it_is_charged(table: tuple[FlaskClient, Desk]) -> None:
    client, desk = table
    joined(client, desk)

    def codes(**headers: str) -> list[str]:
        client.get(
            "/phone/state", headers={**JSON, **{f"X-{name}": value for name, value in headers.items()}}
        )
        return [each.code for each in desk.health.troubles()]

    assert "phone-battery" in codes(Battery="12", Charging="no")
    assert "phone-battery" not in codes(Battery="12", Charging="yes")
    assert "phone-battery" in codes(Battery="9")
    assert "phone-battery" not in codes(Battery="nonsense")


# Another camera by the page


def test_the_page_names_another_camera_and_what_does_not_open_changes_nothing(
    table: tuple[FlaskClient, Desk], tmp_path: Path
) -> None:
    client, desk = table
    assert client.post("/camera/use", data={"name": "demo"}).status_code == 303
    answer = client.post("/camera/use", data={"name": "http://ann:secret@127.0.0.1:9/x"})
    assert answer.status_code == 422
    assert b"No pictures come from http://127.0.0.1:9/x" in answer.data
    assert desk.board().source.demo
    assert (tmp_path / FILE).read_text() == "demo"


@pytest.mark.parametrize(
    "name",
    ["clip:/etc/passwd", "photos:/", "file:///etc/passwd", "nobody", "", "usb", "http:x", "pi\n", "x" * 400],
)
def test_a_page_chooses_no_file_and_nothing_that_is_no_camera(
    table: tuple[FlaskClient, Desk], name: str
) -> None:
    client, desk = table
    assert not may_be_chosen(name)
    assert client.post("/camera/use", data={"name": name}).status_code in (303, 422)
    assert desk.board().source.demo


def test_the_demo_is_told_on_the_page_to_throw_on_by_itself_and_to_wait_again(
    table: tuple[FlaskClient, Desk],
) -> None:
    client, desk = table
    desk.presses.new(0, "morning-roll", ["Ann"])
    assert desk.eye is not None
    for on, button in (("yes", "Wait for me"), ("no", "Throw on by itself")):
        assert client.post("/camera/demo", data={"on": on}).status_code == 303
        assert (desk.eye.going.by_itself, desk.board().source.by_itself) == (on == "yes", on == "yes")
        assert button in client.get("/table").get_data(as_text=True)
    assert client.post("/camera/demo", data={"on": "perhaps"}).status_code == 400


def test_what_was_chosen_counts_only_where_no_camera_is_named(tmp_path: Path) -> None:
    choose(tmp_path, "http://10.0.0.7/video")
    assert with_chosen(Settings(data=tmp_path)).camera == "http://10.0.0.7/video"
    assert with_chosen(Settings(data=tmp_path, camera="demo")).camera == "demo"
    (tmp_path / FILE).write_text("clip:/etc/passwd")
    assert with_chosen(Settings(data=tmp_path)).camera == "auto"
    (tmp_path / FILE).write_bytes(b"\xff\xfe")
    assert with_chosen(Settings(data=tmp_path)).camera == "auto"
