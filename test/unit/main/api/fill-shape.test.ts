import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillBody, fillUrl } from '../../../../src/main/api/api-client.ts';
import { presetOperation } from '../../../../src/main/api/presets.ts';
import { isAppError } from '../../../../src/shared/app-error.ts';
import type { OperationId, OperationShape } from '../../../../src/shared/model/operation.ts';

function shapeOf(id: OperationId, variant = 0): OperationShape {
  const found = presetOperation('guesty', id).variants[variant];
  if (!found) throw new Error('no such variant');
  return found.shape;
}
const bodyOf = (id: OperationId, values: Record<string, unknown>) =>
  JSON.parse(fillBody(shapeOf(id), values) ?? 'null');

describe('fillUrl', () => {
  it('leaves out parameters without a value', () => {
    expect(fillUrl('https://h/api', shapeOf('search'), {})).toBe('https://h/api/v1/search');
    const values = { checkIn: '2026-12-01', checkOut: '2026-12-04', guests: 2, adults: undefined, location: '' };
    expect(fillUrl('https://h/api', shapeOf('search'), values)).toBe(
      'https://h/api/v1/search?checkIn=2026-12-01&checkOut=2026-12-04&guests=2',
    );
  });

  it('maps guests and location for the other variant', () => {
    const url = fillUrl('https://h/api', shapeOf('search', 1), {
      guests: 4,
      adults: 3,
      children: 1,
      location: 'São Paulo',
    });
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({ minOccupancy: '4', city: 'São Paulo' });
  });

  it('writes lists comma-joined and objects as JSON', () => {
    const shape: OperationShape = { ...shapeOf('listListings'), query: { ids: 'ids', available: 'available' } };
    const url = new URL(
      fillUrl('https://h', shape, { ids: ['a', 'b'], available: { checkIn: '2026-12-01' } }, { limit: 100, skip: 0 }),
    );
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ids: 'a,b',
      available: '{"checkIn":"2026-12-01"}',
      limit: '100',
      skip: '0',
    });
  });

  it('stays on the path of the operation for any value', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom('..', '.', '../..', 'a/../b', '?x=1', '#f', '%2e%2e')),
        (quoteId) => {
          try {
            const { origin, pathname, search, hash } = new URL(
              fillUrl('https://h/api', shapeOf('quoteGet'), { quoteId }),
            );
            return (
              origin === 'https://h' && /^\/api\/reservations\/quotes\/[^/]+$/.test(pathname) && search + hash === ''
            );
          } catch (error) {
            return isAppError(error, 'invalidInput') || error instanceof URIError;
          }
        },
      ),
    );
  });

  it('names the missing value of a path', () => {
    expect(() => fillUrl('https://h', shapeOf('calendar'), { from: '2026-12-01' })).toThrowError(
      expect.toSatisfy(
        (error: unknown) => isAppError(error, 'invalidInput') && error.data.issues[0]?.path === 'listingId',
      ),
    );
  });
});

describe('fillBody', () => {
  const stay = { listingId: 'l1', checkIn: '2026-12-01', checkOut: '2026-12-04', guests: 3 };

  it('keeps types, joins coupons, and leaves out fields without a value', () => {
    expect(bodyOf('quoteCreate', { ...stay, adults: 2, children: 1, coupons: ['A', 'B'] })).toEqual({
      listingId: 'l1',
      checkInDateLocalized: '2026-12-01',
      checkOutDateLocalized: '2026-12-04',
      guestsCount: 3,
      numberOfGuests: { numberOfAdults: 2, numberOfChildren: 1 },
      coupons: 'A,B',
    });
    expect(Object.keys(bodyOf('quoteCreate', { ...stay, coupons: [] }))).toEqual([
      'listingId',
      'checkInDateLocalized',
      'checkOutDateLocalized',
      'guestsCount',
    ]);
  });

  it('sends coupons as a list where they are applied', () => {
    expect(bodyOf('quoteCoupons', { quoteId: 'q', coupons: ['A'] })).toEqual({ coupons: ['A'] });
    expect(bodyOf('quoteCoupons', { quoteId: 'q', coupons: [] })).toEqual({ coupons: [] });
  });

  it('fills a booking with rate plan, guest and hold hours', () => {
    const guest = { firstName: 'A', lastName: 'B', email: 'a@b.example', phone: '' };
    expect(bodyOf('quoteRequest', { quoteId: 'q', ratePlanId: 'r', guest, holdHours: -1 })).toEqual({
      ratePlanId: 'r',
      reservedUntil: -1,
      guest,
    });
    expect(bodyOf('quoteInstant', { quoteId: 'q', ratePlanId: 'r', guest, cardToken: 'pm_x' })).toEqual({
      ratePlanId: 'r',
      ccToken: 'pm_x',
      guest,
    });
  });

  it('returns no body for a shape without a body', () => {
    expect(fillBody(shapeOf('quoteGet'), {})).toBeNull();
  });
});
