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

// The day's rolls come by themselves.
const rolls = document.querySelector("#rolls");
if (rolls || document.querySelector(".state")) {
  const stream = new EventSource("/events");
  let first = true;
  stream.addEventListener("league", ({ data }) => {
    // A stream begins with the newest number. A table is one process: another number came while the page was on its way.
    const isNew = first ? "table" in main.dataset && data !== main.dataset.news : true;
    first = false;
    if (isNew && !document.activeElement?.matches("input, textarea, select")) location.reload();
  });
}
