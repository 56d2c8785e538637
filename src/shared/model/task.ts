/** Bulk tasks: many requests that a person starts as one, planned before they start, stored with their results across restarts. */
import { z } from 'zod';
import { ErrorData } from '../errors.ts';
import { MAX_CHARACTERS, MAX_ENTRIES } from './bounds.ts';
import { ColumnTitles } from './copied-rows.ts';
import { MatrixListings, MatrixStays } from './matrix.ts';
import { ClockFace, EpochMs, Id, Json, PlainDate } from './primitives.ts';
import { RateRule } from './rates.ts';

/** The maximum number of steps of one task. */
export const MAX_STEPS = 50_000;

/** How long answers are kept. */
export const MAX_ANSWER_AGE_MS = 30 * 24 * 3_600_000;

/**
 * The specification of a task. `calendars`: reads the calendar of each listing over a range of days, one request each (`listingIds: null` means
 * all loaded listings). `stays`: searches for each check-in day of a range, with the same number of nights and guests; at least one request a
 * day. `matrix`: reads the unknown stays of listings over many arrivals, by one calendar for each listing or one search for each arrival.
 * `maxAgeMs`: the largest age of a known answer. Main sets `by`, the operation with fewer requests, and `rows`, the number of listings.
 */
export const TaskSpec = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('calendars'),
    from: PlainDate,
    until: PlainDate,
    listingIds: z.array(z.string().max(MAX_CHARACTERS.serviceId)).max(MAX_STEPS).nullable(),
  }),
  z.strictObject({
    kind: z.literal('stays'),
    firstCheckIn: PlainDate,
    lastCheckIn: PlainDate,
    nights: z.number().int().min(1).max(365),
    guests: z.number().int().min(1).max(500).nullable(),
  }),
  z.strictObject({
    kind: z.literal('matrix'),
    stays: MatrixStays,
    listings: MatrixListings,
    maxAgeMs: z.number().int().min(0).max(MAX_ANSWER_AGE_MS),
    by: z.enum(['calendar', 'search']).optional(),
    rows: z.number().int().optional(),
  }),
]);
export type TaskSpec = z.infer<typeof TaskSpec>;
export type TaskKind = TaskSpec['kind'];

/**
 * The plan of a task. `requests`: the number that it sends; a minimum with `atLeast`, an estimate from an earlier task of its kind with
 * `fromEarlierTask`. `binding`: the limit that paces it, or null. `durationMs`: how long it runs; `waitMs`: how much longer because of other
 * tasks and requests; both in ms of the connection's clock. `remarks`: sentences for the person; `everyday`: those among them about listings
 * only, not about requests. `duplicate`: an unfinished task with the same spec.
 */
export const TaskPlan = z.strictObject({
  requests: z.number().int(),
  atLeast: z.boolean(),
  fromEarlierTask: z.boolean(),
  binding: RateRule.nullable(),
  durationMs: z.number(),
  waitMs: z.number(),
  remarks: z.array(z.string()),
  everyday: z.array(z.string()),
  duplicate: z.strictObject({ id: Id, state: z.enum(['running', 'paused']) }).nullable(),
});
export type TaskPlan = z.infer<typeof TaskPlan>;

/**
 * The state of a task. `paused`: by the person, by a restart without a token, or by an error that needs a decision (`error` has the reason). A
 * `running` task with an `error` waits, and continues by itself.
 */
export const TaskState = z.enum(['running', 'paused', 'done', 'cancelled']);
export type TaskState = z.infer<typeof TaskState>;

/**
 * A task. Of its `steps`, `done` were answered and `failed` ended with an error. `requests`: the number sent so far. `rows`: the number of result
 * rows so far. `estimateMs`: the remaining time, null while the task does not run. Its spec has only the first few of the `listingIds`.
 */
export const Task = z.strictObject({
  id: Id,
  connectionId: Id,
  credentialId: Id,
  title: z.string(),
  spec: TaskSpec,
  state: TaskState,
  steps: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  requests: z.number().int(),
  rows: z.number().int(),
  createdAt: EpochMs,
  finishedAt: EpochMs.nullable(),
  estimateMs: z.number().nullable(),
  binding: RateRule.nullable(),
  error: ErrorData.nullable(),
});
export type Task = z.infer<typeof Task>;

/** The tasks of a connection, newest first. */
export const TasksSnapshot = z.strictObject({
  connectionId: Id,
  revision: z.number().int(),
  clock: ClockFace,
  asOf: EpochMs,
  tasks: z.array(Task),
});
export type TasksSnapshot = z.infer<typeof TasksSnapshot>;

export const TaskColumn = z.strictObject({
  key: z.string(),
  title: z.string(),
  kind: z.enum(['text', 'date', 'number', 'money', 'yesNo', 'json']),
});
export type TaskColumn = z.infer<typeof TaskColumn>;

/** A row of results; `cells` are in the order of the columns, `null` for an empty cell. `raw` is the record that the service sent. */
export const TaskRow = z.strictObject({
  index: z.number().int(),
  step: z.string(),
  cells: z.array(Json),
  raw: Json.nullable(),
});
export type TaskRow = z.infer<typeof TaskRow>;

/** A window of the results; `total` rows match. */
export const TaskRows = z.strictObject({
  taskId: Id,
  columns: z.array(TaskColumn),
  total: z.number().int(),
  offset: z.number().int(),
  rows: z.array(TaskRow),
});
export type TaskRows = z.infer<typeof TaskRows>;

/** Rows of the results that match `search`, for the clipboard: the columns with these keys, under `heads`, or under none for null. */
export const ResultsCopy = z.strictObject({
  id: Id,
  search: z.string().max(MAX_CHARACTERS.search),
  columns: z.array(z.string().max(MAX_CHARACTERS.columnTitle)).max(MAX_ENTRIES.columns),
  heads: ColumnTitles.nullable(),
  offset: z.number().int().min(0),
  count: z.number().int().min(1),
});
export type ResultsCopy = z.infer<typeof ResultsCopy>;

/** A step that ended with an error. `hint`: a likely reason, found in the loaded listings. */
export const FailedStep = z.strictObject({ step: z.string(), error: ErrorData, hint: z.string().nullable() });
export type FailedStep = z.infer<typeof FailedStep>;
