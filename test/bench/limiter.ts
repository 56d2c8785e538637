/**
 * Measures the limiter at saturation in virtual time, beside limiters from npm, against three kinds of servers; and the cost of each in
 * real time. Prints one JSON line per figure and exits with 1 when the console's limiter misses one of its four targets.
 * docs/benchmarks.md explains the figures. Options: --hours 24, --only <subject>, --seed 1, --no-cost.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { ensureBenchTools } from '../../scripts/lib/dependencies.mjs';
import { peers } from '../../tools/bench/peer-pacers.ts';
import { print } from './support/figure.ts';
import { latchkeys } from './support/latchkey-pacer.ts';
import { inParallel, type ModelResult, runJob } from './support/limiter-job.ts';
import type { PacerKind } from './support/pacer.ts';
import { WAITING } from './support/pacer-cost.ts';
import { BACKLOG, SERVERS } from './support/saturate.ts';

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '24' },
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    'no-cost': { type: 'boolean', default: false },
  },
});
if (!(await ensureBenchTools())) process.exit(1);
const HOURS = Number(values.hours);
const MODELS = Object.keys(SERVERS);
const SCENARIO = `${HOURS} h at saturation, one way 10-90 ms, backlog of ${BACKLOG}`;
const MIN_EFFICIENCY = 0.998;
const MAX_INTERACTIVE_MS = 250;

const efficiency = ({ accepted }: ModelResult) => accepted / (275 * 60 * HOURS);

function show(subject: string, model: string, result: ModelResult): void {
  const figure = (scenario: string, metric: string, value: number, unit: string) =>
    print({ bench: 'limiter', subject, scenario: `${model}, ${scenario}`, metric, value, unit }, 4);
  figure(SCENARIO, 'accepted', result.accepted, 'requests');
  figure(SCENARIO, 'rejected429', result.rateLimited, 'requests');
  figure(SCENARIO, 'efficiency', efficiency(result), 'share of 275/min');
  figure(SCENARIO, 'interactive_p99_ms', result.interactiveP99Ms, 'ms');
  figure(SCENARIO, 'interactive_max_ms', result.interactiveMaxMs, 'ms');
  figure('five at once from rest', 'fifth_ms', result.fifthMs, 'ms');
  figure('five at once from rest', 'rejected429', result.rateLimitedFromRest, 'requests');
}

/** The targets that the console's limiter missed against a server. */
function missed(model: string, result: ModelResult): string[] {
  const say = (missedTargets: boolean, what: string) => (missedTargets ? [`${model}: ${what}`] : []);
  const rateLimited = result.rateLimited + result.rateLimitedFromRest;
  return [
    ...say(rateLimited > 0, `${rateLimited} × 429`),
    ...say(!(efficiency(result) >= MIN_EFFICIENCY), `efficiency ${efficiency(result).toFixed(4)}`),
    ...say(result.fifthMs !== 0, `the fifth after ${result.fifthMs} ms`),
    ...say(!(result.interactiveP99Ms <= MAX_INTERACTIVE_MS), `interactive p99 ${result.interactiveP99Ms} ms`),
  ];
}

/** Prints figures as measurements end; returns the missed targets. */
async function inVirtualTime(kinds: readonly PacerKind[]): Promise<string[]> {
  const jobs = kinds.flatMap(({ name }) => MODELS.map((model) => ({ name, model })));
  const tasks = jobs.map(({ name, model }) => async (): Promise<string[]> => {
    const result = await runJob<ModelResult>(name, model, String(HOURS), values.seed);
    show(name, model, result);
    const ours = latchkeys.some((kind) => kind.name === name);
    return ours ? missed(model, result).map((what) => `${name}, ${what}`) : [];
  });
  return (await inParallel(tasks, Math.min(4, availableParallelism()))).flat();
}

/** Measures one library after another, with nothing else running. All settings of a library cost the same. */
async function costs(kinds: readonly PacerKind[]): Promise<void> {
  for (const { name: subject } of kinds.filter(({ name }) => !name.includes(','))) {
    const { acquisitionsPerSecond } = await runJob<{ acquisitionsPerSecond: number }>(subject, 'acquisitions');
    const { megabytes } = await runJob<{ megabytes: number }>(subject, 'memory');
    const figure = { bench: 'limiter', subject };
    const scenario = 'real time, 100 at once, windows of 1,000,000';
    print({ ...figure, scenario, metric: 'acquisitions_per_s', value: acquisitionsPerSecond, unit: 'requests/s' }, 0);
    const waiting = `${WAITING} waiting behind the limits`;
    print({ ...figure, scenario: waiting, metric: 'memory_100k_waiting_mb', value: megabytes, unit: 'MB' }, 1);
  }
}

const all = [...latchkeys, ...peers];
const kinds = all.filter(({ name }) => values.only === undefined || name.startsWith(values.only));
if (kinds.length === 0) {
  console.error(`--only takes the beginning of one of: ${all.map(({ name }) => name).join(' · ')}`);
  process.exit(2);
}
for (const { name, settings } of kinds) console.error(`${name}: ${settings}`);
const wrong = await inVirtualTime(kinds);
if (!values['no-cost']) await costs(kinds);
if (wrong.length > 0) {
  console.error(`missed: ${wrong.join('; ')}`);
  process.exit(1);
}
const shown = kinds.some((kind) => latchkeys.includes(kind));
const limits = `0 × 429, efficiency ≥ ${MIN_EFFICIENCY}, fifth at 0 ms, interactive p99 ≤ ${MAX_INTERACTIVE_MS} ms`;
console.error(shown ? `latchkey: ${limits} before every server` : 'latchkey was not measured');
