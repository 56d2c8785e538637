import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { moved, quoteIdsIn } from '../../../../src/renderer/features/offers/offer-form.ts';
import { OfferPage } from '../../../../src/renderer/features/offers/offer-page.tsx';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { ErrorData } from '../../../../src/shared/errors.ts';
import type { AsWritten, OfferDocument, OfferInput, OfferProblem } from '../../../../src/shared/model/offer.ts';
import type { Answers } from '../../../support/fake-main.ts';
import { appInfoFixture, tokensFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { quoteFixture, quotesAnswers } from '../quotes/quotes-answers.ts';

const documentOf = ({ language, guestName, quoteIds }: OfferInput): OfferDocument => ({
  kind: 'offer',
  next: null,
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
    note: null,
    total: { label: 'Total', text: '€245.00' },
    validUntil: 'Until noon.',
  })),
  closing: 'Kind regards',
  sender: null,
  logo: null,
});

const AMENITIES = [
  { name: 'Crib', label: 'Cot', isShown: true },
  { name: 'Pool', label: 'Swimming pool', isShown: true },
];
const asWritten: AsWritten[] = [
  { kind: 'plan', text: 'Sonderpreis', isUnknown: true },
  { kind: 'name', text: 'Place a', isUnknown: false },
  // A name may have any sign.
  { kind: 'place', text: 'Oud-West / A+B (C|D) [E] {F} $^.*?\\', isUnknown: false },
];

function show(
  quotes: string,
  problems: OfferProblem[] = [],
  more: Answers = {},
  notKept: ErrorData | null = null,
  draft: OfferInput | null = null,
  kind: OfferInput['kind'] = 'offer',
) {
  const known = ['a', 'b', 'c'].map((id) =>
    quoteFixture({ id, listingTitle: `House ${id}`, chosenPlan: id === 'c' ? 'strict' : null }),
  );
  return renderWithMain(<OfferPage />, {
    page: 'offers/new',
    search: quotes === '' ? {} : { quotes, ...(kind === 'offer' ? {} : { kind }) },
    audience: 'managers',
    answers: {
      ...quotesAnswers(known),
      ...more,
      offers: {
        preview: (input) => ({ document: documentOf(input), problems, asWritten, amenities: AMENITIES }),
        draft: ({ quoteIds }) => (quoteIds.join() === draft?.quoteIds.join() ? draft : null),
        keepDraft: () => null,
        discardDraft: () => null,
        setPropertyNote: () => null,
        sent: () => ({ offers: [], more: 0, gone: 0, room: { count: 0, maxCount: 1, bytes: 0, maxBytes: 1 } }),
        drafts: () => [],
        texts: () => [],
        propertyNote: () => ({ text: '' }),
        copyMail: () => ({ file: null, notKept }),
        savePdf: () => ({ file: { path: '/home/me/offer.pdf', records: 1, bytes: 9 }, notKept }),
        ...more.offers,
      },
    },
  });
}
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

describe('a new offer', () => {
  it('leaves the app once when a button is pressed twice', async () => {
    const { main } = show('a');
    const send = await button('Copy for a mail');
    await waitFor(() => expect(send.disabled).toBe(false));
    act(() => {
      send.click();
      send.click();
    });
    await screen.findByText(/^Copied with/);
    expect(main.inputsOf('offers', 'copyMail')).toHaveLength(1);
  });

  it('begins with its guest, whom a small window shows above the buttons however many places it has', async () => {
    show('a,b');
    const places = await screen.findByRole('heading', { name: 'Places' });
    const guest = screen.getByRole('combobox', { name: 'Guest' });
    expect(guest.compareDocumentPosition(places) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

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
      {
        ...{
          connectionId: 'sandbox',
          kind: 'offer',
          quoteIds: ['b', 'a'],
          language: 'de',
          guestName: 'Ada',
          guestEmail: '',
        },
        ...{ opening: '', closing: '', next: '', amenities: null },
      },
    ]);
    await userEvent.click(await button('Save as PDF'));
    await screen.findByText('/home/me/offer.pdf');
    // Another order is the same offer.
    expect(main.inputsOf('offers', 'discardDraft')).toEqual([]);
  });

  it('says that no copy of it is kept, and why', async () => {
    show('a', [], {}, { code: 'storageFailed', what: 'The guests', reason: 'the key store is locked', access: 'key' });
    await userEvent.click(await button('Save as PDF'));
    await screen.findByText('/home/me/offer.pdf');
    expect(
      screen.getByText('No copy of this offer is kept. The guests are locked: the key store is locked.'),
    ).toBeTruthy();
  });

  it('is filled in from its draft, keeps changes as its only draft, marks what stays as written, and is discarded', async () => {
    const amenities = ['Pool', 'Crib'];
    const draft: OfferInput = {
      ...{ connectionId: 'sandbox', kind: 'offer', quoteIds: ['a', 'b'], language: 'es', guestName: 'Ana' },
      ...{ guestEmail: '', opening: 'Hola', closing: '', next: '', amenities },
    };
    const { main, visits, unmount } = show('a,b', [], {}, null, draft);
    await screen.findByText('Dear Ana,');
    expect(screen.getByRole('note', { name: 'Not translated' }).textContent).toContain('“Sonderpreis” (rate)');
    expect((await screen.findByText('Place a', { selector: 'mark' })).title).toBe('Your own words');
    expect(main.inputsOf('offers', 'keepDraft')).toEqual([]);
    await userEvent.click(await button('Remove House b from the offer'));
    const less = { ...draft, quoteIds: ['a'] };
    await waitFor(() => expect(main.inputsOf('offers', 'keepDraft')).toEqual([less]));
    const { connectionId, quoteIds } = draft;
    expect(main.inputsOf('offers', 'discardDraft')).toEqual([{ connectionId, kind: 'offer', quoteIds }]);
    const opening = screen.getByRole('textbox', { name: 'Opening line' });
    await userEvent.type(opening, '!');
    await waitFor(() => expect(main.inputsOf('offers', 'keepDraft')).toEqual([less, { ...less, opening: 'Hola!' }]));
    const discard = await button('Discard');
    // In one turn: on a busy machine the pause after which a draft is kept would pass between the two.
    fireEvent.change(opening, { target: { value: 'Hola!?' } });
    fireEvent.click(discard);
    await waitFor(() => expect(visits.at(-1)).toEqual({ page: 'quotes', search: {} }));
    expect(main.inputsOf('offers', 'discardDraft')).toHaveLength(2);
    // What was typed just before is gone, too: leaving the page keeps nothing, and a visit later begins anew.
    unmount();
    expect(main.inputsOf('offers', 'keepDraft')).toHaveLength(2);
    show('a');
    await screen.findByText('Dear ,');
  });

  it('says how its draft is kept, and that it could not be stored', async () => {
    const protection = { level: 'protected', stores: true, detail: '', personal: 'encrypted' } as const;
    const { main } = show('a', [], {
      app: { info: () => appInfoFixture({ protection }) },
      offers: {
        keepDraft: () => {
          throw new AppError('storageFailed', { what: 'The guests', reason: 'the disk is full', access: 'write' });
        },
      },
    });
    await screen.findByText('Stored on this computer, encrypted.');
    await userEvent.type(await screen.findByRole('combobox', { name: 'Guest' }), 'Ada');
    await screen.findByText(/the disk is full/);
    main.answer({ offers: { keepDraft: () => null } });
    await userEvent.type(screen.getByRole('combobox', { name: 'Guest' }), '!');
    await waitFor(() => expect(screen.queryByText(/the disk is full/)).toBeNull());
  });

  it('stores a note on a property that is typed while its page is left', async () => {
    const { main, unmount } = show('a');
    await userEvent.click(await button('Add a note on House a'));
    const note = screen.getByRole('textbox', { name: 'Note on House a for guests' });
    await userEvent.type(note, 'Key');
    // What is typed while the earlier text is stored stays.
    await userEvent.tab();
    await userEvent.type(note, 's');
    await waitFor(() => expect(main.inputsOf('offers', 'setPropertyNote')).toHaveLength(1));
    expect(note).toHaveProperty('value', 'Keys');
    unmount();
    await waitFor(() =>
      expect(main.inputsOf('offers', 'setPropertyNote')).toMatchObject([{ text: 'Key' }, { text: 'Keys' }]),
    );
  });

  it('is not sent while one of its quotes cannot be offered', async () => {
    show('a,b', [{ quoteId: 'b', title: 'House b', reason: 'expired' }]);
    await screen.findByText(/This quote has expired/);
    for (const name of ['Copy for a mail', 'Save as PDF', 'Save as mail draft'])
      expect((await button(name)).disabled).toBe(true);
    expect(screen.getByText(/Remove it from the offer to continue/)).toBeTruthy();
  });

  it('of the kind that confirms has one booking, which cannot be removed', async () => {
    show('a', [{ quoteId: 'a', title: 'House a', reason: 'notBooked' }], {}, null, null, 'confirmation');
    await screen.findByText(/there is nothing to confirm/);
    expect(screen.queryByText(/Remove it/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
  });

  it('keeps the guest when a quote is taken off', async () => {
    const { main } = show('a,b');
    await userEvent.type(await screen.findByRole('combobox', { name: 'Guest' }), 'Ada');
    await userEvent.click(await button('Remove House b from the offer'));
    await waitFor(() => expect(screen.queryByText('House b')).toBeNull());
    await userEvent.type(screen.getByLabelText('Closing line'), 'Bye');
    await userEvent.click(await button('Copy for a mail'));
    await waitFor(() =>
      expect(main.inputsOf('offers', 'copyMail')).toMatchObject([
        { quoteIds: ['a'], guestName: 'Ada', closing: 'Bye' },
      ]),
    );
  });

  it('is previewed again when a quote changes', async () => {
    const { main } = show('a');
    await screen.findByRole('heading', { name: 'Place a' });
    const before = main.inputsOf('offers', 'preview').length;
    main.emit('quotes', 'onChanged', { connectionId: 'sandbox', revision: 2, ids: ['a'] });
    await waitFor(() => expect(main.inputsOf('offers', 'preview')).toHaveLength(before + 1));
  });

  it('lists each quote with the price of the rate plan that it offers', async () => {
    show('a,c');
    await screen.findByText(/·.*€221.00/);
  });

  it('adds only quotes that are valid on the clock of the connection', async () => {
    const clock = { anchorMachine: 0, anchorVirtual: 100_000_000, rate: 1 };
    const { client } = show('a', [], { tokens: { status: () => tokensFixture('sandbox', [], { clock }) } });
    await waitFor(() =>
      expect(client.getQueryData(['tokens', 'status', { connectionId: 'sandbox' }])).toMatchObject({ clock }),
    );
    await screen.findByRole('button', { name: 'Remove House a from the offer' });
    expect(screen.queryByRole('combobox', { name: 'Add another quote' })).toBeNull();
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

describe('an offer with a quote whose dates were taken', () => {
  it('is not sent before a person says so', async () => {
    const taken = [{ quoteId: 'a', first: '2030-12-05', nights: 1, by: 'stay' as const }];
    show('a,b', [], { calendars: { taken: () => taken } });
    const send = await screen.findByRole('button', { name: 'Copy for a mail' });
    expect((await screen.findByRole('alert')).textContent).toContain('taken by another stay after this quote was made');
    expect(send).toHaveProperty('disabled', true);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Send it all the same' }));
    expect(send).toHaveProperty('disabled', false);
  });
});
