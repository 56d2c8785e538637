// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { AvailabilityPage } from '../../../../src/renderer/features/availability/availability-page.tsx';
import { forgetKeptState } from '../../../../src/renderer/ui/use-kept-state.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import type { SearchInput, SearchItem } from '../../../../src/shared/model/availability.ts';
import type { Answers } from '../../../support/fake-main.ts';
import { applicationFixture, connectionsFixture, sandboxFixture, tokensFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

afterEach(() => {
  cleanup();
  forgetKeptState();
});

const place = (index: number): SearchItem => ({
  listingId: `l-${index}`,
  title: `Place ${index}`,
  place: 'Lisbon',
  picture: null,
  accommodates: 4,
  bedrooms: 2,
  perNight: { amount: 100, currency: 'EUR' },
  total: { amount: 515, currency: 'EUR' },
  nights: 5,
  basis: 'nightlyRates',
  facts: [{ path: 'type', title: 'Type', kind: 'text', value: 'Loft' }],
  raw: { _id: `l-${index}` },
});

const search = (input: SearchInput) => {
  const from = Number(input.cursor ?? 0);
  return {
    items: [place(from), place(from + 1)],
    total: 4,
    nextCursor: from === 0 ? '2' : null,
    variant: 'listings',
    exchangeId: 'ex-1',
    notes: ['A remark.'],
  };
};
const apps = [applicationFixture({ id: 'a1', label: 'Website' }), applicationFixture({ id: 'a2', label: 'Desk' })];
const answers = (more: Answers['availability'] = {}): Answers => ({
  connections: {
    list: () => connectionsFixture([sandboxFixture({ applications: apps, activeApplicationId: 'a1' })]),
  },
  tokens: { status: () => tokensFixture('sandbox') },
  availability: { search, ...more },
});
const params = { checkIn: '2030-12-04', checkOut: '2030-12-09', guests: '2' };
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('Availability', () => {
  it('searches by Enter, shows prices with their basis, and reads on by the cursor', async () => {
    const user = userEvent.setup();
    const { main } = renderWithMain(<AvailabilityPage />, { answers: answers(), page: 'availability', search: params });
    await user.type(await screen.findByLabelText('Location'), 'Lisbon{Enter}');
    const first = await screen.findByRole('listitem', { name: 'Place 0' });
    expect(first.textContent).toContain('€515.00');
    expect(first.textContent).toContain('sum of 5 nightly rates');
    expect(screen.getByRole('heading', { name: '4 places' })).toBeTruthy();
    expect(screen.getByText('A remark.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    await screen.findByRole('listitem', { name: 'Place 3' });
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    const asked = {
      connectionId: 'sandbox',
      applicationId: 'a1',
      checkIn: '2030-12-04',
      checkOut: '2030-12-09',
      guests: 2,
      location: 'Lisbon',
    };
    expect(main.inputsOf('availability', 'search')).toEqual([asked, { ...asked, cursor: '2' }]);
  });

  it('leads to a quote with everything filled in', async () => {
    const { visits } = renderWithMain(<AvailabilityPage />, {
      answers: answers(),
      page: 'availability',
      search: params,
    });
    await screen.findByLabelText('Location');
    await press('Search');
    await screen.findByRole('listitem', { name: 'Place 1' });
    await press('Quote Place 1');
    expect(visits.at(-1)).toEqual({ page: 'quotes', search: { listingId: 'l-1', applicationId: 'a1', ...params } });
  });

  it('opens facts and raw JSON of a result', async () => {
    renderWithMain(<AvailabilityPage />, { answers: answers(), page: 'availability' });
    await screen.findByLabelText('Location');
    await press('Search');
    const card = await screen.findByRole('listitem', { name: 'Place 0' });
    await userEvent.click(within(card).getByRole('button', { name: 'Facts and JSON' }));
    expect(await within(card).findByText('Loft')).toBeTruthy();
    expect(within(card).getByRole('tree')).toBeTruthy();
  });

  it('sends nothing while a field has to be corrected, and says which', async () => {
    const { main } = renderWithMain(<AvailabilityPage />, {
      answers: answers(),
      page: 'availability',
      search: { checkIn: '2030-12-09', checkOut: '2030-12-04' },
    });
    await screen.findByLabelText('Location');
    await press('Search');
    expect(await screen.findByText('Check-out must be at least one day after check-in.')).toBeTruthy();
    expect(main.inputsOf('availability', 'search')).toEqual([]);
  });

  it('keeps the form and says what the server said when a search fails', async () => {
    const server = {
      status: 403,
      serverCode: 'FORBIDDEN',
      serverMessage: 'No.',
      requestId: 'req-8',
      exchangeId: 'ex-8',
    };
    renderWithMain(<AvailabilityPage />, {
      answers: answers({
        search: () => {
          throw new AppError('forbidden', { server });
        },
      }),
      page: 'availability',
    });
    await userEvent.type(await screen.findByLabelText('Location'), 'Oslo{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('req-8');
    expect((screen.getByLabelText('Location') as HTMLInputElement).value).toBe('Oslo');
  });

  it('has everything as it was when someone comes back', async () => {
    const first = renderWithMain(<AvailabilityPage />, { answers: answers(), page: 'availability' });
    await userEvent.type(await screen.findByLabelText('Location'), 'Oslo');
    await press('Adults and children');
    await userEvent.type(screen.getByLabelText('Adults'), '3');
    first.unmount();
    renderWithMain(<AvailabilityPage />, { answers: answers(), page: 'availability' });
    await waitFor(() => expect((screen.getByLabelText('Location') as HTMLInputElement).value).toBe('Oslo'));
    expect((screen.getByLabelText('Adults') as HTMLInputElement).value).toBe('3');
  });

  it('says when nothing is free, and when there is no application', async () => {
    renderWithMain(<AvailabilityPage />, {
      answers: answers({ search: (input) => ({ ...search(input), items: [], total: 0, nextCursor: null, notes: [] }) }),
      page: 'availability',
    });
    await screen.findByLabelText('Location');
    await press('Search');
    await screen.findByRole('heading', { name: 'Nothing is free for this' });
    cleanup();
    renderWithMain(<AvailabilityPage />, {
      answers: { connections: { list: () => connectionsFixture([sandboxFixture({ applications: [] })]) } },
    });
    await screen.findByRole('heading', { name: 'This connection has no Booking Engine application' });
  });
});
