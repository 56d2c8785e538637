/** Training: the menu, an exercise that runs, its result, and the verdicts that stay hidden meanwhile. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { TrainingPage } from '../../../../src/renderer/features/doctor/training/training-page.tsx';
import { clearRememberedState } from '../../../../src/renderer/ui/use-remembered-state.ts';
import type { ExerciseResult, RunningExercise, TrainingState } from '../../../../src/shared/model/training.ts';
import { connectionFixture, connectionsFixture } from '../../../support/fixtures.ts';
import { renderWithMain } from '../../../support/render.tsx';

const TITLE = 'A partner’s nightly export fails since this morning';
const RUNNING: RunningExercise = {
  ...{ id: 'nightly-export', title: TITLE, level: 1, source: 'customer', startedAt: 1, hints: 0 },
  message: 'Hello,\n\nour export fails.',
  evidence: '$ curl -i https://open-api.guesty.com/v1/listings',
  causes: [
    { id: 'bearerMissing', title: 'The Bearer prefix was missing' },
    { id: 'noPermission', title: 'The account lacks permission' },
  ],
  remedies: [
    { id: 'addBearer', text: 'Send the prefix.' },
    { id: 'askOwner', text: 'Ask the owner.' },
  ],
};
const RESULT: ExerciseResult = {
  ...{ id: 'nightly-export', title: TITLE, source: 'customer', grade: 'near', evidence: RUNNING.evidence },
  answered: { cause: 'The account lacks permission', remedy: 'Send the prefix.' },
  right: { cause: 'The Bearer prefix was missing', remedy: 'Send the prefix.' },
  diagnosis: { outcome: 'notEnough', verdicts: [], tellApart: null, ask: null },
  cost: { tokens: 1, requests: 0, hints: 2, elapsedMs: 130_000 },
  expert: ['Look at the header.'],
};
const stateOf = (changes: Partial<TrainingState> = {}): TrainingState => ({
  revision: 1,
  exercises: [
    { id: 'nightly-export', title: TITLE, level: 1, source: 'customer', progress: null },
    {
      ...{ id: 'half-works', title: 'Searching works', level: 2, source: 'console' },
      progress: { tries: 3, lastGrade: 'wrong', bestMs: 61_000 },
    },
  ],
  running: null,
  result: null,
  ...changes,
});

const show = (changes: Partial<TrainingState> = {}, more: Record<string, (input: never) => unknown> = {}) =>
  renderWithMain(<TrainingPage />, {
    page: 'doctor',
    search: { tab: 'training' },
    answers: {
      connections: { list: () => connectionsFixture() },
      training: { state: () => stateOf(changes), ...more },
    },
  });

beforeEach(clearRememberedState);

describe('TrainingPage', () => {
  it('lists the exercises with how they went, and starts one on the sandbox', async () => {
    const { main } = show({}, { start: () => stateOf({ revision: 2, running: RUNNING }) });
    const rows = await screen.findAllByRole('listitem');
    expect(rows[0]?.textContent).toContain('Not done');
    expect(rows[1]?.textContent).toContain('Rightbest in 1 min 1 s');
    await userEvent.click(screen.getByRole('button', { name: `Start “${TITLE}”` }));
    expect(main.inputsOf('training', 'start')).toEqual([{ connectionId: 'sandbox', id: 'nightly-export' }]);
    main.emit('training', 'onState', stateOf({ revision: 3, running: RUNNING }));
    expect(await screen.findByRole('article', { name: TITLE })).toBeDefined();
  });

  it('takes an answer once both parts are chosen, and shows the result', async () => {
    const { main, visits } = show({ running: RUNNING }, { answer: () => stateOf({ revision: 2, result: RESULT }) });
    const form = within(await screen.findByRole('form', { name: 'Your answer' }));
    const answer = form.getByRole<HTMLButtonElement>('button', { name: 'Answer' });
    expect(answer.disabled).toBe(true);
    await userEvent.selectOptions(form.getByLabelText('What is the cause?'), 'noPermission');
    await userEvent.click(form.getByLabelText('Send the prefix.'));
    await userEvent.click(answer);
    expect(main.inputsOf('training', 'answer')).toEqual([{ cause: 'noPermission', remedy: 'addBearer' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Put it into “Paste a failure”' }));
    expect(visits).toEqual([{ page: 'doctor', search: { tab: 'paste' } }]);
    main.emit('training', 'onState', stateOf({ revision: 3, result: RESULT }));
    expect(await screen.findByText('Nearly right')).toBeDefined();
    const article = within(screen.getByRole('article', { name: TITLE }));
    expect(article.getByText('2 min 10 s, no requests to the sandbox, 1 token, 2 hints')).toBeDefined();
    expect(article.getByText('Look at the header.')).toBeDefined();
  });

  it('starts nothing on a live connection', async () => {
    renderWithMain(<TrainingPage />, {
      page: 'doctor',
      search: { tab: 'training' },
      answers: {
        connections: {
          list: () => connectionsFixture([connectionFixture({ id: 'live', presetId: 'guesty' })]),
        },
        training: { state: () => stateOf() },
      },
    });
    expect(await screen.findByText('Training runs on the sandbox')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Start/ })).toBeNull();
  });
});
