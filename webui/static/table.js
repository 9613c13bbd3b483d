// The page of the table, made live.

import { connected, refresh } from "./board.js";
import { followPicture } from "./picture.js";
import { listen } from "./press.js";

function followChanges() {
  const stream = new EventSource("/events");
  for (const topic of ["board", "view", "health"]) stream.addEventListener(topic, () => refresh());
  stream.onerror = () => connected(false);
}

listen();
followChanges();
followPicture();
addEventListener("pageshow", (event) => { if (event.persisted) refresh(); });
