/**
 * Measures the limiter in worlds that it was not tuned for, in virtual time, before three kinds of server. Prints one JSON line per figure,
 * the worst of the servers and seeds, and exits with 1 when a figure is worse than the seeds of the release before explain, or misses its
 * goal. docs/benchmarks.md explains the figures. Beside ours stands an even pace that a 429 halves, and
 * beside another client the best constant pace. Options: [seeds …],
 * --hours 4, --only <world>, --each (the figures of each server and seed), --write (the figures of these worlds become those of the release
 * before).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bestConstantPace } from './support/constant-pace.ts';
import { type Disorder, DisorderRun } from './support/disorder-run.ts';
import { WORLDS, type World } from './support/disorder-worlds.ts';
import { print } from './support/figure.ts';
import { SERVERS } from './support/saturate.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    hours: { type: 'string', default: '4' },
    only: { type: 'string', default: '' },
    each: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const hours = Number(values.hours);
const seeds = positionals.length > 0 ? positionals.map(Number) : [1];
const BASELINE = fileURLToPath(new URL('./disorder-baseline.json', import.meta.url));

type Metric = keyof Disorder;
type Figures = Partial<Record<Metric, number>>;

/** `better`: the sign of an improvement. `slack`: a difference that matters to nobody, and its share of the figure. */
const METRICS: Record<Metric, { unit: string; better: 1 | -1; slack: number; slackShare: number }> = {
  rejected429: { unit: 'requests', better: -1, slack: 1, slackShare: 0.05 },
  efficiency: { unit: 'share of the limit', better: 1, slack: 0.002, slackShare: 0 },
  click_p99_ms: { unit: 'ms', better: -1, slack: 10, slackShare: 0.05 },
  refused_share: { unit: 'share of our requests', better: -1, slack: 0.0002, slackShare: 0.05 },
  list_max_ms: { unit: 'ms', better: -1, slack: 50, slackShare: 0.02 },
};

const isMetric = (name: string): name is Metric => name in METRICS;
const entriesOf = (figures: Figures): [Metric, number][] =>
  Object.entries(figures).flatMap(([name, value]) => (isMetric(name) && value !== undefined ? [[name, value]] : []));

const LOST = { click_p99_ms: 700, rejected429: 0 };
const GOALS: Record<string, Figures> = {
  'foreign-30': { efficiency: 0.5, refused_share: 0.03 },
  'foreign-30-headers': { efficiency: 0.54, refused_share: 0.02 },
  // More than the best constant pace gets with as many refused: .413.
  'foreign-30-clusters': { efficiency: 0.42, refused_share: 0.03 },
  'lost-1': { ...LOST, efficiency: 0.96 },
  'lost-2': { ...LOST, efficiency: 0.92 },
  'lost-5': { ...LOST, efficiency: 0.84 },
  'drop-out': { click_p99_ms: 5_000, rejected429: 0 },
  'short-work': { rejected429: 0, list_max_ms: 4_500 },
};

/** The figures of a world in a release, each the worst of the servers, by seed. */
interface Measured {
  readonly hours: number;
  readonly seeds: readonly number[];
  readonly figures: Partial<Record<Metric, readonly number[]>>;
}

interface Baseline {
  readonly worlds: Record<string, Measured>;
}

/** Fewer seeds show no spread: their figures are compared with those of the same seeds only. */
const MIN_SEEDS = 3;

const worseOf = (metric: Metric, one: number, other: number): number =>
  METRICS[metric].better * (one - other) < 0 ? one : other;

const show = (scenario: string, figures: Figures, subject = 'latchkey'): void => {
  for (const [metric, value] of entriesOf(figures))
    print({ bench: 'disorder', subject, scenario, metric, value, unit: METRICS[metric].unit }, 4);
};

/** Prints what the best constant pace gets beside another client, when no more of its requests are refused than our goal allows. */
function showConstantPace(world: World): void {
  const maxRefused = GOALS[world.id]?.refused_share;
  if (!world.foreign || maxRefused === undefined) return;
  const best = bestConstantPace(world, Object.values(SERVERS), { hours, seeds, maxRefused });
  if (best) show(world.id, best, 'constant pace, known beforehand');
}

/** Prints the worst figures of the plainest limiter that works: an even pace, halved on a 429. */
async function showEvenPace(world: World): Promise<void> {
  const worst: Figures = {};
  for (const seed of seeds)
    for (const serverOf of Object.values(SERVERS)) {
      const found = await new DisorderRun(world, serverOf(world.rules), { hours, seed, isPlain: true }).run();
      for (const [metric, value] of entriesOf(found)) worst[metric] = worseOf(metric, value, worst[metric] ?? value);
    }
  show(world.id, worst, 'even pace, halved on 429');
}

async function measure(world: World): Promise<Measured> {
  const figures: Partial<Record<Metric, number[]>> = {};
  for (const seed of seeds) {
    const worst: Figures = {};
    for (const [name, serverOf] of Object.entries(SERVERS)) {
      const found = await new DisorderRun(world, serverOf(world.rules), { hours, seed }).run();
      if (values.each) show(`${world.id}/${name.replaceAll(' ', '-')}/${seed}`, found);
      for (const [metric, value] of entriesOf(found)) worst[metric] = worseOf(metric, value, worst[metric] ?? value);
    }
    for (const [metric, value] of entriesOf(worst)) figures[metric] = [...(figures[metric] ?? []), value];
  }
  return { hours, seeds, figures };
}

/** The worst of the seeds. */
const worstOf = ({ figures }: Measured): Figures =>
  Object.fromEntries(
    Object.entries(figures).map(([metric, byWorld]) => [
      metric,
      byWorld.reduce((one, other) => worseOf(metric as Metric, one, other)),
    ]),
  );

/**
 * The worst figure that the release before explains: the worst of its seeds, and once more as far beyond it as they are apart. Null where nothing
 * can be compared: another seed may well be worse than a single one.
 */
function explained(metric: Metric, before: Measured | undefined, now: Measured): number | null {
  const known = before?.figures[metric];
  if (!before || !known || known.length === 0) return null;
  const isSameRun = now.hours === before.hours && now.seeds.join() === before.seeds.join();
  if (known.length < MIN_SEEDS && !isSameRun) return null;
  const { better, slack, slackShare } = METRICS[metric];
  const scale = metric === 'rejected429' ? now.hours / before.hours : 1;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const worst = better < 0 ? most : least;
  const allowance = isSameRun && metric === 'rejected429' ? 0 : slack + slackShare * Math.abs(worst * scale);
  return worst * scale - better * (isSameRun ? allowance : allowance + (most - least) * scale);
}

/** The figures that are worse than before or miss their goal, in words. */
function complaints(id: string, now: Measured, before: Measured | undefined): string[] {
  return entriesOf(worstOf(now)).flatMap(([metric, value]) => {
    const { better } = METRICS[metric];
    const goal = GOALS[id]?.[metric];
    // A share of refused requests that the goal allows is the price of efficiency.
    const isCompared = goal === undefined && !(metric === 'rejected429' && GOALS[id]?.refused_share !== undefined);
    const limit = isCompared ? explained(metric, before, now) : null;
    const misses = goal !== undefined && better * (value - goal) < 0;
    const said = `${id} ${metric} ${Number(value.toFixed(4))}`;
    return [
      ...(limit !== null && better * (value - limit) < 0
        ? [`${said}, the release before explains ${Number(limit.toFixed(4))}`]
        : []),
      ...(misses ? [`${said}, goal ${goal}`] : []),
    ];
  });
}

const table = (worlds: Record<string, Measured>, baseline: Baseline): string =>
  Object.entries(worlds)
    .flatMap(([id, now]) =>
      entriesOf(worstOf(now)).map(([metric, value]) => {
        const before = baseline.worlds[id];
        const cells = [before && worstOf(before)[metric], value, GOALS[id]?.[metric]];
        const texts = cells.map((cell) => (cell === undefined ? '–' : String(Number(cell.toFixed(4)))).padStart(12));
        return `${`${id} ${metric}`.padEnd(40)}${texts.join('')}`;
      }),
    )
    .join('\n');

const chosen = WORLDS.filter(({ id }) => id.startsWith(values.only));
if (chosen.length === 0) {
  console.error(`--only takes the beginning of one of: ${WORLDS.map(({ id }) => id).join(' · ')}`);
  process.exit(2);
}
const measured: Record<string, Measured> = {};
for (const world of chosen) {
  const now = await measure(world);
  measured[world.id] = now;
  show(world.id, worstOf(now));
  await showEvenPace(world);
  showConstantPace(world);
}
const baseline = JSON.parse(readFileSync(BASELINE, 'utf8')) as Baseline;
console.error(`${''.padEnd(40)}${['before', 'now', 'goal'].map((head) => head.padStart(12)).join('')}`);
console.error(table(measured, baseline));
const wrong = chosen.flatMap(({ id }) => {
  const now = measured[id];
  return now ? complaints(id, now, baseline.worlds[id]) : [];
});
if (wrong.length > 0) console.error(`worse or missed: ${wrong.join('; ')}`);
process.exitCode = wrong.length > 0 ? 1 : 0;
if (values.write) {
  const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(4)) : value);
  const worlds = { ...baseline.worlds, ...measured };
  writeFileSync(BASELINE, `${JSON.stringify({ worlds }, rounded, 2)}\n`);
}
