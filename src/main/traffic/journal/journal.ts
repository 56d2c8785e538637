/** The record of exchanges, first form: in memory, bounded by number and size, newest kept. What comes in is already redacted. */
import { AppError } from '../../../shared/errors.ts';
import type { Exchange, ExchangePage, ExchangeSummary } from '../../../shared/model/traffic.ts';
import { Emitter } from '../../platform/emitter.ts';
import type { Clock, Subscribable } from '../../platform/ports.ts';

type Outcome = 'all' | 'ok' | 'failed' | 'refused';

export interface JournalQuery {
  readonly connectionId: string;
  /** Words that must all occur in method, address, operation, status, error or request id; case does not matter. */
  readonly search: string;
  readonly outcome: Outcome;
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
  readonly #fresh: ExchangeSummary[] = [];
  #bytes = 0;
  #revision = 1;
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

  get revision(): number {
    return this.#revision;
  }

  record(exchange: Exchange): void {
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

  /** The newest exchanges of a connection that match, newest first; `total` counts all of that connection. */
  page({ connectionId, search, outcome, limit }: JournalQuery): ExchangePage {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    const exchanges: ExchangeSummary[] = [];
    let total = 0;
    for (const { exchange } of [...this.#kept.values()].reverse()) {
      if (exchange.connectionId !== connectionId) continue;
      total += 1;
      if (exchanges.length >= limit || !hasOutcome(exchange, outcome)) continue;
      const text = words.length === 0 ? '' : searchText(exchange);
      if (words.every((word) => text.includes(word))) exchanges.push(summaryOf(exchange));
    }
    return { revision: this.#revision, total, exchanges };
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

/** `ok`: answered below 400. `refused`: 401 or 403. `failed`: everything that is not ok. */
function hasOutcome({ status }: ExchangeSummary, outcome: Outcome): boolean {
  const ok = status !== null && status < 400;
  if (outcome === 'refused') return status === 401 || status === 403;
  return outcome === 'all' || (outcome === 'ok') === ok;
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
