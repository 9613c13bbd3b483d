"""What a change of a match says: each event once, corrections as corrections, no sentence too long."""

from __future__ import annotations

from collections import Counter

import pytest
from counted_words import Counted
from random_matches import told_at_random
from told_calls import Told

from webui.calls.breath import calls_of
from webui.calls.call import RANKS
from webui.calls.heard import as_heard
from webui.calls.language import How, english
from webui.calls.values import Parts

GAMES = ("morning-roll", "midnight", "420")
CORRECTIONS = ("fix", "undo", "redo")
COUNTED = Counted()
MOST = {"brief": 6, "full": 26}
MOST_SENTENCES = 3
SEEDS = range(6)


@pytest.mark.parametrize("game", GAMES)
def test_each_event_of_a_match_is_told_once_and_no_correction_says_threw(game: str) -> None:
    for seed in SEEDS:
        events: Counter[str] = Counter()
        for told in told_at_random(game, seed):
            events.update(call.event for call in told.calls)
            slots = [call.slot for call in told.calls]
            if set(slots) & set(CORRECTIONS):
                assert len(slots) == 1, told.ids
                for text in (told.brief, told.full, told.heard):
                    assert "threw" not in text, text
        assert max(events.values()) == 1, events.most_common(1)


@pytest.mark.parametrize("game", GAMES)
def test_no_call_is_longer_than_it_may_be(game: str) -> None:
    for seed in SEEDS:
        for told in told_at_random(game, seed):
            for call in told.calls:
                for level, most in MOST.items():
                    how = How(level)  # type: ignore[arg-type]
                    assert COUNTED.words_of(call, how) <= most, english().sentence(call, how)
                    assert COUNTED.sentences_of(call, how) <= MOST_SENTENCES, english().sentence(call, how)


@pytest.mark.parametrize("game", GAMES)
def test_what_follows_from_a_correction_is_short_too(game: str) -> None:
    for seed in SEEDS:
        for told in told_at_random(game, seed):
            for after in filter(None, (call.fields.get("after") for call in told.calls)):
                for part in after.parts if isinstance(after, Parts) else (after,):
                    words = COUNTED.words(part, How("full", "caption"))
                    assert len(words.split()) <= MOST["brief"], words


@pytest.mark.parametrize("game", GAMES)
def test_a_correction_voids_the_lines_that_it_took_back(game: str) -> None:
    for seed in SEEDS:
        stood: set[str] = set()
        for told in told_at_random(game, seed):
            now = {f"{told.now.saved.match}/{number}" for number in told.now.standing.stands}
            same = {each for each in stood if each.startswith(f"{told.now.saved.match}/")}
            assert set(told.said[-1].voids) >= same - now
            stood = now


@pytest.mark.parametrize("game", GAMES)
def test_every_line_that_goes_forward_says_something(game: str) -> None:
    for seed in SEEDS:
        for told in told_at_random(game, seed):
            assert told.calls
            assert set(told.ids) <= set(RANKS)


@pytest.mark.parametrize("game", GAMES)
def test_the_calls_of_a_match_can_be_made_again_from_its_lines(game: str) -> None:
    for seed in SEEDS:
        made: dict[str, object] = {}
        told = Told()
        for told in told_at_random(game, seed, most=30):
            made |= {call.event: call.fields for call in told.calls}
        saved = told.now.saved
        again = calls_of(saved.match or 0, saved.lines, lambda number: None)
        known = [call for call in again if call.event in made]
        assert known or not told.now.standing.stands
        same = [call for call in known if made[call.event] == call.fields]
        # A keep that a throw confirmed was told without the number of dice to throw.
        assert len(same) >= len(known) * 0.8


def test_a_breath_is_plain_json_with_both_levels_to_read_and_to_hear() -> None:
    told = Told().new("midnight", "Ann", "Bo").add("throw 3 1 5 4 2 6")
    heard = as_heard(told.said[-1])
    (call,) = heard["calls"]
    assert call["brief"] == ["1, 2, 3, 4, 5 and 6. 1 and 4 are there."] * 2
    assert call["row"]["brief"] == ["3, 1, 5, 4, 2, 6. 1 and 4 are there."] * 2
    assert (call["id"], call["rank"], call["to"], call["event"]) == ("roll.read", 3, "all", "1/2/roll.read")
    assert heard["voids"] == []
