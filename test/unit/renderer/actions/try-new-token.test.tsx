import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ErrorNotice } from '../../../../src/renderer/actions/error-notice.tsx';
import { createQueryClient } from '../../../../src/renderer/app/query-client.ts';
import { keyOf } from '../../../../src/renderer/ipc/client.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { TokenStatus } from '../../../../src/shared/model/token.ts';
import {
  connectionsFixture,
  issuanceFixture,
  NOW,
  quotaFixture,
  tokenFixture,
  tokensFixture,
} from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

const server = { status: 403, serverCode: null, serverMessage: null, requestId: null, exchangeId: 'ex-9' };
const refused = (generation = 3) =>
  new AppError('forbidden', { server, token: { credentialId: 'cred-open', generation } });
const OFFER = 'Try with a new token: uses 1 of 5, 4 left';

async function show(changes: Partial<TokenStatus> = {}, error: unknown = refused(), repeatable = true) {
  const now = Date.now();
  const moved = { issuedAt: now - 7_200_000, expiresAt: now + 3_600_000 };
  const token = tokenFixture({ ...moved, ...changes });
  let tries = 0;
  const client = createQueryClient();
  client.setQueryData(keyOf('connections', 'list', null), connectionsFixture());
  const { main } = renderWithMain(<ErrorNotice error={error} onRetry={repeatable ? () => (tries += 1) : undefined} />, {
    client,
    answers: {
      tokens: { status: () => tokensFixture('conn-1', [token]), renew: () => tokenFixture({ generation: 4 }) },
    },
  });
  return { main, tries: () => tries };
}

describe('the offer of a new token in a refused request’s error', () => {
  it('states its price, issues one and repeats the request', async () => {
    const { main, tries } = await show();
    await userEvent.click(await screen.findByRole('button', { name: OFFER }));
    await waitFor(() => expect(tries()).toBe(1));
    expect(main.inputsOf('tokens', 'renew')).toEqual([{ credentialId: 'cred-open', confirmLastSlot: false }]);
  });

  it('says that the token is new where nothing can be repeated', async () => {
    const { main, tries } = await show({}, refused(), false);
    await userEvent.click(await screen.findByRole('button', { name: 'Get a new token: uses 1 of 5, 4 left' }));
    expect((await screen.findByRole('status')).textContent).toBe('There is a new token; repeat the action.');
    expect([main.inputsOf('tokens', 'renew').length, tries()]).toEqual([1, 0]);
  });

  it.each<[string, Partial<TokenStatus>, unknown?]>([
    ['a newer token is in use', { generation: 4 }],
    ['the token has expired', { expiresAt: NOW - 1 }],
    ['no slot is left', { quota: quotaFixture({ used: 5, remaining: 0, mayIssue: false }) }],
    [
      'the token replaced a refused one just now',
      { issuedAt: Date.now(), issuances: [issuanceFixture({ cause: 'person' })] },
    ],
    ['the error names no token', {}, new AppError('forbidden', { server })],
  ])('is not made when %s', async (_, changes, error = refused()) => {
    await show(changes, error);
    await screen.findByRole('button', { name: 'Try again' });
    await Promise.resolve();
    expect(screen.queryByText(/Try with a new token/)).toBeNull();
  });

  it('asks for a confirmation before it uses the last slot', async () => {
    const { main } = await show({ quota: quotaFixture({ used: 4, remaining: 1 }) });
    await userEvent.click(await screen.findByRole('button', { name: 'Try with a new token: uses 1 of 5, 1 left' }));
    expect(main.inputsOf('tokens', 'renew')).toEqual([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Use the last slot' }));
    await waitFor(() =>
      expect(main.inputsOf('tokens', 'renew')).toEqual([{ credentialId: 'cred-open', confirmLastSlot: true }]),
    );
  });
});
