// The phone's lamp, where the camera in use has one.

import { at, say, write } from "./facts.js";

let track = null;
let lit = false;

async function shine(on) {
  try {
    await track.applyConstraints({ advanced: [{ torch: on }] });
    lit = on;
  } catch {
    say("wrong", "The phone's lamp does not obey. Try again.");
  }
  tell();
}

const tell = () => write(at("light").querySelector("span"), lit ? "Light off" : "Light on");

// The lamp of this camera; of none, nothing to press. A camera that ends puts its lamp out by itself.
export function torchOf(camera) {
  track = camera;
  lit = false;
  at("light").hidden = !track?.getCapabilities?.().torch;
  tell();
}

export function listenToTorch() {
  at("light").addEventListener("click", () => shine(!lit));
}
