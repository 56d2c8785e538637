/**
 * Measures how the desktops of a team share one limit, in virtual time before a real engine (Debian's redis-server with TLS and ACL) and a strict sliding
 * log. Prints one JSON line per figure and exits with 1 when a goal is missed. docs/benchmarks.md explains the figures. Options: --minutes 60, --seed 1,
 * --only <beginning of a world>, --days <number> for the tokens of an office and the times of recovery, --real <desktops> for real processes in real time, for --seconds 180, with --subject <a limiter of tools/bench/team-peers.ts>.
 */
import { parseArgs } from 'node:util';
import { openEngine } from '../../src/main/team/engine.ts';
import { hasEngineServer, startEngineServer } from '../support/engine-server.ts';
import { slidingLogServer } from '../support/rate-servers/models.ts';
import { fractions, jittery } from '../support/rate-servers/network.ts';
import { type Desktop, type EnginePath, TeamWorld } from '../support/team-world.ts';
import { print } from './support/figure.ts';
import { BOOKING_RULES } from './support/latchkey-pacer.ts';
import { percentile } from './support/percentile.ts';
import { engineBackMs, officeDays, recovery } from './support/team-office.ts';
import { runProcesses } from './support/team-processes.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    real: { type: 'string' },
    days: { type: 'string' },
    seconds: { type: 'string', default: '180' },
    subject: { type: 'string', default: 'latchkey' },
  },
});
const MINUTES = Number(values.minutes);
const MINUTE_MS = 60_000;
/** Round trips of a kind count whole until 30 are known; a hundred desktops need ten minutes for that. */
const WARM_UP_MINUTES = 15;
/** In real time less is waited for: two desktops know their round trips after it. */
const WARM_UP_SECONDS = 20;
/** The average time between two clicks of the whole team. */
const CLICK_EVERY_MS = 10_000;

interface World {
  readonly name: string;
  readonly size: number;
  readonly path: EnginePath;
  /** The share of requests that stall for .5 to 1.5 s. */
  readonly stalls?: number;
  readonly goals: { readonly efficiency: number; readonly clickP99Ms: number };
}

const NEAR = { low: 1, high: 5 };
const WORLDS: readonly World[] = [
  { name: '1 desktop', size: 1, path: NEAR, goals: { efficiency: 0.98, clickP99Ms: 250 } },
  { name: '10 desktops', size: 10, path: NEAR, goals: { efficiency: 0.98, clickP99Ms: 250 } },
  { name: '100 desktops', size: 100, path: NEAR, goals: { efficiency: 0.98, clickP99Ms: 250 } },
  { name: '10 desktops, 1 % stalls', size: 10, path: NEAR, stalls: 0.01, goals: { efficiency: 0.97, clickP99Ms: 250 } },
  {
    name: '10 desktops, engine 80 ms away',
    size: 10,
    path: { low: 35, high: 45 },
    goals: { efficiency: 0.98, clickP99Ms: 290 },
  },
];
const MAX_CALLS_PER_S = 150;
const MIN_JAIN = 0.99;
const MAX_SCRIPT_MS = 0.2;

/** Jain's index of fairness: 1 when all have the same. */
const jain = (shares: readonly number[]): number => {
  const sum = shares.reduce((total, one) => total + one, 0);
  return sum ** 2 / (shares.length * shares.reduce((total, one) => total + one ** 2, 0));
};

async function measure({ name, size, path, stalls = 0, goals }: World): Promise<string[]> {
  const server = await startEngineServer();
  process.once('exit', () => server.stop());
  const open = async (user: string) => {
    const onFailure = (error: Error) => console.error(error.message);
    const opened = openEngine({ address: { ...server.address, user }, fraction: Math.random, onFailure });
    await opened.ready;
    return opened;
  };
  const engine = await open(server.address.user);
  const service = slidingLogServer(BOOKING_RULES);
  const seed = Number(values.seed);
  const world = new TeamWorld({
    ...{ engine, team: 'bench', rules: BOOKING_RULES, server: service, seed, path },
    delaysOf: (_, fraction) => {
      const usual = jittery(fraction);
      return () => (fraction() < stalls ? { ...usual(), thereMs: 500 + fraction() * 1_000 } : usual());
    },
  });
  const { clock } = world;
  const from = clock.now() + WARM_UP_MINUTES * MINUTE_MS;
  const until = from + MINUTES * MINUTE_MS;
  for (let index = 0; index < size; index += 1) world.add(`p${index}`).saturate(until);
  const fraction = fractions(seed);
  const click = () => {
    if (clock.now() >= until) return;
    void (world.desktops[Math.floor(fraction() * size)] as Desktop).send('interactive');
    clock.after(CLICK_EVERY_MS * (0.5 + fraction()), click);
  };
  await world.run(WARM_UP_MINUTES * MINUTE_MS);
  const callsOf = () => world.desktops.reduce((sum, { line }) => sum + line.calls, 0);
  const before = {
    accepted: service.accepted,
    calls: callsOf(),
    bulk: world.desktops.map(({ answered }) => answered.bulk),
  };
  click();
  await world.run(MINUTES * MINUTE_MS);
  const waits = world.desktops.flatMap((desktop) => desktop.waits);
  const figures = {
    rejected429: service.rateLimited,
    efficiency: (service.accepted - before.accepted) / (275 * MINUTES),
    click_p50_ms: percentile(waits, 0.5),
    click_p99_ms: percentile(waits, 0.99),
    jain: jain(world.desktops.map(({ answered }, index) => answered.bulk - (before.bulk[index] ?? 0))),
    engine_calls_per_s: (callsOf() - before.calls) / (60 * MINUTES),
    script_p99_ms: scriptMs(await (await open('observer')).command('INFO', 'latencystats')),
  };
  for (const [metric, value] of Object.entries(figures)) {
    const unit = metric.endsWith('_ms')
      ? 'ms'
      : metric === 'rejected429'
        ? 'requests'
        : metric === 'engine_calls_per_s'
          ? 'calls/s'
          : 'share';
    print({ bench: 'team', subject: 'latchkey', scenario: `${name}, ${MINUTES} min`, metric, value, unit }, 4);
  }
  const say = (isMissed: boolean, metric: keyof typeof figures) =>
    isMissed ? [`${name}: ${metric} ${figures[metric].toFixed(4)}`] : [];
  return [
    ...say(figures.rejected429 > 0, 'rejected429'),
    ...say(!(figures.efficiency >= goals.efficiency), 'efficiency'),
    ...say(!(figures.click_p99_ms <= goals.clickP99Ms), 'click_p99_ms'),
    ...say(!(figures.jain >= MIN_JAIN), 'jain'),
    ...say(!(figures.engine_calls_per_s <= MAX_CALLS_PER_S), 'engine_calls_per_s'),
    ...say(!(figures.script_p99_ms <= MAX_SCRIPT_MS), 'script_p99_ms'),
  ];
}

/** The 99th percentile of the script's duration in ms, in two digits, from the reply of INFO. */
function scriptMs(reply: unknown): number {
  return Number(/latency_percentiles_usec_evalsha:.*p99=([\d.]+)/.exec(String(reply))?.[1]) / 1_000;
}

if (!hasEngineServer) {
  console.error('redis-server is not installed here. This installs it: sudo apt-get install -y redis-server');
  process.exit(3);
}
/** Real processes on this machine: what is missed says as much about the machine. */
async function measureProcesses(size: number): Promise<void> {
  const server = await startEngineServer();
  process.once('exit', () => server.stop());
  const seconds = Number(values.seconds);
  const { subject } = values;
  const run = { size, seconds, warmUpSeconds: WARM_UP_SECONDS, clickEveryMs: CLICK_EVERY_MS * size, subject };
  const { accepted, rateLimited, desktops } = await runProcesses(server.address, run);
  const waits = desktops.flatMap((desktop) => desktop.waits);
  const figures: [string, number, string][] = [
    ['rejected429', rateLimited, 'requests'],
    ['efficiency', accepted / ((275 / 60) * seconds), 'share'],
    ['click_p50_ms', percentile(waits, 0.5), 'ms'],
    ['click_p99_ms', percentile(waits, 0.99), 'ms'],
    ['jain', jain(desktops.map(({ bulk }) => bulk)), 'share'],
    [
      'cpu',
      desktops.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / 1_000 / (WARM_UP_SECONDS + seconds),
      'cores of all desktops',
    ],
  ];
  const scenario = `${size} processes, ${seconds} s of real time`;
  for (const [metric, value, unit] of figures) print({ bench: 'team', subject, scenario, metric, value, unit }, 4);
}

/** Returns the missed goals of the issuances and of the recovery. */
async function measureOffice(days: number): Promise<string[]> {
  const server = await startEngineServer();
  process.once('exit', () => server.stop());
  const engine = openEngine({ address: server.address, fraction: Math.random, onFailure: () => {} });
  await engine.ready;
  const office = await officeDays(engine, 10, days, Number(values.seed));
  const { holderMs, flushMs, issuedByFlush } = await recovery(engine);
  engine.close();
  const figures: [string, number, string, number][] = [
    ['issuances_per_day', office.issuedPerDay, 'tokens', 1.1],
    ['most_issuances_in_a_day', office.mostInADay, 'tokens', 2],
    ['beyond_quota', office.excess, 'requests', 0],
    ['holder_recovery_ms', holderMs, 'ms', 40_000],
    ['flush_recovery_ms', flushMs, 'ms', 6_000],
    ['issued_by_flush', issuedByFlush, 'tokens', 0],
    ['engine_recovery_ms', await engineBackMs(server), 'ms', 3_000],
  ];
  const scenario = `10 desktops, ${days} days, ${office.faults} faults`;
  for (const [metric, value, unit] of figures)
    print({ bench: 'team', subject: 'latchkey', scenario, metric, value, unit }, 4);
  return figures.filter(([, value, , goal]) => !(value <= goal)).map(([metric, value]) => `${metric} ${value}`);
}

if (values.real !== undefined) {
  await measureProcesses(Number(values.real));
  process.exit(0);
}
const missed: string[] = values.days === undefined ? [] : await measureOffice(Number(values.days));
for (const world of values.days === undefined ? WORLDS.filter(({ name }) => name.startsWith(values.only)) : [])
  missed.push(...(await measure(world)));
console.error(missed.length > 0 ? `missed: ${missed.join('; ')}` : 'latchkey: all goals met');
process.exit(missed.length > 0 ? 1 : 0);
