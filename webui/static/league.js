// The league's pages: they close and open by themselves, and say in which time zone and at what time they are.
const main = document.querySelector("main.league");
const skew = Number(main.dataset.now) * 1000 - Date.now();
const post = (address, fields) => fetch(address, { method: "POST", body: new URLSearchParams(fields) });

// At eight in the evening a page that was left open closes; in the morning it opens.
function look(at, warn) {
  if (!at) return;
  const left = at * 1000 - (Date.now() + skew);
  if (left <= 0) { location.reload(); return; }
  setTimeout(() => look(at, warn), Math.min(left + 200, 30_000));
}
look(Number(main.dataset.closes));
look(Number(main.dataset.opens));

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const field of document.querySelectorAll("[data-own-zone]")) field.value = zone;
if (main.dataset.zonePost && zone && zone !== main.dataset.zone) post(main.dataset.zonePost, { zone });
for (const field of document.querySelectorAll("[data-own-time]")) {
  field.value = Date.now();
  document.querySelector("[data-own-clock]").textContent = `It is ${new Date().toLocaleString()}: set by this phone`;
}
if ("table" in main.dataset) post("/league/clock", { ms: Date.now() }).catch(() => {});

// The day's rolls come by themselves. A page says which ring of the bell it holds, and may come from another process
// than its stream: a page that was loaded for a ring holds it, whoever made it.
const STANDS_MS = 3000;   // from one loading for a ring to the next, so that a busy morning can be read
const AFTER_MS = 1000;    // from the last field that was left, so that a press on a button comes first
const kept = sessionStorage;
let newest = main.dataset.news;
const isBusy = () => document.activeElement?.matches("input, textarea, select")
  || [...document.querySelectorAll("textarea, input:not([type=hidden])")].some((each) => each.value !== each.defaultValue);
function load() {
  if (newest === main.dataset.news || isBusy()) return;
  const wait = Number(kept.loaded ?? 0) + STANDS_MS - Date.now();
  if (wait > 0 && wait <= STANDS_MS) { setTimeout(load, wait); return; }
  kept.ring = newest;
  kept.loaded = Date.now();
  location.reload();
}
if (document.querySelector("#rolls, .state")) {
  const loadedFor = kept.ring;
  new EventSource("/events").addEventListener("league", ({ data }) => {
    newest = data === loadedFor ? main.dataset.news : data;
    load();
  });
  addEventListener("focusout", () => setTimeout(load, AFTER_MS));
}

// A link goes into the clipboard; a page that is not secure has the old way alone.
async function copy(words) {
  if (navigator.clipboard) return navigator.clipboard.writeText(words);
  const field = document.body.appendChild(Object.assign(document.createElement("textarea"), { value: words }));
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (!done) throw new Error("not copied");
}
for (const button of document.querySelectorAll("[data-copies]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const says = button.querySelector("span");
    says.textContent = await copy(button.dataset.copies).then(() => "Copied", () => "It cannot be copied: hold the link");
  });
}
