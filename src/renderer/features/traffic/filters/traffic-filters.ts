/** Reads the filters of the list from the page's address, and converts them to main's filter. Pure. */

import { MAX_CHARACTERS } from '../../../../shared/input/max-input.ts';
import { type ExchangeFilter, filterOf, type OutcomeClass } from '../../../../shared/model/traffic.ts';
import { localDayOf } from '../../../../shared/time/local-day.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../shared/time/units.ts';
import { parseOutcomes } from '../../../actions/timeline/outcome.ts';
import type { SearchOf } from '../../../navigation/search.ts';
import { formatInstant } from '../../../text/format.ts';

export type SpanId = NonNullable<SearchOf<'traffic'>['span']>;

/** The recent spans. The start of a span moves in steps of `stepMs`, so that the list is not read again every second. */
export const SPANS: readonly { id: SpanId; label: string; lengthMs: number; stepMs: number }[] = [
  { id: '5m', label: 'Last 5 minutes', lengthMs: 5 * MINUTE_MS, stepMs: 15_000 },
  { id: '1h', label: 'Last hour', lengthMs: HOUR_MS, stepMs: 2 * MINUTE_MS },
  { id: '24h', label: 'Last 24 hours', lengthMs: DAY_MS, stepMs: 30 * MINUTE_MS },
  { id: '7d', label: 'Last 7 days', lengthMs: 7 * DAY_MS, stepMs: 3 * HOUR_MS },
];

/** A time range in epoch ms; `from` belongs to it, `until` does not. */
export interface TimeRange {
  readonly from: number;
  readonly until: number;
}

export interface TrafficFilters {
  readonly search: string;
  readonly outcomes: readonly OutcomeClass[];
  readonly operation: string | null;
  readonly host: string | null;
  readonly credentialId: string | null;
  readonly taskId: string | null;
  readonly span: SpanId | null;
  readonly range: TimeRange | null;
}

type Params = SearchOf<'traffic'>;

/** Reads the filters from the page's address. An invalid value is ignored. */
export function parseFilters(params: Params): TrafficFilters {
  const { from, until } = params;
  const range = from !== undefined && until !== undefined && from < until ? { from, until } : null;
  return {
    search: (params.search ?? '').trim().slice(0, MAX_CHARACTERS.phrase),
    outcomes: parseOutcomes(params.outcome),
    operation: params.operation ?? null,
    host: params.host ?? null,
    credentialId: params.credentialId ?? null,
    taskId: params.taskId ?? null,
    span: range ? null : (params.span ?? null),
    range,
  };
}

/** The parameters that clear every filter. An open exchange stays open. */
export const NO_FILTERS: Params = {
  search: undefined,
  outcome: undefined,
  operation: undefined,
  host: undefined,
  credentialId: undefined,
  taskId: undefined,
  span: undefined,
  from: undefined,
  until: undefined,
};

export const isFiltered = (filters: TrafficFilters): boolean =>
  filters.search !== '' ||
  filters.outcomes.length > 0 ||
  [filters.operation, filters.host, filters.credentialId, filters.taskId, filters.span, filters.range].some(
    (condition) => condition !== null,
  );

/** Converts the page's filters to main's. `since` is the start of the chosen span (epoch ms); null without a span. */
export function exchangeFilterOf(connectionId: string, filters: TrafficFilters, since: number | null): ExchangeFilter {
  return filterOf(connectionId, {
    search: filters.search,
    outcomes: [...filters.outcomes],
    operations: filters.operation === null ? [] : [filters.operation],
    hosts: filters.host === null ? [] : [filters.host],
    credentials: filters.credentialId === null ? [] : [filters.credentialId],
    taskId: filters.taskId,
    from: filters.range?.from ?? since,
    until: filters.range?.until ?? null,
  });
}

/** Returns the start of a span at `now`, rounded down to a step; null without a span. */
export function spanStart(span: SpanId | null, now: number): number | null {
  const found = SPANS.find(({ id }) => id === span);
  return found ? Math.floor((now - found.lengthMs) / found.stepMs) * found.stepMs : null;
}

/** Returns the day `daysAgo` days before `now`, from midnight to midnight in the reader's time zone. */
export function dayOf(now: number, daysAgo = 0): TimeRange {
  const day = new Date(now);
  const midnight = (offset: number) =>
    new Date(day.getFullYear(), day.getMonth(), day.getDate() + offset - daysAgo).getTime();
  return { from: midnight(0), until: midnight(1) };
}

const isSameRange = (one: TimeRange, other: TimeRange): boolean => one.from === other.from && one.until === other.until;

/** Writes a range of one whole day: "today, 21 Nov", "yesterday, 20 Nov" or "19 Nov"; null for any other range. */
export function wholeDayText(range: TimeRange, now: number): string | null {
  const day = formatInstant(range.from, { style: 'day' });
  if (isSameRange(range, dayOf(now))) return `today, ${day}`;
  if (isSameRange(range, dayOf(now, 1))) return `yesterday, ${day}`;
  return isSameRange(range, dayOf(range.from)) ? day : null;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Writes an instant as a local date and time: "2026-11-20T21:05", with seconds unless they are 0. */
export function toInputValue(at: number): string {
  const date = new Date(at);
  const seconds = date.getSeconds() === 0 ? '' : `:${twoDigits(date.getSeconds())}`;
  return `${localDayOf(at)}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}${seconds}`;
}

/** Converts a local date and time to an instant (epoch ms); null when the text is incomplete or names no instant. */
export function parseInputValue(typed: string): number | null {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(typed) ? new Date(typed).getTime() : Number.NaN;
  return Number.isFinite(at) ? at : null;
}
