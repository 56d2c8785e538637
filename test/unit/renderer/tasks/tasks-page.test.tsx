import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { TasksPage } from '../../../../src/renderer/features/tasks/tasks-page.tsx';
import { AppError } from '../../../../src/shared/app-error.ts';
import type { Task } from '../../../../src/shared/model/task.ts';
import type { Answers } from '../../../support/fake-main.ts';
import { applicationFixture, connectionFixture, connectionsFixture, tokensFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { planFixture, taskFixture, taskRows, tasksFixture } from '../../../support/task-fixtures.ts';

const listings: NonNullable<Answers['listings']> = {
  rows: ({ search, offset, limit }) => ({
    revision: 1,
    total: 240,
    matched: search === '' ? 240 : 1,
    offset,
    rows: Array.from({ length: search === '' ? Math.min(limit, 240) : 1 }, (_, at) => ({
      id: `listing-${at}`,
      title: search === '' ? `House ${at}` : `Quay ${at}`,
      picture: null,
      cells: [],
      change: null,
    })),
  }),
};

function show(
  tasks: Task[],
  search: Record<string, string> = {},
  more: Answers['tasks'] = {},
  connection = connectionFixture(),
) {
  return renderWithMain(<TasksPage />, {
    page: 'tasks',
    search,
    answers: {
      app: { copyText: () => null },
      connections: { list: () => connectionsFixture([connection]) },
      tokens: { status: () => tokensFixture() },
      listings,
      tasks: {
        list: () => tasksFixture(tasks),
        plan: () => planFixture(),
        rows: taskRows(0),
        failures: () => [],
        ...more,
      },
    },
  });
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('the list of tasks', () => {
  it('explains tasks when there are none and links to a new one', async () => {
    const { visits } = show([]);
    await screen.findByText('No tasks yet');
    await userEvent.click(await button('New task'));
    expect(visits).toEqual([{ page: 'tasks', search: { new: '1' } }]);
  });

  it('says that tasks need an application', async () => {
    show([], {}, {}, connectionFixture({ applications: [] }));
    expect(await screen.findByText('This connection has no Booking Engine application')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'New task' })).toBeNull();
  });

  it('shows the progress of each task, pauses and resumes', async () => {
    const spec = {
      kind: 'stays',
      firstCheckIn: '2026-12-01',
      lastCheckIn: '2026-12-31',
      nights: 3,
      guests: 2,
    } as const;
    const paused = taskFixture({ id: 'task-2', spec, state: 'paused', estimateMs: null, failed: 2 });
    const { main } = show([taskFixture(), paused], {}, { pause: () => taskFixture(), resume: () => taskFixture() });
    const bar = await screen.findByRole('progressbar', { name: /^Progress of Calendars of 240 listings/ });
    expect(bar.getAttribute('aria-valuetext')).toBe('60 of 240 steps');
    expect(screen.getByText('60 of 240 steps (25 %)')).toBeTruthy();
    expect(screen.getByText('paced by the limit of 275 per minute (4.6 per second)')).toBeTruthy();
    expect(await screen.findByText('about 39 s left')).toBeTruthy();
    expect(screen.getByText('2 failed')).toBeTruthy();
    expect(screen.getAllByText(/^started /)).toHaveLength(2);
    await userEvent.click(await button(/^Pause Calendars/));
    await userEvent.click(await button(/^Resume Stays of 3 nights for 2 guests/));
    expect(main.inputsOf('tasks', 'pause')).toEqual([{ id: 'task-1' }]);
    expect(main.inputsOf('tasks', 'resume')).toEqual([{ id: 'task-2' }]);
  });

  it('shows the snapshots that main publishes', async () => {
    const { main } = show([taskFixture()]);
    await screen.findByText('60 of 240 steps (25 %)');
    main.emit('tasks', 'onChanged', tasksFixture([taskFixture({ done: 120 })], { revision: 2 }));
    expect(await screen.findByText('120 of 240 steps (50 %)')).toBeTruthy();
    main.emit('tasks', 'onChanged', tasksFixture([taskFixture({ done: 61 })], { revision: 1 }));
    expect(screen.queryByText(/61 of 240/)).toBeNull();
    expect(main.inputsOf('tasks', 'list')).toHaveLength(1);
  });
});

describe('a new task', () => {
  it('plans while the form changes and starts on submit only', async () => {
    const { main, visits } = show(
      [],
      { new: '1' },
      {
        plan: ({ spec }) =>
          spec.kind === 'stays'
            ? planFixture({ requests: 90, atLeast: true, remarks: ['A search may have further pages.'] })
            : planFixture(),
        create: () => taskFixture(),
      },
    );
    const plan = await screen.findByRole('region', { name: 'Plan' });
    expect(
      await within(plan).findByText(
        /^240 requests · paced by the limit of 275 per minute \(4\.6 per second\) · about 53 s/,
      ),
    ).toBeTruthy();
    expect(screen.getByRole('radiogroup', { name: 'What the task does' })).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'Stays over a range of days' }));
    expect(await within(plan).findByText(/^At least 90 requests/)).toBeTruthy();
    expect(within(plan).getByText('A search may have further pages.')).toBeTruthy();
    const nights = screen.getByLabelText(/^Nights/);
    await userEvent.clear(nights);
    await userEvent.type(nights, '5{Enter}');
    await waitFor(() => expect(visits).toEqual([{ page: 'tasks', search: { id: 'task-1' } }]));
    expect(main.inputsOf('tasks', 'create')).toEqual([
      {
        connectionId: 'conn-1',
        applicationId: null,
        spec: expect.objectContaining({ kind: 'stays', nights: 5, guests: 2 }),
      },
    ]);
  });

  it('shows issues, plans nothing meanwhile, and focuses the first invalid field', async () => {
    const { main } = show([], { new: '1' });
    await screen.findByText(/^240 requests/);
    await userEvent.click(screen.getByRole('radio', { name: 'Stays over a range of days' }));
    const nights = screen.getByLabelText(/^Nights/);
    fireEvent.change(nights, { target: { value: '400' } });
    expect(screen.getByText('The plan appears when all fields are filled in.')).toBeTruthy();
    expect(await screen.findByText(/from 1 to 365/)).toBeTruthy();
    await userEvent.clear(nights);
    expect(screen.queryByText(/from 1 to 365/)).toBeNull();
    await userEvent.type(screen.getByLabelText(/^Guests/), '.5');
    expect(screen.getByText(/or empty for any/)).toBeTruthy();
    await userEvent.click(await button('Start'));
    expect(await screen.findByText(/from 1 to 365/)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(nights));
    expect(main.inputsOf('tasks', 'create')).toEqual([]);
    expect(main.inputsOf('tasks', 'plan').some((input) => JSON.stringify(input).includes('400'))).toBe(false);
  });

  it('asks for a confirmation when a similar task has not ended', async () => {
    const plan = () => planFixture({ duplicate: { id: 'task-7', state: 'running' } });
    const { main } = show([], { new: '1' }, { plan, create: () => taskFixture() });
    await screen.findByText(/^240 requests/);
    expect(screen.getByText('All 240 listings')).toBeTruthy();
    await userEvent.click(await button('Start'));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('The same task is already running.');
    expect(main.inputsOf('tasks', 'create')).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Start another' }));
    await waitFor(() => expect(main.inputsOf('tasks', 'create')).toHaveLength(1));
  });

  it('takes chosen listings, found by text', async () => {
    const { main } = show([], { new: '1' }, { create: () => taskFixture() });
    await userEvent.click(await screen.findByRole('radio', { name: 'Some' }));
    await userEvent.click(await button('Start'));
    expect(await screen.findByText('Choose at least one listing, or all.')).toBeTruthy();
    fireEvent.change(screen.getByRole('combobox', { name: /Chosen listings/ }), { target: { value: 'quay' } });
    await userEvent.click(await screen.findByRole('option', { name: 'Quay 0' }));
    await userEvent.click(await button('Start'));
    await waitFor(() => expect(main.inputsOf('tasks', 'create')).toHaveLength(1));
    expect(main.inputsOf('tasks', 'create')[0]).toMatchObject({ spec: { listingIds: ['listing-0'] } });
  });

  it('keeps the input and shows why the task could not start', async () => {
    show(
      [],
      { new: '1' },
      {
        create: () => {
          throw new AppError('secretMissing', { label: 'Website' });
        },
      },
    );
    await screen.findByText(/^240 requests/);
    await userEvent.click(screen.getByRole('radio', { name: 'Stays over a range of days' }));
    await userEvent.click(await button('Start'));
    expect((await screen.findByRole('alert')).textContent).toContain('No Client Secret is stored for Website');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Stays over a range of days' }).checked).toBe(true);
  });

  it('cannot start without requests, and plans with the chosen application', async () => {
    const two = connectionFixture({
      applications: [applicationFixture(), applicationFixture({ id: 'app-2', label: 'Shop' })],
    });
    const { main } = show(
      [],
      { new: '1' },
      { plan: () => planFixture({ requests: 0, remarks: ['No listings are loaded.'] }) },
      two,
    );
    await screen.findByText(/nothing to do/);
    expect((await button('Start')).hasAttribute('disabled')).toBe(true);
    await userEvent.click(screen.getByRole('combobox', { name: 'Application' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Shop' }));
    await waitFor(() => expect(main.inputsOf('tasks', 'plan').at(-1)).toMatchObject({ applicationId: 'app-2' }));
    // When the chosen application is removed, the plan uses the connection's active one.
    main.emit('connections', 'onChanged', { ...connectionsFixture([connectionFixture()]), revision: 9 });
    await waitFor(() => expect(main.inputsOf('tasks', 'plan').at(-1)).toMatchObject({ applicationId: null }));
  });
});
