// The game that is chosen lends the page its colours. Without this file the page works the same in those it began with.

import "./ear.js";

for (const choice of document.querySelectorAll("input[name=game]")) {
  choice.addEventListener("change", () => { document.body.dataset.game = choice.dataset.look; });
}
