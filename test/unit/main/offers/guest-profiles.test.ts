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
      list: async () => ({ total: 1, all: 1, rows: [{ ...guest, quoteIds: ['quote', 'over', 'later', 'next'] }] }),
    },
    staysOf: async (_connection: string, quoteIds: readonly string[]) =>
      quoteIds.flatMap((quoteId) => {
        const [checkIn, checkOut] = stays[quoteId] ?? [];
        return checkIn ? [{ listingTitle: quoteId, checkIn, checkOut }] : [];
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
