/** One desktop of `npm run bench:team -- --real`, in a process of its own: takes slots from a real engine and sends requests to the bench's service. */

import { machineClock, machineMonotonic } from '../../src/main/platform/machine.ts';
import type { EngineAddress } from '../../src/main/team/engine.ts';
import { openEngine } from '../../src/main/team/engine.ts';
import { TeamSlots } from '../../src/main/team/slots/team-slots.ts';
import { Limiter } from '../../src/main/traffic/limits/limiter.ts';
import type { Lane } from '../../src/shared/model/rates.ts';
import { TEAM_PEERS } from '../../tools/bench/team-peers.ts';
import { answerOf } from '../support/answer-of.ts';
import { BOOKING_RULES } from './support/latchkey-pacer.ts';
import type { Pacer } from './support/pacer.ts';
import type { DesktopResult, DesktopTask } from './support/team-processes.ts';

/** Bulk requests that are queued or in flight at any time. */
const DEPTH = 8;

/** The console's limiter with its slots. */
async function latchkey(address: EngineAddress, index: number): Promise<Pacer> {
  const engine = openEngine({ address, fraction: Math.random, onFailure: (error) => console.error(error.message) });
  await engine.ready;
  const limiter = new Limiter({ api: 'booking', rules: BOOKING_RULES, clock: machineClock, elapsed: machineMonotonic });
  const names = { team: 'bench', desktop: `p${index}:m`, run: `${process.pid}` };
  limiter.share((view) => new TeamSlots({ engine, ...names, view, onProblem: console.error }));
  return {
    async send(lane, request) {
      const permit = await limiter.acquire({ kind: 'read', lane });
      permit.sent();
      permit.answered(answerOf(await request()));
    },
  };
}

process.once('message', async ({ address, service, index, untilMs, clickEveryMs, subject }: DesktopTask) => {
  const peer = TEAM_PEERS.find(({ name }) => name === subject);
  const pacer = await (peer?.open(address) ?? latchkey(address, index));
  const waits: number[] = [];
  let bulk = 0;
  const send = async (lane: Lane) => {
    const askedAt = performance.now();
    await pacer.send(lane, async () => {
      if (lane === 'interactive') waits.push(performance.now() - askedAt);
      else bulk += 1;
      const { status } = await fetch(service);
      return { status: status === 429 ? 429 : 200, headers: {} };
    });
  };
  const isOver = () => Date.now() >= untilMs;
  const worker = async () => {
    while (!isOver()) await send('bulk');
  };
  const click = () => {
    if (isOver()) return;
    void send('interactive');
    machineClock.after(clickEveryMs * (0.5 + Math.random()), click);
  };
  machineClock.after(clickEveryMs * Math.random(), click);
  for (let count = 0; count < DEPTH; count += 1) void worker();
  // A queue without priorities may never become empty, so what waits in it is not waited for.
  machineClock.after(Math.max(0, untilMs - Date.now()) + 500, () => {
    const { user, system } = process.cpuUsage();
    const result: DesktopResult = { waits, bulk, cpuMs: (user + system) / 1_000 };
    process.send?.(result, () => process.exit(0));
  });
});
