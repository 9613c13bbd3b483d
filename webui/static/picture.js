// The live picture, pulled: the next one is asked for when the last has come. No queue, no stream to block a server.
// Only what is seen is asked for: nothing of a picture that is folded or scrolled away, little of a table at rest.

const PAUSE_MS = 120;      // between two pictures: about six a second
const REST_MS = 2000;      // while nothing moves
const LOOK_MS = 100;       // until it is looked again whether the picture is seen, and whether dice move
const SHARP = 2;           // pixels of the screen to one of the page: more are not worth their way
const OLD_AFTER_S = 3;     // from here on the picture is dimmed and its age is said

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

async function next(image) {
  const answer = await fetch(image.dataset.live + wanted(image), { cache: "no-store" });
  if (!answer.ok) throw new Error(String(answer.status));
  const age = Number(answer.headers.get("X-Age-S") ?? 0);
  const url = URL.createObjectURL(await answer.blob());
  const before = image.src;
  image.src = url;
  await image.decode();
  if (before.startsWith("blob:")) URL.revokeObjectURL(before);
  return age;
}

// There is nothing to say where the page has no picture.
function sayAge(age, image) {
  const old = age > OLD_AFTER_S;
  image?.classList.toggle("is-old", old);
  const words = document.querySelector(".strip .age");
  if (!words) return;
  words.hidden = !old;
  words.textContent = old ? `This picture is ${Math.round(age)} seconds old` : "";
}

// "rest" or "moving", as the board has it; undefined where the table is marked, and every pixel counts.
const pace = (image) => image.closest("[data-pace]")?.dataset.pace;

// What moves is blurred anyway.
function wanted(image) {
  if (!pace(image)) return "";
  const sharp = pace(image) === "rest" ? Math.min(devicePixelRatio, SHARP) : 1;
  return `?width=${Math.ceil(image.clientWidth * sharp)}`;
}

function isSeen(image) {
  const window = image.closest(".pane") ?? image;
  if (document.hidden || !window.checkVisibility()) return false;
  const box = window.getBoundingClientRect();
  return box.bottom > 0 && box.top < innerHeight;
}

// Until the next picture is due; at once where dice begin to move.
async function pause(image) {
  const since = performance.now();
  while (performance.now() - since < (pace(image) === "rest" ? REST_MS : PAUSE_MS)) await sleep(LOOK_MS);
}

// Follow whichever live picture is on the page, for as long as the page is looked at.
export async function followPicture() {
  let good = performance.now();
  for (;;) {
    const image = document.querySelector("img[data-live]");
    if (!image || !isSeen(image)) {
      sayAge(0);
      good = performance.now();
      await sleep(LOOK_MS);
      continue;
    }
    try {
      sayAge(await next(image), image);
      good = performance.now();
      await pause(image);
    } catch {
      if (image.isConnected) sayAge((performance.now() - good) / 1000, image);
      await sleep(1000);
    }
  }
}
