/** Real processes of a team in real time, before a strict sliding log behind a network of 10 to 90 ms each way. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { EngineAddress } from '../../../src/main/team/engine.ts';
import { slidingLogServer } from '../../support/rate-servers/models.ts';
import { BOOKING_RULES } from './latchkey-pacer.ts';

export interface DesktopTask {
  readonly address: EngineAddress;
  readonly service: string;
  readonly index: number;
  readonly untilMs: number;
  readonly clickEveryMs: number;
  /** The name of a peer; else it is the console's limiter. */
  readonly subject: string;
}

export interface DesktopResult {
  /** The waits of clicks for a permit, in ms. */
  readonly waits: readonly number[];
  readonly bulk: number;
  readonly cpuMs: number;
}

export interface TeamResult {
  readonly accepted: number;
  readonly rateLimited: number;
  readonly desktops: readonly DesktopResult[];
}

/** Runs `size` desktops for `seconds`; requests of the first `warmUpSeconds` count for refusals only. */
export async function runProcesses(
  address: EngineAddress,
  {
    size,
    seconds,
    warmUpSeconds,
    clickEveryMs,
    subject,
  }: { size: number; seconds: number; warmUpSeconds: number; clickEveryMs: number; subject: string },
): Promise<TeamResult> {
  const log = slidingLogServer(BOOKING_RULES);
  const way = () => new Promise((resolve) => setTimeout(resolve, 10 + Math.random() * 80));
  const server = createServer(async (_, response) => {
    await way();
    const { accepted } = log.arrive(performance.now());
    await way();
    response.writeHead(accepted ? 200 : 429).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const service = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const children = Array.from({ length: size }, () =>
    fork(join(import.meta.dirname, '..', 'team-desktop.ts'), { execArgv: ['--no-warnings'] }),
  );
  process.once('exit', () => {
    for (const child of children) child.kill('SIGKILL');
  });
  // Starting a hundred processes takes longer than the warm-up of ten.
  const untilMs = Date.now() + (warmUpSeconds + seconds) * 1_000;
  const results = children.map(async (child, index) => {
    const task: DesktopTask = { address, service, index, untilMs, clickEveryMs, subject };
    child.send(task);
    const [result] = (await once(child, 'message')) as [DesktopResult];
    return result;
  });
  await new Promise((resolve) => setTimeout(resolve, warmUpSeconds * 1_000));
  const before = log.accepted;
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  const accepted = log.accepted - before;
  const desktops = await Promise.all(results);
  server.closeAllConnections();
  server.close();
  return { accepted, rateLimited: log.rateLimited, desktops };
}
