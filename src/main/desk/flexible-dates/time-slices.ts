/** Divides long work into slices of time, between which other work runs. */
import { nextTurn } from '../../platform/next-turn.ts';

const TIME_SLICE_MS = 10;

export async function eachInSlices<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let sliceStart = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - sliceStart < TIME_SLICE_MS) continue;
    await nextTurn();
    sliceStart = performance.now();
  }
}
