// One thing at a time: what may cut what, what waits, and how long.

export const MUST = 5;
const OWN = 2, IDLE = 1;
const WAITS_MS = [0, 4000, 4000, 15000, 15000, Infinity];
const PATIENT = /^(fix|undo|redo)\./;       // these are said, however late

const waits = (call) => (PATIENT.test(call.id) ? Infinity : WAITS_MS[call.rank]);
const cuts = (call, other) => other.rank < MUST && (call.rank === OWN || call.rank >= other.rank);
export const isVoid = (event, line) => event === line || event.startsWith(`${line}/`);

export class Mouth {
  // speak(text) begins to say it; hush() stops it at once; whoever speaks calls `ended` when it has ended by itself.
  constructor({ speak, hush, now = () => performance.now() }) {
    this.voice = { speak, hush };
    this.now = now;
    this.waiting = [];
    this.current = null;
  }

  // Calls that are said one after another and never cut each other: {id, event, rank, text}.
  say(calls) {
    const breath = calls.map((call) => ({ ...call, since: this.now() }));
    for (const call of breath) this.waiting = this.waiting.filter((other) => !this.replaces(call, other));
    const cut = this.current && breath.some((call) => cuts(call, this.current));
    this.waiting.push(...breath);
    if (cut) this.stop();
    this.next();
  }

  // What waits makes room: for the same id, idle for idle, and for what would cut it if it were being said.
  replaces(call, other) {
    if (other.rank === MUST) return false;
    if (call.id === other.id || (call.rank === IDLE && other.rank === IDLE)) return true;
    return cuts(call, other) && !PATIENT.test(other.id);
  }

  // The calls of these lines are not true any more.
  drop(lines) {
    const isGone = ({ event }) => lines.some((line) => isVoid(event, line));
    this.waiting = this.waiting.filter((call) => !isGone(call));
    if (this.current && isGone(this.current)) this.stop();
    this.next();
  }

  // The listener wants silence.
  hush() {
    this.waiting = [];
    this.stop();
  }

  ended() {
    this.current = null;
    this.next();
  }

  stop() {
    if (!this.current) return;
    this.current = null;
    this.voice.hush();
  }

  next() {
    while (!this.current && this.waiting.length) {
      const call = this.waiting.shift();
      if (this.now() - call.since > waits(call)) continue;
      this.current = call;
      this.voice.speak(call.text);
    }
  }
}
