// The page of the table, made live.

import { refresh, showPlayer } from "./board.js";
import { followPicture } from "./picture.js";
import { listen } from "./press.js";

const AGAIN_MS = 5000;      // a stream that the server refused (too many pages) is asked for again

function followChanges() {
  const stream = new EventSource("/events");
  for (const topic of ["board", "view", "health"]) stream.addEventListener(topic, () => refresh());
  stream.onerror = () => {
    refresh();
    if (stream.readyState === EventSource.CLOSED) setTimeout(followChanges, AGAIN_MS);
  };
}

listen();
showPlayer();
followChanges();
followPicture();
addEventListener("pageshow", (event) => { if (event.persisted) refresh(); });
