// Marking the table: corners that are dragged or moved by keys. The server works out what they mean; this page only
// moves them. Without this file the mat, the tray and the whole picture work, and corners can be typed.

import { morph } from "./morph.js";
import { followPicture } from "./picture.js";

const LOOK_EVERY_MS = 2000;   // while no mat is found yet
const STEP = 1, FAST = 10;    // drawing units: the picture is 640 wide
const GLASS = 2.5;            // how much the glass enlarges
const SAME_SHAPE = 2;         // drawing units, for whole pixels
const LEAST = 3, MOST = 12;
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const form = document.getElementById("marking");
const marks = () => document.getElementById("marks");
const field = document.getElementById("corners");
const how = form.elements.how?.value;
const height = Number(marks()?.dataset.height);
let corners = parse(field?.value ?? "");
let held = 0;

function parse(text) {
  return text.split(" ").filter(Boolean).map((pair) => pair.split(",").map(Number));
}

const written = () => corners.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

// Draw the corners as they are now; what follows from them comes from the server a moment later.
function draw() {
  count();
  field.value = written();
  const points = written();
  for (const edge of marks().querySelectorAll(".edge")) edge.setAttribute("points", points);
  marks().querySelector(".outside")?.setAttribute("d", `M0 0H640V${height}H0z M${points}z`);
  marks().querySelectorAll(".handle").forEach((handle, n) => {
    handle.setAttribute("transform", `translate(${corners[n][0]} ${corners[n][1]})`);
    handle.classList.toggle("is-held", n === held);
    name(handle, n);
  });
}

// A button that would do nothing stays, and says why.
function count() {
  const [more, fewer] = ["more-corners", "fewer-corners"].map((id) => document.getElementById(id));
  const [most, least] = [corners.length >= MOST, corners.length <= LEAST];
  more.setAttribute("aria-disabled", most);
  fewer.setAttribute("aria-disabled", least);
  const limit = most ? `at most ${MOST}` : `at least ${LEAST}`;
  document.getElementById("corner-why").textContent = most || least ? `A table has ${limit} corners.` : "";
}

function name(handle, n) {
  const [x, y] = corners[n].map(Math.round);
  handle.setAttribute("tabindex", "0");
  handle.setAttribute("role", "button");
  handle.setAttribute("aria-label", `Corner ${n + 1}: ${x} across, ${y} down. Arrow keys move it.`);
}

function move(n, x, y) {
  held = n;
  corners[n] = [Math.min(Math.max(x, 0), 640), Math.min(Math.max(y, 0), height)];
  draw();
}

function place(event) {
  const box = marks().getBoundingClientRect();
  return [((event.clientX - box.left) * 640) / box.width, ((event.clientY - box.top) * height) / box.height];
}

const cornerOf = (target) => [...marks().querySelectorAll(".handle")].indexOf(target.closest(".handle"));

const ENDS = ["pointerup", "pointercancel", "lostpointercapture"];

function drag(event) {
  const n = cornerOf(event.target);
  if (n < 0) return;
  event.preventDefault();
  // One finger at a time: another, or the palm, moves nothing.
  if (drag.finger !== undefined) return;
  const view = document.getElementById("view");
  const [x, y] = place(event);
  // The finger takes the corner where it touches it: the corner does not jump to the middle of the finger.
  const off = [corners[n][0] - x, corners[n][1] - y];
  const follow = (moved) => {
    if (moved.pointerId !== event.pointerId) return;
    const [a, b] = place(moved);
    move(n, a + off[0], b + off[1]);
    glass(n);
  };
  const end = (last) => {
    if (last.pointerId !== event.pointerId) return;
    drag.finger = undefined;
    view.removeEventListener("pointermove", follow);
    for (const name of ENDS) view.removeEventListener(name, end);
    document.getElementById("magnifier").hidden = true;
    refresh();
  };
  view.setPointerCapture(event.pointerId);
  drag.finger = event.pointerId;
  view.addEventListener("pointermove", follow);
  for (const name of ENDS) view.addEventListener(name, end);
  marks().querySelectorAll(".handle")[n].focus();
  move(n, ...corners[n]);
  glass(n);
}

// A finger on a corner scrolls nothing. The style says so too, but browsers ask it of a box, and a part of a drawing is none.
function hold(event) {
  if (cornerOf(event.target) >= 0) event.preventDefault();
}

// What lies under the corner, enlarged, away from the finger.
function glass(n) {
  const magnifier = document.getElementById("magnifier");
  const image = document.querySelector("#view img");
  const box = image.getBoundingClientRect();
  const unit = box.width / 640;
  const [x, y] = corners[n];
  const half = magnifier.offsetWidth / 2 || 60;
  magnifier.hidden = false;
  magnifier.style.backgroundImage = `url("${image.src}")`;
  magnifier.style.backgroundSize = `${box.width * GLASS}px ${box.height * GLASS}px`;
  magnifier.style.backgroundPosition = `${half - x * unit * GLASS}px ${half - y * unit * GLASS}px`;
  magnifier.style.left = `${Math.min(Math.max(x * unit + (x < 320 ? 90 : -90), half), box.width - half)}px`;
  magnifier.style.top = `${Math.min(Math.max(y * unit + (y < height / 2 ? 60 : -60), half), box.height - half)}px`;
}

function press(event) {
  const n = cornerOf(event.target);
  const step = KEYS[event.key];
  if (n < 0 || !step) return;
  event.preventDefault();
  const far = event.shiftKey ? FAST : STEP;
  move(n, corners[n][0] + step[0] * far, corners[n][1] + step[1] * far);
  clearTimeout(press.later);
  press.later = setTimeout(refresh, 400);
}

// A new corner stands in the middle of the longest side.
function more() {
  if (corners.length >= MOST) return;
  const next = (n) => corners[(n + 1) % corners.length];
  const lengths = corners.map(([x, y], n) => Math.hypot(next(n)[0] - x, next(n)[1] - y));
  const longest = lengths.indexOf(Math.max(...lengths));
  const [x, y] = corners[longest];
  corners.splice(longest + 1, 0, [(x + next(longest)[0]) / 2, (y + next(longest)[1]) / 2]);
  held = longest + 1;
  field.value = written();
  count();
  refresh();
}

function fewer() {
  if (corners.length <= LEAST) return;
  corners.splice(Math.min(held, corners.length - 1), 1);
  held = 0;
  field.value = written();
  count();
  refresh();
}

// Ask the server what the page would say now, and put that in place: marks, words and checks.
async function refresh() {
  const asked = new URLSearchParams(new FormData(form));
  // Leaving the page, or a server that is away for a moment: what is drawn stays as it is.
  const answer = await fetch(`/setup?${asked}`, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("marks");
  // What is drawn here does not fit a picture of another shape: the page begins anew, and says why.
  if (fresh && fresh.dataset.height !== marks().dataset.height) return location.replace(`/setup?${asked}`);
  // A corner has been moved since: this is the answer to an older question, and the next one is on its way.
  if (String(asked) !== String(new URLSearchParams(new FormData(form)))) return;
  const focused = cornerOf(document.activeElement ?? document.body);
  if (fresh) marks().replaceWith(fresh);
  // In place: what is live and is replaced as a whole is not read out.
  for (const id of ["told", "checks"]) {
    const [shown, next] = [document.getElementById(id), page.getElementById(id)];
    if (shown && next) morph(shown, next);
  }
  const typed = page.getElementById("corners");
  if (typed && how === "hand") corners = parse(typed.value);
  if (how === "hand") draw();
  if (focused >= 0) marks().querySelectorAll(".handle")[focused]?.focus();
}

// The server was started with another camera, or with one that is turned.
function fits(event) {
  const { naturalWidth, naturalHeight } = event.target;
  if (Math.abs((640 * naturalHeight) / naturalWidth - height) > SAME_SHAPE) refresh();
}

// A way of marking that is looked at next starts from what was said and drawn until now.
function carry(event) {
  const link = event.target.closest("a[href*='how=']");
  if (!link) return;
  const next = new URLSearchParams(link.search);
  for (const name of ["keep", "wide", "deep"]) if (form.elements[name]) next.set(name, form.elements[name].value);
  if (how === "hand") next.set("drawn", written());
  link.search = next;
}

// The mat has just been laid down: the page notices by itself.
async function waitForMat() {
  const here = form.querySelector("[aria-current]").href;
  for (;;) {
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
    if (document.hidden) continue;
    const answer = await fetch(here).catch(() => null);
    if (answer?.ok && (await answer.text()).includes("Use the mat")) return location.replace(here);
  }
}

if (how === "hand") {
  const view = document.getElementById("view");
  view.addEventListener("pointerdown", drag);
  view.addEventListener("touchstart", hold, { passive: false });
  view.addEventListener("keydown", press);
  view.addEventListener("focusin", (event) => {
    const n = cornerOf(event.target);
    if (n >= 0) [held] = [n], draw();
  });
  document.getElementById("corner-count").hidden = false;
  document.getElementById("more-corners").addEventListener("click", more);
  document.getElementById("fewer-corners").addEventListener("click", fewer);
  draw();
}
document.getElementById("typed")?.classList.add("vh");
if (field) field.tabIndex = -1;
form.addEventListener("change", (event) => { if (event.target !== field) refresh(); });
form.addEventListener("click", carry);
document.querySelector("#view img")?.addEventListener("load", fits);
if (how === "mat" && !marks().querySelector(".ring")) waitForMat();
followPicture();
