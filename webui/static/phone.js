// This phone is the camera: one JPEG after the other by POST, one under way at a time, as often as the table asks; at
// once when something moves before the lens.

const WIDE = 1280, HIGH = 720, QUALITY = 0.8;
const LOOK_MS = 67;            // so often it is looked whether something moves
const SMALL = 64;              // on a picture so wide
const CHANGED = 18;            // grey levels that a dot of it changes by when something moves there
const DOTS = 6;                // so many of them do; fewer are noise
const STATE_MS = 1000;         // so often a phone that sends no pictures says that it is awake
const AGAIN_MS = 1000;

const page = document.querySelector("#phone");
const at = (id) => document.getElementById(id);
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
let stream = null;
let battery = null;

function say(id, words) {
  const place = at(id);
  if (!place) return;
  place.hidden = !words;
  place.textContent = words;
}

function fact(id, head, how) {
  const place = at(id);
  if (!place) return;
  place.hidden = !head;
  place.querySelector("b").textContent = head;
  place.querySelector(".how").textContent = how;
}

const aboutBattery = () => battery
  ? { "X-Battery": String(Math.round(battery.level * 100)), "X-Charging": battery.charging ? "yes" : "no" }
  : {};

async function answered(answer) {
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(told.error || "The table does not answer. It is tried again.");
  at("says").textContent = told.says;
  say("wrong", "");
  return told;
}

const asked = { Accept: "application/json" };

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

async function sendPictures(video) {
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  const pen = canvas.getContext("2d");
  const moves = watcher(video);
  let every = 0, due = 0, sent = [];
  while (stream) {
    if (performance.now() < due && !moves()) { await sleep(LOOK_MS); continue; }
    const begun = performance.now();
    try {
      pen.drawImage(video, 0, 0);
      const picture = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
      const headers = { ...asked, ...aboutBattery(), "Content-Type": "image/jpeg" };
      every = (await answered(await fetch(page.dataset.frame, { method: "POST", body: picture, headers }))).every_ms;
      sent = [...sent.filter((when) => begun - when < 2000), begun];
      at("rate").textContent = `${Math.round(sent.length / 2)} a second`;
    } catch (problem) {
      say("wrong", problem.message);
      await sleep(AGAIN_MS);
    }
    due = begun + every;
    await sleep(Math.max(0, LOOK_MS - (performance.now() - begun)));
  }
}

async function keepScreenOn() {
  try {
    await navigator.wakeLock.request("screen");
    fact("screen", "The screen stays on", "As long as this page is in front. Dim it as far as you like.");
  } catch {
    fact("screen", "This phone may go dark", "Set its screen to stay on, or take a photo per throw.");
  }
}

async function start() {
  const wanted = { video: { facingMode: "environment", width: { ideal: WIDE }, height: { ideal: HIGH } }, audio: false };
  try {
    stream = await navigator.mediaDevices.getUserMedia(wanted);
  } catch {
    say("wrong", "The phone keeps its camera shut. Allow it for this page in the browser's settings, or take a photo per throw.");
    return;
  }
  const video = at("view");
  at("lens").hidden = false;
  video.srcObject = stream;
  await video.play();
  at("start").hidden = true;
  at("stop").hidden = false;
  stream.getVideoTracks()[0].addEventListener("ended", stop);
  await keepScreenOn();
  sendPictures(video);
}

function stop() {
  stream?.getTracks().forEach((track) => track.stop());
  stream = null;
  at("lens").hidden = true;
  at("start").hidden = false;
  at("stop").hidden = true;
  at("rate").textContent = "";
}

async function sendPhoto(form) {
  say("wrong", "");
  at("says").textContent = "The photo is on its way";
  try {
    await answered(await fetch(form.action, { method: "POST", body: new FormData(form), headers: { ...asked, ...aboutBattery() } }));
  } catch (problem) {
    say("wrong", problem.message);
  }
  form.reset();
}

// A phone that sends no pictures is awake as long as it says so.
async function sayAwake() {
  for (;;) {
    await sleep(STATE_MS);
    if (stream || document.hidden) continue;
    try {
      await answered(await fetch(page.dataset.state, { headers: { ...asked, ...aboutBattery() } }));
    } catch (problem) {
      say("wrong", problem.message);
    }
  }
}

async function sayBattery() {
  if (!navigator.getBattery) return;
  battery = await navigator.getBattery();
  const tell = () => {
    const level = Math.round(battery.level * 100);
    fact("battery", battery.charging || level > 30 ? "" : `Battery ${level} of 100`, "A photo per throw takes less of it.");
  };
  battery.addEventListener("levelchange", tell);
  battery.addEventListener("chargingchange", tell);
  tell();
}

if (page && at("says")) {
  const live = window.isSecureContext && navigator.mediaDevices;
  at("live").hidden = !live;
  at("trust").hidden = Boolean(live);
  at("start").addEventListener("click", start);
  at("stop").addEventListener("click", stop);
  const form = at("shot");
  form.querySelector("input").addEventListener("change", () => sendPhoto(form));
  document.addEventListener("visibilitychange", () => { if (stream && !document.hidden) keepScreenOn(); });
  sayBattery();
  sayAwake();
}
