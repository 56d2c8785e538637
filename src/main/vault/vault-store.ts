/** Holds the vault's state. Changes run one after another; each is on disk before it is in memory. */
import type { z } from 'zod';
import { AppError, isAppError } from '../../shared/app-error.ts';
import { credentialsOf } from '../../shared/connection/account.ts';
import type { ConnectionsSnapshot } from '../../shared/model/connection.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Document, Subscribable } from '../platform/ports.ts';
import { storageFailed } from '../platform/storage-failed.ts';
import { Turns } from '../platform/turns.ts';
import { VaultFile } from './vault-file.ts';
import { fileOf, stateOf, type VaultState, viewOf } from './vault-state.ts';

const WHAT = 'The connections';

export class VaultStore {
  readonly #document: Document<VaultFile>;
  readonly #changed = new Emitter<ConnectionsSnapshot>();
  #state: VaultState;
  /** The last text that was written, so that an unchanged file is not written again. */
  #written: string;
  #snapshot: ConnectionsSnapshot;
  readonly #turns = new Turns();

  /**
   * Reads the document and quarantines a damaged one. Throws `storageFailed` when the document cannot be read or is of another version; the file then
   * stays as it is.
   */
  constructor(document: Document<VaultFile>, empty: VaultState) {
    this.#document = document;
    this.#state = withCurrent(read(document) ?? empty, empty.currentId);
    this.#written = JSON.stringify(fileOf(this.#state));
    this.#snapshot = snapshotOf(this.#state, 1);
  }

  get state(): VaultState {
    return this.#state;
  }

  get snapshot(): ConnectionsSnapshot {
    return this.#snapshot;
  }

  get changed(): Subscribable<ConnectionsSnapshot> {
    return this.#changed;
  }

  /** Replaces the state after all earlier changes. Throws the errors of `next`, and `storageFailed`, after which nothing has changed. */
  change(next: (state: VaultState) => VaultState | Promise<VaultState>): Promise<void> {
    return this.#turns.run(async () => {
      const state = await next(this.#state);
      if (state !== this.#state) await this.#commit(state);
    });
  }

  /** Reads from the state after all earlier changes. */
  async read<Found>(read: (state: VaultState) => Found): Promise<Found> {
    await this.#turns.ended();
    return read(this.#state);
  }

  async #commit(state: VaultState): Promise<void> {
    const file = fileOf(state);
    const text = JSON.stringify(file);
    if (text !== this.#written) {
      try {
        await this.#document.write(file);
      } catch (error) {
        throw isAppError(error, 'storageFailed') ? error : storageFailed(WHAT, error);
      }
      this.#written = text;
    }
    const before = this.#state;
    this.#state = state;
    const snapshot = snapshotOf(state, this.#snapshot.revision + 1);
    if (sameButRevision(snapshot, this.#snapshot) && identitiesOf(state) === identitiesOf(before)) return;
    this.#snapshot = snapshot;
    this.#changed.emit(snapshot);
  }
}

const snapshotOf = (state: VaultState, revision: number): ConnectionsSnapshot => ({
  revision,
  currentId: state.currentId,
  connections: state.connections.map(viewOf),
  merged: state.merges.flatMap(({ from, to, isSeen }) => (isSeen ? [] : { id: from.id, name: from.name, into: to })),
});

/** A text that changes when a secret is replaced, although every visible field stays the same. */
const identitiesOf = (state: VaultState): string =>
  JSON.stringify(state.connections.flatMap(credentialsOf).map((credential) => credential.identity));

const sameButRevision = (one: ConnectionsSnapshot, other: ConnectionsSnapshot): boolean =>
  JSON.stringify({ ...one, revision: 0 }) === JSON.stringify({ ...other, revision: 0 });

/** The state with the first connection selected if the current one does not exist. */
const withCurrent = (state: VaultState, otherwise: string): VaultState =>
  state.connections.some((connection) => connection.id === state.currentId)
    ? state
    : { ...state, currentId: state.connections[0]?.id ?? otherwise };

function read(document: Document<VaultFile>): VaultState | null {
  let value: unknown;
  try {
    value = document.read();
  } catch (error) {
    const reason = 'the file system failed, and their file was left as it is';
    throw new AppError('storageFailed', { what: WHAT, reason, access: 'version' }, { cause: error });
  }
  if (value === null) return null;
  const parsed = VaultFile.safeParse(value);
  if (parsed.success) return stateOf(parsed.data);
  if (!isOfAnotherVersion(value, parsed.error)) {
    document.quarantine();
    return null;
  }
  const reason = 'their file was written by another version of the app, and was left as it is';
  // Paths only: the values of the file may be secrets.
  throw new AppError(
    'storageFailed',
    { what: WHAT, reason, access: 'read' },
    { cause: parsed.error.issues.map((issue) => issue.path) },
  );
}

/** Whether the document is of another version: it has another version number, or all fields of this version and unknown ones. */
const isOfAnotherVersion = (value: unknown, { issues }: z.ZodError): boolean =>
  (typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    typeof value.version === 'number' &&
    value.version !== 1) ||
  issues.every(({ code }) => code === 'unrecognized_keys');
