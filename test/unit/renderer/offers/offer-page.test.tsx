import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { moved, quoteIdsIn } from '../../../../src/renderer/features/offers/offer-form.ts';
import { OfferPage } from '../../../../src/renderer/features/offers/offer-page.tsx';
import type { OfferDocument, OfferInput, OfferProblem } from '../../../../src/shared/model/offer.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { quoteFixture, quotesAnswers } from '../quotes/quotes-answers.ts';

const documentOf = ({ language, guestName, quoteIds }: OfferInput): OfferDocument => ({
  language,
  subject: 'Our offer',
  title: 'Your offer',
  greeting: `Dear ${guestName},`,
  intro: 'These places:',
  places: quoteIds.map((quoteId) => ({
    quoteId,
    title: `Place ${quoteId}`,
    about: null,
    picture: null,
    facts: [{ label: 'Arrival', text: 'Wed' }],
    lines: [],
    total: { label: 'Total', text: '€245.00' },
    validUntil: 'Until noon.',
  })),
  closing: 'Kind regards',
  sender: null,
  logo: null,
});

function show(quotes: string, problems: OfferProblem[] = []) {
  const known = ['a', 'b', 'c'].map((id) => quoteFixture({ id, listingTitle: `House ${id}` }));
  return renderWithMain(<OfferPage />, {
    page: 'offers/new',
    search: quotes === '' ? {} : { quotes },
    audience: 'managers',
    answers: {
      ...quotesAnswers(known),
      offers: {
        preview: (input) => ({ document: documentOf(input), problems }),
        copyMail: () => null,
        savePdf: () => ({ path: '/home/me/offer.pdf', records: 1, bytes: 9 }),
      },
    },
  });
}
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

describe('a new offer', () => {
  it('is previewed, put in order, and leaves the console in the language of the guest', async () => {
    const { main, visits } = show('a,b');
    await screen.findByRole('heading', { name: 'Place a' });
    await userEvent.type(await screen.findByRole('combobox', { name: 'Guest' }), 'Ada');
    await screen.findByText('Dear Ada,');
    await userEvent.click(screen.getByRole('combobox', { name: 'Language of the offer' }));
    await userEvent.click(await screen.findByRole('option', { name: 'German' }));
    await userEvent.click(await button('Move House b up'));
    await waitFor(() => expect(visits.at(-1)).toEqual({ page: 'offers/new', search: { quotes: 'b,a' } }));
    await userEvent.click(await button('Copy for a mail'));
    await screen.findByText(/^Copied with its pictures/);
    expect(main.inputsOf('offers', 'copyMail')).toEqual([
      { connectionId: 'sandbox', quoteIds: ['b', 'a'], language: 'de', guestName: 'Ada', guestEmail: '', closing: '' },
    ]);
    await userEvent.click(await button('Save as PDF'));
    await screen.findByText('/home/me/offer.pdf');
  });

  it('is not sent while one of its quotes cannot be offered', async () => {
    show('a,b', [{ quoteId: 'b', title: 'House b', reason: 'expired' }]);
    await screen.findByText(/This quote has expired/);
    for (const name of ['Copy for a mail', 'Save as PDF', 'Save as mail draft'])
      expect((await button(name)).disabled).toBe(true);
  });

  it('without quotes leads to them', async () => {
    show('');
    await screen.findByRole('link', { name: 'Choose a quote first.' });
  });

  it('reads at most five quotes from its address, each once, and moves them', () => {
    expect(quoteIdsIn('a,b,a,,c,d,e,f')).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(moved(['a', 'b'], 'b', 1)).toEqual(['a', 'b']);
    expect(moved(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c']);
  });
});
