import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { OverviewPage } from '../../../../src/renderer/features/overview/overview-page.tsx';
import { AppError } from '../../../../src/shared/app-error.ts';
import { matrixFixture } from '../../../support/access-fixture.ts';
import type { Answers } from '../../../support/fake-main.ts';
import {
  appInfoFixture,
  connectionFixture,
  connectionsFixture,
  exchangeFixture,
  exchangePageFixture,
  machineFace,
  ratesFixture,
  tokenFixture,
  tokensFixture,
} from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { quoteFixture, snapshotOf } from '../quotes/quotes-answers.ts';

const NO_ROWS = {
  ...{
    revision: 1,
    total: 0,
    matched: 0,
    states: [],
    comingFollowUps: 0,
    followUps: 0,
    reservations: 0,
    nextChangeAt: null,
    areGuestsReadable: true,
    hasGuests: false,
    hasReminders: false,
    rows: [],
  },
};

const answers = (more: Answers = {}): Answers => ({
  app: { info: () => appInfoFixture() },
  connections: { list: () => connectionsFixture([connectionFixture()]) },
  traffic: {
    rates: () => ratesFixture(),
    exchanges: () => exchangePageFixture([exchangeFixture()]),
  },
  quotes: { list: () => snapshotOf([]), board: () => NO_ROWS },
  tasks: {
    list: ({ connectionId }) => ({ connectionId, revision: 1, clock: machineFace, asOf: Date.now(), tasks: [] }),
  },
  calendars: { takenOpen: () => ({ count: 0, first: [] }) },
  doctor: { access: ({ connectionId }) => matrixFixture(connectionId) },
  ...more,
});

describe('Overview', () => {
  it('shows state, quota, rates and exchanges of the current connection', async () => {
    renderWithMain(<OverviewPage />, { answers: answers({ tokens: { status: () => tokensFixture() } }) });
    const card = await screen.findByRole('article', { name: 'Open API' });
    expect(within(card).getByText('Valid')).toBeTruthy();
    expect(within(card).getByText('4 of 5 issuances left')).toBeTruthy();
    expect(within(card).getByText(/assuming a rolling 24 h window/)).toBeTruthy();
    expect(await screen.findByRole('meter', { name: 'Per minute' })).toBeTruthy();
    expect(await screen.findByText('List listings')).toBeTruthy();
    expect(await screen.findByText('Nothing needs your attention.')).toBeTruthy();
    expect(document.title).toMatch(/^Overview – /);
  });

  it('calls the state of a quote as the board does: one that was sent is “Sent”', async () => {
    const quotes = [
      quoteFixture(),
      quoteFixture({ id: 'q-2' }),
      quoteFixture({ id: 'q-3', expiresAt: Date.now() - 1 }),
    ];
    renderWithMain(<OverviewPage />, {
      answers: answers({
        tokens: { status: () => tokensFixture('conn-1', [tokenFixture()]) },
        quotes: { list: () => snapshotOf(quotes, 1, ['q-2', 'q-3']), board: () => NO_ROWS },
      }),
      audience: 'managers',
    });
    const card = await screen.findByRole('region', { name: 'Latest quotes' });
    await within(card).findAllByRole('listitem');
    expect(
      within(card)
        .getAllByRole('listitem')
        .map(({ lastElementChild }) => lastElementChild?.textContent?.replace(/until .*/, 'until …')),
    ).toEqual(['Open, valid until …', 'Sent, valid until …', 'Expired']);
  });

  it('does not say that nothing needs attention when it could not read all of it', async () => {
    const quotes = {
      list: () => {
        throw new AppError('storageFailed', {
          what: 'The quotes',
          reason: 'the disk reports an error',
          access: 'read',
        });
      },
      board: () => NO_ROWS,
    };
    renderWithMain(<OverviewPage />, { answers: answers({ tokens: { status: () => tokensFixture() }, quotes }) });
    expect(await screen.findByText(/the disk reports an error/)).toBeTruthy();
    expect(screen.queryByText('Nothing needs your attention.')).toBeNull();
  });

  it('shows the reported quota only where it differs from the console’s own count', async () => {
    const now = Date.now();
    const quota = { ...tokenFixture().quota, basis: 'server' as const, nextSlotAt: now + 3_600_000 };
    const server = {
      limit: quota.limit,
      remaining: (quota.limit ?? 0) - quota.used,
      resetAt: quota.nextSlotAt,
      receivedAt: now - 60_000,
    };
    const show = (reported: typeof server) =>
      renderWithMain(<OverviewPage />, {
        answers: answers({
          tokens: { status: () => tokensFixture('conn-1', [{ ...tokenFixture({ quota }), server: reported }]) },
        }),
      });
    show(server);
    const card = within(await screen.findByRole('article', { name: 'Open API' }));
    expect(card.getByText('The server reported the same numbers 1 min ago.')).toBeTruthy();
    expect(card.getByText(/^Next slot/).textContent).not.toContain('reported by the server');
    expect(card.getAllByText('Open API')).toHaveLength(1);
    cleanup();
    show({ ...server, remaining: 1 });
    expect(await screen.findByText('The server reported 1 of 5 left, 1 min ago.')).toBeTruthy();
  });

  it('reports a host with an open circuit', async () => {
    const now = Date.now();
    const openCircuits = [
      { host: 'open.example.com', failures: 5, since: now, until: now + 60_000, reason: 'it answered 503' },
    ];
    renderWithMain(<OverviewPage />, {
      answers: answers({
        tokens: { status: () => tokensFixture() },
        traffic: {
          rates: () => ratesFixture(),
          exchanges: () => exchangePageFixture([exchangeFixture()]),
          pending: () => ({
            connectionId: 'conn-1',
            revision: 1,
            clock: machineFace,
            asOf: now,
            total: 0,
            requests: [],
            openCircuits,
            pauses: [],
          }),
        },
      }),
    });
    expect(
      await screen.findByText('Requests to open.example.com are stopped: it failed 5 times in a row'),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open Traffic' })).toBeTruthy();
  });

  it('shows the price before a renewal, and the error when it fails', async () => {
    const { main } = renderWithMain(<OverviewPage />, {
      answers: answers({
        tokens: {
          status: () => tokensFixture(),
          renew: () => {
            throw new AppError('tokenEndpointUnreachable', {
              host: 'open.example.com',
              reason: 'refused',
              mayHaveBeenIssued: false,
            });
          },
        },
      }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Renew now' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Uses 1 of 5 issuances; 3 left after this; the next slot is free in 2');
    expect(main.inputsOf('tokens', 'renew')).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Renew now' }));
    expect((await within(dialog).findByRole('alert')).textContent).toContain('open.example.com could not be reached');
    expect(main.inputsOf('tokens', 'renew')).toEqual([{ credentialId: 'cred-open', confirmLastSlot: false }]);
  });

  it('offers a first token when there is none to renew', async () => {
    const none = tokenFixture({ state: 'none', issuedAt: null, dueAt: null, expiresAt: null });
    const { main } = renderWithMain(<OverviewPage />, {
      answers: answers({ tokens: { status: () => tokensFixture('conn-1', [none]), renew: () => tokenFixture() } }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Get a token' }));
    const dialog = await screen.findByRole('dialog', { name: 'Get a token for Open API' });
    expect(within(dialog).queryByText(/renew/i)).toBeNull();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Get a token' }));
    expect(main.inputsOf('tokens', 'renew')).toEqual([{ credentialId: 'cred-open', confirmLastSlot: false }]);
  });

  it('shows the snapshots that main publishes without a further query', async () => {
    const { main } = renderWithMain(<OverviewPage />, {
      answers: answers({ tokens: { status: () => tokensFixture() } }),
    });
    await screen.findByText('Valid');
    main.emit(
      'tokens',
      'onChanged',
      tokensFixture('conn-1', [tokenFixture({ state: 'rejected', reason: 'No.' })], { revision: 2 }),
    );
    expect(await screen.findByText('The credentials of Open API were rejected')).toBeTruthy();
    expect(main.inputsOf('tokens', 'status')).toHaveLength(1);
  });
});
