import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { redactExchange } from '../../../../src/main/http/redact-exchange.ts';
import { connect, prepareDatabase } from '../../../../src/main/journal/file/database.ts';
import { findPage } from '../../../../src/main/journal/query/find.ts';
import { maintain } from '../../../../src/main/journal/store/maintenance.ts';
import { ExchangeStore } from '../../../../src/main/journal/store/store.ts';
import { filterOf } from '../../../../src/shared/model/traffic.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';
import { aRaw, CHOICES } from './raws.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 21);
let folder = '';
let store: ExchangeStore;
let retention = CHOICES;
let seq = 0;
beforeEach(() => {
  folder = makeTempFolder();
  store = new ExchangeStore(prepareDatabase(connect(join(folder, 'journal.db'))));
  retention = CHOICES;
  seq = 0;
});
afterEach(() => {
  store.close();
  removeTempFolder(folder);
});

/** Bytes on the disk, with the write-ahead log. */
const onDisk = () => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
const digits = () => Math.random().toString(36).slice(2);
/** 700 bytes that no compression shortens, in as few words as can be: each is indexed. */
const noise = () => Array.from({ length: 36 }, () => (digits() + digits()).slice(0, 19)).join(' ');
const REDACTED = redactExchange(aRaw(), CHOICES);

function fill(count: number, { connectionId = 'one', recordedAt = NOW } = {}): void {
  for (let from = 0; from < count; from += 500)
    store.insert(
      Array.from({ length: Math.min(500, count - from) }, () => {
        seq += 1;
        const responseBody = { text: JSON.stringify({ noise: noise() }), bytes: 700, cut: false };
        return { ...REDACTED, id: `x${seq}`, connectionId, responseBody };
      }),
      recordedAt,
    );
}
const numberOf = (sql: string, of = store) => Number(Object.values(of.prepared(sql).get() ?? {})[0]);
/** Runs maintenance to its end. Returns how many rows and pages the largest piece changed. */
function tidy(now = NOW, of = store): { pieces: number; most: number } {
  let [pieces, most] = [0, 0];
  const changes = () => numberOf('SELECT total_changes()', of);
  let before = changes();
  for (const _ of maintain(of, retention, now)) {
    pieces += 1;
    most = Math.max(most, changes() - before);
    before = changes();
    if (pieces > 10_000) throw new Error('maintenance does not come to an end');
  }
  return { pieces, most };
}
const page = (connectionId = 'one', search = '') =>
  findPage(store, { filter: filterOf(connectionId, { search }), before: null, limit: 1_000 });

describe('maintenance', () => {
  it('enforces the size limit, deletes the oldest exchanges first, and returns free pages to the system', () => {
    fill(1_200);
    const before = onDisk();
    const limit = Math.floor(store.bytes / 3);
    retention = { ...CHOICES, maxMegabytes: limit / 1_048_576 };
    const { pieces, most } = tidy();
    expect(store.bytes).toBeLessThanOrEqual(limit);
    // The file may also have a megabyte of free pages.
    expect(onDisk()).toBeLessThan(limit + 1.5 * 1_048_576);
    expect(onDisk()).toBeLessThan(before * 0.6);
    expect(pieces).toBeGreaterThan(5);
    expect(most).toBeLessThan(3_000);
    const kept = page();
    expect(kept.exchanges[0]?.seq).toBe(1_200);
    expect(kept.total).toBe(store.count);
    expect(1_200 - numberOf('SELECT min(seq) FROM exchanges') + 1).toBe(store.count);
  });

  it('enforces the age limit', () => {
    fill(120, { recordedAt: NOW - 40 * DAY_MS });
    fill(10, { connectionId: 'two', recordedAt: NOW - 31 * DAY_MS });
    fill(120, { recordedAt: NOW - 20 * DAY_MS });
    tidy();
    expect(page().total).toBe(120);
    expect(page('two').total).toBe(0);
    expect(page().exchanges.every((exchange) => exchange.seq > 130)).toBe(true);
    tidy(NOW + 11 * DAY_MS);
    expect(store.count).toBe(0);
    fill(1);
    expect(page().exchanges.map((exchange) => exchange.seq)).toEqual([251]);
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
    fill(60, { connectionId: 'two' });
    fill(800);
    fill(60, { connectionId: 'two' });
    const before = onDisk();
    store.clear('one');
    expect(page().total).toBe(0);
    expect(page('one', 'noise').exchanges).toEqual([]);
    expect(store.find('x500')).toBeNull();
    const { most } = tidy();
    expect(most).toBeLessThan(3_000);
    expect(onDisk()).toBeLessThan(before / 2);
    expect(page('two').total).toBe(120);
    expect(numberOf('SELECT count(*) FROM exchanges')).toBe(120);
  });

  it('keeps cleared exchanges whole while they can be restored, and deletes no others for them', () => {
    fill(60, { connectionId: 'two' });
    fill(240);
    const found = () => page('one', 'noise').exchanges.map(({ id }) => id);
    const before = found();
    store.clear('one', { canRestore: true });
    retention = { ...CHOICES, maxMegabytes: 0.1 };
    tidy();
    expect([page().total, found(), page('two').total]).toEqual([0, [], 60]);
    expect(numberOf('SELECT count(*) FROM exchanges')).toBe(300);
    retention = CHOICES;
    fill(5);
    expect(store.restore('one')).toBe(true);
    expect(found().slice(5)).toEqual(before);
    expect(store.restore('one')).toBe(false);
    tidy();
    expect([page().total, store.count]).toEqual([245, 305]);
    store.clear('one', { canRestore: true });
    store.keepCleared('one');
    expect(store.restore('one')).toBe(false);
    tidy();
    expect(numberOf('SELECT count(*) FROM exchanges')).toBe(60);
  });

  it('has all or none of the cleared exchanges after a kill', () => {
    fill(50);
    store.clear('one');
    fill(250);
    const afterKill = (): number => {
      const copy = makeTempFolder();
      cpSync(folder, copy, { recursive: true });
      const next = new ExchangeStore(prepareDatabase(connect(join(copy, 'journal.db'))));
      const left = findPage(next, { filter: filterOf('one', { search: 'noise' }), before: null, limit: 1_000 });
      expect(next.restore('one')).toBe(false);
      tidy(NOW, next);
      const rows = numberOf('SELECT count(*) FROM exchanges', next);
      next.close();
      removeTempFolder(copy);
      expect(rows).toBe(left.total);
      expect(left.exchanges).toHaveLength(left.total);
      return left.total;
    };
    expect(afterKill()).toBe(250);
    store.clear('one', { canRestore: true });
    expect(afterKill()).toBe(0);
    store.restore('one');
    expect(afterKill()).toBe(250);
  });

  it('restores only what the last clearing deleted', () => {
    fill(150);
    store.clear('one');
    fill(5);
    store.clear('one', { canRestore: true });
    expect(store.restore('one')).toBe(true);
    expect(page().total).toBe(5);
    tidy();
    expect([page().total, numberOf('SELECT count(*) FROM exchanges')]).toEqual([5, 5]);
  });

  it('leaves no term of cleared exchanges in the index', () => {
    fill(50);
    store.insert([redactExchange(aRaw({ connectionId: 'two', requestId: 'unmistakableword' }), CHOICES)], NOW);
    const found = () => store.firstTermFrom.get('unmistakable')?.term === 'unmistakableword';
    expect(found()).toBe(true);
    store.clear('two');
    tidy();
    expect(found()).toBe(false);
  });

  it('overwrites deleted exchanges in the file', () => {
    fill(20);
    fill(20, { connectionId: 'two' });
    fill(20);
    const stored = (
      store.prepared('SELECT seq, content FROM exchanges').all() as { seq: number; content: Uint8Array }[]
    )
      .filter(({ seq: at }) => at > 20 && at <= 40)
      // A long content is split over pages, so a piece of its beginning is searched.
      .map(({ content }) => Buffer.from(content).subarray(40, 80));
    const found = () => {
      store.checkpoint();
      const bytes = readFileSync(join(folder, 'journal.db'));
      return stored.filter((piece) => bytes.includes(piece)).length;
    };
    expect(stored).toHaveLength(20);
    expect(found()).toBe(20);
    store.clear('two');
    tidy();
    expect(found()).toBe(0);
  });
});
