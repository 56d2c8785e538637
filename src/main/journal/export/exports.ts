/** Writes exchanges to a HAR file, in the journal's thread: one export at a time, cancellable, with bounded memory. */

import { AppError, invalidInput } from '../../../shared/app-error.ts';
import type { PayloadOf } from '../../../shared/contract/index.ts';
import type { WrittenFile } from '../../../shared/model/traffic.ts';
import { redactAgain } from '../../http/redact-exchange.ts';
import { Emitter } from '../../platform/emitter.ts';
import { nextTurn } from '../../platform/next-turn.ts';
import { writeFile } from '../../platform/part-file.ts';
import type { Clock, OutputFile, Subscribable } from '../../platform/ports.ts';
import { SnapshotPublisher } from '../../platform/snapshot-publisher.ts';
import type { RedactionRules } from '../../redact/field-kinds.ts';
import { harEntry, harFrame } from './har.ts';
import { findSelected, getOrNull, type JournalReader, type Selection } from './selection.ts';

export type ExportProgress = PayloadOf<'traffic', 'onExport'>;

/** The request for an export as HAR. `version`: the version of the console. */
export interface HarRequest {
  readonly path: string;
  readonly selection: Selection;
  readonly version: string;
  readonly rules: RedactionRules;
}

export interface ExportsOptions {
  readonly journal: JournalReader;
  /** The machine's clock, by which progress and estimates are timed. */
  readonly clock: Clock;
  readonly openFile: (path: string) => Promise<OutputFile>;
}

/** How long an export must have run before its end is estimated. */
const ESTIMATE_FROM_MS = 500;

/** The count of written exchanges; `startedAt`: when the first one was written. */
interface WriteCount {
  written: number;
  total: number;
  startedAt: number | null;
}

export class Exports {
  readonly #options: ExportsOptions;
  readonly #progress = new Emitter<ExportProgress>();
  #running: { readonly abort: AbortController; readonly over: Promise<void> } | null = null;
  #closed = false;

  constructor(options: ExportsOptions) {
    this.#options = options;
  }

  get progress(): Subscribable<ExportProgress> {
    return this.#progress;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Ends the running export and deletes its file. */
  cancel(): void {
    this.#running?.abort.abort();
  }

  /** Cancels the running export. Resolves when its file is deleted. */
  async close(): Promise<void> {
    this.#closed = true;
    this.cancel();
    await this.#running?.over;
  }

  /**
   * Writes the selected exchanges to the path, oldest first, redacted again. Exchanges that retention deletes meanwhile are left out. Rejects
   * with AppError `storageFailed`, `cancelled`, or `invalidInput` while another export runs; then no file remains.
   */
  async har(request: HarRequest): Promise<WrittenFile> {
    const { path } = request;
    if (this.#running) throw invalidInput('', 'Another export is being written. Wait for it to end, or cancel it.');
    if (this.#closed) throw new AppError('cancelled', {});
    const abort = new AbortController();
    const over = Promise.withResolvers<void>();
    this.#running = { abort, over: over.promise };
    try {
      const work = (file: OutputFile) => this.#writePublishing(file, request, abort.signal);
      return await writeFile(path, work, this.#options.openFile);
    } finally {
      this.#running = null;
      over.resolve();
    }
  }

  async #writePublishing(file: OutputFile, request: HarRequest, signal: AbortSignal): Promise<number> {
    const { clock } = this.#options;
    const count: WriteCount = { written: 0, total: 0, startedAt: null };
    const publisher = new SnapshotPublisher({
      clock,
      read: () => progressOf(count, clock.now()),
      publish: (progress) => this.#progress.emit(progress),
    });
    try {
      return await this.#write(file, request, signal, (written, total) => {
        if (written > 0) count.startedAt ??= clock.now();
        Object.assign(count, { written, total });
        publisher.touch();
      });
    } finally {
      publisher.stop();
    }
  }

  async #write(
    file: OutputFile,
    { selection, version, rules }: HarRequest,
    signal: AbortSignal,
    onCount: (written: number, total: number) => void,
  ): Promise<number> {
    const { journal } = this.#options;
    const throwIfAborted = (): void => {
      if (signal.aborted) throw new AppError('cancelled', {});
    };
    const found = await findSelected(journal, selection, async (count) => {
      await nextTurn();
      throwIfAborted();
      onCount(0, count);
    });
    const { head, tail } = harFrame(version);
    let written = 0;
    await file.write(head);
    for (const { id } of found) {
      throwIfAborted();
      const exchange = getOrNull(journal, id);
      if (!exchange) continue;
      const entry = JSON.stringify(harEntry(redactAgain(exchange, rules)));
      await file.write(`${written === 0 ? '\n' : ',\n'}${entry}`);
      written += 1;
      onCount(written, found.length);
      await nextTurn();
    }
    throwIfAborted();
    await file.write(tail);
    return written;
  }
}

/** The progress; the estimate assumes that each remaining exchange takes as long as the written ones on average. */
function progressOf({ written, total, startedAt }: WriteCount, now: number): ExportProgress {
  const spentMs = startedAt === null ? 0 : now - startedAt;
  const estimateMs = spentMs < ESTIMATE_FROM_MS ? null : Math.round((spentMs / written) * (total - written));
  return { written, total, estimateMs };
}
