import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect, prepareDatabase } from '../../../../src/main/journal/file/database.ts';
import { findPage } from '../../../../src/main/journal/query/find.ts';
import { redactRaw } from '../../../../src/main/journal/store/intake.ts';
import { maintain } from '../../../../src/main/journal/store/maintenance.ts';
import { ExchangeStore } from '../../../../src/main/journal/store/store.ts';
import { filterOf } from '../../../../src/shared/model/traffic.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';
import { aRaw, CHOICES } from './raws.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 21);
let folder = '';
let store: ExchangeStore;
let seq = 0;
beforeEach(() => {
  folder = makeTempFolder();
  store = new ExchangeStore(prepareDatabase(connect(join(folder, 'journal.db'))), CHOICES);
  seq = 0;
});
afterEach(() => {
  store.close();
  removeTempFolder(folder);
});

/** Bytes on the disk, with the write-ahead log. */
const onDisk = () => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
const digits = () => Math.random().toString(36).slice(2);
/** 700 bytes that no compression shortens, in as few words as can be: each is indexed. A word of 20 characters would be redacted. */
const noise = () => Array.from({ length: 36 }, () => (digits() + digits()).slice(0, 19)).join(' ');

function fill(count: number, { connectionId = 'one', recordedAt = NOW } = {}): void {
  for (let from = 0; from < count; from += 500)
    store.insert(
      Array.from({ length: Math.min(500, count - from) }, () => {
        seq += 1;
        const raw = aRaw({
          id: `x${seq}`,
          connectionId,
          responseBody: { text: JSON.stringify({ noise: noise() }), bytes: 700 },
        });
        return { seq, recordedAt, exchange: redactRaw(raw, CHOICES) };
      }),
    );
}
/** Runs maintenance to its end. Returns how many exchanges and pages the largest piece deleted. */
function tidy(now = NOW): { pieces: number; most: number } {
  let [pieces, most] = [0, 0];
  const changes = () => Number(store.catalog.db.prepare('SELECT total_changes() AS n').get()?.n);
  for (let before = changes(); maintain(store, now); before = changes()) {
    pieces += 1;
    most = Math.max(most, changes() - before);
    if (pieces > 10_000) throw new Error('maintenance does not come to an end');
  }
  return { pieces, most };
}
const page = (connectionId = 'one', search = '') =>
  findPage(store, { filter: filterOf(connectionId, { search }), before: null, limit: 1_000 });

describe('maintenance', () => {
  it('enforces the size limit, deletes the oldest exchanges first, and returns free pages to the system', () => {
    fill(2_000);
    const before = onDisk();
    const limit = Math.floor(store.bytes / 3);
    store.setRetention({ maxDays: 30, maxMegabytes: limit / 1_048_576 });
    // Earlier segments have the size for another limit; newer ones are smaller.
    fill(500);
    const { pieces, most } = tidy();
    expect(store.bytes).toBeLessThanOrEqual(limit);
    // The file may also have a megabyte of free pages.
    expect(onDisk()).toBeLessThan(limit + 1.5 * 1_048_576);
    expect(onDisk()).toBeLessThan(before * 0.6);
    expect(pieces).toBeGreaterThan(5);
    expect(most).toBeLessThan(3_000);
    const kept = page();
    expect(kept.exchanges[0]?.seq).toBe(2_500);
    expect(kept.total).toBe(store.count);
    const oldest = Number(store.catalog.db.prepare('SELECT min(seq) AS n FROM exchanges').get()?.n);
    expect(2_500 - oldest + 1).toBe(store.count);
  });

  it('enforces the age limit', () => {
    fill(600, { recordedAt: NOW - 40 * DAY_MS });
    fill(600, { recordedAt: NOW - 20 * DAY_MS });
    fill(10, { connectionId: 'two', recordedAt: NOW - 31 * DAY_MS });
    tidy();
    expect(page().total).toBe(600);
    expect(page('two').total).toBe(0);
    expect(page().exchanges.every((exchange) => exchange.seq > 600)).toBe(true);
    tidy(NOW + 11 * DAY_MS);
    expect(store.count).toBe(0);
    expect(store.lastSeq).toBe(1_210);
  });

  it('enforces the age limit after the clock was ahead, and deletes nothing while it is behind', () => {
    fill(1, { recordedAt: NOW + 300 * DAY_MS });
    fill(10);
    fill(10, { recordedAt: NOW + 20 * DAY_MS });
    tidy(NOW - 300 * DAY_MS);
    tidy(NOW + 29 * DAY_MS);
    expect(store.count).toBe(21);
    tidy(NOW + 31 * DAY_MS);
    expect(store.count).toBe(10);
    fill(5, { recordedAt: NOW - 300 * DAY_MS });
    tidy(NOW + 40 * DAY_MS);
    expect(store.count).toBe(15);
    tidy(NOW + 51 * DAY_MS);
    expect(store.count).toBe(0);
  });

  it('hides a cleared connection at once and frees its space afterwards, in pieces', () => {
    fill(300, { connectionId: 'two' });
    fill(1_800);
    fill(300, { connectionId: 'two' });
    const before = onDisk();
    store.clear('one');
    expect(page().total).toBe(0);
    expect(page('one', 'noise').exchanges).toEqual([]);
    expect(store.find('x1000')).toBeNull();
    const { most } = tidy();
    expect(most).toBeLessThan(3_000);
    expect(onDisk()).toBeLessThan(before / 3);
    expect(page('two').total).toBe(600);
    const left = (table: string) => store.catalog.db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n;
    expect([left('exchanges'), left('contents')]).toEqual([600, 600]);
    expect(store.catalog.db.prepare("SELECT count(*) AS n FROM vocabulary WHERE word = 'noise'").get()?.n).toBe(1);
  });

  it('keeps cleared exchanges whole while they can be restored, and deletes no others for them', () => {
    fill(300, { connectionId: 'two' });
    fill(600);
    const found = () => page('one', 'noise').exchanges.map(({ id }) => id);
    const before = found();
    store.clear('one', { canRestore: true });
    store.setRetention({ maxDays: 30, maxMegabytes: 0.1 });
    tidy();
    expect([page().total, found(), page('two').total]).toEqual([0, [], 300]);
    expect(store.catalog.db.prepare('SELECT count(*) AS n FROM contents').get()?.n).toBe(900);
    store.setRetention(CHOICES);
    fill(5);
    expect(store.restore('one')).toBe(true);
    expect(found().slice(5)).toEqual(before);
    expect(store.restore('one')).toBe(false);
    tidy();
    expect([page().total, store.count]).toEqual([605, 905]);
    store.clear('one', { canRestore: true });
    store.keepDeleted('one');
    expect(store.restore('one')).toBe(false);
    tidy();
    expect(store.catalog.all.map(({ connection }) => connection)).toEqual(['two']);
  });

  it('has all or none of the cleared exchanges after a kill', () => {
    fill(50);
    store.clear('one');
    fill(700);
    const afterKill = (): number => {
      const copy = makeTempFolder();
      cpSync(folder, copy, { recursive: true });
      const next = new ExchangeStore(prepareDatabase(connect(join(copy, 'journal.db'))), CHOICES);
      const left = findPage(next, { filter: filterOf('one', { search: 'noise' }), before: null, limit: 1_000 });
      expect(next.restore('one')).toBe(false);
      while (maintain(next, NOW));
      const rows = Number(next.catalog.db.prepare('SELECT count(*) AS n FROM exchanges').get()?.n);
      next.close();
      removeTempFolder(copy);
      expect(rows).toBe(left.total);
      expect(left.exchanges).toHaveLength(left.total);
      return left.total;
    };
    expect(afterKill()).toBe(700);
    store.clear('one', { canRestore: true });
    expect(afterKill()).toBe(0);
    store.restore('one');
    expect(afterKill()).toBe(700);
  });

  it('leaves no text of deleted exchanges in the file', () => {
    fill(50);
    store.insert([
      {
        seq: 51,
        recordedAt: NOW,
        exchange: redactRaw(aRaw({ id: 'marked', connectionId: 'two', requestId: 'unmistakableword' }), CHOICES),
      },
    ]);
    store.clear('two');
    tidy();
    const tables = store.catalog.db.prepare("SELECT name FROM sqlite_master WHERE name LIKE 'words%'").all();
    expect(tables.map(({ name }) => name)).not.toContain('words_2');
    expect(store.catalog.db.prepare('SELECT count(*) AS n FROM names WHERE era = 2').get()?.n).toBe(0);
  });

  it('overwrites deleted exchanges in the file', () => {
    fill(20);
    fill(20, { connectionId: 'two' });
    fill(20);
    const db = store.catalog.db;
    const stored = (db.prepare('SELECT seq, pack FROM contents').all() as { seq: number; pack: Uint8Array }[])
      .filter(({ seq: at }) => at > 20 && at <= 40)
      // A long content is split over pages, so a piece of its beginning is searched.
      .map(({ pack }) => Buffer.from(pack).subarray(40, 80));
    const found = () => {
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      const bytes = readFileSync(join(folder, 'journal.db'));
      return stored.filter((piece) => bytes.includes(piece)).length;
    };
    expect(stored).toHaveLength(20);
    expect(found()).toBe(20);
    store.clear('two');
    tidy();
    expect(found()).toBe(0);
  });

  it('merges a closed index, which then answers the same', () => {
    store.setRetention({ maxDays: 30, maxMegabytes: 4 });
    fill(800);
    const found = () => page('one', 'noise').exchanges.map(({ id }) => id);
    const before = found();
    tidy();
    expect(store.catalog.all.filter(({ closed, merged: settled }) => closed && !settled)).toEqual([]);
    expect(found()).toEqual(before);
  });
});
