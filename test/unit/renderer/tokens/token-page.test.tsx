import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { localInstant } from '../../../../src/renderer/features/tokens/adopt-token.tsx';
import { TokenPage } from '../../../../src/renderer/features/tokens/token-page.tsx';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { TokenStatus, TokensSnapshot } from '../../../../src/shared/model/token.ts';
import { answerFixture, matrixFixture } from '../../../support/access-fixture.ts';
import type { Answers } from '../../../support/fake-main.ts';
import {
  connectionFixture,
  connectionsFixture,
  issuanceFixture,
  quotaFixture,
  sandboxFixture,
  tokenFixture,
  tokensFixture,
} from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

const HOUR = 3_600_000;

function show(
  token: Partial<TokenStatus> = {},
  tokens: Answers['tokens'] = {},
  snapshot: Partial<TokensSnapshot> = {},
  id = 'cred-open',
  doctor: Answers['doctor'] = { access: ({ connectionId }) => matrixFixture(connectionId) },
) {
  return renderWithMain(<TokenPage />, {
    page: 'token',
    search: { id },
    answers: {
      connections: { list: () => connectionsFixture([connectionFixture(), sandboxFixture()], 'conn-1') },
      tokens: {
        status: ({ connectionId }) =>
          tokensFixture(connectionId, [tokenFixture({ credentialId: id, ...token })], snapshot),
        ...tokens,
      },
      doctor,
    },
  });
}
const press = async (name: string | RegExp, inside: HTMLElement = document.body) =>
  userEvent.click(await within(inside).findByRole('button', { name }));

describe('the token page', () => {
  it('shows lifetime, quota, reported limits and the cause of each issuance', async () => {
    const now = Date.now();
    show({
      issuances: [
        issuanceFixture({ id: 'a', at: now - 20 * HOUR, settledAt: now - 20 * HOUR, cause: 'expiry' }),
        issuanceFixture({ id: 'b', at: now - 9 * HOUR, settledAt: null, cause: 'unauthorized', outcome: 'lost' }),
        issuanceFixture({ id: 'c', at: now - HOUR, settledAt: now - HOUR, cause: 'person', outcome: 'refused' }),
      ],
    });
    await screen.findByRole('heading', { level: 1, name: 'Token of Open API' });
    expect(
      screen.getByRole('img', { name: /^Lifetime of the token: issued .*, renewal due .*, expires .* left$/ }),
    ).toBeTruthy();
    const table = screen.getByRole('table', { name: 'Token requests of the last 24 hours' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ['3', expect.any(String), 'A person', 'Refused, no slot used', 'None used', 'Traffic'],
      [
        '2',
        expect.any(String),
        'The app, after a 401',
        'Response lost, counted as used',
        expect.stringMatching(/in 1[45] h$/),
        'Traffic',
      ],
      [
        '1',
        expect.any(String),
        'The app, because renewal was due',
        'Token issued',
        expect.stringMatching(/in [34] h$/),
        'Traffic',
      ],
    ]);
    expect(screen.getByText('Remaining').nextElementSibling?.textContent).toBe('4');
    expect(screen.getByText(/assuming a rolling 24 h window/)).toBeTruthy();
    expect(await screen.findByText(/^No operation was refused in the last 24 hours/)).toBeTruthy();
  });

  it('works without a token and without issuances', async () => {
    show({ state: 'none', issuedAt: null, dueAt: null, expiresAt: null, origin: null, issuances: [], server: null });
    expect(await screen.findByText('No token was requested in the last 24 hours.')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Get a token' })).toBeTruthy();
  });

  it('shows use by other clients, clock skew, remembered refusals and a token that cannot be renewed', async () => {
    const now = Date.now();
    show(
      {
        state: 'due',
        dueAt: now - HOUR,
        expiresAt: now + HOUR,
        quota: quotaFixture({ used: 5, remaining: 0, mayIssue: false, nextSlotAt: now + 5 * HOUR }),
        foreignUse: { count: 2, since: now - 3 * HOUR, noticedAt: now - HOUR },
      },
      {},
      { skew: { offsetMs: 180_000, measuredAt: now } },
    );
    expect(await screen.findByText(/^Other clients use this client ID: 2 tokens since /)).toBeTruthy();
    expect(screen.getByText('The server’s clock is 3 min ahead of this computer’s')).toBeTruthy();
    expect(screen.getByText(/^This token cannot be renewed before it expires /)).toBeTruthy();
    const refusals = screen.getByRole('region', { name: 'Refused operations' });
    expect(await within(refusals).findByText(/^No operation was refused/)).toBeTruthy();
  });

  it('says what the newest answers refuse, and that the token is refused where all of them are', async () => {
    const now = Date.now();
    const credentials = [{ id: 'cred-open', api: 'openApi' as const, label: 'Open API', hasToken: true }];
    const cell = (operation: 'listListings' | 'calendar', status: number, at: number) => ({
      ...{ operation, credentialId: 'cred-open', answer: answerFixture(status, at) },
    });
    const withCells = (...cells: ReturnType<typeof cell>[]) =>
      show({}, {}, {}, undefined, {
        access: ({ connectionId }) => matrixFixture(connectionId, { credentials, cells }),
      });
    withCells(cell('calendar', 403, now - HOUR), cell('listListings', 200, now));
    const refusals = await screen.findByRole('region', { name: 'Refused operations' });
    const link = await within(refusals).findByRole('link', { name: 'Calendar: 403' });
    expect(link.getAttribute('href')).toContain('#/doctor');
    expect(screen.queryByText('Refused by the service')).toBeNull();
    cleanup();
    withCells(cell('calendar', 200, now - HOUR), cell('listListings', 401, now));
    expect(await screen.findByText('Refused by the service')).toBeTruthy();
    expect(await screen.findByText('Every operation: 401')).toBeTruthy();
    expect(screen.queryByText(/valid and reused/)).toBeNull();
    expect(screen.getAllByText(/answered 401 to the newest request/).length).toBeGreaterThan(0);
  });

  it('shows no notice for a clock skew below two seconds', async () => {
    show({}, {}, { skew: { offsetMs: -1_900, measuredAt: Date.now() } });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText(/server’s clock/)).toBeNull();
  });

  it('finds a credential of another connection, and says when a credential does not exist', async () => {
    show({}, {}, {}, 'sandbox-open');
    expect(await screen.findByText('Sandbox, which is not the current connection.')).toBeTruthy();
    cleanup();
    show({}, {}, {}, 'removed');
    expect(await screen.findByText('Credential not found')).toBeTruthy();
  });
});

describe('the renewal dialog', () => {
  it('shows the price and needs no extra confirmation while slots are left', async () => {
    const { main } = show({}, { renew: () => tokenFixture({ generation: 4 }) });
    await press('Renew now');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Uses 1 of 5 issuances; 3 left after this; the next slot is free in 22 h');
    expect(within(dialog).queryByRole('checkbox')).toBeNull();
    await press('Renew now', dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(main.inputsOf('tokens', 'renew')).toEqual([{ credentialId: 'cred-open', confirmLastSlot: false }]);
  });

  it('needs a confirmation for the last slot and mentions the reserve', async () => {
    const last = quotaFixture({ used: 4, remaining: 1, nextSlotAt: Date.now() + 6.25 * HOUR });
    const { main } = show({ quota: last, reserve: 2 }, { renew: () => tokenFixture({ generation: 4 }) });
    await press('Renew now');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('0 left after this; the next slot is free in 6 h 15 min');
    expect(dialog.textContent).toContain('It uses one of the 2 slots reserved for emergencies');
    const renew = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Renew now' });
    expect(renew.disabled).toBe(true);
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Use the last slot' }));
    await userEvent.click(renew);
    await waitFor(() =>
      expect(main.inputsOf('tokens', 'renew')).toEqual([{ credentialId: 'cred-open', confirmLastSlot: true }]),
    );
  });

  it('asks for a confirmation when main reports that this is the last slot', async () => {
    const { main } = show(
      {},
      {
        renew: ({ confirmLastSlot }) => {
          if (confirmLastSlot) return tokenFixture();
          throw new AppError('lastSlot', { label: 'Open API', nextSlotAt: null, assumption: 'rolling' });
        },
      },
    );
    await press('Renew now');
    const dialog = await screen.findByRole('dialog');
    await press('Renew now', dialog);
    await userEvent.click(await within(dialog).findByRole('checkbox', { name: 'Use the last slot' }));
    await press('Renew now', dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(main.inputsOf('tokens', 'renew')).toHaveLength(2);
  });

  it('offers what works when no slot is left: adoption, and another application', async () => {
    const none = quotaFixture({ used: 3, remaining: 0, mayIssue: false, nextSlotAt: Date.now() + HOUR });
    const website = tokenFixture({ credentialId: 'cred-app-1', api: 'booking', label: 'Website', quota: none });
    const portal = tokenFixture({ credentialId: 'cred-app-2', api: 'booking', label: 'Partner portal' });
    const { visits } = show(
      {},
      { status: ({ connectionId }) => tokensFixture(connectionId, [website, portal]) },
      {},
      'cred-app-1',
    );
    await press('Renew now');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('are used');
    expect(within(dialog).queryByRole('button', { name: 'Renew now' })).toBeNull();
    await userEvent.click(await within(dialog).findByRole('link', { name: 'Use Partner portal' }));
    expect(visits.at(-1)).toMatchObject({ page: 'connections', search: { credentialId: 'cred-app-2' } });
    await press('Adopt a token', dialog);
    await screen.findByRole('dialog', { name: /^Adopt a token/ });
  });

  it('draws no life for a token that the service refuses before its time', async () => {
    show({ state: 'blocked', reason: 'No slot is left.' });
    await screen.findByRole('img', { name: 'refused by the service' });
    cleanup();
    show({ state: 'due', reason: 'The service answers this token with 401.' });
    await screen.findByRole('img', { name: 'refused by the service' });
    cleanup();
    show();
    await screen.findByRole('img', { name: /left of/ });
  });

  it('shows the price of the next token before one is discarded', async () => {
    const { main } = show({}, { discard: () => tokenFixture({ state: 'none' }) });
    await press('Discard');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Uses 1 of 5 issuances');
    await press('Discard', dialog);
    await waitFor(() => expect(main.inputsOf('tokens', 'discard')).toEqual([{ credentialId: 'cred-open' }]));
  });
});

describe('adopting a token', () => {
  const planted = ['planted', 'access', 'value'].join('-');
  const field = (dialog: HTMLElement) =>
    within(dialog).getByLabelText<HTMLInputElement>('Access token', { selector: 'input' });

  it('works without free slots and leaves no trace of the token in the window', async () => {
    const { main, client } = show(
      { quota: quotaFixture({ used: 5, remaining: 0, mayIssue: false }) },
      { adopt: () => tokenFixture({ origin: 'adopted' }) },
    );
    await press('Adopt a token');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Adopting it uses no slot, so it works even when all slots are used');
    expect(field(dialog).type).toBe('password');
    await press('Adopt the token', dialog);
    expect(within(dialog).getByText('Paste the access token.')).toBeTruthy();
    await userEvent.click(field(dialog));
    await userEvent.paste(planted);
    await press('Adopt the token', dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(main.inputsOf('tokens', 'adopt')).toEqual([
      { credentialId: 'cred-open', accessToken: planted, issuedAt: null },
    ]);
    expect(document.body.innerHTML).not.toContain(planted);
    await waitFor(() =>
      expect(
        JSON.stringify(
          client
            .getMutationCache()
            .getAll()
            .map((one) => one.state),
        ),
      ).not.toContain(planted),
    );
  });

  it('shows why a token is not adopted, stays open for a correction, and is empty when opened again', async () => {
    show(
      {},
      {
        adopt: () => {
          throw new AppError('tokenNotAdoptable', { problem: 'it has expired' });
        },
      },
    );
    await press('Adopt a token');
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(field(dialog));
    await userEvent.paste(planted);
    await press('Adopt the token', dialog);
    expect((await within(dialog).findByRole('alert')).textContent).toContain(
      'This access token cannot be adopted: it has expired.',
    );
    await press('Cancel', dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press('Adopt a token');
    expect(field(await screen.findByRole('dialog')).value).toBe('');
  });

  it('reads the issue time as local time', () => {
    expect(localInstant('2026-11-21T09:30')).toBe(new Date(2026, 10, 21, 9, 30).getTime());
    expect(localInstant('')).toBeNull();
    expect(localInstant('soon')).toBeNull();
  });
});

it('shows the snapshots that main publishes without a further query', async () => {
  const { main } = show();
  await screen.findByText('Valid');
  act(() =>
    main.emit('tokens', 'onChanged', tokensFixture('conn-1', [tokenFixture({ state: 'rejected' })], { revision: 2 })),
  );
  expect(await screen.findByText('Rejected')).toBeTruthy();
  expect(main.inputsOf('tokens', 'status')).toHaveLength(1);
});
