import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quotaOf, wouldRenew } from '../../../../src/main/tokens/quota.ts';
import type { QuotaReset } from '../../../../src/shared/model/connection.ts';
import type { Api } from '../../../../src/shared/model/primitives.ts';
import type { Issuance, ServerQuota } from '../../../../src/shared/model/token.ts';
import { specRules } from '../../../support/spec-rules.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MIDNIGHT = Date.UTC(2026, 10, 21);
const NINE = MIDNIGHT + 9 * HOUR;

let count = 0;
const issued = (at: number, changes: Partial<Issuance> = {}): Issuance => {
  count += 1;
  const fixed = { id: `i${count}`, cause: 'start', renewal: false, outcome: 'confirmed' } as const;
  return { ...fixed, at, settledAt: at, ...changes };
};
const quota = (api: Api, issuances: Issuance[], now: number, more: Partial<Parameters<typeof quotaOf>[0]> = {}) =>
  quotaOf({ rules: specRules(api), issuances, now, reset: 'rolling', server: null, ...more });

describe('the Open API quota', () => {
  it('allows five issuances in 24 hours', () => {
    const issuances = [0, 1, 2, 3].map((hour) => issued(NINE + hour * HOUR));
    expect(quota('openApi', [], NINE)).toMatchObject({ used: 0, remaining: 5, mayIssue: true, nextSlotAt: null });
    expect(quota('openApi', issuances, NINE + 4 * HOUR)).toMatchObject({
      unit: 'issuances',
      limit: 5,
      used: 4,
      remaining: 1,
      mayIssue: true,
      nextSlotAt: NINE + DAY,
      basis: 'rolling',
    });
    const all = [...issuances, issued(NINE + 4 * HOUR)];
    expect(quota('openApi', all, NINE + 5 * HOUR)).toMatchObject({
      remaining: 0,
      mayIssue: false,
      nextSlotAt: NINE + DAY,
    });
    expect(quota('openApi', all, NINE + DAY - 1).mayIssue).toBe(false);
    expect(quota('openApi', all, NINE + DAY)).toMatchObject({ remaining: 1, nextSlotAt: NINE + DAY + HOUR });
  });

  it('counts lost requests and those in flight, but not refused ones', () => {
    const issuances = [
      issued(NINE, { outcome: 'lost' }),
      issued(NINE, { outcome: 'sent', settledAt: null }),
      issued(NINE, { outcome: 'refused' }),
    ];
    expect(quota('openApi', issuances, NINE + HOUR).used).toBe(2);
  });

  it('frees a slot by the latest instant at which the token can have been issued', () => {
    expect(quota('openApi', [issued(NINE, { settledAt: NINE + 20_000 })], NINE + HOUR).nextSlotAt).toBe(
      NINE + DAY + 20_000,
    );
    const crashed = [issued(NINE, { outcome: 'lost', settledAt: null })];
    expect(quota('openApi', crashed, NINE + HOUR).nextSlotAt).toBe(NINE + DAY + 120_000);
    const clockWentBack = [issued(NINE, { settledAt: NINE - HOUR })];
    expect(quota('openApi', clockWentBack, NINE).nextSlotAt).toBe(NINE + DAY + 120_000);
  });

  it('resets at midnight in UTC where that is the assumption', () => {
    const issuances = [1, 2, 3, 4, 5].map((minute) => issued(NINE + minute));
    const at = (now: number) => quota('openApi', issuances, now, { reset: 'utcMidnight' });
    expect(at(NINE + HOUR)).toMatchObject({ mayIssue: false, nextSlotAt: MIDNIGHT + DAY, basis: 'utcMidnight' });
    expect(at(MIDNIGHT + DAY)).toMatchObject({ remaining: 5, nextSlotAt: null });
  });
});

describe('the Booking Engine quota', () => {
  it('allows a first issuance and three renewals', () => {
    const issuances: Issuance[] = [];
    const seen = [0, 1, 2, 3].map((hour) => {
      const now = NINE + hour * HOUR;
      const before = quota('booking', issuances, now);
      issuances.push(issued(now));
      return [before.remaining, before.used];
    });
    expect(seen).toEqual([
      [4, 0],
      [3, 0],
      [2, 1],
      [1, 2],
    ]);
    const spent = quota('booking', issuances, NINE + 4 * HOUR);
    expect(spent).toMatchObject({
      unit: 'renewals',
      limit: 3,
      used: 3,
      mayIssue: false,
      nextSlotAt: NINE + DAY + HOUR,
    });
    expect(quota('booking', issuances, NINE + DAY).mayIssue).toBe(false);
    expect(quota('booking', issuances, NINE + DAY + HOUR)).toMatchObject({ remaining: 1, used: 2 });
  });

  it('counts an issuance as a renewal when it may have been one', () => {
    const open = issued(NINE + DAY - 120_000, { outcome: 'sent', settledAt: null });
    expect(quota('booking', [issued(NINE), open], NINE + DAY)).toMatchObject({ used: 1, remaining: 2 });
  });

  it('calls an issuance a renewal when a token was issued in the last 24 hours', () => {
    expect(wouldRenew([], NINE)).toBe(false);
    expect(wouldRenew([issued(NINE, { outcome: 'refused' })], NINE + 1)).toBe(false);
    expect(wouldRenew([issued(NINE)], NINE + DAY - 1)).toBe(true);
    expect(wouldRenew([issued(NINE)], NINE + DAY)).toBe(false);
  });
});

describe('the server’s report', () => {
  const first = issued(NINE);
  const said = (remaining: number | null, resetAt: number | null = NINE + 6 * HOUR, limit: number | null = 5) => ({
    server: { quota: { limit, remaining, resetAt, receivedAt: NINE }, issuanceId: first.id },
  });

  it('takes precedence over the ledger', () => {
    expect(quota('openApi', [first], NINE + HOUR, said(1))).toMatchObject({
      used: 4,
      remaining: 1,
      nextSlotAt: NINE + 6 * HOUR,
      basis: 'server',
    });
    const many = [first, ...[1, 2, 3, 4].map((hour) => issued(NINE - hour * HOUR))];
    expect(quota('openApi', [...many].reverse(), NINE + HOUR, said(4))).toMatchObject({ remaining: 4, mayIssue: true });
  });

  it('is reduced by later requests', () => {
    const later = issued(NINE);
    const refused = issued(NINE, { outcome: 'refused' });
    expect(quota('openApi', [first, later, refused], NINE, said(1))).toMatchObject({ remaining: 0, mayIssue: false });
  });

  it('expires with its window', () => {
    expect(quota('openApi', [first], NINE + 6 * HOUR, said(0))).toMatchObject({ remaining: 4, basis: 'rolling' });
    expect(quota('openApi', [], NINE + DAY, said(0, null))).toMatchObject({ remaining: 5 });
    const midnight = { ...said(0, null), reset: 'utcMidnight' as const };
    expect(quota('openApi', [], MIDNIGHT + DAY - 1, midnight)).toMatchObject({
      mayIssue: false,
      nextSlotAt: MIDNIGHT + DAY,
    });
    expect(quota('openApi', [], MIDNIGHT + DAY, midnight).mayIssue).toBe(true);
  });

  it('frees one slot at the instant that it named, which is tried once', () => {
    const all = [0, 1, 2, 3, 4].map((minute) => issued(NINE + minute * 60_000));
    const resetAt = NINE + HOUR;
    const word = { limit: 5, remaining: 0, resetAt, receivedAt: NINE + 4 * 60_000 };
    const server = { quota: word, issuanceId: all.at(-1)?.id ?? null };
    expect(quota('openApi', all, resetAt - 1, { server })).toMatchObject({ mayIssue: false, nextSlotAt: resetAt });
    expect(quota('openApi', all, resetAt, { server })).toMatchObject({ remaining: 1, mayIssue: true, basis: 'server' });
    const tried = [...all, issued(resetAt, { outcome: 'refused' })];
    expect(quota('openApi', tried, resetAt + 1, { server })).toMatchObject({ mayIssue: false, basis: 'rolling' });
  });

  it('has no effect without a count', () => {
    expect(quota('openApi', [first], NINE, said(null))).toMatchObject({ remaining: 4, basis: 'rolling' });
  });

  it('leaves the countdown to the ledger without a reset time', () => {
    expect(quota('openApi', [first], NINE, said(0, null))).toMatchObject({
      mayIssue: false,
      nextSlotAt: NINE + DAY,
      basis: 'rolling',
    });
  });
});

describe('a report that is not credible', () => {
  const report = (issuance: Issuance, remaining: number, more: Partial<ServerQuota> = {}) => ({
    quota: { limit: 5, remaining, resetAt: null, receivedAt: issuance.settledAt ?? issuance.at, ...more },
    issuanceId: issuance.id,
  });
  const counted = (issuance: Issuance, remaining: number, resetAt: number | null = null) => ({
    issuanceId: issuance.id,
    limit: 5,
    remaining,
    exhausted: false,
    resetAt,
  });
  const hourly = (count: number) => Array.from({ length: count }, (_, hour) => issued(NINE + hour * HOUR));
  const last = (issuances: Issuance[]) => issuances.at(-1) ?? expect.fail('no issuance');

  it.each([25 * HOUR, 31 * DAY, 500 * DAY])('names a reset %i ms ahead: a slot regenerates within a day', (aheadMs) => {
    const one = issued(NINE);
    const server = report(one, 0, { resetAt: NINE + aheadMs });
    const before = quota('openApi', [one], NINE + DAY - 1, { server });
    expect(before).toMatchObject({ mayIssue: false, nextSlotAt: NINE + DAY, basis: 'server' });
    expect(before.doubt).toMatch(/names .* until the next slot.*24 hours/);
    expect(quota('openApi', [one], NINE + DAY, { server })).toMatchObject({ mayIssue: true });
  });

  it('does not fall although tokens were issued: the ledger counts', () => {
    const five = hourly(5);
    const server = report(last(five), 4);
    const countReports = five.map((it) => counted(it, 4));
    const found = quota('openApi', five, NINE + 5 * HOUR, { server, countReports });
    expect(found).toMatchObject({ remaining: 0, used: 5, mayIssue: false, nextSlotAt: NINE + DAY, basis: 'rolling' });
    expect(found.doubt).toMatch(/4 left.*did not fall.*ledger/);
  });

  it('does not fall because a slot regenerated meanwhile: it is believed', () => {
    const old = issued(NINE - 23 * HOUR);
    const [first, second] = [issued(NINE), issued(NINE + 2 * HOUR)];
    const all = [old, issued(NINE - 1), first, second];
    const countReports = [counted(first, 3), counted(second, 3)];
    const server = report(second, 3);
    expect(quota('openApi', all, NINE + 3 * HOUR, { server, countReports })).toMatchObject({ remaining: 3 });
    // By midnight in UTC, or at the reset that the earlier report named.
    const late = [issued(NINE), issued(MIDNIGHT + DAY + 1)];
    const lateReports = late.map((it) => counted(it, 4));
    const atMidnight = { server: report(last(late), 4), countReports: lateReports };
    expect(quota('openApi', late, MIDNIGHT + DAY + 2, atMidnight)).toMatchObject({ remaining: 4 });
    const two = hourly(2);
    const named = [counted(last(two.slice(0, 1)), 4, NINE + 30 * 60_000), counted(last(two), 4)];
    const found = quota('openApi', two, NINE + 2 * HOUR, { server: report(last(two), 4), countReports: named });
    expect(found).toMatchObject({ remaining: 4 });
    expect(found.doubt).toBeUndefined();
  });

  it('is older than the newest issuance: it does not beat the ledger', () => {
    const six = hourly(6);
    const fifth = six[4] ?? expect.fail();
    const server = report(fifth, 4);
    expect(quota('openApi', six, NINE + 6 * HOUR, { server })).toMatchObject({ remaining: 0, mayIssue: false });
    // A refused request issued nothing, so it makes no report older.
    const refused = [...hourly(2), issued(NINE + 2 * HOUR, { outcome: 'refused' })];
    const stricter = report(refused[1] ?? expect.fail(), 1);
    expect(quota('openApi', refused, NINE + 3 * HOUR, { server: stricter })).toMatchObject({ remaining: 1 });
  });

  it('may still be stricter than the ledger', () => {
    const two = hourly(2);
    const server = report(last(two), 0);
    const countReports = two.map((it) => counted(it, 0));
    expect(quota('openApi', two, NINE + 2 * HOUR, { server, countReports })).toMatchObject({ mayIssue: false });
  });
});

describe('unconfirmed issuances', () => {
  it('leave no slot, but a person may still ask', () => {
    const lost = [0, 1, 2].map((hour) => issued(NINE + hour * HOUR, { outcome: 'lost' }));
    const all = [issued(NINE), ...lost, issued(NINE + 3 * HOUR)];
    expect(quota('openApi', all, NINE + 4 * HOUR)).toMatchObject({ remaining: 0, mayIssue: false, unconfirmed: 3 });
    const confirmed = [0, 1, 2, 3, 4].map((hour) => issued(NINE + hour * HOUR));
    expect(quota('openApi', confirmed, NINE + 5 * HOUR).unconfirmed).toBeUndefined();
    expect(quota('openApi', lost, NINE + 4 * HOUR).unconfirmed).toBeUndefined();
  });

  it('do not matter where the server itself counts', () => {
    const lost = issued(NINE, { outcome: 'lost' });
    const said = { limit: 5, remaining: 0, resetAt: NINE + 6 * HOUR, receivedAt: NINE };
    const found = quota('openApi', [lost], NINE + HOUR, { server: { quota: said, issuanceId: lost.id } });
    expect(found).toMatchObject({ mayIssue: false });
    expect(found.unconfirmed).toBeUndefined();
  });
});

describe('for any sequence of requests', () => {
  const gaps = fc.array(fc.oneof(fc.nat(2 * HOUR), fc.nat(DAY), fc.nat(1_000)), { minLength: 5, maxLength: 60 });
  const outcome = fc.constantFrom('confirmed', 'confirmed', 'lost', 'refused', 'sent');
  const runs = fc.record({
    gaps,
    outcomes: fc.array(outcome, { minLength: 60, maxLength: 60 }),
    delay: fc.nat(110_000),
  });

  /** Issues whenever the quota allows. Returns the instants at which the server may have issued. */
  function play(api: Api, reset: QuotaReset, run: { gaps: number[]; outcomes: Issuance['outcome'][]; delay: number }) {
    const issuances: Issuance[] = [];
    const at: number[] = [];
    let now = NINE;
    run.gaps.forEach((gap, index) => {
      now += gap;
      const state = quota(api, issuances, now, { reset });
      expect(state.mayIssue).toBe((state.remaining ?? 0) > 0);
      if (state.nextSlotAt !== null) expect(state.nextSlotAt).toBeGreaterThan(now);
      if (!state.mayIssue) {
        // The slot regenerates at the stated instant, and not earlier.
        const slot = state.nextSlotAt ?? expect.fail('no next slot');
        expect(quota(api, issuances, slot, { reset }).mayIssue).toBe(true);
        expect(quota(api, issuances, slot - 1, { reset }).mayIssue).toBe(false);
        return;
      }
      const ended = run.outcomes[index] ?? 'confirmed';
      const settledAt = ended === 'sent' ? null : now + run.delay;
      issuances.push(issued(now, { outcome: ended, settledAt, renewal: wouldRenew(issuances, now) }));
      if (ended !== 'refused') at.push(now + run.delay);
      now += run.delay;
    });
    return at;
  }

  it('the Open API issues at most five in any 24 hours', () => {
    fc.assert(
      fc.property(runs, (run) => {
        const at = play('openApi', 'rolling', run);
        for (const end of at) expect(at.filter((it) => it > end - DAY && it <= end).length).toBeLessThanOrEqual(5);
      }),
    );
  });

  it('the Booking Engine renews at most three times in any 24 hours, and issues at most four', () => {
    fc.assert(
      fc.property(runs, (run) => {
        const at = play('booking', 'rolling', run);
        const renewals = at.filter((it, index) => at.slice(0, index).some((before) => it - before < DAY));
        for (const end of at) {
          expect(renewals.filter((it) => it > end - DAY && it <= end).length).toBeLessThanOrEqual(3);
          expect(at.filter((it) => it > end - DAY && it <= end).length).toBeLessThanOrEqual(4);
        }
      }),
    );
  });

  it('at most five are issued on any day in UTC where the quota resets at midnight', () => {
    fc.assert(
      fc.property(runs, (run) => {
        const at = play('openApi', 'utcMidnight', { ...run, delay: 0, outcomes: run.outcomes.map(() => 'confirmed') });
        const days = at.map((it) => Math.floor(it / DAY));
        for (const day of days) expect(days.filter((it) => it === day).length).toBeLessThanOrEqual(5);
      }),
    );
  });
});
