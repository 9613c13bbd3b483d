// This phone is the camera: one JPEG after the other by POST, one under way at a time, as often as the table asks; at
// once when something moves before the lens. Each answer has what the table saw: its rings are drawn where they lie.

import { aboutBattery, followBattery, slowly } from "./battery.js";
import { at, fact, say, write } from "./facts.js";
import { listenToTorch, torchOf } from "./torch.js";

const WIDE = 1280, HIGH = 720, QUALITY = 0.8;
const LOOK_MS = 67;            // so often it is looked whether something moves
const SMALL = 64;              // on a picture so wide
const CHANGED = 18;            // grey levels that a dot of it changes by when something moves there
const DOTS = 6;                // so many of them do; fewer are noise
const STATE_MS = 1000;         // so often a phone that sends no pictures says that it is awake
const AGAIN_MS = 1000;
const BEHIND_S = 1.5;          // a table that looked at no newer picture is behind, and its rings are old
const CALM_MS = 1000;          // words that stood so long are read out
const RATED_MS = 2000;         // over so long the pictures are counted
const TIMED = 9;               // so many pictures tell how long one takes
const LIVE = "rollcall-live";  // kept for the page: it looks on when one comes back to it

const page = document.querySelector("#phone");
const asked = { Accept: "application/json" };
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const canLive = window.isSecureContext && Boolean(navigator.mediaDevices);
const isLive = () => at("how-live").checked;
let stream = null;
let since = Infinity;          // rings of pictures that are older than this, by the table's clock, are old
let stirs = 0;                 // so often something moved before the lens
let heard = 0;                 // when the table last answered
let calm = 0;
let seen = at("says")?.textContent;
let away = "";                 // when this page was last not in front

// What is seen, and read out once it stands.
function tell(words = seen) {
  seen = words;
  const spoken = stream ? `Live. ${words}` : words;
  if (at("says").textContent === spoken) return;
  write(at("says"), spoken);
  clearTimeout(calm);
  calm = setTimeout(() => write(at("spoken"), spoken), CALM_MS);
}

async function answered(answer) {
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(told.error || "The table does not answer. It is tried again.");
  tell(told.says);
  fact("stands", stream ? told.stands.head : "", told.stands.how);
  say("wrong", "");
  return told;
}

let ringed = "";

function ring(rings, box) {
  if (rings === ringed) return;
  ringed = rings;
  at("rings").setAttribute("viewBox", box || "0 0 640 360");
  at("rings").innerHTML = rings;
}

// The rings of what the table looked at last, where nothing has moved since that was taken.
function showRings(told) {
  const fresh = told.seen_s >= since && (told.taken_s === null || told.taken_s - told.seen_s < BEHIND_S);
  ring(fresh ? told.rings : "", told.box);
}

function trouble(problem) {
  ring("");
  say("wrong", problem.message);
}

// Does something move? On a small grey picture, beside the last one that was looked at.
function watcher(video) {
  const canvas = new OffscreenCanvas(SMALL, Math.round(SMALL * HIGH / WIDE));
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  let last = null;
  return () => {
    pen.drawImage(video, 0, 0, canvas.width, canvas.height);
    const now = pen.getImageData(0, 0, canvas.width, canvas.height).data;
    let changed = 0;
    if (last) for (let i = 1; i < now.length; i += 4) changed += Math.abs(now[i] - last[i]) > CHANGED;
    last = now;
    return changed >= DOTS;
  };
}

// How many are sent a second, and how long one takes: from the lens until the table has it.
function meter() {
  let sent = [], took = [];
  return (begun) => {
    const now = performance.now();
    sent = [...sent.filter((when) => begun - when < RATED_MS), begun];
    took = [...took, now - begun].slice(-TIMED);
    if (sent.length > 1) write(at("rate"), `${Math.round(1000 * (sent.length - 1) / (begun - sent[0])) || 1} a second`);
    const seconds = [...took].sort((a, b) => a - b)[took.length >> 1] / 1000;
    const long = seconds < 0.1 ? "less than 0.1 seconds" : `${seconds.toFixed(1)} seconds`;
    fact("network", at("network").dataset.head, `A picture is there in ${long}.${seconds > 1 ? " Nearer to the Wi-Fi it is quicker." : ""}`);
  };
}

// What moves takes the rings away at once, also while a picture is on its way, and so does a table that answers no more.
async function watch(mine, moves) {
  while (stream === mine) {
    const moved = moves();
    if (moved) stirs += 1;
    if (moved || performance.now() - heard > BEHIND_S * 1000) {
      since = Infinity;
      ring("");
    }
    await sleep(LOOK_MS * slowly());
  }
}

async function sendPictures(mine, video) {
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  const pen = canvas.getContext("2d"), measure = meter();
  let every = 0, due = 0, shown = stirs;
  while (stream === mine) {
    if (performance.now() < due && stirs === shown) { await sleep(LOOK_MS); continue; }
    const begun = performance.now(), moved = stirs !== shown;
    shown = stirs;
    try {
      pen.drawImage(video, 0, 0);
      const picture = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
      const headers = { ...asked, ...aboutBattery(), "Content-Type": "image/jpeg", "X-Moves": moved ? "yes" : "no" };
      const told = await answered(await fetch(page.dataset.frame, { method: "POST", body: picture, headers }));
      if (stream !== mine) return;
      every = told.every_ms;
      heard = performance.now();
      // Rings of this picture and newer ones hold, if nothing has moved since it was taken.
      if (stirs === shown) since = Math.min(since, told.taken_s);
      showRings(told);
      measure(begun);
    } catch (problem) {
      if (stream !== mine) return;
      trouble(problem);
      await sleep(AGAIN_MS);
    }
    // The table waits for the first picture in which nothing moves.
    due = begun + (moved ? LOOK_MS : every) * slowly();
    await sleep(Math.max(0, LOOK_MS * slowly() - (performance.now() - begun)));
  }
}

async function keepScreenOn() {
  try {
    await navigator.wakeLock.request("screen");
    fact("screen", "The screen stays on", away ? `This page was away at ${away}. The match waited.` : "As long as this page is in front. Dim it as far as you like.");
  } catch {
    fact("screen", "This phone may go dark", "Set its screen to stay on, or take a photo per throw.");
  }
}

// What can be pressed now, and what is shown of the picture.
function arrange() {
  const live = isLive();
  at("lens").hidden = live ? !stream : at("photo").hidden;
  at("lamp").toggleAttribute("hidden", !stream);
  at("lean").hidden = Boolean(stream);
  at("start").hidden = Boolean(stream) || !canLive;
  if (at("trust")) at("trust").hidden = canLive;
  at("look").classList.toggle("is-main", Boolean(stream));
  write(at("look").querySelector(".under"), stream ? "the camera waits meanwhile" : "where the score is");
  tell();
}

async function start() {
  const wanted = { video: { facingMode: "environment", width: { ideal: WIDE }, height: { ideal: HIGH } }, audio: false };
  try {
    stream = await navigator.mediaDevices.getUserMedia(wanted);
  } catch {
    say("wrong", "The phone keeps its camera shut. Allow it for this page in the browser's settings, or take a photo per throw.");
    return;
  }
  const video = at("view"), [track] = stream.getVideoTracks();
  since = Infinity;
  arrange();
  video.srcObject = stream;
  await video.play();
  at("lens").style.setProperty("--shape", video.videoWidth / video.videoHeight);
  track.addEventListener("ended", stop);
  torchOf(track);
  sessionStorage.setItem(LIVE, "yes");
  await keepScreenOn();
  heard = performance.now();
  watch(stream, watcher(video));
  sendPictures(stream, video);
}

function stop() {
  stream?.getTracks().forEach((track) => track.stop());
  stream = null;
  sessionStorage.removeItem(LIVE);
  torchOf(null);
  ring("");
  since = Infinity;
  write(at("rate"), "");
  for (const id of ["stands", "network", "screen"]) fact(id, "", "");
  arrange();
}

function choose() {
  if (!isLive()) stop();
  say("wrong", "");
  arrange();
}

// The photo that was sent, on which the rings come as soon as it was read.
async function showPhoto(file) {
  const photo = at("photo");
  URL.revokeObjectURL(photo.src);
  photo.src = URL.createObjectURL(file);
  ring("");
  await photo.decode().then(() => {
    photo.hidden = false;
    at("lens").style.setProperty("--shape", photo.naturalWidth / photo.naturalHeight);
  }, () => { photo.hidden = true; });
  arrange();
}

async function sendPhoto(form) {
  say("wrong", "");
  since = Infinity;
  tell("The photo is on its way");
  const body = new FormData(form);
  showPhoto(body.get("photo"));
  form.reset();
  try {
    since = (await answered(await fetch(form.action, { method: "POST", body, headers: { ...asked, ...aboutBattery() } }))).taken_s;
  } catch (problem) {
    trouble(problem);
  }
}

// A phone that sends no pictures is awake as long as it says so.
async function sayAwake() {
  for (;;) {
    await sleep(STATE_MS);
    if (stream || document.hidden) continue;
    try {
      showRings(await answered(await fetch(page.dataset.state, { headers: { ...asked, ...aboutBattery() } })));
    } catch (problem) {
      trouble(problem);
    }
  }
}

if (page && at("says")) {
  at("start").addEventListener("click", start);
  at("stop").addEventListener("click", stop);
  for (const id of ["how-live", "how-photo"]) at(id).addEventListener("change", choose);
  const form = at("shot");
  form.querySelector("input").addEventListener("change", () => sendPhoto(form));
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) away = new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    else if (stream) keepScreenOn();
  });
  listenToTorch();
  followBattery();
  arrange();
  if (canLive && isLive() && sessionStorage.getItem(LIVE)) start();
  sayAwake();
}
