import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { DoctorPage } from '../../../../src/renderer/features/doctor/doctor-page.tsx';
import type { Refusal } from '../../../../src/shared/model/refusal.ts';
import { appInfoFixture, connectionsFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

const aRefusal = (changes: Partial<Refusal> = {}): Refusal => ({
  exchangeId: 'ex-1',
  connectionId: 'sandbox',
  credentialId: 'sandbox-app-1',
  api: 'booking',
  operation: 'quoteCreate',
  method: 'POST',
  url: 'https://booking.example.test/reservations/quotes',
  at: Date.UTC(2026, 10, 21, 9),
  status: 403,
  serverMessage: 'You have no permission to access.',
  serverCode: 'FORBIDDEN',
  requestId: 'req-7',
  tokenGeneration: 3,
  settled: false,
  diagnosis: {
    outcome: 'verdict',
    verdicts: [
      {
        cause: 'noPermission',
        title: 'The account lacks permission',
        confidence: 0.82,
        evidence: [{ text: 'The same token was accepted for the search.', weight: 'for', exchangeId: 'ex-9' }],
        confirm: { text: 'Send another read.', cost: 'request' },
        remedy: 'Ask the account’s owner.',
        source: 'domain.md, Errors and headers',
      },
      {
        cause: 'bearerMissing',
        title: 'The Bearer prefix was missing',
        confidence: 0,
        evidence: [{ text: 'The request carried it.', weight: 'against', exchangeId: null }],
        confirm: null,
        remedy: 'Nothing.',
        source: 'spec.md, Authentication 2',
      },
    ],
    tellApart: null,
    ask: null,
  },
  ...changes,
});

const show = (refusals: Refusal[], search = {}) =>
  renderWithMain(<DoctorPage />, {
    page: 'doctor',
    search,
    answers: {
      connections: { list: () => connectionsFixture() },
      doctor: { refusals: () => refusals },
      app: { copyText: () => null, info: () => appInfoFixture() },
    },
  });

describe('DoctorPage', () => {
  it('has an empty state without refusals and uses no token', async () => {
    const { main } = show([]);
    await screen.findByText('Nothing to diagnose');
    expect(screen.getByText(/Opening this page uses no token/)).toBeDefined();
    expect(main.calls.map((call) => `${call.area}.${call.name}`).sort()).toEqual([
      'connections.list',
      'doctor.refusals',
      'training.state',
    ]);
  });

  it('shows the error envelope, the causes with their status, and the next step', async () => {
    show([aRefusal()]);
    const card = within(await screen.findByRole('article', { name: 'Create quote' }));
    expect(card.getByText(/You have no permission to access/)).toBeDefined();
    expect(card.getByText('FORBIDDEN')).toBeDefined();
    expect(card.getByText('Has not worked since')).toBeDefined();
    const causes = within(card.getByRole('list', { name: /Causes that fit/ }));
    expect(causes.getByText('Likely · 82 %')).toBeDefined();
    expect(causes.getByText('For:')).toBeDefined();
    expect(causes.getByText('(costs 1 request)')).toBeDefined();
    expect(causes.getByText('Source: domain.md, Errors and headers')).toBeDefined();
    expect(causes.getByText(/Ask the account’s owner/)).toBeDefined();
    expect(card.getByText(/Does not fit \(1\)/)).toBeDefined();
  });

  it('copies the request id and a summary for support', async () => {
    const { main } = show([aRefusal()]);
    await userEvent.click(await screen.findByRole('button', { name: 'Copy the request id' }));
    await userEvent.click(screen.getByRole('button', { name: 'Copy summary for support' }));
    await waitFor(() => expect(main.inputsOf('app', 'copyText')).toHaveLength(2));
    const [id, summary] = main.inputsOf('app', 'copyText') as { text: string }[];
    expect(id).toEqual({ text: 'req-7' });
    expect(summary?.text).toContain('Create quote was refused with 403 (Booking Engine API)');
    expect(summary?.text).toContain('Request id: req-7');
    expect(summary?.text).toContain('- The account lacks permission: likely (82 %)');
    expect(summary?.text).toContain('against: The request carried it.');
  });

  it('links to the exchange', async () => {
    const { visits } = show([aRefusal()]);
    await userEvent.click(await screen.findByText('See the exchange'));
    expect(visits.at(-1)).toEqual({ page: 'traffic', search: { id: 'ex-1' } });
    await userEvent.click(screen.getByText('see that exchange'));
    expect(visits.at(-1)).toEqual({ page: 'traffic', search: { id: 'ex-9' } });
  });

  it('focuses the linked refusal, or says that a later refusal replaced it', async () => {
    show([aRefusal(), aRefusal({ exchangeId: 'ex-2', operation: 'search', settled: true })], { exchangeId: 'ex-2' });
    const sought = await screen.findByRole('article', { name: 'Search' });
    await waitFor(() => expect(document.activeElement).toBe(sought));
    expect(within(sought).getByText('Worked again since')).toBeDefined();
    cleanup();
    show([aRefusal()], { exchangeId: 'gone' });
    await screen.findByText(/is not the latest refusal of its operation/);
  });
});
