/**
 * The token strategies of other clients (service.md §9.1), each at its best: concurrent calls of one process share one
 * token request, and a call refused with 401 is repeated once with a new token.
 */

import { AppError, isAppError } from '../../../src/shared/app-error.ts';
import type { Api } from '../../../src/shared/model/primitives.ts';
import type { OfficeProcess } from './office-machine.ts';
import type { CallOutcome, Running, Subject } from './subject.ts';

interface Cached {
  readonly token: string;
  readonly expiresAt: number;
}

/** A token counts as expired this long before its end (service.md §3.10). */
const MARGIN_MS = 5 * 60_000;

interface Traits {
  /** Statuses after which the client requests a new token. */
  readonly renewsOn: readonly number[];
  /** The client requests a token for each API when it starts. */
  readonly renewsAtStart?: boolean;
  /** The number of processes that share a cache file; without it the cache is in memory. */
  readonly workers?: number;
  /** A lock on the cache file: one process requests a token, and the others wait for it. */
  readonly isLocked?: boolean;
}

/** One process; it keeps its token in memory, or in a file that several processes share. */
class Worker {
  readonly #process: OfficeProcess;
  readonly #traits: Traits;
  readonly #file: Map<string, Cached> | null;
  readonly #memory = new Map<string, Cached>();
  readonly #pending: Map<Api, Promise<Cached>>;

  constructor(
    process: OfficeProcess,
    traits: Traits,
    { file, pending }: { file: Map<string, Cached> | null; pending: Map<Api, Promise<Cached>> },
  ) {
    this.#pending = pending;
    this.#process = process;
    this.#traits = traits;
    this.#file = file;
  }

  async call(api: Api, operation: string): Promise<CallOutcome> {
    try {
      const first = await this.#token(api);
      const status = await this.#send(api, operation, first.token);
      if (!this.#traits.renewsOn.includes(status)) return outcomeOf(status);
      const second = await this.#fresh(api, first);
      return outcomeOf(await this.#send(api, operation, second.token));
    } catch (error) {
      return isAppError(error, 'quotaExhausted') ? 'lockedOut' : 'failed';
    }
  }

  async start(api: Api): Promise<void> {
    await this.#issueOnce(api).catch(() => {});
  }

  async #token(api: Api): Promise<Cached> {
    const cached = (this.#file ?? this.#memory).get(api);
    return cached && this.#process.clock.now() < cached.expiresAt - MARGIN_MS ? cached : this.#issueOnce(api);
  }

  /** A token other than `refused`: a cached one, or a new one. */
  async #fresh(api: Api, refused: Cached): Promise<Cached> {
    const cached = (this.#file ?? this.#memory).get(api);
    return cached && cached.token !== refused.token ? cached : this.#issueOnce(api);
  }

  #issueOnce(api: Api): Promise<Cached> {
    const asking =
      this.#pending.get(api) ??
      this.#requestToken(api).finally(() => {
        this.#pending.delete(api);
      });
    this.#pending.set(api, asking);
    return asking;
  }

  async #requestToken(api: Api): Promise<Cached> {
    const request = new Request('https://service.test/oauth2/token', { method: 'POST' });
    const { status, text } = await this.#process.wire(request, aboutOf(api, 'token'));
    if (status !== 200)
      throw new AppError('quotaExhausted', { label: api, limit: 5, nextSlotAt: null, assumption: 'server' });
    const { access_token: token, expires_in: seconds } = JSON.parse(text) as {
      access_token: string;
      expires_in: number;
    };
    const cached = { token, expiresAt: this.#process.clock.now() + seconds * 1_000 };
    this.#memory.set(api, cached);
    if (this.#file && this.#process.writes(null)) this.#file.set(api, cached);
    return cached;
  }

  async #send(api: Api, operation: string, token: string): Promise<number> {
    const request = new Request('https://service.test/v1', { headers: { authorization: `Bearer ${token}` } });
    return (await this.#process.wire(request, aboutOf(api, operation))).status;
  }
}

const aboutOf = (api: Api, operation: string) => ({
  connectionId: 'office',
  credentialId: api,
  api,
  operation,
  chainId: '',
  attempt: 1,
  queuedAt: 0,
  tokenGeneration: null,
});

const outcomeOf = (status: number): CallOutcome => (status === 200 ? 'done' : status === 403 ? 'forbidden' : 'failed');

function strategy(name: string, traits: Traits): Subject {
  const file = new Map<string, Cached>();
  const lock = new Map<Api, Promise<Cached>>();
  return {
    name,
    async start(process): Promise<Running> {
      const { workers = 1 } = traits;
      const team = Array.from(
        { length: workers },
        () =>
          new Worker(process, traits, {
            file: traits.workers === undefined ? null : file,
            pending: traits.isLocked ? lock : new Map(),
          }),
      );
      if (traits.renewsAtStart)
        for (const worker of team) {
          void worker.start('openApi');
          void worker.start('booking');
        }
      let turn = 0;
      return {
        call(api, operation) {
          turn += 1;
          const worker = team[turn % team.length];
          return worker ? worker.call(api, operation) : Promise.resolve('failed');
        },
        resumed() {},
        stop() {},
      };
    },
  };
}

/** New subjects for each run, because a cache file outlives its processes. */
export const strategies = (): Subject[] => [
  strategy('token in memory', { renewsOn: [401] }),
  strategy('renew on any 401/403', { renewsOn: [401, 403] }),
  strategy('issue per process start', { renewsOn: [401], renewsAtStart: true }),
  strategy('cache file without lock', { renewsOn: [401], workers: 4 }),
];

/** The strategies of programs that are started anew for each task. */
export const programStrategies = (): Subject[] => [
  strategy('memory of each process', { renewsOn: [401] }),
  strategy('cache file without a lock', { renewsOn: [401], workers: 1 }),
  strategy('cache file with a lock', { renewsOn: [401], workers: 1, isLocked: true }),
];
