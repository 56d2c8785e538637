import { Notifications } from '@mantine/notifications';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { notify } from '../../../../src/renderer/ui/notify.ts';
import { renderWithMain } from '../../../support/render.tsx';

it('replaces the earlier notification of the same id', async () => {
  renderWithMain(<Notifications />);
  act(() => notify('secret-1', 'Client Secret saved', 'Website uses it from now on.'));
  await screen.findByText('Client Secret saved');
  act(() => notify('secret-1', 'Client Secret deleted', 'Website has no Client Secret now.'));
  await screen.findByText('Client Secret deleted');
  await waitFor(() => expect(screen.queryByText('Client Secret saved')).toBeNull());
});

it('names the button that closes a notification', async () => {
  renderWithMain(<Notifications />);
  act(() => notify('secret-1', 'Client Secret saved', 'Website uses it from now on.'));
  await userEvent.click(await screen.findByRole('button', { name: 'Close this notification' }));
  await waitFor(() => expect(screen.queryByText('Client Secret saved')).toBeNull());
});
