// How this browser hears the game, and picks dice: kept here, and chosen in the forms that carry data-ear.

const USUAL = { voice: "off", region: "full", captions: "brief", style: "place", keys: "on" };
// In one step, for whoever plays by ear.
const BY_EAR = { region: "full", captions: "full", style: "value", keys: "on" };
export const place = (id) => document.getElementById(id);
const told = new Set();
export let kept = {};             // holds as long as the page, where the browser may keep nothing
try {
  kept = localStorage;
} catch {}

export const chosen = (name) => kept[name] ?? USUAL[name];

export function choose(name, value) {
  kept[name] = value;
  show();
  for (const each of told) each(name, value);
}

export const whenChosen = (tell) => told.add(tell);

export const playsByEar = () => Object.entries(BY_EAR).every(([name, value]) => chosen(name) === value);

function pick({ target }) {
  const name = target.dataset.ear;
  const on = target.checked;
  if (name === "play") {
    for (const [each, value] of Object.entries(BY_EAR)) choose(each, on ? value : USUAL[each]);
  } else if (name) {
    choose(name, target.type === "checkbox" ? (on ? "on" : "off") : target.value);
  }
}

function show() {
  for (const field of document.querySelectorAll("[data-ear]")) {
    const name = field.dataset.ear;
    if (field.type === "checkbox") field.checked = name === "play" ? playsByEar() : chosen(name) === "on";
    else field.value = chosen(name);
  }
}

document.addEventListener("change", pick);
show();
