import { describe, expect, it, vi } from 'vitest';

const fake = vi.hoisted(() => ({ copied: '', shown: 0, close: (_path: string) => {} }));
vi.mock('electron', () => ({
  BrowserWindow: { getFocusedWindow: () => null, getAllWindows: () => [] },
  clipboard: {
    writeText: async (text: string) => {
      fake.copied = text;
    },
    readText: async () => fake.copied,
    clear: () => {
      fake.copied = '';
    },
  },
  shell: {},
  dialog: {
    showOpenDialog: async () => ({ canceled: false, filePaths: ['/tmp/given.har'] }),
    showSaveDialog: () => {
      fake.shown += 1;
      return new Promise((resolve) => {
        fake.close = (filePath) => resolve({ canceled: filePath === '', filePath });
      });
    },
  },
}));

const { clearCopiedGuest, desktop } = await import('../../../../src/main/shell/desktop.ts');

const choose = () => desktop.chooseFile({ suggestedName: 'a.har', kind: 'HAR', extension: 'har' });

describe('chooseFile', () => {
  it('shows one dialog, however often a page asks', async () => {
    const first = choose();
    const others = [choose(), choose()];
    expect(fake.shown).toBe(1);
    expect(await Promise.all(others)).toEqual([null, null]);
    fake.close('/tmp/a.har');
    expect(await first).toBe('/tmp/a.har');
    const second = choose();
    fake.close('');
    expect(await second).toBeNull();
  });
});

describe('copyText', () => {
  it.each([
    ['Ada', 60_000, null, ''],
    ['Ada', 60_000, 'copied later', 'copied later'],
    ['an offer', null, null, 'an offer'],
  ])('of %s clears after %s ms what is still there: %s', async (text, clearAfterMs, copiedLater, left) => {
    vi.useFakeTimers();
    await desktop.copyText(text, clearAfterMs);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(fake.copied).toBe(text);
    if (copiedLater !== null) fake.copied = copiedLater;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(fake.copied).toBe(left);
    vi.useRealTimers();
  });

  it('of a guest’s data is cleared at once when the app is locked or quits, and nothing else is', async () => {
    vi.useFakeTimers();
    await desktop.copyText('Ada', 60_000);
    await clearCopiedGuest();
    expect(fake.copied).toBe('');
    await desktop.copyText('Ada', 60_000);
    fake.copied = 'copied later';
    await clearCopiedGuest();
    expect(fake.copied).toBe('copied later');
    await desktop.copyText('an offer');
    await clearCopiedGuest();
    expect(fake.copied).toBe('an offer');
    vi.useRealTimers();
  });
});

describe('openFile', () => {
  it('gives the path of the chosen file', async () => {
    expect(await desktop.openFile()).toBe('/tmp/given.har');
  });
});
