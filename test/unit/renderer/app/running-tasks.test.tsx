import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RunningTasks } from '../../../../src/renderer/app/nav-links.tsx';
import { connectionFixture, connectionsFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';
import { taskFixture, tasksFixture } from '../../../support/task-fixtures.ts';

it('shows the number and the progress of running tasks', async () => {
  const { main } = renderWithMain(<RunningTasks />, {
    answers: {
      connections: { list: () => connectionsFixture([connectionFixture()]) },
      tasks: {
        list: () => tasksFixture([taskFixture(), taskFixture({ id: 'task-2', steps: 60, done: 20, failed: 10 })]),
      },
    },
  });
  expect(await screen.findByRole('img', { name: '2 tasks running, 30 %' })).toBeTruthy();
  main.emit('tasks', 'onChanged', tasksFixture([taskFixture()], { revision: 2 }));
  expect(await screen.findByRole('img', { name: '1 task running, 25 %' })).toBeTruthy();
  main.emit('tasks', 'onChanged', tasksFixture([taskFixture({ state: 'done' })], { revision: 3 }));
  await expect.poll(() => screen.queryByRole('img')).toBeNull();
});
