/**
 * Runs one task, a few steps at a time, and stores each result when its step ends. When further steps would fail too, the task waits and goes on by
 * itself, or pauses until a person decides.
 */

import { AppError, isAppError } from '../../shared/app-error.ts';
import type { ErrorData } from '../../shared/errors.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type { RateGroup } from '../../shared/model/rates.ts';
import type { TaskState } from '../../shared/model/task.ts';
import { MINUTE_MS } from '../../shared/time/units.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { Clock, Log, Random } from '../platform/ports.ts';
import { StepConcurrency } from './concurrency.ts';
import { FailureStreak, type Impact, impactOf } from './failure-impact.ts';
import type { Send, Step, StepResult } from './kinds/kind.ts';
import { kindOf } from './kinds/kinds.ts';
import { StepRate } from './step-rate.ts';
import type { TaskCounts, TaskRecord } from './store/task-record.ts';
import type { TaskStore } from './store/task-store.ts';

export interface RunDeps {
  readonly store: TaskStore;
  readonly api: Pick<ApiClient, 'call'>;
  /** Returns a connection. Throws AppError `notFound`. */
  readonly connectionOf: (id: string) => Connection;
  readonly group: () => RateGroup;
  readonly clock: Clock;
  /** The machine's clock, and its monotonic clock in ms. */
  readonly machine: Clock;
  readonly monotonicMs: () => number;
  readonly random: Random;
  readonly log: Log;
  /** Called when the task's snapshot may have changed. */
  readonly changed: () => void;
}

/** The time, on the machine's clock, after which a paused task aborts its requests in flight. */
const GRACE_MS = 10_000;
/** How often a failed step runs again before its failure is stored: after waits of the task (`service`), after pauses (`unclear`). */
const MAX_GIVEN_BACK = { service: 60, unclear: 1 } as const;

export class Run {
  readonly #deps: RunDeps;
  readonly #concurrency = new StepConcurrency();
  readonly #inFlight = new Map<number, AbortController>();
  /** A pause aborts this controller; steps in flight then send no further request. */
  #drain = new AbortController();
  readonly #rate: StepRate;
  #task: TaskRecord;
  #failures: FailureStreak;
  /** All steps of the plan, and the indexes of those still to run; loaded when first needed. */
  #steps: readonly Step[] = [];
  #remaining: number[] = [];
  #isPlanLoaded = false;
  #closed = false;
  #cancelGraceTimer = () => {};
  /** Ends the present wait without starting steps; `null` while the task does not wait. */
  #cancelWait: (() => void) | null = null;
  /** How often each step was given back to run again, by step index (see MAX_GIVEN_BACK). */
  readonly #givenBack = new Map<number, number>();
  /** Steps that failed with a 401 and have not run again since. */
  readonly #refusedOnce = new Set<number>();

  constructor(task: TaskRecord, deps: RunDeps) {
    this.#task = task;
    this.#deps = deps;
    this.#rate = new StepRate(deps.clock, deps.monotonicMs);
    this.#failures = new FailureStreak(task.done > 0);
  }

  get task(): TaskRecord {
    return this.#task;
  }

  get stepsInFlight(): number {
    return this.#inFlight.size;
  }

  /** Whether the task is running, but neither has a step in flight nor waits. */
  get isIdle(): boolean {
    return !this.#closed && this.#task.state === 'running' && this.#inFlight.size === 0 && this.#cancelWait === null;
  }

  /** The recent milliseconds from the end of one step to the next; `null` until enough steps have ended. */
  get intervalMs(): number | null {
    return this.#rate.intervalMs();
  }

  /** Runs the remaining steps. Does nothing for a task that has ended. Throws `storageFailed`. */
  resume(): void {
    if (this.#closed || (this.#task.state !== 'running' && this.#task.state !== 'paused')) return;
    this.#loadPlan();
    this.#cancelGraceTimer();
    this.#endWait();
    if (this.#task.state === 'paused') this.#setState('running');
    this.#rate.restart();
    this.#failures = new FailureStreak(this.#task.done > 0);
    this.#endIfComplete();
    this.#fill();
  }

  /** Pauses the task: queued requests are aborted at once, requests in flight after GRACE_MS. Throws `storageFailed`. */
  pause(): void {
    if (this.#task.state !== 'running') return;
    this.#setState('paused');
    this.#drain.abort();
    this.#drain = new AbortController();
    this.#cancelGraceTimer = this.#deps.machine.after(GRACE_MS, () => this.#abort());
  }

  /** Ends the task for good. Throws `storageFailed`. */
  cancel(): void {
    if (this.#task.state !== 'running' && this.#task.state !== 'paused') return;
    this.#setState('cancelled');
    this.#abort();
  }

  /** Runs the failed steps again. Throws `storageFailed`. */
  retryFailed(): void {
    if (this.#task.state === 'cancelled' || this.#task.failed === 0) return;
    this.#updateCounts(this.#deps.store.deleteFailures(this.#task.number, null));
    this.#isPlanLoaded = false;
    if (this.#task.state === 'done') this.#setState('paused');
    this.resume();
  }

  /** Pauses the task because of `error`, and aborts the requests in flight, which would fail in the same way. */
  halt(error: ErrorData): void {
    this.#concurrency.failed();
    try {
      this.#setState('paused', error);
    } catch (failure) {
      // The task still pauses, but it will run again after a restart.
      this.#task = { ...this.#task, state: 'paused', error };
      this.#deps.log.error('a pause of a task was not written', { task: this.#task.id, error: String(failure) });
      this.#deps.changed();
    }
    this.#abort();
  }

  sent(): void {
    this.#task = { ...this.#task, requests: this.#task.requests + 1 };
    this.#concurrency.sent(this.#deps.group().lanes.bulk);
    this.#fill();
    this.#deps.changed();
  }

  /** Stops without storing a state, so that the task resumes at the next start. */
  close(): void {
    this.#closed = true;
    this.#endWait();
    this.#abort();
  }

  /** Starts no step for a minute and shows the error meanwhile. */
  #wait(error: ErrorData): void {
    if (this.#cancelWait) return;
    this.#concurrency.failed();
    this.#setState('running', error);
    this.#cancelWait = this.#deps.clock.after(MINUTE_MS, () => {
      this.#endWait();
      this.#failures = new FailureStreak(this.#task.done > 0);
      this.#fill();
    });
  }

  #endWait(): void {
    this.#cancelWait?.();
    this.#cancelWait = null;
  }

  #loadPlan(): void {
    if (this.#isPlanLoaded) return;
    const { store } = this.#deps;
    this.#steps = store.steps(this.#task.number);
    const startedSteps = new Set([...store.ended(this.#task.number), ...this.#inFlight.keys()]);
    // Reversed, because `#fill` pops from the end.
    this.#remaining = this.#steps.flatMap((_, index) => (startedSteps.has(index) ? [] : [index])).reverse();
    this.#isPlanLoaded = true;
  }

  #fill(): void {
    while (this.#mayStart()) {
      const index = this.#remaining.pop();
      const step = index === undefined ? undefined : this.#steps[index];
      if (index === undefined || step === undefined) return;
      void this.#runStep(index, step);
    }
  }

  #mayStart(): boolean {
    if (this.#task.state !== 'running' || this.#closed || this.#cancelWait) return false;
    return this.#inFlight.size < this.#concurrency.steps;
  }

  async #runStep(index: number, step: Step): Promise<void> {
    const abort = new AbortController();
    const drainSignal = this.#drain.signal;
    this.#inFlight.set(index, abort);
    const { spec } = this.#task;
    let result: StepResult | null = null;
    let failure: AppError | null = null;
    try {
      result = await kindOf(spec).run(spec, step, this.#senderFor(abort.signal, drainSignal));
    } catch (error) {
      failure = this.#appError(error, step);
    }
    this.#inFlight.delete(index);
    if (this.#closed || this.#task.state === 'cancelled') return;
    try {
      if (result) this.#stepDone(index, step, result);
      else if (failure) {
        const wasDrained = drainSignal.aborted && failure.code === 'cancelled';
        this.#stepFailed(index, step, failure, abort.signal.aborted || wasDrained);
      }
    } catch (error) {
      // The disk failed; what is stored decides later which steps are left.
      this.#isPlanLoaded = false;
      this.halt(this.#appError(error, step).data);
    }
    this.#fill();
  }

  #stepDone(index: number, step: Step, { rows, answer }: StepResult): void {
    const { store, group, clock } = this.#deps;
    const { number, requests, connectionId, credentialId } = this.#task;
    const kept = answer ? { connectionId, credentialId, answer, readAt: clock.now() } : null;
    this.#updateCounts(store.stepDone(number, index, step, rows, requests, kept));
    this.#rate.ended();
    this.#failures.succeeded();
    this.#concurrency.succeeded(group().windows.length > 0);
    this.#endWait();
    if (this.#task.state === 'running' && this.#task.error) this.#setState('running');
    this.#endIfComplete();
    this.#fill();
    this.#deps.changed();
  }

  #stepFailed(index: number, step: Step, failure: AppError, aborted: boolean): void {
    const impact = this.#impactOf(index, failure);
    const running = this.#task.state === 'running';
    // While the task waits or is paused, a failure brings nothing new.
    const counts = running && this.#cancelWait === null;
    const isOfStep = impact === 'step' || (counts && (impact === 'service' || impact === 'unclear'));
    if (aborted || !isOfStep) {
      this.#remaining.push(index);
      if (!running || aborted) return;
      if (impact === 'allSteps') this.halt(failure.data);
      if (impact === 'wait') this.#wait(failure.data);
      // A person who cancels the task's pending request does not want another in its place.
      if (impact === 'cancelled') this.pause();
      return;
    }
    const { store } = this.#deps;
    this.#updateCounts(store.stepFailed(this.#task.number, index, step, failure.data, this.#task.requests));
    this.#rate.ended();
    if (impact !== 'step') this.#concurrency.failed();
    if (impact === 'unclear' && failure.code === 'unauthorized') this.#refusedOnce.add(index);
    const toRepeat = this.#failures.failed(index, impact);
    if (toRepeat && counts) {
      this.#updateCounts(store.deleteFailures(this.#task.number, toRepeat));
      // Other steps run first: their success would show that the failure concerns only these steps.
      this.#remaining.unshift(...[...toRepeat].reverse());
      for (const given of toRepeat) this.#refusedOnce.delete(given);
      for (const given of toRepeat) this.#givenBack.set(given, (this.#givenBack.get(given) ?? 0) + 1);
      if (impact === 'service') this.#wait(failure.data);
      else this.halt(failure.data);
      return;
    }
    this.#endIfComplete();
    this.#deps.changed();
  }

  #impactOf(index: number, failure: AppError): Impact {
    const impact = impactOf(failure);
    if (impact !== 'service' && impact !== 'unclear') return impact;
    return (this.#givenBack.get(index) ?? 0) < MAX_GIVEN_BACK[impact] ? impact : 'step';
  }

  /** Runs the steps that failed with a 401 once more, because the token may have been replaced since. */
  #repeatRefused(): void {
    const steps = [...this.#refusedOnce];
    this.#refusedOnce.clear();
    for (const step of steps) this.#givenBack.set(step, MAX_GIVEN_BACK.unclear);
    this.#updateCounts(this.#deps.store.deleteFailures(this.#task.number, steps));
    this.#remaining.push(...steps);
  }

  #endIfComplete(): void {
    const { state, steps, done, failed } = this.#task;
    if (done + failed < steps) return;
    if (this.#refusedOnce.size > 0 && done > 0) this.#repeatRefused();
    else if (state === 'running' || state === 'paused') this.#setState('done');
  }

  #setState(state: TaskState, error: ErrorData | null = null): void {
    const ended = state === 'done' || state === 'cancelled';
    const next = { ...this.#task, state, error, finishedAt: ended ? this.#deps.clock.now() : null };
    this.#deps.store.change(next.number, next);
    this.#task = next;
    this.#cancelGraceTimer();
    if (state !== 'running') this.#endWait();
    this.#deps.changed();
  }

  #updateCounts(counts: TaskCounts): void {
    this.#task = { ...this.#task, ...counts };
  }

  #abort(): void {
    this.#cancelGraceTimer();
    for (const abort of this.#inFlight.values()) abort.abort();
  }

  #senderFor(signal: AbortSignal, drainSignal: AbortSignal): Send {
    const { api, connectionOf } = this.#deps;
    const { id, connectionId, credentialId, spec } = this.#task;
    const operation = kindOf(spec).operation(spec);
    return async (values, page = {}) => {
      // A paused step requests no further page.
      if (drainSignal.aborted) throw new AppError('cancelled', {});
      const connection = connectionOf(connectionId);
      return api.call({
        connection,
        credentialId,
        operation,
        values,
        page,
        lane: 'bulk',
        taskId: id,
        following: this.#remaining.length,
        signal,
        drainSignal: drainSignal,
      });
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
