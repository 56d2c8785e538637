/** Times several ways of asking the same in turns, so that whatever slows the machine slows all of them. */

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const begin = performance.now();
  await work();
  const ms = performance.now() - begin;
  // Let deferred work end before the other way begins.
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return ms;
};

/** The milliseconds of each way in each of `rounds`, after a fifth as many to warm up. The ways take turns at going first. */
export async function inTurns<Name extends string>(
  ways: Record<Name, () => Promise<unknown>>,
  rounds: number,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(ways) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -Math.ceil(rounds / 5); round < rounds; round += 1) {
    const order = round % 2 === 0 ? names : names.toReversed();
    for (const name of order) {
      const ms = await timeOf(ways[name]);
      if (round >= 0) times[name].push(ms);
    }
  }
  return times;
}

/** How much longer each round of one way took than that of the other. */
export const addedMs = (one: readonly number[], other: readonly number[]): number[] =>
  one.map((ms, round) => ms - (other[round] ?? Number.NaN));
