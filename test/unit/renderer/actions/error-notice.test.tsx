import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ErrorNotice } from '../../../../src/renderer/actions/error-notice.tsx';
import { keyOf } from '../../../../src/renderer/ipc/client.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import { connectionFixture, connectionsFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

describe('ErrorNotice', () => {
  it('shows sentence and action, and links to the exchange and to Doctor', async () => {
    const server = {
      status: 403,
      serverCode: null,
      serverMessage: 'No permission.',
      requestId: 'r-1',
      exchangeId: 'ex-9',
    };
    const { visits, main } = renderWithMain(<ErrorNotice error={new AppError('forbidden', { server })} />, {
      answers: { app: { copyText: () => null } },
    });
    expect(screen.getByRole('alert').textContent).toContain(
      'The service refused access (403). The service says: “No permission.”',
    );
    fireEvent.click(screen.getByText('See the exchange'));
    fireEvent.click(screen.getByText('Open Doctor'));
    expect(visits).toEqual([
      { page: 'traffic', search: { id: 'ex-9' } },
      { page: 'doctor', search: { exchangeId: 'ex-9' } },
    ]);
    fireEvent.click(await screen.findByLabelText('Copy the request id'));
    await waitFor(() => expect(main.inputsOf('app', 'copyText')).toEqual([{ text: 'r-1' }]));
  });

  it('opens the connection that the error names in another window', async () => {
    const issues = [{ path: 'x', message: 'Taken.', connection: { id: 'conn-7', name: 'Harbour' } }];
    const { main } = renderWithMain(<ErrorNotice error={new AppError('invalidInput', { issues })} />, {
      answers: { app: { openWindow: () => null } },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Open “Harbour” in another window' }));
    await waitFor(() => expect(main.inputsOf('app', 'openWindow')).toEqual([{ connectionId: 'conn-7' }]));
  });

  it('names the code and the request id once', () => {
    const server = {
      status: 400,
      serverCode: 'WRONG_REQUEST_PARAMETERS',
      serverMessage: 'checkIn is past.',
      requestId: 'req-77',
      exchangeId: 'ex-9',
    };
    for (const code of ['refused', 'serverFailed'] as const) {
      const { unmount } = renderWithMain(<ErrorNotice error={new AppError(code, { server })} />);
      const text = screen.getByRole('alert').textContent ?? '';
      for (const once of ['WRONG_REQUEST_PARAMETERS', 'req-77'])
        expect([once, text.split(once).length - 1]).toEqual([once, 1]);
      unmount();
    }
  });

  it('offers a retry for an error that is not an AppError', async () => {
    let tries = 0;
    renderWithMain(<ErrorNotice error={new TypeError('x is undefined')} onRetry={() => (tries += 1)} />);
    expect(screen.getByRole('alert').textContent).toContain('x is undefined');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(tries).toBe(1);
  });

  it('sends a paused request now: ends the pause, then repeats the action', async () => {
    let tries = 0;
    const data = { what: 'Search', host: 'h.example', until: Date.now() + 3_600_000, status: 503 };
    const { client, main } = renderWithMain(
      <ErrorNotice error={new AppError('servicePaused', data)} onRetry={() => (tries += 1)} />,
      { answers: { traffic: { tryHost: () => null } } },
    );
    client.setQueryData(keyOf('connections', 'list', null), connectionsFixture([connectionFixture({ id: 'c1' })]));
    expect(screen.getByRole('alert').textContent).toContain(
      '“Search” was not sent: h.example asked for a pause (503).',
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Send now' }));
    await waitFor(() => expect(tries).toBe(1));
    expect(main.inputsOf('traffic', 'tryHost')).toEqual([{ connectionId: 'c1', host: 'h.example' }]);
  });

  it('has no button for a pause where nothing can be repeated', () => {
    const data = { host: 'h.example', until: Date.now() + 60_000, failures: 5, reason: 'the service answered 500' };
    renderWithMain(<ErrorNotice error={new AppError('circuitOpen', data)} />);
    expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull();
  });
});
