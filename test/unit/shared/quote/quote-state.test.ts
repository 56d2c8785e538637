import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { QuoteOutcome } from '../../../../src/shared/model/quote.ts';
import {
  EXPIRING_MS,
  isBookable,
  isReservation,
  isUnsettled,
  type QuoteFacts,
  QuoteState,
  quoteStateOf,
} from '../../../../src/shared/quote/quote-state.ts';

const OPEN: QuoteFacts = { outcome: 'open', expiresAt: 100_000_000, isReplaced: false, isSent: false };

const facts = fc.record({
  outcome: fc.constantFrom(...QuoteOutcome.options),
  expiresAt: fc.integer({ min: 0, max: 4 * EXPIRING_MS }),
  isReplaced: fc.boolean(),
  isSent: fc.boolean(),
});
const instant = fc.integer({ min: -EXPIRING_MS, max: 5 * EXPIRING_MS });

describe('the state of a quote', () => {
  test.each([
    ['open with more than three hours left', OPEN, 100_000_000 - EXPIRING_MS, 'open'],
    ['open with less than three hours left', OPEN, 100_000_000 - EXPIRING_MS + 1, 'expiring'],
    ['at its expiry', OPEN, 100_000_000, 'expired'],
    ['sent', { ...OPEN, isSent: true }, 0, 'sent'],
    ['sent with less than three hours left', { ...OPEN, isSent: true }, 99_999_999, 'expiring'],
    ['replaced and expired', { ...OPEN, isReplaced: true }, 100_000_001, 'replaced'],
    ['reserved', { ...OPEN, outcome: 'reserved' }, 0, 'awaitingApproval'],
    ['used with another status', { ...OPEN, outcome: 'used' }, 0, 'used'],
    [
      'sent, replaced, expired and unconfirmed',
      { ...OPEN, outcome: 'unknown', isSent: true, isReplaced: true },
      2e8,
      'unconfirmed',
    ],
  ] satisfies [string, QuoteFacts, number, QuoteState][])('%s', (_, of, now, state) => {
    expect(quoteStateOf(of, now)).toBe(state);
  });

  test('an outcome that the service reported hides everything else', () => {
    fc.assert(
      fc.property(facts, instant, (of, now) => {
        const bare = { ...of, isReplaced: false, isSent: false, expiresAt: Number.POSITIVE_INFINITY };
        if (of.outcome !== 'open') expect(quoteStateOf(of, now)).toBe(quoteStateOf(bare, now));
      }),
    );
  });

  test('time only ever moves an untouched quote towards its expiry', () => {
    const later = (state: QuoteState) => ['open', 'sent', 'expiring', 'expired'].indexOf(state);
    fc.assert(
      fc.property(facts, instant, fc.nat(4 * EXPIRING_MS), (of, now, more) => {
        const [before, after] = [quoteStateOf(of, now), quoteStateOf(of, now + more)];
        if (later(before) < 0) expect(after).toBe(before);
        else expect(later(after)).toBeGreaterThanOrEqual(later(before));
      }),
    );
  });

  test('the state is the first one whose condition is met', () => {
    const met: Record<QuoteState, (of: QuoteFacts, now: number) => boolean> = {
      sending: ({ outcome }) => outcome === 'sending',
      unconfirmed: ({ outcome }) => outcome === 'unknown',
      booked: ({ outcome }) => outcome === 'booked',
      awaitingApproval: ({ outcome }) => outcome === 'reserved',
      used: ({ outcome }) => outcome === 'used',
      replaced: ({ isReplaced }) => isReplaced,
      expired: ({ expiresAt }, now) => expiresAt - now <= 0,
      expiring: ({ expiresAt }, now) => expiresAt - now < EXPIRING_MS,
      sent: ({ isSent }) => isSent,
      open: () => true,
    };
    fc.assert(
      fc.property(facts, instant, (of, now) => {
        expect(quoteStateOf(of, now)).toBe(QuoteState.options.find((state) => met[state](of, now)));
      }),
      { numRuns: 500 },
    );
  });

  test('a quote is bookable, a reservation, unsettled, or over; never two of them', () => {
    fc.assert(
      fc.property(facts, instant, (of, now) => {
        const state = quoteStateOf(of, now);
        const kinds = [isBookable(state), isReservation(state), isUnsettled(of.outcome)].filter(Boolean);
        expect(kinds).toHaveLength(state === 'replaced' || state === 'expired' ? 0 : 1);
        if (isBookable(state)) expect(of.outcome).toBe('open');
      }),
    );
  });
});
