/** The record of exchanges, first form: in memory, bounded by number and size, newest kept. What comes in is already redacted. */
import { AppError } from '../../../shared/errors.ts';
import {
  type Exchange,
  type ExchangeFacets,
  type ExchangeFilter,
  type ExchangePage,
  type ExchangeSummary,
  filterOf,
  type JournalState,
  OutcomeClass,
  outcomeClass,
  type Timeline,
} from '../../../shared/model/traffic.ts';
import { Emitter } from '../../platform/emitter.ts';
import type { Clock, Subscribable } from '../../platform/ports.ts';

export interface JournalQuery {
  readonly filter: ExchangeFilter;
  readonly before: number | null;
  readonly limit: number;
}

export interface Recorded {
  readonly revision: number;
  readonly exchanges: ExchangeSummary[];
}

export interface JournalOptions {
  /** The machine's clock: it paces the events. */
  readonly clock: Clock;
  readonly maxCount?: number;
  readonly maxBytes?: number;
}

const MAX_COUNT = 5_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Events come at most four times a second. */
const EVENT_INTERVAL_MS = 250;

interface Kept {
  readonly exchange: Exchange;
  readonly bytes: number;
}

export class Journal {
  readonly #clock: Clock;
  readonly #maxCount: number;
  readonly #maxBytes: number;
  /** In order of recording. */
  readonly #kept = new Map<string, Kept>();
  readonly #recorded = new Emitter<Recorded>();
  readonly #changed = new Emitter<JournalState>();
  readonly #fresh: ExchangeSummary[] = [];
  #bytes = 0;
  #revision = 1;
  #seq = 0;
  #waiting = false;

  constructor({ clock, maxCount = MAX_COUNT, maxBytes = MAX_BYTES }: JournalOptions) {
    this.#clock = clock;
    this.#maxCount = maxCount;
    this.#maxBytes = maxBytes;
  }

  /** Newly recorded exchanges in batches, oldest first. */
  get recorded(): Subscribable<Recorded> {
    return this.#recorded;
  }

  get changed(): Subscribable<JournalState> {
    return this.#changed;
  }

  get revision(): number {
    return this.#revision;
  }

  record(recorded: Exchange): void {
    this.#seq += 1;
    const exchange = { ...recorded, seq: this.#seq };
    const bytes = sizeOf(exchange);
    this.#drop(exchange.id);
    this.#kept.set(exchange.id, { exchange, bytes });
    this.#bytes += bytes;
    for (const id of this.#kept.keys()) {
      if (this.#kept.size <= 1 || (this.#kept.size <= this.#maxCount && this.#bytes <= this.#maxBytes)) break;
      this.#drop(id);
    }
    this.#revision += 1;
    this.#fresh.push(summaryOf(exchange));
    this.#announce();
  }

  /** Matching exchanges, newest first. */
  page({ filter, before, limit }: JournalQuery): ExchangePage {
    const all = this.#matching(filter);
    const rest = all.filter((exchange) => before === null || exchange.seq < before);
    const exchanges = rest.slice(0, limit).map(summaryOf);
    const next = rest.length > limit ? (exchanges.at(-1)?.seq ?? null) : null;
    const total = this.#matching(filterOf(filter.connectionId)).length;
    return { revision: this.#revision, exchanges, next, matched: { count: all.length, more: false }, total };
  }

  facets(connectionId: string): ExchangeFacets {
    const all = this.#matching(filterOf(connectionId));
    const counted = (names: readonly string[]) =>
      [...new Set(names)].map((name) => ({ name, count: names.filter((other) => other === name).length }));
    return {
      revision: this.#revision,
      operations: counted(all.map(({ operation }) => operation)),
      hosts: counted(all.map(({ host }) => host)),
      oldestAt: all.at(-1)?.sentAt ?? null,
      newestAt: all[0]?.sentAt ?? null,
    };
  }

  timeline(query: { filter: ExchangeFilter; until: number; bucketMs: number; buckets: number }): Timeline {
    const { until, bucketMs } = query;
    const all = this.#matching(query.filter);
    const buckets = Array.from({ length: query.buckets }, (_, index) => {
      const at = until - (query.buckets - index) * bucketMs;
      const inside = all.filter(({ sentAt }) => sentAt >= at && sentAt < at + bucketMs);
      const count = (kind: OutcomeClass) => inside.filter(({ status }) => outcomeClass(status) === kind).length;
      const counts = Object.fromEntries(OutcomeClass.options.map((kind) => [kind, count(kind)]));
      return { at, counts: counts as Record<OutcomeClass, number> };
    });
    return { revision: this.#revision, bucketMs, buckets };
  }

  chain(chainId: string): ExchangeSummary[] {
    return [...this.#kept.values()].flatMap(({ exchange }) =>
      exchange.chainId === chainId ? summaryOf(exchange) : [],
    );
  }

  state(): JournalState {
    return {
      revision: this.#revision,
      place: 'memory',
      reason: null,
      retryAt: null,
      lost: 0,
      exchanges: this.#kept.size,
      bytes: this.#bytes,
      file: '',
      setAside: null,
    };
  }

  #matching(filter: ExchangeFilter): Exchange[] {
    const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
    return [...this.#kept.values()]
      .map(({ exchange }) => exchange)
      .filter(
        (exchange) =>
          exchange.connectionId === filter.connectionId &&
          (filter.outcomes.length === 0 || filter.outcomes.includes(outcomeClass(exchange.status))) &&
          (filter.operations.length === 0 || filter.operations.includes(exchange.operation)) &&
          (filter.hosts.length === 0 || filter.hosts.includes(exchange.host)) &&
          words.every((word) => searchText(exchange).includes(word)),
      )
      .reverse();
  }

  /** One exchange whole; throws AppError `notFound` when it is not kept any more. */
  get(id: string): Exchange {
    const kept = this.#kept.get(id);
    if (!kept) throw new AppError('notFound', { what: 'The exchange' });
    return kept.exchange;
  }

  /** Forgets the exchanges of a connection. */
  clear(connectionId: string): void {
    for (const [id, { exchange }] of this.#kept) if (exchange.connectionId === connectionId) this.#drop(id);
    this.#revision += 1;
  }

  #drop(id: string): void {
    this.#bytes -= this.#kept.get(id)?.bytes ?? 0;
    this.#kept.delete(id);
  }

  /** The first one is told at once, what follows within the interval together. */
  #announce(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    this.#recorded.emit({ revision: this.#revision, exchanges: this.#fresh.splice(0) });
    this.#clock.after(EVENT_INTERVAL_MS, () => {
      this.#waiting = false;
      if (this.#fresh.length > 0) this.#announce();
    });
  }
}

function searchText({ method, url, operation, status, error, requestId, api }: ExchangeSummary): string {
  return [method, url, operation, api, status, error, requestId].join(' ').toLowerCase();
}

function summaryOf(exchange: Exchange): ExchangeSummary {
  const {
    requestHeaders: _,
    requestBody: __,
    responseHeaders: ___,
    responseBody: ____,
    failure: _____,
    ...summary
  } = exchange;
  return summary;
}

/** Roughly what an exchange takes in memory. */
function sizeOf({ url, requestBody, responseBody, requestHeaders, responseHeaders }: Exchange): number {
  const headers = [...requestHeaders, ...(responseHeaders ?? [])].reduce(
    (sum, [name, value]) => sum + name.length + value.length,
    0,
  );
  return 2 * (500 + url.length + headers + (requestBody?.text.length ?? 0) + (responseBody?.text.length ?? 0));
}
