import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { SandboxPage } from '../../../../src/renderer/features/sandbox/sandbox-page.tsx';
import type { SandboxCommand, SandboxState } from '../../../../src/shared/model/sandbox.ts';
import { connectionFixture, connectionsFixture, machineFace, sandboxFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

const aState = (changes: Partial<SandboxState> = {}): SandboxState => ({
  revision: 1,
  running: true,
  origin: 'https://127.0.0.1:4443',
  fingerprint: 'AB:CD',
  failure: null,
  clock: machineFace,
  listings: 240,
  searchVariants: ['v1-search', 'listings'],
  quoteShape: 'flat',
  listingIds: 'texts',
  activated: true,
  denied: ['calendar'],
  faults: [{ id: 'f1', target: 'search', effect: { kind: 'answer', status: 403 }, times: 2 }],
  applications: [{ clientId: 'app', api: 'booking', label: 'Website', liveTokens: 1, issuedInWindow: 2 }],
  requests: 12,
  answered429: 0,
  reservations: 1,
  ...changes,
});

function show(state = aState(), current = 'sandbox') {
  let revision = state.revision;
  return renderWithMain(<SandboxPage />, {
    page: 'sandbox',
    answers: {
      connections: {
        list: () => connectionsFixture([sandboxFixture(), connectionFixture()], current),
        select: () => null,
      },
      sandbox: {
        state: () => state,
        apply: () => {
          revision += 1;
          return { ...state, revision };
        },
      },
      app: { copyText: () => null },
    },
  });
}

describe('SandboxPage', () => {
  it('sends the command of each control', async () => {
    const { main } = show();
    await screen.findByText('https://127.0.0.1:4443');
    const controls: readonly [string, () => Promise<unknown> | unknown, SandboxCommand][] = [
      [
        'clock',
        () => userEvent.click(screen.getByRole('radio', { name: '720×' })),
        { kind: 'setClockRate', rate: 720 },
      ],
      [
        'expire',
        () => userEvent.click(screen.getAllByRole('button', { name: 'Expire' })[0] as HTMLElement),
        { kind: 'expireTokens', api: 'openApi' },
      ],
      [
        'revoke',
        () => userEvent.click(screen.getAllByRole('button', { name: 'Revoke' })[1] as HTMLElement),
        { kind: 'revokeTokens', api: 'booking' },
      ],
      [
        'quota',
        () => userEvent.click(screen.getAllByRole('button', { name: 'Reset quota' })[1] as HTMLElement),
        { kind: 'resetQuota', api: 'booking' },
      ],
      [
        'permission denied',
        () => userEvent.click(screen.getByRole('switch', { name: 'Search' })),
        { kind: 'setPermission', operation: 'search', allowed: false },
      ],
      [
        'permission allowed',
        () => userEvent.click(screen.getByRole('switch', { name: 'Calendar' })),
        { kind: 'setPermission', operation: 'calendar', allowed: true },
      ],
      [
        'size',
        () => userEvent.click(screen.getByRole('radio', { name: '50,000' })),
        { kind: 'setListings', count: 50_000 },
      ],
      [
        'search path',
        () => userEvent.click(screen.getByRole('checkbox', { name: '/v1/search' })),
        { kind: 'setSearchVariants', variants: ['listings'] },
      ],
      [
        'payload',
        () => userEvent.click(screen.getByRole('radio', { name: 'Nested' })),
        { kind: 'setQuoteShape', shape: 'nested' },
      ],
      [
        'activation',
        () => userEvent.click(screen.getByRole('switch', { name: 'Reservations activated' })),
        { kind: 'setActivated', activated: false },
      ],
      [
        'fault removed',
        () => userEvent.click(screen.getByRole('button', { name: /^Remove the fault: Search answers 403/ })),
        { kind: 'removeFault', id: 'f1' },
      ],
      [
        'fault added',
        async () => {
          await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Request' }), 'quoteInstant');
          await userEvent.selectOptions(
            screen.getByRole('combobox', { name: 'Effect' }),
            'Processes the request, then drops the response',
          );
          await userEvent.selectOptions(screen.getByRole('combobox', { name: 'How often' }), 'Until removed');
          await userEvent.click(screen.getByRole('button', { name: 'Add fault' }));
        },
        { kind: 'addFault', target: 'quoteInstant', effect: { kind: 'drop', when: 'after' }, times: null },
      ],
    ];
    for (const [at, [name, act, command]] of controls.entries()) {
      await act();
      await waitFor(() => expect(main.inputsOf('sandbox', 'apply')[at], name).toEqual(command));
      await waitFor(() => expect(screen.getByRole('status').textContent).not.toBe(''));
    }
    expect(main.inputsOf('sandbox', 'apply')).toHaveLength(controls.length);
  });

  it('resets after a confirmation', async () => {
    const { main } = show();
    await userEvent.click(await screen.findByRole('button', { name: 'Reset' }));
    const [, confirm] = await waitFor(() => {
      const buttons = screen.getAllByRole('button', { name: 'Reset', hidden: true });
      expect(buttons).toHaveLength(2);
      return buttons;
    });
    expect(main.inputsOf('sandbox', 'apply')).toEqual([]);
    await userEvent.click(confirm as HTMLElement);
    await waitFor(() => expect(main.inputsOf('sandbox', 'apply')).toEqual([{ kind: 'reset' }]));
  });

  it('shows the state that main publishes, with its failure', async () => {
    const { main } = show();
    await screen.findByText('https://127.0.0.1:4443');
    main.emit('sandbox', 'onState', aState({ revision: 5, running: false, failure: 'The port is taken.', faults: [] }));
    await screen.findByText('The port is taken.');
    expect(screen.getByText('Not running')).toBeDefined();
    expect(screen.getByText(/No faults are set/)).toBeDefined();
  });

  it('offers the sandbox connection while another one is current', async () => {
    const { main } = show(aState(), 'conn-1');
    const use = await screen.findByRole('button', { name: 'Switch to “Sandbox”' });
    expect(main.inputsOf('sandbox', 'state')).toEqual([]);
    await userEvent.click(use);
    await waitFor(() => expect(main.inputsOf('connections', 'select')).toEqual([{ id: 'sandbox' }]));
  });
});
