/**
 * Prevents a thread from being ended while it makes a compressor. Node ends the whole process ("close before init") when a thread ends between the
 * creation and the initialisation of a zlib object, whether by `terminate()` or by the exit of the process.
 */

/** The index of the flag that is 1 while the thread makes a compressor. */
const INSIDE = 0;
/** The index of the flag that is 1 once the thread is about to be ended and must not make another compressor. */
const CLOSING = 1;
/** The longest time to wait until the thread has made its compressor, which takes some milliseconds. */
const MAX_WAIT_MS = 1_000;

export type EndGate = Int32Array<SharedArrayBuffer>;

export const makeEndGate = (): EndGate => new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));

/**
 * Closes the gate before a thread is ended. Waits, at most a second, until the thread has made its compressor. If the thread wants to make another
 * one, it blocks.
 */
export function closeEndGate(gate: EndGate): void {
  Atomics.store(gate, CLOSING, 1);
  Atomics.wait(gate, INSIDE, 1, MAX_WAIT_MS);
}

let ownGate: EndGate | null = null;

/** Sets the gate of this thread. Call in the thread before its first work. */
export function setEndGate(gate: EndGate): void {
  ownGate = gate;
}

/** Runs `work`, which may make compressors. In a thread without a gate, such as the main thread, it only runs `work`. */
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
