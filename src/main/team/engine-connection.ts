/** Connects to a team's engine for one piece of work. */
import type { Clock } from '../platform/ports.ts';
import type { Engine, EngineAddress, EngineOptions } from './engine.ts';

/** The maximum time in ms until the engine is connected, and until it answers a command. */
const CONNECT_MS = 5_000;

export type OpenEngine = (options: Pick<EngineOptions, 'address' | 'deadlineMs' | 'onFailure'>) => Engine;

export interface ConnectDeps {
  readonly open: OpenEngine;
  readonly clock: Pick<Clock, 'after'>;
}

/** Runs `work` on a connection of its own. Rejects with the failure of the connection, or as `work` does. */
export async function connectFor<Result>(
  { open, clock }: ConnectDeps,
  address: EngineAddress,
  work: (engine: Engine) => Promise<Result>,
): Promise<Result> {
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => {});
  const engine = open({ address, deadlineMs: CONNECT_MS, onFailure: failure.reject });
  const disarm = clock.after(CONNECT_MS, () => failure.reject(new Error('no answer within 5 s')));
  try {
    await Promise.race([engine.ready, failure.promise]);
    return await work(engine);
  } finally {
    disarm();
    engine.close();
  }
}
