import { Notifications } from '@mantine/notifications';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TasksPage } from '../../../../src/renderer/features/tasks/tasks-page.tsx';
import type { PendingRequest, PendingSnapshot } from '../../../../src/shared/model/pending.ts';
import type { Task } from '../../../../src/shared/model/task.ts';
import { cellsReady } from '../../../support/cells-ready.ts';
import type { Answers } from '../../../support/fake-main.ts';
import {
  connectionFixture,
  connectionsFixture,
  machineFace,
  pendingRequestFixture,
  tokenFixture,
  tokensFixture,
} from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { taskFixture, taskRows, tasksFixture } from '../../../support/task-fixtures.ts';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(240);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
});

const request = (changes: Partial<PendingRequest>) =>
  pendingRequestFixture({ operation: 'calendar', title: 'Calendar of a listing', ...changes });
const waitingSnapshot = (requests: PendingRequest[], revision = 1): PendingSnapshot => ({
  connectionId: 'conn-1',
  revision,
  clock: machineFace,
  asOf: Date.now(),
  total: requests.length,
  requests,
  openCircuits: [],
  pauses: [],
});

function show(task: Task, more: Answers['tasks'] = {}, waiting = waitingSnapshot([])) {
  const page = (
    <>
      <Notifications />
      <TasksPage />
    </>
  );
  return renderWithMain(page, {
    page: 'tasks',
    search: { id: 'task-1' },
    answers: {
      app: { copyText: () => null },
      connections: { list: () => connectionsFixture([connectionFixture()]) },
      tokens: { status: () => tokensFixture() },
      traffic: { pending: () => waiting },
      tasks: { list: () => tasksFixture([task]), rows: taskRows(task.rows), failures: () => [], ...more },
    },
  });
}
const refusal = { status: 403, serverCode: null, serverMessage: null, requestId: null, exchangeId: null };
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const table = () => screen.findByRole('grid', { name: 'Results' });

describe('one task', () => {
  it('says that the task was not found', async () => {
    show(taskFixture({ id: 'other' }));
    expect(await screen.findByText('Task not found')).toBeTruthy();
  });

  it('pauses at once and cancels after a confirmation', async () => {
    const { main } = show(taskFixture(), {
      pause: () => taskFixture(),
      cancel: () => taskFixture({ state: 'cancelled' }),
    });
    await userEvent.click(await button('Pause'));
    expect(main.inputsOf('tasks', 'pause')).toEqual([{ id: 'task-1' }]);
    await userEvent.click(await button('Cancel task'));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('180 steps will not run');
    expect(dialog.textContent).toContain('Results so far are kept (3,720 results)');
    expect(main.inputsOf('tasks', 'cancel')).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel the task' }));
    await waitFor(() => expect(main.inputsOf('tasks', 'cancel')).toEqual([{ id: 'task-1' }]));
  });

  it('shows the error that stopped it and resumes', async () => {
    const stopped = taskFixture({
      state: 'paused',
      estimateMs: null,
      error: { code: 'secretMissing', label: 'Website' },
    });
    const { main } = show(stopped, { resume: () => taskFixture() });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('No Client Secret is stored for Website');
    expect(within(alert).queryByRole('button')).toBeNull();
    await userEvent.click(await button('Resume'));
    expect(main.inputsOf('tasks', 'resume')).toEqual([{ id: 'task-1' }]);
  });

  it.each([
    [
      'Try with a new token: uses 1 of 5, 4 left',
      { code: 'forbidden', server: refusal, token: { credentialId: 'cred-open', generation: 3 } },
    ],
    [
      'Send now',
      { code: 'circuitOpen', host: 'h.example', until: Date.now() + 60_000, failures: 5, reason: 'it answered 500' },
    ],
  ] as const)('resumes after “%s”', async (name, error) => {
    const { main } = show(taskFixture({ state: 'paused', estimateMs: null, error }), { resume: () => taskFixture() });
    const live = { issuedAt: Date.now() - 7_200_000, expiresAt: Date.now() + 3_600_000 };
    main.answer({
      tokens: { status: () => tokensFixture('conn-1', [tokenFixture(live)]), renew: () => tokenFixture() },
      traffic: { tryHost: () => null },
    });
    await userEvent.click(await button(name));
    await waitFor(() => expect(main.inputsOf('tasks', 'resume')).toEqual([{ id: 'task-1' }]));
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('lists the failed steps with their reasons and retries them', async () => {
    const server = { status: 500, serverCode: null, serverMessage: null, requestId: null, exchangeId: 'ex-9' };
    const { main, visits } = show(taskFixture({ state: 'done', done: 239, failed: 1, finishedAt: Date.now() }), {
      failures: () => [{ step: 'Mill House', error: { code: 'serverFailed', server }, hint: 'It is not listed.' }],
      retryFailed: () => taskFixture(),
    });
    expect(await screen.findByText('Done, 1 failed')).toBeTruthy();
    await userEvent.click(screen.getByText('1 step failed'));
    expect(await screen.findByText('Mill House')).toBeTruthy();
    expect(screen.getByText(/The service failed \(500\).* It is not listed\./)).toBeTruthy();
    await userEvent.click(await button('Retry 1 failed step'));
    expect(main.inputsOf('tasks', 'retryFailed')).toEqual([{ id: 'task-1' }]);
    await userEvent.click(screen.getByRole('link', { name: 'See the exchange' }));
    expect(visits).toEqual([{ page: 'traffic', search: { id: 'ex-9' } }]);
  });

  it('removes a finished task after a confirmation and shows the list', async () => {
    const { main, visits } = show(taskFixture({ state: 'done', done: 240, finishedAt: Date.now() }), {
      remove: () => ({ deletionId: 'deletion-1' }),
    });
    expect(screen.queryByRole('button', { name: 'Cancel task' })).toBeNull();
    await userEvent.click(await button('Remove'));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove the task' }));
    await waitFor(() => expect(visits).toEqual([{ page: 'tasks', search: {} }]));
    expect(main.inputsOf('tasks', 'remove')).toEqual([{ id: 'task-1' }]);
  });

  it('offers to undo the removal of a task, with the focus on Undo', async () => {
    const { main } = show(taskFixture({ state: 'done', done: 240, finishedAt: Date.now() }), {
      remove: () => ({ deletionId: 'deletion-1' }),
    });
    main.answer({ deletions: { undo: () => null } });
    await userEvent.click(await button('Remove'));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove the task' }));
    await screen.findByText('Task removed');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Undo'));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(main.inputsOf('deletions', 'undo')).toEqual([{ deletionId: 'deletion-1' }]));
  });

  it('offers no retry when cancelled and shows no binding limit while not running', async () => {
    show(taskFixture({ state: 'cancelled', failed: 3, finishedAt: Date.now(), binding: null }));
    expect(await button('Remove')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
    cleanup();
    show(taskFixture({ state: 'paused', estimateMs: null, binding: null }));
    expect(await button('Resume')).toBeTruthy();
    expect(screen.queryByText(/paced by|as fast as/)).toBeNull();
  });

  it('says why it is stalled, only while it runs', async () => {
    const reason = 'booking.example.com failed 6 times in a row (the service answered 503).';
    const paused = request({ phase: 'circuit', until: Date.now() + 4_800, reason, attempt: 2 });
    const { main } = show(taskFixture(), {}, waitingSnapshot([paused, request({ id: 'w-2', taskId: 'other' })]));
    expect(await screen.findByText(`${reason} Next attempt in 5 s.`)).toBeTruthy();
    main.emit('traffic', 'onPending', waitingSnapshot([request({})], 2));
    await waitFor(() => expect(screen.queryByText(/Next attempt/)).toBeNull());
    main.emit('traffic', 'onPending', waitingSnapshot([paused], 3));
    expect(await screen.findByText(/Next attempt/)).toBeTruthy();
    main.emit('tasks', 'onChanged', tasksFixture([taskFixture({ state: 'paused' })], { revision: 2 }));
    await waitFor(() => expect(screen.queryByText(/Next attempt/)).toBeNull());
  });

  it('links to its requests in Traffic', async () => {
    const { visits } = show(taskFixture());
    await userEvent.click(await screen.findByRole('link', { name: 'Its requests in Traffic' }));
    expect(visits).toEqual([{ page: 'traffic', search: { taskId: 'task-1' } }]);
  });
});

describe('the results of a task', () => {
  it.each([0, 1])('shows %i', async (rows) => {
    show(taskFixture({ rows, state: 'done' }));
    if (rows === 0) expect(await screen.findByText('The task returned no results.')).toBeTruthy();
    else expect((await table()).getAttribute('aria-rowcount')).toBe('2');
    expect((await button('Export')).hasAttribute('disabled')).toBe(rows === 0);
  });

  it('draws and reads only the rows in view of 500,000', async () => {
    const { main } = show(taskFixture({ rows: 500_000 }));
    const grid = await table();
    expect(grid.getAttribute('aria-rowcount')).toBe('500001');
    const row = (await within(grid).findByRole('button', { name: 'House 0' })).closest('tr');
    expect(row?.textContent).toMatch(/House 0.*Dec.*2026.*Yes.*€1,250\.50.*12,000/);
    expect(grid.querySelectorAll('tbody tr').length).toBeLessThan(60);
    expect(main.inputsOf('tasks', 'rows')).toHaveLength(1);
  });

  it('moves from the first row to the last by keyboard and opens a row', async () => {
    show(taskFixture({ rows: 500_000 }));
    const first = await within(await table()).findByRole('button', { name: 'House 0' });
    first.focus();
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('House 1'));
    await userEvent.keyboard('{End}');
    await waitFor(() => expect(document.activeElement?.closest('tr')?.getAttribute('aria-rowindex')).toBe('500001'));
    await userEvent.keyboard('{Home}{Enter}');
    const drawer = await screen.findByRole('dialog', { name: 'House 0' });
    expect(drawer.textContent).toContain('raw of 0');
  });

  it('selects cells by keys and mouse, and copies them through main with their currency', async () => {
    const copyCells = ({ count: wanted }: { count: number }) => ({ rows: Math.min(wanted, 900), wanted });
    const { main } = show(taskFixture({ rows: 500_000 }), { copyCells });
    const grid = await table();
    const first = await within(grid).findByRole('button', { name: 'House 0' });
    await cellsReady(grid);
    const selected = () =>
      within(grid)
        .queryAllByRole('gridcell', { selected: true })
        .map(({ textContent }) => textContent);
    first.focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{Shift>}{ArrowDown}{/Shift}');
    expect(selected()).toEqual(['€1,250.50', '€1,250.50']);
    await userEvent.keyboard('{Control>}c{/Control}');
    expect(await screen.findByText('2 rows')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    expect(selected()).toEqual([]);
    fireEvent.mouseDown(first);
    fireEvent.mouseMove(within(grid).getAllByText(/Dec/)[1] as HTMLElement, { buttons: 1 });
    fireEvent.mouseUp(window);
    expect(selected()).toHaveLength(4);
    expect(screen.queryByRole('dialog')).toBeNull();
    first.focus();
    await userEvent.keyboard('{Control>}a{/Control}');
    await userEvent.click(await button('Copy rows'));
    expect(await screen.findByText(/^The first 900 of 500,000 rows: .*Export them\.$/)).toBeTruthy();
    const amounts = ['price', 'currency'];
    expect(main.inputsOf('tasks', 'copyCells')).toMatchObject([
      { id: 'task-1', search: '', columns: amounts, heads: null, offset: 0, count: 2 },
      { offset: 0, count: 500_000, heads: expect.arrayContaining(['Currency']) },
    ]);
  });

  it('searches while a person types', async () => {
    const { main } = show(taskFixture({ rows: 1_000 }));
    await table();
    await userEvent.type(screen.getByRole('textbox', { name: 'Search the results' }), 'free');
    expect(await screen.findAllByText('100 of 1,000 results')).toBeTruthy();
    await waitFor(() => expect(main.inputsOf('tasks', 'rows').at(-1)).toMatchObject({ search: 'free', offset: 0 }));
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Search the results' }).value).toBe('');
  });

  it('shows new results while the task runs', async () => {
    const { main } = show(taskFixture({ rows: 0 }));
    expect(await screen.findByText('Results appear here as they arrive.')).toBeTruthy();
    main.answer({ tasks: { rows: taskRows(62) } });
    main.emit('tasks', 'onChanged', tasksFixture([taskFixture({ rows: 62 })], { revision: 2 }));
    expect((await table()).getAttribute('aria-rowcount')).toBe('63');
    const asked = main.inputsOf('tasks', 'rows').length;
    main.emit('tasks', 'onChanged', tasksFixture([taskFixture({ rows: 62, done: 61 })], { revision: 3 }));
    await screen.findByText(/^61 of 240 steps/);
    expect(main.inputsOf('tasks', 'rows')).toHaveLength(asked);
  });

  it('exports and shows the path; exports nothing when the person cancels', async () => {
    let path: string | null = null;
    const { main } = show(taskFixture({ rows: 50 }), {
      exportTable: () => (path === null ? null : { path, records: 5, bytes: 12_400 }),
    });
    await userEvent.click(await button('Export'));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Excel workbook' }));
    await waitFor(() => expect(main.inputsOf('tasks', 'exportTable')).toHaveLength(1));
    expect(screen.queryByText(/written to/)).toBeNull();
    path = '/home/you/calendars.csv';
    await userEvent.click(await button('Export'));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Excel workbook' }));
    expect(await screen.findByText('/home/you/calendars.csv')).toBeTruthy();
    expect(screen.getByText(/^5 rows \(12\.4 kB\) written to/)).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Search the results'), { target: { value: 'free' } });
    await userEvent.click(await button('Export these'));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }));
    await waitFor(() =>
      expect(main.inputsOf('tasks', 'exportTable').at(-1)).toMatchObject({ search: 'free', format: 'csv' }),
    );
    expect(main.inputsOf('tasks', 'exportTable')[0]).toMatchObject({ format: 'xlsx' });
  });
});
