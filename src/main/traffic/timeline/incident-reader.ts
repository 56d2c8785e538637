/** Reads the facts of an incident timeline from the journal, the token service and the marks. It sends nothing. */

import { MAX_ENTRIES } from '../../../shared/input/max-input.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import { type IncidentTimeline, MAX_SPAN_MS, MIN_SPAN_MS } from '../../../shared/model/incident.ts';
import type { TokenStatus } from '../../../shared/model/token.ts';
import { type ExchangeSummary, filterOf } from '../../../shared/model/traffic.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../shared/time/units.ts';
import { type Outage, SETBACKS } from '../../journal/query/outage.ts';
import type { Queries } from '../../journal/worker/messages.ts';
import type { Clock } from '../../platform/ports.ts';
import { isSetback } from './incident-events.ts';
import type { Mark } from './marks.ts';
import { timelineOf } from './timeline-of.ts';

export interface IncidentDeps {
  readonly journal: {
    [Name in 'page' | 'facets' | 'timeline' | 'outage']: (
      input: Queries[Name]['input'],
    ) => Queries[Name]['output'] | Promise<Queries[Name]['output']>;
  };
  readonly tokens: { snapshot(connectionId: string): { readonly tokens: readonly TokenStatus[] } };
  readonly vault: { connection(id: string): Connection };
  readonly marks: { of(connectionId: string): readonly Mark[] };
  readonly clockOf: (connectionId: string) => Pick<Clock, 'now'>;
}

type Conditions = Parameters<typeof filterOf>[1];

/** The page size of the journal. */
const MAX_EXCHANGES = MAX_ENTRIES.chosen;
/** The number of operations whose setbacks are compared to find the outage. */
const MAX_OUTAGES = 8;

const BARS = 120;
const BAR_LENGTHS_MS = [
  ...[100, 200, 500],
  ...[1, 2, 5, 10, 30].map((length) => length * SECOND_MS),
  ...[1, 2, 5, 10, 20, 30, 60, 120, 360, 720, 1_440].map((length) => length * MINUTE_MS),
];

/** The interval of a timeline. Where null is allowed instead, it means the last 24 hours, as far as records go back. */
export interface TimelineRange {
  readonly from: number;
  readonly until: number;
}

export class IncidentReader {
  readonly #deps: IncidentDeps;

  constructor(deps: IncidentDeps) {
    this.#deps = deps;
  }

  /** The incidents of a connection in a range. Throws AppError `notFound`. */
  async timeline(connectionId: string, wanted: TimelineRange | null): Promise<IncidentTimeline> {
    const { vault, tokens, marks, clockOf, journal } = this.#deps;
    const { quotaReset: reset } = vault.connection(connectionId);
    const now = clockOf(connectionId).now();
    const { oldestAt } = await journal.facets(connectionId);
    const { from, until, bucketMs, buckets } = barsOf(wanted ?? defaultRange(oldestAt, now));
    const [counts, within, newest, tokenExchanges] = await Promise.all([
      journal.timeline({ filter: filterOf(connectionId), until, bucketMs, buckets }),
      this.#exchanges(connectionId, { outcomes: SETBACKS, from, until }),
      this.#exchanges(connectionId, { outcomes: SETBACKS }),
      this.#exchanges(connectionId, { operations: ['token'] }),
    ]);
    return timelineOf({
      now,
      from,
      until,
      counts: { bucketMs: counts.bucketMs, buckets: counts.buckets },
      tokens: tokens.snapshot(connectionId).tokens,
      reset,
      tokenExchanges: tokenExchanges.exchanges,
      setbacks: within.exchanges.filter(isSetback),
      setbacksFrom: within.next === null ? null : (within.exchanges.at(-1)?.sentAt ?? null),
      marks: marks.of(connectionId),
      outage: await this.#outage(newest.exchanges.filter(isSetback)),
    });
  }

  /** The ongoing outage that began first, else the one with the newest setback; null without setbacks. `setbacks`: newest first. */
  async #outage(setbacks: readonly ExchangeSummary[]): Promise<Outage | null> {
    const last = new Map<string, ExchangeSummary>();
    for (const exchange of setbacks) {
      const key = `${exchange.credentialId} ${exchange.operation}`;
      if (!last.has(key)) last.set(key, exchange);
      if (last.size >= MAX_OUTAGES) break;
    }
    const outages = await Promise.all([...last.values()].map((exchange) => this.#deps.journal.outage(exchange)));
    const lasting = outages.filter(({ settledBy }) => settledBy === null);
    return lasting.sort((one, two) => one.first.sentAt - two.first.sentAt)[0] ?? outages[0] ?? null;
  }

  /** The newest matching exchanges. */
  #exchanges(connectionId: string, conditions: Conditions) {
    const filter = filterOf(connectionId, conditions);
    return this.#deps.journal.page({ filter, before: null, limit: MAX_EXCHANGES });
  }
}

function defaultRange(oldestAt: number | null, now: number): TimelineRange {
  const span = Math.max(15 * MINUTE_MS, Math.min(DAY_MS, now - (oldestAt ?? now) + MINUTE_MS));
  return { from: now - span, until: now + 1 };
}

/** The range extended to whole bars of a familiar length; it begins at a whole minute when a bar is a minute or more. */
function barsOf(range: TimelineRange): TimelineRange & { bucketMs: number; buckets: number } {
  const span = Math.min(MAX_SPAN_MS, Math.max(MIN_SPAN_MS, range.until - range.from));
  const bucketMs = BAR_LENGTHS_MS.find((length) => length * BARS >= span) ?? DAY_MS;
  const from = Math.floor(range.from / bucketMs) * bucketMs;
  const buckets = Math.max(1, Math.ceil((range.from + span - from) / bucketMs));
  return { from, until: from + buckets * bucketMs, bucketMs, buckets };
}
