/** The files of versions before console.db and cache.db, with the SQL that copies them: `old` is the former file; existing rows are kept. */
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { Id } from '../../shared/model/primitives.ts';
import { markRemoved } from './connection-tables.ts';

/** The SQL statements that copy one file of an earlier version into the tables of a store. */
export type Part = readonly string[];

interface FormerDatabase {
  /** The schema version: the number of the file's migrations. */
  readonly version: number;
  /** A query that fails on a damaged file. */
  readonly check: string;
  readonly console?: Part;
  readonly cache?: Part;
}

const TASK = 'number, id, connection_id, credential_id, title, state, steps, created_at, finished_at, error';
const CASE =
  'id, key, signature, exchange_id, connection_id, credential_id, title, cause, cause_title, state, origin, host, status, request_id, created_at, last_at, times, notes, content';
const QUOTE = 'connection_id, id, outcome, quote, summary, picture_url, note, follow_up_on, sent, sent_on';
const RESULT = 'task, step, label, error, first_row, row_count, text, rows';

/** Leaves out removed rows: the earlier version would have deleted them at its next start. */
const NOT_REMOVED = 'WHERE removed_at IS NULL';

/** Renumbers rows so that they follow the existing ones, because their numbers are their order. */
const after = (table: string) => `number + (SELECT coalesce(max(number), 0) FROM main.${table})`;

const sealed = (kind: string): FormerDatabase => ({
  version: 2,
  check: 'SELECT count(*) FROM records',
  console: [
    `INSERT OR IGNORE INTO main.sealed_records (id, kind, connection_id, at, key_id, content)
     SELECT id, '${kind}', connection_id, at, key_id, content FROM old.records ORDER BY rowid`,
    `INSERT OR IGNORE INTO main.sealed_records (id, kind, connection_id, at, key_id, content)
     SELECT id, '${kind}', connection_id, at, key_id, content FROM old.lost_records ORDER BY rowid`,
    'INSERT OR IGNORE INTO main.sealed_links (link, record_id) SELECT link, record_id FROM old.links',
    `INSERT OR IGNORE INTO main.sealed_links (link, record_id)
     SELECT each.value, lost.id FROM old.lost_records AS lost, json_each(lost.links) AS each`,
  ],
});

export const DATABASES: Readonly<Record<string, FormerDatabase>> = {
  'quotes.db': {
    version: 3,
    check: 'SELECT count(*) FROM quotes',
    console: [
      `INSERT OR IGNORE INTO main.quotes (number, ${QUOTE}) SELECT ${after('quotes')}, ${QUOTE} FROM old.quotes ${NOT_REMOVED} ORDER BY number`,
    ],
  },
  'guests.db': sealed('guest'),
  'offers.db': sealed('offer'),
  'cases.db': {
    version: 1,
    check: 'SELECT count(*) FROM cases',
    // The words come first, because they get the numbers that the cases will have.
    console: [
      `INSERT INTO main.case_words (rowid, words)
       SELECT rowid + (SELECT coalesce(max(number), 0) FROM main.cases), words FROM old.case_words
       WHERE rowid IN (SELECT number FROM old.cases ${NOT_REMOVED} AND id NOT IN (SELECT id FROM main.cases))`,
      `INSERT OR IGNORE INTO main.cases (number, ${CASE}) SELECT ${after('cases')}, ${CASE} FROM old.cases ${NOT_REMOVED} ORDER BY number`,
      `INSERT OR IGNORE INTO main.dismissed (exchange_id)
       SELECT exchange_id FROM old.cases WHERE exchange_id IS NOT NULL AND removed_at IS NOT NULL ORDER BY number`,
      'INSERT OR IGNORE INTO main.dismissed (exchange_id) SELECT exchange_id FROM old.dismissed ORDER BY number',
    ],
  },
  'tasks.db': {
    version: 3,
    check: 'SELECT count(*) FROM tasks',
    console: [
      // Without OR IGNORE, because results refer to these numbers: if one exists already, the whole file stays as it is.
      `INSERT INTO main.tasks (${TASK}) SELECT ${TASK} FROM old.tasks`,
      'INSERT OR IGNORE INTO main.specs (task, spec) SELECT task, spec FROM old.specs',
      'INSERT OR IGNORE INTO main.plans (task, steps) SELECT task, steps FROM old.plans',
    ],
    cache: [
      `INSERT OR IGNORE INTO main.result_sets (task, connection_id, done, failed, rows, requests)
       SELECT number, connection_id, done, failed, rows, requests FROM old.tasks`,
      `INSERT OR IGNORE INTO main.results (${RESULT}) SELECT ${RESULT} FROM old.results ORDER BY id`,
      ...['calendar_answers', 'search_answers'].map((table) => {
        const columns =
          table === 'calendar_answers'
            ? 'connection_id, credential_id, listing_id, title, first_day, last_day, read_at, nights'
            : 'connection_id, credential_id, check_in, nights, guests, read_at, offers';
        return `INSERT OR IGNORE INTO main.${table} (${columns}) SELECT ${columns} FROM old.${table} ORDER BY id`;
      }),
    ],
  },
  'listings.db': {
    version: 1,
    check: 'SELECT count(*) FROM lists',
    cache: [
      `INSERT INTO main.lists (number, connection_id, loaded_at, count, doubts)
       SELECT ${after('lists')}, connection_id, loaded_at, count, doubts FROM old.lists ORDER BY number`,
      `INSERT INTO main.pages (list, page, records)
       SELECT list + (SELECT max(number) FROM main.lists) - (SELECT max(number) FROM old.lists), page, records
       FROM old.pages WHERE list IN (SELECT number FROM old.lists)`,
    ],
  },
};

/** The JSON documents of earlier versions by name, with functions that write their content. An entry of an unknown form is left out. */
export const DOCUMENTS: Readonly<Record<string, (db: DatabaseSync, document: unknown) => void>> = {
  searches(db, document) {
    const Search = z.object({ connectionId: Id, parameters: z.string(), at: z.number(), isKept: z.boolean() });
    const add = db.prepare(
      'INSERT OR IGNORE INTO searches (connection_id, parameters, at, is_kept) VALUES (?, ?, ?, ?)',
    );
    for (const { connectionId, parameters, at, isKept } of entriesIn(document, 'searches', Search))
      add.run(connectionId, parameters, at, isKept ? 1 : 0);
  },
  'booking-notes'(db, document) {
    const Notes = z.looseObject({ connectionId: Id, applicationId: Id });
    const add = db.prepare(
      'INSERT OR IGNORE INTO booking_notes (connection_id, application_id, notes) VALUES (?, ?, ?)',
    );
    for (const { connectionId, applicationId, ...notes } of entriesIn(document, 'applications', Notes))
      add.run(connectionId, applicationId, JSON.stringify(notes));
  },
  'wanted-quotes'(db, document) {
    const Wanted = z.object({ connectionId: Id, page: Id, wanted: z.array(z.unknown()) });
    const add = db.prepare('INSERT OR IGNORE INTO wanted_quotes (connection_id, page, wanted) VALUES (?, ?, ?)');
    for (const { connectionId, page, wanted } of entriesIn(document, 'entries', Wanted))
      add.run(connectionId, page, JSON.stringify(wanted));
  },
  removals(db, document) {
    const ids: unknown = Object(document).connectionIds;
    for (const id of Array.isArray(ids) ? ids : []) markRemoved(db, String(id), 0);
  },
  training: (db, document) => setting(db, 'training', document),
  'offer-sender': (db, document) => setting(db, 'offer-sender', document),
};

function entriesIn<Entry>(document: unknown, key: string, schema: z.ZodType<Entry>): Entry[] {
  const found: unknown = Object(document)[key];
  return Array.isArray(found) ? found.flatMap((one) => schema.safeParse(one).data ?? []) : [];
}

function setting(db: DatabaseSync, name: string, value: unknown): void {
  if (value === null || value === undefined) return;
  db.prepare('INSERT OR IGNORE INTO settings (name, value) VALUES (?, ?)').run(name, JSON.stringify(value));
}
