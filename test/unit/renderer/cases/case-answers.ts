/** Cases as main answers them. */
import type { Case, CaseSummary } from '../../../../src/shared/model/case.ts';
import { NOW } from '../../../support/fixtures.ts';
import { diagnosisFixture, failureFixture } from '../../main/cases/case-fixtures.ts';

export const summary = (changes: Partial<CaseSummary> = {}): CaseSummary => ({
  id: 'case-1',
  number: 7,
  title: 'Create quote: 403',
  cause: 'noPermission',
  causeTitle: 'The account lacks permission',
  state: 'open',
  origin: 'journal',
  connectionId: 'conn-1',
  credentialId: 'cred-1',
  host: 'booking.example.test',
  status: 403,
  requestId: 'req-77',
  createdAt: NOW,
  lastAt: NOW,
  times: 2,
  hasNotes: false,
  customer: '',
  ticket: '',
  tags: [],
  ...changes,
});

export const aCase = (changes: Partial<Case> = {}): Case => {
  const { requestHeaders, responseHeaders, authorization, ...failure } = failureFixture();
  return {
    ...summary(),
    notes: '',
    failure: {
      ...failure,
      requestBody: { contentType: 'application/json', text: '{"listingId":"L1"}', fields: null },
      tokenClaims: null,
      requestHeaders: [...requestHeaders],
      responseHeaders: [...responseHeaders],
      authorization: { ...authorization },
    },
    diagnosis: diagnosisFixture(),
    seenBefore: [summary({ id: 'case-0', title: 'Search: 403', state: 'solved', hasNotes: true })],
    ...changes,
  };
};
