/** The states of a folder that kills leave: before each write of a run, and in the middle of one. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { copyOf, watchSteps } from '../../support/kill-states.ts';

export interface KilledState {
  readonly folder: string;
  /** True when the kill falls in the middle of a write. */
  readonly isTorn: boolean;
  /** What the app had acknowledged by then. */
  readonly acknowledged: readonly string[];
}

/** Runs `act`, which reports what is acknowledged, and copies the folder at each step. */
export async function killedStates(
  folder: string,
  act: (acknowledge: (fact: string) => void) => Promise<void>,
): Promise<KilledState[]> {
  const states: KilledState[] = [];
  const acknowledged: string[] = [];
  let isCopying = false;
  const keep = (isTorn: boolean): void => {
    if (isCopying) return;
    // Copying makes steps, too.
    isCopying = true;
    states.push({ folder: copyOf(folder), isTorn, acknowledged: [...acknowledged] });
    isCopying = false;
  };
  const stopTearing = tearWrites(
    () => isCopying,
    () => keep(true),
  );
  const stop = watchSteps(() => keep(false));
  try {
    await act((fact) => acknowledged.push(fact));
  } finally {
    stop();
    stopTearing();
  }
  return states;
}

/** Splits each write of bytes in two; `between` is called when the first half is on the disk. */
function tearWrites(isOff: () => boolean, between: () => void): () => void {
  const { writeSync } = fs;
  const torn = (fd: number, data: unknown, offset?: unknown, length?: unknown, position?: unknown): number => {
    const from = Number(offset ?? 0);
    if (!(data instanceof Uint8Array) || isOff())
      return Reflect.apply(writeSync, fs, [fd, data, offset, length, position]);
    const bytes = Number(length ?? data.byteLength - from);
    const half = bytes >> 1;
    if (half === 0) return Reflect.apply(writeSync, fs, [fd, data, offset, length, position]);
    const at = typeof position === 'number' ? position : null;
    writeSync(fd, data, from, half, at);
    between();
    writeSync(fd, data, from + half, bytes - half, at === null ? null : at + half);
    return bytes;
  };
  Object.assign(fs, { writeSync: torn });
  syncBuiltinESMExports();
  return () => {
    Object.assign(fs, { writeSync });
    syncBuiltinESMExports();
  };
}
