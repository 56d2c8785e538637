import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Notices } from '../../../../src/renderer/app/notices.tsx';
import { connectionFixture, connectionsFixture, sandboxFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

const MERGED = { id: 'conn-2', name: 'Second', into: { id: 'conn-1', name: 'Harbour Stays' } };
const snapshotOf = (merged: readonly (typeof MERGED)[], revision = 1) => ({
  ...connectionsFixture([connectionFixture(), sandboxFixture()]),
  revision,
  merged: [...merged],
});

it('says once, with both names, that a connection was merged into another one', async () => {
  const { main } = renderWithMain(<Notices />, {
    answers: { connections: { list: () => snapshotOf([MERGED]), dismissMerge: () => null } },
  });
  const notice = await screen.findByText(/^“Second” had the same Client ID as “Harbour Stays” and was merged into it,/);
  expect(notice.textContent).toContain('keeps the one that the service accepts');
  expect(main.inputsOf('connections', 'dismissMerge')).toEqual([]);
  await userEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(main.inputsOf('connections', 'dismissMerge')).toEqual([{ id: 'conn-2' }]));
  await waitFor(() => expect(screen.queryByText(/was merged into it/)).toBeNull());
});

it('says what became of a connection that stays, and goes when another window has dismissed it', async () => {
  const merged = { ...MERGED, id: 'conn-1', into: { id: 'sandbox', name: 'Other' } };
  const { main } = renderWithMain(<Notices />, {
    answers: { connections: { list: () => snapshotOf([merged]), dismissMerge: () => null } },
  });
  await screen.findByText(/^“Second” had a Client ID of “Other”, which has it alone now/);
  main.emit('connections', 'onChanged', snapshotOf([], 2));
  await waitFor(() => expect(screen.queryByText(/which has it alone now/)).toBeNull());
});
