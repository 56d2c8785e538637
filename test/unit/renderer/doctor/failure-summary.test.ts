import { describe, expect, it } from 'vitest';
import { failureSummary } from '../../../../src/renderer/features/doctor/failure-summary.ts';
import type { FailureGroup } from '../../../../src/shared/model/failure-group.ts';

const failure: FailureGroup = {
  key: 'one',
  error: null,
  count: 1,
  firstAt: Date.UTC(2026, 10, 21, 9),
  exchangeId: 'ex-1',
  connectionId: 'one',
  credentialId: 'app',
  api: 'booking',
  operation: 'quoteCreate',
  method: 'POST',
  url: 'https://booking.example.test/api/reservations/quotes',
  at: Date.UTC(2026, 10, 21, 9),
  status: 403,
  serverMessage: null,
  serverCode: 'FORBIDDEN',
  requestId: 'req-7',
  tokenGeneration: 3,
  settled: false,
  diagnosis: { outcome: 'notEnough', verdicts: [], tellApart: 'Read the option.', ask: null },
};

describe('the copied summary of a failure', () => {
  it('has method, address, application, time in UTC, request id and versions', () => {
    const info = { version: '0.1.0', runtime: 'Electron 43', platform: 'linux' };
    expect(failureSummary(failure, 'Website', info).split('\n').slice(0, 10)).toEqual([
      'Create quote was refused with 403 (Booking Engine API)',
      'Request: POST https://booking.example.test/api/reservations/quotes',
      'Application: Website',
      'When: 2026-11-21T09:00:00.000Z',
      'Request id: req-7',
      'Service code: FORBIDDEN',
      'Service message: none',
      'Worked again since: no',
      'Latchkey: 0.1.0, Electron 43, linux',
      '',
    ]);
  });

  it.each([
    [{ status: 500 }, 'Create quote failed with 500 (Booking Engine API)'],
    [{ status: null, error: 'timedOut' }, 'Create quote got no answer (timedOut) (Booking Engine API)'],
    [{ status: 200 }, 'Create quote was answered with 200, but not as it should have been (Booking Engine API)'],
  ])('says how it failed', (changes, line) => {
    expect(failureSummary({ ...failure, ...changes }, null, null).split('\n')[0]).toBe(line);
  });

  it('says how often, and since when', () => {
    const text = failureSummary({ ...failure, count: 12, firstAt: Date.UTC(2026, 10, 21, 8) }, null, null);
    expect(text).toContain('Times: 12, the first 2026-11-21T08:00:00.000Z');
  });

  it('says what it does not know, and what would tell causes apart', () => {
    const text = failureSummary(failure, null, null);
    expect(text).toContain('Application: none (Open API)');
    expect(text).toContain('Latchkey: version not known');
    expect(text).toContain('What would tell the first two apart: Read the option.');
  });
});
