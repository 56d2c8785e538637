/** The rows of the page Guests: how many stays, and which comes next. */
import { expect, it } from 'vitest';
import { GuestProfiles, type GuestProfilesDeps } from '../../../../src/main/offers/guest-profiles.ts';

it('counts the booked stays of a guest, and has the one that goes on or comes next', async () => {
  const stays: Record<string, [string, string]> = {
    over: ['2030-01-01', '2030-01-04'],
    later: ['2030-03-01', '2030-03-02'],
    next: ['2030-02-09', '2030-02-11'],
  };
  const guest = { id: 'g', connectionId: 'c', firstName: 'Ada', lastName: '', email: '', phone: '', lastAt: 1 };
  let today = '2030-02-10';
  const profiles = new GuestProfiles({
    guests: {
      search: async () => ({ all: 1, found: [{ ...guest, quoteIds: ['quote', 'over', 'later', 'next'] }] }),
    },
    staysOf: async (_connection: string, quoteIds: readonly string[]) =>
      quoteIds.flatMap((quoteId) => {
        const [checkIn, checkOut] = stays[quoteId] ?? [];
        return checkIn ? [{ id: quoteId, listingTitle: quoteId, checkIn, checkOut }] : [];
      }),
    today: () => today,
  } as unknown as GuestProfilesDeps);
  const row = async () => (await profiles.list({ connectionId: 'c', search: '', offset: 0, limit: 1 })).rows[0];
  expect(await row()).toMatchObject({ stays: 3, nextStay: { listingTitle: 'next', checkIn: '2030-02-09' } });
  today = '2030-02-12';
  expect((await row())?.nextStay?.listingTitle).toBe('later');
  today = '2030-03-03';
  expect((await row())?.nextStay).toBeNull();
});

it('sorts by each column in both directions; guests without a next stay come last', async () => {
  const guests = [
    { id: 'newest', firstName: 'Zoë', quoteIds: ['later', 'over'] },
    { id: 'middle', firstName: 'émile', quoteIds: ['open'] },
    { id: 'oldest', firstName: 'Eva', quoteIds: ['next', 'open', 'gone'] },
  ].map((guest, at) => ({ connectionId: 'c', lastName: '', email: '', phone: '', lastAt: 9 - at, ...guest }));
  const days: Record<string, string> = { over: '2030-01-04', next: '2030-02-11', later: '2030-03-02' };
  const profiles = new GuestProfiles({
    guests: { search: async () => ({ all: 5, found: guests }) },
    staysOf: async (_connection: string, quoteIds: readonly string[]) =>
      quoteIds.flatMap((id) => (days[id] ? [{ id, listingTitle: id, checkIn: days[id], checkOut: days[id] }] : [])),
    today: () => '2030-02-10',
  } as unknown as GuestProfilesDeps);
  const orders = [];
  for (const by of ['name', 'nextStay', 'stays', 'quotes', 'lastAt'] as const)
    for (const descending of [false, true]) {
      const sort = { by, descending };
      const { rows, total, all } = await profiles.list({ connectionId: 'c', search: '', sort, offset: 0, limit: 9 });
      expect([total, all]).toEqual([3, 5]);
      orders.push(`${by}: ${rows.map(({ id }) => id).join(' ')}`);
    }
  expect(orders).toEqual([
    'name: middle oldest newest',
    'name: newest oldest middle',
    'nextStay: oldest newest middle',
    'nextStay: newest oldest middle',
    'stays: middle oldest newest',
    'stays: newest oldest middle',
    'quotes: middle newest oldest',
    'quotes: oldest newest middle',
    'lastAt: oldest middle newest',
    'lastAt: newest middle oldest',
  ]);
  const sort = { by: 'stays', descending: true } as const;
  const second = await profiles.list({ connectionId: 'c', search: '', sort, offset: 1, limit: 1 });
  expect(second.rows).toMatchObject([{ id: 'oldest', stays: 1 }]);
});
