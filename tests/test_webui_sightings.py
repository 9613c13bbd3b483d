"""What the camera sees besides plain throws: dice that leave, lean or turn over, and the replay of it all."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import sqlalchemy
from PIL import Image as Pillow
from seen_dice import die, off_table, picture, roll

from vision.nouns import DieState, Roll, Turned
from webui.health import Health
from webui.match.board import Board
from webui.match.ledger import Ledger, Refused, Stale
from webui.match.lines import rolls_of
from webui.match.presses import Presses
from webui.match.seen import SeenRoll
from webui.match.sightings import Sightings
from webui.match.turned_dice import turned_dice
from webui.storage.evidence import Evidence
from webui.storage.replay import Reel, Ring, pack
from webui.storage.store import Store

WAY = np.array([[0.1, 30, 20], [0.2, 50, 22], [0.3, 62, 25]], np.float64)
EDGE = ((0.0, 0.0), (60.0, 0.0), (60.0, 48.0), (0.0, 48.0))


class Table:
    """A match on a real store, and what is on its disk."""

    def __init__(self, folder: Path, hands_free: bool = False) -> None:
        self.pictures = folder / "pictures"
        self.store = Store.open(folder)
        self.evidence = Evidence(self.pictures, 10_000_000, 80)
        self.ledger = Ledger(self.store, self.evidence, Health(), hands_free=hands_free)
        self.sightings, self.presses = Sightings(self.ledger), Presses(self.ledger)
        self.ledger.notify(self.sightings.forget_dice, self.sightings.ask_waiting)

    @property
    def board(self) -> Board:
        return self.ledger.board()

    @property
    def now(self) -> int:
        return self.board.revision

    @property
    def lines(self) -> tuple[str, ...]:
        return self.board.lines[2:]

    @property
    def asked(self) -> str:
        return self.board.question.kind if self.board.question else ""

    @property
    def seen(self) -> SeenRoll:
        """Of the newest throw."""
        assert self.board.throw is not None
        assert self.board.throw.roll is not None
        return self.board.throw.roll

    @property
    def files(self) -> list[str]:
        return sorted(path.suffix for path in self.pictures.iterdir())

    def close(self) -> None:
        self.evidence.close()
        self.store.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    table.presses.new(0, "morning-roll", ["Ann", "Bo"])
    yield table
    table.close()


def filmed(seconds: float = 4.0, fps: int = 30, start_s: float = 10.0) -> Ring:
    """A ring that has seen so long a film; no picture is like the one before."""
    ring = Ring()
    for number in range(round(seconds * fps)):
        ring.put(picture(640, 360, shade=37 * number % 250), start_s + number / fps)
    return ring


REEL: Reel = filmed().reel(13.0)

# The replay


def test_a_camera_that_comes_back_with_another_size_begins_the_replay_anew() -> None:
    ring = filmed(seconds=2.0)
    for number in range(30):
        ring.put(picture(640, 480, shade=7 * number), 12.0 + number / 30)
    assert {image.shape for _, image in ring.reel(13.0)} == {(360, 480, 3)}
    assert pack(ring.reel(13.0))[:4] == b"RIFF"


def test_the_pictures_of_a_replay_are_small_whichever_way_the_camera_stands() -> None:
    for shape in ((1280, 720, 3), (720, 1280, 3)):
        ring = Ring()
        ring.put(np.zeros(shape, np.uint8), 1.0)
        ((_, image),) = ring.reel(1.0)
        assert sorted(image.shape) == [3, 270, 480]


def test_a_reel_is_the_last_three_seconds_and_no_faster_than_eight_pictures_a_second() -> None:
    times_s = [time_s for time_s, _ in filmed(fps=30).reel(13.0)]
    assert times_s[0] == pytest.approx(10.0, abs=0.2)
    assert times_s[-1] == pytest.approx(13.0, abs=0.2)
    assert 20 <= len(times_s) <= 25
    slow = filmed(fps=5).reel(13.0)
    assert len(slow) == 16
    assert slow[0][1].shape == (270, 480, 3)


def test_the_seconds_before_dice_lay_still_are_there_when_their_throw_is_told_ten_seconds_later() -> None:
    late = filmed(seconds=13.0).reel(13.0)
    assert [time_s for time_s, _ in late] == [time_s for time_s, _ in REEL]


def test_a_ring_holds_a_few_seconds_however_long_it_looks_and_begins_anew_with_the_clock() -> None:
    ring = filmed(seconds=60.0)
    assert len(ring._pictures) == 8 * 15
    assert ring.reel(54.0) == ()
    ring.put(picture(), 1.0)
    assert [time_s for time_s, _ in ring.reel(3.0)] == [1.0]


def test_a_replay_is_written_beside_the_picture_and_plays_at_its_own_speed(table: Table) -> None:
    table.sightings.see(roll((1, 2, 3, 4, 6, 6)), REEL)
    table.evidence.close()
    assert (table.files, table.seen.has_replay) == ([".jpg", ".webp"], True)
    saved = table.store.roll(table.seen.id)
    assert saved is not None
    packed = table.evidence.read(saved.picture, "replay")
    assert packed is not None
    film = Pillow.open(io.BytesIO(packed))
    assert (film.size, getattr(film, "n_frames", 0)) == ((480, 270), len(REEL))
    lengths_ms = []
    for number in range(len(REEL)):
        film.seek(number)
        film.load()
        lengths_ms.append(film.info["duration"])
    assert sum(lengths_ms[:-1]) == pytest.approx(1000 * (REEL[-1][0] - REEL[0][0]), abs=30)


def test_pages_are_told_when_the_replay_is_there(table: Table) -> None:
    told = []
    name = table.evidence.keep(picture())
    table.evidence.film(name, REEL, lambda: told.append(table.evidence.has(name, "replay")))
    table.evidence.close()
    assert told == [True]


def test_a_throw_that_is_given_up_takes_all_of_its_evidence_along(tmp_path: Path) -> None:
    evidence = Evidence(tmp_path, 100_000_000, 80)
    old, new = (evidence.keep(picture(), leaving=picture(shade=20)) for _ in range(2))
    evidence.film(old, REEL, lambda: None)
    evidence.close()
    assert evidence.give_up(1)
    assert not any(evidence.has(old, kind) for kind in ("picture", "leaving", "replay"))
    assert evidence.has(new, "leaving")
    assert not evidence.give_up(1), "the newest throw stays"
    evidence.film(old, REEL, lambda: pytest.fail("a throw that is gone needs no replay"))
    evidence.close()
    assert len(list(tmp_path.iterdir())) == 2


def test_on_a_full_disk_the_oldest_pictures_are_given_up_for_the_log(table: Table) -> None:
    table.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    oldest = table.pictures / next(iter(table.store.pictures()))

    def full_until_it_is_gone(connection: object, _record: object, _proxy: object) -> None:
        pages = 1 if oldest.exists() else 100_000
        connection.execute(f"PRAGMA max_page_count={pages}")  # type: ignore[attr-defined]

    sqlalchemy.event.listen(table.store._engine, "checkout", full_until_it_is_gone)
    table.presses.play(table.now, "keep 1")
    long = roll((1, 2, 3, 4, 6), why="long " * 20_000)
    table.sightings.see(long)
    assert table.lines[1:] == ("keep 1", "throw 1 2 3 4 6")
    assert (oldest.exists(), table.seen.has_picture) == (False, True)
    assert table.ledger.board().troubles == ()


# Off the table


def test_a_bust_shows_the_die_on_its_way_and_still_knows_the_dice_that_stayed(table: Table) -> None:
    table.sightings.see_off(replace(off_table(), tracks=(WAY,)), REEL, EDGE)
    assert table.lines == ("off 1",)
    assert (table.seen.way[0][-1], table.seen.edge) == ((62.0, 25.0), EDGE)
    table.sightings.see(roll((1, 4, 4, 4, 6), off=1, why="A die left the table."), REEL)
    table.evidence.close()
    seen = table.seen
    assert (seen.faces, seen.has_leaving, seen.has_replay) == ((1, 4, 4, 4, 6), True, True)
    assert (seen.way[0][0], seen.edge) == ((30.0, 20.0), EDGE)
    saved = table.store.roll(seen.id)
    assert saved is not None
    assert table.evidence.read(saved.picture, "leaving") != table.evidence.read(saved.picture)
    assert table.files == [".jpg", ".jpg", ".webp"], "nothing is kept twice"


def test_a_die_that_left_while_a_choice_was_open_is_shown_once_the_throw_is_read(tmp_path: Path) -> None:
    table = Table(tmp_path, hands_free=True)
    table.presses.new(0, "morning-roll", ["Ann", "Bo"])
    table.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    table.sightings.moving()
    table.sightings.see_off(replace(off_table(), tracks=(WAY,)), REEL, EDGE)
    table.sightings.see(roll((2, 3, 4, 6), kept=(1,), off=1))
    assert table.lines[1:] == ("keep 1", "off 1")
    assert (table.seen.has_leaving, len(table.seen.way)) == (True, 1)
    table.close()


def test_two_dice_that_leave_one_after_the_other_are_both_drawn(table: Table) -> None:
    for _ in range(2):
        table.sightings.see_off(replace(off_table(), tracks=(WAY,)), edge=EDGE)
    table.sightings.see(roll((1, 4, 4, 4), off=2))
    assert (table.lines, len(table.seen.way)) == (("off 1",), 2)


def test_an_off_that_was_taken_back_while_the_dice_still_rolled_is_not_told_again(table: Table) -> None:
    table.sightings.see_off(off_table())
    table.presses.undo(table.now)
    table.sightings.see_off(off_table())
    table.sightings.see(roll((1, 4, 4, 4, 6), off=1, why="A die left the table."))
    question = table.board.question
    assert question is not None
    assert (question.kind, question.faces, question.roll.off_table) == ("off", (1, 4, 4, 4, 6), 0)
    assert table.lines == ("off 1", "undo")
    table.presses.throw(table.now, (1, 4, 4, 4, 6, 6))
    assert table.lines[2:] == ("throw 1 4 4 4 6 6 by=fix",)


def test_a_throw_whose_off_was_taken_back_is_taken_when_all_of_its_dice_are_seen(table: Table) -> None:
    table.sightings.see_off(off_table())
    table.presses.undo(table.now)
    table.sightings.see(roll((1, 4, 4, 4, 6, 2), off=1))
    assert (table.lines, table.asked) == (("off 1", "undo", "throw 1 4 4 4 6 2"), "")
    table.presses.undo(table.now)
    table.sightings.moving()
    table.sightings.see(roll((1, 4, 4, 4, 6), off=1))
    assert table.lines[-1] == "off 1", "the next throw may lose a die"


def test_the_last_die_of_an_off_that_was_taken_back_is_asked_for(table: Table) -> None:
    table.sightings.see_off(off_table())
    table.presses.undo(table.now)
    table.sightings.see(roll((), off=6))
    assert (table.asked, table.lines) == ("off", ("off 1", "undo"))


def test_a_bust_is_taken_back_by_itself_when_all_dice_of_the_throw_lie_on_the_table(table: Table) -> None:
    table.sightings.see_off(off_table())
    assert table.lines == ("off 1",)
    table.sightings.see(roll((1, 4, 4, 4, 6, 2)))
    assert (table.lines, table.asked) == (("off 1", "undo", "throw 1 4 4 4 6 2"), "")
    assert table.seen.faces == (1, 4, 4, 4, 6, 2)


def test_a_bust_that_all_dice_belie_is_taken_back_though_one_of_them_cannot_be_read(table: Table) -> None:
    table.sightings.see_off(off_table())
    table.sightings.see(roll((1, 4, 4, 4, 6, None)))
    assert (table.lines, table.asked) == (("off 1", "undo"), "unsure")


def test_a_bust_that_ended_the_match_is_taken_back_too(table: Table) -> None:
    table.presses.new(table.now, "morning-roll", ["Ann"], rounds=1)
    table.sightings.see_off(off_table())
    assert table.board.state is not None
    assert table.board.state.outcome
    table.sightings.see(roll((1, 4, 4, 4, 6, 2)))
    assert table.lines[-1] == "throw 1 4 4 4 6 2"
    assert not table.board.state.outcome


def test_the_dice_left_by_a_bust_are_no_throw_of_the_next_player(table: Table) -> None:
    table.sightings.see_off(off_table())
    table.sightings.see(roll((1, 4, 4, 4, 6)))
    assert (table.lines, table.asked) == (("off 1",), "")
    assert table.seen.faces == (1, 4, 4, 4, 6)


def test_an_off_that_was_taken_back_and_brought_back_stands(table: Table) -> None:
    table.sightings.see_off(off_table())
    table.presses.undo(table.now)
    table.presses.redo(table.now)
    table.sightings.see(roll((1, 4, 4, 4, 6), off=1))
    assert (table.lines, table.seen.faces) == (("off 1", "undo", "off 1"), (1, 4, 4, 4, 6))


def test_the_way_of_a_die_is_forgotten_with_the_next_throw(table: Table) -> None:
    table.sightings.see_off(replace(off_table(), tracks=(WAY,)), edge=EDGE)
    table.sightings.see(roll((1, 4, 4, 4, 6), off=1))
    table.sightings.moving()
    table.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    assert (table.seen.way, table.seen.has_leaving) == ((), False)


# Cocked and stacked


def leaning(faces: Sequence[int | None], state: DieState = "cocked") -> Roll:
    """A throw in which the unread dice lean."""
    seen = roll(faces)
    return replace(seen, dice=tuple(each if each.value else replace(each, state=state) for each in seen.dice))


def test_who_comes_too_late_is_told_of_the_question_that_is_asked_now(table: Table) -> None:
    table.sightings.see(roll((1, 1, 4, 4, 2, 3)))
    late = table.now
    table.presses.lean(late, 0)
    with pytest.raises(Stale, match="A die leans, and is to be thrown again"):
        table.presses.play(late, "stop 1 1")
    table.sightings.see(roll((1, None, 4, 4, 2, 3)))
    with pytest.raises(Stale, match="A new throw has been seen"):
        table.presses.play(late, "stop 1 1")


def second_part(values: Sequence[int | None], lying: Sequence[int | None]) -> Roll:
    """These were thrown beside dice that lie since the first part, which are at the first places."""
    seen = roll(values, lying)
    corners = [each.corners_px for each in roll([1] * len(seen.dice)).dice]
    places = [*corners[len(lying) :], *corners[: len(lying)]]
    return replace(
        seen, dice=tuple(replace(d, corners_px=at) for d, at in zip(seen.dice, places, strict=True))
    )


def test_a_throw_that_comes_in_two_parts_is_one(table: Table) -> None:
    table.sightings.see(roll([3, 2, 5]))
    assert table.asked == "count"
    table.sightings.see(second_part([4, 4, 1], [3, 2, 5]))
    assert (table.asked, table.lines) == ("", ("throw 3 2 5 4 4 1",))
    assert table.seen.faces == (3, 2, 5, 4, 4, 1)


def test_a_die_that_the_first_part_did_not_tell_is_told_by_the_second_and_one_of_neither_is_asked_about(
    table: Table,
) -> None:
    table.sightings.see(roll([3, None, 5]))
    table.sightings.see(second_part([4, None, 1], [3, 2, 5]))
    assert table.asked == "unsure"
    assert table.board.question is not None
    assert table.board.question.faces == (3, 2, 5, 4, None, 1)


@pytest.mark.parametrize(
    "second",
    [
        pytest.param(second_part([4, 4], [3, 2, 5]), id="too few"),
        pytest.param(second_part([4, 4, 1], [3, 6, 5]), id="one was turned over"),
        pytest.param(second_part([4, 4, 1], [3, 2]), id="one was taken up"),
        pytest.param(roll([4, 4, 1], [3, 2, 5]), id="they were put elsewhere"),
    ],
)
def test_a_second_throw_that_does_not_complete_the_first_takes_its_place(table: Table, second: Roll) -> None:
    table.sightings.see(roll([3, 2, 5]))
    table.sightings.see(second)
    assert (table.asked, table.lines) == ("count", ())
    assert table.board.question is not None
    assert table.board.question.faces == second.faces


def test_a_cocked_die_is_thrown_again_alone_and_completes_the_throw(table: Table) -> None:
    table.sightings.see(leaning((1, None, 4, 4, 2, 3)))
    assert (table.asked, table.lines, table.ledger.now.awaited.dice) == ("unsure", (), 1)
    table.sightings.moving()
    table.sightings.see(roll((5,), kept=(1, 4, 4, 2, 3)))
    assert (table.lines, table.asked, table.ledger.now.awaited.dice) == (("throw 1 5 4 4 2 3",), "", 0)
    assert table.seen.faces == (1, 5, 4, 4, 2, 3)


def test_a_die_that_leans_again_is_asked_about_again(table: Table) -> None:
    table.sightings.see(leaning((1, None, 4, 4, None, 3), "stacked"))
    assert table.ledger.now.awaited.dice == 2
    table.sightings.see(leaning((5, None)))
    assert (table.asked, table.lines, table.ledger.now.awaited.dice) == ("unsure", (), 1)
    table.sightings.see(roll((6,), kept=(1,)))
    assert table.lines == ("throw 1 5 4 4 6 3",)


def test_all_dice_thrown_again_take_the_place_of_a_throw_with_a_cocked_one(table: Table) -> None:
    table.sightings.see(leaning((1, None, 4, 4, 2, 3)))
    table.sightings.see(roll((2, 2, 3, 4, 5, 5)))
    assert table.lines == ("throw 2 2 3 4 5 5",)


def test_a_cocked_die_that_leaves_the_table_when_thrown_again_is_a_bust(table: Table) -> None:
    table.sightings.see(leaning((1, None, 4, 4, 2, 3)))
    table.sightings.moving()
    table.sightings.see_off(off_table())
    table.sightings.see(roll((), kept=(1, 4, 4, 2, 3), off=1))
    assert (table.lines, table.asked) == (("off 1",), "")


def test_a_die_that_is_unread_for_another_reason_is_asked_first(table: Table) -> None:
    seen = leaning((1, None, 4, 4, None, 3))
    seen = replace(seen, dice=(*seen.dice[:4], replace(seen.dice[4], state="unsure"), seen.dice[5]))
    table.sightings.see(seen)
    assert table.ledger.now.awaited.dice == 6
    table.presses.fix(table.now, 4, 2)
    assert table.ledger.now.awaited.dice == 1


def test_a_leaning_die_that_was_read_can_be_called_cocked(table: Table) -> None:
    table.sightings.see(roll((1, 6, 4, 4, 2, 3)))
    table.presses.lean(table.now, 1)
    assert (table.lines, table.asked) == (("throw 1 6 4 4 2 3", "undo"), "unsure")
    question = table.board.question
    assert question is not None
    assert (question.faces, question.leaning, question.roll.has_picture) == (
        (1, None, 4, 4, 2, 3),
        (1,),
        True,
    )
    table.sightings.see(roll((5,)))
    assert table.lines[2:] == ("throw 1 5 4 4 2 3",)


def test_undo_after_calling_a_die_cocked_brings_the_throw_back_and_then_takes_it_back(
    table: Table, tmp_path: Path
) -> None:
    table.sightings.see(roll((1, 6, 4, 4, 2, 3)))
    whole = table.board
    table.presses.lean(table.now, 1)
    table.presses.lean(table.now, 0)
    table.close()
    again = Table(tmp_path)
    again.presses.undo(again.now)
    assert again.board.question is not None
    assert again.board.question.leaning == (1,), "one tap at a time"
    again.presses.undo(again.now)
    assert (again.board.state, again.board.throw, again.asked) == (whole.state, whole.throw, "")
    again.presses.undo(again.now)
    assert again.lines == ("throw 1 6 4 4 2 3", "undo", "throw 1 6 4 4 2 3", "undo")
    again.close()


def test_undo_of_a_die_called_cocked_while_another_is_asked_about_brings_that_question_back(
    table: Table,
) -> None:
    table.sightings.see(roll((1, None, 4, 4, 2, 3)))
    asked = table.board.question
    table.presses.lean(table.now, 1)
    table.sightings.see(roll((2, 2, 3), kept=(1, 4, 4)))
    table.presses.undo(table.now)
    question = table.board.question
    assert question is not None
    assert asked is not None
    assert replace(question, later=()) == asked
    assert question.later, "what came meanwhile still waits"


def test_a_die_that_no_camera_saw_cannot_be_called_cocked(table: Table) -> None:
    table.presses.throw(0 + table.now, (1, 2, 2, 3, 4, 6))
    with pytest.raises(Refused, match="type its value in"):
        table.presses.lean(table.now, 0)
    table.presses.undo(table.now)
    table.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    with pytest.raises(Refused, match="no die in place 9"):
        table.presses.lean(table.now, 8)
    table.presses.undo(table.now)
    table.sightings.see(roll((1, 2, 2, 3, 4)))
    table.presses.throw(table.now, (1, 2, 2, 3, 4, 6))
    with pytest.raises(Refused, match="not seen all of these"):
        table.presses.lean(table.now, 0)


@pytest.mark.parametrize("faces", [(1, 2, 2, 3, 4), (1, 2, 2, 3, 4, 6)])
def test_while_something_else_is_asked_no_die_is_called_cocked_or_off_the_throw_before(
    tmp_path: Path, faces: tuple[int, ...]
) -> None:
    table = Table(tmp_path)
    table.presses.new(0, "morning-roll", ["Ann", "Bo"], off_table="again")
    if len(faces) == 6:
        table.sightings.see(roll(faces))
    table.sightings.see(roll((1, 2, 2, 3, 4)))
    before = table.board
    with pytest.raises(Refused, match="Answer the question first"):
        table.presses.lean(table.now, 0)
    if table.asked == "which":
        with pytest.raises(Refused, match="first which dice were kept"):
            table.presses.off(table.now, 1)
        assert table.board == before
    table.close()


# Turned over


def turned(was: int, now: int | None, place: int = 0, kept: bool = False) -> Turned:
    return Turned(5.0, was, die(now, "keep" if kept else "throw", place), kept, picture(shade=50))


def in_doubt(table: Table) -> list[tuple[int, int | None]]:
    """What each die counts as that is asked about because it turned over, and what it shows."""
    return [(each.face, each.die.value) for each in turned_dice(table.board.question)]


def test_a_die_that_turned_over_counts_as_before_when_it_was_nudged(table: Table) -> None:
    table.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    table.sightings.see_turned(turned(2, 5, place=1))
    question = table.board.question
    assert question is not None
    assert (question.kind, question.roll.has_picture, in_doubt(table)) == ("turned", True, [(2, 5)])
    table.presses.dismiss(table.now)
    assert (table.lines, table.asked) == (("throw 1 2 2 3 4 6",), "")


def test_a_die_that_was_read_wrong_before_it_turned_is_put_right_in_its_place(table: Table) -> None:
    table.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    table.sightings.see_turned(turned(2, 5, place=2))
    table.presses.fix(table.now, 0, 5)
    assert table.lines == ("throw 1 2 2 3 4 6", "undo", "throw 1 2 5 3 4 6 by=fix")
    assert table.seen.faces == (1, 2, 2, 3, 4, 6), "its picture is that of the throw"


def test_a_set_of_420_that_is_handed_on_may_be_turned_over_and_dice_of_ones_own_may_not(table: Table) -> None:
    for dice, doubt in (("one", []), ("own", [(2, 5)])):
        table.presses.new(table.now, "420", ["Ann", "Bo"], first="seats", dice=dice)
        for hand in ((5, 6, 1, 1), (1, 2, 6, 4)):
            table.sightings.see(roll(hand))
        table.sightings.see_turned(turned(2, 5, place=1))
        assert in_doubt(table) == doubt


def test_a_kept_die_that_turned_over_is_not_asked_about_where_it_may_be_anybodys(table: Table) -> None:
    for dice, doubt in (("one", [(6, 3)]), ("own", [])):
        table.presses.new(table.now, "420", ["Ann", "Bo"], first="seats", dice=dice)
        for hand in ((5, 6, 1, 1), (1, 2, 6, 4)):
            table.sightings.see(roll(hand))
        table.presses.play(table.now, "keep 5 6")
        table.sightings.see_turned(turned(6, 3, kept=True))
        assert in_doubt(table) == doubt


def test_a_kept_die_that_a_throw_turned_over_hides_no_keep_hands_free_and_is_asked_about(
    tmp_path: Path,
) -> None:
    table = Table(tmp_path, hands_free=True)
    table.presses.new(0, "morning-roll", ["Ann", "Bo"])
    table.sightings.see(roll((1, 1, 2, 3, 4, 6)))
    table.sightings.see(replace(roll((1, 3, 4, 6), kept=(1, 4)), kept=(1, None)))
    table.sightings.see_turned(turned(1, 4, kept=True))
    assert table.lines[1:] == ("keep 1 1", "throw 1 3 4 6")
    assert (table.asked, in_doubt(table)) == ("turned", [(1, 4)])
    table.close()


def test_a_kept_die_that_turned_over_is_asked_about_and_counts_as_kept(table: Table) -> None:
    table.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    table.presses.play(table.now, "keep 1")
    table.sightings.see_turned(turned(1, 4, kept=True))
    assert table.asked == "turned"
    with pytest.raises(Refused, match="counts as 1"):
        table.presses.fix(table.now, 0, 4)
    table.sightings.see(roll((1, 2, 2, 3, 4), kept=(4,)))
    assert (table.asked, table.lines[2:]) == ("", ("throw 1 2 2 3 4",)), "who throws on has answered"


def test_a_die_that_turns_back_is_no_question_any_more(table: Table) -> None:
    table.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    table.sightings.see_turned(turned(2, 5, place=2))
    table.sightings.see_turned(turned(5, 4, place=2))
    assert in_doubt(table) == [(2, 4)]
    table.sightings.see_turned(turned(4, 2, place=2))
    assert (table.asked, table.lines) == ("", ("throw 1 2 2 3 4 6",))
    table.sightings.see_turned(turned(5, 2, place=2))
    assert table.asked == ""


def test_a_die_counts_as_a_person_has_put_it_right_and_not_as_it_was_read(table: Table) -> None:
    table.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    table.presses.fix(table.now, 2, 5)
    table.sightings.see_turned(turned(2, 4, place=2))
    assert in_doubt(table) == [(5, 4)]


def test_a_die_kept_where_it_lay_is_asked_about_as_a_kept_one(table: Table) -> None:
    table.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    table.presses.play(table.now, "keep 1")
    table.sightings.see_turned(turned(1, 4, kept=False))
    question = table.board.question
    assert question is not None
    assert (in_doubt(table), question.places, question.roll.dice[0].zone) == ([(1, 4)], (None,), "keep")


def test_a_die_that_the_game_does_not_need_is_not_asked_about(table: Table) -> None:
    table.sightings.see_turned(turned(1, 3))
    table.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    revision = table.now
    table.sightings.see_turned(turned(1, 3, kept=True))
    table.presses.play(table.now, "keep 1")
    table.sightings.see_turned(turned(4, 3))
    assert (table.now, table.asked) == (revision + 1, "")


def test_every_die_that_turned_over_is_asked_about_and_none_twice(table: Table) -> None:
    table.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    table.sightings.see_turned(turned(2, 5, place=2))
    table.sightings.see_turned(turned(6, 1, place=5))
    table.sightings.see_turned(turned(2, 6, place=1))
    table.sightings.see_turned(turned(5, 4, place=2))
    question = table.board.question
    assert question is not None
    assert (in_doubt(table), question.places) == ([(2, 6), (2, 4), (6, 1)], (1, 2, 5))
    assert table.files == [".jpg", ".jpg"], "the picture of the throw, and the newest, which shows them all"
    table.sightings.see_turned(turned(1, 6, place=5))
    assert in_doubt(table) == [(2, 6), (2, 4)], "one of them was turned back"
    table.presses.dismiss(table.now)
    assert (table.asked, table.lines) == ("", ("throw 1 2 2 3 4 6",))


def test_one_of_several_turned_dice_is_put_right_and_the_others_stay_in_doubt(table: Table) -> None:
    table.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    for event in (turned(2, 5, place=1), turned(6, 3, place=5)):
        table.sightings.see_turned(event)
    table.presses.fix(table.now, 0, 5)
    assert table.lines[-1] == "throw 1 5 2 3 4 6 by=fix"
    assert in_doubt(table) == [(6, 3)]
    assert table.board.question is not None
    assert table.board.question.roll.has_picture
    with pytest.raises(Refused, match="no die in place 2 that turned over"):
        table.presses.fix(table.now, 1, 3)
    table.presses.fix(table.now, 0, 3)
    assert (table.lines[-1], table.asked) == ("throw 1 5 2 3 4 3 by=fix", "")


def test_dice_that_swap_their_values_or_lie_close_are_told_apart(table: Table) -> None:
    table.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    table.sightings.see_turned(turned(3, 4, place=3))
    table.sightings.see_turned(turned(4, 3, place=4))
    assert in_doubt(table) == [(3, 4), (4, 3)]
    table.presses.dismiss(table.now)
    # Pushed along as it turned over, the 1 lies where the first 2 lay.
    table.sightings.see_turned(turned(1, 5, place=1))
    assert in_doubt(table) == [(1, 5)]


def test_equal_kept_dice_that_both_turned_over_are_both_asked_about(table: Table) -> None:
    table.sightings.see(roll((1, 1, 2, 3, 4, 6)))
    table.presses.play(table.now, "keep 1 1")
    for event in (turned(1, 4, 0, True), turned(1, 5, 1, True), turned(4, 6, 0, True)):
        table.sightings.see_turned(event)
    assert in_doubt(table) == [(1, 5), (1, 6)]
    table.sightings.see_turned(turned(1, 2, place=5, kept=True))
    assert in_doubt(table) == [(1, 5), (1, 6)], "no third 1 was kept"


def test_a_kept_die_and_one_of_the_throw_are_asked_about_together(table: Table) -> None:
    table.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    table.presses.play(table.now, "keep 1")
    table.sightings.see(roll((1, 2, 2, 3, 4), kept=(1,)))
    table.sightings.see_turned(turned(1, 6, 5, kept=True))
    table.sightings.see_turned(turned(1, 5))
    question = table.board.question
    assert question is not None
    assert (in_doubt(table), question.places) == ([(1, 5), (1, 6)], (0, None))
    with pytest.raises(Refused, match="kept so"):
        table.presses.fix(table.now, 1, 6)


def test_typed_dice_that_turned_over_are_found_by_their_values(table: Table) -> None:
    table.presses.throw(table.now, (1, 2, 2, 3, 4, 6))
    for event in (turned(2, 5, 1), turned(2, 6, 2), turned(5, 1, 1)):
        table.sightings.see_turned(event)
    assert in_doubt(table) == [(2, 1), (2, 6)]
    table.presses.dismiss(table.now)
    table.sightings.see_turned(turned(5, 1))
    assert table.asked == "", "no such die is in the game"


def test_a_die_that_turns_over_while_another_question_is_open_is_asked_about_next(table: Table) -> None:
    table.sightings.see(roll((1, None, 2, 3, 4, 6)))
    table.sightings.see_turned(turned(2, 5, place=2))
    table.sightings.see_turned(turned(5, 3, place=2))
    assert table.asked == "unsure"
    table.presses.fix(table.now, 1, 4)
    assert (table.lines, in_doubt(table)) == (("throw 1 4 2 3 4 6 by=fix",), [(2, 3)])


def test_a_die_that_turned_over_in_a_throw_that_was_taken_back_is_not_asked_about(table: Table) -> None:
    table.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    table.presses.play(table.now, "keep 1")
    table.sightings.see(roll((1, None, 2, 3, 4), kept=(1,)))
    table.sightings.see_turned(turned(1, 5))
    table.presses.undo(table.now)
    assert table.asked == ""
    table.sightings.see(roll((1, None, 2, 3, 4), kept=(1,)))
    table.sightings.see_turned(turned(1, 5))
    table.sightings.see_turned(turned(1, 6, 5, kept=True))
    table.sightings.see(roll((3, 3, 3, 2, 4), kept=(1,)))
    assert (table.lines[-1], in_doubt(table)) == ("throw 3 3 3 2 4", [(1, 6)]), (
        "the kept one still lies there"
    )


def test_dice_in_doubt_are_still_in_doubt_after_a_restart(table: Table, tmp_path: Path) -> None:
    table.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    for event in (turned(2, 5, place=1), turned(6, None, place=5)):
        table.sightings.see_turned(event)
    before = table.board.question
    table.close()
    again = Table(tmp_path)
    assert again.board.question == before
    assert in_doubt(again) == [(2, 5), (6, None)]
    again.close()


def test_dice_typed_in_while_a_kept_die_is_in_doubt_have_no_picture_of_it(table: Table) -> None:
    table.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    table.presses.play(table.now, "keep 1")
    table.sightings.see_turned(turned(1, 4, kept=True))
    table.presses.throw(table.now, (1, 2, 2, 3, 4))
    assert (table.lines[-1], table.asked) == ("throw 1 2 2 3 4 by=hand", "")
    assert table.board.throw is not None
    assert table.board.throw.roll is None


# Before the press


def test_a_throw_before_the_press_is_asked_about_even_where_one_keep_alone_fits(table: Table) -> None:
    table.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    table.sightings.see(roll((2, 3, 3, 4, 6), kept=(1,)))
    question = table.board.question
    assert question is not None
    assert (question.kind, [str(move) for move in question.moves]) == ("which", ["keep 1"])
    table.presses.play(table.now, "keep 1")
    assert table.lines == ("throw 1 2 2 3 4 6", "keep 1", "throw 2 3 3 4 6")


# All of it


def test_every_roll_of_the_match_is_found_with_what_the_camera_saw_of_it(table: Table) -> None:
    table.sightings.see(roll((1, 2, 2, 3, 4, 6)))
    first = table.seen
    table.presses.play(table.now, "keep 1")
    table.presses.throw(table.now, (2, 2, 3, 4, 5))
    table.presses.undo(table.now)
    table.sightings.see(roll((1, 2, 3, 4, 6)))
    second = table.seen
    table.presses.off(table.now, 1)
    table.presses.throw(table.now, (1, 2, 2, 3, 4, 6))
    now = table.ledger.now
    assert now.match is not None
    assert rolls_of(now.match.states, now.stands) == (first.id, second.id, None)
    state = table.board.state
    assert state is not None
    assert [len(turn.rolls) for turn in state.turns] == [2]  # type: ignore[attr-defined]


def test_a_die_that_turned_over_in_another_match_is_not_asked_about(table: Table) -> None:
    table.sightings.see(roll((1, 5, 2, 2, 3, 6)))
    table.presses.play(table.now, "keep 1 5")
    table.sightings.see(roll((1, None, 2, 3), kept=(1, 5)))
    table.sightings.see_turned(turned(5, 2, kept=True))
    table.presses.new(table.now, "morning-roll", ["Zoë"])
    table.sightings.see(roll((1, 5, 2, 2, 3, 6)))
    table.presses.play(table.now, "keep 1 5")
    assert table.asked == ""
