/** A reading of pasted input, with its thread and the promise of its report. */
import { AppError } from '../../shared/app-error.ts';
import type { PastedReport } from '../../shared/model/pasted.ts';
import { unreadable } from './read/read-pasted.ts';
import { reportOf } from './read/report.ts';
import type { ToReader } from './read/worker/messages.ts';
import type { ReaderThread, StartReader } from './read/worker/start-reader.ts';

/** How many bytes of an input were read; `total` is null while its size is unknown. */
export interface ReadingProgress {
  readonly bytes: number;
  readonly total: number | null;
}

/** Makes the report for an input that cannot be read. `what`: the reason as a sentence. */
export const refusalOf = (what: string): PastedReport => reportOf(unreadable(what), []);

/** One thread that reads pasted input, and the promise of its report. */
export class Reading {
  readonly report: Promise<PastedReport>;
  readonly #thread: ReaderThread;
  readonly #settle: { resolve: (report: PastedReport) => void; reject: (error: AppError) => void };
  #isEnded = false;
  pieces = 0;
  bytes = 0;

  constructor(start: StartReader, onProgress: (progress: ReadingProgress) => void) {
    const { promise, resolve, reject } = Promise.withResolvers<PastedReport>();
    this.report = promise;
    this.#settle = { resolve, reject };
    this.#thread = start(
      (message) => {
        if (message.kind === 'report') this.#finish(message.report);
        else onProgress({ bytes: message.bytes, total: message.total });
      },
      () => this.refuse('Reading it takes too much memory; it was given up. Give only the part with the failure.'),
    );
  }

  /** True once the promise of the report is settled. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  post(message: ToReader): void {
    this.#thread.post(message);
  }

  addPiece(bytes: Uint8Array): void {
    this.pieces += 1;
    this.bytes += bytes.length;
    this.post({ kind: 'chunk', bytes });
  }

  refuse(what: string): void {
    this.#finish(refusalOf(what));
  }

  abort(): void {
    this.#end();
    this.#settle.reject(new AppError('cancelled', {}));
  }

  #finish(report: PastedReport): void {
    this.#end();
    this.#settle.resolve(report);
  }

  #end(): void {
    this.#isEnded = true;
    this.#thread.stop();
  }
}
