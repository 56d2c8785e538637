/** Lets other work run between the steps of long work. */

/** The time after which long work lets other work run. */
const SLICE_MS = 10;
/** The number of rows that long work reads or writes in one turn of the event loop, which takes some milliseconds. */
export const ROWS_PER_TURN = 250;

export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Returns a function for long work to await after each step. It waits for the next turn when 10 ms have passed since the last one. */
export function timeSlices(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await nextTurn();
    since = performance.now();
  };
}
