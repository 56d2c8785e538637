import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { quoteBatches } from '../../../../src/renderer/actions/quote-batch/quote-batches.ts';
import { QuotesPage } from '../../../../src/renderer/features/quotes/quotes-page.tsx';
import { AppError } from '../../../../src/shared/app-error.ts';
import { reportedErrorFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { quoteFixture, quotesAnswers } from './quotes-answers.ts';

it('leads back to quotes that are not made, and marks a total that is our sum', async () => {
  const input = { connectionId: 'sandbox', applicationId: 'a1', checkIn: '2030-12-04', checkOut: '2030-12-06' };
  const wanted = ['l-1', 'l-2'].map((listingId) => ({
    title: `Place ${listingId}`,
    input: { ...input, listingId, guests: 2, coupons: [] },
  }));
  const [plan] = quoteFixture().ratePlans;
  const create = ({ listingId }: { listingId: string }) => {
    if (listingId === 'l-2') throw new AppError('refused', { server: reportedErrorFixture({ status: 400 }) });
    return quoteFixture({ listingId, ratePlans: plan ? [{ ...plan, isTotalOurs: true }] : [] });
  };
  const { visits } = renderWithMain(<QuotesPage />, { answers: quotesAnswers([], { create }), page: 'quotes' });
  await quoteBatches.start('sandbox', wanted);
  expect(await screen.findByText(/^1 of 2 quotes is not known to be made\./)).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Show them' }));
  expect(visits.at(-1)).toEqual({ page: 'quotes', search: { several: '1' } });
  const panel = await screen.findByRole('region', { name: '2 quotes' });
  expect(within(panel).getByText(/€245\.00/).textContent).toBe('€245.00 our sum');
  cleanup();
  quoteBatches.forget('sandbox');
});

it('shows a quote that a program asked for and whose answer was lost as unconfirmed', async () => {
  const stay = { checkIn: '2030-12-04', checkOut: '2030-12-06', guests: 2, coupons: [] };
  const input = { connectionId: 'sandbox', applicationId: 'a1', listingId: 'l-1', ...stay };
  await quoteBatches.restore('sandbox', async () => [{ title: 'Place l-1', input, askedBy: 'sync' }]);
  const { visits } = renderWithMain(<QuotesPage />, { answers: quotesAnswers([]), page: 'quotes' });
  await screen.findByText(/^1 quote that a program asked for is unconfirmed\./);
  await userEvent.click(screen.getByRole('link', { name: 'Show it' }));
  expect(visits.at(-1)?.search).toEqual({ several: '1' });
  await screen.findByText('0 of 1 quote made, 1 unconfirmed.');
  screen.getByText('“sync”');
  cleanup();
  quoteBatches.forget('sandbox');
});

it('opens the offer once all quotes are made, when that was wanted', async () => {
  let refusals = 1;
  const create = ({ listingId }: { listingId: string }) => {
    if (listingId === 'l-2' && refusals-- > 0)
      throw new AppError('refused', { server: reportedErrorFixture({ status: 400 }) });
    return quoteFixture({ id: `q-${listingId}`, listingId });
  };
  const { visits } = renderWithMain(<QuotesPage />, {
    answers: quotesAnswers([], { create }),
    page: 'quotes',
    search: { several: '1', offer: '1' },
  });
  const input = { connectionId: 'sandbox', applicationId: 'a1', checkIn: '2030-12-04', checkOut: '2030-12-06' };
  const wanted = ['l-1', 'l-2'].map((listingId) => ({
    title: `Place ${listingId}`,
    input: { ...input, listingId, guests: 2, coupons: [] },
  }));
  await quoteBatches.start('sandbox', wanted);
  await screen.findByText('1 of 2 quotes made, 1 not.');
  expect(visits.at(-1)?.page).not.toBe('offers/new');
  await userEvent.click(screen.getByRole('button', { name: 'Ask for the other 1' }));
  await waitFor(() => expect(visits.at(-1)).toEqual({ page: 'offers/new', search: { quotes: 'q-l-1,q-l-2' } }));
  cleanup();
  quoteBatches.forget('sandbox');
});

it('shows what came of each quote, asks for the failed ones again, and leads to those that are made', async () => {
  let refusals = 1;
  const create = ({ listingId }: { listingId: string }) => {
    const server = reportedErrorFixture({ status: 400, serverMessage: 'Minimum stay is 3 nights.' });
    if (listingId === 'l-2' && refusals-- > 0) throw new AppError('refused', { server });
    return quoteFixture({ id: `q-${listingId}`, listingId });
  };
  const { visits } = renderWithMain(<QuotesPage />, {
    answers: quotesAnswers([], { create }),
    page: 'quotes',
    search: { several: '1' },
  });
  const input = { connectionId: 'sandbox', applicationId: 'a1', checkIn: '2030-12-04', checkOut: '2030-12-06' };
  const wanted = ['l-1', 'l-2', 'l-3'].map((listingId) => ({
    title: `Place ${listingId}`,
    input: { ...input, listingId, guests: 2, coupons: [] },
  }));
  await quoteBatches.start('sandbox', wanted);
  const panel = await screen.findByRole('region', { name: '3 quotes' });
  expect(within(panel).getByText('2 of 3 quotes made, 1 not.')).toBeTruthy();
  expect(within(panel).getByText(/Minimum stay is 3 nights/)).toBeTruthy();
  await userEvent.click(within(panel).getByRole('button', { name: 'Ask for the other 1' }));
  expect(await within(panel).findByText('All 3 quotes are made.')).toBeTruthy();
  expect(document.activeElement?.textContent).not.toBe('3 quotes');
  expect(within(panel).getAllByText('€245.00')).toHaveLength(3);
  expect(within(panel).getByRole('link', { name: 'Place l-2' }).getAttribute('href')).toContain('q-l-2');
  await userEvent.click(within(panel).getByRole('button', { name: 'Make an offer' }));
  expect(visits.at(-1)).toEqual({ page: 'offers/new', search: { quotes: 'q-l-1,q-l-2,q-l-3' } });
  cleanup();
  expect(quoteBatches.of('sandbox')?.phase).toBe('ended');
  quoteBatches.forget('sandbox');
  expect(quoteBatches.of('sandbox')).toBeUndefined();
});
