/** A limiter that is killed at the edge of its limits, again and again, over a real usage log, before a server that outlives it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { UnsyncedFileLines } from '../../src/main/platform/unsynced-file-lines.ts';
import { Limiter } from '../../src/main/traffic/limits/limiter.ts';
import type { RateRule } from '../../src/shared/model/rates.ts';
import { answerOf } from '../support/answer-of.ts';
import { FakeLog } from '../support/fake-log.ts';
import { copyOf } from '../support/kill-states.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { slidingLogServer } from '../support/rate-servers/models.ts';
import { fractions } from '../support/rate-servers/network.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';

const RULES: RateRule[] = [
  { windowMs: 200, limit: 5 },
  { windowMs: 2_500, limit: 12 },
];
/** Of a limiter with a manual clock. */
const LIVES = 60;
const SCRIPT = new URL('../support/limiter-child.ts', import.meta.url);

let folder: string;
const folders: string[] = [];
beforeEach(() => {
  folder = makeTempFolder();
  folders.push(folder);
});
afterEach(() => {
  for (const made of folders.splice(0)) removeTempFolder(made);
});

it('sends no more than its windows allow, however often it is killed', async () => {
  const clock = new ManualClock();
  const began = clock.now();
  const server = slidingLogServer(RULES);
  const fraction = fractions(4);
  /** Sends four requests at once until the kill, which comes before a request is sent or after it. */
  async function live(file: string): Promise<void> {
    const usageLog = { file: new UnsyncedFileLines({ file, what: 'The use of limits' }), log: new FakeLog() };
    const limiter = new Limiter({ api: 'booking', rules: RULES, clock, elapsed: () => clock.now(), usageLog });
    let left = 1 + Math.floor(fraction() * 4);
    const isKilledUnsent = fraction() < 0.3;
    async function sendNext(): Promise<void> {
      const permit = await limiter.acquire({ kind: 'read', lane: 'bulk' });
      if (left === 0) return;
      left -= 1;
      if (left === 0 && isKilledUnsent) return;
      permit.sent();
      const { accepted } = server.arrive(clock.now());
      if (left === 0) return;
      clock.after(1 + fraction() * 30, () => {
        permit.answered(answerOf({ status: accepted ? 200 : 429 }));
        void sendNext();
      });
    }
    for (let index = 0; index < 4; index += 1) void sendNext();
    while (left > 0) await clock.advance(5);
  }
  for (let life = 0; life < LIVES; life += 1) {
    await live(join(folder, 'rates.notes'));
    // The killed limiter's timers still run. They write to the folder that the next life has left.
    const next = copyOf(folder);
    folders.push(next);
    folder = next;
  }
  expect(server.rateLimited).toBe(0);
  // Otherwise it would not have been at the edge.
  expect(server.accepted).toBeGreaterThan(0.8 * 12 * ((clock.now() - began) / 2_500));
});

it('sends no more than its windows allow after its process was killed (SIGKILL)', async () => {
  const server = slidingLogServer(RULES);
  // The second life needs more than what the first one left of the window.
  for (const requests of [9, 6]) {
    let left = requests;
    const child = fork(SCRIPT, [join(folder, 'rates.notes'), JSON.stringify(RULES)]);
    child.on('message', ({ id, at }: { id?: number; at: number }) => {
      if (id === undefined) return;
      // When it was sent, for the channel may be late; the limiter's margin for the network has tests of its own.
      const { accepted } = server.arrive(at);
      // Whoever was killed is not there for its answer.
      if (child.connected) child.send({ id, status: accepted ? 200 : 429 }, () => {});
      left -= 1;
      if (left === 0) child.kill('SIGKILL');
    });
    // By then all that it sent has arrived.
    await once(child, 'close');
  }
  expect(server.rateLimited).toBe(0);
  expect(server.accepted).toBeGreaterThan(12);
});
