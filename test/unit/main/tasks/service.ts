/** Tasks over a fake service: real store, real limiter, virtual time. */
import type { ApiAnswer, ApiCall } from '../../../../src/main/api/api-client.ts';
import { presetOf } from '../../../../src/main/api/presets.ts';
import { abortable, cancelled } from '../../../../src/main/http/abort.ts';
import { Emitter } from '../../../../src/main/platform/emitter.ts';
import type { Deletion } from '../../../../src/main/store/deletions.ts';
import type { LoadedListing } from '../../../../src/main/tasks/kinds/kind.ts';
import { Tasks } from '../../../../src/main/tasks/tasks.ts';
import { Limiter } from '../../../../src/main/traffic/limits/limiter.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { Connection } from '../../../../src/shared/model/connection.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';
import type { RateRule } from '../../../../src/shared/model/rates.ts';
import type { TasksSnapshot } from '../../../../src/shared/model/task.ts';
import { answerOf } from '../../../support/answer-of.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { connectionFixture } from '../../../support/fixtures.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { memoryDeletions } from '../../../support/memory-deletions.ts';
import { SequenceRandom } from '../../../support/sequence-random.ts';
import { openTaskStore } from '../../../support/stores-in.ts';

export const connectionId = 'conn-1';

export interface ServiceOptions {
  readonly folder?: string;
  readonly clock?: ManualClock;
  readonly rules?: readonly RateRule[];
  readonly latencyMs?: number;
  /** The service's answer; a thrown AppError is a failure. */
  readonly answer?: (call: ApiCall) => Json | Promise<Json>;
  /** Pages of each answer, by skip; 1 by default. */
  readonly pages?: number;
  readonly listings?: number;
  /** Whether a listing's record says that it is listed; by default the record does not say. */
  readonly listed?: (index: number) => boolean;
  /** What else a listing's record says. */
  readonly listing?: (index: number) => Partial<LoadedListing>;
  /** The listings of one page of a search, for the plan. */
  readonly searchPageSize?: number | null;
  readonly loading?: () => { loaded: number; expected: number | null } | null;
  readonly hasToken?: () => boolean;
  readonly tokenRead?: () => Promise<void>;
  readonly connection?: () => Connection;
  /** The pending deletions on the disk. */
  readonly pending?: Deletion[];
}

/** A calendar of one day for the requested listing. */
export const oneDay = ({ values }: ApiCall): Json => [{ date: values.from as string, status: 'available', price: 100 }];

export function openService(options: ServiceOptions = {}) {
  const { folder = ':memory:', clock = new ManualClock(), latencyMs = 100, answer = oneDay, listings = 10 } = options;
  const rules = options.rules ?? presetOf('guesty').rates.booking[0]?.rules ?? [];
  const log = new FakeLog();
  const random = new SequenceRandom(clock.now() % 1_000, `t${clock.now()}`);
  const limiter = new Limiter({ api: 'booking', rules, clock });
  const sent = new Emitter<string>();
  let movedMs = 0;
  const calls: ApiCall[] = [];
  const events: TasksSnapshot[] = [];

  const call = async (asked: ApiCall): Promise<ApiAnswer> => {
    const permit = await limiter.acquire({
      kind: asked.operation,
      lane: asked.lane ?? 'interactive',
      task: asked.taskId ?? '',
      signal: AbortSignal.any([asked.signal, asked.drainSignal].filter((signal) => signal !== undefined)),
    });
    permit.sent();
    calls.push(asked);
    if (asked.taskId) sent.emit(asked.taskId);
    try {
      await abortable(new Promise<void>((resolve) => void clock.after(latencyMs, resolve)), asked.signal);
      const body = await answer(asked);
      if (asked.signal?.aborted) throw cancelled(true);
      const records = Array.isArray(body) ? body : null;
      return {
        body,
        records,
        total: null,
        limit: 1,
        nextCursor: null,
        nextSkip: (asked.page?.skip ?? 0) + 1 < (options.pages ?? 1) ? (asked.page?.skip ?? 0) + 1 : null,
        exchangeId: 'x',
        receivedAt: clock.now(),
        variantId: 'v',
      };
    } finally {
      permit.answered(answerOf({ status: 200 }));
    }
  };

  const store = openTaskStore(folder, { clock, log });
  const deletions = memoryDeletions(clock, options.pending);
  const tasks = new Tasks({
    store,
    api: { call },
    connections: {
      connection(id) {
        if (id !== connectionId) throw new AppError('notFound', { what: 'This connection' });
        return options.connection?.() ?? connectionFixture();
      },
    },
    listings: () =>
      Array.from({ length: listings }, (_, index) => ({
        id: `l${index}`,
        title: `Place ${index}`,
        listed: options.listed?.(index) ?? null,
        place: null,
        sleeps: null,
        bedrooms: null,
        ...options.listing?.(index),
      })),
    loading: options.loading ?? (() => null),
    limiterOf: () => limiter,
    searchPageSize: () => options.searchPageSize ?? null,
    hasToken: options.hasToken ?? (() => true),
    tokenRead: options.tokenRead ?? (async () => {}),
    sent,
    clock,
    clockOf: () => clock,
    monotonicMs: () => clock.now() - movedMs,
    random,
    log,
    deletions,
  });
  tasks.changed.subscribe((snapshot) => events.push(snapshot));
  /** Sets the machine's clock, and with it the connection's. */
  const moveClock = (byMs: number): void => {
    movedMs += byMs;
    clock.jumpTo(clock.now() + byMs);
  };
  return { tasks, deletions, store, clock, log, limiter, calls, events, moveClock };
}

export type Service = ReturnType<typeof openService>;

/** A task that reads one day of every loaded listing. */
export const calendarsOfAll = {
  connectionId,
  applicationId: null,
  spec: { kind: 'calendars', from: '2026-12-01', until: '2026-12-01', listingIds: null },
} as const;

/** The task as it is now. */
export function taskOf({ tasks }: Service, id: string) {
  const found = tasks.snapshot(connectionId).tasks.find((task) => task.id === id);
  if (!found) throw new Error(`there is no task ${id}`);
  return found;
}

/** The listings of all rows, sorted. */
export async function listingsOf({ tasks }: Service, id: string): Promise<unknown[]> {
  const { rows } = await tasks.rows({ id, search: '', offset: 0, limit: 100_000 });
  return rows.map(({ cells }) => cells[0]).sort();
}

export const forbidden = (): AppError =>
  new AppError('forbidden', {
    server: { status: 403, serverCode: null, serverMessage: null, requestId: null, exchangeId: null },
  });
