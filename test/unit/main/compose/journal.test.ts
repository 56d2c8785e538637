import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJournal } from '../../../../src/main/compose/journal.ts';
import type { PlatformKit } from '../../../../src/main/platform/kit.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { preferencesFixture } from '../../../support/fixtures.ts';
import { ManualClock, settle } from '../../../support/manual-clock.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';
import { JOURNAL_WORKER } from '../../../support/worker-scripts.ts';

let folder = '';
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => removeTempFolder(folder));

/** Opens the journal. Returns it with its log and a function that draws the first page. */
function opened() {
  const log = new FakeLog();
  const drawn = Promise.withResolvers<void>();
  const kit = {
    ...{ clock: new ManualClock(), log, paths: { store: folder } },
    journalWorker: JOURNAL_WORKER,
  } as unknown as PlatformKit;
  const preferences = { get: () => preferencesFixture(), changed: { subscribe: () => () => {} } };
  const { journal } = openJournal(kit, preferences, drawn.promise);
  return { log, journal, draw: () => drawn.resolve() };
}

describe('the journal of 0.1.0', () => {
  it('is deleted when the window shows its first page, not before', async () => {
    const former = join(folder, 'journal.sqlite');
    writeFileSync(former, '');
    const { journal, draw } = opened();
    expect(existsSync(former)).toBe(true);
    draw();
    await settle();
    expect(existsSync(former)).toBe(false);
    await journal.close();
  });

  it('prevents no start when it cannot be deleted', async () => {
    mkdirSync(join(folder, 'journal.sqlite'));
    const { log, journal, draw } = opened();
    draw();
    await settle();
    expect(log.text).toContain('was not deleted');
    await journal.close();
  });
});
