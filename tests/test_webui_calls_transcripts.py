"""The transcripts of the design, word for word: a match of each game as it is said."""

from __future__ import annotations

from told_calls import Told


def test_morning_roll_is_told_as_its_transcript_says() -> None:
    told = Told().new("morning-roll", "Ann", "Bo", rounds=2)
    assert told.brief == "Morning Roll: Ann and Bo. Ann, six dice."
    assert told.full == (
        "Morning Roll: Ann and Bo. Two rounds; a die off the table busts. Round 1 of 2. Ann, six dice to throw."
    )
    told.add("throw 1 4 4 4 6 2")
    assert told.brief == "1, 2, three 4s and 6: 500."
    assert told.full == "Ann threw 1, 2, three 4s and 6. Picked 1 and three 4s: 500, turn 500."
    told.add("keep 1 4 4 4")
    assert told.brief == "500 so far. Two dice."
    assert told.full == "Ann keeps 1 and three 4s: 500 so far. Two dice to throw."
    told.add("throw 3 6")
    assert told.brief == "Bust! Ann loses 500. Bo, six dice."
    assert told.full == "Bust: 3 and 6, nothing scores. Ann gets 0, 500 gone. Bo, six dice to throw."
    told.add("undo", "throw 3 5 by=fix")
    assert told.brief == "6 is a 5. No bust: Ann picks."
    assert told.full == "Put right: the 6 is a 5. No bust: Ann picks. Picked 5: 50, turn 550."
    told.add("keep 5")
    assert told.brief == "550 so far. One die."
    assert told.full == "Ann keeps 5, 50: 550 so far. One die to throw."
    told.add("off 1")
    assert told.brief == "Bust: off the table. Bo, six dice."


def test_midnight_is_told_as_its_transcript_says() -> None:
    told = Told().new("midnight", "Ann", "Bo").add("throw 1 4 4 4 4 5").add("keep 1 4 4 4 4 5")
    assert told.brief == "Ann: 17. Best so far. Bo, six dice. 17 to beat."
    assert told.full.endswith("Bo, six dice to throw. 17 to beat.")
    told.add("throw 3 1 5 4 2 6")
    assert told.brief == "1, 2, 3, 4, 5 and 6. 1 and 4 are there."
    assert told.full == "Bo threw 1, 2, 3, 4, 5 and 6. 1 and 4 are there."
    told.add("keep 1 4 6")
    assert told.brief == "Qualified, 6. Three dice."
    assert told.full == "Bo keeps 1, 4 and 6: qualified, 6 so far. Three dice to throw. 12 more beats 17."
    told.add("throw 2 5 3")
    assert told.brief == "2, 3 and 5."
    assert told.full == "Bo threw 2, 3 and 5. 6 so far, 17 to beat."
    told.add("keep 5")
    assert told.brief == "11. Two dice."
    assert told.full == "Bo keeps 5: 11 so far. Two dice to throw. 7 more beats 17."
    told.add("throw 6 6")
    assert told.brief == "Two 6s."
    assert told.full == "Bo threw two 6s. 11 so far, 17 to beat."
    told.add("keep 6 6")
    assert told.brief == "Bo: 23. Round 1: Bo, 23. Ann, six dice."
    assert told.full == (
        "Bo scores 23: 5 and three 6s beside 1 and 4. Bo wins round 1 with 23. Bo 1, Ann 0. "
        "Round 2 of 5. Ann, six dice to throw."
    )


def test_420_is_told_as_its_transcript_says() -> None:
    told = Told().new("420", "Ann", "Bo", "Zoë")
    told.add("throw 6 5 5 1").add("throw 6 6 6 6").add("throw 3 3 3 3")
    assert told.brief == "Zoë: 12, 8 short. Ann: 17, 3 short."
    assert told.full.endswith(
        "Ann has 1, two 5s and 6: 17, 3 short. Choose what to throw again. Bo over, Zoë 12."
    )
    told.add("keep 6 5 5")
    assert told.brief == "16 stays. One die."
    assert told.full == "16 stays, 4 wanted. One die to throw."
    told.add("throw 4")
    assert told.brief == "Twenty! Ann is out. Round 2. Bo begins."
    assert told.full == (
        "Ann threw 4: twenty! Ann is out and safe, Bo and Zoë play on. "
        "Round 2, two still in. Bo begins with four dice."
    )


def test_whoever_joins_or_leaves_between_two_matches_is_said_where_others_play_on() -> None:
    told = Told().new("midnight", "Ann", "Bo", rounds=1)
    told.new("midnight", "Ann", "Bo", "Zoë", rounds=1)
    assert told.full.startswith("Zoë joins, seated after Bo. Midnight: Ann, Bo and Zoë.")
    told.new("420", "Zoë", "Cy")
    assert told.brief.startswith("Ann leaves. Bo leaves. Cy joins. 420: Zoë and Cy.")
    assert told.full.startswith(
        "Ann leaves; Zoë plays on. Bo leaves; Zoë plays on. Cy joins, seated after Zoë."
    )
    assert len({call.event for call in told.calls}) == len(told.calls)
    told.new("420", "Mo", "Di")
    assert told.ids[0] == "match.begins"
