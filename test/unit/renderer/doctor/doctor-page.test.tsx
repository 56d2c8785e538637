import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { DoctorPage } from '../../../../src/renderer/features/doctor/doctor-page.tsx';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { FailureGroup } from '../../../../src/shared/model/failure-group.ts';
import { appInfoFixture, connectionsFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

const aFailure = (changes: Partial<FailureGroup> = {}): FailureGroup => ({
  key: changes.exchangeId ?? 'ex-1',
  exchangeId: 'ex-1',
  error: null,
  count: 1,
  firstAt: Date.UTC(2026, 10, 21, 9),
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
  caseId: null,
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
        source: 'service.md §8.4',
      },
      {
        cause: 'bearerMissing',
        title: 'The Bearer prefix was missing',
        confidence: 0,
        evidence: [{ text: 'The request carried it.', weight: 'against', exchangeId: null }],
        confirm: null,
        remedy: 'Nothing.',
        source: 'service.md §4.1',
      },
    ],
    tellApart: null,
    ask: null,
  },
  ...changes,
});

type Page = { groups: FailureGroup[]; next: number | null; readTo?: number };
const show = (failures: FailureGroup[] | ((before: number | null) => Page), search = {}, answers = {}) =>
  renderWithMain(<DoctorPage />, {
    page: 'doctor',
    search,
    answers: {
      connections: { list: () => connectionsFixture() },
      doctor: {
        failures: ({ before }) => ({
          ...{ readTo: null },
          ...(typeof failures === 'function' ? failures(before) : { groups: failures, next: null }),
        }),
        failure: ({ exchangeId }) => {
          if (exchangeId === 'unreadable')
            throw new AppError('storageFailed', { what: 'The journal', reason: 'the disk is full', access: 'read' });
          if (exchangeId === 'gone') throw new AppError('notFound', { what: 'The exchange' });
          return aFailure({ exchangeId, key: 'linked', operation: 'calendar', status: 404 });
        },
      },
      app: { copyText: () => null, info: () => appInfoFixture() },
      ...answers,
    },
  });

describe('DoctorPage', () => {
  it('has an empty state without failures and uses no token', async () => {
    const { main } = show([]);
    await screen.findByText('Nothing to diagnose');
    expect(screen.getByText(/Opening this page uses no token/)).toBeDefined();
    expect(main.calls.map((call) => `${call.area}.${call.name}`).sort()).toEqual(['doctor.failures', 'training.state']);
  });

  it('shows the error envelope, the causes with their status, and the next step', async () => {
    show([aFailure()]);
    const card = within(await screen.findByRole('article', { name: 'Create quote' }));
    expect(card.getByText(/You have no permission to access/)).toBeDefined();
    expect(card.getByText('FORBIDDEN')).toBeDefined();
    expect(card.getByText('Has not worked since')).toBeDefined();
    const causes = within(card.getByRole('list', { name: /Causes that fit/ }));
    expect(causes.getByText('Likely · 82 %')).toBeDefined();
    expect(causes.getByText('For:')).toBeDefined();
    expect(causes.getByText('(costs 1 request)')).toBeDefined();
    expect(causes.getByRole('link', { name: '§8.4' }).getAttribute('href')).toBe('#/service?section=8.4');
    expect(causes.getByText(/Ask the account’s owner/)).toBeDefined();
    expect(card.getByText(/Does not fit \(1\)/)).toBeDefined();
  });

  it('copies the request id, and what its case says for a ticket, and leads to the case', async () => {
    const { main, visits } = show(
      [aFailure({ caseId: 'case-4' })],
      {},
      {
        cases: { summary: () => ({ markdown: '**Create quote: 403**' }) },
      },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Copy the request id' }));
    await userEvent.click(screen.getByRole('button', { name: 'Copy for a ticket' }));
    await waitFor(() => expect(main.inputsOf('app', 'copyText')).toHaveLength(2));
    expect(main.inputsOf('app', 'copyText')).toEqual([{ text: 'req-7' }, { text: '**Create quote: 403**' }]);
    expect(main.inputsOf('cases', 'summary')).toEqual([{ id: 'case-4' }]);
    await userEvent.click(screen.getByText('Case and support bundle'));
    expect(visits.at(-1)).toEqual({ page: 'cases', search: { id: 'case-4' } });
  });

  it('offers no case where none is kept', async () => {
    show([aFailure({ caseId: null })]);
    await screen.findByRole('article', { name: 'Create quote' });
    expect(screen.queryByText('Case and support bundle')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Copy for a ticket' })).toBeNull();
  });

  it('asks the customer first where nothing can be named, and gives guesses no next step', async () => {
    const failure = aFailure();
    const ask = 'To find the cause, please send us:\n- the whole address';
    show([{ ...failure, diagnosis: { ...failure.diagnosis, outcome: 'notEnough', ask } }]);
    const card = await screen.findByRole('article', { name: 'Create quote' });
    const text = card.textContent ?? '';
    expect(text.indexOf('Text to send to the customer')).toBeLessThan(text.indexOf('The account lacks permission'));
    expect(within(card).queryByText('Next:')).toBeNull();
  });

  it('links to the exchange', async () => {
    const { visits } = show([aFailure()]);
    await userEvent.click(await screen.findByText('See the exchange'));
    expect(visits.at(-1)).toEqual({ page: 'traffic', search: { id: 'ex-1' } });
    await userEvent.click(screen.getByText('see that exchange'));
    expect(visits.at(-1)).toEqual({ page: 'traffic', search: { id: 'ex-9' } });
  });

  it('focuses the linked failure, with its causes', async () => {
    show([aFailure(), aFailure({ exchangeId: 'ex-2', operation: 'search', settled: true })], { exchangeId: 'ex-2' });
    const sought = await screen.findByRole('article', { name: 'Search' });
    await waitFor(() => expect(document.activeElement).toBe(sought));
    expect(within(sought).getByText('Worked again since')).toBeDefined();
    expect(within(sought).getByRole('list', { name: /Causes that fit/ })).toBeDefined();
  });

  it('diagnoses a linked exchange that is in no group shown, or says that it is gone', async () => {
    show([aFailure()], { exchangeId: 'older' });
    const sought = await screen.findByRole('article', { name: 'Calendar' });
    await waitFor(() => expect(document.activeElement).toBe(sought));
    cleanup();
    show([aFailure()], { exchangeId: 'gone' });
    await screen.findByText(/is no longer kept/);
    cleanup();
    show([aFailure()], { exchangeId: 'unreadable' });
    await screen.findByText(/The journal could not be read/);
    expect(screen.queryByText(/is no longer kept/)).toBeNull();
  });

  it('groups what failed alike, over pages that meet each other', async () => {
    const storm = { exchangeId: 'storm', key: 'storm', operation: 'search', status: 429, count: 7 };
    const { main } = show((before) =>
      before === null
        ? { groups: [aFailure(storm), aFailure()], next: 40 }
        : { groups: [aFailure({ ...storm, exchangeId: 'earlier', count: 5, firstAt: 1_000 })], next: null },
    );
    const card = within(await screen.findByRole('article', { name: 'Search' }));
    expect(card.getByText(/^7 times since/)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Show earlier failures' }));
    expect(await card.findByText(/^12 times since/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Show earlier failures' })).toBeNull();
    expect(main.inputsOf('doctor', 'failures')).toEqual([
      { connectionId: 'sandbox', before: null, only: null },
      { connectionId: 'sandbox', before: 40, only: null },
    ]);
  });

  it('shows the causes of the first, and of others on demand', async () => {
    const silent = { status: null, error: 'timedOut', serverMessage: null, serverCode: null };
    show([aFailure(), aFailure({ exchangeId: 'ex-2', operation: 'search', ...silent })]);
    const second = within(await screen.findByRole('article', { name: 'Search' }));
    expect(second.getByText('The account lacks permission: likely (82 %)')).toBeDefined();
    expect(second.getByText('No answer came.')).toBeDefined();
    expect(screen.getAllByRole('list', { name: /Causes that fit/ })).toHaveLength(1);
    await userEvent.click(second.getByRole('button', { name: 'Show the causes' }));
    expect(second.getByRole('list', { name: /Causes that fit/ })).toBeDefined();
  });

  it('filters by the kind of cause', async () => {
    const unknown = { outcome: 'notEnough' as const, verdicts: [], tellApart: null, ask: 'Which address?' };
    show([aFailure(), aFailure({ exchangeId: 'ex-2', operation: 'search', diagnosis: unknown })]);
    await userEvent.click(await screen.findByRole('button', { name: 'Not known 1' }));
    expect(screen.getAllByRole('article').map((article) => article.getAttribute('aria-labelledby'))).toHaveLength(1);
    expect(screen.getByRole('article', { name: 'Search' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Not known 1' }));
    expect(screen.getAllByRole('article')).toHaveLength(2);
  });

  it('says how far a filter has looked, and looks on until it finds more', async () => {
    const unknown = { outcome: 'notEnough' as const, verdicts: [], tellApart: null, ask: 'Which address?' };
    const days = [22, 21, 20, 19].map((day) => Date.UTC(2026, 9, day, 9));
    const { main } = show((before) => {
      const page = before ?? 0;
      const found = page === 3 ? { diagnosis: unknown, operation: 'listListings' } : {};
      const first = aFailure({ exchangeId: 'unknown', operation: 'search', diagnosis: unknown });
      const groups = [aFailure({ exchangeId: `page-${page}`, ...found })];
      return {
        groups: page === 0 ? [...groups, first] : groups,
        next: page === 3 ? null : page + 1,
        readTo: days[page] ?? 0,
      };
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Not known 1' }));
    expect(screen.getByText(/^Read back to .*Oct/)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Look further back' }));
    await screen.findByRole('article', { name: 'List listings' });
    expect(main.inputsOf('doctor', 'failures')).toHaveLength(4);
    expect(screen.queryByText(/^Read back to/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Look further back' })).toBeNull();
  });

  it('shows no verdict before it is known whether an exercise runs', async () => {
    show([aFailure()], {}, { training: { state: () => new Promise(() => {}) } });
    await screen.findByRole('article', { name: 'Create quote' });
    expect(screen.queryByText(/The account lacks permission/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Copy for a ticket' })).toBeNull();
    expect(screen.queryByText(/hidden while you work/)).toBeNull();
  });
});
