/** Keeps a journal worker running: restarts it with growing delays, and runs it inline when no thread can be started. */
import type { Clock, Log } from '../../platform/ports.ts';
import type { FromWorker, JournalWorker, OpenMessage, StartWorker, ToWorker } from './messages.ts';

export interface WorkerSupervisorOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly start: StartWorker;
  readonly fallback: StartWorker;
  /** Makes the first message to each worker. */
  readonly openMessage: () => OpenMessage;
  readonly onMessage: (message: FromWorker) => void;
  /** Called when a new worker runs, which has no exchanges and no queries yet. */
  readonly onRestart: () => void;
}

const FIRST_RESTART_MS = 250;
const MAX_RESTART_MS = 30_000;
/** The time of running after which a worker resets the restart delay. */
const STABLE_AFTER_MS = 60_000;
/** The number of starts in a row without any message after which the worker runs inline. */
const MAX_FAILED_STARTS = 3;

export class WorkerSupervisor {
  readonly #options: WorkerSupervisorOptions;
  #worker: JournalWorker | null = null;
  #hasAnswered = false;
  #failedStarts = 0;
  #restartMs = FIRST_RESTART_MS;
  #cancelRestart = (): void => {};
  #startedAt = 0;
  #stopped = false;

  constructor(options: WorkerSupervisorOptions) {
    this.#options = options;
    this.#start();
  }

  /** Posts to the current worker. Without a worker the message is lost; after `onRestart` it must be posted again. */
  post(message: ToWorker): void {
    this.#worker?.post(message);
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelRestart();
    this.#worker?.stop();
    this.#worker = null;
  }

  #start(): void {
    const { log, start, fallback, openMessage, onMessage } = this.#options;
    const inline = this.#failedStarts >= MAX_FAILED_STARTS;
    this.#hasAnswered = false;
    this.#startedAt = this.#options.clock.now();
    let started: JournalWorker | null = null;
    try {
      started = (inline ? fallback : start)({
        onMessage: (message) => {
          if (this.#worker !== started) return;
          this.#markAlive();
          onMessage(message);
        },
        onExit: (error) => {
          if (this.#worker === started && started !== null) this.#restartLater(error);
        },
      });
      this.#worker = started;
      started.post(openMessage());
      if (inline) log.warn('the journal is kept in the main process, because no thread could be started for it');
    } catch (error) {
      this.#restartLater(error);
    }
  }

  #markAlive(): void {
    if (this.#hasAnswered) return;
    this.#hasAnswered = true;
    this.#failedStarts = 0;
  }

  #restartLater(error: unknown): void {
    this.#worker = null;
    if (this.#stopped) return;
    const { clock, log, onRestart } = this.#options;
    if (!this.#hasAnswered) this.#failedStarts += 1;
    if (clock.now() - this.#startedAt > STABLE_AFTER_MS) this.#restartMs = FIRST_RESTART_MS;
    log.warn('the thread of the journal ended and is started again', { error: String(error), inMs: this.#restartMs });
    this.#cancelRestart = clock.after(this.#restartMs, () => {
      this.#start();
      if (this.#worker) onRestart();
    });
    this.#restartMs = Math.min(2 * this.#restartMs, MAX_RESTART_MS);
  }
}
