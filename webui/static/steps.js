// A step of the set-up judges the picture again and again. Without this file the page is loaded anew every few seconds.

import { morph } from "./morph.js";
import { followPicture } from "./picture.js";

const LOOK_EVERY_MS = 1000;

const step = () => document.getElementById("step");
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

async function look() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok || answer.redirected) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = page.getElementById("step");
  if (!next) return;
  document.title = page.title;
  morph(step(), next);
}

// A button under a finger keeps its place: nothing is put in place of it while it is held down.
let held = false;
addEventListener("pointerdown", () => { held = true; });
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => setTimeout(() => { held = false; }, 300));

async function follow() {
  for (;;) {
    await sleep(LOOK_EVERY_MS);
    if (!document.hidden && !held) await look();
  }
}

followPicture();
follow();
