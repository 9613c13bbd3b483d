// The board on a wall follows the match by itself, and asks the screen to stay awake.

import { chosen } from "./ear.js";
import { ACTS, nameOf, READS } from "./keys.js";
import { morph } from "./morph.js";
import { begin, hear, hush, tell, turnVoice } from "./voice.js";

const AGAIN_MS = 3000;
const CUT_MS = 3000;       // what was missed in a cut this long is not made up for
let cutAt = 0;             // when the table was last cut off; 0 while it is not
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
      cutAt = 0;
    } catch {
      cutAt ||= performance.now();
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
  hear(document.getElementById("wall"), "", isLong(cutAt));
}

const isLong = (since) => since > 0 && performance.now() - since > CUT_MS;

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

// Whoever watches hears what is there; a key that acts is answered.
function key(event) {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || chosen("keys") !== "on") return;
  const name = nameOf(event);
  if (name === "V") turnVoice();
  if (name === "Escape") hush();
  if (READS.test(name) || ACTS.test(name)) tell(name, "watch=yes");
}

begin(document.getElementById("wall"), "");
document.addEventListener("keydown", key);
follow();
stayAwake();
document.addEventListener("visibilitychange", () => { if (!document.hidden) stayAwake(); });
