/** The bulk tasks of all connections. A task is planned before it starts; tasks run side by side, and survive restarts with their results. */
import { AppError, isAppError } from '../../shared/app-error.ts';
import { credentialOf } from '../../shared/connection/account.ts';
import type { Connection, Credential } from '../../shared/model/connection.ts';
import type { CopiedRows } from '../../shared/model/copied-rows.ts';
import {
  type FailedStep,
  MAX_ANSWER_AGE_MS,
  type ResultsCopy,
  type Task,
  type TaskPlan,
  type TaskRows,
  type TasksSnapshot,
} from '../../shared/model/task.ts';
import type { WrittenFile } from '../../shared/model/traffic.ts';
import { columnKindOf } from '../../shared/text/workbook-cell.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { CopiedTable } from '../platform/csv/clipboard-table.ts';
import type { TableFile } from '../platform/csv/table.ts';
import { writeTable } from '../platform/csv/write-table.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Log, Random, Subscribable } from '../platform/ports.ts';
import { SnapshotPublisher } from '../platform/snapshot-publisher.ts';
import type { Deletions } from '../store/deletions.ts';
import { copyResults } from './copy-results.ts';
import { RowFinder } from './find-rows.ts';
import type { LoadedListing } from './kinds/kind.ts';
import { kindOf } from './kinds/kinds.ts';
import { type NewTask, Planner, type PlannerDeps } from './planner.ts';
import { readRows } from './read-rows.ts';
import { matchingBatches, resultBatches } from './result-batches.ts';
import { Run } from './run.ts';
import type { TaskRecord } from './store/task-record.ts';

export interface TasksDeps extends PlannerDeps {
  readonly api: Pick<ApiClient, 'call'>;
  /** Emits a task's id for each request sent for the task, even if the request fails. */
  readonly sent: Subscribable<string>;
  /** Resolves when a credential's stored token is read; until then the credential seems to have none. */
  readonly tokenRead: (credentialId: string) => Promise<void>;
  /** The machine's clock, and its monotonic clock in ms. */
  readonly clock: Clock;
  readonly monotonicMs: () => number;
  readonly random: Random;
  readonly log: Log;
  readonly deletions: Pick<Deletions, 'register' | 'begin'>;
}

export class Tasks {
  readonly #deps: TasksDeps;
  /** The runs by task id, oldest first. */
  readonly #runs = new Map<string, Run>();
  /** The ids of tasks that a pending deletion hides. */
  readonly #hidden = new Set<string>();
  readonly #planner: Planner;
  readonly #finder: RowFinder;
  readonly #publishers = new Map<string, SnapshotPublisher<Task[]>>();
  readonly #changed = new Emitter<TasksSnapshot>();
  readonly #writes = new Set<Promise<WrittenFile>>();
  readonly #unsubscribe: () => void;

  constructor(deps: TasksDeps) {
    this.#deps = deps;
    this.#planner = new Planner(deps);
    this.#finder = new RowFinder(deps.store, deps.clock);
    this.#unsubscribe = deps.sent.subscribe((id) => this.#runs.get(id)?.sent());
    deps.deletions.register('tasks', {
      hide: ({ ids }) => this.#hide(ids),
      show: ({ ids }) => this.#show(ids),
      delete: ({ ids }) => this.#delete(ids),
    });
  }

  /** Emits a connection's tasks when they change, at most four times a second. */
  get changed(): Subscribable<TasksSnapshot> {
    return this.#changed;
  }

  /**
   * Restores the tasks from the disk and deletes kept answers that are too old. A running task resumes once its credential's stored token is read;
   * without a valid token it pauses with `tokenNeeded`.
   */
  restore(): void {
    const { store, clockOf, log } = this.#deps;
    try {
      for (const task of store.tasks()) if (!this.#hidden.has(task.id)) this.#restoreTask(task);
      for (const connectionId of store.answers.connections())
        store.answers.prune(connectionId, clockOf(connectionId).now() - MAX_ANSWER_AGE_MS);
    } catch (error) {
      log.error('the tasks on disk could not be read', { error: String(error) });
    }
  }

  /** True while a task of any connection runs. */
  get isRunning(): boolean {
    return [...this.#runs.values()].some(({ task }) => task.state === 'running');
  }

  snapshot(connectionId: string): TasksSnapshot {
    this.#deps.connections.connection(connectionId);
    return this.#snapshot(connectionId, this.#describeAll(connectionId), this.#publisher(connectionId).revision);
  }

  /** Plans a task; sends nothing. Throws `invalidInput`, `notFound`. */
  plan(input: NewTask): TaskPlan {
    const plan = this.#planner.plan(input, this.#runsOf(input.connectionId));
    if (this.#deps.store.isPersistent) return plan;
    const lost = 'Tasks cannot be written to this disk; this task is lost when the app quits.';
    return { ...plan, remarks: [...plan.remarks, lost], everyday: [...plan.everyday, lost] };
  }

  /** Starts a task. Throws `invalidInput`, `notFound`, `storageFailed`. */
  create(input: NewTask): Task {
    const { connectionId } = input;
    const { credential, spec, steps } = this.#planner.prepare(input);
    const { store, random, clockOf } = this.#deps;
    const record = store.create(
      {
        id: random.id(),
        connectionId,
        credentialId: credential.id,
        title: kindOf(spec).title(spec, steps.length),
        spec,
        createdAt: clockOf(connectionId).now(),
      },
      steps,
    );
    const run = this.#add(record);
    run.resume();
    this.#publisher(connectionId).touch();
    return this.#describe(run);
  }

  /** `pause`, `resume`, `cancel` and `retryFailed` do nothing in a state that forbids them. They throw `notFound` and `storageFailed`. */
  pause(id: string): Task {
    return this.#change(id, (run) => run.pause());
  }

  resume(id: string): Task {
    return this.#change(id, (run) => run.resume());
  }

  cancel(id: string): Task {
    return this.#change(id, (run) => run.cancel());
  }

  retryFailed(id: string): Task {
    return this.#change(id, (run) => run.retryFailed());
  }

  /** Hides a task and returns the id of its pending deletion. Rejects with `notFound`, `storageFailed`. */
  async remove(id: string): Promise<string> {
    const { connectionId } = this.#run(id).task;
    return this.#deps.deletions.begin({ kind: 'tasks', connectionId, ids: [id] });
  }

  #hide(ids: readonly string[]): void {
    for (const id of ids) {
      this.#hidden.add(id);
      const run = this.#runs.get(id);
      if (!run) continue;
      run.close();
      this.#runs.delete(id);
      this.#publisher(run.task.connectionId).touch();
    }
  }

  #show(ids: readonly string[]): void {
    const found = this.#deps.store.tasks().filter(({ id }) => ids.includes(id));
    if (found.length === 0) throw new AppError('notFound', { what: 'This task' });
    for (const task of found) {
      this.#hidden.delete(task.id);
      this.#restoreTask(task);
    }
    const oldestFirst = [...this.#runs].sort(([, one], [, two]) => one.task.number - two.task.number);
    this.#runs.clear();
    for (const [key, run] of oldestFirst) this.#runs.set(key, run);
    for (const { connectionId } of found) this.#publisher(connectionId).touch();
  }

  #delete(ids: readonly string[]): void {
    const { store } = this.#deps;
    for (const { id, number } of store.tasks()) {
      if (!ids.includes(id)) continue;
      store.remove(number);
      this.#finder.drop(number);
    }
  }

  /** Reads a window of the results: each row, or its step's label, contains every word of `search`. */
  rows({ id, ...window }: { id: string; search: string; offset: number; limit: number }): Promise<TaskRows> {
    return readRows({ store: this.#deps.store, finder: this.#finder }, this.#run(id).task, window);
  }

  failures(id: string): FailedStep[] {
    const { task } = this.#run(id);
    const { store, listings } = this.#deps;
    const failures = store.failures(task.number);
    const steps = failures.length === 0 ? [] : store.steps(task.number);
    let byId: ReadonlyMap<string, LoadedListing> | null = null;
    const loaded = () => {
      byId ??= new Map(listings(task.connectionId).map((listing) => [listing.id, listing]));
      return byId;
    };
    return failures.map(({ index, step, error }) => ({
      step,
      error,
      hint: kindOf(task.spec).hint?.(steps[index]?.key ?? '', error, loaded) ?? null,
    }));
  }

  /** Copies rows of the results for the clipboard. Throws AppError `notFound`. */
  copyCells({ id, ...copy }: ResultsCopy): Promise<CopiedRows & CopiedTable> {
    return copyResults({ store: this.#deps.store, finder: this.#finder }, this.#run(id).task, copy);
  }

  /** Suggests a file name without extension. */
  fileName(id: string): string {
    return this.#run(id)
      .task.title.replace(/[^\p{L}\p{N}.-]+/gu, ' ')
      .trim()
      .slice(0, 100);
  }

  /** Writes all results in the order of the plan, or the matches of `search` in the order of the table. Throws `storageFailed`, `notFound`. */
  async writeTable(
    { id, search, heads }: { id: string; search: string; heads: readonly string[] },
    file: TableFile,
  ): Promise<WrittenFile> {
    const { task } = this.#run(id);
    const { store } = this.#deps;
    const check = () => void this.#run(id);
    const batches =
      search.trim() === ''
        ? resultBatches(store, task.number, check)
        : matchingBatches({ store, finder: this.#finder }, task, search, check);
    const columns = kindOf(task.spec).columns.map(({ title, kind }, at) => ({
      title: heads[at] ?? title,
      kind: columnKindOf(kind),
    }));
    const writing = writeTable(file, columns, batches);
    this.#writes.add(writing);
    try {
      return await writing;
    } finally {
      this.#writes.delete(writing);
    }
  }

  /** Stops the tasks of a removed connection and drops them from memory. */
  forget(connectionId: string): void {
    this.#hide(this.#runsOf(connectionId).map(({ task }) => task.id));
    this.#publishers.get(connectionId)?.stop();
    this.#publishers.delete(connectionId);
  }

  /** Publishes the tasks again, because the connection's clock changed. */
  refresh(connectionId: string): void {
    if (this.#runsOf(connectionId).length > 0) this.#publisher(connectionId).refresh();
  }

  /** Stops all tasks and waits until unfinished files are removed. Running tasks resume after the next start. */
  async close(): Promise<void> {
    this.#unsubscribe();
    for (const publisher of this.#publishers.values()) publisher.stop();
    this.#finder.stop();
    for (const run of this.#runs.values()) run.close();
    await Promise.allSettled(this.#writes);
  }

  #restoreTask(task: TaskRecord): void {
    const { connections, hasToken } = this.#deps;
    let connection: Connection;
    try {
      connection = connections.connection(task.connectionId);
    } catch (error) {
      // The task stays on the disk: the vault's file may be damaged, and a person may restore it.
      if (!isAppError(error, 'notFound')) throw error;
      return;
    }
    const run = this.#add(task);
    if (task.state !== 'running') return;
    const credential = credentialOf(connection, task.credentialId);
    if (!credential) run.halt({ code: 'notFound', what: 'The application of this task' });
    else if (hasToken(credential.id)) this.#resumeRestored(run);
    else void this.#resumeWithToken(run, credential);
  }

  /** Resumes a task after its stored token is read, unless a person changed the task meanwhile. */
  async #resumeWithToken(run: Run, { id, label }: Credential): Promise<void> {
    const { tokenRead, hasToken, log } = this.#deps;
    try {
      await tokenRead(id);
      if (!run.isIdle) return;
      if (hasToken(id)) this.#resumeRestored(run);
      else run.halt({ code: 'tokenNeeded', label });
    } catch (error) {
      log.error('a task was not resumed', { task: run.task.id, error: String(error) });
    }
  }

  #resumeRestored(run: Run): void {
    try {
      run.resume();
    } catch (error) {
      // Only this task pauses; the other tasks are restored.
      if (!isAppError(error)) throw error;
      run.halt(error.data);
    }
  }

  #add(task: TaskRecord): Run {
    const { store, api, connections, limiterOf, clock: machine, clockOf, monotonicMs, random, log } = this.#deps;
    const { connectionId, spec } = task;
    const run = new Run(task, {
      store,
      api,
      connectionOf: (id) => connections.connection(id),
      group: () => limiterOf(connectionId, kindOf(spec).api).snapshot(),
      clock: clockOf(connectionId),
      machine,
      monotonicMs,
      random,
      log,
      changed: () => this.#publisher(connectionId).touch(),
    });
    this.#runs.set(task.id, run);
    return run;
  }

  #change(id: string, change: (run: Run) => void): Task {
    const run = this.#run(id);
    change(run);
    return this.#describe(run);
  }

  #run(id: string): Run {
    const run = this.#runs.get(id);
    if (!run) throw new AppError('notFound', { what: 'This task' });
    return run;
  }

  #runsOf(connectionId: string): Run[] {
    return [...this.#runs.values()].filter(({ task }) => task.connectionId === connectionId);
  }

  #describe(run: Run): Task {
    const others = this.#runsOf(run.task.connectionId).filter((other) => other !== run);
    return this.#planner.describe(run, others);
  }

  #describeAll(connectionId: string): Task[] {
    return this.#runsOf(connectionId)
      .map((run) => this.#describe(run))
      .reverse();
  }

  #snapshot(connectionId: string, tasks: Task[], revision: number): TasksSnapshot {
    const clock = this.#deps.clockOf(connectionId);
    return { connectionId, revision, clock: clock.face(), asOf: clock.now(), tasks };
  }

  #publisher(connectionId: string): SnapshotPublisher<Task[]> {
    const known = this.#publishers.get(connectionId);
    if (known) return known;
    const publisher = new SnapshotPublisher({
      clock: this.#deps.clock,
      delayMs: 0,
      read: () => this.#describeAll(connectionId),
      publish: (tasks, revision) => this.#changed.emit(this.#snapshot(connectionId, tasks, revision)),
    });
    this.#publishers.set(connectionId, publisher);
    return publisher;
  }
}
