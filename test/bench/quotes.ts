/**
 * Measures what one answer of the board takes main with 20,000 quotes, 1,200 of them with a guest: the first one, and while a person types and deletes
 * searches, chooses states, sorts and groups. Prints one JSON line per figure and exits with 1 when the 95th percentile of a filter is 50 ms or more.
 * Times are those of the processor, so that other programs do not count.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QuoteBoard } from '../../src/main/desk/quote-board.ts';
import { QuoteStore } from '../../src/main/desk/quote-store.ts';
import { machineClock } from '../../src/main/platform/machine.ts';
import { QuarantineList } from '../../src/main/platform/quarantine.ts';
import { Stores } from '../../src/main/store/stores.ts';
import { type BoardQuery, BoardSort } from '../../src/shared/model/quote-board.ts';
import { QuoteState } from '../../src/shared/quote/quote-state.ts';
import { FakeLog } from '../support/fake-log.ts';
import { memoryDeletions } from '../support/memory-deletions.ts';
import { print } from './support/figure.ts';
import { quoteIdOf, writeManyQuotes } from './support/many-quotes.ts';
import { percentile } from './support/percentile.ts';

const QUOTES = 20_000;
const GUESTS = 60;
const QUOTES_OF_GUEST = 20;
const MAX_FILTER_MS = 50;
const ROUNDS = 3;
/** Each is typed, then deleted, a key at a time. */
const SEARCHES = ['oslo', 'loft 12', '2027-03', 'guest 7', 'lk4'];

const ALL: BoardQuery = {
  ...{ connectionId: 'c1', search: '', view: 'quotes', states: [], group: 'none', today: '2027-01-05' },
  ...{ sort: { by: 'createdAt', descending: true }, offset: 0, limit: 50 },
};
const names = new Map(
  Array.from({ length: GUESTS }, (_, guest) =>
    Array.from(
      { length: QUOTES_OF_GUEST },
      (__, at) => [quoteIdOf((at * GUESTS + guest) * 3), `Guest ${guest}`] as const,
    ),
  ).flat(),
);

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

const folder = mkdtempSync(join(tmpdir(), 'latchkey-quotes-'));
const deps = { clock: machineClock, log: new FakeLog() };
writeManyQuotes(folder, 'c1', QUOTES);
const stores = new Stores({ ...deps, folder, document: null, quarantine: new QuarantineList() });
const database = stores.inConsole({ what: 'The quotes', durable: true });
const board = new QuoteBoard({
  database,
  store: new QuoteStore({ ...deps, database, deletions: memoryDeletions(machineClock) }),
  pictures: { reference: () => ({ src: '', caption: null }) },
  guestNames: async () => names,
  quotesByPhone: async () => new Set(),
  contactsOf: async () => new Map(),
  openNote: async () => null,
  clockOf: () => machineClock,
});

async function timed(changes: Partial<BoardQuery>): Promise<number> {
  const before = processorMs();
  const { total } = await board.rows({ ...ALL, ...changes });
  if (total !== QUOTES) throw new Error(`${total} quotes were read`);
  return processorMs() - before;
}

function report(metric: string, samples: readonly number[]): number {
  const value = percentile(samples, 0.95);
  print({ bench: 'quotes', subject: 'latchkey', scenario: 'quotes-20000', metric, value, unit: 'ms' }, 1);
  return value;
}

const keysOf = (text: string) => [...text].map((_, at) => text.slice(0, at + 1));
const searches = SEARCHES.flatMap((text) => [...keysOf(text), ...keysOf(text).toReversed().slice(1)]);
const figures: Record<'filter' | 'sort' | 'group', number[]> = { filter: [], sort: [], group: [] };
report('first_ms', [await timed({})]);
for (let round = 0; round < ROUNDS; round += 1) {
  for (const search of searches) figures.filter.push(await timed({ search }));
  for (const state of QuoteState.options) figures.filter.push(await timed({ states: [state] }));
  for (const by of BoardSort.shape.by.options)
    for (const descending of [true, false]) figures.sort.push(await timed({ sort: { by, descending } }));
  for (const group of ['guest', 'week'] as const) figures.group.push(await timed({ group }));
}
if (report('filter_p95_ms', figures.filter) >= MAX_FILTER_MS) process.exitCode = 1;
report('sort_p95_ms', figures.sort);
report('group_p95_ms', figures.group);
stores.close();
rmSync(folder, { recursive: true, force: true });
