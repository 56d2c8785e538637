import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { OfferPart } from '../../../../src/renderer/features/quotes/offer-part.tsx';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { SentOffers } from '../../../../src/shared/model/offer.ts';
import { tokensFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { quoteFixture, sentOffers } from './quotes-answers.ts';

const head = {
  id: 'o-1',
  at: Date.UTC(2026, 10, 21, 9),
  by: 'pdf' as const,
  kind: 'offer' as const,
  language: 'en' as const,
  guestName: 'Ada',
};
const show = (sent: Partial<SentOffers> | (() => never), canOffer = true, sentOn: string | null = null) =>
  renderWithMain(
    <OfferPart
      quote={{ connectionId: 'sandbox', id: 'q-1' }}
      canOffer={canOffer}
      isSent={sentOn !== null}
      onBook={() => {}}
    />,
    {
      answers: {
        tokens: { status: () => tokensFixture('sandbox') },
        quotes: {
          get: () => ({ quote: quoteFixture(), annotation: { note: '', followUpOn: null, sentOn, offers: [] } }),
          annotate: () => null,
        },
        offers: {
          sent: () => sentOffers(typeof sent === 'function' ? sent() : sent),
          sentDocument: ({ id }) => ({
            ...{ id, at: head.at, by: head.by, guestName: head.guestName },
            document: { ...DOCUMENT, kind: 'offer', next: null, title: `As sent: ${id}` },
          }),
        },
      },
      page: 'quotes',
    },
  );

it('is sent when a person says so, with the day, and not because it was copied or saved', async () => {
  const { main } = show({ offers: [head] });
  const box = await screen.findByRole('checkbox', { name: 'Sent to the guest' });
  expect(box).toHaveProperty('checked', false);
  expect(screen.getByText(/^Saved as PDF/)).toBeTruthy();
  await userEvent.click(box);
  const sentOn = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
  await waitFor(() =>
    expect(main.inputsOf('quotes', 'annotate')).toEqual([
      { connectionId: 'sandbox', quoteId: 'q-1', changes: { sentOn } },
    ]),
  );
  cleanup();
  const marked = show({ offers: [head] }, false, '2026-11-20');
  const day = await screen.findByLabelText('Sent on');
  expect(day).toHaveProperty('value', 'Fri, Nov 20, 2026');
  await userEvent.clear(day);
  await userEvent.tab();
  await userEvent.tab();
  expect(marked.main.inputsOf('quotes', 'annotate')).toEqual([]);
  await userEvent.clear(day);
  await userEvent.type(day, 'November 19, 2999');
  expect(await screen.findByText(/This is no day. Write “yesterday”/)).toBeTruthy();
  await userEvent.clear(day);
  await userEvent.type(day, 'November 1, 2026');
  await screen.findByText('Sun, Nov 1, 2026');
  await userEvent.type(day, `${'{Backspace}'.repeat(6)}9, 2026`);
  await screen.findByText('Thu, Nov 19, 2026');
  expect(marked.main.inputsOf('quotes', 'annotate')).toEqual([]);
  await userEvent.tab();
  await userEvent.tab();
  await waitFor(() =>
    expect(marked.main.inputsOf('quotes', 'annotate').at(-1)).toMatchObject({ changes: { sentOn: '2026-11-19' } }),
  );
  await waitFor(() => expect(screen.getByRole('checkbox')).toHaveProperty('disabled', false));
  await userEvent.click(screen.getByRole('checkbox'));
  await waitFor(() =>
    expect(marked.main.inputsOf('quotes', 'annotate').at(-1)).toMatchObject({ changes: { sentOn: null } }),
  );
});

const DOCUMENT = {
  ...{ language: 'en' as const, subject: '', title: '', greeting: '', intro: '', places: [], closing: '' },
  ...{ sender: null, logo: null },
};

it('lists offers without what they say, and reads one when it is shown', async () => {
  const { main } = show({ offers: [head] });
  await userEvent.click(await screen.findByRole('button', { name: 'Show this offer' }));
  const dialog = await screen.findByRole('dialog', { name: 'The offer as it was made' });
  expect(await within(dialog).findByText('As sent: o-1')).toBeTruthy();
  expect(main.inputsOf('offers', 'sentDocument')).toEqual([{ connectionId: 'sandbox', id: 'o-1' }]);
});

it('tells what is kept no longer, also of a quote that cannot be offered any more', async () => {
  show({ gone: 1 }, false);
  expect(await screen.findByText('1 offer that was made with this quote is no longer kept.')).toBeTruthy();
});

it.each([
  ['the number', { count: 450, maxCount: 500, bytes: 1, maxBytes: 200_000_000 }],
  ['the bytes', { count: 1, maxCount: 500, bytes: 180_000_000, maxBytes: 200_000_000 }],
])('tells before the oldest are deleted: %s', async (_, room) => {
  show({ offers: [head], more: 2, room });
  expect(
    await screen.findByText(/2 older offers .* beyond 500 offers and 200 MB the oldest are deleted\./),
  ).toBeTruthy();
});

it('tells that sent offers are locked, and reads them again', async () => {
  const locked = new AppError('storageFailed', {
    what: 'Sent offers',
    reason: 'the key store is locked',
    access: 'key',
  });
  const { main } = show(() => {
    throw locked;
  }, false);
  expect((await screen.findByRole('alert')).textContent).toContain('locked');
  main.answer({ offers: { sent: () => sentOffers({ offers: [head] }) } });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('list', { name: 'Offers that were made' });
  expect(screen.queryByRole('alert')).toBeNull();
});

it('tells nothing of the room while there is enough', async () => {
  show({ offers: [head], room: { count: 449, maxCount: 500, bytes: 0, maxBytes: 200_000_000 } });
  await screen.findByRole('list', { name: 'Offers that were made' });
  expect(screen.queryByText(/the oldest are deleted/)).toBeNull();
});
