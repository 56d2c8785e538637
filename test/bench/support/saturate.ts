/** Runs one subject against one server in virtual time: five requests at once after idle times, and hours of saturation with interactive requests. */
import type { RateRule } from '../../../src/shared/model/rates.ts';
import {
  fixedWindowServer,
  type RateServer,
  slidingLogServer,
  tokenBucketServer,
} from '../../support/rate-servers/models.ts';
import { fractions, jittery, type Reply, sendOver } from '../../support/rate-servers/network.ts';
import type { FakeMachine } from './fake-machine.ts';
import type { Pacer } from './pacer.ts';
import { percentile } from './percentile.ts';

/** Bulk requests that are queued or in flight at any time. */
export const BACKLOG = 100;
const HOUR_MS = 3_600_000;
/** The average time between interactive requests; at least half of it passes between two. */
const ASKS_EVERY_MS = 30_000;
const RESTS = 20;
const REST_MS = 180_000;

export const SERVERS: Record<string, (rules: readonly RateRule[]) => RateServer> = {
  'sliding log': slidingLogServer,
  // Its windows do not begin at round instants of the client's clock.
  'fixed window': (rules) => fixedWindowServer(rules, 431),
  'token bucket': (rules) => tokenBucketServer(rules),
};

/** Sends over a network of 10 to 90 ms each way, in whole milliseconds. */
function networkTo(server: RateServer, machine: FakeMachine, seed: number): () => Promise<Reply> {
  const delays = jittery(fractions(seed));
  return () => new Promise((resolve) => sendOver(machine, server, delays(), resolve));
}

export interface FromRest {
  readonly fifthMs: number;
  readonly rateLimited: number;
}

/** Sends five requests at once after each idle time; `fifthMs` is the latest that the fifth was sent. */
export async function fromRest(
  pacer: Pacer,
  server: RateServer,
  machine: FakeMachine,
  seed: number,
): Promise<FromRest> {
  const send = networkTo(server, machine, seed);
  let fifthMs = 0;
  for (let turn = 0; turn < RESTS; turn += 1) {
    await machine.advanceTo(machine.now() + REST_MS + turn * 37);
    const askedAt = machine.now();
    for (let count = 0; count < 5; count += 1)
      void pacer.send('interactive', () => {
        fifthMs = Math.max(fifthMs, machine.now() - askedAt);
        return send();
      });
  }
  await machine.advanceTo(machine.now() + REST_MS);
  return { fifthMs, rateLimited: server.rateLimited };
}

export interface Saturated {
  readonly accepted: number;
  readonly rateLimited: number;
  readonly interactiveP99Ms: number;
  readonly interactiveMaxMs: number;
}

/** Keeps a backlog for `hours` and sends interactive requests now and then; measures how long these were queued. */
export async function saturate(
  pacer: Pacer,
  server: RateServer,
  machine: FakeMachine,
  { hours, seed }: { hours: number; seed: number },
): Promise<Saturated> {
  const endsAt = machine.now() + hours * HOUR_MS;
  const send = networkTo(server, machine, seed);
  const fraction = fractions(seed + 1);
  const waits: number[] = [];
  const worker = async () => {
    while (machine.now() < endsAt) await pacer.send('bulk', send);
  };
  const person = () => {
    const askedAt = machine.now();
    if (askedAt >= endsAt) return;
    void pacer.send('interactive', () => {
      waits.push(machine.now() - askedAt);
      return send();
    });
    machine.after(ASKS_EVERY_MS * (0.5 + fraction()), person);
  };
  for (let count = 0; count < BACKLOG; count += 1) void worker();
  machine.after(ASKS_EVERY_MS, person);
  await machine.advanceTo(endsAt);
  const { accepted, rateLimited } = server;
  return {
    accepted,
    rateLimited,
    interactiveP99Ms: percentile(waits, 0.99),
    interactiveMaxMs: Math.max(...waits),
  };
}
