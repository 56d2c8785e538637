import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { allPresets } from '../../../../src/main/api/presets.ts';
import { ConnectionsPage } from '../../../../src/renderer/features/connections/connections-page.tsx';
import { AppError } from '../../../../src/shared/app-error.ts';
import { type ConnectionChanges, ConnectionChanges as Schema } from '../../../../src/shared/model/connection.ts';
import {
  applicationFixture,
  connectionFixture,
  connectionsFixture,
  sandboxFixture,
} from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

const connection = connectionFixture({
  applications: [
    applicationFixture({ id: 'app-1', label: 'Website' }),
    applicationFixture({ id: 'app-2', label: 'Kiosk', clientId: 'kiosk' }),
  ],
});

function open(update: (changes: ConnectionChanges) => typeof connection = () => connection) {
  return renderWithMain(<ConnectionsPage />, {
    answers: {
      connections: {
        list: () => connectionsFixture([connection, sandboxFixture()]),
        presets: allPresets,
        update: (changes) => update(changes),
      },
    },
    page: 'connections',
    search: { tab: 'addresses' },
  });
}
const input = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' });
const retype = async (label: string | RegExp, text: string) => {
  const field = await screen.findByLabelText(label, { selector: 'input' });
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(text);
};

const CONSEQUENCE = /The host changes: type the secret again; the token is dropped/;

describe('another host for a connection', () => {
  it('shows the consequence, with a secret field for each credential of that API', async () => {
    open();
    await retype('Booking Engine address', 'https://other.example.com/api');
    expect(screen.getByText(CONSEQUENCE)).toBeTruthy();
    expect(screen.getByText('booking.example.com → other.example.com')).toBeTruthy();
    expect([input('Client Secret of Website').type, input('Client Secret of Kiosk').type]).toEqual([
      'password',
      'password',
    ]);
    expect(screen.queryByLabelText(/Client Secret of Open API/)).toBeNull();
    await retype('Booking Engine address', 'https://booking.example.com/elsewhere');
    expect(screen.queryByText(CONSEQUENCE)).toBeNull();
    expect(screen.queryByLabelText(/Client Secret of/)).toBeNull();
  });

  it('sends what was typed, by keyboard alone', async () => {
    const { main } = open();
    await retype('Open API address', 'https://new.example.com');
    const secret = input(/^Client Secret of/);
    for (let tabs = 0; tabs < 12 && document.activeElement !== secret; tabs += 1) await userEvent.tab();
    expect(document.activeElement).toBe(secret);
    await userEvent.keyboard('typed-again{Enter}');
    await waitFor(() => expect(main.inputsOf('connections', 'update')).toHaveLength(1));
    const [sent] = main.inputsOf('connections', 'update').map((changes) => Schema.parse(changes));
    expect(sent?.addresses?.baseUrl).toBe('https://new.example.com');
    expect(sent?.secrets).toEqual([{ credentialId: 'cred-open', clientSecret: 'typed-again' }]);
    await waitFor(() => expect(document.body.innerHTML).not.toContain('typed-again'));
  });

  it('keeps everything that was typed when the host is not confirmed', async () => {
    open(() => {
      throw new AppError('hostNotConfirmed', { hosts: ['new.example.com'] });
    });
    await retype('Name', 'Renamed');
    await retype('Open API address', 'https://new.example.com');
    await retype(/^Client Secret of Open/, 'typed-again');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Nothing was changed: sending secrets to new.example.com was not confirmed.',
    );
    expect([input('Name').value, input('Open API address').value, input(/^Client Secret of/).value]).toEqual([
      'Renamed',
      'https://new.example.com',
      'typed-again',
    ]);
    expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(false);
  });

  it('checks a typed secret, and sends none for a host that stays', async () => {
    const { main } = open();
    await retype('Open API address', 'https://new.example.com');
    await retype(/^Client Secret of Open/, 'two words');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/has a space in it/)).toBeTruthy();
    expect(main.inputsOf('connections', 'update')).toEqual([]);
    await retype('Open API address', 'https://open.example.com');
    await retype('Name', 'Renamed');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(main.inputsOf('connections', 'update')).toHaveLength(1));
    expect(main.inputsOf('connections', 'update')[0]).not.toHaveProperty('secrets');
  });
});
