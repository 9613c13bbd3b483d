// The board on a wall follows the match by itself, and asks the screen to stay awake.

import { morph } from "./morph.js";

const AGAIN_MS = 3000;
let running = false;
let again = false;

async function refresh() {
  again = true;
  if (running) return;
  running = true;
  while (again) {
    again = false;
    try {
      const answer = await fetch("/wall/board", { cache: "no-store" });
      if (!answer.ok) throw new Error(String(answer.status));
      show(await answer.text());
      document.getElementById("cut-off").hidden = true;
    } catch {
      document.getElementById("cut-off").hidden = false;
      setTimeout(refresh, AGAIN_MS);
    }
  }
  running = false;
}

function show(text) {
  const next = new DOMParser().parseFromString(text, "text/html").getElementById("wall");
  document.body.dataset.game = next.dataset.look;
  morph(document.getElementById("wall"), next);
}

function follow() {
  const stream = new EventSource("/events");
  for (const topic of ["board", "view"]) stream.addEventListener(topic, refresh);
  stream.onerror = () => {
    refresh();
    if (stream.readyState === EventSource.CLOSED) setTimeout(follow, AGAIN_MS);
  };
}

// A browser gives a screen that stays awake on secure pages only, and takes it back when the page is hidden.
async function stayAwake() {
  try {
    await navigator.wakeLock.request("screen");
    document.getElementById("sleeps").hidden = true;
  } catch {
    document.getElementById("sleeps").hidden = false;
  }
}

follow();
stayAwake();
document.addEventListener("visibilitychange", () => { if (!document.hidden) stayAwake(); });
