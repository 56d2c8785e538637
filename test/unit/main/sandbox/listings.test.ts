import { describe, expect, it } from 'vitest';
import { type Body, makeRig, ORIGIN, type Rig } from './rig.ts';

const list = async (rig: Rig, token: string, query: string) =>
  rig.send('GET', `/open-api/v1/listings${query}`, { token });

describe('Open API listings', () => {
  it('pages with limit and skip through all of them, each once', async () => {
    const rig = await makeRig();
    const token = await rig.mint();
    const ids: unknown[] = [];
    for (let skip = 0; ; skip += 100) {
      const { body } = await list(rig, token, `?limit=100&skip=${skip}`);
      expect(body).toMatchObject({ count: 240, limit: 100, skip });
      const results = body.results as Body[];
      if (results.length === 0) break;
      ids.push(...results.map(({ _id }) => _id));
    }
    expect(new Set(ids).size).toBe(240);
  });

  it('answers whole records with absolute picture addresses', async () => {
    const rig = await makeRig();
    const token = await rig.mint();
    const [record] = (await list(rig, token, '?limit=1')).body.results as Body[];
    expect(record).toMatchObject({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      address: { full: expect.any(String), city: 'Lisbon', country: 'Portugal', lat: expect.any(Number) },
      prices: { basePrice: expect.any(Number), currency: 'EUR', cleaningFee: expect.any(Number) },
      publicDescription: { summary: expect.any(String) },
      accommodates: expect.any(Number),
      active: expect.any(Boolean),
      amenities: expect.arrayContaining(['Wireless Internet']),
    });
    const [picture] = (record?.pictures ?? []) as { original: string }[];
    expect(picture?.original).toContain(`${ORIGIN}/pictures/`);
    const drawn = await rig.send('GET', new URL(picture?.original ?? '').pathname);
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(drawn.headers.get('x-request-id')).toBeTruthy();
    expect((await rig.send('GET', '/pictures/none/0.svg')).status).toBe(404);
    expect(rig.sandbox.state().requests).toBe(2);
  });

  it('filters by text, city, flags, tags, ids and availability', async () => {
    const rig = await makeRig();
    const token = await rig.mint();
    const found = async (query: string) => (await list(rig, token, `?limit=100&${query}`)).body;
    const lisbon = await found('city=lisbon');
    expect(lisbon.count).toBe(18);
    expect((await found('q=zurich')).count).toBe(17);
    expect((await found('active=false')).count).toBeGreaterThan(0);
    for (const { active } of (await found('active=false')).results as Body[]) expect(active).toBe(false);
    const [first] = lisbon.results as Body[];
    expect((await found(`ids=${first?._id}`)).count).toBe(1);
    expect((await found(`nids=${first?._id}`)).count).toBe(239);
    expect((await found(`q=${encodeURIComponent(String(first?.nickname))}`)).count).toBe(1);
    for (const { tags } of (await found('tags=family')).results as Body[]) expect(tags).toContain('family');
    const available = encodeURIComponent(
      JSON.stringify({ checkIn: '2027-03-02', checkOut: '2027-03-06', minOccupancy: 4 }),
    );
    const free = await found(`available=${available}`);
    expect(free.count).toBeGreaterThan(0);
    for (const { accommodates } of free.results as Body[]) expect(accommodates).toBeGreaterThanOrEqual(4);
  });

  it('answers only the requested fields', async () => {
    const rig = await makeRig();
    const token = await rig.mint();
    const { body } = await list(rig, token, '?limit=1&fields=title%20address.city%20address.country%20nothing');
    expect((body.results as Body[])[0]).toEqual({
      _id: expect.any(String),
      title: expect.any(String),
      address: { city: 'Lisbon', country: 'Portugal' },
    });
  });

  it.each([
    'limit=101',
    'limit=0',
    'limit=x',
    'skip=-1',
    'active=maybe',
    'available=%7B',
    'available=%7B%22checkIn%22%3A%222027-03-02%22%7D',
  ])('answers 400 to %s', async (query) => {
    const rig = await makeRig();
    const reply = await list(rig, await rig.mint(), `?${query}`);
    expect([reply.status, reply.body]).toEqual([400, { message: expect.any(String) }]);
  });

  it('grows to 50,000 listings and pages through them quickly', async () => {
    const rig = await makeRig();
    const token = await rig.mint();
    rig.sandbox.apply({ kind: 'setListings', count: 50_000 });
    const ids = new Set<unknown>();
    for (let skip = 0; skip < 50_000; skip += 5_000) {
      const { body } = await list(rig, token, `?limit=100&skip=${skip}&fields=title%20address.city`);
      expect(body.count).toBe(50_000);
      for (const { _id } of body.results as Body[]) ids.add(_id);
    }
    expect(ids.size).toBe(1_000);
    rig.sandbox.apply({ kind: 'setListings', count: 0 });
    expect((await list(rig, token, '')).body).toMatchObject({ results: [], count: 0 });
  });

  it('answers 404 with a message for an unknown path', async () => {
    const rig = await makeRig();
    const reply = await rig.send('GET', '/open-api/v1/nothing');
    expect([reply.status, reply.body]).toEqual([404, { message: expect.any(String) }]);
    expect(reply.headers.get('x-request-id')).toBeTruthy();
  });
});
