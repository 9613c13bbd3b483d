// What is heard on this page: live regions, captions, the voice. Every sentence comes from the server with the board, or
// for a key that was pressed; this file only tells when it is said, and where.

import { choose, chosen, whenChosen } from "./ear.js";
import { isVoid, Mouth, MUST } from "./mouth.js";

const APART_MS = 500;      // between two changes of a live region: a reader loses those that come sooner
const STARTS_MS = 1000;    // a voice that has not begun by then is held back by the browser
const AGAIN_MS = 2000;     // the same key this soon asks for more
const CAPTIONS = 3;
const REGIONS = ["assertive", "polite"];
const LEVELS = ["off", "brief", "full"];
const CAPTION = 0, SAID = 1;

let heard = 0;             // the number of the newest breath that this page knows
let asked = "";            // what it has heard an answer to
let ready = [];            // what the regions are to say next
let changed = -Infinity;
let captions = [];
let pressed = { key: "", at: -Infinity, times: 0 };
let begun = 0;
const synth = window.speechSynthesis;
const place = (id) => document.getElementById(id);
const speaks = () => chosen("voice") !== "off";

const mouth = new Mouth({ speak, hush: () => synth?.cancel() });

function speak(text) {
  const words = new SpeechSynthesisUtterance(text);
  words.lang = document.documentElement.lang;
  words.onstart = () => showWaiting(false);
  words.onend = () => mouth.ended();
  words.onerror = ({ error }) => (error === "not-allowed" ? showWaiting(true) : mouth.ended());
  clearTimeout(begun);
  begun = setTimeout(() => showWaiting(!synth.speaking), STARTS_MS);
  synth.speak(words);
}

// Nothing that was said before this page was there, or while it was cut off, is said on it.
export function begin({ dataset }, ask) {
  heard = JSON.parse(dataset.said).newest;
  asked = ask;
}

// A board has come: say what is new in it, and the answer to what this page has asked.
export function hear({ dataset }, ask, wasCutOff) {
  const { newest, breaths, own } = JSON.parse(dataset.said);
  const fresh = wasCutOff ? [] : breaths.filter(({ number }) => number > heard);
  heard = newest;
  for (const breath of fresh) say(breath);
  if (own.length && ask !== asked) say({ calls: own, voids: [] });
  asked = ask;
  showCaptions();
}

function say({ calls, voids }) {
  forget(voids);
  caption(calls.map((call) => words(call, chosen("captions"), CAPTION)));
  const level = chosen(speaks() ? "voice" : "region");
  const said = calls.map((call) => ({ ...call, text: words(call, level, SAID) })).filter(({ text }) => text);
  if (speaks()) mouth.say(said);
  else regions(said);
}

function words(call, level, form) {
  const styled = chosen("style") === "place" && call.row ? call.row : call;
  return styled[level]?.[form] ?? "";
}

function forget(voids) {
  if (!voids.length) return;
  const isGone = ({ event }) => voids.some((line) => isVoid(event, line));
  ready = ready.filter((call) => !isGone(call));
  for (const region of REGIONS.map(place)) if (region.said?.some(isGone)) region.replaceChildren();
  mouth.drop(voids);
}

function regions(calls) {
  ready.push(...calls);
  const wait = changed + APART_MS - performance.now();
  if (wait > 0) setTimeout(flush, wait);
  else flush();
}

function flush() {
  if (!ready.length || performance.now() < changed + APART_MS - 1) return;
  changed = performance.now();
  for (const id of REGIONS) write(id, ready.filter(({ rank }) => (rank === MUST) === (id === "assertive")));
  ready = [];
}

// A new node each time, so that the same words are heard again.
function write(id, calls) {
  if (!calls.length) return;
  const line = document.createElement("p");
  line.textContent = calls.map(({ text }) => text).join(" ");
  place(id).replaceChildren(line);
  place(id).said = calls;
}

function caption(lines) {
  captions = [...captions, ...lines.filter(Boolean)].slice(-CAPTIONS);
  showCaptions();
}

function showCaptions() {
  place("captions")?.replaceChildren(...captions.map((text) => {
    const line = document.createElement("li");
    line.textContent = text;
    return line;
  }));
}

// The answer to a key that reads, or why one that acts does nothing.
export async function tell(key, ask) {
  const again = pressed.key === key && performance.now() - pressed.at < AGAIN_MS;
  pressed = { key, at: performance.now(), times: again ? pressed.times + 1 : 0 };
  const query = new URLSearchParams(ask);
  for (const [name, value] of Object.entries({ key, style: chosen("style"), voice: chosen("voice") })) query.set(name, value);
  if (again) query.set("again", "1");
  query.set("back", pressed.times);
  try {
    say(await (await fetch(`/tell?${query}`, { cache: "no-store" })).json());
  } catch {
    // The page says that it is not connected.
  }
}

export function turnVoice(ask) {
  choose("voice", LEVELS[(LEVELS.indexOf(chosen("voice")) + 1) % LEVELS.length]);
  return tell("V", ask);
}

export function hush() {
  mouth.hush();
}

// Calls that this page makes by itself, whose words it has from the start: link.lost, voice.waits.
export function sayHere(id) {
  const call = JSON.parse(place("ear").dataset.here).find((each) => each.id === id);
  say({ calls: [{ ...call, event: `${id}/${performance.now()}` }], voids: [] });
}

function showWaiting(yes) {
  clearTimeout(begun);
  const strip = place("voice-waits");
  if (strip.hidden === !yes) return;
  strip.hidden = !yes;
  if (yes) mouth.hush();
}

function wake() {
  if (!speaks() || place("voice-waits").hidden) return;
  showWaiting(false);
  tell("V", new URLSearchParams());
}

function changeVoice(name, value) {
  if (name !== "voice") return;
  if (value === "off") hush();
  else if (!navigator.userActivation?.hasBeenActive) showWaiting(true);
}

for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, wake, true);
whenChosen(changeVoice);
if (synth) changeVoice("voice", chosen("voice"));
