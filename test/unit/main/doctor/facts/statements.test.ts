/** What an answer says is known by its concepts, in any order and spelling; what only sounds like it is not. */
import { describe, expect, it } from 'vitest';
import { sentencesOf } from '../../../../../src/main/doctor/facts/concepts.ts';
import { type Meaning, statementOf } from '../../../../../src/main/doctor/facts/statements.ts';

const says = (text: string, meaning: Meaning): boolean => statementOf(sentencesOf(text), meaning) !== null;

describe('a statement', () => {
  it.each<[Meaning, string]>([
    ['tokenExpired', 'Your session has expired'],
    ['tokenExpired', 'error=token_expired'],
    ['tokenUnknown', 'The JWT that was sent is not recognised'],
    ['tokenQuota', 'No more than 5 access tokens per day'],
    ['tokenQuota', 'TOKEN_QUOTA_EXCEEDED'],
    ['renewalLimit', 'renewed 3 times, limit reached'],
    ['stayTooShort', 'MIN_NIGHT_MISMATCH'],
    ['stayTooShort', 'two nights requested, minimum is three'],
    ['writingForbidden', 'You can’t create reservations'],
    ['badParameter', '"guests" must be a number'],
    ['noRoute', 'Cannot GET /listings'],
    ['quoteUsed', 'Inquiryisalreadyfulfilledbyareservation'],
    ['notActivated', 'Please make a direct booking first: the source is not yet active'],
  ])('has the meaning %s: %s', (meaning, text) => {
    expect(says(text, meaning)).toBe(true);
  });

  it.each<[Meaning, string]>([
    ['tokenQuota', 'The token expired 3 hours ago'],
    ['tokenExpired', 'The token is fine. The quote has expired.'],
    ['stayTooShort', 'The minimum price is 3. A stay may start on any day.'],
    ['writingForbidden', 'You do not have permission to read'],
    ['otherScope', 'invalid_scope'],
    ['noRoute', 'The listing cannot be found'],
  ])('has not the meaning %s: %s', (meaning, text) => {
    expect(says(text, meaning)).toBe(false);
  });

  it('is quoted as the sentence that says it, with its source', () => {
    expect(statementOf(sentencesOf('Sorry. The token has expired. Bye'), 'tokenExpired')).toEqual({
      ...{ words: 'The token has expired', provenance: 'service.md §8.1, spec' },
    });
  });
});
