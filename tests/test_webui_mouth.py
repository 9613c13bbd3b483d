"""The voice of a page, in a real browser: what cuts what, what waits, what is dropped; and the names of the keys."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page
from real_browser import Table, chromium, needs_chromium, opened, table

__all__ = ["chromium", "table"]
pytestmark = needs_chromium

MOUTH = """async (steps) => {
  const { Mouth } = await import(window.beside("mouth.js"));
  const told = [];
  let now = 0;
  const voice = { speak: (text) => told.push(text), hush: () => told.push("-"), now: () => now };
  const mouth = new Mouth(voice);
  for (const [what, ...given] of steps) {
    if (what === "wait") now += given[0];
    else if (what === "ends") mouth.ended();
    else if (what === "hush") mouth.hush();
    else if (what === "drop") mouth.drop(given);
    else mouth.say(given.map(([id, rank, event]) => ({ id, rank, event: event ?? `1/1/${id}`, text: id })));
  }
  return told;
}"""
BESIDE = """() => {
  window.beside = (name) => document.querySelector("script[src*='table.js']").src.replace("table.js", name);
}"""
"""The address of a script that lies beside the one of the page, which has a digest in it."""
ENDS, HUSH = ["ends"], ["hush"]


@pytest.fixture(scope="module")
def mouth(chromium: Browser, table: Table) -> Iterator[Page]:
    """A page that has the file of the voice; each test makes a voice of its own there."""
    table.new("Ann")
    with opened(chromium) as page:
        page.goto(f"{table.url}/table")
        page.evaluate(BESIDE)
        yield page


def told(mouth: Page, *steps: list[object]) -> str:
    """What was said, in order; a dash where it was cut off."""
    return " ".join(mouth.evaluate(MOUTH, list(steps)))


def say(*calls: list[object]) -> list[object]:
    return ["say", *calls]


def test_a_newer_call_cuts_an_older_one_from_the_same_rank_up_and_nothing_cuts_a_bust(mouth: Page) -> None:
    assert told(mouth, say(["roll.read", 3]), say(["keep.made", 3])) == "roll.read - keep.made"
    assert told(mouth, say(["roll.read", 3]), say(["turn.begins", 1]), ENDS) == "roll.read turn.begins"
    assert told(mouth, say(["turn.begins", 1]), say(["roll.read", 3])) == "turn.begins - roll.read"
    assert told(mouth, say(["bust.off", 5]), say(["match.won", 5]), say(["undo.done", 4])) == "bust.off"
    assert told(mouth, say(["undo.done", 4]), say(["roll.read", 3]), ENDS) == "undo.done roll.read"


def test_a_key_of_ones_own_cuts_all_but_what_must_be_heard(mouth: Page) -> None:
    assert told(mouth, say(["undo.done", 4]), say(["tell.dice", 2])) == "undo.done - tell.dice"
    assert told(mouth, say(["bust.off", 5]), say(["tell.dice", 2]), ENDS) == "bust.off tell.dice"


def test_two_in_one_breath_never_cut_each_other_and_are_said_in_order(mouth: Page) -> None:
    breath = say(["stop.banked", 3], ["match.won", 5], ["turn.begins", 1])
    assert told(mouth, breath, ENDS, ENDS) == "stop.banked match.won turn.begins"


def test_what_waits_too_long_is_not_said_but_a_correction_is(mouth: Page) -> None:
    bust = say(["bust.off", 5])
    assert told(mouth, bust, say(["turn.begins", 1]), ["wait", 4001], ENDS) == "bust.off"
    assert told(mouth, bust, say(["roll.read", 3]), ["wait", 14_999], ENDS) == "bust.off roll.read"
    assert told(mouth, bust, say(["roll.read", 3]), ["wait", 15_001], ENDS) == "bust.off"
    assert told(mouth, bust, say(["fix.done", 4]), ["wait", 99_999], ENDS) == "bust.off fix.done"


def test_a_newer_call_replaces_what_waits_of_the_same_id_and_the_idle_by_the_idle_but_never_a_question(
    mouth: Page,
) -> None:
    bust = say(["bust.off", 5])
    assert told(mouth, bust, say(["undo.done", 4, "1/1/a"]), say(["undo.done", 4, "1/2/b"]), ENDS, ENDS) == (
        "bust.off undo.done"
    )
    assert (
        told(mouth, bust, say(["turn.begins", 1]), say(["hand.choose", 1]), ENDS, ENDS)
        == "bust.off hand.choose"
    )
    two = (say(["ask.count", 5, "1/1/a"]), say(["ask.count", 5, "1/2/b"]))
    assert told(mouth, bust, *two, ENDS, ENDS) == "bust.off ask.count ask.count"


def test_what_is_no_longer_true_is_dropped_and_stops_at_once_whatever_its_rank(mouth: Page) -> None:
    assert told(mouth, say(["bust.off", 5, "1/7/bust.off"]), ["drop", "1/7"]) == "bust.off -"
    waits = (say(["bust.off", 5, "1/7/bust.off"]), say(["roll.read", 3, "1/8/roll.read"]))
    assert told(mouth, *waits, ["drop", "1/8"], ENDS) == "bust.off"
    assert told(mouth, say(["bust.off", 5, "1/71/bust.off"]), ["drop", "1/7"]) == "bust.off"


def test_escape_hushes_all(mouth: Page) -> None:
    assert told(mouth, say(["bust.off", 5], ["turn.begins", 1]), HUSH, ENDS) == "bust.off -"


RANDOM = """async (seed) => {
  const { Mouth, isVoid } = await import(window.beside("mouth.js"));
  let state = seed * 2654435761 % 4294967296;
  const random = (n) => { state = (state * 1664525 + 1013904223) % 4294967296; return Math.floor(state / 65536) % n; };
  const ids = { 5: ["bust.off", "match.won", "ask.count"], 4: ["undo.done", "fix.done"], 3: ["roll.read", "keep.made"],
    2: ["tell.dice"], 1: ["turn.begins"] };
  let now = 0, speaking = null;
  const made = [], started = [], whole = [], gone = new Set(), faults = [];
  const speak = (text) => {
    if (speaking) faults.push(`${text} over ${speaking}`);
    if (gone.has(text)) faults.push(`${text} was void`);
    if (started.includes(text)) faults.push(`${text} twice`);
    speaking = text;
    started.push(text);
  };
  const mouth = new Mouth({ speak, hush: () => { speaking = null; }, now: () => now });
  const end = () => { if (speaking) { whole.push(speaking); speaking = null; mouth.ended(); } };
  for (let n = 0; n < 60; n++) {
    now += random(6000);
    const what = random(6);
    if (what === 0 && made.length) {
      const { event, text } = made[random(made.length)];
      for (const call of made) if (isVoid(call.event, event)) gone.add(call.text);
      gone.add(text);
      mouth.drop([event]);
    } else if (what === 1) end();
    else {
      const breath = Array.from({ length: 1 + random(3) }, (_, i) => {
        const rank = 1 + random(5), id = ids[rank][random(ids[rank].length)], event = `1/${n}.${i}/${id}`;
        return { id, rank, event, text: event };
      });
      made.push(...breath);
      mouth.say(breath);
    }
  }
  for (let n = 0; n < 100; n++) end();
  for (const { rank, text } of made) {
    if (rank === 5 && !gone.has(text) && !whole.includes(text)) faults.push(`${text} was not said whole`);
  }
  return faults;
}"""


def test_in_a_thousand_random_orders_none_is_said_twice_or_void_and_what_must_be_is_said_whole(
    mouth: Page,
) -> None:
    faults = mouth.evaluate(
        f"async () => {{ const one = {RANDOM}; const all = []; "
        "for (let seed = 1; seed <= 1000; seed++) all.push(...await one(seed)); return all; }"
    )
    assert faults == []


@pytest.mark.parametrize(
    ("key", "code", "shift", "name"),
    [
        ("1", "Digit1", False, "1"),
        ("!", "Digit1", True, "Shift+1"),
        ("&", "Digit1", False, "1"),  # French
        ("1", "Digit1", True, "Shift+1"),  # French with Shift
        ('"', "Digit2", True, "Shift+2"),  # German
        ("4", "Numpad4", False, "4"),
        ("r", "KeyR", False, "R"),
        ("R", "KeyR", False, "R"),  # Caps Lock
        ("a", "KeyQ", False, "A"),  # French: the letter, not the place
        ("к", "KeyR", False, "R"),  # Russian
        ("ρ", "KeyR", False, "R"),  # Greek
        ("u", "KeyU", True, "Shift+U"),
        ("Г", "KeyU", True, "Shift+U"),  # Russian with Shift
        ("?", "Slash", True, "?"),
        ("Backspace", "Backspace", False, "Backspace"),
        ("Escape", "Escape", False, "Escape"),
        ("7", "Digit7", False, "7"),
    ],
)
def test_a_key_has_one_name_on_every_keyboard(
    mouth: Page, key: str, code: str, shift: bool, name: str
) -> None:
    call = 'async (event) => (await import(window.beside("keys.js"))).nameOf(event)'
    assert mouth.evaluate(call, {"key": key, "code": code, "shiftKey": shift}) == name
