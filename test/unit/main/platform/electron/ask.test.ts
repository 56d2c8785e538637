import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Question } from '../../../../../src/main/platform/ports.ts';

interface Options {
  readonly buttons: string[];
  readonly defaultId: number;
  readonly cancelId: number;
  readonly message: string;
  readonly detail: string;
  readonly signal: AbortSignal;
}
const fake = vi.hoisted(() => ({
  shown: [] as { parent: unknown; options: Options }[],
  answer: (async () => ({ response: 0 })) as (options: Options) => Promise<{ response: number }>,
  windows: [] as unknown[],
  showMessageBox(...args: unknown[]) {
    const options = args.at(-1) as Options;
    fake.shown.push({ parent: args.length > 1 ? args[0] : null, options });
    return fake.answer(options);
  },
}));
vi.mock('electron', () => ({
  BrowserWindow: { getFocusedWindow: () => null, getAllWindows: () => fake.windows },
  dialog: { showMessageBox: fake.showMessageBox },
}));

const { askForProgram, askNatively, closeQuestions } = await import('../../../../../src/main/platform/electron/ask.ts');

const QUESTION: Question = {
  ...{ title: 'Another host', message: 'Send the secrets to another host?', detail: 'from a.example to b.example' },
  ...{ confirm: 'Use the new host', cancel: 'Cancel' },
};
const seen = (id: number) => ({ id, isVisible: () => true });
const press = (label: string) => {
  fake.answer = async ({ buttons }) => ({ response: buttons.indexOf(label) });
};

vi.useFakeTimers({ toFake: ['performance'] });
beforeEach(() => {
  // What was declined in earlier tests no longer counts.
  vi.advanceTimersByTime(60_000);
  fake.shown.length = 0;
  fake.windows = [seen(1)];
});

describe('askNatively', () => {
  it('agrees only when the confirming button is pressed', async () => {
    press(QUESTION.confirm);
    expect(await askNatively(QUESTION)).toBe(true);
    press(QUESTION.cancel);
    expect(await askNatively(QUESTION)).toBe(false);
    fake.answer = async ({ cancelId }) => ({ response: cancelId });
    expect(await askNatively(QUESTION)).toBe(false);
    fake.answer = async ({ defaultId }) => ({ response: defaultId });
    expect(await askNatively(QUESTION)).toBe(false);
  });

  it('is answered with no when the app closes the question', async () => {
    // As Electron does: the box behaves as if the person cancelled it.
    fake.answer = ({ cancelId, signal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve({ response: cancelId })));
    const asked = askNatively(QUESTION);
    closeQuestions();
    expect(await asked).toBe(false);
  });

  it('shows the whole question in front of the window', async () => {
    press(QUESTION.cancel);
    await askNatively(QUESTION);
    fake.windows = [];
    await askNatively(QUESTION);
    const { message, detail } = QUESTION;
    expect(fake.shown).toMatchObject([
      { parent: { id: 1 }, options: { message, detail } },
      { parent: null, options: { message, detail } },
    ]);
  });

  it('belongs to no hidden window, in which a page is printed', async () => {
    press(QUESTION.cancel);
    const printed = { id: 3, isVisible: () => false };
    fake.windows = [printed, seen(1), seen(2), printed];
    await askNatively(QUESTION);
    fake.windows = [printed];
    await askNatively(QUESTION);
    expect(fake.shown).toMatchObject([{ parent: { id: 2 } }, { parent: null }]);
  });

  it('declines a question while another is open, and asks again after it, also when it failed', async () => {
    const open = Promise.withResolvers<{ response: number }>();
    fake.answer = () => open.promise;
    const first = askNatively(QUESTION);
    expect(await askNatively(QUESTION)).toBe(false);
    expect(fake.shown).toHaveLength(1);
    open.reject(new Error('the window closed'));
    await expect(first).rejects.toThrow('the window closed');
    press(QUESTION.confirm);
    expect(await askNatively(QUESTION)).toBe(true);
  });

  it('declines by itself for a while after the person has declined three in a row', async () => {
    press(QUESTION.cancel);
    for (let n = 0; n < 20; n += 1) expect(await askNatively(QUESTION)).toBe(false);
    expect(fake.shown).toHaveLength(3);
    vi.advanceTimersByTime(60_000);
    press(QUESTION.confirm);
    expect(await askNatively(QUESTION)).toBe(true);
  });
});

describe('questions', () => {
  it('about programs do not use up those of the page, and say when they were not shown', async () => {
    press(QUESTION.cancel);
    expect(await Promise.all([1, 2].map(() => askForProgram(QUESTION)))).toEqual([false, null]);
    for (let n = 0; n < 20; n += 1) await askForProgram(QUESTION);
    expect(await askForProgram(QUESTION)).toBeNull();
    expect(fake.shown).toHaveLength(3);
    press(QUESTION.confirm);
    expect(await askNatively(QUESTION)).toBe(true);
  });
});
