/** One task at work: takes its steps, a bounded number at a time, keeps what they bring, and stops where going on makes no sense. */
import { AppError, type ErrorData, isAppError } from '../../shared/errors.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type { RateGroup } from '../../shared/model/rates.ts';
import type { TaskState } from '../../shared/model/task.ts';
import type { ApiAnswer, ApiCall } from '../api/api-client.ts';
import type { Clock, Log, Random } from '../platform/ports.ts';
import type { Ask, ResultRow, Step } from './kinds/kind.ts';
import { kindOf } from './kinds/kinds.ts';
import { PaceSeen } from './pace-seen.ts';
import type { TaskCounts, TaskRecord } from './store/task-record.ts';
import type { TaskStore } from './store/task-store.ts';
import { concernOf, Streak } from './triage.ts';
import { Width } from './width.ts';

export interface RunDeps {
  readonly store: TaskStore;
  readonly api: { call(call: ApiCall): Promise<ApiAnswer> };
  /** Throws AppError `notFound`. */
  readonly connectionOf: (id: string) => Connection;
  readonly group: () => RateGroup;
  /** The connection's clock. */
  readonly clock: Clock;
  readonly machine: Clock;
  /** The machine's milliseconds that only grow, however its clock is set. */
  readonly steady: () => number;
  readonly random: Random;
  readonly log: Log;
  /** Something of the task that is shown has changed. */
  readonly changed: () => void;
}

/** Requests that are under way when a person pauses get so long to end; then they are taken back. Of the machine's clock. */
const GRACE_MS = 10_000;

export class Run {
  readonly #deps: RunDeps;
  readonly #width = new Width();
  readonly #under = new Map<number, AbortController>();
  /** Fires at a pause, for the steps that are under way then. */
  #hold = new AbortController();
  readonly #pace: PaceSeen;
  #task: TaskRecord;
  #streak: Streak;
  /** The plan and what of it is to be taken still; read when it is first needed. */
  #steps: readonly Step[] = [];
  #left: number[] = [];
  #loaded = false;
  #closed = false;
  #disarmGrace = () => {};

  constructor(task: TaskRecord, deps: RunDeps) {
    this.#task = task;
    this.#deps = deps;
    this.#pace = new PaceSeen(deps.clock, deps.steady);
    this.#streak = new Streak(task.done > 0);
  }

  get task(): TaskRecord {
    return this.#task;
  }

  /** Steps under way. */
  get underWay(): number {
    return this.#under.size;
  }

  /** Milliseconds from the end of one step to the next, as seen lately; `null` when it is not known. */
  get intervalMs(): number | null {
    return this.#pace.intervalMs();
  }

  /** Takes steps, also again after a pause. Does nothing for a task that has ended. Throws `storageFailed`. */
  resume(): void {
    if (this.#closed || (this.#task.state !== 'running' && this.#task.state !== 'paused')) return;
    this.#load();
    this.#disarmGrace();
    if (this.#task.state === 'paused') this.#put('running');
    this.#pace.restart();
    this.#streak = new Streak(this.#task.done > 0);
    this.#finish();
    this.#fill();
  }

  /** Sends nothing more: what waits is taken back at once, and only requests that were sent end. Throws `storageFailed`. */
  pause(): void {
    if (this.#task.state !== 'running') return;
    this.#put('paused');
    this.#hold.abort();
    this.#hold = new AbortController();
    this.#disarmGrace = this.#deps.machine.after(GRACE_MS, () => this.#abort());
  }

  /** Ends it for good. Throws `storageFailed`. */
  cancel(): void {
    if (this.#task.state !== 'running' && this.#task.state !== 'paused') return;
    this.#put('cancelled');
    this.#abort();
  }

  /** Takes the steps that failed again. Throws `storageFailed`. */
  retryFailed(): void {
    if (this.#task.state === 'cancelled' || this.#task.failed === 0) return;
    this.#count(this.#deps.store.forgetFailures(this.#task.number, null));
    this.#loaded = false;
    if (this.#task.state === 'done') this.#put('paused');
    this.resume();
  }

  /** Pauses with the reason. What is under way is taken back, because it would meet the same. */
  halt(error: ErrorData): void {
    this.#width.failed();
    try {
      this.#put('paused', error);
    } catch (failure) {
      // It pauses all the same, and says so until the console ends.
      this.#task = { ...this.#task, state: 'paused', error };
      this.#deps.log.error('a pause of a task was not written', { task: this.#task.id, error: String(failure) });
      this.#deps.changed();
    }
    this.#abort();
  }

  /** A request was sent for it. */
  sent(): void {
    this.#task = { ...this.#task, requests: this.#task.requests + 1 };
    this.#width.sent(this.#deps.group().lanes.bulk);
    this.#fill();
    this.#deps.changed();
  }

  /** Stops without a word on disk: it is to go on after the next start. */
  close(): void {
    this.#closed = true;
    this.#abort();
  }

  #load(): void {
    if (this.#loaded) return;
    const { store } = this.#deps;
    this.#steps = store.steps(this.#task.number);
    const gone = new Set([...store.ended(this.#task.number), ...this.#under.keys()]);
    // Taken from the end.
    this.#left = this.#steps.flatMap((_, index) => (gone.has(index) ? [] : [index])).reverse();
    this.#loaded = true;
  }

  #fill(): void {
    while (this.#task.state === 'running' && !this.#closed && this.#under.size < this.#width.steps) {
      const index = this.#left.pop();
      const step = index === undefined ? undefined : this.#steps[index];
      if (index === undefined || step === undefined) return;
      void this.#take(index, step);
    }
  }

  async #take(index: number, step: Step): Promise<void> {
    const abort = new AbortController();
    const hold = this.#hold.signal;
    this.#under.set(index, abort);
    const { spec } = this.#task;
    let rows: ResultRow[] | null = null;
    let failure: AppError | null = null;
    try {
      rows = await kindOf(spec).run(spec, step, this.#ask(abort.signal, hold));
    } catch (error) {
      failure = this.#appError(error, step);
    }
    this.#under.delete(index);
    if (this.#closed || this.#task.state === 'cancelled') return;
    try {
      if (rows) this.#done(index, step, rows);
      else if (failure) {
        const heldBack = hold.aborted && failure.code === 'cancelled';
        this.#failed(index, step, failure, abort.signal.aborted || heldBack);
      }
    } catch (error) {
      // The disk refused: the step counts as not taken.
      this.#left.push(index);
      this.halt(this.#appError(error, step).data);
    }
    this.#fill();
  }

  #done(index: number, step: Step, rows: readonly ResultRow[]): void {
    const { store, group } = this.#deps;
    this.#count(store.stepDone(this.#task.number, index, step, rows, this.#task.requests));
    this.#pace.ended();
    this.#streak.succeeded();
    this.#width.succeeded(group().windows.length > 0);
    this.#finish();
    this.#deps.changed();
  }

  #failed(index: number, step: Step, failure: AppError, aborted: boolean): void {
    const concern = concernOf(failure);
    const running = this.#task.state === 'running';
    if (
      aborted ||
      concern === 'again' ||
      concern === 'all' ||
      concern === 'takenBack' ||
      (!running && concern === 'wall')
    ) {
      this.#left.push(index);
      if (!running || aborted) return;
      if (concern === 'all') this.halt(failure.data);
      // Who takes its requests back wants them not sent now, and finds the task paused.
      if (concern === 'takenBack') this.pause();
      return;
    }
    const { store } = this.#deps;
    this.#count(store.stepFailed(this.#task.number, index, step, failure.data, this.#task.requests));
    this.#pace.ended();
    if (concern === 'wall') this.#width.failed();
    const again = this.#streak.failed(index, concern);
    if (again && running) {
      this.#count(store.forgetFailures(this.#task.number, again));
      this.#left.push(...[...again].reverse());
      this.halt(failure.data);
      return;
    }
    this.#finish();
    this.#deps.changed();
  }

  /** Done when every step has ended. */
  #finish(): void {
    const { state, steps, done, failed } = this.#task;
    if ((state === 'running' || state === 'paused') && done + failed >= steps) this.#put('done');
  }

  #put(state: TaskState, error: ErrorData | null = null): void {
    const ended = state === 'done' || state === 'cancelled';
    const next = { ...this.#task, state, error, finishedAt: ended ? this.#deps.clock.now() : null };
    this.#deps.store.change(next.number, next);
    this.#task = next;
    this.#disarmGrace();
    this.#deps.changed();
  }

  #count(counts: TaskCounts): void {
    this.#task = { ...this.#task, ...counts };
  }

  #abort(): void {
    this.#disarmGrace();
    for (const abort of this.#under.values()) abort.abort();
  }

  #ask(signal: AbortSignal, hold: AbortSignal): Ask {
    const { api, connectionOf } = this.#deps;
    const { id, connectionId, credentialId, spec } = this.#task;
    const { operation } = kindOf(spec);
    return async (values, page = {}) => {
      // A step that has further pages gets none of them after a pause.
      if (hold.aborted) throw new AppError('cancelled', {});
      const connection = connectionOf(connectionId);
      return api.call({ connection, credentialId, operation, values, page, lane: 'bulk', taskId: id, signal, hold });
    };
  }

  #appError(error: unknown, step: Step): AppError {
    if (isAppError(error)) return error;
    const logId = this.#deps.random.id();
    this.#deps.log.error('a step of a task failed', {
      logId,
      task: this.#task.id,
      step: step.key,
      error: String(error),
    });
    return new AppError('internal', { logId });
  }
}
