# Tested by tests/test_webui_steps.py.
"""What the step of the three test throws says. Pure."""

from __future__ import annotations

from webui.setup.card import STEP, Act, Card, Moment, go_on, look_again
from webui.setup.trial import MOST_DICE, THROWS, TestThrow, Tried

NAMES = ("No", "One", "Two", "Three", "Four", "Five", "Six")
WRONG = Act("One was read wrong", f"{STEP}/throws/wrong", ())
SKIP = go_on("throws", "Skip the test")


def throws_card(moment: Moment) -> Card:
    """What the test throws have shown so far."""
    if moment.source is None:
        return Card(
            "good", "Dice are typed in", "No camera is used", "There is nothing to test.", (go_on("throws"),)
        )
    if moment.playing:
        words = "The next throws count in it, so none is a test. How they are read you see there."
        acts = (go_on("throws"), Act("To the table", "/table", None, "hand"))
        return Card("open", "A match is on", "A match is on the table", words, acts)
    tried = moment.tried
    if tried.done:
        return _all_right(tried)
    if tried.throws and not tried.is_right(tried.throws[-1]):
        return _wrong(tried, tried.throws[-1])
    return _so_far(tried)


def _so_far(tried: Tried) -> Card:
    count = _right_in_a_row(tried)
    dice = f"{NAMES[tried.dice].lower()} dice" if tried.dice > 1 else "one die"
    if not count:
        words = f"Take {dice} and throw them onto the table, as in a match. Nothing counts yet."
        return Card("open", "Waiting for a throw", f"Throw {dice}", words, (SKIP,), leads=False)
    words = f"Is that what lies there? Then throw again: {THROWS - count} more."
    return Card(
        "open", _strip(tried, count), f"Read: {_faces(tried.throws[-1])}", words, (SKIP, WRONG), leads=False
    )


def _all_right(tried: Tried) -> Card:
    count = THROWS * tried.dice
    words = f"{count} dice, {count} right. It takes about {max(tried.took_s, 0.1):.1f} seconds after they lie still."
    heading = f"{NAMES[THROWS]} of {NAMES[THROWS].lower()} read right"
    acts = (
        go_on("throws"),
        _begin(tried.dice, f"{NAMES[THROWS]} more"),
        WRONG,
    )
    return Card("good", _strip(tried, THROWS), heading, words, acts)


def _wrong(tried: Tried, throw: TestThrow) -> Card:
    """What went wrong in the newest throw."""
    acts = (look_again("throws"), SKIP)
    unsure = sum(face is None for face in throw.faces)
    if throw.wrong:
        words = "More light from above helps most, and a plain cloth. In a match one tap puts a die right. Throw again."
        return Card("bad", f"Read: {_faces(throw)}", "A die was read wrong", words, acts)
    if throw.off:
        words = "Mark the table’s edge anew if that is wrong. Else throw again."
        return Card(
            "bad", "Off the table", "A die left the table", words, (Act("Mark the edge", "/setup"), SKIP)
        )
    if len(throw.faces) != tried.dice:
        return _miscounted(len(throw.faces), tried.dice)
    words = "In a match it is asked about, likeliest value first. Take what casts a shadow away, then throw again."
    return Card(
        "bad", f"{NAMES[unsure]} not sure", f"{NAMES[unsure]} of the dice could not be told", words, acts
    )


def _miscounted(seen: int, expected: int) -> Card:
    """Another number of dice was seen than is thrown; whoever throws that many says so."""
    count = NAMES[seen] if seen < len(NAMES) else str(seen)
    strip = f"{count} {'die' if seen == 1 else 'dice'} seen, {NAMES[expected].lower()} expected"
    words = "One may be hidden or stacked, or lie in a shadow. More light from above helps most. Throw again."
    others = (_begin(seen, f"I throw {NAMES[seen].lower()}"),) if 1 <= seen <= MOST_DICE else ()
    return Card("bad", strip, strip, words, (look_again("throws"), *others, SKIP))


def _begin(dice: int, label: str) -> Act:
    """Begin the trial anew with so many dice."""
    return Act(label, f"{STEP}/throws/begin", (("dice", str(dice)),))


def _right_in_a_row(tried: Tried) -> int:
    """How many of the newest throws were right, one after the other."""
    count = 0
    for throw in reversed(tried.throws):
        if not tried.is_right(throw):
            break
        count += 1
    return count


def _strip(tried: Tried, count: int) -> str:
    return f"Throw {count} of {THROWS}: {_faces(tried.throws[-1])}"


def _faces(throw: TestThrow) -> str:
    return " ".join("?" if face is None else str(face) for face in throw.faces)
