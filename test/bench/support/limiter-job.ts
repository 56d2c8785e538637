/** Runs measurements of the limiter bench, each in a process of its own. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What limiter-run.ts prints of a server model. Times in ms of virtual time, but `realMs`. */
export interface ModelResult {
  readonly accepted: number;
  readonly refused: number;
  readonly interactiveP99Ms: number;
  readonly interactiveMaxMs: number;
  readonly fifthMs: number;
  readonly refusedFromRest: number;
  readonly realMs: number;
}

const RUN = fileURLToPath(new URL('../limiter-run.ts', import.meta.url));

/** Starts limiter-run.ts with these arguments; rejects with what it said when it fails. */
export function runJob<Result>(...words: readonly string[]): Promise<Result> {
  return new Promise((resolve, reject) => {
    const options = ['--expose-gc', '--max-old-space-size=4096', '--no-warnings'];
    const child = spawn(process.execPath, [...options, RUN, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
    let [out, errors] = ['', ''];
    child.stdout.on('data', (chunk) => (out += chunk));
    child.stderr.on('data', (chunk) => (errors += chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(out) as Result);
      else reject(new Error(`${words.join(', ')}: ${errors}`));
    });
  });
}

/** Does all `tasks`, at most `atOnce` at the same time; their results in their order. */
export async function inParallel<Result>(
  tasks: readonly (() => Promise<Result>)[],
  atOnce: number,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < tasks.length; index = next++) {
      const task = tasks[index];
      if (task) results[index] = await task();
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, atOnce) }, worker));
  return results;
}
