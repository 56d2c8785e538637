/**
 * Keeps a thread from being ended while it makes a compressor. Node ends the whole process ("close before init") when a thread is ended
 * between the making of a zlib object and its set-up, by `terminate()` as by the exit of the process.
 */

/** The thread is inside. */
const INSIDE = 0;
/** The thread is about to be ended and must not enter again. */
const CLOSING = 1;
/** One pack takes some milliseconds. */
const MAX_WAIT_MS = 1_000;

export type EndGate = Int32Array<SharedArrayBuffer>;

export const makeEndGate = (): EndGate => new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));

/** Called before a thread is ended: waits until it is outside, at most a second. When the thread would enter again, it stands still. */
export function closeEndGate(gate: EndGate): void {
  Atomics.store(gate, CLOSING, 1);
  Atomics.wait(gate, INSIDE, 1, MAX_WAIT_MS);
}

let ownGate: EndGate | null = null;

/** Called in the thread before its first work. */
export function setEndGate(gate: EndGate): void {
  ownGate = gate;
}

/** Runs `work`, which may make compressors. Without a gate, as in the main thread, it just runs. */
export function insideEndGate<T>(work: () => T): T {
  const gate = ownGate;
  if (!gate) return work();
  Atomics.store(gate, INSIDE, 1);
  if (Atomics.load(gate, CLOSING) === 1) {
    leave(gate);
    Atomics.wait(gate, CLOSING, 1);
  }
  try {
    return work();
  } finally {
    leave(gate);
  }
}

function leave(gate: EndGate): void {
  Atomics.store(gate, INSIDE, 0);
  Atomics.notify(gate, INSIDE);
}
