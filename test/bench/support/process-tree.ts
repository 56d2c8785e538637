/** The processes of a host: itself and all that it started, by Linux's /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second, in which Linux counts processor time. */
const TICKS_PER_S = 100;
/** The fields of /proc/<pid>/stat behind the name: user and system time, then the same of children that ended. */
const TIMES = [11, 15] as const;

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );

export const processTree = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(processTree)];

/** The processor time in seconds that a process and all that it started have used; NaN where there is no /proc. */
export function cpuSeconds(pid: number): number {
  try {
    const ticks = processTree(pid).flatMap((each) =>
      (readFileSync(`/proc/${each}/stat`, 'utf8').split(') ').at(-1) ?? '')
        .split(' ')
        .slice(...TIMES)
        .map(Number),
    );
    return ticks.reduce((sum, value) => sum + value, 0) / TICKS_PER_S;
  } catch {
    return Number.NaN;
  }
}
