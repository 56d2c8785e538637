/** Failures and diagnoses for tests of cases. */
import type { Failure } from '../../../../src/main/doctor/failure.ts';
import type { CauseId, Diagnosis } from '../../../../src/shared/model/diagnosis.ts';

export const failureFixture = (changes: Partial<Failure> = {}): Failure => ({
  origin: 'journal',
  exchangeId: 'ex-1',
  api: 'booking',
  operation: 'quoteCreate',
  method: 'POST',
  url: 'https://booking.example.test/api/reservations/quotes',
  requestHeaders: [
    ['Authorization', 'Bearer [redacted]'],
    ['Content-Type', 'application/json'],
  ],
  requestHeadersKnown: true,
  requestBody: { contentType: 'application/json', text: '{"listingId":"L1"}', fields: null },
  status: 403,
  responseHeaders: [
    ['content-type', 'application/json'],
    ['x-request-id', 'req-77'],
  ],
  responseHeadersKnown: true,
  responseBody: '{"error":{"code":"FORBIDDEN","message":"You don\'t have permission to access"}}',
  networkError: null,
  sentAt: Date.UTC(2026, 10, 21, 9, 0, 0),
  authorization: { kind: 'bearer', scheme: 'Bearer' },
  tokenClaims: null,
  ...changes,
});

export const diagnosisFixture = (
  cause: CauseId = 'noPermission',
  evidence: readonly string[] = ['The same token was accepted for Search 1 min 4 s before.'],
): Diagnosis => ({
  outcome: 'verdict',
  verdicts: [
    {
      cause,
      title: 'The account lacks permission',
      confidence: 0.87,
      evidence: evidence.map((text) => ({ text, weight: 'for', exchangeId: null })),
      confirm: { text: 'Ask the owner of the account.', cost: 'customer' },
      remedy: 'Ask the account’s owner for the permission.',
      source: 'service.md §8.3',
    },
  ],
  tellApart: null,
  ask: null,
});
