import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { OperationId } from '../../../../src/shared/model/operation.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';
import { settle } from '../../../support/manual-clock.ts';
import { ALREADY_FULFILLED, booking, lost, OPEN, of, QuotesRig, quotesOf, refused } from './quotes-rig.ts';

/** An answer of the service, and what it reports about the quote's reservation. */
interface Answer {
  readonly body: Json | AppError;
  readonly reports: 'reserved' | 'booked' | 'used' | 'fulfilled' | null;
}

const WORDS = {
  reserved: 'reserved',
  confirmed: 'booked',
  declined: 'used',
  expired: 'used',
  odd_one: 'used',
} as const;
const statuses = fc.constantFrom(...(Object.keys(WORDS) as (keyof typeof WORDS)[]));
const made = (status: string) => ({ _id: 'r1', status, confirmationCode: 'LK1' });
const failures: fc.Arbitrary<Answer> = fc.constantFrom(
  { body: lost(), reports: null },
  { body: new AppError('cancelled', {}), reports: null },
  { body: new AppError('answerUnusable', { problem: 'it is not JSON', exchangeId: null }), reports: null },
  { body: refused('No.'), reports: null },
  { body: refused(ALREADY_FULFILLED), reports: 'fulfilled' },
  { body: null, reports: null },
  { body: {}, reports: null },
  { body: { reservation: {} }, reports: null },
  { body: { status: 'error', message: 'Later.' }, reports: null },
);
const toStep: fc.Arbitrary<Answer> = fc.oneof(
  { arbitrary: failures, weight: 6 },
  statuses.map((status) => ({ body: made(status), reports: WORDS[status] })),
  statuses.map((status) => ({ body: { data: { reservation: made(status) } }, reports: WORDS[status] })),
  fc.constant<Answer>({ body: OPEN, reports: null }),
);
const toRead: fc.Arbitrary<Answer> = fc.oneof(
  failures,
  { arbitrary: fc.constant<Answer>({ body: OPEN, reports: null }), weight: 4 },
  fc.constantFrom<Answer>(
    { body: { data: { ...OPEN, reservation: {} } }, reports: null },
    { body: { ...OPEN, status: 'confirmed' }, reports: null },
    { body: { ...OPEN, _id: 'q2', reservation: made('confirmed') }, reports: null },
    { body: { ...OPEN, reservationId: 'r1' }, reports: 'used' },
  ),
  statuses.map((status) => ({ body: { ...OPEN, reservation: made(status) }, reports: WORDS[status] })),
);

const READS: readonly OperationId[] = ['quoteGet', 'quoteCoupons'];
const STEPS: readonly OperationId[] = ['quoteInstant', 'quoteRequest'];
interface Acting {
  readonly kind: 'request' | 'book' | 'read' | 'coupons' | 'restart' | 'fullDisk' | 'remove';
}
interface Answering {
  readonly kind: 'answer';
  readonly which: number;
  readonly step: Answer;
  readonly read: Answer;
}

const events: fc.Arbitrary<Acting | Answering> = fc.oneof(
  fc.record({ kind: fc.constantFrom('request' as const, 'book' as const, 'read' as const, 'remove' as const) }),
  fc.record({ kind: fc.constantFrom('coupons' as const, 'restart' as const, 'fullDisk' as const) }),
  fc.record({ kind: fc.constant('answer' as const), which: fc.nat(9), step: toStep, read: toRead }),
);

/** Lets a person and the service do what an event says, and returns what the service reported. */
async function play(rig: QuotesRig, event: Acting | Answering): Promise<Answer['reports']> {
  const ignored = (promise: Promise<unknown>) => void promise.catch(() => {});
  if (event.kind === 'answer') return answerOne(rig, event);
  if (event.kind === 'request') ignored(rig.desk.request({ ...booking, holdHours: 24 }));
  else if (event.kind === 'book') ignored(rig.desk.book(booking));
  else if (event.kind === 'read') ignored(rig.desk.fetch({ ...of, applicationId: null }));
  else if (event.kind === 'coupons') ignored(rig.desk.applyCoupons({ ...of, coupons: ['TEN'] }));
  else if (event.kind === 'remove') ignored(rig.desk.remove(quotesOf));
  else if (event.kind === 'restart') rig.restart();
  else rig.file.database.failWrites = !rig.file.database.failWrites;
  await settle();
  return null;
}

async function answerOne(rig: QuotesRig, { which, step, read }: Answering): Promise<Answer['reports']> {
  const operation = rig.inFlight[which % Math.max(1, rig.inFlight.length)];
  if (operation === undefined) return null;
  const { body, reports } = READS.includes(operation) ? read : step;
  if (body instanceof AppError) await rig.fail(operation, body);
  else await rig.answer(operation, body);
  await settle();
  return reports;
}

const steps = (rig: QuotesRig): number => rig.sent.filter((operation) => STEPS.includes(operation)).length;

it('no step is sent twice without a person’s word, and no reservation is shown that the service did not report', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(events, { minLength: 20, maxLength: 40, size: 'max' }), async (all) => {
      const rig = await QuotesRig.make();
      const reported = new Set<Answer['reports']>();
      for (const event of all) {
        const before = { sent: steps(rig), outcome: rig.desk.list('c1').quotes[0]?.outcome };
        reported.add(await play(rig, event));
        const quotes = rig.desk.list('c1').quotes;
        expect(quotes.length).toBeLessThanOrEqual(1);
        const after = quotes[0];

        const sent = steps(rig) - before.sent;
        expect(sent).toBeLessThanOrEqual(event.kind === 'request' || event.kind === 'book' ? 1 : 0);
        if (sent > 0) expect([before.outcome, after?.outcome]).toEqual(['open', 'sending']);

        if (after === undefined) continue;
        const { outcome, reservation } = after;
        if (outcome === 'used') expect(reported.has('used') || reported.has('fulfilled')).toBe(true);
        if (outcome === 'reserved' || outcome === 'booked') expect(reported).toContain(outcome);
        if (reservation) expect(['reserved', 'booked', 'used']).toContain(outcome);
        // Only an answer opens an unconfirmed quote.
        if (before.outcome === 'unknown' && outcome === 'open') expect(event.kind).toBe('answer');
        // A step that is in flight is never shown as open, and a used quote stays used.
        if (rig.inFlight.some((operation) => STEPS.includes(operation))) expect(outcome).not.toBe('open');
        if (event.kind !== 'restart' && ['reserved', 'booked', 'used'].includes(before.outcome ?? ''))
          expect(['reserved', 'booked', 'used']).toContain(outcome);
      }
    }),
    { numRuns: 50 },
  );
});
