/** The budgets of programs, before the limiter: how many requests of a program run at once, and its share of each rate-limit window. */
import { AppError } from '../../shared/app-error.ts';
import type { Api } from '../../shared/model/primitives.ts';
import type { RateRule } from '../../shared/model/rates.ts';
import { abortable, cancelled } from '../http/abort.ts';
import type { Clock } from '../platform/ports.ts';

/** The shares of a rate-limit window: of one program, and of all programs together. The rest is for the person. */
const SHARE = 0.3;
const SHARE_OF_ALL = 0.8;
/** A program has at most this many requests in wait. */
const MAX_WAITING = 100;

export interface BudgetsDeps {
  readonly rulesOf: (connectionId: string, api: Api) => readonly RateRule[];
  readonly clockOf: (connectionId: string) => Clock;
}

export interface BudgetRequest {
  readonly id: string;
  readonly connectionId: string;
  readonly concurrent: number;
  readonly api: Api;
  /** The latest time at which the request may begin, on the connection's clock. */
  readonly until: number;
  readonly signal: AbortSignal;
}

interface Running {
  count: number;
  /** Wakes the requests that wait for another one to end, oldest first. */
  readonly waiting: Set<() => void>;
}

export class Budgets {
  readonly #deps: BudgetsDeps;
  readonly #running = new Map<string, Running>();
  /** When requests began, by program or connection, and API; oldest first. */
  readonly #sent = new Map<string, number[]>();

  constructor(deps: BudgetsDeps) {
    this.#deps = deps;
  }

  /** Waits until a request fits into the budgets. Returns the function that ends it. Throws `budgetUsed` when it would wait too long, and `cancelled`. */
  async enter(request: BudgetRequest): Promise<() => void> {
    const running = this.#running.get(request.id) ?? { count: 0, waiting: new Set() };
    this.#running.set(request.id, running);
    for (;;) {
      if (request.signal.aborted) throw cancelled(false);
      const waitMs = running.count < request.concurrent ? this.waitMs(request) : null;
      if (waitMs === 0) break;
      await this.#wait(request, running, waitMs);
    }
    running.count += 1;
    const now = this.#deps.clockOf(request.connectionId).now();
    for (const key of keysOf(request)) this.#sent.set(key, [...(this.#sent.get(key) ?? []), now]);
    return () => {
      running.count -= 1;
      const [next] = running.waiting;
      next?.();
    };
  }

  /** How long a request would wait for its share of the windows, in ms of the connection's clock. */
  waitMs(request: Pick<BudgetRequest, 'id' | 'connectionId' | 'api'>): number {
    const { connectionId, api } = request;
    const rules = this.#deps.rulesOf(connectionId, api);
    const now = this.#deps.clockOf(connectionId).now();
    const longest = Math.max(0, ...rules.map(({ windowMs }) => windowMs));
    const waits = keysOf(request).flatMap((key, at) => {
      const sent = (this.#sent.get(key) ?? []).filter((instant) => instant > now - longest && instant <= now);
      this.#sent.set(key, sent);
      return rules.map(({ windowMs, limit }) => {
        const share = Math.max(1, Math.floor(limit * (at === 0 ? SHARE : SHARE_OF_ALL)));
        const oldest = sent[sent.length - share];
        return oldest === undefined ? 0 : Math.max(0, oldest + windowMs - now);
      });
    });
    return Math.max(0, ...waits);
  }

  /** Waits `waitMs`, or for the end of another request. */
  async #wait({ connectionId, until, signal }: BudgetRequest, running: Running, waitMs: number | null): Promise<void> {
    const clock = this.#deps.clockOf(connectionId);
    const leftMs = until - clock.now();
    const what = waitMs === null ? 'the number of requests that it may have at once' : 'its share of the rate limit';
    if (leftMs <= 0 || (waitMs ?? 0) > leftMs || running.waiting.size >= MAX_WAITING)
      throw new AppError('budgetUsed', { what, retryAt: clock.now() + (waitMs ?? 1_000) });
    const { promise, resolve } = Promise.withResolvers<void>();
    const disarm = clock.after(waitMs ?? leftMs, resolve);
    if (waitMs === null) running.waiting.add(resolve);
    try {
      await abortable(promise, signal);
    } finally {
      disarm();
      running.waiting.delete(resolve);
    }
  }
}

/** The program's own key first. */
const keysOf = ({ id, connectionId, api }: Pick<BudgetRequest, 'id' | 'connectionId' | 'api'>): string[] => [
  `${id} ${api}`,
  `of all ${connectionId} ${api}`,
];
