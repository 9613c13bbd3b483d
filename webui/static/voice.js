// When what is heard on this page, and where: live regions, captions, the voice. The server has every sentence.

import { choose, chosen, kept, place, whenChosen } from "./ear.js";
import { isVoid, Mouth, MUST } from "./mouth.js";

const APART_MS = 500;      // between two changes of a live region: a reader loses those that come sooner
const STARTS_MS = 1000;    // a voice that has not begun by then is held back by the browser
const AGAIN_MS = 2000;     // the same key this soon asks for more
const CAPTIONS = 3;
const REGIONS = ["assertive", "polite"];
const NEXT = { off: "brief", brief: "full", full: "off" };
const CAPTION = 0, SAID = 1;

let heard = 0;             // the number of the newest breath that this page knows
let asked = "";            // what it has heard an answer to
let ready = [];            // what the regions are to say next
let changed = -Infinity;
let captions = [];
let pressed = { key: "", at: -Infinity, times: 0 };
let begun = 0;
const synth = window.speechSynthesis;
const list = (tag, texts) => texts.map((text) => Object.assign(document.createElement(tag), { textContent: text }));
const speaks = () => synth && chosen("voice") !== "off";

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
  follow(dataset.voice);
  heard = JSON.parse(dataset.said).newest;
  asked = ask;
}

// A board has come: what is new in it, and the answer to what this page has asked.
export function hear({ dataset }, ask, wasCutOff) {
  follow(dataset.voice);
  const { newest, breaths, own } = JSON.parse(dataset.said);
  const fresh = wasCutOff ? [] : breaths.filter(({ number }) => number > heard);
  heard = newest;
  for (const breath of fresh) say(breath);
  if (own.length && ask !== asked) say({ calls: own, voids: [] });
  asked = ask;
  showCaptions();
}

// The device that is chosen as the voice speaks from then on, and no more once another one is.
function follow(voice = kept.place) {
  if (voice === kept.place) return;
  if (voice === "here" && !speaks()) choose("voice", "full");
  if (kept.place === "here") choose("voice", "off");
  kept.place = voice;
}

function say({ calls, voids }) {
  forget(voids);
  captions = [...captions, ...calls.map((call) => words(call, chosen("captions"), CAPTION)).filter(Boolean)].slice(-CAPTIONS);
  showCaptions();
  const level = chosen(speaks() ? "voice" : "region");
  const said = calls.map((call) => ({ ...call, text: words(call, level, SAID) })).filter(({ text }) => text);
  if (speaks()) mouth.say(said);
  else regions(said);
}

function words(call, level, form) {
  return ((chosen("style") === "place" && call.row) || call)[level][form];
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
function write(id, said) {
  if (!said.length) return;
  place(id).replaceChildren(...list("p", [said.map(({ text }) => text).join(" ")]));
  place(id).said = said;
}

function showCaptions() {
  const box = place("captions");
  if (!box || box.said === captions) return;
  box.said = captions;
  box.replaceChildren(...list("li", captions));
}

// The answer to a key that reads, or why one that acts does nothing.
export async function tell(key, ask) {
  const again = pressed.key === key && performance.now() - pressed.at < AGAIN_MS;
  pressed = { key, at: performance.now(), times: again ? pressed.times + 1 : 0 };
  const query = new URLSearchParams(ask);
  const more = { key, style: chosen("style"), voice: chosen("voice"), back: pressed.times, ...(again && { again }) };
  for (const name in more) query.set(name, more[name]);
  try {
    say(await (await fetch(`/tell?${query}`, { cache: "no-store" })).json());
  } catch {
    // The page says that it is not connected.
  }
}

export function turnVoice() {
  choose("voice", NEXT[chosen("voice")]);
}

export const hush = () => mouth.hush();

// What this page says by itself, in words that it has from the start.
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
  tell("V", location.pathname === "/wall" ? "watch=yes" : "");
}

function changeVoice(name, value) {
  if (name === "voice" && value === "off") hush();
  else if (name === "voice" && !navigator.userActivation?.hasBeenActive) showWaiting(true);
}

for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, wake, true);
whenChosen(changeVoice);
if (synth) changeVoice("voice", chosen("voice"));
