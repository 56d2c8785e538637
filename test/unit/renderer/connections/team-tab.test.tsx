import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { TeamTab } from '../../../../src/renderer/features/connections/team/team-tab.tsx';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { NewTeam, Team, TeamMember } from '../../../../src/shared/model/team.ts';
import { connectionFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

const connection = connectionFixture({});
const member = (change: Partial<TeamMember>): TeamMember => ({
  ...{ id: 'a', person: 'Ada', isOwn: false, isPresent: true, seenAgoMs: 0, tokens: 0, requests: 0, queued: 0 },
  ...change,
});
const TEAM: Team = {
  ...{ stage: 'shared', address: 'valkey.test:6380', person: 'Ada', invites: true, hasServerFile: true },
  link: { state: 'up', since: 0, problem: null },
  members: [],
  tokens: 0,
  warning: null,
};
const show = (team: Team | null, more: Record<string, unknown> = {}) =>
  renderWithMain(<TeamTab connection={connection} />, {
    page: 'connections',
    answers: { team: { state: () => ({ connectionId: connection.id, team }), ...more } },
  });

describe('the team of a connection', () => {
  it('is set up with a name and a server, and says that nothing is shared yet', async () => {
    const shared: NewTeam[] = [];
    show(null, {
      share: (input: NewTeam) => {
        shared.push(input);
        return { connectionId: connection.id, team: { ...TEAM, stage: 'setup' } };
      },
    });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(screen.getByText('Enter the name or address of the server.')).toBeTruthy();
    const type = (name: string, value: string) =>
      fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
    type('Your name', ' Ada ');
    type('Host', 'valkey.test');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    const server = { kind: 'new' };
    expect(shared).toEqual([{ connectionId: connection.id, person: 'Ada', host: 'valkey.test', port: 6_380, server }]);
    expect(screen.getByText('Nothing is shared yet.')).toBeTruthy();
  });

  it('can be left although its server is not allowed any more', async () => {
    const left: unknown[] = [];
    show(null, {
      state: () => {
        throw new AppError('teamServerFailed', { problem: 'Your administrator does not allow the host.' });
      },
      leave: (input: unknown) => {
        left.push(input);
        return { connectionId: connection.id, team: null };
      },
    });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Leave the team' }));
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    expect(left).toEqual([{ connectionId: connection.id }]);
  });

  it('shows each finding of a check with its verdict', async () => {
    const findings = [
      { id: 'tls', verdict: 'right', text: 'It is encrypted.' },
      { id: 'eviction', verdict: 'wrong', text: 'It deletes keys.' },
    ];
    show({ ...TEAM, stage: 'setup' }, { check: () => ({ isShared: false, findings }) });
    await userEvent.click(await screen.findByRole('button', { name: 'Check the server' }));
    const items = await screen.findAllByRole('listitem');
    expect(items.map((item) => within(item).getByRole('img').getAttribute('aria-label'))).toEqual(['Right', 'Wrong']);
    expect(screen.queryByRole('button', { name: 'Save an invitation' })).toBeNull();
  });

  it('names who used what, and says what is so while the server is away', async () => {
    const members = [
      member({ isOwn: true, requests: 30, tokens: 1 }),
      member({ id: 'b', person: 'Ben', requests: 10, queued: 3 }),
      member({ id: 'c', person: 'Cleo', isPresent: false, seenAgoMs: 600_000, queued: 9 }),
    ];
    const link = {
      state: 'down',
      since: Date.now() - 60_000,
      problem: 'Nothing listens at valkey.test:6380.',
    } as const;
    show({ ...TEAM, members, tokens: 3, link });
    const rows = (await screen.findAllByRole('row')).slice(1).map((row) => row.textContent);
    expect(rows).toEqual(['AdaThis computer13075%0', 'Ben01025%3', 'Cleoaway for 10 min000%0']);
    expect(
      screen.getByText(
        /2 desktops present; 3 tokens requested within 24 hours \(2 not in the list\); 3 requests wait\./,
      ),
    ).toBeTruthy();
    const status = screen.getByText(/has not answered since /).closest('[role="status"]');
    expect(status?.textContent).toContain('Nothing listens at valkey.test:6380.');
    expect(status?.textContent).toContain('nobody requests a token but one desktop');
  });

  it('shows the passphrase of an invitation once', async () => {
    const words = 'one two three four five six';
    show(TEAM, { invite: () => ({ path: '/tmp/invitation.json', words, expiresAt: 0 }) });
    await userEvent.click(await screen.findByRole('button', { name: 'Save an invitation' }));
    expect(await screen.findByText(words)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Hide it' }));
    expect(screen.queryByText(words)).toBeNull();
  });
});
