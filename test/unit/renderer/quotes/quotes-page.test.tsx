import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { QuotesPage } from '../../../../src/renderer/features/quotes/quotes-page.tsx';
import { formatPlainDate } from '../../../../src/renderer/text/format.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { BookingOption } from '../../../../src/shared/model/connection.ts';
import type { Quote } from '../../../../src/shared/model/quote.ts';
import type { AnnotationInput, QuoteOnBoard } from '../../../../src/shared/model/quote-board.ts';
import { localDayOf } from '../../../../src/shared/time/local-day.ts';
import { addDays } from '../../../../src/shared/time/plain-date.ts';
import type { Answers } from '../../../support/fake-main.ts';
import {
  applicationFixture,
  connectionsFixture,
  ratesFixture,
  reportedErrorFixture,
  sandboxFixture,
} from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { publishQuotes, quoteFixture, quotesAnswers, reservedFixture, snapshotOf } from './quotes-answers.ts';

/** `moving`: dialogs fade out as in the application; they are still there for a second click. */
const show = (quote: Quote, more: Answers['quotes'] = {}, option: BookingOption = 'both', moving = false) =>
  renderWithMain(
    moving ? (
      <MantineProvider>
        <QuotesPage />
      </MantineProvider>
    ) : (
      <QuotesPage />
    ),
    {
      answers: quotesAnswers([quote], more, option),
      page: 'quotes',
      search: { id: quote.id },
    },
  );
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
/** No field here reacts to single keystrokes. */
const fillIn = async (label: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label, { selector: 'input' }), { target: { value } });
async function fillGuest() {
  await fillIn(/First name/, 'Ada');
  await fillIn(/Last name/, 'Moreau');
  await fillIn(/Email/, 'ada@example.com');
  await fillIn(/Phone/, '+33 612345678');
}

const REMEMBERED = { connectionId: 'sandbox', phone: '+44 20 5550 0143', quoteIds: [], lastAt: 1 };

describe('a quote without a price', () => {
  const unpriced = { id: 'standard', name: 'Standard', cancellationPolicy: null, total: null, lines: [], days: [] };
  const zero = { amount: 0, currency: 'CAD' };

  it('says so and what to do, and is neither offered nor booked', async () => {
    // Earlier versions stored such amounts.
    const lines = [{ title: 'Fare', amount: zero, kind: null }];
    show(quoteFixture({ ratePlans: [{ ...unpriced, total: zero, isTotalOurs: true, lines }] }));
    const notice = await screen.findByRole('region', { name: 'No price' });
    expect(notice.textContent).toContain('make one direct booking');
    expect(screen.getByRole('radio', { name: 'Standard, no price' })).toBeTruthy();
    for (const name of ['Make an offer', 'Go to booking', 'Request to book', 'Book instantly'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(document.body.textContent).not.toMatch(/CA\$|0\.00/);
  });

  it('whose price was not found can be booked, and is not offered', async () => {
    show(quoteFixture({ ratePlans: [{ ...unpriced, isPriceNotFound: true }] }));
    const notice = await screen.findByRole('region', { name: 'No price found' });
    expect(notice.textContent).toContain('No price was found in the answer');
    expect(notice.textContent).not.toContain('direct booking');
    expect(screen.getByRole('radio', { name: 'Standard, no price found' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Book instantly' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Make an offer' })).toBeNull();
  });

  it('leaves a plan beside it that has one, which is chosen', async () => {
    const [, priced] = quoteFixture().ratePlans;
    show(quoteFixture({ ratePlans: [unpriced, priced ?? unpriced] }));
    expect(await screen.findByRole('radio', { name: 'Non-refundable, €221.00', checked: true })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Book instantly' })).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'Standard, no price' }));
    expect(await screen.findByRole('region', { name: 'No price' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Book instantly' })).toBeNull();
  });
});

describe('creating a quote', () => {
  it('prefills the form from the URL, shows the error of the service, and creates the quote', async () => {
    const server = reportedErrorFixture({
      ...{ status: 400, serverCode: 'MIN_NIGHT_MISMATCH', serverMessage: 'Minimum stay is 3 nights.' },
      requestId: 'req-9',
    });
    const { main, visits } = renderWithMain(<QuotesPage />, {
      answers: quotesAnswers([], {
        plan: () => ({ requests: 1, waitMs: 0, durationMs: 500 }),
        create: () => {
          throw new AppError('refused', { server });
        },
      }),
      page: 'quotes',
      search: { listingId: 'l-1', checkIn: '2030-12-04', checkOut: '2030-12-06', guests: '2', applicationId: 'a1' },
    });
    await screen.findByText('1 request, now');
    await press('Get quote');
    const alert = await screen.findByRole('alert');
    for (const part of ['MIN_NIGHT_MISMATCH', 'Minimum stay is 3 nights.', 'req-9'])
      expect(alert.textContent).toContain(part);
    main.answer({ quotes: { create: () => quoteFixture({ id: 'q-new' }) } });
    await press('Get quote');
    const stay = { listingId: 'l-1', checkIn: '2030-12-04', checkOut: '2030-12-06', guests: 2, coupons: [] };
    await waitFor(() => expect(visits.at(-1)).toEqual({ page: 'quotes', search: { id: 'q-new' } }));
    expect(main.inputsOf('quotes', 'create').at(-1)).toEqual({
      ...{ connectionId: 'sandbox', applicationId: 'a1', ...stay },
    });
  });

  it('tells managers when a quote is ready, and nothing of requests', async () => {
    renderWithMain(<QuotesPage />, {
      ...{ answers: quotesAnswers([], { plan: () => ({ requests: 1, waitMs: 3_200, durationMs: 3_700 }) }) },
      ...{ page: 'quotes', search: { new: '1' }, audience: 'managers' },
    });
    expect(await screen.findByText('Ready in about 4 s')).toBeTruthy();
  });

  it('tells what it costs before it is asked for; shows the issue of each invalid field and sends nothing', async () => {
    const plan = (waitMs: number) => () => ({ requests: 1, waitMs, durationMs: waitMs + 500 });
    const { main } = renderWithMain(<QuotesPage />, {
      ...{ answers: quotesAnswers([], { plan: plan(3_200) }), page: 'quotes', search: { new: '1' } },
    });
    expect(await screen.findByText('1 request, in about 4 s')).toBeTruthy();
    expect(main.inputsOf('quotes', 'plan')).toEqual([{ connectionId: 'sandbox', quotes: 1 }]);
    main.answer({ quotes: { plan: plan(9_100) } });
    main.emit('traffic', 'onRates', { ...ratesFixture(), connectionId: 'sandbox' });
    expect(await screen.findByText('1 request, in about 10 s')).toBeTruthy();
    await press('Get quote');
    expect(await screen.findByText('A quote needs both dates.')).toBeTruthy();
    expect(screen.getByText('Type a name and choose one of those found, or enter an ID.')).toBeTruthy();
    expect(main.inputsOf('quotes', 'create')).toEqual([]);
  });
});

describe('a quote', () => {
  it('shows state, lines, nights, total and coupons; once booked, the rate plan that was booked', async () => {
    const quote = quoteFixture({ droppedCoupons: ['SUMMER'], expiresAt: Date.now() + 3_600_000 });
    const { main } = show(quote, { applyCoupons: () => quote, choosePlan: () => null });
    const price = await screen.findByRole('table', { name: 'Rate plans side by side' });
    expect(screen.getByText('Expiring')).toBeTruthy();
    expect(within(price).getByRole('row', { name: /Total/ }).textContent).toBe('Total€245.00€221.00');
    expect(screen.getAllByText('€245.00')).toHaveLength(1);
    expect(screen.getByRole('region', { name: 'Price of each night, Standard' }).textContent).toContain('€110.00');
    expect(screen.getByText('Free for a week.')).toBeTruthy();
    expect(screen.getByText('Coupon SUMMER not valid, price unchanged.')).toBeTruthy();
    await userEvent.click(screen.getByLabelText('Coupon codes of this quote', { selector: 'input' }));
    await userEvent.paste('WELCOME,');
    await press('Apply coupons');
    expect(main.inputsOf('quotes', 'applyCoupons')).toEqual([
      { connectionId: 'sandbox', quoteId: 'q-1', coupons: ['WELCOME'] },
    ]);
    fireEvent.click(screen.getByRole('radio', { name: /Non-refundable/ }));
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Non-refundable/ }).checked).toBe(true);
    publishQuotes(main, [{ ...reservedFixture(), chosenPlan: 'standard' }]);
    const standard = () => screen.getByRole<HTMLInputElement>('radio', { name: /^Standard/ });
    await waitFor(() => expect(standard().checked).toBe(true));
  });

  it('keeps what was typed while the key store is locked, over another page and whatever else changes, and says what to do', async () => {
    let isLocked = true;
    let saved = { note: '', followUpOn: null as string | null };
    const annotate = ({ changes }: { changes: AnnotationInput }) => {
      if (isLocked && changes.note !== undefined)
        throw new AppError('storageFailed', { what: 'Guests and notes', reason: 'no key', access: 'key' });
      saved = { note: changes.note ?? saved.note, followUpOn: changes.followUpOn ?? saved.followUpOn };
      return null;
    };
    const quote = quoteFixture();
    const get = () => {
      const isNoteLocked = isLocked && saved.note !== '';
      const annotation = { ...saved, sentOn: null, offers: [], ...(isNoteLocked ? { note: null, isNoteLocked } : {}) };
      return { quote, annotation } as QuoteOnBoard;
    };
    const first = show(quote, { annotate, get });
    const typed = async () => (await screen.findByLabelText<HTMLTextAreaElement>('Note')).value;
    await typed();
    fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Calls on Monday' } });
    await press('Save');
    const alert = await screen.findByText(/^Guests and notes are locked/);
    expect(alert.closest('[role="alert"]')?.textContent).toContain('Unlock the key store of this computer');
    publishQuotes(first.main, [quote]);
    first.unmount();
    show(quote, { annotate, get });
    expect(await typed()).toBe('Calls on Monday');
    isLocked = false;
    await press('Save');
    expect(await screen.findByText('Saved.')).toBeTruthy();
    expect(saved.note).toBe('Calls on Monday');
    cleanup();
    isLocked = true;
    show(quote, { annotate, get });
    expect(await screen.findByText(/^The note is locked.* then restart Latchkey\.$/)).toBeTruthy();
    // The key store is asked once in a run: to ask again helps nobody.
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Note').disabled).toBe(true);
    fireEvent.change(screen.getByLabelText('Follow up on'), { target: { value: '2030-11-30' } });
    await screen.findByText(formatPlainDate('2030-11-30', 'long'));
    await press('Save');
    await waitFor(() => expect(saved.followUpOn).toBe('2030-11-30'));
    isLocked = false;
    cleanup();
    // A text that is left before it means a day deletes no stored day.
    const left = show(quote, { annotate, get });
    await typed();
    fireEvent.change(screen.getByLabelText('Follow up on'), { target: { value: '30 N' } });
    await screen.findByText(/^This is no day/);
    left.unmount();
    show(quote, { annotate, get });
    expect((await screen.findByLabelText<HTMLInputElement>('Follow up on')).value).toBe(
      formatPlainDate('2030-11-30', 'long'),
    );
    await press('Save');
    await screen.findByText('Saved.');
    expect(saved.followUpOn).toBe('2030-11-30');
  });

  it('says what a check for changes found', async () => {
    const quote = reservedFixture();
    const confirmed = quoteFixture({
      outcome: 'booked',
      reservation: { ...(quote.reservation as NonNullable<Quote['reservation']>), status: 'confirmed' },
    });
    const read = [quote, confirmed];
    show(quote, { fetch: () => read.shift() ?? confirmed });
    await press('Check for changes');
    expect((await screen.findByText(/^Checked:/)).textContent).toBe('Checked: nothing has changed.');
    await press('Check for changes');
    await waitFor(() =>
      expect(screen.getByText(/^Checked:/).textContent).toBe('Checked: the status is confirmed, it was reserved.'),
    );
  });

  it('prefills a new quote after it has expired', async () => {
    const { visits } = show(quoteFixture({ expiresAt: Date.now() - 1_000 }));
    expect(await screen.findByText('This quote has expired')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Request to book' })).toBeNull();
    await press('Make a new quote');
    expect(visits.at(-1)).toEqual({ page: 'quotes', search: { new: '1' } });
    expect(((await screen.findByLabelText(/^Listing/, { selector: 'input' })) as HTMLInputElement).value).toBe('l-1');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Check-in and check-out/ }).value).toContain(
      '2 nights',
    );
  });

  it('is read from the service if it is not on the list, and says why it cannot be read', async () => {
    const failing = (error: AppError) => () => {
      throw error;
    };
    const locked = new AppError('storageFailed', {
      ...{ what: 'The guests', reason: 'the key store is locked', access: 'read' },
    });
    const { main } = renderWithMain(<QuotesPage />, {
      answers: quotesAnswers([], { get: failing(locked), fetch: () => quoteFixture({ id: 'q-else' }) }),
      page: 'quotes',
      search: { id: 'q-else' },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('the key store is locked');
    expect(screen.queryByText('This quote is not on the list')).toBeNull();
    main.answer({ quotes: { get: failing(new AppError('notFound', { what: 'This quote' })) } });
    await press('Try again');
    await press('Load it from the service');
    expect(main.inputsOf('quotes', 'fetch')).toEqual([
      { connectionId: 'sandbox', quoteId: 'q-else', applicationId: null },
    ]);
  });
});

describe('booking a quote', () => {
  it('checks the guest, asks for confirmation, sends a request to book once and shows the reservation', async () => {
    const { main } = show(quoteFixture(), { request: () => reservedFixture() });
    await fillIn(/Email/, 'ada@');
    await press('Request to book');
    expect(await screen.findByText('An email address looks like name@example.com.')).toBeTruthy();
    expect(screen.getByText("Enter the guest's first name.")).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    await fillGuest();
    await press('Book instantly');
    await press('Go back');
    expect(main.inputsOf('quotes', 'book')).toEqual([]);
    await press('Go to booking');
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: /^First name/ }));
    await fillIn(/Card reference/, 'pm-fixture');
    await press('Request to book');
    const dialog = await screen.findByRole('dialog', { name: 'Send this request to book?' });
    expect(main.inputsOf('quotes', 'request')).toEqual([]);
    expect(dialog.textContent).toContain('status “reserved”');
    for (const text of ['Ada Moreau', 'ada@example.com', '+33 612 345 678'])
      expect(within(dialog).getByText(text)).toBeTruthy();
    expect(within(dialog).getByRole('button', { name: 'Copy the phone number' })).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send the request' }));
    expect(main.inputsOf('quotes', 'request')).toEqual([
      {
        connectionId: 'sandbox',
        quoteId: 'q-1',
        ratePlanId: 'standard',
        guest: { firstName: 'Ada', lastName: 'Moreau', email: 'ada@example.com', phone: '+33612345678' },
        holdHours: -1,
        cardToken: 'pm-fixture',
      },
    ]);
    publishQuotes(main, [reservedFixture()], 2);
    const done = await screen.findByRole('region', { name: 'Reservation' });
    expect(done.textContent).toContain('Awaiting approvalreserved');
    expect(done.textContent).toContain('LK-42');
    expect(screen.queryByRole('button', { name: 'Request to book' })).toBeNull();
  });

  it('sends one request to book when its button is pressed twice while the dialog closes', async () => {
    const { main } = show(
      quoteFixture(),
      { request: () => reservedFixture(), book: () => reservedFixture() },
      'both',
      true,
    );
    await fillGuest();
    await press('Request to book');
    const send = await screen.findByRole('button', { name: 'Send the request' });
    fireEvent.click(send);
    fireEvent.click(send);
    await waitFor(() => expect(main.inputsOf('quotes', 'request')).toHaveLength(1));
    expect(main.inputsOf('quotes', 'book')).toEqual([]);
  });

  it('fills in the guest of the quote, and suggests remembered guests while a person types', async () => {
    const ada = { ...REMEMBERED, id: 'g-1', firstName: 'Ada', lastName: 'Moreau', email: 'ada@example.com' };
    const ben = { ...REMEMBERED, id: 'g-2', firstName: 'Ben', lastName: 'Ode', email: 'ben@example.com' };
    const answers = quotesAnswers([quoteFixture()]);
    const { main } = renderWithMain(<QuotesPage />, {
      answers: { ...answers, guests: { ofQuote: () => ada, suggest: () => [ben] } },
      page: 'quotes',
      search: { id: 'q-1' },
    });
    const field = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name: new RegExp(name) });
    await screen.findByRole('combobox', { name: /Phone/ });
    const fields = () => ['First name', 'Last name', 'Email', 'Phone'].map((name) => field(name).value);
    await waitFor(() => expect(fields()).toEqual(['Ada', 'Moreau', 'ada@example.com', '+44 20 5550 0143']));
    await userEvent.clear(field('Last name'));
    await userEvent.paste('od');
    await userEvent.click(await screen.findByRole('option', { name: 'Ben Ode · ben@example.com' }));
    expect(fields()).toEqual(['Ben', 'Ode', 'ben@example.com', '+44 20 5550 0143']);
    expect(main.inputsOf('guests', 'suggest')).toContainEqual({ connectionId: 'sandbox', search: 'od' });
  });

  it('keeps what was typed when a typed text happens to name a remembered guest', async () => {
    const mail = { ...REMEMBERED, id: 'g-3', firstName: '', lastName: '', email: 'kim@example.com', phone: '' };
    renderWithMain(<QuotesPage />, {
      answers: { ...quotesAnswers([quoteFixture()]), guests: { ofQuote: () => null, suggest: () => [mail] } },
      page: 'quotes',
      search: { id: 'q-1' },
    });
    const field = (name: string) => screen.findByRole<HTMLInputElement>('combobox', { name: new RegExp(name) });
    await fillIn(/First name/, 'Kim');
    await userEvent.click(await field('Email'));
    await userEvent.paste('kim@example');
    await screen.findByRole('option', { name: 'kim@example.com' });
    await userEvent.paste('.com');
    expect((await field('Email')).value).toBe('kim@example.com');
    expect((await field('First name')).value).toBe('Kim');
  });

  it('offers only the steps that the option of the application allows, with the reason', async () => {
    const { main } = show(quoteFixture(), {}, 'both');
    await screen.findByRole('button', { name: 'Request to book' });
    const steps = () =>
      ['Request to book', 'Book instantly'].map((name) => screen.getByRole<HTMLButtonElement>('button', { name }));
    for (const [at, [option, ...off]] of (
      [
        ['both', false, false],
        ['requestToBook', false, true],
        ['instantBooking', true, false],
        ['inquiriesOnly', false, true],
      ] as const
    ).entries()) {
      const applications = [applicationFixture({ id: 'a1', bookingOption: option })];
      const shown = connectionsFixture([sandboxFixture({ applications, activeApplicationId: 'a1' })]);
      main.emit('connections', 'onChanged', { ...shown, revision: 10 + at });
      await waitFor(() => expect(steps().map(({ disabled }) => disabled)).toEqual(off));
      const why = document.getElementById(
        steps()
          .find(({ disabled }) => disabled)
          ?.getAttribute('aria-describedby') ?? '',
      );
      if (option !== 'both') expect(why?.textContent).toContain('does not allow');
    }
  });

  it('reports an unconfirmed booking, does not repeat the request, and reopens the quote when a check finds none', async () => {
    const { main } = show(quoteFixture(), {
      request: () => {
        throw new AppError('outcomeUnknown', {
          ...{ what: 'Request to book', reason: 'connection closed', exchangeId: 'ex-2' },
        });
      },
      fetch: () => {
        throw new AppError('serverFailed', { server: reportedErrorFixture({ status: 500 }) });
      },
    });
    await fillGuest();
    await press('Request to book');
    await press('Send the request');
    publishQuotes(main, [quoteFixture({ outcome: 'unknown' })], 2);
    expect(await screen.findByText('The booking is unconfirmed')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Request to book' })).toBeNull();
    // A booking that may have been made is not deleted.
    expect(screen.getByRole('button', { name: 'Delete from this computer' }).hasAttribute('disabled')).toBe(true);
    expect(screen.getByText(/may have been made, so it stays/)).toBeTruthy();
    await press('Check now');
    const failed = await screen.findByText(/The service failed/);
    const check = screen.getByRole('button', { name: 'Check now' });
    expect(check.compareDocumentPosition(failed) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    main.answer({ quotes: { fetch: () => quoteFixture() } });
    await press('Check now');
    const asked = { connectionId: 'sandbox', quoteId: 'q-1', applicationId: 'a1' };
    await waitFor(() => expect(main.inputsOf('quotes', 'fetch')).toEqual([asked, asked]));
    publishQuotes(main, [quoteFixture()], 3);
    await screen.findByText(/The service shows no reservation for this quote, so the quote is open again/);
    await screen.findByRole('button', { name: 'Request to book' });
    expect(main.inputsOf('quotes', 'request')).toHaveLength(1);
    expect(main.inputsOf('quotes', 'remove')).toEqual([]);
  });

  it('is sent as the board says, while the offers themselves are locked, and is deleted', async () => {
    const quote = quoteFixture();
    const { main } = show(quote, {
      list: () => snapshotOf([quote], 1, [quote.id]),
      remove: () => ({ deletionId: 'deletion-1' }),
    });
    main.answer({
      offers: {
        sent: () => {
          throw new AppError('storageFailed', { what: 'Sent offers', reason: 'locked', access: 'key' });
        },
      },
    });
    expect(await screen.findByText('Sent')).toBeTruthy();
    await screen.findByText(/Sent offers are locked/);
    await press('Delete from this computer');
    const chosen = [{ connectionId: 'sandbox', quoteIds: ['q-1'] }];
    await waitFor(() => expect(main.inputsOf('quotes', 'remove')).toEqual(chosen));
  });

  it('says what a reservation means and names its guest, with buttons that copy, or says that none is remembered', async () => {
    const { main } = show(reservedFixture());
    const done = await screen.findByRole('region', { name: 'Reservation' });
    expect(await within(done).findByText(/remembers no guest/)).toBeTruthy();
    expect(done.textContent).toMatch(
      /must accept it\. The service answered today \d\d:\d\d\. It cannot be booked again\./,
    );
    cleanup();
    const ada = { ...REMEMBERED, id: 'g-1', firstName: 'Ada', lastName: 'Moreau', email: 'ada@example.com' };
    renderWithMain(<QuotesPage />, {
      answers: { ...quotesAnswers([reservedFixture()]), guests: { ofQuote: () => ada, suggest: () => [] } },
      page: 'quotes',
      search: { id: 'q-1' },
    });
    const booked = await screen.findByRole('region', { name: 'Reservation' });
    expect(await within(booked).findByText(ada.phone)).toBeTruthy();
    for (const what of ['name', 'mail address', 'phone number'])
      expect(within(booked).getByRole('button', { name: `Copy the ${what}` })).toBeTruthy();
    expect(main.inputsOf('guests', 'ofQuote')).toContainEqual({ connectionId: 'sandbox', quoteId: 'q-1' });
  });

  it('offers no action while a booking is in flight, and calls no declined reservation a booking', async () => {
    const { main } = show(quoteFixture({ outcome: 'sending' }));
    expect((await screen.findByRole('heading', { name: 'Sending' })).textContent).toBe('Sending');
    for (const name of ['Check now', 'Request to book']) expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check for changes' }).disabled).toBe(true);
    for (const [at, status] of ['declined', 'canceled', 'expired'].entries()) {
      const reservation = { id: 'r-1', status, confirmationCode: null, at: Date.now(), raw: null };
      publishQuotes(main, [quoteFixture({ outcome: 'used', reservation })], 2 + at);
      await waitFor(() => expect(screen.getByRole('region', { name: 'Reservation' }).textContent).toContain(status));
      expect(screen.getByRole('region', { name: 'Reservation' }).textContent).not.toContain('confirmed');
      expect(screen.queryByText('Booked')).toBeNull();
      expect(screen.queryByRole('button', { name: 'Book instantly' })).toBeNull();
    }
  });

  it('shows no reservation for a quote that the service calls fulfilled, and offers to look it up', async () => {
    const used = quoteFixture({ outcome: 'used' });
    const { main } = show(quoteFixture(), {
      book: () => {
        throw new AppError('quoteUsed', { status: 'the service does not show its status' });
      },
      fetch: () => reservedFixture(),
    });
    await fillGuest();
    await press('Book instantly');
    await press('Book now');
    publishQuotes(main, [used], 2);
    expect(await screen.findByText('This quote already is a reservation')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Reservation' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Book instantly' })).toBeNull();
    await press('Check now');
    publishQuotes(main, [reservedFixture()], 3);
    await screen.findByRole('region', { name: 'Reservation' });
    expect(main.inputsOf('quotes', 'book')).toHaveLength(1);
  });
});

it('names what is free instead of taken dates, and no home for a stay that has begun', async () => {
  const today = localDayOf(Date.now());
  const quote = quoteFixture({ checkIn: addDays(today, -1), checkOut: addDays(today, 2) });
  const free = { listingId: 'l-1', title: 'Harbour loft', total: 90, currency: 'EUR' };
  const { main } = show(quote);
  main.answer({
    calendars: {
      taken: () => [{ quoteId: quote.id, first: today, nights: 2, by: 'stay' }],
      instead: () => ({ sameHome: { ...free, checkIn: today, checkOut: addDays(today, 3) }, sameDays: null }),
    },
  });
  const notice = await screen.findByRole('region', { name: 'Dates taken' });
  await waitFor(() => expect(notice.textContent).toMatch(/Nearest free stay here: .*€90\.00 before fees/));
  expect(notice.textContent).not.toContain('similar home');
});
