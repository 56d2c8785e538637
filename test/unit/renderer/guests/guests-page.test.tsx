import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { GuestsPage } from '../../../../src/renderer/features/guests/guests-page.tsx';
import type { GuestProfile, GuestRecord } from '../../../../src/shared/model/guest.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { quotesAnswers } from '../quotes/quotes-answers.ts';

const record = (id: string, firstName: string): GuestRecord => ({
  ...{ id, connectionId: 'sandbox', firstName, lastName: 'Marsh', email: `${firstName}@guest.example` },
  ...{ phone: '+49 171 2345678', quoteIds: ['q-1', 'q-2'], lastAt: 1 },
});
const [ada, bo] = [record('g-1', 'Ada'), record('g-2', 'Bo')];

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
        list: () => ({ total: 2, all: 2, rows: [ada, bo] }),
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

it('lists the guests, each with a link to a page of their own', async () => {
  show({});
  const link = await screen.findByRole('link', { name: 'Ada Marsh' });
  expect(link.getAttribute('href')).toContain('id=g-1');
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
