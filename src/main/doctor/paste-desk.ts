/** Reads input that the window passes: a text, a chosen file, or a dropped file, which comes in pieces. Nothing is sent. */
import { AppError } from '../../shared/app-error.ts';
import { checkOutcome } from '../../shared/doctor/request-check.ts';
import type { Diagnosis } from '../../shared/model/diagnosis.ts';
import type { PastedCase, PastedReport } from '../../shared/model/pasted.ts';
import { textFormats } from '../../shared/time/text-formats.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock } from '../platform/ports.ts';
import type { Failure, KnownService } from './failure.ts';
import { MAX_PASTED_BYTES } from './read/feed-file.ts';
import type { StartReader } from './read/worker/start-reader.ts';
import { Reading, type ReadingProgress, refusalOf } from './reading.ts';
import { Uploads } from './uploads.ts';

export interface PasteDeps {
  readonly start: StartReader;
  readonly clock: Clock;
  /** The secrets that the console stores: a pasted text may contain one of them. */
  readonly secrets: () => Promise<readonly string[]>;
  readonly services: () => readonly KnownService[];
  /** Stores a diagnosis as a case and returns its id; null when it is not stored. */
  readonly keep: (failure: Failure, diagnosis: Diagnosis) => string | null;
}

/** A window's call to read input; the progress is reported only to this window. */
export interface ReadingCall {
  readonly signal: AbortSignal;
  readonly callerId: number;
}

/** A piece of a dropped file, in base64. `index` counts from 0; `size` is the size of the whole file in bytes. */
export interface Piece {
  readonly id: string;
  readonly index: number;
  readonly piece: string;
  readonly size: number;
  readonly isLast: boolean;
}

/** The time limit of a reading: an ordinary HAR of 200 MB takes some seconds. */
const MAX_READING_MS = 120_000;
const TOO_LONG = 'Reading it takes too long; it was given up. Give only the part with the failure.';
/** The largest number of cases from one input: a HAR may have hundreds of failures with the same cause. */
const MAX_KEPT = 10;

export class PasteDesk {
  readonly progress = new Emitter<{ readonly callerId: number; readonly payload: ReadingProgress }>();
  readonly #deps: PasteDeps;
  readonly #uploads = new Uploads();
  /** The readings that have no report yet. */
  readonly #readings = new Set<Reading>();
  #isClosed = false;

  constructor(deps: PasteDeps) {
    this.#deps = deps;
  }

  async readText(text: string, call: ReadingCall): Promise<PastedReport> {
    const reading = await this.#begin(call);
    reading.post({ kind: 'chunk', bytes: Buffer.from(text) });
    reading.post({ kind: 'finish' });
    return this.#kept(reading);
  }

  async readFile(path: string, call: ReadingCall): Promise<PastedReport> {
    const reading = await this.#begin(call);
    reading.post({ kind: 'file', path });
    return this.#kept(reading);
  }

  /**
   * Adds a piece of a dropped file. Returns the report after the last piece, and earlier when the file is too large or its reading ended; else null.
   * Throws `invalidInput` when the piece does not follow the one before.
   */
  async readPiece({ id, index, piece, size, isLast }: Piece, call: ReadingCall): Promise<PastedReport | null> {
    const { signal, callerId } = call;
    if (size > MAX_PASTED_BYTES) return tooLarge();
    const reading = index === 0 ? await this.#upload(id, call) : this.#uploads.get(callerId, id);
    if (!reading || reading.pieces !== index)
      throw new AppError('invalidInput', {
        issues: [{ path: 'index', message: 'The piece does not follow the one before.' }],
      });
    if (signal.aborted) this.#uploads.delete(callerId, id);
    if (reading.isEnded) {
      this.#uploads.take(callerId, id);
      return reading.report;
    }
    reading.addPiece(Buffer.from(piece, 'base64'));
    if (reading.bytes > MAX_PASTED_BYTES) {
      this.#uploads.delete(callerId, id);
      return tooLarge();
    }
    if (!isLast) return null;
    this.#uploads.take(callerId, id);
    signal.addEventListener('abort', () => reading.abort(), { once: true });
    reading.post({ kind: 'finish' });
    return this.#kept(reading);
  }

  /** Ends all readings and their threads. */
  close(): void {
    this.#isClosed = true;
    this.#uploads.clear();
    for (const reading of [...this.#readings]) reading.abort();
  }

  async #upload(id: string, { callerId }: ReadingCall): Promise<Reading> {
    // Its pieces are calls of their own: none of their signals is that of the reading.
    const reading = await this.#begin({ signal: new AbortController().signal, callerId });
    this.#uploads.add(callerId, id, reading);
    return reading;
  }

  /** The report, with the ids of the cases that were made from it. */
  async #kept(reading: Reading): Promise<PastedReport> {
    const report = await reading.report;
    const failed = report.cases.filter(isFailure).slice(0, MAX_KEPT);
    const ids = new Map(failed.map((one) => [one, this.#deps.keep(one.failure, one.diagnosis)]));
    return { ...report, cases: report.cases.map((one) => ({ ...one, caseId: ids.get(one) ?? null })) };
  }

  async #begin({ signal, callerId }: ReadingCall): Promise<Reading> {
    const { start, clock, secrets, services } = this.#deps;
    const own = await secrets();
    if (signal.aborted || this.#isClosed) throw new AppError('cancelled', {});
    const reading = new Reading(start, (payload) => this.progress.emit({ callerId, payload }));
    this.#readings.add(reading);
    reading.post({ kind: 'start', secrets: own, services: services(), formats: textFormats(), readAt: clock.now() });
    const stopTimer = clock.after(MAX_READING_MS, () => reading.refuse(TOO_LONG));
    const abort = () => reading.abort();
    signal.addEventListener('abort', abort, { once: true });
    reading.report
      .catch(() => {})
      .finally(() => {
        this.#readings.delete(reading);
        stopTimer();
        signal.removeEventListener('abort', abort);
      });
    return reading;
  }
}

/** Whether a case is a failure. A request without an answer is one only if its text names a cause or the request itself is wrong. */
const isFailure = ({ diagnosis: { outcome }, check }: PastedCase): boolean =>
  check === null ? outcome !== 'nothingWrong' : outcome === 'verdict' || checkOutcome(check) === 'refused';

const tooLarge = () => refusalOf(`It is larger than ${MAX_PASTED_BYTES / 1_024 / 1_024} MB, and not read.`);
