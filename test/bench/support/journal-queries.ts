/** A fixed list of searches and filters that people use, for the traffic of journal-traffic.ts. */
import {
  type ExchangeFilter,
  type ExchangeSummary,
  filterOf,
  OutcomeClass,
} from '../../../src/shared/model/traffic.ts';

export interface JournalQuery {
  readonly filter: ExchangeFilter;
  readonly before: number | null;
}

const HOUR_MS = 3_600_000;
const TYPED = [
  'reservations',
  'quote',
  'lisbon',
  'wireless_internet',
  'townhouse',
  'open-api',
  'valid_2026',
  'accommodates',
];
const PHRASES = [
  'sunny loft lisbon',
  'guesty calendar available',
  'quotes standard eur',
  'listings porto pool garden',
  'bearer listings 200',
];
const OPERATIONS = [
  'listings',
  'search',
  'listing',
  'calendar',
  'quoteCreate',
  'quote',
  'quoteInstant',
  'openListings',
  'openReservations',
  'token',
];
const HOSTS = ['booking.guesty.com', 'open-api.guesty.com'];

/** All prefixes of a text. */
const typed = (text: string): string[] => Array.from({ length: text.length }, (_, index) => text.slice(0, index + 1));

/** At least 200 queries. `known`: exchanges from the journal's whole time span. */
export function journalQueries(connectionId: string, known: readonly ExchangeSummary[]): JournalQuery[] {
  const asked: JournalQuery[] = [];
  const ask = (conditions: Partial<ExchangeFilter>, before: number | null = null): void => {
    asked.push({ filter: filterOf(connectionId, conditions), before });
  };
  const search = (text: string): void => ask({ search: text });
  for (const letter of 'abcdefghijklmnopqrstuvwxyz0123456789') search(letter);
  for (const text of TYPED) for (const part of typed(text).slice(1)) search(part);
  for (const text of PHRASES) for (const part of typed(text).filter((_, index) => index % 4 === 3)) search(part);
  const ids = known.flatMap(({ requestId }) => requestId ?? []).slice(0, 4);
  for (const id of ids) for (const length of [2, 4, 6, 8, 13, 23, 36]) search(id.slice(0, length));
  for (const { url } of known.slice(0, 6)) search(url.split(/[/?]/).at(-1) ?? url);
  for (const text of [
    'zzzz',
    'qx',
    'lisbon zzzz',
    '503 zyzzy',
    'guesty listings 0f0f0f0f0f0f',
    'a b c d e f g zz',
    'deadbeefdeadbeef',
  ])
    search(text);
  for (const text of [
    '200',
    '401',
    '429',
    '503',
    'rateLimited',
    'unreachable',
    'serverFailed',
    'POST',
    'POST quotes',
    'GET 404',
  ])
    search(text);
  for (const outcome of OutcomeClass.options) {
    ask({ outcomes: [outcome] });
    ask({ outcomes: [outcome], search: 'list' });
    ask({ outcomes: [outcome], operations: ['calendar', 'quote'] });
  }
  for (const operation of OPERATIONS) {
    ask({ operations: [operation] });
    ask({ operations: [operation], search: 'lis' });
    ask({ operations: [operation], outcomes: ['tooMany', 'serverFailed'] });
  }
  for (const host of HOSTS) {
    ask({ hosts: [host] });
    ask({ hosts: [host], search: 'porto' });
    ask({ hosts: [host], outcomes: ['unauthorized', 'forbidden'] });
  }
  ask({ taskId: 'task-7' });
  ask({ taskId: 'task-8', search: 'porto', outcomes: ['tooMany'] });
  ask({ taskId: 'no-such-task' });
  for (const { sentAt, seq } of known.slice(0, 6)) {
    const hour = { from: sentAt - HOUR_MS, until: sentAt };
    ask(hour);
    ask({ ...hour, search: 'lisbon' });
    ask({ ...hour, search: 'cal', outcomes: ['ok'] });
    ask({ ...hour, outcomes: ['tooMany'] });
    ask({ ...hour, search: ids[0] ?? '' });
    ask({ from: sentAt - 24 * HOUR_MS, until: sentAt, search: 'book', operations: ['search'] });
    ask({ search: 'calendar' }, seq);
    ask({ outcomes: ['serverFailed'] }, seq);
    ask({}, seq);
  }
  return asked;
}
