"""The web program over HTTP: forms and JSON, senseless requests, other sites, and our own faults."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from socket import gethostname
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from seen_dice import roll
from werkzeug.test import TestResponse

from hardware.camera import CameraError
from webui.app import create_app
from webui.config import Settings
from webui.desk import Desk
from webui.storage.store import StoreError

JSON = {"Accept": "application/json"}


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = create_app(Settings(data=tmp_path, camera="none"))
    yield app
    desk_of(app).close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    client = app.test_client()
    post(client, "/match/new", player=["Ann", "Bo"])
    return client


def desk_of(app: Flask) -> Desk:
    desk = app.extensions["rollcall"]
    assert isinstance(desk, Desk)
    return desk


def revision(client: FlaskClient) -> int:
    return int(client.get("/board.json").json["revision"])  # type: ignore[index]


def post(client: FlaskClient, path: str, headers: dict[str, str] = JSON, **form: Any) -> TestResponse:
    """A press with the newest revision, unless the form names one."""
    return client.post(path, data={"revision": revision(client), **form}, headers=headers)


def test_a_turn_is_played_by_json(client: FlaskClient) -> None:
    thrown = post(client, "/match/throw", faces="1 2 3 4 6 6").json
    assert thrown is not None
    assert thrown["state"]["moves"] == [
        {"kind": "keep", "faces": [1], "points": 100, "text": "keep 1"},
        {"kind": "stop", "faces": [1], "points": 100, "text": "stop 1"},
    ]
    kept = post(client, "/match/keep", faces=["1"]).json
    assert kept is not None
    assert (kept["state"]["to_throw"], kept["state"]["player"], kept["undo"]) == (5, "Ann", "keep 1")
    post(client, "/match/throw", faces=["5", "5", "5", "2", "3"])
    stopped = post(client, "/match/stop", faces=["5", "5", "5"], points="150").json
    assert stopped is not None
    assert stopped["state"]["scores"] == {"Ann": 250, "Bo": 0}
    assert stopped["lines"][-1] == "stop 5 5 5 points=150"
    assert stopped["state"]["turns"][0]["score"] == 250


def test_a_form_without_javascript_is_sent_back_to_the_table(client: FlaskClient) -> None:
    answer = post(client, "/match/throw", headers={}, faces="1 2 3 4 6 6")
    assert (answer.status_code, answer.location) == (303, "/table")


def test_every_press_is_there_and_undo_and_redo_are_inverse(client: FlaskClient) -> None:
    post(client, "/match/throw", faces="1 2 3 4 6 6")
    fixed = post(client, "/match/fix", die="1", value="5").json
    assert fixed is not None
    assert fixed["lines"][-2:] == ["undo", "throw 1 5 3 4 6 6 by=hand"]
    undone = post(client, "/match/undo").json
    assert undone is not None
    assert undone["redo"] == "throw 1 5 3 4 6 6 by=hand"
    redone = post(client, "/match/redo").json
    assert redone is not None
    assert redone["state"] == fixed["state"]
    off = post(client, "/match/off", n="1").json
    assert off is not None
    assert off["state"]["turns"][0]["end"] == "off table"


def test_a_question_is_answered_over_http_and_its_picture_is_served(app: Flask, client: FlaskClient) -> None:
    desk_of(app).sightings.see(roll((1, 2, None, 4, 6, 6)))
    question = client.get("/board.json").json["question"]  # type: ignore[index]
    assert (question["kind"], question["roll"]["dice"][2]["ranking"][0]) == ("unsure", 6)
    picture = client.get(f"/evidence/{question['roll']['id']}.jpg")
    assert (picture.status_code, picture.mimetype, picture.data[:2]) == (200, "image/jpeg", b"\xff\xd8")
    answered = post(client, "/match/fix", die="2", value="6").json
    assert answered is not None
    assert answered["lines"][-1] == "throw 1 2 6 4 6 6 by=fix"
    assert post(client, "/match/dismiss").status_code == 422


def test_a_browser_keeps_a_picture_and_never_shows_it_for_a_throw_of_another_folder(tmp_path: Path) -> None:
    kept = []
    for folder, faces in (("one", (1, 2, 3, 4, 6, 6)), ("other", (5, 2, 3, 4, 6, 6))):
        app = create_app(Settings(data=tmp_path / folder, camera="none"))
        client = app.test_client()
        post(client, "/match/new", player="Ann")
        desk_of(app).sightings.see(roll(faces))
        picture = client.get("/evidence/1.jpg")
        assert "no-cache" in picture.headers["Cache-Control"]
        kept.append(picture.headers["ETag"])
        answers = [client.get("/evidence/1.jpg", headers={"If-None-Match": tag}).status_code for tag in kept]
        assert answers == [*[200] * (len(kept) - 1), 304]
        desk_of(app).close()


def test_a_page_that_is_late_gets_the_board_and_changes_nothing(client: FlaskClient) -> None:
    late = revision(client)
    post(client, "/match/throw", faces="1 2 3 4 6 6")
    for headers in (JSON, {}):
        answer = post(client, "/match/stop", headers=headers, revision=late, faces="1")
        assert answer.status_code == 409
        sentence = "Ann has already thrown. Here is the board now; nothing was changed."
        assert (answer.json["error"] if answer.is_json else answer.text).count(sentence) >= 1  # type: ignore[index]
    assert revision(client) == late + 1


def test_who_is_late_for_a_question_that_was_put_aside_is_told_so(app: Flask, client: FlaskClient) -> None:
    desk_of(app).sightings.see(roll((1, 2, None, 4, 6, 6)))
    late = revision(client)
    post(client, "/match/dismiss")
    answer = post(client, "/match/fix", revision=late, die="2", value="6").json
    assert answer is not None
    assert answer["error"].startswith("Somebody has already put the question aside. Here is the board now")
    post(client, "/match/new", player="Zoë")
    answer = post(client, "/match/fix", revision=late, die="2", value="6").json
    assert answer is not None
    assert answer["error"].startswith("A match has already begun.")
    post(client, "/match/go-on", match="1")
    answer = post(client, "/match/fix", revision=late, die="2", value="6").json
    assert answer is not None
    assert answer["error"].startswith("Another match is on the table now.")


def test_without_a_match_a_refusal_is_its_sentence(app: Flask) -> None:
    answer = app.test_client().post("/match/undo", data={"revision": "0"})
    assert answer.status_code == 422
    assert "No match is on the table. Begin one first." in answer.text
    assert "Redirecting" not in answer.text


@pytest.mark.parametrize("headers", [JSON, {}])
def test_a_board_that_cannot_be_read_is_a_sentence(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str]
) -> None:
    desk_of(app).sightings.see(roll((1, 2, 3, 4, 6, 6)))

    def broken(_: int) -> None:
        raise StoreError("The disk is broken.", "Bring another.")

    monkeypatch.setattr(desk_of(app).store, "roll", broken)
    desk_of(app).ledger.rolls._rolls.clear()
    for answer in (client.get("/table", headers=headers), client.post("/match/undo", headers=headers)):
        assert answer.status_code in (400, 507)
        sentence = (
            "The disk is broken. Bring another." if answer.status_code == 507 else "revision is a whole"
        )
        assert sentence in (answer.json["error"] if answer.is_json else answer.text)  # type: ignore[index]
    assert "cannot be read: The disk is broken." in client.get("/report").text


def test_what_the_rules_forbid_is_a_sentence_for_a_person(client: FlaskClient) -> None:
    post(client, "/match/throw", faces="1 2 3 4 6 6")
    answer = post(client, "/match/keep", faces="6 6")
    assert answer.status_code == 422
    assert answer.json is not None
    assert answer.json["error"] == (
        "Only 1s and 5s score singly, the others in threes or more; 2 dice showing 6 do not score."
    )
    page = post(client, "/match/keep", headers={}, faces="6 6")
    assert (page.status_code, page.mimetype) == (422, "text/html")
    assert "Only 1s and 5s score singly" in page.text


SENSELESS: list[tuple[str, dict[str, Any], int, str]] = [
    ("/match/throw", {}, 422, "awaited|needs 6 dice"),
    ("/match/throw", {"faces": "1 2 3 4 5 7"}, 400, "A die shows 1 to 6, not '7'"),
    ("/match/throw", {"faces": "one"}, 400, "A die shows 1 to 6"),
    ("/match/throw", {"faces": "1 " * 500}, 400, "at most 20 dice"),
    ("/match/throw", {"faces": "1 1"}, 422, "needs 6 dice"),
    ("/match/throw", {"faces": "1 2 3 4 5 6", "revision": ""}, 400, "revision is a whole number"),
    ("/match/throw", {"faces": "1 2 3 4 5 6", "revision": "-1"}, 400, "revision is a whole number"),
    ("/match/throw", {"faces": "1 2 3 4 5 6", "revision": "9" * 50}, 400, "revision is a whole number"),
    ("/match/throw", {"faces": "1 2 3 4 5 6", "revision": "99"}, 409, "nothing was changed"),
    ("/match/keep", {"faces": "1"}, 422, "are awaited"),
    ("/match/fix", {"die": "0", "value": "1"}, 422, "no die in place 1"),
    ("/match/fix", {"die": "x", "value": "1"}, 400, "die is a whole number"),
    ("/match/off", {"n": "0"}, 422, "cannot have left"),
    ("/match/off", {"n": "7"}, 422, "cannot have left"),
    ("/match/new", {"game": "chess", "player": "Ann"}, 422, "'chess' is none of them"),
    ("/match/new", {}, 422, "^Name at least 1 player; nobody is named yet.$"),
    ("/match/new", {"player": "Ann\u202e"}, 422, "'Ann' has one: type it anew"),
    ("/match/new", {"player": ["Ann", "Ann"]}, 422, "different names"),
    ("/match/new", {"player": ["A\nB"]}, 422, "name"),
    ("/match/new", {"player": [f"P{n}" for n in range(99)]}, 400, "at most 12 players"),
    ("/match/new", {"player": "Ann", "rounds": "0"}, 422, "Rounds is a whole number"),
    ("/match/new", {"player": "Ann", "rounds": "many"}, 422, "Rounds is a whole number"),
    ("/match/nothing", {}, 404, "."),
]


@pytest.mark.parametrize(("path", "form", "status", "sentence"), SENSELESS)
def test_a_post_that_makes_no_sense_is_a_sentence_and_changes_nothing(
    client: FlaskClient, path: str, form: dict[str, Any], status: int, sentence: str
) -> None:
    before = client.get("/board.json").json
    answer = post(client, path, **form)
    assert answer.status_code == status
    assert answer.json is not None
    assert re.search(sentence, answer.json["error"]), answer.json["error"]
    assert client.get("/board.json").json == before


WORDS = st.one_of(
    st.text(max_size=30), st.sampled_from(["1", "6", "1 5", "0", "-1", "1e3", "½", "Zoë", "null", "1\x00"])
)
FORMS = st.dictionaries(
    st.sampled_from(["faces", "die", "value", "n", "player", "game", "rounds", "points"]), WORDS
)
PATHS = st.sampled_from(["new", "keep", "stop", "throw", "fix", "off", "dismiss", "undo", "redo"])


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(PATHS, FORMS)
def test_no_form_breaks_the_program(client: FlaskClient, path: str, form: dict[str, str]) -> None:
    answer = post(client, f"/match/{path}", **form)
    assert answer.status_code in (200, 400, 409, 422), answer.text
    assert client.get("/health").json["ok"]  # type: ignore[index]


def test_more_than_a_turn_of_dice_is_not_even_read(client: FlaskClient) -> None:
    answer = client.post("/match/throw", data={"revision": "1", "faces": "1" * 100_000}, headers=JSON)
    assert answer.status_code == 413
    assert answer.json is not None
    assert "far more than a turn of dice" in answer.json["error"]


OTHER_SITES = [
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://evil.example"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "http://evil.example"},
    {"Origin": "http://localhost:9999"},
    {"Origin": "null"},
    {"Origin": "http://["},
]


@pytest.mark.parametrize("headers", OTHER_SITES)
def test_a_page_of_another_site_can_change_nothing(client: FlaskClient, headers: dict[str, str]) -> None:
    before = revision(client)
    answer = post(client, "/match/throw", headers={**JSON, **headers}, faces="1 2 3 4 6 6")
    assert answer.status_code == 403
    assert answer.json is not None
    assert "another web site" in answer.json["error"]
    assert revision(client) == before


@pytest.mark.parametrize("headers", [{"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"}, {}])
def test_our_own_pages_and_programs_can(client: FlaskClient, headers: dict[str, str]) -> None:
    assert post(client, "/match/throw", headers={**JSON, **headers}, faces="1 2 3 4 6 6").status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "192.0.2.7:8420",
        "[fe80::1]:8420",
        "localhost",
        "Table.local:8420",
        "table.local.",
        "table:80",
        gethostname(),
    ],
)
def test_the_table_opens_by_an_address_or_a_name_of_this_network(client: FlaskClient, host: str) -> None:
    assert client.get("/board.json", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["dice.example", "dice.example:8420", "1.2.3.4.example", "local.example", "[::1"]
)
def test_a_name_that_a_stranger_may_have_pointed_at_us_opens_nothing(client: FlaskClient, host: str) -> None:
    before = revision(client)
    assert client.get("/board.json", headers={"Host": host}).status_code == 421
    headers = {"Host": host, "Origin": f"http://{host}"}
    assert client.post("/match/undo", data={"revision": before}, headers=headers).status_code == 421
    assert revision(client) == before


def test_every_answer_forbids_foreign_frames_scripts_and_stale_copies(client: FlaskClient) -> None:
    for path in ("/board.json", "/health", "/nowhere"):
        headers = client.get(path).headers
        assert "default-src 'self'" in headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cache-Control"] == "no-store"


def test_a_full_disk_is_said_and_the_board_stays(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreError("The disk is full.", "Make room on it.")

    before = revision(client)
    monkeypatch.setattr(desk_of(app).store, "write", full)
    answer = post(client, "/match/throw", faces="1 2 3 4 6 6")
    assert answer.status_code == 507
    assert answer.json is not None
    assert answer.json["error"] == "The disk is full. Make room on it. Nothing was changed."
    assert [each["code"] for each in answer.json["board"]["troubles"]] == ["store"]
    monkeypatch.undo()
    assert revision(client) == before
    assert post(client, "/match/throw", faces="1 2 3 4 6 6").json["troubles"] == []  # type: ignore[index]


def test_a_fault_of_ours_says_that_the_match_is_safe_and_gives_a_report_without_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path}/secret-password.sqlite3"
    app = create_app(Settings(data=tmp_path, camera="none", database=url))
    client = app.test_client()
    post(client, "/match/new", player=["Ann", "Bo"])

    def broken(*_: object) -> None:
        raise ZeroDivisionError("a screw is loose")

    monkeypatch.setattr(desk_of(app).presses, "throw", broken)
    page = post(client, "/match/throw", headers={}, faces="1 2 3 4 6 6")
    assert page.status_code == 500
    assert "Your match is safe" in page.text
    report = client.get("/report").text
    for fact in ("ZeroDivisionError: a screw is loose", "players Ann Bo", "camera = none", "Python 3"):
        assert fact in report
    assert "secret-password" not in report
    assert [each["code"] for each in client.get("/health").json["troubles"]] == ["our-fault"]  # type: ignore[index]
    assert 'href="/report"' in client.get("/table").text
    dismissed = client.post("/report/dismiss")
    assert (dismissed.status_code, dismissed.location) == (303, "/table")
    assert "Something broke" not in client.get("/table").text
    assert client.get("/health").json["ok"]  # type: ignore[index]
    assert "a screw is loose" in client.get("/report").text
    monkeypatch.undo()
    assert post(client, "/match/throw", faces="1 2 3 4 6 6").status_code == 200
    desk_of(app).close()


def test_a_report_names_the_camera_without_its_password() -> None:
    camera = Settings(camera="rtsp://ann:secret@10.0.0.7/live").public()["camera"]
    assert camera == "rtsp://10.0.0.7/live"


def test_pages_report_and_log_name_a_clip_whose_name_is_in_no_letters(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    clip = f"clip:{tmp_path}/a\udcff.mp4"
    app = create_app(Settings(data=tmp_path, camera="none"))
    desk = desk_of(app)
    lost = CameraError(f"{clip} went away.", "Look.")
    desk.health.start("camera", "camera-lost", lost.what, lost.do)
    client = app.test_client()
    assert r"a\udcff.mp4 went away." in client.get("/").text
    desk.reports.our_fault(f"cannot open {clip}")
    report = client.get("/report")
    assert report.status_code == 200
    assert r"cannot open clip:" in report.text
    assert r"a\udcff.mp4" in caplog.text
    caplog.text.encode()
    desk.close()


@pytest.mark.parametrize("asks", ["fix", "pick", "type", "tapped"])
def test_an_address_with_a_senseless_number_is_no_fault_of_ours(client: FlaskClient, asks: str) -> None:
    asked = {"at": revision(client), asks: "9" * 5000}
    assert client.get("/table", query_string=asked).status_code == 200
    assert client.get("/health").json["ok"]  # type: ignore[index]


def test_what_is_not_there_is_a_page_in_our_words(client: FlaskClient) -> None:
    for path in ("/nowhere", "/evidence/99.jpg", "/evidence/99999999999999999999.jpg", "/picture.jpg"):
        answer = client.get(path)
        assert (answer.status_code, answer.mimetype) == (404, "text/html")
        assert "URL" not in answer.text
    assert client.get("/match/throw").status_code == 405


def test_events_are_a_stream_and_refused_politely_when_all_are_taken(tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path, camera="none", streams=1))
    client = app.test_client()
    with client.get("/events") as stream:
        assert (stream.status_code, stream.mimetype) == (200, "text/event-stream")
        full = client.get("/events")
        assert (full.status_code, full.headers["Retry-After"]) == (503, "5")
    with client.get("/events") as again:
        assert again.status_code == 200
    desk_of(app).close()


def test_a_press_is_told_to_open_pages(app: Flask, client: FlaskClient) -> None:
    with client.get("/events") as stream:
        pieces = stream.iter_encoded()
        next(pieces)
        first = next(pieces).decode()
        post(client, "/match/throw", faces="1 2 3 4 6 6")
        assert re.match(r"event: board\ndata: \d+\n\n$", next(pieces).decode())
        assert "event: health" in first


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"ROLLCALL_PORT": "many"}, "ROLLCALL_PORT is a number"),
        ({"ROLLCALL_PORT": "70000"}, "The port is 1 to 65535, got 70000"),
        ({"ROLLCALL_STREAMS": "16"}, "below threads"),
        ({"ROLLCALL_HEARTBEAT": "0"}, "heartbeat must be above 0"),
        ({"ROLLCALL_HEARTBEAT": "nan"}, "heartbeat must be above 0, got nan"),
        ({"ROLLCALL_STALE": "inf"}, "stale must be above 0 and have an end, got inf"),
        ({"ROLLCALL_ROTATE": "45"}, "rotate is 0, 90, 180 or 270 degrees, got 45"),
        ({"ROLLCALL_RESTARTS": "0"}, "restarts must be above 0, got 0"),
        ({"ROLLCALL_PICTURE_QUALITY": "101"}, "0 to 100"),
    ],
)
def test_a_setting_that_cannot_be_is_a_sentence(environment: dict[str, str], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Settings.from_environment(environment)


def test_what_is_given_beats_the_environment_and_that_the_default() -> None:
    environment = {"ROLLCALL_PORT": "1234", "ROLLCALL_DATA": "~/dice", "ROLLCALL_CAMERA": ""}
    made = Settings.from_environment(environment, port=99, camera=None)
    assert (made.port, made.data, made.camera) == (99, Path.home() / "dice", "auto")
    assert Settings.from_environment({}).data == Path.home() / ".rollcall"
