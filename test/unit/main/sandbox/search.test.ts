import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber, nightsBetween, plainDateOf } from '../../../../src/shared/model/primitives.ts';
import { type Body, makeRig, type Rig } from './rig.ts';

const results = (body: Body) => body.results as Body[];

async function calendar(rig: Rig, token: string, id: unknown, from: string, to: string): Promise<Body[]> {
  await rig.machine.advance(250);
  return (await rig.send('GET', `/booking/listings/${id}/calendar?from=${from}&to=${to}`, { token }))
    .body as unknown as Body[];
}

describe('availability search', () => {
  it('returns no listing that is blocked, too small, or has a longer minimum stay', async () => {
    const rig = await makeRig();
    rig.sandbox.apply({ kind: 'resetQuota', api: 'booking' });
    const token = await rig.mint('booking');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 1, max: 6 }),
        fc.boolean(),
        async (ahead, nights, guests, spec) => {
          const checkIn = plainDateOf(dayNumber('2026-11-22') + ahead);
          const checkOut = plainDateOf(dayNumber(checkIn) + nights);
          await rig.machine.advance(1_000);
          const path = spec ? `/booking/v1/search?guests=${guests}` : `/booking/listings?minOccupancy=${guests}`;
          const { body } = await rig.send('GET', `${path}&checkIn=${checkIn}&checkOut=${checkOut}&limit=3`, { token });
          for (const place of results(body)) {
            expect(place.accommodates).toBeGreaterThanOrEqual(guests);
            expect(Object.keys(place.nightlyRates as Body)).toHaveLength(nights);
            const days = await calendar(rig, token, place._id, checkIn, checkOut);
            expect(days).toHaveLength(nights + 1);
            expect(days.slice(0, nights).every(({ status }) => status === 'available')).toBe(true);
            expect(days[0]?.cta).toBe(false);
            expect(days[nights]?.ctd).toBe(false);
            expect(days[0]?.minNights).toBeLessThanOrEqual(nights);
            expect(days.slice(0, nights).map(({ price }) => price)).toEqual(Object.values(place.nightlyRates as Body));
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('finds every free listing: each missing one has a reason', async () => {
    const rig = await makeRig();
    const token = await rig.mint('booking');
    const [checkIn, checkOut] = ['2027-02-09', '2027-02-12'];
    const found = await rig.send(
      'GET',
      `/booking/v1/search?checkIn=${checkIn}&checkOut=${checkOut}&location=Lisbon&limit=100`,
      { token },
    );
    const all = await rig.send('GET', '/booking/v1/search?location=Lisbon&limit=100', { token });
    const free = new Set(results(found.body).map(({ _id }) => _id));
    for (const { _id } of results(all.body)) {
      const days = await calendar(rig, token, _id, checkIn, checkOut);
      const open =
        days.slice(0, -1).every(({ status }) => status === 'available') && !days[0]?.cta && !days.at(-1)?.ctd;
      expect(free.has(_id)).toBe(open && Number(days[0]?.minNights) <= nightsBetween(checkIn, checkOut));
    }
  });

  it('understands guests, adults with children, and a location in any part of the address', async () => {
    const rig = await makeRig();
    const token = await rig.mint('booking');
    const search = async (query: string) => {
      await rig.machine.advance(300);
      return (await rig.send('GET', `/booking/v1/search?limit=100&${query}`, { token })).body;
    };
    expect(await search('adults=3&children=2')).toEqual(await search('guests=5'));
    for (const place of results(await search('location=PORTUGAL')))
      expect(place).toMatchObject({ address: { country: 'Portugal' } });
    expect(results(await search('location=zürich')).length).toBe(results(await search('location=Zurich')).length);
    expect(results(await search('location=Graça'))).not.toHaveLength(0);
    expect(results(await search('location=Atlantis'))).toHaveLength(0);
    expect(results(await search('guests=1'))[0]).not.toHaveProperty('nightlyRates');
  });

  it('filters /listings as documented', async () => {
    const rig = await makeRig();
    const token = await rig.mint('booking');
    const search = async (query: string) => {
      await rig.machine.advance(300);
      return results((await rig.send('GET', `/booking/listings?limit=100&${query}`, { token })).body);
    };
    for (const place of await search('city=Kyoto&numberOfBedrooms=2')) {
      expect(place).toMatchObject({ address: { city: 'Kyoto' }, prices: { currency: 'JPY' } });
      expect(place.bedrooms).toBeGreaterThanOrEqual(2);
    }
    for (const { prices } of await search('currency=EUR&minPrice=100&maxPrice=150')) {
      expect(prices).toMatchObject({ currency: 'EUR' });
      expect((prices as Body).basePrice).toBeGreaterThanOrEqual(100);
      expect((prices as Body).basePrice).toBeLessThanOrEqual(150);
    }
    for (const { amenities } of await search('includeAmenities=Swimming pool,Kitchen&excludeAmenities=TV')) {
      expect(amenities).toEqual(expect.arrayContaining(['Swimming pool', 'Kitchen']));
      expect(amenities).not.toContain('TV');
    }
    expect((await search('roomType=Private room')).length).toBeGreaterThan(0);
    expect((await search('country=JP')).length).toBe((await search('country=Japan')).length);
  });

  it('pages with a cursor: each listing once, as many as the total, twenty by default', async () => {
    const rig = await makeRig();
    const token = await rig.mint('booking');
    const ids: unknown[] = [];
    let [cursor, total]: [string | null, number] = ['', 0];
    while (cursor !== null) {
      await rig.machine.advance(300);
      const { body } = await rig.send(
        'GET',
        `/booking/listings?checkIn=2027-03-02&checkOut=2027-03-05${cursor ? `&cursor=${cursor}` : ''}`,
        { token },
      );
      const pagination = body.pagination as { total: number; cursor: { next: string | null } };
      if (pagination.cursor.next !== null) expect(results(body)).toHaveLength(20);
      ids.push(...results(body).map(({ _id }) => _id));
      ({ total } = pagination);
      cursor = pagination.cursor.next;
    }
    expect(ids).toHaveLength(total);
    expect(new Set(ids).size).toBe(total);
  });

  it.each([
    'checkIn=2027-02-30&checkOut=2027-03-02',
    'checkIn=2027-03-05&checkOut=2027-03-02',
    'checkIn=2027-03-05&checkOut=2027-03-05',
    'checkIn=2027-03-05',
    'checkIn=2027-03-05&checkOut=2029-03-05',
    'limit=101',
    'cursor=nonsense',
  ])('answers the 400 envelope to %s', async (query) => {
    const rig = await makeRig();
    const token = await rig.mint('booking');
    for (const path of ['/booking/v1/search', '/booking/listings']) {
      const reply = await rig.send('GET', `${path}?${query}`, { token });
      expect(reply.status).toBe(400);
      expect(reply.body).toEqual({
        error_code: 'WRONG_REQUEST_PARAMETERS',
        message: expect.any(String),
        data: { errors: [expect.any(String)], requestId: reply.headers.get('x-request-id') },
      });
    }
  });

  it('answers 404 NOT_FOUND for a variant that is switched off', async () => {
    const rig = await makeRig();
    const token = await rig.mint('booking');
    rig.sandbox.apply({ kind: 'setSearchVariants', variants: ['listings'] });
    const off = await rig.send('GET', '/booking/v1/search', { token });
    expect([off.status, off.body]).toEqual([
      404,
      {
        error: {
          code: 'NOT_FOUND',
          message: expect.any(String),
          data: { requestId: expect.any(String), moreDetails: null },
        },
      },
    ]);
    expect((await rig.send('GET', '/booking/listings', { token })).status).toBe(200);
  });

  it('answers one listing, and 404 for an unlisted one', async () => {
    const rig = await makeRig();
    const [token, open] = [await rig.mint('booking'), await rig.mint('openApi')];
    const hidden = await rig.send('GET', '/open-api/v1/listings?listed=false&limit=1', { token: open });
    const shown = await rig.send('GET', '/open-api/v1/listings?listed=true&limit=1', { token: open });
    expect((await rig.send('GET', `/booking/listings/${results(hidden.body)[0]?._id}`, { token })).status).toBe(404);
    expect((await rig.send('GET', `/booking/listings/${results(shown.body)[0]?._id}`, { token })).body._id).toBe(
      results(shown.body)[0]?._id,
    );
  });
});
