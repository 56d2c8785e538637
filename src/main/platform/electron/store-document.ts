/** The Document port over electron-store: one JSON file, readable by its owner only, written atomically and in order. */
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import Store from 'electron-store';
import type { Clock, Document, Log } from '../ports.ts';
import { refuseLink } from '../private-files.ts';
import type { QuarantineList } from '../quarantine.ts';
import { storageFailed } from '../storage-failed.ts';

interface File {
  readonly document: unknown;
}

/** The file's format is wrong: not JSON, or JSON of something else. */
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
 * Opens `<directory>/<name>.json`. A corrupt file is renamed to `<name>.corrupt-<instant>.json` and reported, never overwritten.
 * Throws AppError `storageFailed` when the file exists and cannot be read. When `write` rejects with it, `read` still returns the
 * former value.
 */
export function storeDocument<Value>(options: StoreDocumentOptions): Document<Value> {
  const { directory, name } = options;
  const file = join(directory, `${name}.json`);
  const open = () =>
    new Store<{ document?: unknown }>({
      cwd: directory,
      name,
      configFileMode: 0o600,
      clearInvalidConfig: false,
      accessPropertiesByDotNotation: false,
      deserialize: parseFile,
    });

  const guard = <Result>(access: 'read' | 'write', work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      throw storageFailed(name, error, access);
    }
  };

  let store = guard('read', () => {
    try {
      return open();
    } catch (error) {
      if (!(error instanceof CorruptFile)) throw error;
      quarantineFile(file, options);
      return open();
    }
  });
  let text = guard('read', () => (existsSync(file) ? JSON.stringify(store.store.document) : null));

  return {
    read: () => (text === null ? null : (JSON.parse(text) as Value)),
    // electron-store writes synchronously: writes keep the order of the calls, and a later change of `value` has no effect.
    async write(value) {
      const next = JSON.stringify(value);
      guard('write', () => {
        // electron-store would write to the target of a link.
        refuseLink(file);
        store.store = { document: JSON.parse(next) };
      });
      text = next;
    },
    quarantine() {
      guard('read', () => {
        quarantineFile(file, options);
        store = open();
      });
      text = null;
    },
  };
}

function quarantineFile(file: string, { directory, name, clock, log, quarantine }: StoreDocumentOptions): void {
  const at = clock.now();
  const stamp = new Date(at).toISOString().replaceAll(/[:.]/g, '-');
  const movedTo = join(directory, `${name}.corrupt-${stamp}.json`);
  renameSync(file, movedTo);
  log.error('a damaged document was quarantined', { document: name, file: movedTo });
  quarantine.report({ document: name, movedTo, at });
}
