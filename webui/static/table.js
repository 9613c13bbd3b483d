// The page of the table, made live.

import { refresh, showPlayer, start } from "./board.js";
import { kept, place, playsByEar } from "./ear.js";
import { followPicture } from "./picture.js";
import { listen } from "./press.js";

const AGAIN_MS = 5000;      // a stream that the server refused (too many pages) is asked for again

let stream = null;

function followChanges() {
  if (stream || document.hidden) return;
  stream = new EventSource("/events");
  for (const topic of ["board", "view", "health"]) stream.addEventListener(topic, () => refresh());
  stream.onerror = (event) => {
    refresh();
    if (event.target.readyState !== EventSource.CLOSED) return;
    stream = null;
    setTimeout(followChanges, AGAIN_MS);
  };
}

// A browser has six connections to a place for all its tabs: one that nobody looks at must not hold one.
function onlyWhileSeen() {
  if (!document.hidden) {
    refresh();
    return followChanges();
  }
  stream?.close();
  stream = null;
}

// The list of keys lies at the end of the page: opened by a key, it would open out of sight.
function showList(event) {
  if (event.target.matches?.(".keys-list[open]")) event.target.scrollIntoView({ block: "nearest" });
}

// How much of the picture one wants to see is remembered in this browser: a box that comes is as the last one was left.
function setFold() {
  const box = place("whole-picture");
  if (!box || box.onchange) return;
  box.checked = kept.picture === "whole";
  box.onchange = () => { kept.picture = box.checked ? "whole" : "low"; };
}

new MutationObserver(setFold).observe(document.body, { childList: true, subtree: true });
addEventListener("resize", showPlayer);
document.addEventListener("toggle", showList, true);
listen();
start();
if (playsByEar()) place("table-keys").focus({ preventScroll: true });
setFold();
showPlayer();
followChanges();
followPicture();
document.addEventListener("visibilitychange", onlyWhileSeen);
addEventListener("pageshow", (event) => { if (event.persisted) refresh(); });
