/**
 * Measures the limiter in worlds that it was not tuned for, in virtual time, before three kinds of server. Prints one JSON line per figure,
 * the worst of the servers and seeds, and exits with 1 when a figure is worse than that of the release before or misses its goal.
 * docs/benchmarks.md explains the figures. Beside another client, the best constant pace is measured too. Options: [seeds …], --hours 4,
 * --only <world>, --each (the figures of each server and seed), --write (these figures become those of the release before).
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

/**
 * `better`: the sign of an improvement. `slack`: a difference that chance explains, and its share of the figure; for 429s only with other
 * seeds or hours than those of the release before.
 */
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
  'two-connections': { rejected429: 0 },
  'lost-1': { ...LOST, efficiency: 0.96 },
  'lost-2': { ...LOST, efficiency: 0.92 },
  'lost-5': { ...LOST, efficiency: 0.84 },
  'drop-out': { click_p99_ms: 5_000, rejected429: 0 },
  'short-work': { rejected429: 0, list_max_ms: 4_500 },
};

/** The figures of a release, with the settings of their measurement. */
interface Baseline {
  readonly hours: number;
  readonly seeds: readonly number[];
  readonly worlds: Record<string, Figures>;
}

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

async function measure(world: World): Promise<Figures> {
  const worst: Figures = {};
  for (const [name, serverOf] of Object.entries(SERVERS)) {
    for (const seed of seeds) {
      const figures = await new DisorderRun(world, serverOf(world.rules), { hours, seed }).run();
      if (values.each) show(`${world.id}/${name.replaceAll(' ', '-')}/${seed}`, figures);
      for (const [metric, value] of entriesOf(figures)) worst[metric] = worseOf(metric, value, worst[metric] ?? value);
    }
  }
  return worst;
}

/** The figures that are worse than before or miss their goal, in words. */
function complaints(id: string, figures: Figures, baseline: Baseline): string[] {
  const { hours: hoursBefore, worlds } = baseline;
  const isSameRun = hours === hoursBefore && seeds.join() === baseline.seeds.join();
  return entriesOf(figures).flatMap(([metric, value]) => {
    const { better, slack, slackShare } = METRICS[metric];
    const scale = metric === 'rejected429' ? hours / hoursBefore : 1;
    const before = worlds[id]?.[metric];
    const goal = GOALS[id]?.[metric];
    // A share of refused requests that the goal allows is the price of efficiency.
    const isCompared = goal === undefined && !(metric === 'rejected429' && GOALS[id]?.refused_share !== undefined);
    const allowance = metric === 'rejected429' && isSameRun ? 0 : slack + slackShare * Math.abs((before ?? 0) * scale);
    const isWorse = isCompared && before !== undefined && better * (value - before * scale) < -allowance;
    const misses = goal !== undefined && better * (value - goal) < 0;
    const said = `${id} ${metric} ${Number(value.toFixed(4))}`;
    return [
      ...(isWorse ? [`${said}, before ${Number((before * scale).toFixed(4))}`] : []),
      ...(misses ? [`${said}, goal ${goal}`] : []),
    ];
  });
}

const table = (worlds: Record<string, Figures>, baseline: Baseline): string =>
  Object.entries(worlds)
    .flatMap(([id, figures]) =>
      entriesOf(figures).map(([metric, value]) => {
        const cells = [baseline.worlds[id]?.[metric], value, GOALS[id]?.[metric]];
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
const measured: Record<string, Figures> = {};
for (const world of chosen) {
  const figures = await measure(world);
  measured[world.id] = figures;
  show(world.id, figures);
  showConstantPace(world);
}
if (values.write) {
  const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(4)) : value);
  writeFileSync(BASELINE, `${JSON.stringify({ hours, seeds, worlds: measured }, rounded, 2)}\n`);
}
const baseline = JSON.parse(readFileSync(BASELINE, 'utf8')) as Baseline;
console.error(`${''.padEnd(40)}${['before', 'now', 'goal'].map((head) => head.padStart(12)).join('')}`);
console.error(table(measured, baseline));
const wrong = chosen.flatMap(({ id }) => complaints(id, measured[id] ?? {}, baseline));
if (wrong.length > 0) console.error(`worse or missed: ${wrong.join('; ')}`);
process.exitCode = wrong.length > 0 ? 1 : 0;
