import { Notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { allPresets } from '../../../../src/main/api/presets.ts';
import { ConnectionsPage } from '../../../../src/renderer/features/connections/connections-page.tsx';
import { testAtOnce } from '../../../../src/renderer/features/connections/first-test.tsx';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { Answers } from '../../../support/fake-main.ts';
import {
  appInfoFixture,
  applicationFixture,
  connectionFixture,
  connectionsFixture,
  preferencesFixture,
  quotaFixture,
  sandboxFixture,
  tokenFixture,
  tokensFixture,
} from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

/** Main's answer to an input that would give a client ID of “Harbour Stays” a second connection. */
const taken = (path: string) => () => {
  const connection = { id: 'conn-7', name: 'Harbour Stays' };
  throw new AppError('invalidInput', {
    issues: [{ path, message: 'This Client ID already has a connection: “Harbour Stays”.', connection }],
  });
};
const OPEN_FIRST = 'Open “Harbour Stays” in another window';

const answersFor = (connection = connectionFixture(), more: Answers['connections'] = {}): Answers => ({
  app: {
    openWindow: () => null,
    info: () => appInfoFixture(),
    preferences: () => preferencesFixture({ audience: 'support' }),
  },
  connections: {
    list: () => connectionsFixture([connection, sandboxFixture()]),
    presets: allPresets,
    ...more,
  },
  operations: {
    list: () =>
      (allPresets()[0]?.operations ?? []).flatMap((operation) => {
        const [variant] = operation.variants;
        return variant
          ? [
              {
                operation,
                variantId: variant.id,
                custom: null,
                shape: variant.shape,
                provenance: variant.provenance,
                found: null,
              },
            ]
          : [];
      }),
  },
});
const fill = async (label: string | RegExp, text: string, within_: HTMLElement) => {
  const field = within(within_).getByLabelText(label, { selector: 'input' });
  fireEvent.change(field, { target: { value: text } });
};
/** Opens the dialog for a new connection. */
async function openNew(more: Answers['connections'] = {}) {
  const page = (
    <>
      <Notifications />
      <ConnectionsPage />
    </>
  );
  const answers = answersFor(connectionFixture(), more);
  const rendered = renderWithMain(page, { answers, page: 'connections', search: { new: '1' } });
  return { ...rendered, dialog: await screen.findByRole('dialog') };
}

describe('adding a connection', () => {
  it('shows an issue beside each invalid field and sends nothing', async () => {
    const { main, dialog } = await openNew();
    await fill('Open API address', 'http://open.example.com', dialog);
    await fill('Booking Engine address', 'https://booking.example.com/v1', dialog);
    await fill('Client Secret', 'two words', dialog);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add connection' }));
    expect(await within(dialog).findByText(/answers on HTTPS only/)).toBeTruthy();
    expect(within(dialog).getByText(/Leave \/v1 out/)).toBeTruthy();
    expect(within(dialog).getByText(/has a space in it/)).toBeTruthy();
    expect(within(dialog).getByText('Enter a name.')).toBeTruthy();
    expect(main.inputsOf('connections', 'create')).toEqual([]);
  });

  it('keeps typed values when main rejects them, and shows the issue at the field', async () => {
    const { main, dialog } = await openNew({
      create: () => {
        throw new AppError('invalidInput', {
          issues: [{ path: 'name', message: 'Another connection has this name.' }],
        });
      },
    });
    await fill('Name', 'Harbour Stays', dialog);
    await fill('Client ID', 'client-1', dialog);
    await fill('Client Secret', 'planted-value', dialog);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add connection' }));
    expect(await within(dialog).findByText('Another connection has this name.')).toBeTruthy();
    expect(within(dialog).getByLabelText<HTMLInputElement>('Name').value).toBe('Harbour Stays');
    expect(within(dialog).getByLabelText<HTMLInputElement>('Client Secret', { selector: 'input' }).value).toBe(
      'planted-value',
    );
    expect(main.inputsOf('connections', 'create')).toHaveLength(1);
  });

  it('opens the connection that has the client ID already in another window, and keeps what was typed', async () => {
    const { main, dialog, visits } = await openNew({ create: taken('openApi.clientId') });
    await fill('Name', 'Second', dialog);
    await fill('Client ID', 'client-1', dialog);
    await fill('Client Secret', 'planted-value', dialog);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add connection' }));
    const field = within(dialog).getByLabelText<HTMLInputElement>('Client ID');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    await userEvent.click(await within(dialog).findByRole('button', { name: OPEN_FIRST }));
    expect(main.inputsOf('app', 'openWindow')).toEqual([{ connectionId: 'conn-7' }]);
    expect(visits).toEqual([]);
    expect(field.value).toBe('client-1');
    expect(within(dialog).getByLabelText<HTMLInputElement>('Client Secret', { selector: 'input' }).value).toBe(
      'planted-value',
    );
  });

  it('takes a manager from the name to a tested connection in six steps', async () => {
    const created = connectionFixture({ id: 'conn-9', name: 'Mine' });
    const { main } = renderWithMain(<ConnectionsPage />, {
      answers: answersFor(connectionFixture(), { create: () => created }),
      page: 'connections',
      search: { new: '1' },
      audience: 'managers',
    });
    const dialog = await screen.findByRole('dialog');
    const group = within(dialog).getByRole('group', { name: 'Booking channel 1' });
    expect(within(dialog).getByText('Addresses of the service').closest('details')?.open).toBe(false);
    expect(within(dialog).getByText('Where do I find these?')).toBeTruthy();
    await fill('Name', 'Mine', dialog);
    const fields = within(dialog).getAllByLabelText<HTMLInputElement>(/^Client (ID|Secret)$/, { selector: 'input' });
    for (const [at, text] of ['account', 'planted-1', 'channel', 'planted-2'].entries())
      fireEvent.change(fields[at] as HTMLInputElement, { target: { value: text } });
    expect(group.contains(fields[2] ?? null)).toBe(true);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save and test' }));
    await waitFor(() =>
      expect(main.inputsOf('connections', 'create')).toMatchObject([
        { name: 'Mine', openApi: { clientId: 'account' }, applications: [{ label: 'Website', clientId: 'channel' }] },
      ]),
    );
    await waitFor(() => expect(testAtOnce.delete('conn-9')).toBe(true));
  });

  it('fills in what a file of another client says, and names the place of its secret', async () => {
    const draft = {
      ...{ format: 'Postman' as const, file: '/home/x/harbour.json', name: 'Harbour', presetId: 'guesty' as const },
      ...{ addresses: null, openApiClientId: 'id-1', applicationClientId: null, secretsInFile: 1 },
      ...{ openApiSecret: 'secret-in-file:1', applicationSecret: null },
    };
    const create = () => connectionFixture();
    const { main, dialog } = await openNew({ readDraft: () => draft, create });
    await userEvent.click(within(dialog).getByRole('button', { name: /^Fill in from a file/ }));
    await within(dialog).findByText('/home/x/harbour.json');
    within(dialog).getByText(/It has 1 Client Secret in plain text, not read into this form/);
    expect(within(dialog).getByLabelText<HTMLInputElement>(/^Client ID/).value).toBe('id-1');
    expect(within(dialog).getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Harbour');
    // Main has the secret, and the form a reference to it.
    await userEvent.click(within(dialog).getByRole('button', { name: 'Use the secret in this file' }));
    within(dialog).getByText(/The app uses what it needs, without showing it here/);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add connection' }));
    await screen.findByText(/take the secret out of it: \/home\/x\/harbour\.json$/);
    const [made] = main.inputsOf('connections', 'create');
    expect(made).toMatchObject({ openApi: { clientId: 'id-1', clientSecret: 'secret-in-file:1' } });
  });

  it('asks before it discards typed values', async () => {
    const { visits, dialog } = await openNew();
    await fill('Name', 'x', dialog);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(visits).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Discard' }));
    expect(visits).toEqual([{ page: 'connections', search: {} }]);
  });
});

describe('credentials', () => {
  it('shows the credentials of the sandbox where the address names a tab that the sandbox lacks', async () => {
    renderWithMain(<ConnectionsPage />, {
      answers: answersFor(),
      page: 'connections',
      search: { id: sandboxFixture().id, tab: 'team' },
    });
    expect((await screen.findByRole('tab', { selected: true })).textContent).toBe('Credentials');
    expect(screen.queryByText(/Share with my team/)).toBeNull();
  });

  it('rejects the sixth application with the reason and keeps the button', async () => {
    const applications = [1, 2, 3, 4, 5].map((n) => applicationFixture({ id: `a${n}`, label: `App ${n}` }));
    renderWithMain(<ConnectionsPage />, {
      answers: answersFor(connectionFixture({ applications })),
      page: 'connections',
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Add application' }));
    expect(screen.getByRole('alert').textContent).toContain('at most 5 Booking Engine applications');
    expect(screen.getByRole('button', { name: 'Add application' })).toBeTruthy();
  });

  it('replaces a secret and never shows it', async () => {
    const { main } = renderWithMain(<ConnectionsPage />, {
      answers: answersFor(connectionFixture({ applications: [] }), { replaceSecret: () => connectionFixture() }),
      page: 'connections',
    });
    expect(await screen.findByText('Stored, encrypted')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Replace secret' }));
    const dialog = await screen.findByRole('dialog');
    await fill('Client Secret', 'planted-value', dialog);
    expect(within(dialog).getByLabelText('Client Secret', { selector: 'input' }).getAttribute('type')).toBe('password');
    expect(within(dialog).getByText(/It is sent to open.example.com only/)).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save secret' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(main.inputsOf('connections', 'replaceSecret')).toEqual([
      { credentialId: 'cred-open', clientSecret: 'planted-value' },
    ]);
    expect(document.body.innerHTML).not.toContain('planted-value');
  });

  it('asks before it removes a connection, and offers an undo', async () => {
    const { main } = renderWithMain(
      <>
        <Notifications />
        <ConnectionsPage />
      </>,
      {
        answers: {
          ...answersFor(undefined, { remove: () => ({ deletionId: 'deletion-1' }), select: () => null }),
          deletions: { undo: () => null },
        },
        page: 'connections',
      },
    );
    const [first] = await screen.findAllByRole('button', { name: 'Remove' });
    if (first) await userEvent.click(first);
    const dialog = await screen.findByRole('dialog');
    expect(main.inputsOf('connections', 'remove')).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove connection' }));
    await waitFor(() => expect(main.inputsOf('connections', 'remove')).toEqual([{ id: 'conn-1' }]));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(main.inputsOf('deletions', 'undo')).toEqual([{ deletionId: 'deletion-1' }]));
  });

  it('says which connection has the client ID when a removal can no longer be undone', async () => {
    const more = { remove: () => ({ deletionId: 'deletion-1' }), select: () => null };
    const { main } = renderWithMain(
      <>
        <Notifications />
        <ConnectionsPage />
      </>,
      { answers: { ...answersFor(undefined, more), deletions: { undo: taken('id') } }, page: 'connections' },
    );
    const [first] = await screen.findAllByRole('button', { name: 'Remove' });
    if (first) await userEvent.click(first);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove connection' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await userEvent.click(await screen.findByRole('button', { name: OPEN_FIRST }));
    expect(main.inputsOf('app', 'openWindow')).toEqual([{ connectionId: 'conn-7' }]);
  });

  it('shows at the address which connection has its client ID there, with a link', async () => {
    const { main } = renderWithMain(<ConnectionsPage />, {
      answers: answersFor(undefined, { update: taken('addresses.authUrl') }),
      page: 'connections',
      search: { tab: 'addresses' },
    });
    const field = await screen.findByLabelText<HTMLInputElement>('Open API token address');
    await userEvent.clear(field);
    await userEvent.paste('https://open.example.com/other');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await userEvent.click(await screen.findByRole('button', { name: OPEN_FIRST }));
    expect(main.inputsOf('app', 'openWindow')).toEqual([{ connectionId: 'conn-7' }]);
    expect(field.value).toBe('https://open.example.com/other');
  });

  it('warns that secrets are not protected, and stores them only after a person opts in', async () => {
    const answers = answersFor();
    const { main } = renderWithMain(<ConnectionsPage />, {
      answers: {
        ...answers,
        app: {
          info: () =>
            appInfoFixture({
              protection: { level: 'unprotected', stores: false, detail: 'No key store was found.', personal: null },
            }),
          preferences: () => preferencesFixture({ audience: 'support' }),
          setPreferences: () => preferencesFixture({ audience: 'support', storeUnprotected: true, revision: 2 }),
        },
      },
      page: 'connections',
    });
    expect(await screen.findByText(/stay in memory and are gone when you quit/)).toBeTruthy();
    await userEvent.click(
      screen.getByRole('switch', { name: /Store secrets and tokens although they are not protected/ }),
    );
    expect(main.inputsOf('app', 'setPreferences')).toEqual([{ storeUnprotected: true }]);
  });
});

describe('the account map', () => {
  it('shows the application and token of each used slot, and the free slots', async () => {
    const applications = [
      applicationFixture(),
      applicationFixture({ id: 'cred-app-2', label: 'Kiosk', bookingOption: 'instantBooking' }),
    ];
    const quota = quotaFixture({ unit: 'renewals', limit: 3, used: 1, remaining: 2 });
    renderWithMain(<ConnectionsPage />, {
      answers: {
        ...answersFor(connectionFixture({ applications })),
        tokens: {
          status: () =>
            tokensFixture('conn-1', [
              tokenFixture({ credentialId: 'cred-app-1', api: 'booking', label: 'Website', quota }),
              tokenFixture({ credentialId: 'cred-app-2', api: 'booking', label: 'Kiosk', state: 'blocked', quota }),
            ]),
        },
      },
      page: 'connections',
    });
    const map = await screen.findByRole('list', { name: 'Application slots: 2 of 5 used' });
    await within(map).findByText('No slot left');
    expect(
      within(map)
        .getAllByRole('listitem')
        .map((slot) => slot.textContent),
    ).toEqual([
      '1WebsiteBoth request to book and instant bookValid2 of 3 renewals left',
      '2KioskOnly instant bookingNo slot left2 of 3 renewals left',
      '3Free Add',
      '4Free Add',
      '5Free Add',
    ]);
    expect(within(map).getByRole('link', { name: 'Kiosk' }).getAttribute('href')).toBe('#/token?id=cred-app-2');
    await userEvent.click(within(map).getByRole('button', { name: 'Add an application in slot 3' }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });
});

describe('timing', () => {
  it('reserves slots for emergencies', async () => {
    const { main } = renderWithMain(<ConnectionsPage />, {
      answers: answersFor(undefined, { update: () => connectionFixture({ issuanceReserve: 2 }) }),
      page: 'connections',
      search: { tab: 'addresses' },
      audience: 'support',
    });
    await userEvent.click(await screen.findByRole('radio', { name: '2 slots' }));
    expect(main.inputsOf('connections', 'update')).toEqual([{ id: 'conn-1', issuanceReserve: 2 }]);
  });
});

describe('operations', () => {
  it('shows the provenance of each variant and saves the choice', async () => {
    const answers = answersFor();
    const { main } = renderWithMain(<ConnectionsPage />, {
      answers: {
        ...answers,
        operations: {
          ...answers.operations,
          chooseVariant: () => {
            throw new AppError('cancelled', {});
          },
        },
      },
      page: 'connections',
      search: { tab: 'operations' },
    });
    await userEvent.click(await screen.findByRole('button', { name: /Search available listings/ }));
    expect((await screen.findAllByText('Specified')).length).toBeGreaterThan(0);
    await userEvent.click(await screen.findByRole('radio', { name: 'GET /listings' }));
    expect(main.inputsOf('operations', 'chooseVariant')).toEqual([
      { connectionId: 'conn-1', operation: 'search', variantId: 'listings' },
    ]);
  });
});
