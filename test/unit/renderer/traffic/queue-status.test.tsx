import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { QueueStatus } from '../../../../src/renderer/features/traffic/queue/queue-status.tsx';
import { keyOf } from '../../../../src/renderer/ipc/client.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { PendingRequest } from '../../../../src/shared/model/pending.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { pendingFixture } from './exchanges.ts';

const request = (id: string, changes: Partial<PendingRequest> = {}): PendingRequest => ({
  id,
  api: 'booking',
  operation: 'search',
  title: `Search ${id}`,
  method: 'GET',
  lane: 'bulk',
  taskId: 'task-1',
  attempt: 2,
  since: Date.now(),
  phase: 'backoff',
  phaseSince: Date.now(),
  until: Date.now() + 60_000,
  reason: 'The service answered 503.',
  ...changes,
});

const show = (snapshot = pendingFixture()) =>
  renderWithMain(<QueueStatus connectionId="sandbox" />, {
    answers: { traffic: { pending: () => snapshot, cancelPending: () => null, tryHost: () => null } },
    page: 'traffic',
  });
const panel = async (name: RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog'));
};

it('shows the snapshots that main publishes', async () => {
  const { main } = show();
  await screen.findByRole('button', { name: 'No pending requests' });
  main.emit('traffic', 'onPending', pendingFixture({ revision: 2, total: 1, requests: [request('a')] }));
  await screen.findByRole('button', { name: '1 request queued' });
});

it('shows reason and duration, and cancels one request, those of a task, or all', async () => {
  const single = request('own', { lane: 'interactive', taskId: null, phase: 'limit', reason: null, attempt: 1 });
  const { main } = show(pendingFixture({ total: 3, requests: [single, request('a'), request('b')] }));
  const inside = await panel(/3 requests queued/);
  expect(inside.getAllByText(/^next attempt in \d+ s|^next attempt in 1 min/)).toHaveLength(2);
  expect(inside.getAllByText('The service answered 503.')).toHaveLength(2);
  expect(inside.getByText(/Bulk task: 2 requests/)).toBeDefined();
  await userEvent.click(inside.getByRole('button', { name: 'Cancel Search a' }));
  await userEvent.click(inside.getByRole('button', { name: 'Cancel 2 requests' }));
  await userEvent.click(inside.getByRole('button', { name: 'Cancel these 3' }));
  await waitFor(() =>
    expect(main.inputsOf('traffic', 'cancelPending')).toEqual([
      { connectionId: 'sandbox', ids: ['a'] },
      { connectionId: 'sandbox', ids: ['a', 'b'] },
      { connectionId: 'sandbox', ids: ['own', 'a', 'b'] },
    ]),
  );
});

it('retries a paused host and shows an error', async () => {
  const openCircuits = [
    { host: 'booking.example.com', failures: 5, since: 0, until: Date.now() + 60_000, reason: 'it answered 503' },
  ];
  const { main } = show(pendingFixture({ openCircuits }));
  const inside = await panel(/booking.example.com paused after failures/);
  expect(inside.getByText(/is paused after 5 failures in a row \(it answered 503\)/)).toBeDefined();
  main.answer({
    traffic: {
      tryHost: () => {
        throw new AppError('notFound', { what: 'The host' });
      },
    },
  });
  await userEvent.click(inside.getByRole('button', { name: 'Send now: booking.example.com' }));
  await inside.findByText('The host was not found.');
  expect(main.inputsOf('traffic', 'tryHost')).toEqual([{ connectionId: 'sandbox', host: 'booking.example.com' }]);
});

it('does not offer to cancel a write that was sent', async () => {
  show(pendingFixture({ total: 1, requests: [request('w', { method: 'POST', phase: 'answer', taskId: null })] }));
  const inside = await panel(/1 request in flight/);
  expect(inside.queryByRole('button', { name: /^Cancel/ })).toBeNull();
  expect(inside.getByText('Cannot be cancelled')).toBeDefined();
});

it('shows the task of pending requests, and “Send now” until the next attempt is due', async () => {
  const now = Date.now();
  const openCircuits = [{ host: 'booking.example.com', failures: 5, since: 0, until: now + 60_000, reason: '503' }];
  const { main, client } = show(
    pendingFixture({
      total: 1,
      requests: [request('a', { phase: 'circuit', reason: null })],
      openCircuits,
    }),
  );
  client.setQueryData(keyOf('tasks', 'list', { connectionId: 'sandbox' }), {
    tasks: [{ id: 'task-1', title: 'Prices of June' }],
  });
  const inside = await panel(/booking.example.com paused after failures/);
  await inside.findByText('Prices of June: 1 request');
  expect(inside.getByRole('button', { name: 'Send now: booking.example.com' })).toBeDefined();
  const over = openCircuits.map((host) => ({ ...host, until: now - 1 }));
  main.emit('traffic', 'onPending', pendingFixture({ revision: 2, openCircuits: over }));
  await inside.findByText('The next request is the next attempt.');
  expect(inside.queryByRole('button', { name: 'Send now: booking.example.com' })).toBeNull();
  await screen.findByRole('button', { name: 'booking.example.com ready for the next attempt', hidden: true });
});

it('sends to a host now that asked for a pause', async () => {
  const now = Date.now();
  const pauses = [{ host: 'booking.example.com', operation: 'Search', until: now + 60_000, status: 503 as const }];
  const requests = [request('a', { phase: 'pause', until: now + 60_000, taskId: null })];
  const { main } = show(pendingFixture({ total: 1, requests, pauses }));
  const inside = await panel(/Search paused by the service/);
  expect(inside.getByText(/asked for a pause \(503\) of “Search”/)).toBeDefined();
  expect(inside.getByText(/paused by the service: sent in/)).toBeDefined();
  await userEvent.click(inside.getByRole('button', { name: 'Send now: booking.example.com' }));
  await waitFor(() =>
    expect(main.inputsOf('traffic', 'tryHost')).toEqual([{ connectionId: 'sandbox', host: 'booking.example.com' }]),
  );
});
