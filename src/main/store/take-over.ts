/**
 * Takes over the files of versions before console.db and cache.db, once. Each file is copied and marked in one transaction; then the file and the
 * mark are deleted. After a kill, the next opening goes on: it only deletes a marked file. A file that cannot be taken over stays in place.
 */
import { existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Clock, Document, Log } from '../platform/ports.ts';
import type { QuarantineList } from '../platform/quarantine.ts';
import * as sqlite from '../platform/sqlite.ts';
import { DATABASES, DOCUMENTS, type Part } from './former-files.ts';
import type { StoreFile } from './store-file.ts';

export interface TakeOverDeps {
  readonly folder: string;
  readonly console: StoreFile;
  readonly cache: StoreFile;
  readonly document: (name: string) => Pick<Document<unknown>, 'read'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly quarantine: QuarantineList;
}

/** Takes over all former files. Never throws; a file that cannot be taken over is left for the next start. */
export function takeOver(deps: TakeOverDeps): void {
  const { folder, log } = deps;
  const databases = Object.keys(DATABASES).filter((name) => existsSync(join(folder, name)));
  const documents = Object.keys(DOCUMENTS).filter((name) => existsSync(join(folder, `${name}.json`)));
  for (const name of databases) attempt(log, name, () => takeDatabase(name, deps));
  for (const name of documents) attempt(log, name, () => takeDocument(name, deps));
}

/** Deletes the takeover records of files that no longer exist, so that a new file of the same name is taken over, too. */
export function deleteOldMarks(db: DatabaseSync, folder: string): void {
  for (const { file } of db.prepare('SELECT file FROM takeovers').all()) {
    const name = String(file);
    const isThere = [name, `${name}.json`].some((one) => existsSync(join(folder, one)));
    if (!isThere) unmark(db, name);
  }
}

function attempt(log: Log, name: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    log.error('a former file was not taken over', { file: name, error: String(error) });
  }
}

function takeDatabase(name: string, deps: TakeOverDeps): void {
  const { folder, log } = deps;
  const file = join(folder, name);
  const { version, check, console: toConsole = null, cache: toCache = null } = DATABASES[name] ?? none(name);
  if (!isReadable(file, check, deps)) return;
  const found = versionOf(file);
  if (found !== version) {
    log.warn('a former file of another version stays as it is', { file: name, version: found });
    return;
  }
  const targets = [
    { store: deps.console, part: toConsole },
    { store: deps.cache, part: toCache },
  ].flatMap(({ store, part }) => (part ? [{ store, part }] : []));
  for (const { store, part } of targets) store.useAlone((db) => copy(db, { name, file }, part));
  sqlite.removeDatabase(file);
  for (const { store } of targets) store.useAlone((db) => unmark(db, name));
}

function takeDocument(name: string, deps: TakeOverDeps): void {
  const file = join(deps.folder, `${name}.json`);
  const take = DOCUMENTS[name] ?? none(name);
  deps.console.useAlone((db) => {
    if (!isMarked(db, name))
      new sqlite.SqlConnection(db).transaction(() => {
        take(db, deps.document(name).read());
        mark(db, name);
      });
    // A damaged document was quarantined when it was read.
    rmSync(file, { force: true });
    unmark(db, name);
  });
}

/** Whether a file is readable. A damaged file is quarantined. Throws when the file cannot be opened now. */
function isReadable(file: string, check: string, { clock, log, quarantine }: TakeOverDeps): boolean {
  try {
    withFile(file, (db) => db.prepare(check).get());
    return true;
  } catch (error) {
    if (sqlite.faultOf(error)?.kind !== 'damaged') throw error;
    const at = clock.now();
    const movedTo = sqlite.quarantineDatabase(file, at);
    log.error('a former file is damaged; it was quarantined', { movedTo });
    quarantine.report({ document: basename(file), movedTo, at });
    return false;
  }
}

const versionOf = (file: string): number => withFile(file, (db) => sqlite.schemaVersion(db));

function withFile<Value>(file: string, work: (db: DatabaseSync) => Value): Value {
  const db = new DatabaseSync(file);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

function copy(db: DatabaseSync, { name, file }: { readonly name: string; readonly file: string }, part: Part): void {
  if (isMarked(db, name)) return;
  db.prepare('ATTACH ? AS old').run(file);
  try {
    // The copy must be on the disk before the old file is deleted.
    db.exec('PRAGMA synchronous = FULL');
    new sqlite.SqlConnection(db).transaction(() => {
      for (const sql of part) db.exec(sql);
      mark(db, name);
    });
  } finally {
    db.exec('PRAGMA synchronous = NORMAL; DETACH old');
  }
}

const isMarked = (db: DatabaseSync, name: string): boolean =>
  db.prepare('SELECT 1 FROM takeovers WHERE file = ?').get(name) !== undefined;
const mark = (db: DatabaseSync, name: string) => db.prepare('INSERT INTO takeovers (file) VALUES (?)').run(name);
const unmark = (db: DatabaseSync, name: string) => db.prepare('DELETE FROM takeovers WHERE file = ?').run(name);

function none(name: string): never {
  throw new Error(`${name} is no former file`);
}
