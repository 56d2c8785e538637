/** Runs measurements of the limiter bench, each in a process of its own. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The output of limiter-run.ts for a server model. Times are in ms of virtual time, except `realMs`. */
export interface ModelResult {
  readonly accepted: number;
  readonly rateLimited: number;
  readonly interactiveP99Ms: number;
  readonly interactiveMaxMs: number;
  readonly fifthMs: number;
  readonly rateLimitedFromRest: number;
  readonly realMs: number;
}

const RUN = fileURLToPath(new URL('../limiter-run.ts', import.meta.url));

/** Runs limiter-run.ts with these arguments; rejects with its errors when it fails. */
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

/** Runs all `tasks`, at most `atOnce` at a time; returns their results in order. */
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
