/**
 * The uploads that come in pieces, by the window that sends them and by their id. An ended upload is remembered until its next piece asks for the
 * reason.
 */
import type { Reading } from './reading.ts';

/** The number of uploads that are read at the same time; a further one ends the oldest. */
const MAX_UPLOADS = 2;
const MAX_REMEMBERED = 10;
const GIVEN_UP = 'Two other files were given after it, and it was given up. Give it again when they are read.';

export class Uploads {
  readonly #readings = new Map<string, Reading>();

  get(callerId: number, id: string): Reading | undefined {
    return this.#readings.get(keyOf(callerId, id));
  }

  /** Adds a reading; aborts an earlier one with the same id. */
  add(callerId: number, id: string, reading: Reading): void {
    this.delete(callerId, id);
    this.#makeRoom();
    this.#readings.set(keyOf(callerId, id), reading);
  }

  /** Aborts a reading and removes it. */
  delete(callerId: number, id: string): void {
    this.take(callerId, id)?.abort();
  }

  /** Removes a reading without aborting it. */
  take(callerId: number, id: string): Reading | undefined {
    const reading = this.get(callerId, id);
    this.#readings.delete(keyOf(callerId, id));
    return reading;
  }

  clear(): void {
    this.#readings.clear();
  }

  #makeRoom(): void {
    const entries = [...this.#readings];
    const running = entries.filter(([, reading]) => !reading.isEnded);
    if (running.length >= MAX_UPLOADS) running[0]?.[1].refuse(GIVEN_UP);
    const [oldestEnded] = entries.find(([, reading]) => reading.isEnded) ?? [];
    if (entries.length >= MAX_REMEMBERED && oldestEnded !== undefined) this.#readings.delete(oldestEnded);
  }
}

const keyOf = (callerId: number, id: string): string => `${callerId} ${id}`;
