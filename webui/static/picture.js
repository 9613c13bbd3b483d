// The live picture, pulled: the next one is asked for when the last has come. No queue, no stream to block a server.

const PAUSE_MS = 120;      // between two pictures: about six a second
const OLD_AFTER_S = 3;     // from here on the picture is dimmed and its age is said

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

async function next(image) {
  const answer = await fetch(image.dataset.live, { cache: "no-store" });
  if (!answer.ok) throw new Error(String(answer.status));
  const age = Number(answer.headers.get("X-Age-S") ?? 0);
  const url = URL.createObjectURL(await answer.blob());
  const before = image.src;
  image.src = url;
  await image.decode();
  if (before.startsWith("blob:")) URL.revokeObjectURL(before);
  return age;
}

function sayAge(image, age) {
  const old = age > OLD_AFTER_S;
  image.classList.toggle("is-old", old);
  if (!old) return hideAge();
  const words = ageWords();
  words.hidden = false;
  words.textContent = `This picture is ${Math.round(age)} seconds old`;
}

const ageWords = () => document.querySelector(".strip .age");

// There is nothing to hide where the page has no picture.
function hideAge() {
  const words = ageWords();
  if (words) words.hidden = true;
}

// Follow whichever live picture is on the page, for as long as the page is looked at.
export async function followPicture() {
  let good = performance.now();
  for (;;) {
    const image = document.querySelector("img[data-live]");
    if (!image || document.hidden) {
      hideAge();
      good = performance.now();
      await sleep(500);
      continue;
    }
    try {
      sayAge(image, await next(image));
      good = performance.now();
      await sleep(PAUSE_MS);
    } catch {
      if (image.isConnected) sayAge(image, (performance.now() - good) / 1000);
      await sleep(1000);
    }
  }
}
