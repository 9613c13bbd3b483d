// Presses, taps and keys. Without this file every one of them works as a plain link or form.

import { board, connected, isFresh, refresh, say } from "./board.js";

// A link that asks the same page something (show this keep, fix this die) needs no new page.
function follow(event) {
  const link = event.target.closest("a[data-ask]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  refresh({ ask: new URL(link.href).searchParams, own: true });
}

function pick(event) {
  const box = event.target.closest("input[name=faces]");
  if (!box) return;
  const picked = [...document.querySelectorAll("input[name=faces]:checked")].map((each) => each.dataset.place);
  const ask = { pick: picked.join(" ") || "none", at: board().dataset.revision, tapped: box.dataset.place };
  refresh({ ask, own: true });
}

async function send(event) {
  const form = event.target.closest("form[method=post][data-live-form]");
  if (!form) return;
  event.preventDefault();
  const button = event.submitter;
  if (button?.getAttribute("aria-disabled") === "true") return say(button.dataset.why);
  if (isFresh()) return;
  const to = button?.formAction ?? form.action;
  try {
    const answer = await fetch(to, {
      method: "POST", body: new FormData(form, button), headers: { Accept: "application/json" },
    });
    const told = await answer.json();
    await refresh({ ask: {}, own: true });
    tell(answer.ok ? "" : told.error);
  } catch {
    connected(false);
  }
}

// What was refused, beside the buttons, until the next press.
function tell(sentence) {
  const place = document.getElementById("told");
  place.textContent = sentence;
  place.hidden = !sentence;
}

function inText(element) {
  return element.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
}

function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || inText(event.target) || !keysOn()) return;
  const letter = /^[a-z]$/i.test(event.key);
  const name = letter && event.shiftKey ? `Shift+${event.key.toUpperCase()}` : letter ? event.key.toUpperCase() : event.key;
  const within = document.querySelector(".sheet") ?? document;
  const target = within.querySelector(`[data-key~="${CSS.escape(name)}"]`);
  if (!target) return;
  event.preventDefault();
  if (target.dataset.say) say(target.dataset.say);
  else target.click();
}

const keysOn = () => localStorage.getItem("keys") !== "off";

function switchKeys(event) {
  if (event.target.id === "keys-on") localStorage.setItem("keys", event.target.checked ? "on" : "off");
}

export function listen() {
  document.addEventListener("click", follow);
  document.addEventListener("change", pick);
  document.addEventListener("change", switchKeys);
  document.addEventListener("submit", send);
  document.addEventListener("keydown", key);
  const box = document.getElementById("keys-on");
  if (box) box.checked = keysOn();
}
