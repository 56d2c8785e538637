/**
 * Stores marks of events that no exchange shows: start and close of the console, sleep of the computer, opening and closing of a host's circuit.
 * Each mark is one line, on the clock of its connection.
 */
import { z } from 'zod';
import { EpochMs, Id } from '../../../shared/model/primitives.ts';
import type { Log, UnsyncedLineFile } from '../../platform/ports.ts';

export const Mark = z.object({
  kind: z.enum(['started', 'closed', 'slept', 'woke', 'circuitOpened', 'circuitClosed']),
  connectionId: Id,
  at: EpochMs,
  /** The host of a circuit, or null for another mark. */
  host: z.string().nullable(),
});
export type Mark = z.infer<typeof Mark>;

/** The number of newest marks that are kept; a file with twice as many is cut. */
const MAX_MARKS = 2_000;

export class Marks {
  readonly #file: UnsyncedLineFile;
  readonly #log: Log;
  /** The marks in the file; null before the first use, because the start does not read the file. */
  #read: Mark[] | null = null;

  constructor({ file, log }: { readonly file: UnsyncedLineFile; readonly log: Log }) {
    this.#file = file;
    this.#log = log;
  }

  /** The marks of a connection, in the order in which they were made. */
  of(connectionId: string): Mark[] {
    return this.#marks.filter((mark) => mark.connectionId === connectionId);
  }

  /** Adds a mark. A failed write is only logged. */
  add(mark: Mark): void {
    this.#tried(() => this.#file.append(JSON.stringify(mark)));
    this.#read?.push(mark);
    this.#cut();
  }

  /** Deletes the marks of a removed connection. */
  remove(connectionId: string): void {
    const kept = this.#marks.filter((mark) => mark.connectionId !== connectionId);
    if (kept.length < this.#marks.length) this.#replace(kept);
  }

  /** All marks. A file that cannot be read counts as empty. */
  get #marks(): Mark[] {
    if (this.#read) return this.#read;
    this.#read = this.#tried(() => this.#file.lines().flatMap(readMark)) ?? [];
    this.#cut();
    return this.#read;
  }

  #cut(): void {
    if (this.#read && this.#read.length > 2 * MAX_MARKS) this.#replace(this.#read.slice(-MAX_MARKS));
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
