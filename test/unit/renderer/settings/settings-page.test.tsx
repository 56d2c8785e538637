import { Notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { AboutSection } from '../../../../src/renderer/features/settings/about-section.tsx';
import { FormatsSection } from '../../../../src/renderer/features/settings/formats-section.tsx';
import { GuestsSection } from '../../../../src/renderer/features/settings/guests-section.tsx';
import { JournalSection } from '../../../../src/renderer/features/settings/journal-section.tsx';
import { KeptListingsSection } from '../../../../src/renderer/features/settings/kept-listings-section.tsx';
import { NetworkSection } from '../../../../src/renderer/features/settings/network-section.tsx';
import { OffersSection } from '../../../../src/renderer/features/settings/offers-section.tsx';
import { PoliciesSection } from '../../../../src/renderer/features/settings/policies-section.tsx';
import { ProgramsSection } from '../../../../src/renderer/features/settings/programs-section.tsx';
import { ProtectionSection } from '../../../../src/renderer/features/settings/protection-section.tsx';
import { SettingsPage } from '../../../../src/renderer/features/settings/settings-page.tsx';
import { UpdatesSection } from '../../../../src/renderer/features/settings/updates-section.tsx';
import { SETTINGS_SECTIONS } from '../../../../src/renderer/navigation/settings-sections.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { AppInfo, Preferences } from '../../../../src/shared/model/app.ts';
import type { PolicyState } from '../../../../src/shared/model/policy.ts';
import type { Program } from '../../../../src/shared/model/program.ts';
import type { Answers } from '../../../support/fake-main.ts';
import {
  appInfoFixture,
  connectionFixture,
  connectionsFixture,
  preferencesFixture,
  sandboxFixture,
  tokensFixture,
  updateStatusFixture,
} from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

/** What a test draws, and how its main answers. */
interface Shown {
  readonly info?: Partial<AppInfo>;
  readonly preferences?: Partial<Preferences>;
  readonly guests?: NonNullable<Answers['guests']>;
  readonly listings?: NonNullable<Answers['listings']>;
  readonly updates?: NonNullable<Answers['updates']>;
  readonly policies?: PolicyState;
  readonly search?: Readonly<Record<string, string>>;
}

const UNMANAGED: PolicyState = { policies: {}, problems: [] };
const OFF: NonNullable<Answers['updates']> = { status: () => updateStatusFixture({ way: 'off', reason: 'Off here.' }) };

function show(
  page: ReactNode,
  { info, preferences, guests, listings, updates = OFF, policies = UNMANAGED, search = {} }: Shown = {},
) {
  return renderWithMain(page, {
    page: 'settings',
    search,
    answers: {
      app: {
        policies: () => policies,
        report: () => ({ text: 'Versions\nLatchkey 1' }),
        saveReport: () => ({ path: '/home/ada/latchkey-report.txt', records: 2, bytes: 19 }),
        info: () => appInfoFixture({ dataPath: '/home/someone/latchkey', ...info }),
        preferences: () => preferencesFixture(preferences),
        setPreferences: (changes) => ({ ...preferencesFixture(preferences), revision: 2, ...(changes as object) }),
        copyText: () => null,
        notices: () => ({
          license: 'MIT License\n\nCopyright (c) 2026 The Latchkey authors',
          packages: [{ name: 'zod', version: '4.6.7', license: 'MIT', text: 'Copyright (c) 2025 Colin McDonnell' }],
        }),
      },
      connections: { list: () => connectionsFixture([connectionFixture(), sandboxFixture()], 'conn-1') },
      tokens: { status: () => tokensFixture('conn-1') },
      updates,
      programs: {
        list: () => ({ revision: 1, refusal: null, http: { port: null, refusal: null }, programs: [sync] }),
        setHttp: ({ port }) => ({
          revision: 2,
          refusal: null,
          http: { port, refusal: 'port 7435 is taken' },
          programs: [],
        }),
        resume: () => null,
        create: ({ days: _, ...rights }) => ({ ...sync, ...rights }),
        revoke: () => null,
        command: () => ({ state: 'offered', place: '/home/ada/.local/bin/latchkey', problem: null }),
        setCommand: ({ isInstalled }) => ({
          ...{ state: isInstalled ? 'installed' : 'offered', place: '/home/ada/.local/bin/latchkey' },
          problem: 'It is hidden',
        }),
      },
      listings: {
        kept: () => keptLists(['conn-1']),
        deleteKept: () => keptLists([]),
        ...listings,
      },
      offers: {
        sender: () => ({ name: 'Casa Azul', closing: '', logo: null }),
        setSender: (changes) => ({ ...changes, logo: null }),
        chooseLogo: () => ({ name: 'Casa Azul', closing: '', logo: 'data:image/png;base64,AA==' }),
      },
      guests: {
        list: ({ search }) => ({ total: search === '' ? 1 : 0, all: 1, rows: search === '' ? [ada] : [] }),
        remove: ({ ids }) => ({ deletionId: `deletion of ${ids[0]}` }),
        sentOffers: () => ({ count: 0 }),
        lost: () => ({ records: 0 }),
        ...guests,
        exportTable: () => ({ path: '/home/me/guests.csv', records: 1, bytes: 90 }),
      },
    },
  });
}
const ada = {
  id: 'guest-1',
  connectionId: 'sandbox',
  firstName: 'Ada',
  lastName: 'Marsh',
  email: 'ada@example.com',
  phone: '',
  quoteIds: ['q-1'],
  lastAt: 5,
  stays: 0,
  nextStay: null,
};
const keptLists = (connectionIds: string[]) => ({
  file: '/data/listings.db',
  bytes: 1_200_000,
  reason: null,
  lists: connectionIds.map((connectionId) => ({ connectionId, loadedAt: Date.now(), count: 240 })),
});
const optIn = () => screen.queryByRole('switch', { name: /although they are not protected/ });
const unprotected: AppInfo['protection'] = {
  level: 'unprotected',
  stores: false,
  detail: 'Only a fixed key is available.',
  personal: null,
};

const sync: Program = {
  ...{
    id: 'p1',
    connectionId: 'conn-1',
    name: 'sync',
    hasKey: true,
    level: 'read',
    guestData: false,
    paths: [],
    perDay: 500,
  },
  ...{ concurrent: 4, createdAt: 0, expiresAt: 0, lastAt: null, usedToday: 12, dayStartedAt: null, issuances: 0 },
  pausedAt: 0,
};

it('shows the whole report of a problem, copies it and saves what it shows', async () => {
  const { main } = show(<AboutSection />);
  await userEvent.click(await screen.findByRole('button', { name: 'Show the report' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Report a problem' }));
  await within(await dialog.findByRole('region', { name: 'The report' })).findByText(/^Versions/);
  await userEvent.click(dialog.getByRole('button', { name: 'Copy the report' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save…' }));
  await dialog.findByText('/home/ada/latchkey-report.txt');
  for (const name of ['copyText', 'saveReport'] as const)
    expect(main.inputsOf('app', name)).toEqual([{ text: 'Versions\nLatchkey 1' }]);
});

it('says what the administrator set and what is wrong in it, and offers nothing of what is off', async () => {
  const policies: PolicyState['policies'] = {
    ...{ updates: 'tell', programs: 'off', journalDays: 7, guestDays: 365 },
    allowedHosts: ['*.example.net'],
  };
  const problems = ['The policy “a” in /etc is unknown. Ask your administrator to remove it.'];
  show(
    <>
      <PoliciesSection />
      <ProgramsSection />
      <NetworkSection />
      <GuestsSection />
      <JournalSection />
    </>,
    { policies: { policies, problems } },
  );
  const list = await screen.findByRole('list', { name: 'Policies' });
  expect([...list.children].map(({ textContent }) => textContent)).toEqual([
    'The app tells of newer versions, and your administrator installs them.',
    'No other program can use the app.',
    'Recorded traffic is kept for 7 days at most.',
    'Guests are deleted when nobody used them for 365 days.',
    'Only these hosts can be reached: *.example.net.',
  ]);
  screen.getByText(problems[0] ?? '');
  await screen.findByRole('button', { name: 'Revoke sync' });
  expect(screen.queryByRole('button', { name: /Make a key/ })).toBeNull();
  expect(screen.queryByRole('switch', { name: /Keep running/ })).toBeNull();
  screen.getByText('Only these hosts can be reached: *.example.net. Set by your administrator.');
  screen.getByText('Guests are deleted when nobody used them for 365 days. Set by your administrator.');
  screen.getByText('Older exchanges are deleted. At most 7. Set by your administrator.');
  const days = screen.getByRole('textbox', { name: 'Days' });
  await userEvent.clear(days);
  await userEvent.type(days, '8');
  await userEvent.click(within(screen.getByRole('form', { name: /Limits/ })).getByRole('button', { name: 'Save' }));
  screen.getByText('A whole number from 1 to 7');
});

describe('SettingsPage', () => {
  it('has all sections with a table of contents, and focuses the one that the address names', async () => {
    const { main } = show(<SettingsPage />, { search: { section: 'network' } });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Network'));
    const contents = within(screen.getByRole('navigation', { name: 'Sections' }));
    const links = contents.getAllByRole('link').map(({ textContent }) => textContent);
    expect(links).toEqual(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent));
    expect(links).toEqual(SETTINGS_SECTIONS.map(({ title }) => title).filter((title) => title !== 'Recorded traffic'));
    await userEvent.click(contents.getByRole('link', { name: 'Appearance' }));
    const appearance = screen.getByRole('heading', { level: 2, name: 'Appearance' });
    await waitFor(() => expect(document.activeElement).toBe(appearance));
    // A second click leads there again, although the address stays the same.
    await userEvent.click(contents.getByRole('link', { name: 'Appearance' }));
    await waitFor(() => expect(document.activeElement).toBe(appearance));

    const partOf = (name: string) => within(screen.getByRole('region', { name }));
    partOf('Privacy').getByText(/service of your connections.*newer version.*no telemetry and no crash reports/);
    const network = partOf('Network').getAllByRole('link');
    expect(network.map(({ textContent }) => textContent)).toEqual([
      'open.example.com, booking.example.com',
      'This computer',
    ]);
    expect(network[0]?.getAttribute('href')).toContain('connections?id=conn-1&tab=addresses');
    partOf('Updates').getByText('Off here.');
    expect(partOf('Updates').queryByRole('button')).toBeNull();
    expect(screen.queryByText(/without Chromium’s sandbox/)).toBeNull();
    expect((await screen.findAllByText('Ctrl')).length).toBe(18);

    await userEvent.click(partOf('About').getByRole('button', { name: 'Copy the path of the data folder' }));
    await waitFor(() => expect(main.inputsOf('app', 'copyText')).toEqual([{ text: '/home/someone/latchkey' }]));
    await userEvent.click(partOf('About').getByRole('button', { name: 'Show licences' }));
    const dialog = await screen.findByRole('dialog', { name: 'Licences' });
    await within(dialog).findByText(/contains 1 package of others/);
    within(dialog).getByText(/2026 The Latchkey authors/);
    await userEvent.click(within(dialog).getByText('zod 4.6.7'));
    within(dialog).getByText(/Colin McDonnell/);
  });

  it('for support has the recorded traffic, names a start without Chromium’s sandbox, and the keys of macOS', async () => {
    const info = { sandboxed: false, platform: 'darwin' };
    const { main } = show(<SettingsPage />, { info, preferences: { audience: 'support', desktop: ['tray', 'tasks'] } });
    await screen.findByText('This window runs without Chromium’s sandbox');
    screen.getByRole('region', { name: 'Recorded traffic' });
    expect(screen.getAllByText('⌘').length).toBe(22);
    const choices = within(screen.getByRole('region', { name: 'Desktop' }));
    const switches = choices.getAllByRole<HTMLInputElement>('switch');
    expect(switches.map(({ checked }) => checked)).toEqual([true, false, false, false, false, true, false, false]);
    await userEvent.click(choices.getByRole('switch', { name: /^A follow-up is due/ }));
    await userEvent.click(choices.getByRole('switch', { name: /^Tray icon/ }));
    await waitFor(() =>
      expect(main.inputsOf('app', 'setPreferences')).toEqual([
        { desktop: ['tray', 'tasks', 'followUps'] },
        { desktop: ['tasks'] },
      ]),
    );
  });

  it('takes the way back to the stored choice while main still stores another one', async () => {
    const { main } = show(<SettingsPage />, { preferences: { theme: 'system', audience: 'managers' } });
    const { promise: stored, resolve } = Promise.withResolvers<void>();
    main.answer({
      app: {
        setPreferences: async (changes) => {
          await stored;
          return { ...preferencesFixture(), ...(changes as object) };
        },
      },
    });
    for (const [chosen, before] of [
      ['Dark', 'Follow system'],
      ['Large', 'Normal'],
      ['Support', 'Property managers'],
    ] as const) {
      await userEvent.click(await screen.findByRole('radio', { name: chosen }));
      expect(screen.getByRole<HTMLInputElement>('radio', { name: chosen }).checked).toBe(true);
      await userEvent.click(screen.getByRole('radio', { name: before }));
    }
    expect(main.inputsOf('app', 'setPreferences')).toEqual([
      ...[{ theme: 'dark' }, { theme: 'system' }],
      ...[{ textSize: 'large' }, { textSize: 'normal' }],
      ...[{ audience: 'support' }, { audience: 'managers' }],
    ]);
    resolve();
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Follow system' }).checked).toBe(true),
    );
  });

  it('writes dates and numbers as the computer does, or as a person chooses', async () => {
    const { main } = show(<FormatsSection />, { info: { locale: 'it-IT' } });
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: /Dates and numbers/ });
    expect(field.value).toBe('As on this computer: Italian (Italy)');
    await userEvent.click(screen.getByRole('radio', { name: '12 hours' }));
    await userEvent.click(field);
    await userEvent.click(await screen.findByRole('option', { name: 'German (Germany)' }));
    await waitFor(() =>
      expect(main.inputsOf('app', 'setPreferences')).toEqual([
        { formats: { clock: 'h12' } },
        { formats: { locale: 'de-DE' } },
      ]),
    );
  });

  it('tells of a newer version with its notes, downloads it when asked, and restarts', async () => {
    const update = { version: '1.1.0', notes: '- Faster lists', releasedAt: null };
    const available = updateStatusFixture({ phase: { kind: 'available', update } });
    const updates: NonNullable<Answers['updates']> = {
      status: () => available,
      download: () => updateStatusFixture({ revision: 2, phase: { kind: 'ready', update } }),
      restart: () => {
        throw new AppError('invalidInput', { issues: [{ path: '', message: 'A task is running.' }] });
      },
    };
    const { main } = show(<UpdatesSection />, { updates });
    const section = within(await screen.findByRole('region', { name: 'Updates' }));
    section.getByText('Latchkey 1.1.0 is available. You have 0.1.0.');
    section.getByText('- Faster lists');
    await userEvent.click(section.getByRole('button', { name: 'Download 1.1.0' }));
    await userEvent.click(await section.findByRole('button', { name: 'Restart to update' }));
    await section.findByText(/A task is running\./);
    expect(section.queryByRole('button', { name: 'Check now' })).toBeNull();
    await userEvent.click(section.getByRole('switch', { name: /^Look for updates once a day/ }));
    await userEvent.click(section.getByRole('radio', { name: 'Early versions' }));
    await waitFor(() =>
      expect(main.inputsOf('app', 'setPreferences')).toEqual([
        { updates: { look: false } },
        { updates: { channel: 'beta' } },
      ]),
    );
  });

  it('is only told of a version that a package manager installs, and says why the app does not look for one', async () => {
    const update = { version: '1.1.0', notes: '', releasedAt: null };
    const reason = 'The package manager of this computer installs updates of the app.';
    const told = updateStatusFixture({ way: 'told', reason, fixed: true, phase: { kind: 'available', update } });
    show(<UpdatesSection />, { updates: { status: () => told } });
    const section = within(await screen.findByRole('region', { name: 'Updates' }));
    section.getByText(reason);
    expect(section.queryByRole('button', { name: /Download/ })).toBeNull();
    expect(section.getByRole<HTMLInputElement>('radio', { name: 'Early versions' }).disabled).toBe(true);
  });

  it('names the kept listings with their place and size, and deletes them', async () => {
    const { main } = show(<KeptListingsSection />);
    await screen.findByText('1.2 MB');
    expect(screen.getByText('/data/listings.db')).toBeDefined();
    expect(screen.getByText(/^240 properties, loaded/)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: /^Delete the kept list of/ }));
    const dialog = await screen.findByRole('dialog', { name: /^Delete the kept list of/ });
    expect(main.inputsOf('listings', 'deleteKept')).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Nothing is kept');
    expect(main.inputsOf('listings', 'deleteKept')).toEqual([{ connectionId: 'conn-1' }]);
  });

  it('shows no error of a deletion in the dialog of another kept list', async () => {
    const listings: Shown['listings'] = {
      kept: () => keptLists(['conn-1', 'sandbox']),
      deleteKept: () => {
        throw new AppError('internal', { logId: 'log-1' });
      },
    };
    show(<KeptListingsSection />, { listings });
    const [first, second] = await screen.findAllByRole('button', { name: /^Delete the kept list of/ });
    await userEvent.click(first as HTMLElement);
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await screen.findByRole('alert');
    await userEvent.click(screen.getByRole('button', { name: 'Keep it' }));
    await userEvent.click(second as HTMLElement);
    await screen.findByRole('dialog', { name: 'Delete the kept list of Sandbox?' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps who sends the offers: name, closing line and logo', async () => {
    const { main } = show(<OffersSection />);
    await userEvent.type(await screen.findByRole('textbox', { name: 'Your name or company' }), ' Rentals');
    await userEvent.type(screen.getByRole('textbox', { name: 'Closing line' }), 'Bye');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved.');
    expect(main.inputsOf('offers', 'setSender')).toEqual([{ name: 'Casa Azul Rentals', closing: 'Bye' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Choose a logo' }));
    await screen.findByRole('img', { name: 'Your logo' });
  });

  it('finds, exports and deletes the remembered guests, and a deleted one can be restored', async () => {
    const { main } = show(<GuestsSection />);
    await screen.findByText('Ada Marsh');
    expect(screen.getByRole('link', { name: '1 quote' }).getAttribute('href')).toMatch(/guests\?id=guest-1/);
    await userEvent.click(screen.getByRole('button', { name: 'Export all' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }));
    await screen.findByText('/home/me/guests.csv');
    await userEvent.type(screen.getByRole('textbox', { name: 'Search the guests' }), 'zz');
    await screen.findByText('0 guests of 1');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Ada Marsh' }));
    await waitFor(() =>
      expect(main.inputsOf('guests', 'remove')).toEqual([
        { connectionId: 'conn-1', ids: ['guest-1'], withOffers: false },
      ]),
    );
  });

  it('each deleted guest has an undo of its own, and a second press changes nothing', async () => {
    const ben = { ...ada, id: 'guest-2', firstName: 'Ben', email: 'ben@example.com' };
    const list = () => ({ total: 2, all: 2, rows: [ada, ben] });
    const { main } = show(
      <>
        <GuestsSection />
        <Notifications />
      </>,
      { guests: { list } },
    );
    main.answer({ deletions: { undo: () => null } });
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Delete Ada Marsh' }));
    await screen.findByText('Ada Marsh deleted');
    await userEvent.click(screen.getByRole('button', { name: 'Delete Ben Marsh' }));
    await screen.findByText('Ben Marsh deleted');
    expect(main.inputsOf('guests', 'remove')).toHaveLength(2);
    const undo = screen.getAllByRole('button', { name: 'Undo' });
    expect(undo).toHaveLength(2);
    for (const button of undo) await userEvent.dblClick(button);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
    expect(main.inputsOf('deletions', 'undo').toSorted()).toEqual([
      { deletionId: 'deletion of guest-1' },
      { deletionId: 'deletion of guest-2' },
    ]);
  });

  it.each([
    ['Delete both', true],
    ['Delete only the guest', false],
  ] as const)('asks whether the offers that were sent to a guest go too: %s', async (answer, withOffers) => {
    const { main } = show(<GuestsSection />, { guests: { sentOffers: () => ({ count: 3 }) } });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Ada Marsh' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete the offers for this guest, too?' });
    expect(dialog.textContent).toContain('3 offers that were made for Ada Marsh');
    expect(main.inputsOf('guests', 'remove')).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: answer }));
    await waitFor(() =>
      expect(main.inputsOf('guests', 'remove')).toEqual([{ connectionId: 'conn-1', ids: ['guest-1'], withOffers }]),
    );
  });

  it('tells of guests and sent offers whose key is lost, until a person deletes them', async () => {
    let lost = { records: 13 };
    const guests: NonNullable<Answers['guests']> = {
      lost: () => lost,
      deleteLost: () => {
        lost = { records: 0 };
        return null;
      },
    };
    const { main } = show(<GuestsSection />, { guests });
    expect(
      await screen.findByText(/13 records of guests, offers and notes on properties cannot be read/),
    ).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Delete them' }));
    await waitFor(() => expect(screen.queryByText(/cannot be read/)).toBeNull());
    expect(main.inputsOf('guests', 'deleteLost')).toHaveLength(1);
  });

  it('has no opt-in when secrets are protected', async () => {
    show(<ProtectionSection />);
    await screen.findByText('Protected');
    expect(screen.getByText('Stored across restarts')).toBeDefined();
    expect(optIn()).toBeNull();
  });

  it('says that secrets stay in memory and offers an opt-in', async () => {
    const { main } = show(<ProtectionSection />, { info: { protection: unprotected } });
    await screen.findByText('Not protected');
    expect(screen.getByText('In memory until the app quits')).toBeDefined();
    expect(screen.getByText('Only a fixed key is available.')).toBeDefined();
    // Its answer holds until a restart, so asking again would find nothing.
    expect(screen.getByText(/unlock the keyring, then restart Latchkey/)).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Ask the key store/ })).toBeNull();
    await userEvent.click(optIn() as HTMLElement);
    await waitFor(() => expect(main.inputsOf('app', 'setPreferences')).toEqual([{ storeUnprotected: true }]));
  });

  it('warns while the opt-in applies and can switch it off', async () => {
    const { main } = show(<ProtectionSection />, {
      info: { protection: { ...unprotected, stores: true } },
      preferences: { storeUnprotected: true },
    });
    await screen.findByText(/on this disk without protection because you asked/);
    await userEvent.click(optIn() as HTMLElement);
    await waitFor(() => expect(main.inputsOf('app', 'setPreferences')).toEqual([{ storeUnprotected: false }]));
  });

  it('has no opt-in when nothing can be encrypted', async () => {
    show(<ProtectionSection />, { info: { protection: { ...unprotected, level: 'unavailable' } } });
    await screen.findByText('Not available');
    expect(optIn()).toBeNull();
  });
});

describe('ProgramsSection', () => {
  it('lists programs with their use, revokes one, and makes a key that it does not show', async () => {
    const { main } = show(<ProgramsSection />);
    await screen.findByText(/has a key, only reads, guests are redacted, expired/);
    screen.getByText(/not used yet, 12 of 500 requests in 24 hours, caused no token/);
    screen.getByText(/paused .*, after 20 refusals in a minute/);
    await userEvent.click(screen.getByRole('button', { name: 'Resume sync' }));
    await waitFor(() => expect(main.inputsOf('programs', 'resume')).toEqual([{ id: 'p1' }]));
    await userEvent.click(screen.getByRole('button', { name: 'Revoke sync' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(main.inputsOf('programs', 'revoke')).toEqual([{ id: 'p1' }]));

    const make = screen.getByRole('button', { name: 'Make a key and copy it' });
    await userEvent.type(screen.getByRole('textbox', { name: 'More paths that it may read' }), 'reviews');
    await userEvent.click(make);
    await screen.findByText('A program needs a name.');
    screen.getByText(/A path begins with \//);
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'report');
    const paths = screen.getByRole('textbox', { name: 'More paths that it may read' });
    await userEvent.clear(paths);
    await userEvent.type(paths, '/reviews/*');
    await userEvent.click(screen.getByRole('switch', { name: /Let it make quotes/ }));
    await userEvent.click(screen.getByRole('switch', { name: /Let it fill in booking forms/ }));
    await userEvent.click(make);
    await screen.findByText(/The key of “report” is on the clipboard/);
    expect(main.inputsOf('programs', 'create')).toEqual([
      {
        ...{
          connectionId: 'conn-1',
          name: 'report',
          level: 'prepare',
          guestData: false,
          perDay: 500,
          concurrent: 4,
          days: 90,
        },
        paths: ['/reviews/*'],
      },
    ]);

    await userEvent.click(screen.getByRole('switch', { name: /Keep running for programs/ }));
    await waitFor(() => expect(main.inputsOf('app', 'setPreferences')).toEqual([{ desktop: ['programs'] }]));
    await screen.findByText('/home/ada/.local/bin/latchkey');
    await userEvent.click(screen.getByRole('button', { name: 'Put the command on PATH' }));
    await screen.findByText('It is hidden.');
    await userEvent.click(screen.getByRole('button', { name: 'Take the command off PATH' }));
    await screen.findByRole('button', { name: 'Put the command on PATH' });
    expect(main.inputsOf('programs', 'setCommand')).toEqual([{ isInstalled: true }, { isInstalled: false }]);
    await userEvent.click(screen.getByRole('switch', { name: /Answer over HTTP/ }));
    await screen.findByText('http://127.0.0.1:7435/open');
    screen.getByText(/does not listen: port 7435 is taken/);
    screen.getByText('No program may use the app yet.');
  });
});
