// How much of the picture one wants to see is remembered in this browser.

import { kept, place } from "./ear.js";

const box = () => place("whole-picture");

function keep({ target }) {
  if (target === box()) kept.picture = target.checked ? "whole" : "low";
}

// The picture may come later than the page; a new box is as the last one was left.
export function rememberFold() {
  document.addEventListener("change", keep);
  const set = () => {
    if (box() && !box().dataset.set) Object.assign(box(), { checked: kept.picture === "whole" }).dataset.set = "yes";
  };
  set();
  new MutationObserver(set).observe(document.body, { childList: true, subtree: true });
}
