import fc from 'fast-check';
import { expect, it } from 'vitest';
import { QuoteBatches } from '../../../../src/renderer/actions/quote-batch/quote-batch.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { Quote, QuoteInput } from '../../../../src/shared/model/quote.ts';
import { reportedErrorFixture } from '../../../support/fixtures.ts';
import { settle } from '../../../support/manual-clock.ts';
import { quoteFixture } from '../quotes/quotes-answers.ts';

const wanted = (listingId: string) => ({
  title: listingId,
  input: {
    connectionId: 'c',
    applicationId: 'a',
    listingId,
    checkIn: '2030-12-04',
    checkOut: '2030-12-06',
    guests: 2,
    coupons: [],
  },
});
const refused = () => new AppError('refused', { server: reportedErrorFixture({ status: 400 }) });
const offline = () => new AppError('storageFailed', { what: 'The quote', reason: 'disk full' });

/** A service that answers one call at a time. */
function rig() {
  const calls: { input: QuoteInput; answer: PromiseWithResolvers<Quote> }[] = [];
  const batches = new QuoteBatches((input) => {
    const answer = Promise.withResolvers<Quote>();
    calls.push({ input, answer });
    return answer.promise;
  });
  const states = () => batches.of('c')?.items.map(({ state }) => state);
  const answer = async (at: number, error?: AppError) => {
    const call = calls[at];
    if (error) call?.answer.reject(error);
    else call?.answer.resolve(quoteFixture({ id: `q-${call.input.listingId}` }));
    await settle();
  };
  return { batches, calls, states, answer };
}

it('quotes are asked for one after the other, and a failure of one keeps the rest', async () => {
  const { batches, calls, states, answer } = rig();
  void batches.start('c', ['l1', 'l2', 'l3'].map(wanted));
  expect([calls.length, states()]).toEqual([1, ['running', 'waiting', 'waiting']]);
  await answer(0);
  await answer(1, refused());
  await answer(2);
  expect([batches.of('c')?.phase, states()]).toEqual(['ended', ['done', 'failed', 'done']]);
  void batches.resume('c');
  await answer(3);
  expect([calls.map(({ input }) => input.listingId), states()]).toEqual([
    ['l1', 'l2', 'l3', 'l2'],
    ['done', 'done', 'done'],
  ]);
  batches.forget('c');
  expect(batches.of('c')).toBeUndefined();
});

it('a cancel ends after the quote in flight, a failure of the whole way at once, and the rest can be asked for', async () => {
  const { batches, calls, states, answer } = rig();
  void batches.start('c', ['l1', 'l2', 'l3'].map(wanted));
  batches.cancel('c');
  await answer(0);
  expect([calls.length, batches.of('c')?.phase, states()]).toEqual([1, 'ended', ['done', 'waiting', 'waiting']]);
  void batches.resume('c');
  await answer(1, offline());
  expect([calls.length, batches.of('c')?.phase, states()]).toEqual([2, 'ended', ['done', 'failed', 'waiting']]);
});

it('a second press asks for nothing twice', async () => {
  const { batches, calls, answer } = rig();
  void batches.start('c', ['l1', 'l2'].map(wanted));
  void batches.start('c', ['l2', 'l1', 'l3', 'l3'].map(wanted));
  for (const at of [0, 1, 2]) await answer(at);
  expect(calls.map(({ input }) => input.listingId)).toEqual(['l1', 'l2', 'l3']);
});

it('whatever fails, each quote is made once when a person goes on to the end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.constantFrom(refused, offline), { maxLength: 2 }), { minLength: 1, maxLength: 6 }),
      async (failures) => {
        const left = failures.map((some) => [...some]);
        const made: string[] = [];
        const batches = new QuoteBatches(async ({ listingId }) => {
          const failure = left[Number(listingId)]?.shift();
          if (failure) throw failure();
          made.push(listingId);
          return quoteFixture({ id: listingId });
        });
        await batches.start(
          'c',
          failures.map((_, at) => wanted(`${at}`)),
        );
        for (let round = 0; round < 14; round += 1) await batches.resume('c');
        expect(batches.of('c')?.items.every(({ state }) => state === 'done')).toBe(true);
        expect(made.toSorted()).toEqual(failures.map((_, at) => `${at}`).toSorted());
      },
    ),
    { numRuns: 60 },
  );
});
