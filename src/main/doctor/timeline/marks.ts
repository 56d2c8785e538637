/**
 * Marks of events that no exchange shows: when the console started and closed, when the computer slept, when a host's circuit opened and closed. One
 * line each, on the clock of the connection that it belongs to.
 */
import { z } from 'zod';
import { EpochMs, Id } from '../../../shared/model/primitives.ts';
import type { Log, UnsyncedLineFile } from '../../platform/ports.ts';

export const Mark = z.object({
  kind: z.enum(['started', 'closed', 'slept', 'woke', 'circuitOpened', 'circuitClosed']),
  connectionId: Id,
  at: EpochMs,
  /** The host of a circuit, else null. */
  host: z.string().nullable(),
});
export type Mark = z.infer<typeof Mark>;

/** The newest marks stay; the file is cut when it has twice as many. */
const MAX_MARKS = 2_000;
/** After this many marks of a run, the size of the file is checked. */
const CHECK_EVERY = 500;

export class Marks {
  readonly #file: UnsyncedLineFile;
  readonly #log: Log;
  /** Null until somebody asks: the start does not read the file. */
  #read: Mark[] | null = null;
  #added = 0;

  constructor({ file, log }: { readonly file: UnsyncedLineFile; readonly log: Log }) {
    this.#file = file;
    this.#log = log;
  }

  /** In the order in which they were made. */
  of(connectionId: string): Mark[] {
    return this.#marks.filter((mark) => mark.connectionId === connectionId);
  }

  /** A mark that cannot be written is only logged. */
  add(mark: Mark): void {
    this.#tried(() => this.#file.append(JSON.stringify(mark)));
    this.#read?.push(mark);
    this.#added += 1;
    if (this.#added % CHECK_EVERY === 0 && this.#marks.length > 2 * MAX_MARKS)
      this.#replace(this.#marks.slice(-MAX_MARKS));
  }

  /** Deletes the marks of a removed connection. */
  remove(connectionId: string): void {
    const kept = this.#marks.filter((mark) => mark.connectionId !== connectionId);
    if (kept.length < this.#marks.length) this.#replace(kept);
  }

  /** A file that cannot be read counts as empty. */
  get #marks(): Mark[] {
    if (this.#read) return this.#read;
    this.#read = this.#tried(() => this.#file.lines().flatMap(readMark)) ?? [];
    if (this.#read.length > 2 * MAX_MARKS) this.#replace(this.#read.slice(-MAX_MARKS));
    return this.#read;
  }

  #replace(marks: Mark[]): void {
    this.#read = marks;
    this.#tried(() => this.#file.replace(marks.map((mark) => JSON.stringify(mark))));
  }

  #tried<Value>(work: () => Value): Value | null {
    try {
      return work();
    } catch (error) {
      this.#log.warn('the marks of the incident timeline could not be stored or read', { error: String(error) });
      return null;
    }
  }
}

function readMark(line: string): Mark[] {
  try {
    const { data } = Mark.safeParse(JSON.parse(line));
    return data ? [data] : [];
  } catch {
    return [];
  }
}
