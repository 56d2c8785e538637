/** Makes an input that fails smaller while it still fails: fewer plantings, fewer structures, plainer details. */
import type { FuzzInput, Planting } from './input.ts';

/** Tries each simpler input once more until none of them fails. */
export async function shrunk(input: FuzzInput, fails: (input: FuzzInput) => Promise<boolean>): Promise<FuzzInput> {
  let smallest = input;
  for (let found = true; found; ) {
    found = false;
    for (const simpler of simplerThan(smallest)) {
      if (!(await fails(simpler))) continue;
      smallest = simpler;
      found = true;
      break;
    }
  }
  return smallest;
}

function* simplerThan(input: FuzzInput): Generator<FuzzInput> {
  const { plantings } = input;
  const change = (at: number, planting: Planting | null): FuzzInput => ({
    ...input,
    plantings: plantings.flatMap((one, index) => (index === at ? (planting ? [planting] : []) : [one])),
  });
  for (const [at, planting] of plantings.entries()) {
    if (plantings.length > 1) yield change(at, null);
    const { leaf, wraps } = planting;
    for (const index of wraps.keys()) yield change(at, { leaf, wraps: wraps.toSpliced(index, 1) });
    for (const [index, wrap] of wraps.entries())
      if (wrap.seed > 3)
        for (const seed of [1, 2, 3]) yield change(at, { leaf, wraps: wraps.with(index, { ...wrap, seed }) });
  }
}
