/** A body tells its status where the text shows none; a body that could be of any tells none. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { impliedStatus } from '../../../../../src/main/doctor/facts/implied-status.ts';

describe('impliedStatus', () => {
  it.each<[body: unknown, status: number | null]>([
    [{ error: 'invalid_client', error_description: 'x' }, 401],
    [{ error: 'invalid_scope' }, 400],
    [{ error: { code: 'TOO_MANY_REQUESTS', message: 'x' } }, 429],
    [{ error_code: 'COUPON_EXPIRED', message: 'x' }, 400],
    [{ statusCode: 404, message: 'x' }, 404],
    [{ message: 'Cannot GET /listings' }, 404],
    [{ message: 'Forbidden' }, 403],
    [{ message: "You don't have permission to access, please contact support" }, 403],
    [{ access_token: 'x' }, 200],
    [{ results: [] }, 200],
    [{ message: 'Something happened' }, null],
    [{ code: 17 }, null],
    [[], null],
    ['Forbidden', null],
  ])('of %j is %s', (body, status) => expect(impliedStatus(body)).toBe(status));

  it('of any JSON is a status or none', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const status = impliedStatus(json);
        expect(status === null || (status >= 200 && status <= 599)).toBe(true);
      }),
    );
  });
});
