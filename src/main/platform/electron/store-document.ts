/** The Document port over electron-store: one JSON file, readable by its owner only, written atomically and in order. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ipcMain } from 'electron';
import type Store from 'electron-store';
import type { Clock, Document, Log } from '../ports.ts';
import { refuseLink } from '../private-files.ts';
import type { QuarantineList } from '../quarantine.ts';
import { renameFileSync } from '../rename-file.ts';
import { storageFailed } from '../storage-failed.ts';

interface File {
  readonly document: unknown;
}

/** The file has the wrong format: it is not JSON, or JSON of something else. */
class CorruptFile extends Error {}

function parseFile(text: string): File {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && 'document' in parsed) return parsed;
  } catch (cause) {
    throw new CorruptFile('not JSON', { cause });
  }
  throw new CorruptFile('not a document');
}

export interface StoreDocumentOptions {
  readonly directory: string;
  readonly name: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly quarantine: QuarantineList;
}

/**
 * Opens `<directory>/<name>.json`. A corrupt file is renamed to `<name>.corrupt-<instant>.json` and reported, never overwritten. Throws AppError
 * `storageFailed` when the file exists and cannot be read. After a `write` that rejects with `storageFailed`, `read` still returns the former value.
 */
export function storeDocument<Value>(options: StoreDocumentOptions): Document<Value> {
  const { directory, name } = options;
  const file = join(directory, `${name}.json`);

  const guard = <Result>(access: 'read' | 'write', work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      throw storageFailed(name, error, access);
    }
  };

  let text = guard('read', () => {
    try {
      return existsSync(file) ? (JSON.stringify(parseFile(readFileSync(file, 'utf8')).document) ?? null) : null;
    } catch (error) {
      if (!(error instanceof CorruptFile)) throw error;
      quarantineFile(file, options);
      return null;
    }
  });
  // The library is loaded with the first write: reading needs none of it, and the start only reads.
  let store: Promise<DocumentStore> | null = null;
  let written: Promise<void> = Promise.resolve();
  /** The value on the disk; `text` is ahead of it while writes are pending. */
  let saved = text;

  const put = async (next: string): Promise<void> => {
    store ??= openStore(directory, name);
    const opened = await store.catch((error: unknown) => {
      // A disk that is full now need not be full later.
      store = null;
      throw error;
    });
    guard('write', () => {
      // electron-store would write to the target of a link.
      refuseLink(file);
      opened.store = { document: JSON.parse(next) };
    });
  };

  return {
    read: () => (text === null ? null : (JSON.parse(text) as Value)),
    // One write after the other keeps the order of the calls; a later change of `value` has no effect.
    write(value) {
      const next = JSON.stringify(value);
      text = next;
      const done = written.then(() => put(next));
      written = done.then(
        () => {
          saved = next;
        },
        () => {
          if (text === next) text = saved;
        },
      );
      return written.then(() => done);
    },
    quarantine() {
      guard('read', () => quarantineFile(file, options));
      store = null;
      text = null;
      saved = null;
    },
  };
}

type DocumentStore = Store<{ document?: unknown }>;

/** Opens the file with electron-store. Rejects with AppError `storageFailed`. */
async function openStore(directory: string, name: string): Promise<DocumentStore> {
  const { default: ElectronStore } = await import('electron-store');
  try {
    return new ElectronStore<{ document?: unknown }>({
      cwd: directory,
      name,
      configFileMode: 0o600,
      clearInvalidConfig: false,
      accessPropertiesByDotNotation: false,
      deserialize: parseFile,
    });
  } catch (error) {
    throw storageFailed(name, error, 'write');
  } finally {
    // electron-store answers any frame on this channel; the console does not use it.
    ipcMain.removeAllListeners('electron-store-get-data');
  }
}

function quarantineFile(file: string, { directory, name, clock, log, quarantine }: StoreDocumentOptions): void {
  const at = clock.now();
  const stamp = new Date(at).toISOString().replaceAll(/[:.]/g, '-');
  const movedTo = join(directory, `${name}.corrupt-${stamp}.json`);
  renameFileSync(file, movedTo);
  log.error('a damaged document was quarantined', { document: name, file: movedTo });
  quarantine.report({ document: name, movedTo, at });
}
