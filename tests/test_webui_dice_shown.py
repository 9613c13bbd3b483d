"""Sets of dice that are shown to be learnt: six pictures, the one die that was not seen, known again by their look."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from flask import Flask
from waiting import LONG_S

from models.measure.strange import SETS, Drawn, Strange
from vision.reading.reader import Reader
from webui.app import create_app
from webui.config import Settings
from webui.desk import Desk
from webui.dice.exchange import packed
from webui.dice.hidden import hidden
from webui.dice.school import School
from webui.dice.shown import Shown

MODELS = Path(__file__).parents[1] / "models"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = create_app(Settings(data=tmp_path, camera="none"))
    app.extensions["rollcall"].start()
    yield app
    app.extensions["rollcall"].close()


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.open(MODELS)


@pytest.fixture
def school(desk: Desk, reader: Reader) -> Iterator[School]:
    """A school of the same sets that has a reader."""
    own = School(
        desk.school.sets, reader, lambda n: None, lambda n: ("", None), desk.health, lambda: None, pytest.fail
    )
    own._thread.start()
    yield own
    own.choose(None)
    own._work.put(None)
    own._thread.join(LONG_S)


def random(number: int) -> np.random.Generator:
    return np.random.default_rng([1, number])


def test_six_pictures_teach_a_set_with_emblems_and_the_reader_reads_it_at_once(
    school: School, reader: Reader
) -> None:
    drawn = Drawn.any(SETS["a star for 1, a heart for 6"], random(7))
    number = school.sets.make("star")
    school.choose(number)
    known = {}
    for face in range(1, 7):
        shown = school.look(drawn.picture([face] * 5, random(face))[0])
        assert shown is not None
        assert 4 <= len(shown.boxes) <= 5
        known[face] = school.teach(number, shown.token, face, range(len(shown.boxes)))
    assert known[3]
    assert not known[1]
    assert school.wait(LONG_S)
    assert school.learnt is not None
    picture, _ = drawn.picture([1, 6, 3, 1, 6], random(20))
    read = sorted(die.value or 0 for die in reader.read(picture))
    assert read in ([1, 1, 3, 6, 6], [0, 1, 1, 3, 6], [0, 1, 3, 6, 6]), (
        "one may be asked about, none be wrong"
    )
    assert school.sets.saved(number).better
    school.choose(None)
    assert len([die for die in reader.read(picture) if die.value]) <= 1


def test_the_one_die_that_was_not_seen_is_found_beside_the_others(reader: Reader) -> None:
    drawn = Drawn.any(SETS["a star for 1, a heart for 6"], random(7))
    picture, middles = drawn.picture([3, 2, 4, 5, 6], random(40))
    side = 1.15 * drawn.side
    boxes = np.array([[*middle, side, side] for middle in middles], np.float32)
    box = hidden(picture, boxes[:4], reader)
    assert box is not None
    assert np.hypot(*(box[:2] - middles[4])) < drawn.side / 3
    assert hidden(picture, boxes[[0, 1, 4]], reader) is None, (
        "two dice are missing: neither is plainly the one"
    )


def test_a_picture_is_taught_once_and_what_is_unticked_teaches_nothing(school: School) -> None:
    drawn = Drawn.any(SETS["large pips, a star for 6"], random(8))
    number = school.sets.make("large")
    shown = school.look(drawn.picture([3, 3, 3, 2], random(9))[0])
    assert isinstance(shown, Shown)
    other = next(place for place in range(4) if shown.told[place] == 2)
    school.teach(number, shown.token, 3, set(range(4)) - {other})
    assert sorted(each.value for each in school.sets.read(number).values()) == [3, 3, 3]
    with pytest.raises(Exception, match="gone"):
        school.teach(number, shown.token, 3, range(4))


def test_a_set_is_known_again_by_its_look_and_another_is_not(school: School) -> None:
    one, other = Drawn.any(Strange(), random(30)), Drawn.any(Strange(), random(31))
    for name, drawn in (("one", one), ("other", other)):
        school.sets.put(school.sets.make(name), drawn.examples(random(32), 2))
    for name, drawn in (("one", one), ("other", other)):
        found = school.like([each.crop for each in drawn.examples(random(33), 1)])
        assert found is not None
        assert found.name == name
    assert school.like([]) is None
    assert packed(school.sets.set_of(school.sets.named("one").id))
