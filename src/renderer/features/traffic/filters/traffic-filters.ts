/** The filters of the list as the address holds them, and the filter that main is called with. */

import { type ExchangeFilter, filterOf, type OutcomeClass } from '../../../../shared/model/traffic.ts';
import type { SearchOf } from '../../../navigation/search.ts';
import { parseOutcomes } from '../outcome.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export type SpanId = NonNullable<SearchOf<'traffic'>['span']>;

/** The last minutes and hours the list can be narrowed to. Its beginning moves on by `stepMs`, so that the list need not be read anew all the time. */
export const SPANS: readonly { id: SpanId; label: string; lengthMs: number; stepMs: number }[] = [
  { id: '5m', label: 'Last 5 minutes', lengthMs: 5 * MINUTE, stepMs: 15_000 },
  { id: '1h', label: 'Last hour', lengthMs: HOUR, stepMs: 2 * MINUTE },
  { id: '24h', label: 'Last 24 hours', lengthMs: 24 * HOUR, stepMs: 30 * MINUTE },
  { id: '7d', label: 'Last 7 days', lengthMs: 7 * 24 * HOUR, stepMs: 3 * HOUR },
];

/** A range of time, chosen on the timeline or as from when until when. */
export interface TimeRange {
  readonly from: number;
  readonly until: number;
}

export interface TrafficFilters {
  readonly search: string;
  readonly outcomes: readonly OutcomeClass[];
  readonly operation: string | null;
  readonly host: string | null;
  readonly taskId: string | null;
  readonly span: SpanId | null;
  readonly range: TimeRange | null;
}

type Params = SearchOf<'traffic'>;

/** Reads the address; what it does not understand is no condition. */
export function parseFilters(params: Params): TrafficFilters {
  const { from, until } = params;
  const range = from !== undefined && until !== undefined && from < until ? { from, until } : null;
  return {
    search: (params.search ?? '').trim().slice(0, 500),
    outcomes: parseOutcomes(params.outcome),
    operation: params.operation ?? null,
    host: params.host ?? null,
    taskId: params.taskId ?? null,
    span: range ? null : (params.span ?? null),
    range,
  };
}

/** The address without any condition; what is open stays open. */
export const NO_FILTERS: Params = {
  search: undefined,
  outcome: undefined,
  operation: undefined,
  host: undefined,
  taskId: undefined,
  span: undefined,
  from: undefined,
  until: undefined,
};

export const isFiltered = (filters: TrafficFilters): boolean =>
  filters.search !== '' ||
  filters.outcomes.length > 0 ||
  [filters.operation, filters.host, filters.taskId, filters.span, filters.range].some(
    (condition) => condition !== null,
  );

/** Main's filter. `since` is where the chosen span begins; without one it is not bounded. */
export function exchangeFilterOf(connectionId: string, filters: TrafficFilters, since: number | null): ExchangeFilter {
  return filterOf(connectionId, {
    search: filters.search,
    outcomes: [...filters.outcomes],
    operations: filters.operation === null ? [] : [filters.operation],
    hosts: filters.host === null ? [] : [filters.host],
    taskId: filters.taskId,
    from: filters.range?.from ?? since,
    until: filters.range?.until ?? null,
  });
}

/** Where a span begins at `now`: further back by less than a step. */
export function spanStart(span: SpanId | null, now: number): number | null {
  const found = SPANS.find(({ id }) => id === span);
  return found ? Math.floor((now - found.lengthMs) / found.stepMs) * found.stepMs : null;
}
