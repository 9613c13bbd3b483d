"""Sets of dice at the table: taught by playing and by showing, known again, and forgotten."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from seen_dice import roll
from waiting import LONG_S

from engine.fair import fairness
from models.measure.strange import Drawn, Strange
from vision.nouns import Roll
from webui.app import create_app
from webui.config import Settings
from webui.desk import Desk
from webui.dice.lesson import added_to, lessons
from webui.dice.passport import in_words
from webui.dice.shown import Shown

JSON = {"Accept": "application/json"}
MODELS = Path(__file__).parents[1] / "models"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = create_app(Settings(data=tmp_path, camera="none"))
    app.extensions["rollcall"].start()
    yield app
    app.extensions["rollcall"].close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    client = app.test_client()
    client.post("/dice/new", data={"name": "the bone ones"})
    press(client, "new", player=["Ann", "Bo"])
    return client


def press(client: FlaskClient, what: str, **form: object) -> None:
    revision = client.get("/board.json").json["revision"]  # type: ignore[index]
    answer = client.post(f"/match/{what}", data={"revision": revision, **form}, headers=JSON)
    assert answer.status_code == 200, answer.json


def throw(*faces: int | None, seed: int = 0) -> Roll:
    """A throw whose dice all look different."""
    picture = np.random.default_rng(seed).integers(0, 256, (48, 120, 3), np.uint8)
    return replace(roll(faces), picture=picture)


def taught(desk: Desk) -> list[tuple[int, str]]:
    """The values of the examples of the chosen set, and where they are from, once all is worked out."""
    assert desk.school.chosen
    assert desk.school.wait(LONG_S)
    return sorted((each.value, each.origin) for each in desk.school.sets.read(desk.school.chosen.id).values())


def test_a_value_put_right_is_an_example_at_once_and_what_nobody_complained_of_when_the_game_goes_on(
    desk: Desk, client: FlaskClient
) -> None:
    desk.sightings.see(throw(1, 1, 4, 6, 2, 3))
    assert taught(desk) == []
    press(client, "fix", die=2, value=5)
    assert taught(desk) == [(5, "corrected")]
    press(client, "keep", faces="1 1")
    kept = [(1, "kept"), (1, "kept"), (2, "kept"), (3, "kept"), (6, "kept")]
    assert taught(desk) == sorted([*kept, (5, "corrected")])


def test_an_answer_teaches_and_undo_takes_its_example_back(desk: Desk, client: FlaskClient) -> None:
    desk.sightings.see(throw(1, 1, 4, 6, 2, None))
    press(client, "fix", die=5, value=6)
    assert taught(desk) == [(6, "told")]
    press(client, "undo")
    assert taught(desk) == []
    press(client, "fix", die=5, value=4)
    assert taught(desk) == [(4, "told")]


def test_what_is_called_no_die_is_an_example_of_none(desk: Desk, client: FlaskClient) -> None:
    desk.sightings.see(throw(1, 1, 4, 6, 2, 3, 5))
    press(client, "no-die", die=6)
    press(client, "keep", faces="1 1")
    assert (0, "removed") in taught(desk)


def test_a_die_added_in_play_is_an_example_where_it_is_found(desk: Desk, client: FlaskClient) -> None:
    desk.sightings.see(throw(1, 1, 4, 6, 2))
    press(client, "throw", faces="1 1 4 6 2 3")
    number = next(line.roll for line in desk.ledger.now.stands if line.roll)
    image, box = np.zeros((48, 120, 3), np.uint8), np.array([90, 20, 20, 20, 0.4], np.float32)
    for found, taught in ((box, [(3, "told")]), (None, [])):
        lesson = lessons(
            [number],
            desk.ledger.now,
            desk.ledger.rolls.seen,
            lambda number: ("a.jpg", image),
            lambda image, seen, found=found: found,
        )[0]
        assert [(each.value, each.origin) for each in lesson.examples] == taught


def test_which_die_was_added_is_told_from_the_values_only_where_that_is_plain() -> None:
    assert added_to((1, 1, 4), (4, 1, 6, 1)) == 6
    assert added_to((1, 1, 4), (1, 1, 5, 6)) is None, "one was put right as well"
    assert added_to((1, None, 4), (1, 2, 4, 6)) is None, "two are told at once"
    assert added_to((1, 1, 4), (1, 1, 4)) is None


def test_with_any_dice_nothing_is_kept(desk: Desk, client: FlaskClient) -> None:
    chosen = desk.school.chosen
    assert chosen
    client.post("/dice/choose", data={"set": ""})
    desk.sightings.see(throw(1, 1, 4, 6, 2, 3))
    press(client, "fix", die=2, value=5)
    assert desk.school.wait(LONG_S)
    assert desk.school.sets.read(chosen.id) == {}


def test_dice_typed_in_teach_nothing(desk: Desk, client: FlaskClient) -> None:
    press(client, "throw", faces="1 1 4 6 2 3")
    press(client, "keep", faces="1 1")
    assert taught(desk) == []


def test_the_passport_counts_what_was_thrown_and_asked(desk: Desk, client: FlaskClient) -> None:
    desk.sightings.see(throw(1, 1, 4, 6, 2, None))
    press(client, "fix", die=5, value=6)
    taught(desk)
    page = client.get("/dice/1").get_data(as_text=True)
    assert "Asked about lately: the 6 (1 time)" in page
    assert "6 dice were thrown, and nothing says that they are not fair" in page


def test_the_words_of_the_passport_say_when_dice_are_not_fair() -> None:
    assert in_words(fairness([])) == "Nothing was thrown with these dice yet."
    assert "Not by chance" in in_words(fairness([6] * 60 + [1, 2, 3, 4, 5]))
    assert "nothing says" in in_words(fairness([1, 2, 3, 4, 5, 6] * 40))


def test_one_example_is_forgotten_with_a_tap_and_all_with_another(desk: Desk, client: FlaskClient) -> None:
    desk.sightings.see(throw(1, 1, 4, 6, 2, 3))
    press(client, "keep", faces="1 1")
    assert len(taught(desk)) == 6
    first = next(iter(desk.school.sets.read(1)))
    assert client.get(f"/dice/1/crop/{first}.png").mimetype == "image/png"
    client.post("/dice/1/forget", data={"example": first})
    assert len(taught(desk)) == 5
    assert client.get(f"/dice/1/crop/{first}.png").status_code == 404
    client.post("/dice/1/forget", data={"all": "yes"})
    assert taught(desk) == []
    client.post("/dice/1/remove")
    assert desk.school.chosen is None
    assert client.get("/dice/1").status_code == 404


def test_a_set_goes_out_as_a_file_and_comes_in_beside_its_name(desk: Desk, client: FlaskClient) -> None:
    desk.sightings.see(throw(1, 1, 4, 6, 2, 3))
    press(client, "keep", faces="1 1")
    taught(desk)
    data = client.get("/dice/1/export").get_data()
    client.post("/dice/import", data={"file": (io.BytesIO(data), "set.json")})
    sets = desk.school.sets.all()
    assert [(each.name, each.examples) for each in sets] == [("the bone ones", 6), ("the bone ones 2", 6)]
    answer = client.post("/dice/import", data={"file": (io.BytesIO(b"{}"), "set.json")})
    assert answer.status_code == 422
    assert "no set of dice" in answer.get_data(as_text=True)
    assert len(desk.school.sets.all()) == 2


@pytest.mark.parametrize(
    ("path", "form", "status"),
    [
        ("/dice/new", {"name": ""}, 422),
        ("/dice/new", {"name": "The Bone Ones"}, 422),
        ("/dice/choose", {"set": "99"}, 422),
        ("/dice/choose", {"set": "x"}, 422),
        ("/dice/choose", {"set": "9" * 5000}, 422),
        ("/dice/99/forget", {"all": "yes"}, 404),
        ("/dice/1/look", {"face": "7"}, 400),
        ("/dice/1/look", {"face": "1"}, 409),
        ("/dice/1/teach", {"face": "1", "token": "gone"}, 422),
        ("/dice/1/teach", {"face": "x"}, 400),
        ("/dice/1/teach", {"face": "1", "token": "gone", "keep": "9" * 5000}, 422),
        ("/dice/1/forget", {"example": "9" * 25}, 303),
        ("/dice/1/forget", {"example": "9" * 5000}, 303),
    ],
)
def test_what_cannot_be_is_said_and_changes_nothing(
    client: FlaskClient, desk: Desk, path: str, form: dict[str, str], status: int
) -> None:
    before = desk.school.sets.all()
    assert client.post(path, data=form).status_code == status
    assert desk.school.sets.all() == before


def test_a_crop_of_a_number_that_no_database_holds_is_not_there(client: FlaskClient) -> None:
    for address in ("/dice/1/crop/" + "9" * 25, "/dice/" + "9" * 25 + "/crop/1", "/dice/1/crop/first"):
        assert client.get(f"{address}.png").status_code == 404


def test_a_die_that_is_kept_and_not_in_the_picture_counts_nowhere() -> None:
    image = np.zeros((60, 60, 3), np.uint8)
    boxes = np.array([[30, 30, 20, 20, 0.9]], np.float32)
    shown = Shown("token", image, boxes, (3,), (0.95,))
    assert shown.known(3, {0, 99})
    assert not shown.known(3, {99})
    assert [each.value for each in shown.examples(3, {0, 99})] == [3]


# A table with a camera, without one: the reader and pictures of drawn dice.


def random(number: int) -> np.random.Generator:
    return np.random.default_rng([1, number])


def thrown(drawn: Drawn, number: int) -> Roll:
    """A throw of six drawn dice."""
    picture, middles = drawn.picture([1, 2, 3, 4, 5, 6], random(number))
    corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * drawn.side
    plain = roll(range(1, 7))
    dice = tuple(
        replace(die, corners_px=np.float32(corners + middle))
        for die, middle in zip(plain.dice, middles, strict=True)
    )
    return replace(plain, picture=picture, dice=dice)


def troubles(client: FlaskClient) -> list[str]:
    return [each["what"] for each in client.get("/health").json["troubles"]]  # type: ignore[index]


def test_other_dice_under_the_name_of_a_set_are_said_and_theirs_are_not(
    desk: Desk, client: FlaskClient
) -> None:
    own, other = Drawn.any(Strange(), random(30)), Drawn.any(Strange(), random(31))
    chosen, said = desk.school.chosen, "The dice on the table do not look like the bone ones."
    assert chosen
    desk.school.sets.put(chosen.id, own.examples(random(32), 3))
    throws = [(own, 0), (own, 0), (other, 0), (other, 1), (own, 0), (other, 0), (other, 1)]
    for number, (drawn, expected) in enumerate(throws):
        desk.sightings.see(thrown(drawn, 40 + number))
        press(client, "keep", faces="1 2 3 4 5 6")
        assert desk.school.wait(LONG_S)
        assert troubles(client).count(said) == expected, number
    client.post("/dice/choose", data={"set": ""})
    assert troubles(client).count(said) == 0, "any dice may lie there then"
