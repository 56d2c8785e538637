/**
 * One measurement of `npm run bench:limiter`, in a process of its own.
 * Arguments: subject, then `acquisitions`, `memory` or the name of a server model, hours and seed. Prints the result as JSON.
 */

import { peers } from '../../tools/bench/peer-pacers.ts';
import { installFakeMachine } from './support/fake-machine.ts';
import { BOOKING_RULES, latchkeys } from './support/latchkey-pacer.ts';
import { acquisitionsPerSecond, memoryOfWaiting } from './support/pacer-cost.ts';
import { fromRest, SERVERS, saturate } from './support/saturate.ts';

const [subject, what = '', hours = '24', seed = '1'] = process.argv.slice(2);
const kind = [...latchkeys, ...peers].find(({ name }) => name === subject);
if (!kind) throw new Error(`there is no subject ${subject}`);

async function inVirtualTime(model: string) {
  const serverOf = SERVERS[model];
  if (!kind || !serverOf) throw new Error(`there is no server model ${model}`);
  const machine = installFakeMachine(Date.UTC(2026, 10, 21, 9, 0, 17, 300));
  const rested = await fromRest(await kind.open('spec'), serverOf(BOOKING_RULES), machine, Number(seed));
  const settings = { hours: Number(hours), seed: Number(seed) };
  const saturated = await saturate(await kind.open('spec'), serverOf(BOOKING_RULES), machine, settings);
  return { ...saturated, fifthMs: rested.fifthMs, rateLimitedFromRest: rested.rateLimited };
}

const realNow = performance.now.bind(performance);
const begin = realNow();
const measured =
  what === 'acquisitions'
    ? { acquisitionsPerSecond: await acquisitionsPerSecond(kind) }
    : what === 'memory'
      ? { megabytes: await memoryOfWaiting(kind) }
      : await inVirtualTime(what);
process.stdout.write(JSON.stringify({ ...measured, realMs: realNow() - begin }), () => process.exit(0));
