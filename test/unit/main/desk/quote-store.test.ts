import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type QuoteFile, QuoteStore } from '../../../../src/main/desk/quote-store.ts';
import { type Quote, QuoteOutcome } from '../../../../src/shared/model/quote.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';

const quote = (id: number, outcome: QuoteOutcome, connectionId = 'c1'): Quote => ({
  id: `q${id}`,
  connectionId,
  applicationId: 'app',
  listingId: 'l1',
  listingTitle: null,
  picture: null,
  checkIn: '2026-12-01',
  checkOut: '2026-12-03',
  nights: 2,
  guests: 2,
  party: { adults: null, children: null, infants: null },
  replaces: null,
  replacedBy: null,
  pendingChange: null,
  chosenPlan: null,
  createdAt: 0,
  expiresAt: 1,
  expiryBasis: 'server',
  ratePlans: [],
  coupons: [],
  droppedCoupons: [],
  outcome,
  reservation: null,
  exchangeId: 'x',
  raw: null,
});
const idsOf = (store: QuoteStore, connectionId = 'c1') => store.list(connectionId).quotes.map(({ id }) => id);

it('200 newer quotes do not drop a quote whose outcome is unknown, also after a restart', async () => {
  const document = new MemoryDocument<QuoteFile>();
  const store = new QuoteStore(document, new FakeLog());
  await store.put({ pictureUrl: null, quote: quote(0, 'unknown') });
  await store.put({ pictureUrl: null, quote: quote(1, 'sending') });
  for (let id = 2; id < 203; id += 1) await store.put({ pictureUrl: null, quote: quote(id, 'open') });
  const ids = idsOf(store);
  expect(ids).toHaveLength(202);
  expect(ids.slice(-2)).toEqual(['q1', 'q0']);
  expect(ids).not.toContain('q2');
  const again = new QuoteStore(document, new FakeLog()).list('c1').quotes;
  expect(again.map(({ id }) => id)).toEqual(ids);
  expect(again.slice(-2).map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown']);
});

it('the newest 200 settled or open quotes of each connection stay, and every unsettled one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('c1', 'c2'), fc.constantFrom(...QuoteOutcome.options)), {
        minLength: 250,
        maxLength: 700,
        size: 'max',
      }),
      async (all) => {
        const store = new QuoteStore(new MemoryDocument<QuoteFile>(), new FakeLog());
        for (const [id, [connectionId, outcome]] of all.entries())
          await store.put({ pictureUrl: null, quote: quote(id, outcome, connectionId) });
        for (const connectionId of ['c1', 'c2']) {
          const own = all.flatMap(([connection, outcome], id) =>
            connection === connectionId ? [{ id, outcome }] : [],
          );
          const isUnsettled = ({ outcome }: { outcome: QuoteOutcome }) =>
            outcome === 'unknown' || outcome === 'sending';
          const others = own.filter((one) => !isUnsettled(one)).slice(-200);
          const expected = own.filter((one) => isUnsettled(one) || others.includes(one)).reverse();
          expect(idsOf(store, connectionId)).toEqual(expected.map(({ id }) => `q${id}`));
        }
      },
    ),
    { numRuns: 5 },
  );
});
