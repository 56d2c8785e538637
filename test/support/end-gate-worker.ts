/** A thread that works behind its gate without end. `counts`: how often it began, and how often it ended. */
import { workerData } from 'node:worker_threads';
import { type EndGate, insideEndGate, setEndGate } from '../../src/main/journal/file/end-gate.ts';
import { pack, unpack } from '../../src/main/journal/file/pack.ts';

export interface GateWork {
  readonly gate: EndGate;
  readonly counts: Int32Array;
  readonly does: 'wait' | 'pack' | 'unpack';
}

const { gate, counts, does } = workerData as GateWork;
const content = { requestHeaders: [], requestBody: null, responseHeaders: [], responseBody: null, failure: null };
const packed = pack(content as never, null);
const work = {
  // Long enough that whoever ends the thread meets it inside.
  wait: () => insideEndGate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)),
  pack: () => pack(content as never, null),
  unpack: () => unpack(1, packed, null),
}[does];
setEndGate(gate);
for (;;) {
  Atomics.add(counts, 0, 1);
  Atomics.notify(counts, 0);
  work();
  Atomics.add(counts, 1, 1);
}
