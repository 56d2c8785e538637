/** Training through IPC on the whole console: exercises on the sandbox, never on a live connection, and the sandbox as it was before. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { EXERCISES } from '../../src/main/training/exercises/index.ts';
import type { TrainingState } from '../../src/shared/model/training.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { errorOf, openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';

let folder: string;
let one: TestConsole;
const live = vi.fn(() => Promise.reject(new Error('a live connection has no part in training')));
const open = () => openTestConsole({ folder, apiFetch: live });

beforeAll(async () => {
  folder = makeTempFolder();
  one = await open();
});
afterAll(async () => {
  await one.close();
  removeTempFolder(folder);
});

const start = (id: string): Promise<TrainingState> =>
  outputOf(one.latchkey.training.start({ connectionId: 'sandbox', id }));
const sandbox = () => outputOf(one.latchkey.sandbox.state(null));
const issuances = () =>
  Object.entries(one.files())
    .filter(([path]) => path.includes('issuances'))
    .map(([, text]) => text)
    .join('');

async function addLiveConnection(): Promise<string> {
  const { id } = await outputOf(
    one.latchkey.connections.create({
      name: 'Live',
      presetId: 'guesty',
      addresses: {
        baseUrl: 'https://open-api.guesty.com',
        authUrl: 'https://open-api.guesty.com',
        bookingBaseUrl: 'https://booking.guesty.com/api',
        bookingAuthUrl: 'https://booking.guesty.com',
      },
      openApi: { clientId: 'live-client', clientSecret: 'live-client-secret-8842' },
      applications: [],
    } as never),
  );
  return id;
}

for (const { id, cause, remedy, source } of EXERCISES) {
  if (source === 'customer') continue;
  it(`${id}: the console’s own requests are refused, the Doctor names the cause, and the sandbox is put back`, async () => {
    const before = await outputOf(
      one.latchkey.sandbox.apply({ kind: 'setPermission', operation: 'quoteGet', allowed: false }),
    );
    const { running } = await start(id);
    expect(running).toMatchObject({ id, source: 'console', evidence: null, hints: 0 });
    await outputOf(one.latchkey.training.takeHint(null));
    const {
      groups: [refusal],
    } = await outputOf(one.latchkey.doctor.failures({ connectionId: 'sandbox', before: null, only: 'refusals' }));
    expect(refusal?.diagnosis.verdicts[0]?.cause).toBe(cause);
    const { rows } = await outputOf(one.latchkey.cases.list({ search: '', state: null, offset: 0, limit: 10 }));
    expect(rows).toEqual([]);
    const { result, running: ended, exercises } = await outputOf(one.latchkey.training.answer({ cause, remedy }));
    expect(ended).toBeNull();
    expect(result).toMatchObject({ grade: 'right', cost: { tokens: 0, requests: 0, hints: 1 } });
    expect(result?.diagnosis.verdicts[0]?.cause).toBe(cause);
    expect(exercises.find((exercise) => exercise.id === id)?.progress).toMatchObject({ tries: 1, lastGrade: 'right' });
    const { denied, activated, faults } = await sandbox();
    expect({ denied, activated, faults }).toEqual({ denied: before.denied, activated: true, faults: [] });
  });
}

it('counts what the person sends meanwhile', async () => {
  await start('half-works');
  const { items } = await outputOf(
    one.latchkey.availability.search({ connectionId: 'sandbox', applicationId: null, guests: 2 }),
  );
  expect(items.length).toBeGreaterThan(0);
  const { result } = await outputOf(one.latchkey.training.answer({ cause: 'rateLimit', remedy: 'askOwner' }));
  expect(result).toMatchObject({ grade: 'wrong', cost: { tokens: 0, requests: 1, hints: 0 } });
});

it('a live connection is refused, and no token of one is touched by any exercise', async () => {
  const connectionId = await addLiveConnection();
  const error = await errorOf(one.latchkey.training.start({ connectionId, id: 'nightly-export' }));
  expect(error.code).toBe('invalidInput');
  const ledger = issuances();
  for (const { id } of EXERCISES) expect((await start(id)).running?.id).toBe(id);
  await outputOf(one.latchkey.training.leave(null));
  expect(issuances()).toBe(ledger);
  const { tokens } = await outputOf(one.latchkey.tokens.status({ connectionId }));
  expect(tokens.map(({ state, generation }) => ({ state, generation }))).toEqual([{ state: 'none', generation: 0 }]);
  expect(live).not.toHaveBeenCalled();
});

it('after a kill during an exercise, the sandbox is put back at the next start, and progress is kept until it is deleted', async () => {
  await outputOf(one.latchkey.sandbox.apply({ kind: 'setPermission', operation: 'search', allowed: false }));
  const { denied } = await sandbox();
  await start('first-booking');
  expect(await sandbox()).toMatchObject({ activated: false, denied: [] });
  const killed = makeTempFolder();
  cpSync(join(folder, 'store'), killed, { recursive: true, filter: (path) => !path.endsWith('-shm') });
  await one.close();
  // As the disk is when the process is killed during the exercise.
  rmSync(join(folder, 'store'), { recursive: true });
  cpSync(killed, join(folder, 'store'), { recursive: true });
  removeTempFolder(killed);
  one = await open();
  const after = await sandbox();
  expect(after.activated).toBe(true);
  expect(after.denied.toSorted()).toEqual(denied.toSorted());
  const state = await outputOf(one.latchkey.training.state(null));
  expect(state.running).toBeNull();
  const progress = ({ exercises }: TrainingState) => exercises.find(({ id }) => id === 'half-works')?.progress;
  expect(progress(state)).toMatchObject({ tries: 2, lastGrade: 'wrong' });
  expect(progress(await outputOf(one.latchkey.training.deleteProgress(null)))).toBeNull();
});
