/** The worlds of the disorder bench: networks, accounts and clients that the limiter was not tuned for. */
import type { RateRule } from '../../../src/shared/model/rates.ts';
import { BOOKING_RULES } from './latchkey-pacer.ts';

/** What happens to one request. Durations in ms. */
export interface Fate {
  readonly thereMs: number;
  readonly backMs: number;
  /** It arrives, and the service counts it. */
  readonly arrives: boolean;
  /** The answer comes back. */
  readonly answers: boolean;
  /** The status of an accepted request. */
  readonly status: 200 | 503;
}

/** Another client of the account takes `share` of the limit that paces. `gap`: the time between two of its requests; the mean is 1. */
export interface ForeignUse {
  readonly share: number;
  readonly gap: (fraction: () => number) => number;
}

export interface World {
  /** Without spaces. */
  readonly id: string;
  readonly rules: readonly RateRule[];
  /** Decides the fate of requests; `ms` counts from the beginning of the run. */
  readonly network: (fraction: () => number) => (ms: number) => Fate;
  /** Answers carry rate-limit headers. */
  readonly headers?: boolean;
  readonly foreign?: ForeignUse;
  readonly restartEveryMs?: number;
  /** The client's clock runs wrong and is stepped. */
  readonly clockDrifts?: boolean;
  /** `backlog`: always 100 bulk requests. `lists`: now and then a list of 51 pages at once, nothing else. */
  readonly load: 'backlog' | 'lists';
}

/** The Open API's limits (service.md §4.3). */
const OPEN_API_RULES: readonly RateRule[] = [
  { windowMs: 1_000, limit: 15 },
  { windowMs: 60_000, limit: 120 },
  { windowMs: 3_600_000, limit: 5_000 },
];

type Network = World['network'];

const FINE = { arrives: true, answers: true, status: 200 } as const;

const calm: Network = (fraction) => () => ({ ...FINE, thereMs: 10 + fraction() * 80, backMs: 10 + fraction() * 80 });

/** A standard normal number (Box and Muller). */
const normal = (fraction: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - fraction())) * Math.cos(2 * Math.PI * fraction());

/** Each way takes 40 ms in the median. */
const lognormal =
  (sigma: number): Network =>
  (fraction) =>
  () => ({
    ...FINE,
    thereMs: 40 * Math.exp(sigma * normal(fraction)),
    backMs: 40 * Math.exp(sigma * normal(fraction)),
  });

/** One request in ten takes 900 ms each way, the others 5 ms. */
const bimodal: Network = (fraction) => () => {
  const ms = fraction() < 0.1 ? 900 : 5;
  return { ...FINE, thereMs: ms, backMs: ms };
};

/** Every 45 s nothing moves for 0.3 to 2.5 s; then all arrives at once. */
const stalls: Network = (fraction) => {
  const ordinary = calm(fraction);
  const lengthOf = (turn: number) => 300 + ((turn * 7_919) % 2_201);
  return (ms) => {
    const fate = ordinary(ms);
    const [turn, into] = [Math.floor(ms / 45_000), ms % 45_000];
    return { ...fate, thereMs: Math.max(fate.thereMs, lengthOf(turn) - into) };
  };
};

/** Requests are held together for up to 250 ms and arrive in any order. */
const reordered: Network = (fraction) => (ms) => ({
  ...FINE,
  thereMs: 10 + 250 - (ms % 250) + fraction() * 40,
  backMs: 10 + fraction() * 40,
});

/** Two in a hundred open a connection first, which takes 0.3 to 1.2 s. */
const connectionSpikes: Network = (fraction) => {
  const ordinary = calm(fraction);
  return (ms) => {
    const fate = ordinary(ms);
    return fraction() < 0.02 ? { ...fate, thereMs: fate.thereMs + 300 + 900 * fraction() } : fate;
  };
};

const errors: Network = (fraction) => {
  const ordinary = calm(fraction);
  return (ms) => ({ ...ordinary(ms), status: fraction() < 0.01 ? 503 : 200 });
};

/** The service counts the request, and its answer is lost. */
const lost =
  (share: number): Network =>
  (fraction) => {
    const ordinary = calm(fraction);
    return (ms) => ({ ...ordinary(ms), answers: fraction() >= share });
  };

/** Every two minutes all requests of 1.2 s are lost. */
const dropOut: Network = (fraction) => {
  const ordinary = calm(fraction);
  return (ms) => {
    const passes = ms % 120_000 >= 1_200;
    return { ...ordinary(ms), arrives: passes, answers: passes };
  };
};

/** Any gap up to twice the mean. */
const atRandom: ForeignUse = { share: 0.3, gap: (fraction) => 2 * fraction() };
/** A Poisson process: short gaps are the most frequent. */
const inClusters: ForeignUse = { share: 0.3, gap: (fraction) => -Math.log(1 - fraction()) };

const world = (id: string, network: Network, more: Partial<World> = {}): World => ({
  id,
  rules: BOOKING_RULES,
  network,
  load: 'backlog',
  ...more,
});

export const WORLDS: readonly World[] = [
  world('lognormal-05', lognormal(0.5)),
  world('lognormal-10', lognormal(1)),
  world('bimodal', bimodal),
  world('stalls', stalls),
  world('reordered', reordered),
  world('connection-spikes', connectionSpikes),
  world('errors-503', errors),
  world('restarts', calm, { restartEveryMs: 120_000 }),
  world('drifting-clocks', calm, { clockDrifts: true }),
  world('foreign-30', calm, { foreign: atRandom }),
  world('foreign-30-headers', calm, { foreign: atRandom, headers: true }),
  world('foreign-30-clusters', calm, { foreign: inClusters }),
  world('lost-1', lost(0.01)),
  world('lost-2', lost(0.02)),
  world('lost-5', lost(0.05)),
  world('drop-out', dropOut),
  world('short-work', calm, { rules: OPEN_API_RULES, load: 'lists' }),
];
