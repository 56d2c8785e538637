/** Limits how many requests a program sends at once, and its share of each rate-limit window. Applies before the limiter. */
import { AppError } from '../../shared/app-error.ts';
import type { Api } from '../../shared/model/primitives.ts';
import type { RateRule } from '../../shared/model/rates.ts';
import { abortable, cancelled } from '../http/abort.ts';
import type { Clock } from '../platform/ports.ts';
import { LONG_WINDOW_MS } from '../traffic/limits/arrivals.ts';

/** The share of a rate-limit window that one program may use, and the share that all programs together may use. */
const SHARE = 0.3;
const SHARE_OF_ALL = 0.8;
/** The maximum number of waiting requests of one program. */
const MAX_WAITING = 100;
/** The interval in ms at which a waiting request checks whether it is its program's turn. */
const TURN_MS = 5;

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

interface Slots {
  taken: number;
  /** Functions that wake the requests that wait for a slot. */
  readonly waiting: Set<() => void>;
}

export class Budgets {
  readonly #deps: BudgetsDeps;
  /** The slots by key; each program has slots for requests and others for commands. */
  readonly #slots = new Map<string, Slots>();
  /** The requests that have not begun. */
  readonly #entering = new Set<BudgetRequest>();
  /** The start times of requests, oldest first, by the keys of {@link keysOf}. */
  readonly #sent = new Map<string, number[]>();

  constructor(deps: BudgetsDeps) {
    this.#deps = deps;
  }

  /** Waits until a request fits into the budgets. Returns a function to call at its end. Throws `cancelled`, and `budgetUsed` if too many wait or the wait is too long. */
  async enter(request: BudgetRequest): Promise<() => void> {
    const count = (): void => {
      const now = this.#deps.clockOf(request.connectionId).now();
      for (const key of keysOf(request)) this.#sentBy(key).push(now);
    };
    const waitMs = (): number => this.waitMs(request, 1) || (this.#isTurnOfAnother(request) ? TURN_MS : 0);
    this.#entering.add(request);
    try {
      return await this.#take(slotsOf(request), request, { waitMs, taken: count });
    } finally {
      this.#entering.delete(request);
    }
  }

  /** Whether another program, whose last request began earlier, waits and may begin now. This prevents one program from taking every slot. */
  #isTurnOfAnother({ id, connectionId, api }: BudgetRequest): boolean {
    const lastOf = (program: string): number => this.#sentBy(`${program} ${api}`).at(-1) ?? 0;
    return [...this.#entering].some(
      (other) =>
        other.id !== id &&
        other.connectionId === connectionId &&
        other.api === api &&
        lastOf(other.id) < lastOf(id) &&
        (this.#slots.get(slotsOf(other))?.taken ?? 0) < other.concurrent &&
        this.waitMs(other, 1) === 0,
    );
  }

  /** Waits until a program may run another command, even one that sends no request. Returns and throws as {@link enter} does. */
  begin(command: Omit<BudgetRequest, 'api'>): Promise<() => void> {
    return this.#take(`commands ${command.id}`, command, { waitMs: () => 0, taken: () => {} });
  }

  /** How long the last of `count` requests of a program would wait for the program's share of the windows, in ms of the connection's clock. */
  waitMs(request: Pick<BudgetRequest, 'id' | 'connectionId' | 'api'>, count: number): number {
    const { connectionId, api } = request;
    const rules = this.#deps.rulesOf(connectionId, api);
    const now = this.#deps.clockOf(connectionId).now();
    const longest = Math.max(0, ...rules.map(({ windowMs }) => windowMs));
    const waits = keysOf(request).flatMap((key, at) => {
      const sent = this.#sentBy(key);
      const kept = sent.findIndex((instant) => instant > now - longest);
      if (kept !== 0) sent.splice(0, kept === -1 ? sent.length : kept);
      // Those of the future are from before the clock was set back.
      while ((sent.at(-1) ?? now) > now) sent.pop();
      return rules.map((rule) => {
        const whole = Math.max(1, Math.floor(rule.limit * (at === 0 ? SHARE : SHARE_OF_ALL)));
        // Programs take turns evenly, because a click would wait for what left in a burst.
        const isEven = at === 1 && rule.windowMs < LONG_WINDOW_MS;
        const [share, windowMs] = isEven ? [1, rule.windowMs / whole] : [whole, rule.windowMs];
        // The last request follows the one that is a share before it; those after the first share follow requests of this plan.
        const windows = Math.floor((count - 1) / share);
        const before = sent[sent.length - share + ((count - 1) % share)];
        return windows * windowMs + (before === undefined ? 0 : Math.max(0, before + windowMs - now));
      });
    });
    return Math.max(0, ...waits);
  }

  #sentBy(key: string): number[] {
    const sent = this.#sent.get(key) ?? [];
    this.#sent.set(key, sent);
    return sent;
  }

  /** Waits until a slot is free and `waitMs` returns 0, takes the slot and calls `taken`. Returns a function that frees the slot. Throws as {@link enter} does. */
  async #take(
    key: string,
    request: Omit<BudgetRequest, 'api'>,
    { waitMs, taken }: { readonly waitMs: () => number; readonly taken: () => void },
  ): Promise<() => void> {
    const slots = this.#slots.get(key) ?? { taken: 0, waiting: new Set() };
    this.#slots.set(key, slots);
    for (;;) {
      if (request.signal.aborted) throw cancelled(false);
      const ms = slots.taken < request.concurrent ? waitMs() : null;
      if (ms === 0) break;
      await this.#wait(request, slots, ms);
    }
    slots.taken += 1;
    taken();
    return () => {
      slots.taken -= 1;
      // All look again: the first of them may have been cancelled in the meantime.
      for (const wake of slots.waiting) wake();
    };
  }

  /** Waits for `waitMs`; without it, until a slot is free. Throws as {@link enter} does. */
  async #wait(
    { connectionId, until, signal }: Omit<BudgetRequest, 'api'>,
    slots: Slots,
    waitMs: number | null,
  ): Promise<void> {
    const clock = this.#deps.clockOf(connectionId);
    const leftMs = until - clock.now();
    const what = waitMs === null ? 'the number of requests that it may have at once' : 'its share of the rate limit';
    if (leftMs <= 0 || (waitMs ?? 0) > leftMs || slots.waiting.size >= MAX_WAITING)
      throw new AppError('budgetUsed', { what, retryAt: clock.now() + (waitMs ?? 1_000) });
    const { promise, resolve } = Promise.withResolvers<void>();
    const disarm = clock.after(waitMs ?? leftMs, resolve);
    if (waitMs === null) slots.waiting.add(resolve);
    try {
      await abortable(promise, signal);
    } finally {
      disarm();
      slots.waiting.delete(resolve);
    }
  }
}

const slotsOf = ({ id }: Pick<BudgetRequest, 'id'>): string => `requests ${id}`;

/** The keys under which a request counts: first its program's, then the one of all programs of its connection. */
const keysOf = ({ id, connectionId, api }: Pick<BudgetRequest, 'id' | 'connectionId' | 'api'>): string[] => [
  `${id} ${api}`,
  `of all ${connectionId} ${api}`,
];
