/** The tables of console.db, for data that people made or asked for. */
import { CONNECTION_COLUMN, CONNECTIONS_TABLE, withParent } from './connection-tables.ts';
import type { StoreSchema } from './store-file.ts';

/** Tables whose rows are deleted with their connection. */
const OWNED = ['quotes', 'sealed_records', 'searches', 'booking_notes', 'wanted_quotes', 'tasks'];

const MIGRATIONS = [
  // `takeovers` lists files of earlier versions that were copied and are not deleted yet. `settings` has JSON by name. For `pending_deletions.parts`
  // see deletions.ts. `removed_at` of quotes and cases is set while a pending deletion hides them.
  `${CONNECTIONS_TABLE};
   CREATE TABLE takeovers (file TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
   CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE pending_deletions (id TEXT PRIMARY KEY, parts TEXT NOT NULL) STRICT;

   CREATE TABLE quotes (
     number INTEGER PRIMARY KEY,
     ${CONNECTION_COLUMN},
     id TEXT NOT NULL,
     outcome TEXT NOT NULL,
     quote TEXT NOT NULL,
     summary TEXT NOT NULL,
     picture_url TEXT,
     note TEXT NOT NULL DEFAULT '',
     follow_up_on TEXT,
     sent TEXT NOT NULL DEFAULT '[]',
     sent_on TEXT,
     removed_at REAL,
     UNIQUE (connection_id, id)
   ) STRICT;

   CREATE TABLE sealed_records (
     id TEXT PRIMARY KEY,
     kind TEXT NOT NULL,
     ${CONNECTION_COLUMN},
     at REAL NOT NULL,
     key_id TEXT NOT NULL,
     content BLOB NOT NULL
   ) STRICT;
   CREATE INDEX sealed_records_by_connection ON sealed_records (connection_id, kind, at DESC);
   CREATE INDEX sealed_records_by_key ON sealed_records (key_id);
   CREATE TABLE sealed_links (
     link TEXT NOT NULL,
     record_id TEXT NOT NULL REFERENCES sealed_records (id) ON DELETE CASCADE,
     PRIMARY KEY (link, record_id)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX sealed_links_by_record ON sealed_links (record_id);

   CREATE TABLE cases (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     id TEXT NOT NULL UNIQUE,
     key TEXT NOT NULL,
     signature TEXT NOT NULL,
     exchange_id TEXT,
     connection_id TEXT,
     credential_id TEXT,
     title TEXT NOT NULL,
     cause TEXT NOT NULL,
     cause_title TEXT,
     state TEXT NOT NULL,
     origin TEXT NOT NULL,
     host TEXT,
     status INTEGER,
     request_id TEXT,
     created_at REAL NOT NULL,
     last_at REAL NOT NULL,
     times INTEGER NOT NULL,
     notes TEXT NOT NULL,
     removed_at REAL,
     content BLOB NOT NULL
   ) STRICT;
   CREATE INDEX cases_by_key ON cases (key);
   CREATE INDEX cases_by_signature ON cases (signature);
   CREATE INDEX cases_by_exchange ON cases (exchange_id) WHERE exchange_id IS NOT NULL;
   CREATE INDEX cases_by_time ON cases (last_at DESC, number DESC) WHERE removed_at IS NULL;
   CREATE VIRTUAL TABLE case_words USING fts5(words, tokenize = 'unicode61 remove_diacritics 2');
   INSERT INTO case_words (case_words, rank) VALUES ('secure-delete', 1);
   CREATE TABLE dismissed (number INTEGER PRIMARY KEY AUTOINCREMENT, exchange_id TEXT NOT NULL UNIQUE) STRICT;

   CREATE TABLE searches (
     ${CONNECTION_COLUMN},
     parameters TEXT NOT NULL,
     at REAL NOT NULL,
     is_kept INTEGER NOT NULL,
     PRIMARY KEY (connection_id, parameters)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE booking_notes (
     ${CONNECTION_COLUMN},
     application_id TEXT NOT NULL,
     notes TEXT NOT NULL,
     PRIMARY KEY (connection_id, application_id)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE wanted_quotes (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     ${CONNECTION_COLUMN},
     page TEXT NOT NULL,
     wanted TEXT NOT NULL,
     UNIQUE (connection_id, page)
   ) STRICT;

   CREATE TABLE tasks (
     number INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     ${CONNECTION_COLUMN},
     credential_id TEXT NOT NULL,
     title TEXT NOT NULL,
     state TEXT NOT NULL,
     steps INTEGER NOT NULL,
     created_at REAL NOT NULL,
     finished_at REAL,
     error TEXT
   ) STRICT;
   CREATE INDEX tasks_by_connection ON tasks (connection_id);
   CREATE TABLE plans (task INTEGER PRIMARY KEY REFERENCES tasks (number) ON DELETE CASCADE, steps BLOB NOT NULL) STRICT;
   CREATE TABLE specs (task INTEGER PRIMARY KEY REFERENCES tasks (number) ON DELETE CASCADE, spec TEXT NOT NULL) STRICT;
   ${withParent(OWNED)}`,
  // Columns by which the board filters, searches, sorts and groups, computed by desk/quote-database.ts. In rows that were taken over, they are null
  // until the rows are first read. The index quotes_board has all of them, so that the board reads no whole quote. A migration that adds such a
  // column must make the index again and set search_text to null, so that the column is computed for existing rows.
  `ALTER TABLE quotes ADD COLUMN search_text TEXT;
   ALTER TABLE quotes ADD COLUMN place TEXT;
   ALTER TABLE quotes ADD COLUMN created_at REAL;
   ALTER TABLE quotes ADD COLUMN expires_at REAL;
   ALTER TABLE quotes ADD COLUMN check_in TEXT;
   ALTER TABLE quotes ADD COLUMN is_replaced INTEGER;
   ALTER TABLE quotes ADD COLUMN made_week TEXT;
   ALTER TABLE quotes ADD COLUMN arrival_week TEXT;
   ALTER TABLE quotes ADD COLUMN currency TEXT;
   ALTER TABLE quotes ADD COLUMN total_key TEXT;
   CREATE INDEX quotes_board ON quotes (connection_id, removed_at, created_at, number, outcome, expires_at, is_replaced, sent_on,
     follow_up_on, check_in, place, made_week, arrival_week, currency, total_key, id, search_text);
   CREATE INDEX quotes_to_fill ON quotes (number) WHERE search_text IS NULL;
   CREATE INDEX quotes_unsettled ON quotes (connection_id, number) WHERE outcome IN ('sending', 'unknown');
   CREATE INDEX quotes_plain ON quotes (connection_id, number)
     WHERE outcome = 'open' AND note = '' AND follow_up_on IS NULL AND sent_on IS NULL AND sent = '[]' AND removed_at IS NULL`,
  // Rows that must still be deleted from the backups. Replacing a sealed record deletes and adds it, so adding it removes its entry.
  `CREATE TABLE backup_deletions (of TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (of, id)) STRICT, WITHOUT ROWID;
   CREATE TRIGGER sealed_records_deleted AFTER DELETE ON sealed_records BEGIN
     INSERT INTO backup_deletions (of, id) SELECT 'sealed_records', old.id
       WHERE NOT EXISTS (SELECT 1 FROM backup_deletions WHERE of = 'sealed_records' AND id = old.id);
   END;
   CREATE TRIGGER sealed_records_added AFTER INSERT ON sealed_records BEGIN
     DELETE FROM backup_deletions WHERE of = 'sealed_records' AND id = new.id;
   END`,
  // What the support desk adds to a case; `tags` is a JSON list.
  `ALTER TABLE cases ADD COLUMN customer TEXT NOT NULL DEFAULT '';
   ALTER TABLE cases ADD COLUMN ticket TEXT NOT NULL DEFAULT '';
   ALTER TABLE cases ADD COLUMN tags TEXT NOT NULL DEFAULT '[]'`,
  // The few quotes with a note, so that the board knows whether there is one without reading each quote.
  `CREATE INDEX quotes_noted ON quotes (connection_id) WHERE note <> '' AND removed_at IS NULL`,
];

export const CONSOLE_SCHEMA: StoreSchema = { name: 'console.db', migrations: MIGRATIONS, isBackedUp: true };

const SAME_OF_BOTH = (table: string, key: string) =>
  `FROM ${table} AS other WHERE other.${key} = ${table}.${key} AND other.connection_id <> ${table}.connection_id
     AND other.connection_id IN ($from, $to) AND ${table}.connection_id IN ($from, $to)`;
const RANK = (of: string) => `iif(${of}.outcome = 'open', 0, 1), ${of}.number`;

/**
 * The first statements of a merge of two connections, which keep everything that people wrote. If both have a quote, the row with an outcome stays,
 * or else the newer row, with both annotations; two sealed notes become separate lines. Saved searches stay saved, and done activation steps stay
 * done.
 */
export const BEFORE_MERGE: readonly string[] = [
  `UPDATE searches SET is_kept = max(searches.is_kept, other.is_kept), at = max(searches.at, other.at)
   ${SAME_OF_BOTH('searches', 'parameters')}`,
  `UPDATE quotes SET
     note = CASE WHEN quotes.note = '' OR quotes.note = other.note THEN other.note WHEN other.note = '' THEN quotes.note
       ELSE quotes.note || char(10) || other.note END,
     follow_up_on = coalesce(quotes.follow_up_on, other.follow_up_on), sent_on = coalesce(quotes.sent_on, other.sent_on),
     sent = iif(length(quotes.sent) >= length(other.sent), quotes.sent, other.sent)
   ${SAME_OF_BOTH('quotes', 'id')}`,
  `UPDATE booking_notes SET notes = json_set(booking_notes.notes,
     '$.quotedAt', coalesce(booking_notes.notes ->> 'quotedAt', other.notes ->> 'quotedAt'),
     '$.directBookingAt', coalesce(booking_notes.notes ->> 'directBookingAt', other.notes ->> 'directBookingAt'),
     '$.reservationAt', coalesce(booking_notes.notes ->> 'reservationAt', other.notes ->> 'reservationAt'),
     '$.notBookable', json(iif(json_array_length(booking_notes.notes, '$.notBookable') >= json_array_length(other.notes, '$.notBookable'),
       booking_notes.notes -> 'notBookable', other.notes -> 'notBookable')))
   ${SAME_OF_BOTH('booking_notes', 'application_id')}`,
  `DELETE FROM quotes WHERE EXISTS (SELECT 1 ${SAME_OF_BOTH('quotes', 'id')} AND (${RANK('other')}) > (${RANK('quotes')}))`,
  `UPDATE quotes SET quote = json_set(quote, '$.connectionId', $to) WHERE connection_id = $from`,
];
