/** What a person is told before a booking and when it is not possible: activation, listings that cannot be booked, and the calendar. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { QuotesPage } from '../../../../src/renderer/features/quotes/quotes-page.tsx';
import { AppError } from '../../../../src/shared/app-error.ts';
import { FailureGroup } from '../../../../src/shared/model/failure-group.ts';
import type { DatedNight } from '../../../../src/shared/model/matrix.ts';
import type { Answers } from '../../../support/fake-main.ts';
import { NOW, reportedErrorFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { sampleOf } from '../../../support/schema-sample.ts';
import { notesFixture, quoteFixture, quotesAnswers } from './quotes-answers.ts';

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const forbidden = () =>
  new AppError('forbidden', { server: reportedErrorFixture({ status: 403, exchangeId: 'ex-7' }) });

/** The Doctor's diagnosis with one verdict. */
function diagnosed(confidence: number): FailureGroup {
  const sample = FailureGroup.parse(sampleOf(FailureGroup));
  const [verdict] = sample.diagnosis.verdicts;
  if (!verdict) throw new Error('the sample has no verdict');
  const title = 'The activation steps are not done';
  const remedy = 'Create one direct booking in the account.';
  return {
    ...sample,
    diagnosis: { ...sample.diagnosis, verdicts: [{ ...verdict, cause: 'activationSteps', title, remedy, confidence }] },
  };
}

async function confirmBooking(answers: Answers) {
  const rendered = renderWithMain(<QuotesPage />, { answers, page: 'quotes', search: { id: 'q-1' } });
  for (const [label, text] of [
    [/First name/, 'Ada'],
    [/Last name/, 'Moreau'],
    [/Email/, 'ada@example.com'],
    [/Phone/, '+33 612345678'],
  ] as const) {
    await userEvent.click(await screen.findByLabelText(label));
    await userEvent.paste(text);
  }
  await press('Request to book');
  return rendered;
}

async function book(answers: Answers) {
  const rendered = await confirmBooking(answers);
  await press('Send the request');
  return rendered;
}

it('closes the question when another rate plan is chosen under it, so that nobody sends what it did not show', async () => {
  const { main } = await confirmBooking({
    ...quotesAnswers([quoteFixture()]),
    booking: { notes: () => notesFixture() },
  });
  await screen.findByRole('button', { name: 'Send the request' });
  fireEvent.click(screen.getByRole('radio', { name: /Non-refundable/, hidden: true }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(main.inputsOf('quotes', 'request')).toEqual([]);
});

it('shows what a program has chosen in the form, says so, and sends nothing', async () => {
  const { main, visits } = renderWithMain(<QuotesPage />, {
    answers: { ...quotesAnswers([quoteFixture()]), booking: { notes: () => notesFixture() } },
    page: 'quotes',
    search: { id: 'q-1', plan: 'strict', hold: '24' },
  });
  await screen.findByText(/A program has chosen the rate plan and how long to hold. Nothing was sent/);
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Hold a request to book for' }).value).toBe('24 hours');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Non-refundable/ }).checked).toBe(true);
  await waitFor(() => expect(visits.at(-1)).toEqual({ page: 'quotes', search: { id: 'q-1' } }));
  expect(main.inputsOf('quotes', 'request')).toEqual([]);
});

it('shows the activation steps before the first reservation, and ticks them off', async () => {
  const answers = quotesAnswers([quoteFixture()]);
  const { main } = renderWithMain(<QuotesPage />, {
    answers: { ...answers, booking: { notes: () => notesFixture(), tick: () => null } },
    page: 'quotes',
    search: { id: 'q-1' },
  });
  const list = await screen.findByRole('region', { name: 'Before the first reservation through “Website”' });
  const direct = within(list).getByRole('checkbox', { name: 'One direct booking was made in the account' });
  const first = within(list).getByRole('checkbox', { name: 'A first reservation was made from a quote' });
  await userEvent.click(direct);
  await userEvent.click(first);
  const of = { connectionId: 'sandbox', applicationId: 'a1', isDone: true };
  expect(main.inputsOf('booking', 'tick')).toEqual([
    { ...of, step: 'directBooking' },
    { ...of, step: 'reservation' },
  ]);
  main.emit('booking', 'onNotes', { ...notesFixture({ directBookingAt: 1, reservationAt: 1 }), revision: 2 });
  await waitFor(() => expect((first as HTMLInputElement).checked).toBe(true));
});

it.each([
  [0.8, true],
  [0.05, false],
])('explains a refused booking by the activation steps when the Doctor is %d sure', async (confidence, isExplained) => {
  const fail = () => {
    throw forbidden();
  };
  const { main } = await book({
    ...quotesAnswers([quoteFixture()], { request: fail }),
    doctor: { failure: () => diagnosed(confidence) },
  });
  await waitFor(() => expect(main.inputsOf('doctor', 'failure')).toEqual([{ exchangeId: 'ex-7' }]));
  await screen.findByRole('alert');
  const reason = () => screen.queryByText('The likely reason: The activation steps are not done');
  if (isExplained) await waitFor(() => expect(reason()).not.toBeNull());
  else expect(reason()).toBeNull();
  // An activated application shows no checklist.
  expect(screen.queryByRole('checkbox', { name: /direct booking/ })).toBeNull();
});

const night = (date: string, changes: Partial<DatedNight> = {}): DatedNight => ({
  date,
  readAt: NOW,
  isFree: true,
  price: 110,
  currency: 'EUR',
  minNights: null,
  maxNights: null,
  noCheckIn: false,
  noCheckOut: false,
  ...changes,
});
const days = (from: number, until: number) =>
  Array.from({ length: until - from + 1 }, (_, at) => `2030-12-${String(from + at).padStart(2, '0')}`);

const newQuote = (answers: Answers) =>
  renderWithMain(<QuotesPage />, {
    answers,
    page: 'quotes',
    search: { listingId: 'l-1', checkIn: '2030-12-04', checkOut: '2030-12-06', guests: '2', applicationId: 'a1' },
  });

it('names the reason and the nearest stay that works before anything is sent', async () => {
  const taken = new Set(['2030-12-04', '2030-12-05']);
  const nights = days(1, 20).map((date) => night(date, { isFree: !taken.has(date) }));
  const { main } = newQuote({ ...quotesAnswers([]), matrix: { nights: () => ({ nights }) } });
  const box = await screen.findByRole('region', { name: 'Why not these dates' });
  expect(box.textContent).toContain('The nights of Dec 4 and Dec 5 are taken.');
  expect(box.textContent).toMatch(
    /nearest stay that works: Dec 6\s–\s8, 2030, 2 nights, €220\.00 before fees and taxes/,
  );
  expect(within(box).getByRole('table').querySelectorAll('[data-asked]')).toHaveLength(3);
  await userEvent.click(within(box).getByRole('button', { name: /^Use Dec 6/ }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Why not these dates' })).toBeNull());
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Check-in and check-out/ }).value).toContain('Dec 6');
  expect([main.inputsOf('quotes', 'create'), main.inputsOf('matrix', 'readNights')]).toEqual([[], []]);
});

it('reads the calendar once and explains why the service refused dates of which nothing was known', async () => {
  const server = reportedErrorFixture({ status: 400, serverCode: 'LISTING_CALENDAR_BLOCKED' });
  const fail = () => {
    throw new AppError('refused', { server });
  };
  const nights = [night('2030-12-04', { noCheckIn: true }), ...days(5, 20).map((date) => night(date))];
  const { main } = newQuote({
    ...quotesAnswers([], { create: fail }),
    matrix: { nights: () => ({ nights: [] }), readNights: () => ({ nights }) },
  });
  await screen.findByRole('button', { name: 'Get quote' });
  expect(screen.queryByRole('region', { name: 'Why not these dates' })).toBeNull();
  await press('Get quote');
  await press('See why, and what works');
  expect(main.inputsOf('matrix', 'readNights')).toHaveLength(1);
  const box = screen.getByRole('region', { name: 'Why not these dates' });
  await waitFor(() => expect(box.textContent).toContain('Check-in is not possible on Dec 4.'));
  expect(box.textContent).toMatch(/Dec 5\s–\s7, 2030, 2 nights/);
});

it('says that a listing could not be booked before', async () => {
  const notBookable = [{ listingId: 'l-1', code: 'NOT_FOUND', at: NOW }];
  const { main } = newQuote({
    ...quotesAnswers([]),
    booking: { notes: () => notesFixture({ notBookable }), forgetRefusal: () => null },
  });
  expect(
    await screen.findByText(/could not be booked through “Website” .* the service does not know it there/),
  ).toBeTruthy();
  await press('Forget this');
  expect(main.inputsOf('booking', 'forgetRefusal')).toEqual([
    { connectionId: 'sandbox', applicationId: 'a1', listingId: 'l-1' },
  ]);
});
