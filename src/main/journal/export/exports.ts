/** Writes exchanges to a HAR file, in the journal's thread: one export at a time, cancellable, with bounded memory. */

import { AppError, invalidInput } from '../../../shared/app-error.ts';
import type { PayloadOf } from '../../../shared/contract/index.ts';
import type { WrittenFile } from '../../../shared/model/traffic.ts';
import { redactAgain } from '../../http/redact-exchange.ts';
import { nextTurn } from '../../platform/next-turn.ts';
import { writeFile } from '../../platform/part-file.ts';
import type { Clock, OutputFile } from '../../platform/ports.ts';
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
  readonly onProgress: (progress: ExportProgress) => void;
}

/** How long an export must have run before its end is estimated. */
const ESTIMATE_FROM_MS = 500;

/** The count of written exchanges; `startedAt`: when the first one was written, null before. */
interface WriteCount {
  written: number;
  total: number;
  startedAt: number | null;
}

export class Exports {
  readonly #options: ExportsOptions;
  #running: { readonly abort: AbortController; readonly over: Promise<WrittenFile> } | null = null;
  #closed = false;

  constructor(options: ExportsOptions) {
    this.#options = options;
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
    await this.#running?.over.catch(() => {});
  }

  /**
   * Writes the selected exchanges to the path, oldest first, redacted again. Exchanges that retention deletes meanwhile are left out. Rejects
   * with AppError `storageFailed` or `cancelled`, and with `invalidInput` while another export runs. A rejected export leaves no file of its own.
   */
  async har(request: HarRequest): Promise<WrittenFile> {
    const { path } = request;
    if (this.#running) throw invalidInput('', 'Another export is being written. Wait for it to end, or cancel it.');
    if (this.#closed) throw new AppError('cancelled', {});
    const abort = new AbortController();
    const work = (file: OutputFile) => this.#write(file, request, abort.signal);
    const over = writeFile(path, work, this.#options.openFile).finally(() => {
      this.#running = null;
    });
    this.#running = { abort, over };
    return over;
  }

  async #write(file: OutputFile, { selection, version, rules }: HarRequest, signal: AbortSignal): Promise<number> {
    const { journal, clock, onProgress } = this.#options;
    const count: WriteCount = { written: 0, total: 0, startedAt: null };
    const read = () => progressOf(count, clock.now());
    const publisher = new SnapshotPublisher({ clock, read, publish: onProgress });
    const counted = async (counts: Partial<WriteCount>): Promise<void> => {
      Object.assign(count, counts);
      publisher.touch();
      await nextTurn();
      if (signal.aborted) throw new AppError('cancelled', {});
    };
    try {
      const found = await findSelected(journal, selection, (total) => counted({ total }));
      const { head, tail } = harFrame(version);
      await file.write(head);
      for (const { id } of found) {
        const exchange = getOrNull(journal, id);
        if (!exchange) continue;
        const entry = JSON.stringify(harEntry(redactAgain(exchange, rules)));
        await file.write(`${count.written === 0 ? '\n' : ',\n'}${entry}`);
        count.startedAt ??= clock.now();
        await counted({ written: count.written + 1 });
      }
      await file.write(tail);
      return count.written;
    } finally {
      publisher.stop();
    }
  }
}

/** The progress; the estimate assumes that each remaining exchange takes as long as the written ones on average. */
function progressOf({ written, total, startedAt }: WriteCount, now: number): ExportProgress {
  const spentMs = startedAt === null ? 0 : now - startedAt;
  const estimateMs = spentMs < ESTIMATE_FROM_MS ? null : Math.round((spentMs / written) * (total - written));
  return { written, total, estimateMs };
}
