// Turn one piece of the page into another in place, so that focus, scrolling and a finger's target stay.
// Elements are paired by order; one with another name or id is replaced. Whatever carries
// data-own belongs to a module of this page and is left alone.

export function morph(now, next) {
  if (now.nodeType !== next.nodeType || now.nodeName !== next.nodeName || now.id !== next.id) {
    now.replaceWith(next);
    return;
  }
  if (now.nodeType !== Node.ELEMENT_NODE) {
    if (now.data !== next.data) now.data = next.data;
    return;
  }
  if (now.hasAttribute("data-own")) {
    if (next.alt) now.alt = next.alt;
    return;
  }
  matchAttributes(now, next);
  matchChildren(now, next);
}

function matchAttributes(now, next) {
  for (const { name } of [...now.attributes]) {
    if (!next.hasAttribute(name) && !(name === "open" && now.nodeName === "DETAILS")) now.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (now.getAttribute(name) !== value) now.setAttribute(name, value);
  }
  if (now instanceof HTMLInputElement) now.checked = next.checked;
}

function matchChildren(now, next) {
  const olds = [...now.childNodes];
  const news = [...next.childNodes];
  olds.slice(news.length).forEach((child) => child.remove());
  news.forEach((child, i) => (i < olds.length ? morph(olds[i], child) : now.append(child)));
}
