/**
 * Answers in shapes that nobody announced: records under another name, nested or at the root, without ids, with 300 fields, with numbers as
 * strings, null everywhere, or a page of HTML. Every record that was sent is shown, each view is one that the contract allows, and the only
 * failure is an answer without a list.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ApiClient } from '../../../../src/main/api/api-client.ts';
import { Answer } from '../../../../src/main/http/answer.ts';
import { Facet, ListingDetail, ListingRows, ListingsStatus } from '../../../../src/shared/model/listing.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';
import { bodyWith, NO_RECORDS, pathToList, recordOf } from '../../../support/unannounced-shapes.ts';
import { makeBook } from '../api/support.ts';
import { makeListingsDesk } from './listings-desk.ts';

/** Loads one answer and looks at every view of it. */
async function look(text: string) {
  const pipeline = {
    send: async () => new Answer({ exchangeId: 'x1', status: 200, headers: new Headers(), text, receivedAt: 0 }),
  };
  const { desk, clock } = makeListingsDesk(new ApiClient({ pipeline, operations: makeBook() }));
  desk.load('conn-1');
  for (let turn = 0; turn < 40 && desk.status('conn-1').phase === 'loading'; turn += 1) await clock.advance(300);
  const status = ListingsStatus.parse(desk.status('conn-1'));
  const columns = status.columns.map(({ path }) => path);
  const sort = columns.slice(0, 3).map((path) => ({ path, descending: path.length % 2 === 0 }));
  const query = { connectionId: 'conn-1', search: '', sort, columns, offset: 0, limit: 500 };
  const rows = ListingRows.parse(desk.rows(query));
  for (const { id } of rows.rows.slice(0, 5)) ListingDetail.parse(desk.detail('conn-1', id));
  for (const facet of desk.facets({ connectionId: 'conn-1', search: '' })) Facet.parse(facet);
  return { status, rows };
}

const record = recordOf(['title', 'city', 'address', 'price', 'currency', 'bedrooms', 'accommodates', 'pictures']);

it('shows every record, wherever the list is and whatever its records hold', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { minLength: 1, maxLength: 12 }),
      pathToList,
      fc.boolean(),
      async (made, at, numbered) => {
        const records = numbered ? made.map((one, index) => ({ ...one, ref: String(index) })) : made;
        const { status, rows } = await look(JSON.stringify(bodyWith(records, at)));
        expect([status.phase, status.error]).toEqual(['done', null]);
        expect(rows.matched).toBe(status.shown);
        // Records with an id of their own that is equal are one record.
        const ids = new Set(records.map((one, index) => ownId(one as Record<string, Json>) ?? `#${index}`));
        expect(rows.matched).toBe(ids.size);
        expect(rows.rows.every(({ title }) => title !== '')).toBe(true);
      },
    ),
    { numRuns: 45 },
  );
});

it('a record whose first text is blank has the title of the next one', async () => {
  const { rows } = await look(JSON.stringify([{ note: '\t', city: ' ', label: 'Corner house' }, { ' ': '\t' }]));
  expect(rows.rows.map(({ title }) => title).sort()).toEqual(['Corner house', 'Untitled']);
});

/** The fields that identify a record (service.md §6.3); the generator makes none of them by name. */
const ownId = (one: Record<string, Json>): Json | undefined => one._id ?? one.id ?? one.listingId ?? one.uuid;

it.each(NO_RECORDS)('says that %s is no list, and shows nothing wrong', async (_, text) => {
  const { status, rows } = await look(text);
  expect(status.phase).toBe('failed');
  expect(status.error?.code).toBe('answerUnusable');
  expect(rows.matched).toBe(0);
});

it('never fails in another way, for any JSON', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), async (body) => {
      const { status } = await look(JSON.stringify(body));
      expect(['done', 'failed']).toContain(status.phase);
      if (status.phase === 'failed') expect(status.error?.code).toBe('answerUnusable');
    }),
    { numRuns: 60 },
  );
});
