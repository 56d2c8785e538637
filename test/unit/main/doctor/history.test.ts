import { describe, expect, it } from 'vitest';
import { historyOf } from '../../../../src/main/doctor/history.ts';
import type { Exchange } from '../../../../src/shared/model/traffic.ts';
import { anExchange, NOW, summaryOf } from './facts-of.ts';

const DAY = 86_400_000;
const at = (ms: number, changes: Partial<Exchange> = {}) =>
  summaryOf(anExchange({ id: `at ${ms}`, chainId: `at ${ms}`, sentAt: NOW + ms, ...changes }));
const quoteStep = (id: string, step: 'instant' | 'inquiry') => ({
  operation: step === 'instant' ? 'quoteInstant' : 'quoteRequest',
  method: 'POST',
  url: `https://booking.example.test/api/reservations/quotes/${id}/${step}`,
});

describe('what other requests tell of a failure', () => {
  it('another application was accepted, or refused alike, within a day', () => {
    const of = (...others: ReturnType<typeof at>[]) => {
      const { acceptedElsewhere, refusedElsewhere } = historyOf(anExchange(), others, null);
      return [acceptedElsewhere?.exchangeId ?? null, refusedElsewhere?.exchangeId ?? null];
    };
    const other = { credentialId: 'other' };
    expect(of(at(-1_000, { ...other, status: 200 }))).toEqual(['at -1000', null]);
    expect(of(at(2_000, other))).toEqual([null, 'at 2000']);
    expect(of(at(2_000, { ...other, status: 401 }))).toEqual([null, null]);
    expect(of(at(-DAY - 1, { ...other, status: 200 }))).toEqual([null, null]);
    expect(of(at(1_000, { ...other, api: 'openApi', status: 200 }))).toEqual([null, null]);
    expect(of(at(1_000, { credentialId: null, status: 200 }), at(1_000, { status: 200 }))).toEqual([null, null]);
  });

  it('another application counts by its newest answer, and not by one from before this one worked', () => {
    const of = (...others: ReturnType<typeof at>[]) => {
      const { acceptedElsewhere, refusedElsewhere } = historyOf(anExchange(), others, null);
      return [acceptedElsewhere?.exchangeId ?? null, refusedElsewhere?.exchangeId ?? null];
    };
    const other = { credentialId: 'other' };
    const works = { ...other, status: 200 };
    expect(of(at(-1_000, works), at(2_000, other))).toEqual([null, 'at 2000']);
    expect(of(at(-1_000, other), at(2_000, works))).toEqual(['at 2000', null]);
    expect(of(at(-9_000, works), at(-5_000, { status: 200 }))).toEqual([null, null]);
    expect(of(at(-9_000, works), at(-5_000, { status: 200, operation: 'quoteGet' }))).toEqual(['at -9000', null]);
    // A rate-limited request says nothing of permissions.
    expect(of(at(-1_000, works), at(2_000, { ...other, status: 429 }))).toEqual(['at -1000', null]);
  });

  it('whether the reservation before was of the same quote', () => {
    const of = (...others: ReturnType<typeof at>[]) => {
      const step = anExchange({ ...quoteStep('q-1', 'inquiry'), status: 409 });
      const { reservationBefore, reservationOfQuote } = historyOf(step, others, null);
      return [reservationBefore?.exchangeId ?? null, reservationOfQuote];
    };
    const booked = (ms: number, id: string) => at(ms, { ...quoteStep(id, 'instant'), status: 201 });
    // That of the same quote counts, although another one is nearer.
    expect(of(booked(-9_000, 'q-1'), booked(-1_000, 'q-2'))).toEqual(['at -9000', 'same']);
    expect(of(booked(-1_000, 'q-2'))).toEqual(['at -1000', 'other']);
    expect(of(booked(1_000, 'q-1'))).toEqual([null, null]);
    expect(of()).toEqual([null, null]);
  });
});
