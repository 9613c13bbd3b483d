// How much of the picture one wants to see is remembered in this browser.

const NAME = "picture";
const box = () => document.getElementById("whole-picture");

function kept() {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}

function keep(event) {
  if (event.target !== box()) return;
  try {
    localStorage.setItem(NAME, event.target.checked ? "whole" : "low");
  } catch {
    // It holds for as long as this page is open.
  }
}

// The picture may come later than the page; a new box is as the last one was left.
export function rememberFold() {
  document.addEventListener("change", keep);
  const set = () => {
    if (box() && !box().dataset.set) Object.assign(box(), { checked: kept() === "whole" }).dataset.set = "yes";
  };
  set();
  new MutationObserver(set).observe(document.body, { childList: true, subtree: true });
}
