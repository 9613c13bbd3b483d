// What the phone's page says: words change only where they say something else, so that nothing is read out twice.

export const at = (id) => document.getElementById(id);

export function write(place, words) {
  if (place.textContent !== words) place.textContent = words;
}

export function say(id, words) {
  const place = at(id);
  place.hidden = !words;
  write(place, words);
}

// A line of two: what is so, and how it is with it. Without the first there is no line.
export function fact(id, head, how) {
  const place = at(id);
  place.hidden = !head;
  write(place.querySelector("b"), head);
  write(place.querySelector(".how"), how);
}
