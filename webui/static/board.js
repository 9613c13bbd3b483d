// The board on this page: fetched as a piece of the page whenever something changed, and turned in place.
// The server works out every number and sentence; what this browser has picked goes along in the address.

import { place } from "./ear.js";
import { morph } from "./morph.js";
import { begin, hear, sayHere, tell as ask } from "./voice.js";

const CALM_MS = 1000;      // after the last touch, before a strip may push the page down
const AGAIN_MS = 1500;     // after a fetch that failed
const FRESH_MS = 350;      // a press this soon after a change was aimed at the board before it
const CUT_MS = 3000;       // a cut this long is said, and what was missed meanwhile is not made up for
const QUESTION_MS = 1000;  // a press this soon after a question was no answer to it

let asked = new URLSearchParams(location.search);
let running = false;       // the loop that fetches, while there is something to fetch
let control = null;
let again = false;
let mine = null;           // the board that this page waits for is its own: a promise whether it is shown
let shown = () => {};      // keeps it
let caused = "";           // and it brings what was pressed here, which is "sent" or "answered", not only what was asked
let retry = 0;
let aged = 0;
let cutAt = 0;             // when the table was last cut off; 0 while it is not
let cutTold = 0;
let touched = -Infinity;
let fingerDown = false;
let opener = "";

export const board = () => place("board");
// Whether what it shows has just changed, so that nobody has seen it yet; and whether others have changed it.
export const isNew = () => board().hasAttribute("data-fresh");
export const isFresh = () => board().dataset.fresh === "others";
// While the answer to this page's own last press is awaited: a promise whether it comes.
export const awaited = () => mine;

// A press is on its way: the change that it brings is this page's own, even where its news come before its answer.
export function expectOwn() {
  caused = "sent";
  expectBoard();
}

function expectBoard() {
  mine ??= new Promise((keep) => { shown = keep; });
}

function endOwn(well) {
  mine = null;
  shown(well);
}

// What was refused, or did not arrive, beside the buttons, until the next press or until the board has moved on.
// `sentence` may be the name of one that the page brings.
export function tell(sentence) {
  const box = place("told");
  box.textContent = box.dataset[sentence] ?? sentence;
  box.hidden = !sentence;
}

// Fetch the board anew. `ask`: what this page asks for from now on (a pick, a die to fix); null keeps what it asked.
// `own`: this page itself caused the change, so a quick second press is meant; one that only asks causes none.
// One fetch at a time: changes that come meanwhile share the next one.
export function refresh({ ask = null, own = false } = {}) {
  if (ask) {
    asked = new URLSearchParams(ask);
    // A page that is loaded again, which a phone does by itself, asks the same.
    history.replaceState(history.state, "", asked.size ? `?${asked}` : location.pathname);
    control?.abort();                       // its answer would take back what was just tapped
  }
  if (ask || own) expectBoard();
  if (own) caused = "answered";
  again = true;
  if (!running) run();
}

async function run() {
  running = true;
  while (again) {
    again = false;
    control = new AbortController();
    try {
      await fetchBoard(control.signal);
      connected(true);
    } catch (error) {
      if (error.name !== "AbortError") cutOff();
    }
  }
  running = false;
}

export function cutOff() {
  connected(false);
  caused = "";
  endOwn(false);
  clearTimeout(retry);
  retry = setTimeout(refresh, AGAIN_MS);
}

async function fetchBoard(signal) {
  const answer = await fetch(`${board().dataset.piece}?${asked}`, { signal, cache: "no-store" });
  if (!answer.ok) throw new Error(String(answer.status));
  const text = await answer.text();
  while (fingerDown && !signal.aborted) await new Promise((done) => setTimeout(done, 30));
  if (!signal.aborted) show(text);
}

function show(text) {
  const next = new DOMParser().parseFromString(text, "text/html").getElementById("board");
  if (!next) return location.reload();      // the match is over there or another page has to be shown
  const now = board();
  const moved = now.dataset.revision !== next.dataset.revision;
  const hadSheet = now.querySelector(".sheet");
  const hadFocus = now.contains(document.activeElement);
  if (!hadSheet && next.querySelector(".sheet")) opener = document.activeElement?.id ?? "";
  waitForCalm(now, next);
  if (now.dataset.fresh) next.dataset.fresh = now.dataset.fresh;
  morph(now, next);
  document.title = next.dataset.title;
  hear(board(), asked.toString(), isLong(cutAt));
  placeFocus(hadSheet, hadFocus);
  showPlayer();
  if (moved) markFresh(caused ? "own" : "others");
  if (moved && !caused) tell(dropped("type", ".die.is-typed") ? "typed" : dropped("fix", ".sheet") ? "shut" : "");
  // A board that was asked for before the press does not bring it.
  if (moved || caused === "answered") caused = "";
  endOwn(true);
}

// A strip that comes or goes moves all below it: not while a finger may be on its way there. The place of one that
// goes is kept until then.
function waitForCalm(now, next) {
  const since = performance.now() - touched;
  const [shown, strip] = [now, next].map((each) => each.querySelector(".trouble"));
  if (since > CALM_MS || !shown || !strip || shown.hidden === strip.hidden) return;
  if (strip.hidden) strip.replaceWith(Object.assign(shown.cloneNode(true), { inert: true, className: "trouble is-gone" }));
  else strip.hidden = true;
  setTimeout(refresh, CALM_MS - since);
}

// Whether others were quicker than what was asked for here, values typed in or a sheet; it is asked for no more.
function dropped(name, what) {
  if (!asked.get(name) || board().querySelector(what)) return false;
  asked = new URLSearchParams();
  return true;
}

export function markFresh(by) {
  clearTimeout(aged);
  board().dataset.fresh = by;
  aged = setTimeout(() => board().removeAttribute("data-fresh"), isAsked() ? QUESTION_MS : FRESH_MS);
}

export const isAsked = () => board().hasAttribute("data-asks");

// The answer to a key that reads, or why one that acts does nothing, for what this page has picked.
export const answer = (key) => ask(key, asked);

// Into the sheet when it opens by hand, back to where it was opened from when it closes; where what had the focus is
// gone, to the table keys.
function placeFocus(hadSheet, hadFocus) {
  const sheet = document.querySelector(".sheet");
  if (sheet && asked.has("fix") && !sheet.contains(document.activeElement)) sheet.querySelector("[data-first]")?.focus();
  const keys = place("table-keys");
  if (!sheet && hadSheet) (place(opener) ?? keys).focus({ preventScroll: true });
  if (hadFocus && document.activeElement === document.body) keys.focus({ preventScroll: true });
}

// More than four players scroll sideways, with the one on turn in sight.
export function showPlayer() {
  // A strip that scrolls can be scrolled by key.
  const strip = document.querySelector(".board ol");
  if (strip) strip.tabIndex = strip.scrollWidth > strip.clientWidth ? 0 : -1;
  const seat = document.querySelector(".player.is-on");
  if (seat) seat.parentElement.scrollLeft = seat.offsetLeft - seat.parentElement.clientWidth / 3;
}

const isLong = (since) => since > 0 && performance.now() - since > CUT_MS;

function connected(yes) {
  place("cut-off").hidden = yes;
  if (yes && isLong(cutAt)) answer("back");
  if (yes === !cutAt) return;
  cutAt = yes ? 0 : performance.now();
  clearTimeout(cutTold);
  if (!yes) cutTold = setTimeout(() => sayHere("link.lost"), CUT_MS);
}

export function start() {
  begin(board(), asked.toString());
}

function touch({ type }) {
  touched = performance.now();
  fingerDown = type === "pointerdown";
}

for (const type of ["pointerdown", "pointerup", "pointercancel", "keydown"]) addEventListener(type, touch, true);
addEventListener("online", () => refresh());
