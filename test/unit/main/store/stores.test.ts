/** The files of the console: opened when they are needed, replaced when they are damaged; a connection goes, or is merged, with all that is stored of it. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { QuarantineList } from '../../../../src/main/platform/quarantine.ts';
import { deleteOfConnection } from '../../../../src/main/store/connection-tables.ts';
import type { Stores } from '../../../../src/main/store/stores.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { storesIn } from '../../../support/stores-in.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

let folder = '';
let quarantine: QuarantineList;
let log: FakeLog;
let opened: Stores[] = [];
beforeEach(() => {
  folder = makeTempFolder();
  quarantine = new QuarantineList();
  log = new FakeLog();
  opened = [];
});
afterEach(() => {
  for (const stores of opened) stores.close();
  removeTempFolder(folder);
});

const open = (): Stores => {
  const stores = storesIn(folder, { log, quarantine });
  opened.push(stores);
  return stores;
};
const ADD = 'INSERT OR REPLACE INTO searches (connection_id, parameters, at, is_kept) VALUES (?, ?, ?, ?)';
const searchesIn = (stores: Stores) =>
  stores.inConsole({ what: 'The searches' }).all('SELECT * FROM searches ORDER BY connection_id, parameters');

describe('a file', () => {
  it('is made by the first write, for its owner only', () => {
    const stores = open();
    const database = stores.inConsole({ what: 'The searches' });
    expect(database.exists).toBe(false);
    for (const file of [stores.console, stores.cache]) deleteOfConnection(file, 'c-1');
    expect(readdirSync(folder)).toEqual([]);
    database.run(ADD, 'c-1', 'a', 1, 0);
    expect(readdirSync(folder).filter((name) => name.startsWith('cache'))).toEqual([]);
    if (process.platform !== 'win32') expect(statSync(join(folder, 'console.db')).mode & 0o777).toBe(0o600);
  });

  it('keeps what is written across a restart', () => {
    const stores = open();
    stores.inConsole({ what: 'The searches' }).run(ADD, 'c-1', 'a', 1, 0);
    stores.close();
    expect(searchesIn(open())).toEqual([{ connection_id: 'c-1', parameters: 'a', at: 1, is_kept: 0 }]);
  });

  it.each([
    [
      'no database',
      (file: string) => writeFileSync(file, 'this is no database, and long enough for a page\n'.repeat(200)),
    ],
    ['a link', (file: string) => symlinkSync('/etc/hostname', file)],
  ])('that is %s is quarantined and named, and a new one begins', (_, damage) => {
    const file = join(folder, 'console.db');
    damage(file);
    const stores = open();
    stores.inConsole({ what: 'The searches' }).run(ADD, 'c-1', 'a', 1, 0);
    expect(searchesIn(stores)).toHaveLength(1);
    const [found] = quarantine.files;
    expect(found?.document).toBe('console.db');
    expect(existsSync(found?.movedTo ?? '')).toBe(true);
    expect(stores.console.isStandIn).toBe(false);
  });

  /** Damages the end of a file: its schema stays. */
  const damageEnd = (name: string) => {
    const file = join(folder, name);
    const bytes = readFileSync(file);
    bytes.fill(0x55, bytes.length - 40_960);
    writeFileSync(file, bytes);
  };
  const ADD_LIST = 'INSERT INTO lists (connection_id, doubts) VALUES (?, ?)';

  it('of what can be fetched again is quarantined when its damage shows: the call fails, and the next one has a new file', () => {
    const stores = open();
    const database = stores.inCache({ what: 'The lists' });
    database.transaction(() => {
      for (let at = 0; at < 4_000; at += 1) database.run(ADD_LIST, 'c-1', `doubt ${at}`);
    });
    stores.close();
    damageEnd('cache.db');
    const lists = open().inCache({ what: 'The lists' });
    const readAll = () => lists.all('SELECT * FROM lists');
    expect(readAll).toThrow(expect.objectContaining({ data: expect.objectContaining({ what: 'The lists' }) }));
    expect(quarantine.files.map(({ document }) => document)).toEqual(['cache.db']);
    expect(readAll()).toEqual([]);
  });

  it('of what people made stays when a part of it is damaged: the rest is read', () => {
    const stores = open();
    const database = stores.inConsole({ what: 'The searches' });
    database.run("INSERT INTO settings (name, value) VALUES ('kept', '1')");
    database.transaction(() => {
      for (let at = 0; at < 2_000; at += 1) database.run(ADD, 'c-1', `search ${at}`, at, 0);
    });
    stores.close();
    damageEnd('console.db');
    const again = open();
    expect(() => searchesIn(again)).toThrow(expect.objectContaining({ code: 'storageFailed' }));
    expect(() => searchesIn(again)).toThrow();
    // The file stays, and the person is told once.
    expect(quarantine.files).toEqual([{ document: 'console.db', movedTo: null, at: expect.any(Number) }]);
    expect(again.setting('kept', 'The setting').read()).toBe(1);
  });

  it('that is empty beside its backups is quarantined and named', () => {
    const file = join(folder, 'console.db');
    mkdirSync(join(folder, 'backups'));
    writeFileSync(join(folder, 'backups', 'console-2026-11-20T09-00-00.000Z.db'), 'a backup');
    writeFileSync(file, '');
    expect(searchesIn(open())).toEqual([]);
    expect(quarantine.files).toMatchObject([{ document: 'console.db', movedTo: expect.stringContaining(file) }]);
  });

  it.each(['console.db', 'cache.db'])('%s of a newer version stays as it is', (name) => {
    const db = new DatabaseSync(join(folder, name));
    db.exec('PRAGMA user_version = 99');
    db.close();
    const before = readFileSync(join(folder, name));
    const stores = open();
    // What people made would be lost in memory; what can be fetched again is not.
    if (name === 'console.db')
      expect(() => searchesIn(stores)).toThrow(expect.objectContaining({ code: 'storageFailed' }));
    else expect(stores.inCache({ what: 'The lists' }).all('SELECT * FROM lists')).toEqual([]);
    expect(quarantine.files.map(({ document, movedTo, reason }) => ({ document, movedTo, reason }))).toEqual(
      name === 'console.db' ? [] : [{ document: name, movedTo: null, reason: 'the file is of a newer version' }],
    );
    stores.close();
    expect(readFileSync(join(folder, name))).toEqual(before);
  });

  it('that cannot be made leaves its data in memory', () => {
    removeTempFolder(folder);
    writeFileSync(folder, 'a file in the place of the folder');
    const stores = open();
    stores.inConsole({ what: 'The searches' }).run(ADD, 'c-1', 'a', 1, 0);
    expect(searchesIn(stores)).toHaveLength(1);
    expect(stores.console.isStandIn).toBe(true);
    expect(quarantine.files).toMatchObject([{ document: 'console.db', movedTo: null }]);
  });

  it('waits for the disk only in the stores that ask for it', () => {
    const stores = open();
    const level = () => stores.inConsole({ what: 'It' }).get('PRAGMA synchronous')?.synchronous;
    const levels: unknown[] = [];
    const durable = stores.inConsole({ what: 'The quotes', durable: true });
    durable.transaction(() => levels.push(level()));
    stores.inConsole({ what: 'The searches' }).transaction(() => levels.push(level()));
    expect(levels).toEqual([2, 1]);
  });

  it('writes all of a transaction or nothing', () => {
    const database = open().inConsole({ what: 'The searches' });
    expect(() =>
      database.transaction(() => {
        database.run(ADD, 'c-1', 'a', 1, 0);
        throw new Error('stop');
      }),
    ).toThrow('storageFailed');
    expect(database.all('SELECT * FROM searches')).toEqual([]);
  });
});

/** One row of each table that belongs to a connection, by the name of its file. */
const ROWS = {
  console: [
    `INSERT INTO quotes (connection_id, id, outcome, quote, summary) VALUES ($c, 'q', 'open', '{"connectionId":"c"}', '{}')`,
    "INSERT INTO sealed_records (id, kind, connection_id, at, key_id, content) VALUES ('guest ' || $c, 'guest', $c, 1, 'k', x'00')",
    "INSERT INTO sealed_links (link, record_id) VALUES ('q', 'guest ' || $c)",
    "INSERT INTO searches (connection_id, parameters, at, is_kept) VALUES ($c, 'p', 1, 0)",
    "INSERT INTO booking_notes (connection_id, application_id, notes) VALUES ($c, 'a', '{}')",
    "INSERT INTO wanted_quotes (connection_id, page, wanted) VALUES ($c, 'p', '[]')",
    "INSERT INTO tasks (id, connection_id, credential_id, title, state, steps, created_at) VALUES ('t ' || $c, $c, 'a', 'T', 'done', 1, 1)",
    "INSERT INTO plans (task, steps) SELECT number, x'00' FROM tasks WHERE connection_id = $c",
    "INSERT INTO specs (task, spec) SELECT number, '{}' FROM tasks WHERE connection_id = $c",
  ],
  cache: [
    "INSERT INTO lists (connection_id, doubts) VALUES ($c, '[]')",
    "INSERT INTO pages (list, page, records) SELECT number, 0, x'00' FROM lists WHERE connection_id = $c",
    'INSERT INTO result_sets (connection_id) VALUES ($c)',
    "INSERT INTO results (task, step, label, first_row, row_count) SELECT task, 0, 'L', 0, 1 FROM result_sets WHERE connection_id = $c",
    "INSERT INTO calendar_answers (connection_id, credential_id, listing_id, title, first_day, last_day, read_at, nights) VALUES ($c, 'a' || $c, 'l', 'T', 1, 2, 1, x'00')",
    "INSERT INTO search_answers (connection_id, credential_id, check_in, nights, guests, read_at, offers) VALUES ($c, 'a' || $c, 1, 1, 1, 1, x'00')",
  ],
} as const;
/** Tables that belong to no connection. A case outlives its connection. */
const NOT_OWNED = [
  'backup_deletions',
  'pending_deletions',
  'takeovers',
  'settings',
  'cases',
  'dismissed',
  'connections',
  'sqlite_sequence',
];

/** The number of rows of each table. */
function fill(stores: Stores, ids: readonly string[]): void {
  for (const name of ['console', 'cache'] as const)
    stores[name].use('The test', 'write', ({ db }) => {
      for (const id of ids)
        for (const sql of ROWS[name]) {
          db.prepare(sql).run({ c: id });
        }
    });
}
const counts = (stores: Stores, name: 'console' | 'cache'): Record<string, number> =>
  stores[name].use('The test', 'read', ({ db }) => {
    const tables = db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'case_words%'")
      .all()
      .map((row) => String(row.name))
      .filter((table) => !NOT_OWNED.includes(table));
    return Object.fromEntries(
      tables.map((table) => [table, Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n)]),
    );
  });

describe('a connection', () => {
  it.each(['console', 'cache'] as const)('goes with everything of it, and nothing of another one: %s.db', (name) => {
    const stores = open();
    fill(stores, ['kept', 'gone']);
    const both = counts(stores, name);
    expect(Object.values(both).every((count) => count === 2)).toBe(true);
    for (const file of [stores.console, stores.cache]) deleteOfConnection(file, 'gone');
    const left = counts(stores, name);
    expect(Object.values(left).every((count) => count === 1)).toBe(true);
  });

  it('stays with everything of it when a row replaces one of it', () => {
    const stores = open();
    fill(stores, ['kept']);
    const before = counts(stores, 'console');
    stores.inConsole({ what: 'The searches' }).run(ADD, 'kept', 'p', 2, 1);
    expect(counts(stores, 'console')).toEqual(before);
  });

  it('is merged into another one with everything of it', () => {
    const stores = open();
    fill(stores, ['from']);
    const [console, cache] = [counts(stores, 'console'), counts(stores, 'cache')];
    stores.mergeConnections({ from: 'from', to: 'to' });
    expect(counts(stores, 'console')).toEqual(console);
    expect(counts(stores, 'cache')).toEqual(cache);
    for (const name of ['console', 'cache'] as const)
      stores[name].use('The test', 'read', ({ db }) =>
        expect(db.prepare('SELECT id FROM connections').all()).toEqual([{ id: 'to' }]),
      );
    const [quote] = stores.inConsole({ what: 'The quotes' }).all('SELECT connection_id, quote FROM quotes');
    expect(quote).toEqual({ connection_id: 'to', quote: '{"connectionId":"to"}' });
  });

  it('that has the same quote and search as the other one loses neither a note, nor an outcome, nor that it was saved', () => {
    const stores = open();
    const database = stores.inConsole({ what: 'The quotes' });
    const put = `INSERT INTO quotes (connection_id, id, outcome, quote, summary, note, follow_up_on, sent)
      VALUES (?, ?, ?, '{}', ?, ?, ?, ?)`;
    database.run(put, 'from', 'q-1', 'booked', 'of from', 'one', null, '[1]');
    database.run(put, 'to', 'q-1', 'open', 'of to', 'two', '2026-12-24', '[]');
    database.run(put, 'from', 'q-2', 'open', 'of from', '', null, '[]');
    database.run(put, 'to', 'q-2', 'open', 'of to', 'three', null, '[]');
    database.run(ADD, 'from', 'p', 1, 1);
    database.run(ADD, 'to', 'p', 2, 0);
    stores.mergeConnections({ from: 'from', to: 'to' });
    const columns = 'connection_id, id, outcome, summary, note, follow_up_on, sent';
    const rows = database.all(`SELECT ${columns} FROM quotes ORDER BY id`);
    expect(rows).toMatchObject([
      {
        connection_id: 'to',
        id: 'q-1',
        outcome: 'booked',
        summary: 'of from',
        follow_up_on: '2026-12-24',
        sent: '[1]',
      },
      {
        connection_id: 'to',
        id: 'q-2',
        outcome: 'open',
        summary: 'of to',
        note: 'three',
        follow_up_on: null,
        sent: '[]',
      },
    ]);
    expect(String(rows[0]?.note).split('\n').toSorted()).toEqual(['one', 'two']);
    expect(searchesIn(stores)).toEqual([{ connection_id: 'to', parameters: 'p', at: 2, is_kept: 1 }]);
  });

  it('is merged with the ids of the credentials that became one, wherever they stand', () => {
    const stores = open();
    const database = stores.inConsole({ what: 'The test' });
    const credentials = [{ from: 'app-b', to: 'app-a' }];
    const done = (at: number | null, notBookable: readonly string[] = []) =>
      JSON.stringify({ quotedAt: null, directBookingAt: at, reservationAt: null, notBookable });
    const note = 'INSERT INTO booking_notes (connection_id, application_id, notes) VALUES (?, ?, ?)';
    database.run(note, 'from', 'app-b', done(7));
    database.run(note, 'to', 'app-a', done(null, ['l-1']));
    database.run(ADD, 'from', '{"applicationId":"app-b"}', 1, 1);
    database.run(
      `INSERT INTO quotes (connection_id, id, outcome, quote, summary) VALUES ('from', 'q', 'open', ?, '{}')`,
      '{"applicationId":"app-b"}',
    );
    const task = `INSERT INTO tasks (number, id, connection_id, credential_id, title, state, steps, created_at)
      VALUES (1, 't', 'from', 'app-b', 'T', 'done', 1, 0)`;
    database.run(task);
    database.run(`INSERT INTO specs (task, spec) VALUES (1, '{"applicationId":"app-b"}')`);
    const answer = `INSERT INTO search_answers (connection_id, credential_id, check_in, nights, guests, read_at, offers)
      VALUES (?, ?, 1, 1, 1, 1, x'00')`;
    for (const [connectionId, credentialId] of [
      ['from', 'app-b'],
      ['to', 'app-a'],
    ] as const)
      stores.inCache({ what: 'The test' }).run(answer, connectionId, credentialId);
    stores.mergeConnections({ from: 'from', to: 'to', credentials });
    expect(database.all('SELECT * FROM booking_notes')).toEqual([
      { connection_id: 'to', application_id: 'app-a', notes: done(7, ['l-1']) },
    ]);
    expect(database.all('SELECT quote FROM quotes')).toEqual([
      { quote: '{"applicationId":"app-a","connectionId":"to"}' },
    ]);
    expect(searchesIn(stores)).toMatchObject([{ connection_id: 'to', parameters: '{"applicationId":"app-a"}' }]);
    expect(database.all('SELECT connection_id, credential_id FROM tasks')).toEqual([
      { connection_id: 'to', credential_id: 'app-a' },
    ]);
    expect(database.all('SELECT spec FROM specs')).toEqual([{ spec: '{"applicationId":"app-a"}' }]);
    expect(stores.inCache({ what: 'The test' }).all('SELECT connection_id, credential_id FROM search_answers')).toEqual(
      [{ connection_id: 'to', credential_id: 'app-a' }],
    );
  });

  it('is merged wholly or not at all', () => {
    const stores = open();
    fill(stores, ['from']);
    expect(() =>
      stores.mergeConnections({ from: 'from', to: 'to' }, () => {
        throw new Error('stop');
      }),
    ).toThrow('storageFailed');
    expect(searchesIn(stores)).toMatchObject([{ connection_id: 'from' }]);
  });
});

describe('a setting', () => {
  it('is one value, and null before it is written', async () => {
    const stores = open();
    const setting = stores.setting<{ name: string }>('offer-sender', 'The sender');
    expect(setting.read()).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
    await setting.write({ name: 'one' });
    await setting.write({ name: 'two' });
    stores.close();
    expect(open().setting('offer-sender', 'The sender').read()).toEqual({ name: 'two' });
  });
});

it('corrects the mode of a file that others could read', () => {
  if (process.platform === 'win32') return;
  const stores = open();
  stores.inConsole({ what: 'The searches' }).run(ADD, 'c-1', 'a', 1, 0);
  stores.close();
  chmodSync(join(folder, 'console.db'), 0o644);
  searchesIn(open());
  expect(statSync(join(folder, 'console.db')).mode & 0o777).toBe(0o600);
});
