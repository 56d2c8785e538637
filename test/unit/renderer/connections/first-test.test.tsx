import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { FirstTest, nextStepOf } from '../../../../src/renderer/features/connections/first-test.tsx';
import type { ErrorData } from '../../../../src/shared/errors.ts';
import type { TestedRead } from '../../../../src/shared/model/connection-test.ts';
import {
  connectionFixture,
  connectionsFixture,
  quotaFixture,
  reportedErrorFixture,
  tokenFixture,
  tokensFixture,
} from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

const connection = connectionFixture();
const read = (changes: Partial<TestedRead> = {}): TestedRead => ({
  operation: 'search',
  title: 'Search available listings',
  state: 'answered',
  url: 'https://booking.example.com/api/v1/search',
  detail: '20 listings',
  error: null,
  found: null,
  ...changes,
});
const open = (reads: TestedRead[]) =>
  renderWithMain(<FirstTest connection={connection} />, {
    answers: {
      connections: { list: () => connectionsFixture([connection]) },
      tokens: {
        status: () =>
          tokensFixture(connection.id, [
            tokenFixture({
              state: 'none',
              generation: 0,
              issuances: [],
              quota: quotaFixture({ used: 0, remaining: 5 }),
            }),
            tokenFixture({ credentialId: 'cred-app-1', label: 'Website', api: 'booking' }),
          ]),
      },
      operations: { test: () => ({ reads }), list: () => [] },
    },
  });

describe('Test it', () => {
  it('shows the price before, then what answered, and that the connection is ready', async () => {
    const { main } = open([
      read({ operation: 'listListings', title: 'List listings', detail: '100 listings' }),
      read({ found: { from: 'GET https://b/v1/search', to: 'GET https://b/listings' } }),
    ]);
    expect(await screen.findByText(/Open API: Uses 1 of 5 issuances; 4 left after this/)).toBeTruthy();
    expect(screen.getByText('Website: The token is valid; the test uses none.')).toBeTruthy();
    expect(main.inputsOf('operations', 'test')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Test it' }));
    expect(await screen.findByText('The connection is ready.')).toBeTruthy();
    expect(screen.getByText('100 listings')).toBeTruthy();
    expect(screen.getByText(/GET https:\/\/b\/listings answers/)).toBeTruthy();
    expect(main.inputsOf('operations', 'test')).toEqual([{ connectionId: connection.id }]);
  });

  it('says what is missing, with one link that leads there', async () => {
    open([read({ state: 'failed', detail: '', error: { code: 'secretMissing', label: 'Website' } })]);
    await userEvent.click(await screen.findByRole('button', { name: 'Test it' }));
    expect(await screen.findByText('Not ready: “Search available listings” failed.')).toBeTruthy();
    expect(screen.getByText('No Client Secret is stored for Website.')).toBeTruthy();
    const [link, ...more] = screen.getAllByRole('link');
    expect([link?.textContent, more]).toEqual(['Open Credentials', []]);
  });

  const server = reportedErrorFixture({ status: 404 });
  it.each<[ErrorData, unknown]>([
    [
      { code: 'credentialsRejected', label: 'k', server },
      { to: '/connections', search: { id: connection.id, tab: 'credentials' }, text: 'Open Credentials' },
    ],
    [
      { code: 'addressMissing', address: 'x' },
      { to: '/connections', search: { id: connection.id, tab: 'addresses' }, text: 'Open Addresses' },
    ],
    [
      { code: 'refused', server },
      { to: '/connections', search: { id: connection.id, tab: 'operations' }, text: 'Open Operations' },
    ],
    [
      { code: 'forbidden', server },
      { to: '/doctor', search: { exchangeId: server.exchangeId }, text: 'Open Doctor' },
    ],
    [
      { code: 'tokenNeeded', label: 'k' },
      { to: '/token', search: { id: 'cred-app-1' }, text: 'Open the token' },
    ],
    [
      { code: 'serverFailed', server },
      { to: '/traffic', text: 'Open Traffic' },
    ],
  ])('leads from %o to %o', (error, step) => {
    expect(nextStepOf(read({ state: 'failed', error }), connection)).toEqual(step);
  });
});
