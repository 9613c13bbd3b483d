"""Who begins: thrown for with one die each, level, drawn; by lot it is said at once."""

from __future__ import annotations

from told_calls import Told


def test_the_lowest_die_begins_and_who_is_level_throws_again() -> None:
    told = Told().new("midnight", "Ann", "Bo", "Cy", rounds=1, first="lowest")
    assert told.full.endswith("The lowest die begins. Ann, one die.")
    assert told.add("throw 2").brief == "Bo, one die."
    told.add("throw 5")
    assert told.add("throw 2").brief == "Level: Ann and Cy again. Ann, one die."
    told.add("throw 6")
    assert told.add("off 1").brief == "Off the table: again."
    assert told.add("throw 3").full == "Cy begins, lowest with a 3. Cy, six dice to throw."
    assert told.add("undo").brief == "Back: the throw. Cy, one die."


def test_by_lot_it_is_said_with_the_match() -> None:
    told = Told().new("420", "Ann", "Bo", first="lot", begins=2)
    assert told.full.endswith("Bo begins, drawn by lot. Bo, four dice to throw.")
    assert Told().new("420", "Ann", "Bo", first="seats").ids == ["match.begins", "turn.begins"]
