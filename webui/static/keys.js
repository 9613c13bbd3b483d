// What keys are called, which of them read, and which act.

export const READS = /^[HELSV]$/;
export const ACTS = /^((Shift\+)?[1-6U]|[RBFTOXP]|Backspace)$/;

// A digit by its place on the board, so that a French row works too; a letter as it is written, else by its place.
export function nameOf({ key, code, shiftKey }) {
  const digit = /^(?:Digit|Numpad)([1-6])$/.exec(code)?.[1];
  const letter = /^[a-z]$/i.test(key) ? key : /^\P{ASCII}$/u.test(key) ? /^Key([A-Z])$/.exec(code)?.[1] : "";
  const name = digit ?? letter?.toUpperCase();
  if (!name) return key;
  return shiftKey && (digit || name === "U") ? `Shift+${name}` : name;
}
