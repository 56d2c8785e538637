/** Answers of a main process with loaded listings. */
import type { Column } from '../../../../src/shared/model/field.ts';
import type { ListingsStatus } from '../../../../src/shared/model/listing.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';
import type { Answers } from '../../../support/fake-main.ts';
import { connectionsFixture, preferencesFixture, tokensFixture } from '../../../support/fixtures.ts';

const column = (path: string, title: string, kind: Column['kind'], suggested = true): Column => ({
  path,
  title,
  kind,
  suggested,
  coverage: 1,
});

export const COLUMNS: Column[] = [
  column('title', 'Title', 'text'),
  column('city', 'City', 'text'),
  column('accommodates', 'Accommodates', 'number'),
  column('timezone', 'Timezone', 'text', false),
];

export const statusOf = (changes: Partial<ListingsStatus> = {}): ListingsStatus => ({
  connectionId: 'sandbox',
  revision: 1,
  phase: 'done',
  loaded: 0,
  shown: 0,
  shownAt: null,
  expected: null,
  startedAt: 1,
  finishedAt: Date.now(),
  estimateMs: null,
  columns: COLUMNS,
  changes: null,
  titlePath: 'title',
  doubts: [],
  waiting: null,
  error: null,
  ...changes,
});

const record = (index: number): Record<string, Json> => ({
  id: `listing-${index}`,
  title: `House ${String(index).padStart(5, '0')}`,
  city: index % 2 ? 'Lisbon' : 'Bergen',
  accommodates: 2 + (index % 6),
  timezone: 'Atlantic/Azores',
});

/** Answers with `count` listings, loaded unless `status` says otherwise. */
export function listingsAnswers(count: number, status: Partial<ListingsStatus> = {}): Answers {
  return {
    app: {
      copyText: () => null,
      setPreferences: ({ listingViews = [] }) => preferencesFixture({ revision: 2, listingViews }),
    },
    connections: { list: () => connectionsFixture() },
    tokens: { status: () => tokensFixture('sandbox') },
    listings: {
      status: () =>
        statusOf({ loaded: count, shown: count, shownAt: status.phase === 'loading' ? null : Date.now(), ...status }),
      load: () => statusOf({ loaded: count, shown: count, revision: 2 }),
      cancel: () => null,
      facets: () => [
        { name: 'city', values: [{ value: 'Lisbon', count: 10 }], more: 3 },
        { name: 'guests', values: [{ value: '4', count: 7 }], more: 0 },
      ],
      copyCells: ({ count: wanted }) => ({ rows: wanted, wanted }),
      exportTable: () => ({ path: '/home/you/listings.csv', records: count, bytes: 1_000 }),
      kept: () => ({ file: '/data/listings.db', bytes: 0, reason: null, lists: [] }),
      deleteKept: () => ({ file: '/data/listings.db', bytes: 0, reason: null, lists: [] }),
      rows: (query) => {
        let indexes = Array.from({ length: count }, (_, index) => index);
        if (query.search)
          indexes = indexes.filter((index) => Object.values(record(index)).join(' ').includes(query.search));
        if (query.facets?.city?.length)
          indexes = indexes.filter((index) => query.facets?.city?.includes(String(record(index).city)));
        if (query.sort[0]?.descending) indexes.reverse();
        const rows = indexes.slice(query.offset, query.offset + query.limit).map((index) => ({
          id: `listing-${index}`,
          title: String(record(index).title),
          picture: null,
          cells: query.columns.map((path) => record(index)[path] ?? null),
          change: null,
        }));
        return { revision: 1, total: count, matched: indexes.length, offset: query.offset, rows };
      },
      detail: ({ listingId }) => ({
        id: listingId,
        title: 'House by the quay',
        subtitle: 'Lisbon',
        pictures: [
          { src: '/pictures/a', caption: 'Front' },
          { src: '/pictures/b', caption: null },
        ],
        facts: [
          { path: 'beds', title: 'Beds', kind: 'number', value: 3 },
          { path: 'address.city', title: 'City', kind: 'text', value: 'Lisbon' },
          { path: 'address.street', title: 'Street', kind: 'text', value: '4 Quay Street' },
        ],
        raw: { _id: listingId, beds: 3 },
      }),
    },
  };
}
