/** A thread of the journal is ended only outside its gate: there it makes no compressor. */
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { closeEndGate, insideEndGate, makeEndGate } from '../../src/main/journal/file/end-gate.ts';
import type { GateWork } from '../support/end-gate-worker.ts';

const script = new URL('../support/end-gate-worker.ts', import.meta.url);

it.each(['wait', 'pack', 'unpack'] as const)('a thread that does "%s" ends it, and begins no other', async (does) => {
  const gate = makeEndGate();
  const counts = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(script, { workerData: { gate, counts, does } satisfies GateWork });
  await Atomics.waitAsync(counts, 0, 0).value;
  closeEndGate(gate);
  const begun = Atomics.load(counts, 0);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  // It counts the work that it had left, and stands still at the gate before its next.
  expect(Atomics.load(counts, 1)).toBeLessThanOrEqual(begun);
  expect(Atomics.load(counts, 0)).toBeLessThanOrEqual(begun + 1);
  await worker.terminate();
});

it('the main thread has no gate', () => {
  expect(insideEndGate(() => 7)).toBe(7);
});
