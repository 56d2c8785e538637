/** The longest turn of the event loop, in milliseconds of the processor, so that other programs do not count. */

const processorMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

export async function longestTurnOf(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let isMeasuring = true;
  let last = processorMs();
  const turn = (): void => {
    const now = processorMs();
    longest = Math.max(longest, now - last);
    last = now;
    if (isMeasuring) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  await new Promise((resolve) => setTimeout(resolve, 100));
  isMeasuring = false;
  return longest;
}
