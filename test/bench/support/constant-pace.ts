/**
 * A peer that knows beforehand what no client can know: the best constant pace in a world with another client. It sends at even intervals,
 * whatever is answered.
 */
import type { RateServer } from '../../support/rate-servers/models.ts';
import { fractions } from '../../support/rate-servers/network.ts';
import type { World } from './disorder-worlds.ts';

const HOUR_MS = 3_600_000;
/** Paces as shares of the rate that the limits allow. */
const SHARES = Array.from({ length: 17 }, (_, index) => 0.3 + 0.025 * index);

export interface PaceFigures {
  readonly efficiency: number;
  readonly refused_share: number;
}

/** The pace of the largest efficiency that is refused at most `maxRefused`, by its worst figures before all servers and seeds. */
export function bestConstantPace(
  world: World,
  servers: readonly ((rules: World['rules']) => RateServer)[],
  { hours, seeds, maxRefused }: { hours: number; seeds: readonly number[]; maxRefused: number },
): PaceFigures | null {
  const figures = SHARES.map((share): PaceFigures => {
    const runs = servers.flatMap((serverOf) =>
      seeds.map((seed) => run(world, serverOf(world.rules), { share, hours, seed })),
    );
    return {
      efficiency: Math.min(...runs.map((it) => it.efficiency)),
      refused_share: Math.max(...runs.map((it) => it.refused_share)),
    };
  });
  const allowed = figures.filter((it) => it.refused_share <= maxRefused);
  return allowed.reduce<PaceFigures | null>((best, it) => (best && best.efficiency >= it.efficiency ? best : it), null);
}

function run(world: World, server: RateServer, { share, hours, seed }: { share: number; hours: number; seed: number }) {
  const intervalMs = Math.max(...world.rules.map(({ windowMs, limit }) => windowMs / limit));
  const endsAt = hours * HOUR_MS;
  const fate = world.network(fractions(seed));
  const arrivals: { readonly at: number; readonly isOurs: boolean }[] = [];
  for (let at = 0; at < endsAt; at += intervalMs / share) arrivals.push({ at: at + fate(at).thereMs, isOurs: true });
  const sent = arrivals.length;
  const { foreign } = world;
  const fraction = fractions(seed * 7_919);
  if (foreign)
    for (let at = 0; at < endsAt; at += (intervalMs / foreign.share) * foreign.gap(fraction))
      arrivals.push({ at, isOurs: false });
  arrivals.sort((one, other) => one.at - other.at);
  let rejected = 0;
  for (const { at, isOurs } of arrivals) if (!server.arrive(at).accepted && isOurs) rejected += 1;
  return { efficiency: ((sent - rejected) * intervalMs) / endsAt, refused_share: rejected / sent };
}
