import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { DoctorSections } from '../../../../src/renderer/features/doctor/doctor-sections.tsx';
import type { AccessCell, AccessCredential, AccessMatrix, ProbeInput } from '../../../../src/shared/model/access.ts';
import {
  connectionFixture,
  connectionsFixture,
  NOW,
  quotaFixture,
  sandboxFixture,
  tokenFixture,
  tokensFixture,
} from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

const ids = (count: number) => Array.from({ length: count }, (_, index) => `app-${index}`);
const row = (id: AccessCell['operation'], unprobed: AccessMatrix['operations'][number]['unprobed'] = null) => ({
  ...{ id, api: 'booking' as const, title: id, method: unprobed === 'changes' ? 'POST' : 'GET', path: `/${id}` },
  unprobed,
});

/** A matrix in which the first application may search and the second may not; the third has no token. */
const matrixOf = (connectionId: string, count: number): AccessMatrix => ({
  connectionId,
  asOf: NOW,
  requestMs: 200,
  credentials: ids(count).map((id, index) => ({ id, api: 'booking', label: `App ${index}`, hasToken: index < 2 })),
  operations: count === 0 ? [] : [row('search'), row('calendar'), row('quoteCreate', 'changes')],
  cells: ids(count).flatMap((credentialId, index) => [
    {
      operation: 'search' as const,
      credentialId,
      answer:
        index > 1
          ? null
          : {
              outcome: index === 0 ? ('works' as const) : ('forbidden' as const),
              status: index === 0 ? 200 : 403,
              at: NOW,
              exchangeId: `ex-${index}`,
              generation: 1,
              lastWorkedAt: null,
              outdated: null,
            },
    },
    { operation: 'calendar' as const, credentialId, answer: null },
    { operation: 'quoteCreate' as const, credentialId, answer: null },
  ]),
  services: [],
  conclusions: count > 1 ? [{ culprit: 'application', text: 'It is App 1, not the account.', exchangeIds: [] }] : [],
});

function show(
  count: number,
  probeAccess: (input: ProbeInput) => unknown = () => ({
    ...{ sent: 4, tokens: 0, notes: [] },
    isCancelled: false,
  }),
  asShown: (credential: AccessCredential) => AccessCredential = (credential) => credential,
) {
  const tokens = ids(count).map((credentialId) =>
    tokenFixture({ credentialId, quota: quotaFixture({ used: 4, remaining: 1 }) }),
  );
  return renderWithMain(<DoctorSections />, {
    page: 'doctor',
    search: { tab: 'access' },
    answers: {
      connections: { list: () => connectionsFixture([sandboxFixture(), connectionFixture()]) },
      tokens: { status: ({ connectionId }) => tokensFixture(connectionId, tokens) },
      doctor: {
        access: ({ connectionId }) => {
          const matrix = matrixOf(connectionId, count);
          return { ...matrix, credentials: matrix.credentials.map(asShown) };
        },
        probeAccess: probeAccess as never,
      },
    },
  });
}

describe('the access of Doctor', () => {
  it('shows what works with which credentials, with links to the exchanges, and why others were not tried', async () => {
    const { main } = show(3);
    const grid = within(await screen.findByRole('grid', { name: 'Access of Sandbox' }));
    expect(screen.getByText('It is App 1, not the account.')).toBeDefined();
    const works = grid.getByRole('link', { name: /^search with App 0: Works/ });
    expect(works.getAttribute('href')).toBe('#/traffic?id=ex-0');
    expect(grid.getByRole('link', { name: /^search with App 1: 403/ })).toBeDefined();
    expect(
      grid.getByRole('gridcell', { name: 'quoteCreate with App 2: not tried: would change something' }),
    ).toBeDefined();
    // Nothing is probed by looking.
    expect(main.inputsOf('doctor', 'probeAccess')).toEqual([]);
  });

  it('moves one tab stop by the arrow keys', async () => {
    show(3);
    const grid = await screen.findByRole('grid');
    const stops = () => [...grid.querySelectorAll('[tabindex="0"]')];
    expect(stops()).toHaveLength(1);
    act(() => (stops()[0] as HTMLElement).focus());
    await userEvent.keyboard('{ArrowRight}{ArrowDown}{End}');
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^calendar with App 2/);
    expect(stops()).toEqual([document.activeElement]);
    await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowUp}{ArrowLeft}');
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^search with App 0/);
  });

  it('tells the price first, and spends a token only where its box is ticked', async () => {
    const { main } = show(3);
    expect(await screen.findByText('4 requests, no token; about 800 ms.')).toBeDefined();
    const box = await screen.findByRole('checkbox', { name: /^App 2: spend the last token, issuance 5 of 5/ });
    expect((box as HTMLInputElement).checked).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Probe' }));
    await screen.findByText('4 requests sent, no token spent.');
    await userEvent.click(box);
    expect(screen.getByText('6 requests, 1 token; about 1.2 s.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Probe' }));
    await waitFor(() => expect(main.inputsOf('doctor', 'probeAccess')).toHaveLength(2));
    expect(main.inputsOf('doctor', 'probeAccess')).toEqual([
      { connectionId: 'sandbox', credentialIds: ['app-0', 'app-1'], newTokens: [] },
      {
        connectionId: 'sandbox',
        credentialIds: ['app-0', 'app-1', 'app-2'],
        newTokens: [{ credentialId: 'app-2', confirmLastSlot: true }],
      },
    ]);
  });

  it('says that a stored token is not read yet, and offers to spend none in its place', async () => {
    show(3, undefined, (credential) => (credential.id === 'app-2' ? { ...credential, hasToken: null } : credential));
    expect((await screen.findByRole('columnheader', { name: /^App 2/ })).textContent).toMatch(/token not read yet$/);
    const box = await screen.findByRole('checkbox', { name: 'App 2' });
    expect((box as HTMLInputElement).disabled).toBe(true);
    expect(screen.getByText(/^The stored token is not read yet/)).toBeDefined();
  });

  it('shows the progress of its own connection, and says what was not sent', async () => {
    const end = Promise.withResolvers<unknown>();
    const { main } = show(2, () => end.promise);
    await userEvent.click(await screen.findByRole('button', { name: 'Probe' }));
    const progress = { connectionId: 'sandbox', done: 2, total: 4, credentialId: 'app-1', operation: 'calendar' };
    act(() => main.emit('doctor', 'onProbe', progress));
    act(() => main.emit('doctor', 'onProbe', { ...progress, connectionId: 'conn-1', done: 0 }));
    expect(screen.getByText('3 of 4: Calendar with App 1 …')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDefined();
    const notes = ['Stopped after 3 of 4: the service asked to wait.'];
    end.resolve({ sent: 3, tokens: 0, notes, isCancelled: false });
    expect(await screen.findByText(/^Stopped after 3 of 4/)).toBeDefined();
  });

  it('says what a cancelled probe spent', async () => {
    const end = Promise.withResolvers<unknown>();
    show(2, () => end.promise);
    await userEvent.click(await screen.findByRole('button', { name: 'Probe' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    end.resolve({ sent: 1, tokens: 1, notes: [], isCancelled: true });
    expect(await screen.findByText(/^Cancelled after 1 request and 1 token\./)).toBeDefined();
  });

  it('shows several connections, and what to do without credentials', async () => {
    show(0);
    expect(await screen.findByText('No credentials')).toBeDefined();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Harbour Stays' }));
    await waitFor(() => expect(screen.getAllByText('No credentials')).toHaveLength(2));
    expect(screen.getByRole('heading', { name: 'Harbour Stays' })).toBeDefined();
  });
});
