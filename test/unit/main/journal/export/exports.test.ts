import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Har } from 'har-format';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ExportProgress,
  Exports,
  type ExportsOptions,
  type HarRequest,
} from '../../../../../src/main/journal/export/exports.ts';
import type { JournalReader } from '../../../../../src/main/journal/export/selection.ts';
import { summaryOf } from '../../../../../src/main/journal/store/store.ts';
import { Emitter } from '../../../../../src/main/platform/emitter.ts';
import { PartFile } from '../../../../../src/main/platform/part-file.ts';
import type { OutputFile } from '../../../../../src/main/platform/ports.ts';
import { AppError } from '../../../../../src/shared/app-error.ts';
import { type Exchange, filterOf } from '../../../../../src/shared/model/traffic.ts';
import { harErrors } from '../../../../support/har-schema.ts';
import { ManualClock, settle } from '../../../../support/manual-clock.ts';
import { matches } from '../../../../support/matches.ts';
import { makeTempFolder, removeTempFolder } from '../../../../support/temp-folder.ts';
import { exchangeOf } from './exchange-of.ts';

/** A journal that makes its exchanges on demand. */
class MadeJournal implements JournalReader {
  /** Sequence numbers of exchanges that the export has released. */
  readonly gone = new Set<number>();
  readonly #count: number;
  readonly #make: (seq: number) => Exchange;

  constructor(count: number, make: (seq: number) => Exchange = exchangeOf) {
    this.#count = count;
    this.#make = make;
  }

  page(query: Parameters<JournalReader['page']>[0]) {
    const found = this.#newest(query, query.limit + 1).map(summaryOf);
    const exchanges = found.slice(0, query.limit);
    const next = found.length > query.limit ? (exchanges.at(-1)?.seq ?? null) : null;
    return { revision: 1, exchanges, next, matched: { count: 0, more: true }, total: this.#count };
  }
  get(id: string): Exchange {
    const seq = Number(id.slice(1));
    if (this.gone.has(seq) || !(seq >= 1 && seq <= this.#count))
      throw new AppError('notFound', { what: 'The exchange' });
    return this.#make(seq);
  }
  #newest({ filter, before }: Parameters<JournalReader['page']>[0], limit: number): Exchange[] {
    const out: Exchange[] = [];
    for (
      let seq = Math.min(this.#count, (before ?? Number.POSITIVE_INFINITY) - 1);
      seq >= 1 && out.length < limit;
      seq -= 1
    ) {
      const made = this.#make(seq);
      if (!this.gone.has(seq) && matches(made, filter)) out.push(made);
    }
    return out;
  }
}

let folder: string;
let path: string;
beforeEach(() => {
  folder = makeTempFolder();
  path = join(folder, 'traffic.har');
});
afterEach(() => removeTempFolder(folder));

function exportsOver(journal: JournalReader, options: Partial<ExportsOptions> = {}, keepGuests = false) {
  const progress = new Emitter<ExportProgress>();
  const exports = new Exports({
    ...{ journal, clock: new ManualClock(0), openFile: (to) => PartFile.open(to), ...options },
    onProgress: (told) => progress.emit(told),
  });
  return {
    har: (to: string, selection: HarRequest['selection']) =>
      exports.har({ path: to, selection, version: '1.2.3', rules: { keepGuests } }),
    progress,
    cancel: () => exports.cancel(),
    close: () => exports.close(),
  };
}
const read = (): Har => JSON.parse(readFileSync(path, 'utf8'));
const ids = (): unknown[] => read().log.entries.map((entry) => Reflect.get(entry, '_id'));
const all = { kind: 'filtered', filter: filterOf('k1') } as const;
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: AppError) => error.data,
  );

/** The size of what is reachable, in bytes. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

describe('an export', () => {
  it('writes the matching exchanges, oldest first, and returns their number', async () => {
    const journal = new MadeJournal(120, (seq) => exchangeOf(seq, { operation: seq % 2 ? 'listings' : 'search' }));
    const filter = filterOf('k1', { operations: ['search'] });
    const written = await exportsOver(journal).har(path, { kind: 'filtered', filter });
    expect(written).toEqual({ path, records: 60, bytes: readFileSync(path).length });
    expect(harErrors(read())).toEqual([]);
    expect(ids()).toEqual(Array.from({ length: 60 }, (_, at) => `e${2 * at + 2}`));
    expect(readdirSync(folder)).toEqual(['traffic.har']);
  });

  it('writes chosen exchanges in the order in which they were queued, each once, of this connection only', async () => {
    const journal = new MadeJournal(9, (seq) =>
      exchangeOf(seq, {
        connectionId: seq === 5 ? 'k2' : 'k1',
        queuedAt: 1_790_000_000_000 - (seq === 8 ? 99_999 : 0),
      }),
    );
    const selection = { kind: 'chosen', connectionId: 'k1', ids: ['e7', 'e8', 'e2', 'e7', 'e5', 'e99'] } as const;
    await exportsOver(journal).har(path, { ...selection, ids: [...selection.ids] });
    expect(ids()).toEqual(['e8', 'e2', 'e7']);
  });

  it('orders by the time of queueing, also when exchanges ended in another order', async () => {
    const journal = new MadeJournal(150, (seq) => exchangeOf(seq, { queuedAt: 1_790_000_000_000 - seq * 1_000 }));
    await exportsOver(journal).har(path, all);
    expect(ids()).toEqual(Array.from({ length: 150 }, (_, at) => `e${150 - at}`));
  });

  it('without matches is a HAR without entries', async () => {
    expect(await exportsOver(new MadeJournal(0)).har(path, all)).toMatchObject({ records: 0 });
    expect(harErrors(read())).toEqual([]);
  });

  it('leaves out exchanges that retention deletes meanwhile', async () => {
    const journal = new MadeJournal(200);
    const exports = exportsOver(journal);
    exports.progress.subscribe(() => {
      for (let seq = 1; seq <= 60; seq += 1) journal.gone.add(seq);
    });
    expect(await exports.har(path, all)).toMatchObject({ records: 140 });
    expect(ids().at(0)).toBe('e61');
  });

  it('redacts once more, by the current choices', async () => {
    const kept = exchangeOf(1, {
      responseBody: { text: '{"guest":{"firstName":"Ada"},"access_token":"left-by-mistake"}', bytes: 60, cut: false },
    });
    await exportsOver(new MadeJournal(1, () => kept)).har(path, all);
    expect(readFileSync(path, 'utf8')).not.toMatch(/Ada|left-by-mistake/);
    await exportsOver(new MadeJournal(1, () => kept), {}, true).har(path, all);
    expect(readFileSync(path, 'utf8')).toContain('Ada');
  });

  it('holds few of two thousand exchanges in memory, and publishes progress at most four times a second', async () => {
    const journal = new MadeJournal(2_000);
    const clock = new ManualClock(0);
    const told: { at: number; written: number; total: number; estimateMs: number | null }[] = [];
    let heldAtEnd = Number.POSITIVE_INFINITY;
    const openFile = async (to: string): Promise<OutputFile> => {
      const file = await PartFile.open(to);
      const write = file.write.bind(file);
      // Each entry takes a millisecond.
      file.write = async (text) => {
        await clock.advance(1);
        if (clock.now() === 1_900) heldAtEnd = heldBytes();
        await write(text);
      };
      return file;
    };
    const exports = exportsOver(journal, { clock, openFile });
    exports.progress.subscribe((progress) => told.push({ at: clock.now(), ...progress }));
    const before = heldBytes();
    expect(await exports.har(path, all)).toMatchObject({ records: 2_000 });
    // The file has 2 MB.
    expect(heldAtEnd - before).toBeLessThan(1_000_000);
    for (const [at, one] of told.entries()) expect(one.at - (told[at - 1]?.at ?? -250)).toBeGreaterThanOrEqual(250);
    const half = told.find(({ written }) => written >= 1_000);
    expect(half?.total).toBe(2_000);
    expect(Math.abs((half?.estimateMs ?? 0) - (2_000 - (half?.written ?? 0)))).toBeLessThan(600);
  });
});

describe('an export that fails', () => {
  it('is cancelled and leaves no file; an existing file stays', async () => {
    writeFileSync(path, 'before');
    const exports = exportsOver(new MadeJournal(500));
    exports.progress.subscribe(() => exports.cancel());
    expect(await errorOf(exports.har(path, all))).toEqual({ code: 'cancelled' });
    expect(readdirSync(folder)).toEqual(['traffic.har']);
    expect(readFileSync(path, 'utf8')).toBe('before');
    expect(await exportsOver(new MadeJournal(1)).har(path, all)).toMatchObject({ records: 1 });
  });

  it('is cancelled when the console closes, which waits until its file is deleted', async () => {
    const discarding = Promise.withResolvers<void>();
    const discarded = Promise.withResolvers<void>();
    const openFile = async (to: string): Promise<OutputFile> => {
      const file = await PartFile.open(to);
      const discard = file.discard.bind(file);
      file.discard = async () => {
        discarding.resolve();
        await discarded.promise;
        await discard();
      };
      return file;
    };
    const exports = exportsOver(new MadeJournal(500), { openFile });
    const ended = errorOf(exports.har(path, all));
    let closed = false;
    const closing = exports.close().then(() => (closed = true));
    await discarding.promise;
    await settle();
    expect(closed).toBe(false);
    discarded.resolve();
    await closing;
    expect(readdirSync(folder)).toEqual([]);
    expect(await ended).toEqual({ code: 'cancelled' });
    expect(await errorOf(exports.har(path, all))).toEqual({ code: 'cancelled' });
    expect(readdirSync(folder)).toEqual([]);
    await exports.close();
  });

  it('is rejected while another is being written, and possible again afterwards', async () => {
    const exports = exportsOver(new MadeJournal(100));
    const first = exports.har(path, all);
    expect(await errorOf(exports.har(join(folder, 'b.har'), all))).toMatchObject({ code: 'invalidInput' });
    expect(await first).toMatchObject({ records: 100 });
    expect(await exports.har(path, all)).toMatchObject({ records: 100 });
    expect(readdirSync(folder)).toEqual(['traffic.har']);
  });

  it('reports a folder that cannot be written', async () => {
    const nowhere = await errorOf(exportsOver(new MadeJournal(1)).har(join(folder, 'no', 'folder.har'), all));
    expect(nowhere).toMatchObject({ code: 'storageFailed', what: 'The file' });
    mkdirSync(path);
    expect(await errorOf(exportsOver(new MadeJournal(1)).har(path, all))).toMatchObject({ code: 'storageFailed' });
    expect(existsSync(`${path}.part`)).toBe(false);
  });

  it.each(['write', 'finish'] as const)('leaves no file when the disk is full at %s', async (step) => {
    const openFile = async (to: string): Promise<OutputFile> => {
      const file = await PartFile.open(to);
      file[step] = () =>
        Promise.reject(new AppError('storageFailed', { what: 'The file', reason: 'the disk is full' }));
      return file;
    };
    const exports = exportsOver(new MadeJournal(500), { openFile });
    expect(await errorOf(exports.har(path, all))).toMatchObject({ code: 'storageFailed', reason: 'the disk is full' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('passes errors of the journal on', async () => {
    const journal = new MadeJournal(500);
    journal.get = () => {
      throw new AppError('storageFailed', { what: 'The journal', reason: 'it is locked' });
    };
    expect(await errorOf(exportsOver(journal).har(path, all))).toMatchObject({ what: 'The journal' });
    expect(readdirSync(folder)).toEqual([]);
  });
});
