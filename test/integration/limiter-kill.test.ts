/** A process that is killed at the edge of its limits, again and again, over a real usage log, before a server that outlives it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RateRule } from '../../src/shared/model/rates.ts';
import { slidingLogServer } from '../support/rate-servers/models.ts';
import { fractions } from '../support/rate-servers/network.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';

const RULES: RateRule[] = [
  { windowMs: 200, limit: 5 },
  { windowMs: 2_500, limit: 12 },
];
const LIVES = 9;
const SCRIPT = new URL('../support/limiter-child.ts', import.meta.url);

let folder: string;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => removeTempFolder(folder));

it('sends no more than its windows allow, however often it is killed', async () => {
  const server = slidingLogServer(RULES);
  const fraction = fractions(4);
  let lives = 0;
  for (let life = 0; life < LIVES; life += 1) {
    let left = 1 + Math.floor(fraction() * 4);
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
    lives += 1;
  }
  expect(lives).toBe(LIVES);
  expect(server.rateLimited).toBe(0);
  // Otherwise it would not have been at the edge.
  expect(server.accepted).toBeGreaterThan(12);
});
