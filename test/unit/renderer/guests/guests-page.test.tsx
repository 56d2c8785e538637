import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { GuestsPage } from '../../../../src/renderer/features/guests/guests-page.tsx';
import type { GuestProfile, GuestRecord } from '../../../../src/shared/model/guest.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { quotesAnswers } from '../quotes/quotes-answers.ts';

const record = (id: string, firstName: string): GuestRecord => ({
  ...{ id, connectionId: 'sandbox', firstName, lastName: 'Marsh', email: `${firstName}@guest.example` },
  ...{ phone: '+491712345678', quoteIds: ['q-1', 'q-2'], lastAt: 1 },
});
const [ada, bo] = [record('g-1', 'Ada'), record('g-2', 'Bo')];
const nextStay = { listingTitle: 'Harbour loft', checkIn: '2030-12-04', checkOut: '2030-12-06' };
const ROWS = Array.from({ length: 100 }, (_, at) =>
  at === 0
    ? { ...ada, stays: 1, nextStay }
    : { ...(at === 1 ? bo : record(`g-${at + 1}`, `Guest ${at}`)), stays: 0, nextStay: null },
);
let count = 2;

const quote: GuestProfile['quotes'][number] = {
  ...{
    id: 'q-1',
    listingId: 'l-1',
    listingTitle: 'Harbour loft',
    checkIn: '2030-12-04',
    checkOut: '2030-12-06',
    nights: 2,
  },
  ...{ guests: 2, total: { amount: 245, currency: 'EUR' }, plans: 1, createdAt: 1, expiresAt: 2, isReplaced: false },
  ...{ outcome: 'booked', reservation: { status: 'confirmed', confirmationCode: 'LK-7', at: 1 }, state: 'booked' },
  ...{ note: 'Allergic to feathers', followUpOn: null },
};

const show = (search: { id?: string }) =>
  renderWithMain(<GuestsPage />, {
    page: 'guests',
    search,
    audience: 'managers',
    answers: {
      ...quotesAnswers([]),
      guests: {
        list: ({ offset, limit }) => ({
          total: count,
          all: count,
          rows: ROWS.slice(offset, Math.min(count, offset + limit)),
        }),
        suggest: () => [bo],
        profile: () => ({
          guest: ada,
          quotes: [quote, { ...quote, id: 'q-2', listingTitle: 'Hill house', state: 'open', note: '' }],
          more: 0,
          offers: [
            { id: 'o-1', at: 1, by: 'pdf', guestName: 'Ada', kind: 'confirmation', language: 'es', quoteId: 'q-1' },
          ],
        }),
        merge: () => ada,
      },
    },
  });

it('lists the guests with contact, next stay and counts; a row opens the page of its guest', async () => {
  const { visits, unmount } = show({});
  const table = await screen.findByRole('table', { name: 'Guests' });
  const heads = within(table).getAllByRole('columnheader');
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    'Name',
    'Contact',
    'Next stay',
    'Stays',
    'Quotes',
    'Last used',
  ]);
  const [, first, second] = within(table).getAllByRole('row');
  await waitFor(() =>
    expect(first?.textContent).toMatch(/Ada Marsh\+49 171 234 5678Ada@guest\.example.*Harbour loft12/),
  );
  expect(second?.textContent).toMatch(/Bo Marsh.*none02/);
  await userEvent.click(within(table).getByRole('button', { name: 'Ada Marsh' }));
  expect(visits.at(-1)).toEqual({ page: 'guests', search: { id: 'g-1' } });
  unmount();
  count = 0;
  const none = show({});
  await screen.findByText('No guests yet');
  expect(screen.queryByRole('table')).toBeNull();
  none.unmount();
  count = 50_000;
  show({});
  await screen.findByText('50,000 guests');
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('50001');
  expect(screen.getAllByRole('row').length).toBeLessThan(50);
  count = 2;
});

it('sorts by the head that a person presses, then the other way round, and remembers the order', async () => {
  const { main, unmount } = show({});
  const headOf = (name: string) => screen.getByRole('columnheader', { name });
  const press = (name: string) => userEvent.click(within(headOf(name)).getByRole('button'));
  const asked = () => main.inputsOf('guests', 'list').at(-1);
  await screen.findByRole('table', { name: 'Guests' });
  expect(headOf('Last used').getAttribute('aria-sort')).toBe('descending');
  await press('Stays');
  await waitFor(() => expect(asked()).toMatchObject({ sort: { by: 'stays', descending: true }, offset: 0 }));
  await press('Name');
  expect(asked()).toMatchObject({ sort: { by: 'name', descending: false } });
  expect(headOf('Name').getAttribute('aria-sort')).toBe('ascending');
  await userEvent.keyboard('{Enter}');
  expect(asked()).toMatchObject({ sort: { by: 'name', descending: true } });
  expect(headOf('Last used').getAttribute('aria-sort')).toBe('none');
  unmount();
  show({});
  await screen.findByRole('table', { name: 'Guests' });
  expect(headOf('Name').getAttribute('aria-sort')).toBe('descending');
});

it('shows stays, quotes, notes and offers of a guest, and merges another record after a question', async () => {
  const { main } = show({ id: 'g-1' });
  await screen.findByRole('heading', { name: 'Ada Marsh' });
  expect(screen.getByRole('region', { name: 'Stays' }).textContent).toMatch(/Harbour loft.*LK-7.*Allergic to feathers/);
  expect(screen.getByRole('region', { name: 'Quotes' }).textContent).toContain('Hill house');
  expect(screen.getByRole('region', { name: 'Offers and confirmations' }).textContent).toContain('Confirmation');
  await userEvent.type(screen.getByRole('combobox', { name: 'Merge with' }), 'Bo');
  await userEvent.click(await screen.findByRole('option', { name: /Bo Marsh/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Merge' }));
  await waitFor(() =>
    expect(main.inputsOf('guests', 'merge')).toEqual([{ connectionId: 'sandbox', intoId: 'g-1', fromId: 'g-2' }]),
  );
});
