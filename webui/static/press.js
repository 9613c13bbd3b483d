// Presses, taps and keys. Without this file every one of them works as a plain link or form.

import { answer, awaited, board, cutOff, expectOwn, isAsked, isFresh, isNew, markFresh, refresh, tell } from "./board.js";
import { chosen, place } from "./ear.js";
import { ACTS, nameOf, READS } from "./keys.js";
import { hush, turnVoice } from "./voice.js";

let sending = null;        // the press that was sent: a promise of the board after it, false where it failed
let pressed = null;        // and its button
const waiting = [];        // presses whose turn has not come, in their order
let inTurn = false;        // one of them is being done
let last = "";             // the place that was picked or given back last

// The answer to this page's own last press, while it is awaited.
const before = () => sending ?? awaited();

// A press before the answer to the last one has come counts for the page as it will be then, in its turn.
function later(press, wait = before()) {
  if (inTurn || !(wait || waiting.length)) return false;
  waiting.push(press);
  if (waiting.length === 1) takeTurns();
  return true;
}

async function takeTurns() {
  for (; waiting.length; waiting.shift()) {
    while (before()) {
      if (await before()) continue;
      waiting.length = 0;        // it failed: what was pressed for the board after it was pressed for none
      return;
    }
    take(waiting[0]);
  }
}

function take(press) {
  inTurn = true;
  try {
    press();
  } catch (error) {
    reportError(error);
  } finally {
    inTurn = false;
  }
}

function again(element) {
  const now = place(element.id);
  if (now?.nodeName === element.nodeName) now.click();
}

// A link that asks the same page something (show this keep, fix this die) needs no new page.
function follow(event) {
  const link = event.target.closest("a[data-ask]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  if (later(() => again(link))) return;
  tell("");
  refresh({ ask: new URL(nearest(link, event).href).searchParams });
}

// Dice lie closer than fingers are wide: of places to tap that overlap the one counts whose middle is nearest.
function nearest(link, { clientX, clientY, detail }) {
  if (!link.matches(".tap") || !detail) return link;
  const away = (tap) => {
    const box = tap.getBoundingClientRect();
    return Math.hypot(box.x + box.width / 2 - clientX, box.y + box.height / 2 - clientY);
  };
  return [...document.querySelectorAll(".tap")].reduce((best, tap) => (away(tap) < away(best) ? tap : best), link);
}

// The second half of a double tap would land on whatever has taken the button's place.
function once(event) {
  if (event.detail > 1 && event.target.closest("button, .actions")) event.preventDefault();
}

function pick(event) {
  const box = event.target.closest("input[name=faces]");
  if (!box) return;
  if (later(() => again(box), sending)) {
    box.checked = !box.checked;           // it is picked or dropped when it is known what lies there
    return;
  }
  if (isFresh()) {
    box.checked = !box.checked;
    markFresh("others");                  // digits come in a row: the rest of them was meant for that board, too
    return;
  }
  tell("");
  const picked = [...document.querySelectorAll("input[name=faces]:checked")].map((each) => each.dataset.place);
  last = box.dataset.place;
  const ask = { pick: picked.join(" ") || "none", at: board().dataset.revision, tapped: last, style: chosen("style") };
  refresh({ ask });
}

function send(event) {
  const form = event.target.closest("form[method=post][data-live-form]");
  if (!form) return;
  event.preventDefault();
  const button = event.submitter;
  if (sending && button === pressed) return;      // the same button again is the same press
  if (later(() => again(button))) return;
  if (button.getAttribute("aria-disabled") === "true") return answer(keyOf(button));
  if (isFresh()) return;
  pressed = button;
  const to = button.getAttribute("formaction") ?? form.getAttribute("action");
  sending = post(to, new FormData(form, button)).finally(() => { sending = null; });
}

async function post(to, body) {
  expectOwn();
  try {
    const reply = await fetch(to, { method: "POST", body, headers: { Accept: "application/json" } });
    const told = await reply.json();
    tell(reply.ok ? "" : told.error);
    if (reply.status === 409) answer("late");
    refresh({ ask: {}, own: true });
    return await awaited() && reply.ok;
  } catch {
    tell("silent");
    cutOff();
    return false;
  }
}

function inText(element) {
  return element.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
}

// What Enter presses by itself while it has the focus.
const PRESSES = "a, button, summary, input, label";

function key(event) {
  if (event.key === "Enter" && event.target.closest(PRESSES)) {
    // On a die it would press the first button of the form, which is there for pages without this file.
    if (event.target.matches("input[name=faces]")) event.preventDefault();
    return;
  }
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || inText(event.target)) return;
  if (chosen("keys") === "on" && press(nameOf(event))) event.preventDefault();
}

// What changes the match or a pick, or goes on: on a board that nobody has seen yet no key does that. Undo is aimed at
// the last press, not at the board; values are typed from the dice on the table; and a link only asks.
const BY_SIGHT = "button:not(#do-undo, #do-redo), input, [data-key~=R]";
const keyOf = (target) => target.dataset.key.split(" ")[0];

function press(name) {
  if (READS.test(name)) return read(name);
  const within = (!name.endsWith("U") && document.querySelector(".sheet")) || document;
  const found = within.querySelector(`[data-key~="${CSS.escape(name)}"]`);
  const target = within === document ? picked(name, found) : found;
  if (later(() => press(name))) return target !== null;
  if (isNew() && target?.matches(BY_SIGHT)) {
    markFresh(board().dataset.fresh);     // keys come in a row: the rest of them was meant for that board, too
    if (isAsked()) answer("S");
    return true;
  }
  target?.click();
  if (name === "?") target?.focus();
  else if (name === "Escape" && !target) hush();
  if (name === "?" || (!target && ACTS.test(name))) answer(name);
  return target !== null;
}

function read(name) {
  if (name === "V") turnVoice();
  answer(name);
  return true;
}

// The die that a key picks or gives back: by place, or the next one of that value.
function picked(name, found) {
  const boxes = [...document.querySelectorAll("input[name=faces]")];
  if (!boxes.length || found?.matches(":not(input)")) return found;
  const digit = name.replace("Shift+", "");
  const taken = boxes.filter((box) => box.checked);
  if (name === "Backspace") return taken.find((box) => box.dataset.place === last) ?? taken.at(-1) ?? null;
  if (!/^[1-6]$/.test(digit) || chosen("style") === "place") return found;
  if (digit !== name) return taken.findLast((box) => box.value === digit) ?? null;
  return boxes.find((box) => box.value === digit && !box.checked) ?? null;
}

export function listen() {
  document.addEventListener("click", once, true);
  document.addEventListener("click", follow);
  document.addEventListener("change", pick);
  document.addEventListener("submit", send);
  document.addEventListener("keydown", key);
  // What was picked before this file came, or is ticked by a browser that goes back, is asked for.
  const target = [...document.querySelectorAll("input[name=faces]")].find((box) => box.checked !== box.defaultChecked);
  if (target) pick({ target });
}
