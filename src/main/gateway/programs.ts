/** Stores the programs and their rights, sealed in console.db, so that editing the file grants nothing. They are decrypted at first use. */
import { z } from 'zod';
import { AppError, invalidInput } from '../../shared/app-error.ts';
import type { ConnectionsSnapshot } from '../../shared/model/connection.ts';
import {
  includesLevel,
  NEW_PROGRAM,
  type NewProgram,
  type Program,
  ProgramLevel,
  type ProgramsSnapshot,
  UNKEYED_DAYS,
} from '../../shared/model/program.ts';
import { TOKEN_LIFETIME_MS } from '../../shared/model/token.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/time/units.ts';
import { setNewest } from '../platform/bounded-map.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Log, Subscribable } from '../platform/ports.ts';
import { SealedRecords, type SealedRecordsDeps } from '../vault/sealed-records.ts';
import { isSameText } from './conversation.ts';
import { hashOf, idIn, newKey, newProgramId } from './keys.ts';

const Stored = z.object({
  name: z.string(),
  level: ProgramLevel.catch('read'),
  guestData: z.boolean(),
  perDay: z.number(),
  concurrent: z.number(),
  paths: z.array(z.string()),
  /** The hash of the key; `null` for a program without a key. */
  hash: z.string().nullable(),
  expiresAt: z.number(),
  lastAt: z.number().nullable(),
  usedToday: z.number(),
  dayStartedAt: z.number().nullable(),
  issuances: z.number(),
  // Records of earlier versions lack it.
  pausedAt: z.number().nullable().default(null),
});
type Stored = z.infer<typeof Stored>;

const MAX_PROGRAMS = 200;
/** The maximum number of bearers of one program; a further one replaces the oldest. */
const MAX_BEARERS = 5;
/** The number of refusals within a minute that pauses a program, so that it cannot probe its rights. */
const MAX_REFUSALS = 20;
/** The shortest time between two writes of when and how often programs asked; a crash loses what came after the last write. */
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

/** A program with its rights, which are valid now. */
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
  /** The bearers of the local HTTP server, by program: the expiry of each bearer by its hash. They are lost when the process ends. */
  readonly #bearers = new Map<string, Map<string, number>>();
  /** The times of refusals by program id, oldest first. */
  readonly #refused = new Map<string, number[]>();
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

  /** Publishes why programs cannot reach the app; `null` when they can. */
  setRefusal(reason: string | null): void {
    this.#refusal = reason;
    this.#publish();
  }

  /** Publishes the state of the local HTTP server. */
  setHttp(state: ProgramsSnapshot['http']): void {
    this.#http = state;
    this.#publish();
  }

  /** Returns all programs. Throws AppError `storageFailed` while the data key is locked. */
  async list(): Promise<ProgramsSnapshot> {
    await this.#load();
    return this.#snapshot();
  }

  /** Returns the program of a key. Throws the same `notGranted` for an unknown, a revoked and an expired key, and `programPaused`. */
  async ofKey(key: string): Promise<Granted> {
    return this.#used(await this.#validKnown(key, isKeyOf));
  }

  /** Returns the program of a key, or of a bearer that was issued for a key. Throws as {@link ofKey}. */
  async ofKeyOrBearer(text: string): Promise<Granted> {
    return this.#used(
      await this.#validKnown(text, (known, hash) => isKeyOf(known, hash) || this.#isBearer(known, hash)),
    );
  }

  /** Makes a bearer for the program of a key, for the lifetime of the service's tokens. Throws `notGranted`, `programPaused`. */
  async bearer(id: string, key: string): Promise<string> {
    const program = await this.ofKey(key);
    if (program.id !== id) throw new AppError('notGranted', { reason: 'the client ID is not that of the key' });
    const bearer = newKey(id);
    const own = this.#bearers.get(id) ?? new Map<string, number>();
    this.#bearers.set(id, own);
    setNewest(own, bearer.hash, this.#deps.clock.now() + TOKEN_LIFETIME_MS, MAX_BEARERS);
    return bearer.key;
  }

  /** Returns the program without a key that a person allowed under this name; `null` when there is none. Throws `programPaused`. */
  async ofName(connectionId: string, name: string): Promise<Granted | null> {
    await this.#load();
    const found = [...this.#known.values()].find(
      (known) =>
        known.hash === null && known.name === name && known.connectionId === connectionId && this.#isValid(known),
    );
    return found ? this.#used(found) : null;
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
    this.#require(id).ended.abort();
    this.#unwritten.delete(id);
    await this.#writing;
    // If this fails, the program stays in the list, refused, and the person can try again.
    await this.#records.remove([id]);
    this.#known.delete(id);
    this.#bearers.delete(id);
    this.#refused.delete(id);
    this.#publish();
  }

  /**
   * Counts a request to the service. `connectionNow`: the time on the connection's clock. Throws `budgetUsed` when the program has no request left in
   * its 24 hours, and `notGranted` after it was revoked.
   */
  countRequest(id: string, connectionNow: number): void {
    const now = this.#deps.clock.now();
    const known = this.#known.get(id);
    if (!known || !this.#isValid(known)) throw rightsEnded();
    const today = todayOf(known, now);
    const { usedToday, dayStartedAt } = today;
    if (usedToday >= known.perDay)
      throw new AppError('budgetUsed', {
        what: `its ${known.perDay} requests of 24 hours`,
        retryAt: connectionNow + (dayStartedAt ?? now) + DAY_MS - now,
      });
    this.#change({ ...known, dayStartedAt: dayStartedAt ?? now, usedToday: usedToday + 1, lastAt: now });
  }

  countIssuance(id: string): void {
    const known = this.#known.get(id);
    if (known) this.#change({ ...known, issuances: known.issuances + 1 });
  }

  /** Counts a refusal. Too many in a short time pause the program, also after a restart, until a person resumes it. */
  async countRefusal(id: string): Promise<void> {
    const { clock, log } = this.#deps;
    const now = clock.now();
    const recent = [...(this.#refused.get(id) ?? []), now].filter((at) => at > now - MINUTE_MS && at <= now);
    this.#refused.set(id, recent);
    const known = this.#known.get(id);
    if (recent.length < MAX_REFUSALS || !known || known.pausedAt !== null) return;
    const paused = { ...known, pausedAt: now };
    // In memory first: a disk that fails must not let it go on.
    this.#known.set(id, paused);
    log.warn('a program was paused after too many refusals', { program: id });
    this.#publish();
    await this.#write(paused).catch((error: unknown) =>
      log.warn('the pause of a program was not stored', { error: String(error) }),
    );
  }

  /** Lets a paused program ask again. Throws `notFound`, `storageFailed`. */
  async resume(id: string): Promise<void> {
    await this.#load();
    const resumed = { ...this.#require(id), pausedAt: null };
    await this.#write(resumed);
    this.#refused.delete(id);
    this.#known.set(id, { ...this.#require(id), pausedAt: null });
    this.#publish();
  }

  /** The program as Settings shows it. Throws `notFound`. */
  describe(id: string): Program {
    return programOf(this.#require(id), this.#deps.clock.now());
  }

  /** Writes what is not stored yet of when and how often programs asked, and aborts the work of all programs. */
  async close(): Promise<void> {
    this.#disarm();
    await this.#writeUses();
    for (const { ended } of this.#known.values()) ended.abort();
  }

  async #add(id: string, { days, ...rights }: NewProgram, hash: string | null): Promise<Program> {
    await this.#load();
    const { connectionId, name } = rights;
    if (!this.#connectionIds().has(connectionId)) throw new AppError('notFound', { what: 'This connection' });
    if (this.#shown().length >= MAX_PROGRAMS)
      throw invalidInput('name', `There are already ${MAX_PROGRAMS} programs; revoke some.`);
    const now = this.#deps.clock.now();
    const replaced =
      hash === null
        ? [...this.#known.values()].filter(
            (one) => one.hash === null && one.name === name && one.connectionId === connectionId,
          )
        : [];
    const use = { pausedAt: null, lastAt: null, usedToday: 0, dayStartedAt: null, issuances: 0 };
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
    return programOf(known, now);
  }

  /** Finds the program by the id in a key or bearer, and checks the text against its hash. Throws `notGranted`. */
  async #validKnown(text: string, fits: (known: Known, hash: string) => boolean): Promise<Known> {
    await this.#load();
    const known = this.#known.get(idIn(text) ?? '');
    if (known && fits(known, hashOf(text)) && this.#isValid(known)) return known;
    throw new AppError('notGranted', { reason: 'the key is unknown, revoked or expired' });
  }

  #isBearer({ id }: Known, hash: string): boolean {
    return this.#deps.clock.now() < (this.#bearers.get(id)?.get(hash) ?? 0);
  }

  /** Records a use of a program, even if it sends no request. Throws `programPaused`. */
  #used(known: Known): Granted {
    if (known.pausedAt !== null) throw new AppError('programPaused', {});
    this.#change({ ...known, lastAt: this.#deps.clock.now() });
    return grantedOf(known);
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
      if (!known || known.ended.signal.aborted || !this.#connectionIds().has(known.connectionId)) continue;
      await this.#write(known).catch((error: unknown) =>
        this.#deps.log.warn('the use of a program was not stored', { error: String(error) }),
      );
    }
  }

  #write({ id, connectionId, createdAt, ended: _, ...value }: Known): Promise<void> {
    return this.#records.put({ id, connectionId, at: createdAt, links: [], value });
  }

  /** Reads the programs of connections that were not read yet. A program whose data key is lost can never be opened again, so it is deleted. */
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
    const now = this.#deps.clock.now();
    const programs = this.#shown().map((known) => programOf(known, now));
    programs.sort((one, other) => other.createdAt - one.createdAt);
    return { revision: this.#revision, refusal: this.#refusal, http: this.#http, programs };
  }

  #publish(): void {
    this.#revision += 1;
    // A snapshot without the programs that nobody has read yet would be wrong.
    if (this.#unread().length === 0) this.#changed.emit(this.#snapshot());
  }
}

const isKeyOf = ({ hash }: Known, given: string): boolean => hash !== null && isSameText(given, hash);

/** Makes the error for a program whose rights were revoked or expired during its command. */
export const rightsEnded = (): AppError =>
  new AppError('notGranted', { reason: 'the rights of this program have ended' });

/** Returns the number of requests that a program may still send in its current 24 hours. */
export const leftToday = ({ perDay, usedToday }: Pick<Program, 'perDay' | 'usedToday'>): number => perDay - usedToday;

const LEVEL_RIGHTS: Readonly<Record<ProgramLevel, string>> = {
  read: 'reading',
  quote: 'quotes',
  prepare: 'booking forms',
};

/** Checks that a program's level includes another. Throws `notGranted`. */
export function requireLevel({ level }: Pick<Granted, 'level'>, wanted: ProgramLevel): void {
  if (!includesLevel(level, wanted))
    throw new AppError('notGranted', { reason: `the rights of this program do not include ${LEVEL_RIGHTS[wanted]}` });
}

/** Returns when a program's current 24 hours began (null before its first request), and the number of its requests since then. */
function todayOf({ dayStartedAt, usedToday }: Known, now: number): Pick<Known, 'dayStartedAt' | 'usedToday'> {
  const isOver = dayStartedAt === null || now - dayStartedAt >= DAY_MS || now < dayStartedAt;
  return isOver ? { dayStartedAt: null, usedToday: 0 } : { dayStartedAt, usedToday };
}

function programOf(known: Known, now: number): Program {
  const { hash, ended: _, ...rest } = known;
  return { ...rest, ...todayOf(known, now), paths: [...rest.paths], hasKey: hash !== null };
}

function grantedOf({ id, connectionId, name, level, guestData, perDay, concurrent, paths, ended }: Known): Granted {
  return { id, connectionId, name, level, guestData, perDay, concurrent, paths, signal: ended.signal };
}
