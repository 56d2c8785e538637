import { describe, expect, it } from 'vitest';
import { refusalSummary } from '../../../../src/renderer/features/doctor/refusal-summary.ts';
import type { Refusal } from '../../../../src/shared/model/refusal.ts';

const refusal: Refusal = {
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

describe('the copied summary of a refusal', () => {
  it('has method, address, application, time in UTC, request id and versions', () => {
    const info = { version: '0.1.0', runtime: 'Electron 43', platform: 'linux' };
    expect(refusalSummary(refusal, 'Website', info).split('\n').slice(0, 10)).toEqual([
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

  it('says what it does not know, and what would tell causes apart', () => {
    const text = refusalSummary(refusal, null, null);
    expect(text).toContain('Application: none (Open API)');
    expect(text).toContain('Latchkey: version not known');
    expect(text).toContain('What would tell the first two apart: Read the option.');
  });
});
