import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { CasesPage } from '../../../../src/renderer/features/cases/cases-page.tsx';
import { clearRememberedState } from '../../../../src/renderer/ui/use-remembered-state.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { Case, CaseFilter } from '../../../../src/shared/model/case.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { aCase, summary } from './case-answers.ts';

function showList(all: number, matches: (filter: CaseFilter) => number = () => all) {
  return renderWithMain(<CasesPage />, {
    page: 'cases',
    answers: {
      cases: {
        list: ({ offset, limit, ...filter }) => {
          const total = matches(filter);
          const length = Math.max(0, Math.min(limit, total - offset));
          const rows = Array.from({ length }, (_, index) =>
            summary({ id: `case-${offset + index}`, title: `Case ${offset + index}` }),
          );
          return { revision: 1, total, all, rows };
        },
        detail: ({ id }) => aCase({ id }),
        counts: () => ({
          causes: [
            { title: 'The access token had expired', count: 20 },
            { title: null, count: 10 },
          ],
          weeks: [{ monday: '2026-11-23', count: 30 }],
        }),
        exportJson: () => ({ path: '/home/me/cases.json', records: all, bytes: 900 }),
      },
    },
  });
}

describe('the list of cases', () => {
  it('says what cases are when there is none', async () => {
    showList(0);
    expect(await screen.findByText('No cases yet')).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('draws the rows in view of 20,000 cases, and opens one', async () => {
    const { visits } = showList(20_000);
    expect(await screen.findByText('20,000 cases')).toBeDefined();
    const table = screen.getByRole('table', { name: 'Cases, latest first' });
    expect(table.getAttribute('aria-rowcount')).toBe('20001');
    expect(within(table).getAllByRole('row').length).toBeLessThan(120);
    await userEvent.setup().click(await within(table).findByRole('button', { name: '#7 Case 3' }));
    expect(visits.at(-1)).toEqual({ page: 'cases', search: { id: 'case-3' } });
  });

  it('counts by cause and week only when a person asks', async () => {
    const { main } = showList(30);
    await screen.findByText('30 cases');
    expect(main.inputsOf('cases', 'counts')).toEqual([]);
    await userEvent.setup().click(screen.getByText('By cause and week'));
    const causes = within(await screen.findByRole('region', { name: 'By cause' }));
    expect(causes.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
      'The access token had expired20',
      'Not known10',
    ]);
    expect(screen.getByRole('region', { name: 'By week, from Monday' }).textContent).toContain('30');
    expect(main.inputsOf('cases', 'counts')).toEqual([{ search: '', state: null }]);
  });

  it('searches, filters by state, and exports what is shown', async () => {
    const { main } = showList(30, ({ search, state }) => (search !== '' ? 0 : state === 'solved' ? 4 : 30));
    const user = userEvent.setup();
    await screen.findByText('30 cases');
    await user.click(screen.getByRole('radio', { name: 'Solved' }));
    expect(await screen.findByText('4 of 30 cases')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Export these' }));
    expect(await screen.findByText('/home/me/cases.json')).toBeDefined();
    expect(main.inputsOf('cases', 'exportJson')).toEqual([{ search: '', state: 'solved' }]);
    fireEvent.change(screen.getByRole('textbox', { name: 'Search the cases' }), { target: { value: 'forbidden' } });
    expect(await screen.findByText('No case matches.')).toBeDefined();
  });
});

describe('one case', () => {
  const show = (answer: () => Case) =>
    renderWithMain(<CasesPage />, {
      page: 'cases',
      search: { id: 'case-1' },
      answers: {
        app: { copyText: () => null },
        cases: {
          detail: answer,
          summary: () => ({ markdown: '**Create quote: 403**' }),
          setState: ({ state }) => aCase({ state }),
          note: ({ notes }) => ({
            isSaved: true,
            case: aCase({ notes: notes.replace('secret', '[redacted]'), hasNotes: true }),
          }),
          label: (labels) => aCase({ ...labels, customer: labels.customer.replace('secret', '[redacted]') }),
          remove: () => ({ deletionId: 'deletion-1' }),
        },
      },
    });

  it('shows verdict, request and what was seen before', async () => {
    show(() => aCase());
    expect(await screen.findByRole('heading', { level: 1, name: '#7 Create quote: 403' })).toBeDefined();
    expect(screen.getByRole('heading', { name: 'The account lacks permission' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Search: 403' }).getAttribute('href')).toBe('#/cases?id=case-0');
    expect(screen.getByText(/POST https:\/\/booking\.example\.test/)).toBeDefined();
    expect(screen.getByText(/x-request-id: req-77/)).toBeDefined();
  });

  it('copies a summary for a ticket, is solved, noted and removed', async () => {
    const { main, visits } = show(() => aCase());
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Copy for a ticket' }));
    await waitFor(() => expect(main.inputsOf('app', 'copyText')).toEqual([{ text: '**Create quote: 403**' }]));
    await user.click(screen.getByRole('button', { name: 'Mark as solved' }));
    expect(await screen.findByRole('button', { name: 'Reopen' })).toBeDefined();
    const notes = screen.getByRole('textbox', { name: 'Notes' });
    await user.type(notes, 'a secret');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect((notes as HTMLTextAreaElement).value).toBe('a [redacted]'));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(visits.at(-1)?.page).toBe('cases'));
    expect(main.inputsOf('cases', 'remove')).toEqual([{ ids: ['case-1'] }]);
  });

  it('gets a customer, a ticket and tags, which stay typed until they are saved', async () => {
    clearRememberedState();
    const { main, unmount } = show(() => aCase({ tags: ['import'] }));
    const user = userEvent.setup();
    fireEvent.change(await screen.findByRole('textbox', { name: 'Customer' }), { target: { value: 'Acme secret' } });
    fireEvent.change(screen.getByRole('textbox', { name: 'Ticket number' }), { target: { value: 'INC-1042' } });
    unmount();
    const again = show(() => aCase({ tags: ['import'] }));
    const tags = await screen.findByRole('textbox', { name: 'Tags, separated by commas' });
    await user.type(tags, ', night job,, import{Enter}');
    await waitFor(() =>
      expect((screen.getByRole('textbox', { name: 'Customer' }) as HTMLInputElement).value).toBe('Acme [redacted]'),
    );
    expect(again.main.inputsOf('cases', 'label')).toEqual([
      { id: 'case-1', customer: 'Acme secret', ticket: 'INC-1042', tags: ['import', 'night job'] },
    ]);
    expect(main.inputsOf('cases', 'label')).toEqual([]);
    expect(screen.getByText('Saved')).toBeDefined();
  });

  it('says that a case is gone', async () => {
    show(() => {
      throw new AppError('notFound', { what: 'The case' });
    });
    expect(await screen.findByText('Case not found')).toBeDefined();
  });
});
