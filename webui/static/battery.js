// How long the battery lasts at the pace of now, by how long the newest steps of its level took; and half that pace.
// Where the browser tells nothing of a battery, the pace alone is shown.

import { at, fact, write } from "./facts.js";

const HALF = "rollcall-half-speed";
const LOW = 15;                // from here on a photo per throw is offered
const STEPS = 5;               // so many steps are looked back over; more: slower to notice that it lasts longer

let battery = null;
let steps = [];                // when the level went down to what it was: [level, milliseconds]

// How many times as slowly as the table asks pictures are sent.
export const slowly = () => sessionStorage.getItem(HALF) ? 2 : 1;

export const aboutBattery = () => battery
  ? { "X-Battery": String(level()), "X-Charging": battery.charging ? "yes" : "no" }
  : {};

const level = () => Math.round(battery.level * 100);

// By the phone's own reckoning until two steps were seen.
function leftMs() {
  const [first, last] = [steps[0], steps.at(-1)];
  if (steps.length < 2) return battery.dischargingTime * 1000;
  return last[0] * (last[1] - first[1]) / (first[0] - last[0]);
}

function lasts(minutes) {
  const hours = Math.floor(minutes / 60), rest = minutes % 60;
  const words = [[hours, "hour"], [rest, "minute"]].filter(([number]) => number);
  return words.map(([number, unit]) => `${number} ${unit}${number === 1 ? "" : "s"}`).join(" ");
}

function how() {
  if (battery.charging) return "It is charging.";
  const minutes = Math.round(leftMs() / 600000) * 10;
  const long = Number.isFinite(minutes) ? minutes ? `About ${lasts(minutes)} like this.` : "A few minutes like this." : "How long it lasts shows after a while.";
  return level() <= LOW ? `${long} A photo per throw takes less.` : long;
}

function tell() {
  const half = slowly() === 2;
  write(at("half"), half ? "Full speed" : "Half speed");
  const pace = half ? "At half speed. " : "";
  // Where nothing is known of a battery, the pace alone is told, which is of live pictures.
  at("battery").classList.toggle("for-live", !battery);
  if (battery) fact("battery", `Battery ${level()} of 100`, pace + how());
  else fact("battery", half ? "At half speed" : "At full speed", half ? "Half as many pictures: the phone stays cooler." : "A phone gets hot: half speed keeps it cooler.");
}

function step() {
  if (!battery.charging && level() < (steps.at(-1)?.[0] ?? 101)) steps = [...steps, [level(), performance.now()]].slice(-STEPS);
  tell();
}

// What was measured holds no more.
function anew() {
  steps = [];
  tell();
}

function toggle() {
  if (slowly() === 2) sessionStorage.removeItem(HALF);
  else sessionStorage.setItem(HALF, "yes");
  anew();
}

export async function followBattery() {
  at("half").addEventListener("click", toggle);
  battery = await navigator.getBattery?.().catch(() => null) ?? null;
  battery?.addEventListener("levelchange", step);
  battery?.addEventListener("chargingchange", anew);
  battery?.addEventListener("dischargingtimechange", tell);
  tell();
}
