/** The programs and their rights: kept sealed in console.db, decrypted into memory at first use. Editing the file grants nothing. */
import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import type { ConnectionsSnapshot } from '../../shared/model/connection.ts';
import {
  NEW_PROGRAM,
  type NewProgram,
  type Program,
  ProgramLevel,
  type ProgramsSnapshot,
  UNKEYED_DAYS,
} from '../../shared/model/program.ts';
import { DAY_MS } from '../../shared/time/units.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Log, Subscribable } from '../platform/ports.ts';
import { putLast } from '../platform/put-last.ts';
import { SealedRecords, type SealedRecordsDeps } from '../vault/sealed-records.ts';
import { hashOf, idIn, isKeyOf, newKey, newProgramId } from './keys.ts';

const Stored = z.object({
  name: z.string(),
  level: ProgramLevel.catch('read'),
  guestData: z.boolean(),
  perDay: z.number(),
  concurrent: z.number(),
  paths: z.array(z.string()),
  /** `null` for a program without a key. */
  hash: z.string().nullable(),
  expiresAt: z.number(),
  lastAt: z.number().nullable(),
  usedToday: z.number(),
  dayStartedAt: z.number().nullable(),
  issuances: z.number(),
});
type Stored = z.infer<typeof Stored>;

const MAX_PROGRAMS = 200;
/** The lifetime of a bearer, as the service's tokens have it. */
export const BEARER_MS = DAY_MS;
const MAX_BEARERS = 1_000;
/** Uses are written at most this often; a crash forgets those of this time. */
const WRITE_USES_MS = 30_000;

export interface ProgramsDeps extends Omit<SealedRecordsDeps<Stored>, 'kind' | 'schema'> {
  readonly connections: { snapshot(): Pick<ConnectionsSnapshot, 'connections'> };
  readonly clock: Clock;
  readonly log: Log;
}

interface Known extends Stored {
  readonly id: string;
  readonly connectionId: string;
  readonly createdAt: number;
  /** Aborts when the program is revoked. */
  readonly ended: AbortController;
}

/** A program that may act now. */
export interface Granted
  extends Pick<Known, 'id' | 'connectionId' | 'name' | 'level' | 'guestData' | 'perDay' | 'concurrent' | 'paths'> {
  readonly signal: AbortSignal;
}

export class Programs {
  readonly #deps: ProgramsDeps;
  readonly #records: SealedRecords<Stored>;
  readonly #changed = new Emitter<ProgramsSnapshot>();
  readonly #known = new Map<string, Known>();
  readonly #read = new Set<string>();
  readonly #unwritten = new Set<string>();
  /** The bearers of the local HTTP server, by their hashes. They end with the process. */
  readonly #bearers = new Map<string, { readonly id: string; readonly expiresAt: number }>();
  #refusal: string | null = null;
  #http: ProgramsSnapshot['http'] = { port: null, refusal: null };
  #revision = 0;
  #disarm = (): void => {};
  #writing: Promise<unknown> = Promise.resolve();

  constructor(deps: ProgramsDeps) {
    this.#deps = deps;
    this.#records = new SealedRecords({ ...deps, kind: 'program', schema: Stored });
  }

  get changed(): Subscribable<ProgramsSnapshot> {
    return this.#changed;
  }

  /** Says why programs cannot reach the app; `null` when they can. */
  setRefusal(reason: string | null): void {
    this.#refusal = reason;
    this.#publish();
  }

  /** Publishes the state of the local HTTP server. */
  setHttp(state: ProgramsSnapshot['http']): void {
    this.#http = state;
    this.#publish();
  }

  /** Throws AppError `storageFailed` while the key of personal data is locked. */
  async list(): Promise<ProgramsSnapshot> {
    await this.#load();
    return this.#snapshot();
  }

  /** The program of a key. Throws `notGranted`, in the same words for an unknown, a revoked and an expired key. */
  async ofKey(key: string): Promise<Granted> {
    await this.#load();
    const known = this.#known.get(idIn(key) ?? '');
    if (known?.hash && this.#isKey(key, known, known.hash) && this.#isValid(known)) return grantedOf(known);
    throw new AppError('notGranted', { reason: 'the key is unknown, revoked or expired' });
  }

  /** Makes a bearer for the program of a key, for {@link BEARER_MS}. Throws `notGranted`. */
  async bearer(id: string, key: string): Promise<string> {
    const program = await this.ofKey(key);
    if (program.id !== id) throw new AppError('notGranted', { reason: 'the client ID is not that of the key' });
    const now = this.#deps.clock.now();
    for (const [hash, { expiresAt }] of this.#bearers) if (expiresAt <= now) this.#bearers.delete(hash);
    const bearer = newKey(id);
    putLast(this.#bearers, bearer.hash, { id, expiresAt: now + BEARER_MS }, MAX_BEARERS);
    return bearer.key;
  }

  /** The program that a person allowed under this name without a key; `null` when there is none. */
  async ofName(connectionId: string, name: string): Promise<Granted | null> {
    await this.#load();
    const found = [...this.#known.values()].find(
      (known) =>
        known.hash === null && known.name === name && known.connectionId === connectionId && this.#isValid(known),
    );
    return found ? grantedOf(found) : null;
  }

  /** Makes a program with a key. Throws `invalidInput`, `notFound`, `storageFailed`. */
  async create(input: NewProgram): Promise<{ readonly program: Program; readonly key: string }> {
    const id = newProgramId();
    const { key, hash } = newKey(id);
    return { program: await this.#add(id, input, hash), key };
  }

  /** Makes a program without a key, which a person has allowed. */
  async allow(connectionId: string, name: string): Promise<Granted> {
    const { id } = await this.#add(
      newProgramId(),
      { ...NEW_PROGRAM, paths: [], days: UNKEYED_DAYS, connectionId, name },
      null,
    );
    return grantedOf(this.#require(id));
  }

  /** Ends the rights of a program at once. Throws `notFound`, `storageFailed`. */
  async revoke(id: string): Promise<void> {
    await this.#load();
    const known = this.#require(id);
    known.ended.abort();
    this.#known.delete(id);
    this.#unwritten.delete(id);
    this.#publish();
    await this.#writing;
    await this.#records.remove([id]);
  }

  /** Counts a request to the service. Throws `budgetUsed` when the program has none left in its 24 hours, and `notGranted` after it was revoked. */
  countRequest(id: string): void {
    const now = this.#deps.clock.now();
    const known = this.#known.get(id);
    if (!known || !this.#isValid(known))
      throw new AppError('notGranted', { reason: 'the rights of this program have ended' });
    const startedAt = known.dayStartedAt;
    const isSameDay = startedAt !== null && now - startedAt < DAY_MS && now >= startedAt;
    if (isSameDay && known.usedToday >= known.perDay)
      throw new AppError('budgetUsed', {
        what: `its ${known.perDay} requests of 24 hours`,
        retryAt: startedAt + DAY_MS,
      });
    const today = isSameDay ? {} : { dayStartedAt: now, usedToday: 0 };
    this.#change({ ...known, ...today, usedToday: (isSameDay ? known.usedToday : 0) + 1, lastAt: now });
  }

  countIssuance(id: string): void {
    const known = this.#known.get(id);
    if (known) this.#change({ ...known, issuances: known.issuances + 1 });
  }

  /** The program as Settings shows it. Throws `notFound`. */
  describe(id: string): Program {
    return programOf(this.#require(id));
  }

  /** Writes the last uses. */
  async close(): Promise<void> {
    this.#disarm();
    for (const { ended } of this.#known.values()) ended.abort();
    await this.#writeUses();
  }

  async #add(id: string, { days, ...rights }: NewProgram, hash: string | null): Promise<Program> {
    await this.#load();
    const { connectionId, name } = rights;
    if (!this.#connectionIds().has(connectionId)) throw new AppError('notFound', { what: 'This connection' });
    const invalid = (message: string) => new AppError('invalidInput', { issues: [{ path: 'name', message }] });
    if (this.#shown().length >= MAX_PROGRAMS) throw invalid(`There are already ${MAX_PROGRAMS} programs; revoke some.`);
    const now = this.#deps.clock.now();
    const replaced =
      hash === null
        ? [...this.#known.values()].filter(
            (one) => one.hash === null && one.name === name && one.connectionId === connectionId,
          )
        : [];
    const use = { lastAt: null, usedToday: 0, dayStartedAt: null, issuances: 0 };
    const known = {
      ...rights,
      ...use,
      id,
      hash,
      createdAt: now,
      expiresAt: now + days * DAY_MS,
      ended: new AbortController(),
    };
    await this.#write(known);
    this.#known.set(id, known);
    for (const one of replaced) await this.revoke(one.id);
    this.#publish();
    return programOf(known);
  }

  /** Whether a text is the key of a program, or a bearer for which the key was exchanged. */
  #isKey(text: string, { id }: Known, hash: string): boolean {
    const bearer = this.#bearers.get(hashOf(text));
    return isKeyOf(text, hash) || (bearer?.id === id && this.#deps.clock.now() < bearer.expiresAt);
  }

  #require(id: string): Known {
    const known = this.#known.get(id);
    if (!known) throw new AppError('notFound', { what: 'This program' });
    return known;
  }

  #change(known: Known): void {
    this.#known.set(known.id, known);
    if (this.#unwritten.size === 0)
      this.#disarm = this.#deps.clock.after(WRITE_USES_MS, () => {
        this.#writing = this.#writeUses();
        this.#publish();
      });
    this.#unwritten.add(known.id);
  }

  async #writeUses(): Promise<void> {
    const ids = [...this.#unwritten];
    this.#unwritten.clear();
    for (const id of ids) {
      const known = this.#known.get(id);
      if (!known || !this.#connectionIds().has(known.connectionId)) continue;
      await this.#write(known).catch((error: unknown) =>
        this.#deps.log.warn('the use of a program was not stored', { error: String(error) }),
      );
    }
  }

  #write({ id, connectionId, createdAt, ended: _, ...value }: Known): Promise<void> {
    return this.#records.put({ id, connectionId, at: createdAt, links: [], value });
  }

  /** Reads the programs of connections that were not read yet. A program whose key is lost can never be opened again, so it is deleted. */
  async #load(): Promise<void> {
    const missing = this.#unread();
    if (missing.length === 0) return;
    await this.#records.deleteLost();
    for (const connectionId of missing) {
      const stored = await this.#records.list(connectionId);
      if (this.#read.has(connectionId)) continue;
      this.#read.add(connectionId);
      for (const { id, at, value } of stored)
        this.#known.set(id, { ...value, id, connectionId, createdAt: at, ended: new AbortController() });
    }
  }

  #unread(): string[] {
    return [...this.#connectionIds()].filter((id) => !this.#read.has(id));
  }

  #isValid({ connectionId, expiresAt, ended }: Known): boolean {
    return this.#deps.clock.now() < expiresAt && !ended.signal.aborted && this.#connectionIds().has(connectionId);
  }

  #connectionIds(): ReadonlySet<string> {
    return new Set(this.#deps.connections.snapshot().connections.map(({ id }) => id));
  }

  /** The programs of connections that a person has not removed. */
  #shown(): Known[] {
    const ids = this.#connectionIds();
    return [...this.#known.values()].filter(({ connectionId }) => ids.has(connectionId));
  }

  #snapshot(): ProgramsSnapshot {
    const programs = this.#shown().map(programOf);
    programs.sort((one, other) => other.createdAt - one.createdAt);
    return { revision: this.#revision, refusal: this.#refusal, http: this.#http, programs };
  }

  #publish(): void {
    this.#revision += 1;
    // A snapshot without the programs that nobody has read yet would be wrong.
    if (this.#unread().length === 0) this.#changed.emit(this.#snapshot());
  }
}

const programOf = ({ hash, ended: _, ...known }: Known): Program => ({
  ...known,
  paths: [...known.paths],
  hasKey: hash !== null,
});

function grantedOf({ id, connectionId, name, level, guestData, perDay, concurrent, paths, ended }: Known): Granted {
  return { id, connectionId, name, level, guestData, perDay, concurrent, paths, signal: ended.signal };
}
