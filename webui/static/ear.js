// How this browser hears the game, and picks dice: kept here, and chosen in the forms that carry data-ear.

const USUAL = { voice: "off", region: "full", captions: "brief", style: "place", keys: "on" };
// In one step, for whoever plays by ear.
const BY_EAR = { region: "full", captions: "full", style: "value", keys: "on" };
const told = new Set();
const here = {};           // what is chosen on a page that may keep nothing

export function chosen(name) {
  if (name in here) return here[name];
  try {
    return localStorage.getItem(name) ?? USUAL[name];
  } catch {
    return USUAL[name];
  }
}

export function choose(name, value) {
  here[name] = value;
  try {
    localStorage.setItem(name, value);
  } catch {
    // It holds for as long as this page is open.
  }
  show();
  for (const each of told) each(name, value);
}

// Be told of each choice, with its name and value.
export function whenChosen(tell) {
  told.add(tell);
}

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

export function show() {
  for (const field of document.querySelectorAll("[data-ear]")) {
    const name = field.dataset.ear;
    if (name === "play") field.checked = playsByEar();
    else if (field.type === "checkbox") field.checked = chosen(name) === "on";
    else field.value = chosen(name);
  }
}

document.addEventListener("change", pick);
show();
