"""The pages of the table as a browser without JavaScript sees them: every moment of Morning Roll, played by forms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from flask import Flask
from plain_browser import Page, PlainBrowser
from seen_dice import die, off_table, picture, roll

from engine.game import GAMES
from engine.morning_roll import MorningRoll
from vision.nouns import Trouble, Turned
from webui.app import create_app
from webui.config import Settings
from webui.desk import Desk
from webui.games.moment import scene_of
from webui.games.page import PAGES
from webui.match.board import Source
from webui.page import camera_words
from webui.page.links import Links
from webui.page.scene import Query, Scene

ROUNDS = "morning-roll.rounds"
"""The field of the rounds on the start page."""


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Flask]:
    """The program on its first day."""
    app = create_app(Settings(data=tmp_path, camera="none"))
    yield app
    app.extensions["rollcall"].close()


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The program; every `browser` begins a new match in it."""
    app = create_app(Settings(data=tmp_path_factory.mktemp("data"), camera="none"))
    yield app
    app.extensions["rollcall"].close()


@pytest.fixture
def browser(app: Flask) -> PlainBrowser:
    browser = PlainBrowser(app.test_client())
    browser.open("/")
    browser.press("Start", player=["Ann", "Bo"], **{ROUNDS: ["1"]})
    return browser


def type_in(browser: PlainBrowser, *faces: int) -> Page:
    """Tap the values in and send the throw."""
    for face in faces:
        browser.follow(str(face))
    return browser.press("That is the throw")


def lines(desk: Desk) -> tuple[str, ...]:
    return desk.board().lines[2:]


CAMERA = Source("usb:0", state="on", width=64, height=48, age_s=0.1)


def scene(desk: Desk, source: Source = CAMERA, **query: object) -> Scene:
    board = replace(desk.board(), source=source)
    return scene_of(board, Query(**query), Links("/table", board.revision))  # type: ignore[arg-type]


# From the first page to the last


def test_a_whole_match_can_be_played_without_javascript(browser: PlainBrowser, desk: Desk) -> None:
    match = desk.board().match or 0
    assert browser.page.one("h1").words == "Ann, six dice."
    type_in(browser, 1, 2, 2, 3, 5, 6)
    browser.press("Roll on", tick=(1,))
    type_in(browser, 1, 4, 4, 4, 6)
    page = browser.press("Stop and bank")
    assert page.one("h1").words == "Bo, six dice."
    type_in(browser, 2, 2, 3, 4, 6, 6)
    assert lines(desk) == (
        "throw 1 2 2 3 5 6 by=hand",
        "keep 1",
        "throw 1 4 4 4 6 by=hand",
        "stop 1 4 4 4",
        "throw 2 2 3 4 6 6 by=hand",
    )
    assert browser.page.one("h1").words == "Ann wins"
    hero = browser.page.one("section", class_="hero").words
    assert hero.startswith("Ann wins 600 600 more than Bo Best moment, Ann, round 1: 600")
    page = browser.press("Rematch")
    assert page.one("h1").words == "Bo, six dice.", "the loser begins"
    assert desk.board().players == ("Ann", "Bo")
    assert (desk.board().match or 0) > match


def test_without_a_match_the_table_asks_what_to_play(fresh: Flask) -> None:
    browser = PlainBrowser(fresh.test_client())
    assert browser.open("/table").one("h1").words == "What shall we play?"


def test_names_that_cannot_be_are_answered_beside_the_button_and_stay_in_the_form(app: Flask) -> None:
    browser = PlainBrowser(app.test_client())
    browser.open("/")
    page = browser.press("Start", player=["Ann", "Ann"], **{ROUNDS: ["2"]})
    assert browser.status == 422
    assert "Ann" in page.one("p", class_="refused").words
    assert [box["value"] for box in page.all("input", name="player")][:2] == ["Ann", "Ann"]
    assert page.one("input", name=ROUNDS)["value"] == "2"


def test_no_number_of_rounds_is_asked_about_and_not_taken_for_one(app: Flask) -> None:
    browser = PlainBrowser(app.test_client())
    assert browser.open("/").one("input", name=ROUNDS).has("required")
    page = browser.press("Start", player=["Ann"], **{ROUNDS: [""]})
    assert browser.status == 422
    assert "rounds is a whole number from 1 to 20" in page.one("p", class_="refused").words.lower()


def test_names_in_any_script_and_of_any_length_are_shown_whole_in_the_heading(app: Flask) -> None:
    browser = PlainBrowser(app.test_client())
    browser.open("/")
    names = ["Włodzimierz-Maximilian von und zu", "<b>Zoë</b>", "山田 花子", "محمد"]
    page = browser.press("Start", player=names, **{ROUNDS: ["1"]})
    assert page.one("h1").words == f"{names[0]}, six dice."
    assert [each.words for each in page.all("bdi")][: len(names)] == names


# The choice


def test_the_best_keep_is_ticked_and_every_keep_is_offered_best_first(
    browser: PlainBrowser, desk: Desk
) -> None:
    page = type_in(browser, 1, 5, 4, 4, 4, 6)
    boxes = page.all("input", type="checkbox", name="faces")
    assert [box["value"] for box in boxes] == ["1", "4", "4", "4", "5", "6"]
    assert [box["value"] for box in boxes if box.has("checked")] == ["1", "4", "4", "4", "5"]
    state = desk.board().state
    assert state is not None
    offered = [(way.faces, way.points) for way in scene(desk).ways]
    assert offered == [(move.faces, f"{move.points:,}") for move in state.moves if move.kind == "keep"]
    assert offered[0] == ((1, 4, 4, 4, 5), "550")


def test_a_keep_picked_by_its_chip_ticks_its_dice_and_changes_the_sum(browser: PlainBrowser) -> None:
    type_in(browser, 1, 5, 4, 4, 4, 6)
    chips = browser.page.all("a", class_="keep-way")
    page = browser.open(chips[-1]["href"])
    ticked = [box["value"] for box in page.all("input", name="faces") if box.has("checked")]
    assert ticked == ["5"]
    assert page.called("button", "Stop and bank").words == "Stop and bank 50"


@pytest.mark.parametrize(
    ("places", "sentence"),
    [
        ("none", "Keep at least one die first."),
        ("1 2", "The 2 scores nothing: leave it to be thrown."),
        ("1 3 4", "Two 4s alone score nothing: keep three or more of them, or none."),
    ],
)
def test_a_pick_that_does_not_score_says_why_beside_the_button(
    browser: PlainBrowser, desk: Desk, places: str, sentence: str
) -> None:
    type_in(browser, 1, 2, 4, 4, 4, 6)
    page = browser.open(f"/table?at={desk.board().revision}&pick={places}")
    assert page.one("p", id="why").words == sentence
    for words_of in ("Roll on", "Stop and bank"):
        button = page.called("button", words_of)
        assert (button["aria-disabled"], button["data-why"]) == ("true", sentence)
        assert not button.has("disabled")


def test_a_keep_against_the_rules_is_refused_with_the_sentence_and_nothing_changes(
    browser: PlainBrowser, desk: Desk
) -> None:
    type_in(browser, 1, 2, 4, 4, 4, 6)
    before = lines(desk)
    page = browser.press("Roll on", tick=(1, 2))
    assert browser.status == 422
    assert "2" in page.one("p", id="told").words
    assert not page.one("p", id="told").has("hidden")
    assert lines(desk) == before


def test_what_was_asked_of_an_older_board_is_forgotten(browser: PlainBrowser, desk: Desk) -> None:
    type_in(browser, 1, 2, 4, 4, 4, 6)
    old = desk.board().revision - 1
    page = browser.open(f"/table?at={old}&pick=1&fix=0&seen=1&type=1")
    assert [box["value"] for box in page.all("input", name="faces") if box.has("checked")] == [
        "1",
        "4",
        "4",
        "4",
    ]
    assert not page.all("section", class_="sheet")


@pytest.mark.parametrize(
    "query", ["pick=²", "pick=99 -1 x", "fix=99", "fix=x", "type=7 0 9", "tapped=", "pick=" + "1 " * 500]
)
def test_an_address_that_makes_no_sense_still_shows_the_table(
    browser: PlainBrowser, desk: Desk, query: str
) -> None:
    type_in(browser, 1, 2, 4, 4, 4, 6)
    browser.open(f"/table?at={desk.board().revision}&{query}")
    assert browser.status == 200
    assert browser.page.one("h1").words == "Ann, your pick"


def test_kept_dice_stay_flat_and_first_and_the_six_places_never_change(
    browser: PlainBrowser, desk: Desk
) -> None:
    type_in(browser, 1, 2, 2, 3, 5, 6)
    assert len(scene(desk).places) == 6
    browser.press("Roll on", tick=(1, 5))
    places = scene(desk).places
    assert [(place.look, place.face) for place in places] == [("locked", 1), ("locked", 5)] + [
        ("slot", None)
    ] * 4
    type_in(browser, 6, 1, 4, 3)
    assert [place.face for place in scene(desk).places] == [1, 5, 1, 3, 4, 6]


def test_one_more_player_is_given_a_seat_and_the_names_stay(app: Flask) -> None:
    other = PlainBrowser(app.test_client())
    names = ["Ann", "Bo", "Cy", "Di"]
    page = other.open("/?" + "&".join(f"player={name}" for name in names) + "&morning-roll.rounds=2&more=")
    assert [box["value"] for box in page.all("input", name="player")] == [*names, ""]
    assert page.one("input", name=ROUNDS)["value"] == "2"
    full = other.open("/?" + "&".join(f"player=P{n}" for n in range(12)) + "&more=")
    assert len(full.all("input", name="player")) == 12
    assert not [button for button in full.all("button") if button["name"] == "more"]


def test_what_was_typed_is_still_there_when_the_camera_has_seen_something_but_not_in_another_match(
    browser: PlainBrowser, desk: Desk
) -> None:
    desk.sightings.see(roll((1, 2, 3)))
    board = desk.board()
    link = Links("/table", board.revision, stand=f"{board.match}.{len(board.lines)}").typed((4, 5))
    desk.sightings.see(roll((1, 2, 3, 5)))
    assert desk.board().revision > board.revision
    typed = [place["aria-label"] for place in browser.open(link).all("a", class_="is-typed")]
    assert [name.split(".")[0] for name in typed] == ["die 1: a 4, typed", "die 2: a 5, typed"]
    desk.presses.new(desk.board().revision, "morning-roll", ["Zoë"])
    assert not browser.open(link).all("a", class_="is-typed")


def test_a_typed_throw_that_ended_a_turn_is_put_right_while_no_value_of_the_next_is_typed(
    tmp_path: Path,
) -> None:
    app = create_app(Settings(data=tmp_path, camera="none"))
    desk, browser = app.extensions["rollcall"], PlainBrowser(app.test_client())
    desk.presses.new(desk.board().revision, "420", ["Ann", "Bo"], first="seats")
    desk.presses.throw(desk.board().revision, (6, 5, 5, 1))
    browser.open("/table")
    assert not browser.follow("2").all("a", id="fix")
    browser.open("/table")
    browser.follow("Fix a die")
    browser.press("4")
    assert lines(desk)[-1] == "throw 4 5 5 1 by=hand"
    desk.close()


def test_redo_can_be_seen_where_a_throw_was_taken_back(browser: PlainBrowser, desk: Desk) -> None:
    desk.sightings.see(roll((1, 2, 2, 3, 5, 6)))
    browser.open("/table")
    redo = browser.press("Undo").one("button", id="do-redo")
    assert "vh" not in redo["class"].split()
    browser.press("Redo")
    assert lines(desk)[-1] == "throw 1 2 2 3 5 6"


@pytest.mark.usefixtures("browser")
def test_while_dice_are_typed_undo_takes_the_last_one_back(desk: Desk) -> None:
    (undo,) = [a for a in scene(desk, Source("none"), typed=(1, 4)).actions if a.words == "Undo"]
    assert (undo.link, "type=1&" in undo.to, "Backspace" in undo.keys) == (True, True, True)
    (undo,) = [a for a in scene(desk, Source("none"), typed=()).actions if a.words == "Undo"]
    assert undo.to == "/match/undo"


def test_all_six_kept_offers_six_new_dice_or_the_bank(browser: PlainBrowser, desk: Desk) -> None:
    page = type_in(browser, 1, 1, 1, 5, 5, 5)
    assert page.called("button", "Roll six").words == "Roll six"
    assert "or throw 6 dice, then say" in {action.under for action in scene(desk).actions}
    assert scene(desk).note == "All six score. Roll six again, or stop with 1,500."
    page = browser.press("Roll six")
    assert page.one("h1").words == "Ann, six dice."
    assert [place.look for place in scene(desk).places] == ["slot"] * 6


@pytest.mark.parametrize(
    ("thrown", "name"), [((1, 2, 3, 4, 5, 6), "A straight"), ((1, 1, 3, 3, 5, 5), "Boxcars")]
)
def test_a_special_forces_six_dice_and_cannot_be_banked(
    browser: PlainBrowser, thrown: tuple[int, ...], name: str
) -> None:
    page = type_in(browser, *thrown)
    assert page.one("h1").words == name
    stop = page.called("button", "Stop and bank")
    assert stop["data-why"] == f"After {name.lower()} all six are thrown again: you cannot stop now."
    assert "2,500 so far" in page.one("li", aria_current="true", class_="player").words
    assert "is-main" in page.called("button", "Roll six")["class"]
    page = browser.press("Roll six")
    assert "2,500, and all six again, Ann." in page.one("section", class_="event").words


def test_a_special_is_the_heading_until_the_next_throw_and_not_through_it(
    browser: PlainBrowser, desk: Desk
) -> None:
    desk.presses.throw(desk.board().revision, (1, 2, 3, 4, 5, 6))
    desk.presses.play(desk.board().revision, "keep 1 2 3 4 5 6")
    card = scene(desk).card
    assert card is not None
    assert card.title == "A straight"
    rolling = scene(desk, replace(CAMERA, rolling=True))
    assert (rolling.card, rolling.heading) == (None, "Ann is rolling")


def test_a_special_may_be_declined_and_banked_with_less(browser: PlainBrowser, desk: Desk) -> None:
    type_in(browser, 1, 2, 3, 4, 5, 6)
    page = browser.open(f"/table?at={desk.board().revision}&pick=1")
    assert page.called("button", "Stop and bank").words == "Stop and bank 100"
    assert not page.called("button", "Stop and bank").has("aria-disabled")


# Busts


def test_a_bust_says_what_is_gone_who_is_next_and_can_be_undone(browser: PlainBrowser, desk: Desk) -> None:
    type_in(browser, 1, 2, 2, 3, 5, 6)
    browser.press("Roll on", tick=(1,))
    page = type_in(browser, 2, 3, 4, 6, 6)
    assert page.one("section", class_="is-bad").words.startswith("Bust")
    assert "Ann’s turn ends with 0; 100 are gone." in page.one("section", class_="event").words
    assert page.called("a", "Bo’s turn").words == "Bo’s turn"
    assert "or just throw 6 dice" in {action.under for action in scene(desk).actions}
    assert not any(action.under for action in scene(desk, Source("none")).actions)
    assert browser.follow("Bo’s turn").one("h1").words == "Bo, six dice."
    browser.open("/table")
    browser.press("That is wrong: undo")
    assert browser.page.one("h1").words == "Ann, five dice."
    assert lines(desk)[-1] == "undo"


def test_a_page_without_a_script_goes_on_by_itself_while_dice_may_change_it(desk: Desk) -> None:
    assert scene(desk).wait
    desk.presses.throw(desk.board().revision, [2, 3, 4, 6, 6])
    assert (scene(desk).heading, scene(desk).wait) == ("Bust", True)
    assert not scene(desk, Source("none")).wait


def test_a_misread_bust_is_put_right_with_one_tap(browser: PlainBrowser, desk: Desk) -> None:
    desk.sightings.see(roll((2, 3, 4, 6, 6, 2)))
    browser.open("/table")
    browser.follow("Fix a die")
    page = browser.press("A 1")
    assert page.one("h1").words == "Ann, your pick"
    assert lines(desk)[-2:] == ("undo", "throw 1 3 4 6 6 2 by=fix")
    assert scene(desk).status.words == "Put right: 1 2 3 4 6 6"


def test_closing_the_sheet_of_a_bust_leaves_the_bust_on_the_page(browser: PlainBrowser) -> None:
    type_in(browser, 2, 2, 3, 4, 6, 6)
    browser.follow("Fix a die")
    assert browser.follow("Close without a change").one("h1").words == "Bust"


def test_a_pick_outlives_the_sheet_and_its_other_dice(browser: PlainBrowser, desk: Desk) -> None:
    type_in(browser, 1, 1, 5, 2, 3, 3)
    browser.open(f"/table?at={desk.board().revision}&pick=1 6")
    browser.follow("Fix a die")
    browser.follow("die 3: a 2")
    page = browser.follow("Close without a change")
    picked = [box["value"] for box in page.all("input", name="faces") if box.has("checked")]
    assert picked == ["1", "5"]
    browser.press("Roll on")
    assert lines(desk)[-1] == "keep 1 5"


def test_a_die_off_the_table_is_a_bust_with_the_picture_that_shows_it(
    browser: PlainBrowser, desk: Desk, app: Flask
) -> None:
    desk.sightings.see(roll((1, 4, 4, 4, 6), off=1, why="A die went over the right edge."))
    page = browser.open("/table")
    assert "A die went over the right edge." in page.one("section", class_="event").words
    picture = page.one("img", class_="photo")
    assert (picture["alt"], picture.has("data-live")) == ("A die went over the right edge.", False)
    assert app.test_client().get(picture["src"]).mimetype == "image/jpeg"
    looks = [(place.look, place.face) for place in scene(desk).places]
    assert looks == [("nothing", face) for face in (1, 4, 4, 4, 6)] + [("off", None)]


def test_a_bust_shows_the_die_on_its_way_the_edge_and_a_replay(
    browser: PlainBrowser, desk: Desk, app: Flask
) -> None:
    reel = tuple((number / 8, picture(64, 48, shade=37 * number % 250)) for number in range(8))
    way = np.array([[0.1, 30, 20], [0.2, 50, 22], [0.3, 62, 25]])
    event = replace(off_table(), tracks=(way,))
    desk.sightings.see_off(event, reel, ((0, 0), (60, 0), (60, 48), (0, 48)))
    desk.sightings.see(roll((1, 4, 4, 4, 6), off=1, why="A die left the table."), reel)
    desk.evidence.close()
    page = browser.open("/table")
    shown = page.one("img", class_="photo")
    assert "dotted line shows its way" in shown["alt"]
    replay = page.one("img", class_="reel")
    assert (replay["loading"], replay["alt"]) == ("lazy", "The three seconds before, over and over.")
    client = app.test_client()
    assert client.get(shown["src"]).data != client.get(shown["src"].replace("-leaving", "")).data
    assert client.get(replay["src"]).mimetype == "image/webp"
    photo = scene(desk).photo
    assert photo is not None
    assert photo.way == ("300.0,200.0 500.0,220.0 620.0,250.0",)
    assert (photo.edge.split()[1], [mark.look for mark in photo.marks]) == ("600.0,0.0", ["off"])


def banked_by_ann(desk: Desk) -> None:
    desk.sightings.see(roll((1, 2, 2, 3, 5, 6)))
    desk.presses.play(desk.board().revision, "stop 1 5")


def test_a_die_off_the_table_that_decides_the_match_is_told_heard_and_shown_like_any_other(
    browser: PlainBrowser, desk: Desk
) -> None:
    banked_by_ann(desk)
    way = np.array([[0.1, 30, 20], [0.2, 50, 22], [0.3, 62, 25]])
    desk.sightings.see_off(replace(off_table(), tracks=(way,)))
    assert scene(desk).wait, "its other dice, or that none left, may still come"
    desk.sightings.see(roll((1, 4, 4, 4, 6), off=1, why="A die left the table."))
    page = browser.open("/table")
    assert page.one("section", class_="hero").words.startswith("Ann wins 150 150 more than Bo")
    last = "Last turn: bust. A die left the table. Bo’s turn ends with nothing, whatever the dice show."
    assert last in page.one("div", class_="side").words
    assert page.one("img", class_="photo")["src"].endswith("-leaving.jpg")
    made = scene(desk)
    assert made.photo
    assert made.photo.way
    assert made.status.words == "Die off the table"
    browser.press("That is wrong: undo the die did not leave")
    assert browser.page.one("h1").words == "What do the dice show?"


def test_a_bust_by_the_dice_that_ends_the_match_is_told_and_heard(browser: PlainBrowser, desk: Desk) -> None:
    banked_by_ann(desk)
    desk.sightings.see(roll((1, 2, 2, 3, 3, 6)))
    desk.presses.play(desk.board().revision, "keep 1")
    desk.sightings.see(roll((2, 3, 4, 6, 6), kept=(1,)))
    page = browser.open("/table")
    told = "Last turn: bust. Nothing scores. Bo’s turn ends with 0; 100 are gone."
    assert told in page.one("div", class_="side").words
    assert browser.press("That is wrong: undo").one("h1").words == "Bo, five dice."


@pytest.mark.usefixtures("browser")
def test_after_a_bump_the_rings_are_round_the_dice_where_the_camera_sees_them_now(desk: Desk) -> None:
    desk.sightings.see(roll((1, 2, 3, 4, 6, 6)))
    thrown = desk.board().throw
    assert thrown
    assert thrown.roll
    sway = ((1.0, 0.0, 12.0), (0.0, 1.0, -5.0))
    moved = [replace(die, corners=tuple((x + 12, y - 5) for x, y in die.corners)) for die in thrown.roll.dice]
    still = scene(desk, replace(CAMERA, phase="settled", dice=thrown.roll.dice)).photo
    bumped = scene(desk, replace(CAMERA, phase="settled", dice=tuple(moved), sway=sway)).photo
    assert still
    assert bumped
    assert len(still.marks) == 6
    for before, now in zip(still.marks, bumped.marks, strict=True):
        was, ring = (
            np.array([point.split(",") for point in mark.ring.split()], float) for mark in (before, now)
        )
        assert np.allclose((ring - was) * now.size / 10, (12, -5), atol=0.2)


@pytest.mark.usefixtures("browser")
def test_while_a_throw_is_awaited_the_kept_dice_are_ringed_wherever_they_lie_now(desk: Desk) -> None:
    desk.sightings.see(roll((1, 1, 3, 4, 6, 6)))
    thrown = desk.board().throw
    assert thrown
    assert thrown.roll
    dice = thrown.roll.dice
    lying = replace(CAMERA, phase="settled", dice=dice)
    desk.presses.play(desk.board().revision, "keep 1 1")
    photo = scene(desk, lying).photo
    assert photo
    assert [(mark.look, mark.tag) for mark in photo.marks] == [("locked", "")] * 2
    # One is slid aside, and the others are in the hand.
    slid = replace(dice[1], corners=tuple((x + 30, y + 3) for x, y in dice[1].corners))
    moved = scene(desk, replace(lying, dice=(dice[0], slid))).photo
    assert moved
    assert len(moved.marks) == 2
    assert moved.marks[0].middle == photo.marks[0].middle
    assert moved.marks[1] != photo.marks[1]
    rolling = scene(desk, replace(lying, phase="moving")).photo
    assert rolling
    assert not rolling.marks
    desk.presses.undo(desk.board().revision)
    desk.presses.play(desk.board().revision, "stop 1 1")
    nobodys = scene(desk, lying).photo
    assert nobodys
    assert not nobodys.marks, "what the player before had kept is kept no more"


@pytest.mark.usefixtures("browser")
def test_a_kept_die_that_was_put_right_is_ringed_as_what_it_counts_as(desk: Desk) -> None:
    desk.sightings.see(roll((4, 2, 3, 4, 6, 6)))
    desk.presses.fix(desk.board().revision, 0, 1)
    desk.presses.play(desk.board().revision, "keep 1")
    seen = desk.board().throw
    assert seen
    assert seen.roll
    photo = scene(desk, replace(CAMERA, phase="settled", dice=seen.roll.dice)).photo
    assert photo
    (mark,) = photo.marks
    assert mark.look == "locked"
    assert float(mark.ring.split(",")[0]) * mark.size < 10 * 8, "the first die"


@pytest.mark.usefixtures("browser")
def test_a_thrown_die_at_the_place_of_a_kept_one_of_another_value_is_not_taken_for_it(desk: Desk) -> None:
    desk.sightings.see(roll((1, 5, 3, 4, 6, 6)))
    desk.presses.play(desk.board().revision, "keep 1 5")
    thrown = desk.board().throw
    assert thrown
    assert thrown.roll
    one, five, three = thrown.roll.dice[:3]
    # The camera hangs elsewhere since, and the table was marked anew: another die lies where the 1 was in the picture.
    elsewhere = replace(one, corners=tuple((x + 30, y + 25) for x, y in one.corners))
    there = replace(three, corners=one.corners)
    photo = scene(desk, replace(CAMERA, phase="settled", dice=(there, five, elsewhere))).photo
    assert photo
    middles = {(round(mark.middle[0] / 10), round(mark.middle[1] / 10)) for mark in photo.marks}
    expected = {
        tuple(round(10 * sum(axis) / 4 / 10) for axis in zip(*die.corners, strict=True))
        for die in (five, elsewhere)
    }
    assert middles == expected


@pytest.mark.usefixtures("browser")
def test_the_edge_of_the_table_and_where_kept_dice_lie_are_always_drawn(
    browser: PlainBrowser, desk: Desk
) -> None:
    edge, keep = ((0, 0), (60, 0), (60, 48), (0, 48)), ((0, 0), (10, 0), (10, 40), (0, 40))
    for phase in ("empty", "moving", "settled"):
        photo = scene(desk, replace(CAMERA, phase=phase, edge=edge, keep=keep)).photo
        assert photo
        assert photo.edge == "0.0,0.0 600.0,0.0 600.0,480.0 0.0,480.0"
        assert (photo.keep.split()[1], photo.kept_at) == ("100.0,0.0", (50.0, 120.0))
    bare = scene(desk).photo
    assert bare
    assert not bare.edge + bare.keep


@pytest.mark.usefixtures("browser")
def test_cocked_stacked_and_unsure_dice_have_a_mark_each(desk: Desk) -> None:
    thrown = roll((1, None, None, None, 6, 6))
    states = ("flat", "cocked", "stacked", "unsure", "flat", "flat")
    dice = tuple(replace(die, state=state) for die, state in zip(thrown.dice, states, strict=True))
    desk.sightings.see(replace(thrown, dice=dice))
    photo = scene(desk).photo
    assert photo
    assert [(mark.look, mark.tag) for mark in photo.marks] == [
        ("", "1"),
        ("cocked", "cocked"),
        ("cocked", "on another"),
        ("unsure", "?"),
        ("", "6"),
        ("", "6"),
    ]
    assert photo.words == "The table. Dice in sight: 1, one cocked, one on another, one not read, 6, 6."


# Questions


def test_a_cocked_die_is_named_drawn_leaning_and_waited_for(browser: PlainBrowser, desk: Desk) -> None:
    seen = roll((1, None, 4, 4, 2, 3))
    desk.sightings.see(replace(seen, dice=tuple(replace(die, state="cocked") for die in seen.dice)))
    page = browser.open("/table")
    assert page.one("h1").words == "A die is cocked"
    assert "throw it again. The others stay" in page.one("section", class_="event").words
    assert not page.all("section", class_="sheet"), "a die without a value is not guessed at"
    leaning = [place for place in scene(desk).places if place.look == "cocked"]
    assert [(place.number, place.caption) for place in leaning] == [(6, "cocked")]
    page = browser.follow("Say what it shows")
    assert page.called("a", "die 6: cocked")
    assert "It has no value as it lies." in page.one("section", class_="sheet").words
    assert page.called("button", "A 6")["aria-current"] == ""
    browser.press("A 4")
    assert lines(desk)[-1] == "throw 1 4 4 4 2 3 by=fix"


def test_dice_that_lean_among_too_few_are_counted_in_words(browser: PlainBrowser, desk: Desk) -> None:
    seen = roll((2, None, 5, None, 1))
    leaning = tuple(replace(die, state="flat" if die.value else "cocked") for die in seen.dice)
    desk.sightings.see(replace(seen, dice=leaning))
    page = browser.open("/table")
    assert page.one("h1").words == "Five dice seen, six expected"
    assert (
        "Two lean or lie on others, and have no value: throw those again"
        in page.one("section", class_="event").words
    )


def test_after_a_press_that_was_refused_a_page_without_a_script_goes_on_at_the_table(
    browser: PlainBrowser, desk: Desk
) -> None:
    seen = roll((1, None, 4, 4, 2, 3))
    desk.sightings.see(replace(seen, dice=tuple(replace(die, state="cocked") for die in seen.dice)))
    page = browser.open("/table")
    assert page.one("meta", http_equiv="refresh")["content"] == "2"
    desk.presses.dismiss(desk.board().revision)
    desk.sightings.see(replace(seen, dice=tuple(replace(die, state="cocked") for die in seen.dice)))
    page = browser.press("Undo")
    assert (browser.status, page.address) == (409, "/match/undo")
    assert page.one("meta", http_equiv="refresh")["content"] == "8; url=/table"


def test_a_name_that_ends_with_a_dot_brings_it_to_its_sentence(app: Flask, desk: Desk) -> None:
    desk.presses.new(desk.board().revision, "morning-roll", ["Ann W."])
    desk.sightings.see(roll((1, 2, 3, 4, 5, 6)))
    page = PlainBrowser(app.test_client()).open("/table")
    assert "all six again, Ann W. It is safe" in page.one("section", class_="event").words


def test_a_die_read_too_well_is_called_cocked_from_its_sheet(browser: PlainBrowser, desk: Desk) -> None:
    desk.sightings.see(roll((1, 5, 4, 4, 2, 3)))
    browser.open("/table")
    browser.follow("Fix a die")
    assert browser.press("Cocked").one("h1").words == "A die is cocked"
    assert desk.ledger.now.awaited.dice == 1


def offered(page: Page) -> list[str]:
    sheet = (each for each in page.elements if each["id"].startswith("sheet-") and each.words)
    return [each.words for each in sheet if each.tag in ("a", "button")]


def test_something_that_is_no_die_and_one_die_more_are_said_on_the_sheet(
    browser: PlainBrowser, desk: Desk
) -> None:
    desk.sightings.see(roll((1, 5, 3, 4, 6, 6)))
    desk.presses.confirm_by_throwing(True)
    desk.sightings.see(roll((1, 3, 4, 6)))
    browser.open("/table")
    page = browser.follow("Fix a die")
    assert offered(page) == ["Cocked", "Off the table", "Not a die", "One more die"]
    assert browser.press("One more die").one("h1").words == "Which dice were kept?"
    browser.press("Undo")
    browser.follow("Fix a die")
    assert browser.press("Not a die").one("h1").words == "Three dice seen, four expected"


def test_a_tap_beside_the_sheet_closes_it_without_a_change(browser: PlainBrowser, desk: Desk) -> None:
    desk.sightings.see(roll((1, 5, 3, 4, 6, 6)))
    browser.open("/table")
    page = browser.follow("Fix a die")
    page = browser.open(page.one("a", class_="scrim")["href"])
    assert page.one("h1").words == "Ann, your pick"
    assert not page.all("section", class_="sheet")


def test_a_sheet_offers_only_what_can_be_answered(browser: PlainBrowser, desk: Desk) -> None:
    desk.sightings.see(roll((1, 2, 3, 3, 5)))
    browser.open("/table")
    page = browser.follow("die 1: a 1. Put it right")
    assert offered(page) == ["Off the table", "Not a die", "One more die"]
    assert browser.follow("One more die").one("h1").words == "Ann, six dice."
    assert [place["aria-label"] for place in browser.page.all("a", class_="is-typed")][4] == (
        "die 5: a 5, typed. Take it back"
    )
    desk.sightings.see(roll((1, 2, 3, 3, 5, 6)))
    desk.sightings.see(roll((1, None, 3, 4, 6)))
    page = browser.open(f"/table?at={desk.board().revision}&fix=0")
    assert page.one("h1").words == "Which dice were kept?"
    assert not page.all("section", class_="sheet")
    assert not [each for each in page.all("a") if "fix=" in each["href"]]


def test_a_die_of_a_throw_that_was_a_bust_cannot_bust_the_next_player(
    browser: PlainBrowser, desk: Desk
) -> None:
    desk.sightings.see(roll((2, 3, 4, 6, 6, 2)))
    browser.open("/table")
    page = browser.follow("Fix a die")
    assert offered(page) == ["Cocked", "Not a die", "One more die"]
    desk.presses.off(desk.board().revision, 1)
    throw = desk.board().throw
    assert throw is not None
    assert (throw.off, throw.roll) == (1, None), "it was seen in no throw of Bo's"


def test_a_die_that_turned_over_is_a_card_with_both_answers(browser: PlainBrowser, desk: Desk) -> None:
    desk.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    desk.sightings.see_turned(Turned(5.0, 3, die(5, place=3), False, picture()))
    page = browser.open("/table")
    assert page.one("h1").words == "This die turned over: 3 became 5"
    assert [(place.number, place.caption) for place in scene(desk).places if place.look == "unsure"] == [
        (4, "3 or 5?")
    ]
    browser.press("It is a 5")
    assert lines(desk)[-1] == "throw 1 2 2 5 4 6 by=fix"
    desk.sightings.see_turned(Turned(6.0, 5, die(None, place=3), False, picture()))
    assert browser.open("/table").one("h1").words == "This die turned over: it was a 5"
    browser.press("It is still a 5")
    assert (desk.ledger.now.awaited.asking, len(lines(desk))) == (False, 3)


def keep_a_one(browser: PlainBrowser, desk: Desk) -> None:
    """A throw of six dice, of which a 1 is kept."""
    desk.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    browser.open("/table")
    browser.press("Roll on", tick=(1,))


def test_a_kept_die_that_turned_over_has_one_answer(browser: PlainBrowser, desk: Desk) -> None:
    keep_a_one(browser, desk)
    desk.sightings.see_turned(Turned(5.0, 1, die(4, "keep"), True, picture()))
    page = browser.open("/table")
    assert page.one("h1").words == "A kept die turned over: 1 became 4"
    assert [each.words for each in page.all("button", class_="is-main")] == ["It is still a 1 it was nudged"]
    assert scene(desk).places[0].look == "unsure"


def test_a_kept_die_that_a_throw_bumped_is_named_with_its_value_until_the_next_throw(
    browser: PlainBrowser, desk: Desk
) -> None:
    keep_a_one(browser, desk)
    # No 5 was kept: that one is none of the game's dice.
    desk.sightings.see(replace(roll((1, 2, 3, 4, 6), kept=(1, 5)), bumped=(1, 5)))
    card = browser.open("/table").one("section", class_="event").words
    assert "A 1 was bumped" in card
    assert "The kept 1 shows 1 still, and counts." in card
    throw = desk.board().throw
    assert throw is not None
    assert throw.roll is not None
    assert throw.roll.bumped == (1, 5)
    browser.press("Roll on", tick=(2,))
    desk.sightings.see(roll((1, 3, 4, 6), kept=(1, 1)))
    assert not browser.open("/table").all("section", class_="event")


@pytest.mark.parametrize(("first", "second"), [((1,), ()), ((), (1,))])
def test_what_bumped_a_kept_die_is_the_first_part_of_a_throw_whose_cocked_die_was_thrown_again(
    browser: PlainBrowser, desk: Desk, first: tuple[int, ...], second: tuple[int, ...]
) -> None:
    keep_a_one(browser, desk)
    leans = roll((1, None, 3, 4, 6), kept=(1,))
    tilted = tuple(replace(each, state="cocked") if each.value is None else each for each in leans.dice)
    desk.sightings.see(replace(leans, dice=tilted, bumped=first))
    # The 1 that the second part moves may be the one thrown in the first.
    desk.sightings.see(replace(roll((5,), kept=(1, 3, 4, 6, 1)), bumped=second))
    throw = desk.board().throw
    assert throw is not None
    assert throw.roll is not None
    assert (sorted(throw.faces), throw.roll.bumped) == ([1, 3, 4, 5, 6], first)
    card = scene(desk).card
    assert bool(card and card.title == "A 1 was bumped") is bool(first)


def test_dice_that_turned_over_are_one_card_with_a_sentence_for_each(
    browser: PlainBrowser, desk: Desk
) -> None:
    desk.sightings.see(roll((1, 1, 2, 3, 4, 6)))
    browser.open("/table")
    browser.press("Roll on", tick=(1,))
    desk.sightings.see(roll((1, 2, 3, 4, 6), kept=(1,)))
    for event in (
        Turned(5.0, 3, die(5, place=2), False, picture()),
        Turned(5.0, 1, die(4, "keep", 5), True, picture()),
        Turned(5.0, 6, die(None, place=4), False, picture()),
    ):
        desk.sightings.see_turned(event)
    page = browser.open("/table")
    assert page.one("h1").words == "Three dice turned over"
    told = "The 3 became 5, the 6 is hard to read now and a kept 1 became 4. Were they nudged?"
    assert told in page.one("section", class_="event").words
    assert page.one("img", class_="photo")["alt"] == "The table. They show 5, one not read and 4 now."
    assert [place.number for place in scene(desk).places if place.look == "unsure"] == [1, 4, 6]
    assert [each.words for each in page.all("button", class_="is-main")] == [
        "They are still 1, 3 and 6 they were nudged"
    ]
    page = browser.press("The 3 is a 5")
    assert lines(desk)[-1] == "throw 1 2 5 4 6 by=fix"
    assert page.one("h1").words == "Two dice turned over"
    assert browser.press("They are still 1 and 6").one("h1").words == "Ann, your pick"


def test_an_unsure_die_is_asked_with_the_likeliest_value_first_and_answered_with_one_tap(
    browser: PlainBrowser, desk: Desk
) -> None:
    desk.sightings.see(roll((1, None, 4, 4, 2, 3)))
    page = browser.open("/table")
    assert page.one("h1").words == "Is this a 6?"
    values = page.all("button", name="value")
    assert [value["value"] for value in values] == ["6", "4", "1", "2", "3", "5"]
    assert [value.words for value in values] == ["Yes, a 6", "A 4", "1", "2", "3", "5"]
    assert page.one("div", class_="beneath").has("inert")
    browser.press("A 4")
    assert lines(desk) == ("throw 1 4 4 4 2 3 by=fix",)
    assert browser.page.one("h1").words == "Ann, your pick"


def test_the_sheet_can_be_closed_without_an_answer_and_opened_again(
    browser: PlainBrowser, desk: Desk
) -> None:
    desk.sightings.see(roll((1, None, 4, 4, 2, 3)))
    browser.open("/table")
    page = browser.follow("Close without a change")
    assert not page.all("section", class_="sheet")
    assert page.called("a", "die 6: 6 or 4? Say which")
    assert browser.follow("Look at the die").all("section", class_="sheet")


def test_too_few_dice_are_a_question_and_can_be_said_instead(browser: PlainBrowser, desk: Desk) -> None:
    desk.sightings.see(roll((1, 4, 4, 4, 2)))
    page = browser.open("/table")
    assert page.one("h1").words == "Five dice seen, six expected"
    browser.follow("Say what you see")
    page = browser.follow("5")
    assert lines(desk) == ()
    browser.press("That is the throw")
    assert lines(desk) == ("throw 1 4 4 4 2 5 by=fix",) or lines(desk) == ("throw 1 4 4 4 2 5 by=hand",)


@pytest.mark.parametrize(
    ("faces", "answer", "line"),
    [((1, 4, 4, 4, 2), "A die left the table", "off 1"), ((1, 4), "Four dice left the table", "off 4")],
)
def test_dice_that_are_missing_left_the_table_with_one_tap(
    faces: tuple[int, ...], answer: str, line: str, browser: PlainBrowser, desk: Desk
) -> None:
    desk.sightings.see(roll(faces))
    browser.open("/table")
    assert browser.press(answer).one("h1").words == "Bust"
    assert lines(desk) == (line,)


def test_too_many_dice_are_a_question_that_can_be_waved_away(browser: PlainBrowser, desk: Desk) -> None:
    desk.sightings.see(roll((1, 4, 4, 4, 2, 2, 3)))
    page = browser.open("/table")
    assert page.one("h1").words == "Too many dice seen"
    assert browser.press("Look again").one("h1").words == "Ann, six dice."
    assert lines(desk) == ()


def test_a_throw_before_the_press_that_fits_no_keep_is_asked_about(browser: PlainBrowser, desk: Desk) -> None:
    desk.sightings.see(roll((1, 2, 3, 3, 5, 6)))
    desk.sightings.see(roll((1, 2), kept=(6,)))
    page = browser.open("/table")
    assert page.one("h1").words == "Was that a throw?"
    assert browser.press("Forget this throw").one("h1").words == "Ann, your pick"


def test_where_a_die_left_unseen_the_keep_before_it_is_one_tap_and_that_it_left_is_another(
    browser: PlainBrowser, desk: Desk
) -> None:
    desk.sightings.see(roll((1, 2, 3, 3, 5, 6)))
    desk.sightings.see(roll((2, 3, 4)))
    page = browser.open("/table")
    assert page.one("h1").words == "Was that a throw?"
    assert (
        "If one left the table or is hidden, say what was kept" in page.one("section", class_="event").words
    )
    desk.sightings.see(roll((2, 2, 3, 3, 4, 6)))
    page = browser.open("/table")
    assert "The throw after it waits for the answer." in page.one("section", class_="event").words
    assert browser.press("Keep 1 and 5").one("h1").words == "Three dice seen, four expected"
    browser.press("A die left the table")
    assert lines(desk) == ("throw 1 2 3 3 5 6", "keep 1 5", "off 1", "throw 2 2 3 3 4 6")


def test_a_throw_before_the_press_that_fits_several_keeps_asks_which_was_meant(
    browser: PlainBrowser, desk: Desk
) -> None:
    desk.sightings.see(roll((1, 2, 3, 3, 5, 6)))
    desk.sightings.see(roll((1, 2, 3, 4, 6)))
    page = browser.open("/table")
    assert page.one("h1").words == "Which dice were kept?"
    browser.press("Keep 5")
    assert lines(desk) == ("throw 1 2 3 3 5 6", "keep 5", "throw 1 2 3 4 6")


@pytest.mark.parametrize(
    ("faces", "off", "title", "sentence"),
    [
        ((1, 2, 3, 4, 5, 6, 6), 0, "Too many dice seen", "Ann has not said yet what to keep."),
        ((1,) * 14, 2, "Too many dice seen", "Ann has not said yet what to keep."),
        ((), 5, "Which dice were kept?", "Five dice, all of them off the table, came before Ann had said."),
        ((2, 3, 4, 6), 1, "Which dice were kept?", "Five dice, one of them off the table, came before"),
        (
            (2,),
            1,
            "Was that a throw?",
            "Two dice, one of them off the table, were thrown, and no keep of Ann",
        ),
        ((2,), 0, "Was that a throw?", "One die lies there, and no keep of Ann leaves one."),
        ((), 1, "Was that a throw?", "One die, off the table, was thrown, and no keep of Ann leaves one."),
    ],
)
def test_a_throw_before_the_press_of_any_number_of_dice_on_the_table_or_off_it_is_told_as_it_was(
    browser: PlainBrowser, desk: Desk, faces: tuple[int, ...], off: int, title: str, sentence: str
) -> None:
    desk.sightings.see(roll((1, 2, 3, 3, 5, 6)))
    desk.sightings.see(roll(faces, off=off))
    page = browser.open("/table")
    assert (browser.status, page.one("h1").words) == (200, title)
    assert sentence in page.one("section", class_="event").words


def test_a_die_that_lay_there_before_the_throw_is_no_part_of_it(browser: PlainBrowser, desk: Desk) -> None:
    desk.sightings.see(roll((1, 2, 3, 3, 5, 6)))
    browser.open("/table")
    browser.press("Roll on", tick=(1,))
    aside = roll((1, 2, 3, 4, None), kept=(1,))
    lying = tuple(replace(die, zone="throw") for die in aside.dice)
    desk.sightings.see(replace(aside, dice=lying))
    assert browser.open("/table").one("h1").words == "Is this a 6?"


# Typed dice, undo, the ear


def test_a_typed_value_can_be_taken_back_before_the_throw_is_sent(browser: PlainBrowser) -> None:
    browser.follow("1")
    browser.follow("4")
    page = browser.follow("die 1: a 1, typed. Take it back")
    assert [each["value"] for each in page.all("input", name="faces")] == ["4"]
    assert page.called("button", "That is the throw")["data-why"] == "Five more to type in."


def test_undo_is_always_there_and_says_when_there_is_nothing(fresh: Flask) -> None:
    browser = PlainBrowser(fresh.test_client())
    browser.open("/")
    browser.press("Start", player=["Ann", "Bo"])
    assert browser.page.called("button", "Undo")["data-why"] == "Nothing to undo yet."
    type_in(browser, 1, 2, 2, 3, 5, 6)
    page = browser.press("Undo")
    assert page.one("h1").words == "Ann, six dice."
    assert browser.press("Redo").one("h1").words == "Ann, your pick"


@pytest.mark.parametrize(
    ("again", "tray"),
    [((2, 3, 3, 4, None), ["2", "3", "3", "4", "6 or 4?"]), ((2, 3, 3, 4, 6), ["2", "3", "3", "4", "6"])],
)
def test_a_die_has_one_number_in_the_tray_and_on_its_sheet(
    browser: PlainBrowser, desk: Desk, again: tuple[int | None, ...], tray: list[str]
) -> None:
    desk.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    desk.presses.play(desk.board().revision, "keep 1")
    desk.sightings.see(roll(again, kept=(1,)))
    assert [place.caption or str(place.face) for place in scene(desk).places if not place.pickable][
        1:
    ] == tray
    page = browser.open(f"/table?at={desk.board().revision}&fix=4")
    tabs = [each.name for each in page.all("a", class_="tab")]
    assert [tab.split(":")[0] for tab in tabs] == [f"die {number}" for number in range(2, 7)]


def test_the_dice_of_the_next_player_are_counted_without_those_kept_before_a_bust(
    browser: PlainBrowser, desk: Desk
) -> None:
    desk.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    desk.presses.play(desk.board().revision, "keep 1")
    desk.sightings.see(roll((2, 3, 3, 4, 6), kept=(1,)))
    desk.sightings.see(roll((2, 3, 3, 4, 6, None)))
    page = browser.open("/table")
    assert page.one("a", class_="tab", aria_current="true").name == "die 6: unsure"


def test_a_button_that_may_not_be_pressed_is_described_by_its_own_reason(fresh: Flask) -> None:
    browser = PlainBrowser(fresh.test_client())
    browser.open("/")
    browser.press("Start", player=["Ann"])
    disabled = [each for each in browser.page.all("button") if each.has("aria-disabled")]
    assert [each["data-why"] for each in disabled] == ["Nothing to undo yet.", "Six more to type in."]
    for button in disabled:
        (reason,) = [each for each in browser.page.elements if each["id"] == button["aria-describedby"]]
        assert reason.words == button["data-why"]


def test_a_die_of_typed_ones_that_is_put_right_is_typed_in(browser: PlainBrowser, desk: Desk) -> None:
    desk.presses.throw(desk.board().revision, (1, 5, 2, 2, 3, 6))
    desk.presses.fix(desk.board().revision, 1, 4)
    assert scene(desk).status.words == "Typed in: 1 2 2 3 4 6"


def shown(desk: Desk) -> list[int | None]:
    return [place.face for place in scene(desk).places]


@pytest.mark.parametrize("camera", [True, False], ids=["seen", "typed"])
def test_a_die_that_is_put_right_keeps_its_place_and_so_do_all_others(
    browser: PlainBrowser, desk: Desk, camera: bool
) -> None:
    faces = (6, 5, 1, 4, 2, 4)
    if camera:
        desk.sightings.see(roll(faces))
    else:
        desk.presses.throw(desk.board().revision, faces)
    assert shown(desk) == [1, 2, 4, 4, 5, 6]
    desk.presses.fix(desk.board().revision, 2, 6)
    assert shown(desk) == [6, 2, 4, 4, 5, 6]
    desk.presses.fix(desk.board().revision, 4, 5)
    assert shown(desk) == [6, 5, 4, 4, 5, 6]
    desk.presses.undo(desk.board().revision)
    assert shown(desk) == [6, 2, 4, 4, 5, 6]
    desk.presses.fix(desk.board().revision, 1, 3)
    bust = scene(desk)
    assert (bust.heading, [place.face for place in bust.places]) == ("Bust", [6, 2, 4, 4, 3, 6])
    desk.presses.undo(desk.board().revision)
    assert shown(desk) == [6, 2, 4, 4, 5, 6]


def test_a_die_that_was_asked_about_stays_where_it_was_asked_about_and_the_next_throw_is_sorted(
    browser: PlainBrowser, desk: Desk
) -> None:
    desk.sightings.see(roll((None, 1, 4, 4, 2, 3)))
    assert shown(desk) == [1, 2, 3, 4, 4, 6], "most likely a 6"
    desk.presses.fix(desk.board().revision, 0, 1)
    assert shown(desk) == [1, 2, 3, 4, 4, 1]
    desk.presses.lean(desk.board().revision, 1)
    assert [place.look for place in scene(desk).places] == ["cocked", *["open"] * 5]
    desk.presses.undo(desk.board().revision)
    desk.presses.play(desk.board().revision, "keep 1 1")
    desk.sightings.see(roll((5, 3, 1, 2), kept=(1, 1)))
    assert shown(desk) == [1, 1, 1, 2, 3, 5]


def test_another_throw_that_is_typed_in_after_an_undo_is_sorted(browser: PlainBrowser, desk: Desk) -> None:
    desk.presses.throw(desk.board().revision, (1, 2, 3, 4, 6, 6))
    desk.presses.undo(desk.board().revision)
    desk.presses.throw(desk.board().revision, (5, 4, 3, 2, 1, 1))
    assert shown(desk) == [1, 1, 2, 3, 4, 5]


def test_who_hears_the_dice_by_place_hears_them_where_they_lie(
    app: Flask, browser: PlainBrowser, desk: Desk
) -> None:
    desk.sightings.see(roll((6, 5, 1, 4, 2, 4)))
    desk.presses.fix(desk.board().revision, 2, 6)
    heard = app.test_client().get("/tell", query_string={"key": "H", "again": 1}).get_json()
    told = heard["calls"][0]
    assert told["full"][0] == "By place: 6, 2, 4, 4, 5, 6. None kept."
    at = desk.board().revision
    own = browser.open(f"/table?pick=5&tapped=5&at={at}").one("div", id="board")["data-said"]
    assert "Die 5, a 5" in own


# Of every moment


MOMENTS = {
    "waiting": (),
    "choice": ((1, 5, 4, 4, 4, 6),),
    "many": ((1, 1, 1, 5, 5, 5),),
    "bust": ((2, 2, 3, 4, 6, 6),),
    "special": ((1, 2, 3, 4, 5, 6),),
    "unsure": ((1, None, 4, 4, 2, 3),),
    "count": ((1, 4, 4),),
    "which": ((1, 2, 3, 3, 5, 6), (1, 2, 3, 4, 6)),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_every_control_has_a_name_every_id_is_one_and_there_is_one_heading(
    browser: PlainBrowser, desk: Desk, moment: str
) -> None:
    for faces in MOMENTS[moment]:
        desk.sightings.see(roll(faces))
    for address in (
        "/table",
        f"/table?at={desk.board().revision}&fix=0",
        f"/table?at={desk.board().revision}&type=1",
    ):
        page = browser.open(address)
        assert len(page.all("h1")) == 1
        ids = Counter(each["id"] for each in page.elements if each["id"])
        assert max(ids.values()) == 1
        for tag in ("a", "button"):
            assert all(each.name for each in page.all(tag) if not each.has("hidden"))
        boxes = [each for each in page.all("input") if each["type"] != "hidden"]
        labels = [each["for"] for each in page.all("label")]
        assert all(
            each["aria-label"] or each["id"] in labels or any(above.tag == "label" for above in each.above)
            for each in boxes
        )
        assert all(each.has("alt") for each in page.all("img"))


def test_the_worst_trouble_is_said_with_what_to_do_and_how_many_more(
    browser: PlainBrowser, desk: Desk
) -> None:
    light = Trouble("light", "The light is low.", "Switch on a lamp above the table.", 2.0)
    lost = Trouble("camera-lost", "The camera is unplugged.", "Plug it in; the match waits.", 3.0)
    desk.health.hold("eye", [light, lost])
    strip = browser.open("/table").all("div", class_="trouble")[-1]
    assert strip.words.startswith("The camera is unplugged. Plug it in; the match waits. And 1 more.")
    assert browser.open("/history").one("div", class_="trouble").words == strip.words
    desk.health.hold("eye", [])
    assert browser.open("/table").all("div", class_="trouble")[-1].has("hidden")


def test_dice_that_lie_there_untold_are_read_by_a_button_as_long_as_dice_are_awaited(
    desk: Desk, app: Flask
) -> None:
    client = app.test_client()
    desk.health.hold("eye", [Trouble("waiting", "Dice lie there that no throw brought.", "Throw them.", 1.0)])
    desk.presses.new(desk.board().revision, "morning-roll", ["Ann"])
    assert 'id="do-again"' in client.get("/table").text
    desk.presses.throw(desk.board().revision, [1, 2, 3, 4, 6, 6])
    assert 'id="do-again"' not in client.get("/table").text
    desk.health.hold("eye", [])


def test_a_demo_is_called_a_demo(browser: PlainBrowser, desk: Desk, app: Flask) -> None:
    assert (camera_words.why_demo(False, ""), camera_words.why_demo(True, "")) == (
        "",
        ": no camera was found",
    )
    assert camera_words.demo(True, "").startswith("No camera was found")
    assert camera_words.demo(False, "").startswith("A film")
    held = "Another program is using the camera usb:0. Close it."
    assert camera_words.demo(True, held).startswith(f"{held} Until then a film")
    assert "taken" in camera_words.why_demo(True, held)
    moving = Source("demo", demo=True, state="on", rolling=True, width=64, height=48, age_s=0.1)
    assert scene(desk, moving).heading == "Ann is rolling"
    assert [place.look for place in scene(desk, moving).places] == ["moving"] * 6


def test_the_history_tells_every_turn_and_the_lines(browser: PlainBrowser) -> None:
    type_in(browser, 1, 2, 2, 3, 5, 6)
    browser.press("Stop and bank", tick=(1,))
    type_in(browser, 2, 2, 3, 4, 6, 6)
    page = browser.open("/history")
    assert [each.words for each in page.all("article")] == [
        "Ann turn 1 · banked · dice typed in 100 100 kept 1, then stopped",
        "Bo turn 1 · bust · dice typed in 0 bust nothing scores",
    ]
    assert page.one("pre").text.splitlines()[2] == "throw 1 2 2 3 5 6 by=hand"


def test_every_game_of_the_engine_has_a_page() -> None:
    assert list(PAGES) == list(GAMES)


def test_a_long_turn_shows_its_newest_rolls_and_the_sum_of_the_older(
    browser: PlainBrowser, desk: Desk
) -> None:
    presses = desk.presses
    for left in (6, 5, 4, 3, 2, 1) * 2:
        presses.throw(desk.board().revision, [1, 2, 3, 4, 6, 2][:left])
        presses.play(desk.board().revision, "keep 1")
    state = desk.board().state
    assert isinstance(state, MorningRoll)
    assert (len(state.rolls), state.points) == (12, 1200)
    total = scene(desk).sum
    assert [(step.label, step.points) for step in total.steps] == [
        ("Rolls 1 to 9", "900"), ("Roll 10", "+ 100"), ("Roll 11", "+ 100"), ("Roll 12", "+ 100")
    ]  # fmt: skip
    assert total.total == "1,200"
