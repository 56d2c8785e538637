/** Bulk tasks: many requests that a person starts as one. They are planned before they start, and stored with their results across restarts. */
import { z } from 'zod';
import { ErrorData } from '../errors.ts';
import { DAY_MS } from '../time/units.ts';
import { MAX_CHARACTERS, MAX_ENTRIES } from './bounds.ts';
import { ColumnTitles } from './copied-rows.ts';
import { MatrixListings, MatrixStays } from './matrix.ts';
import { ClockFace, EpochMs, Id, Json, PlainDate } from './primitives.ts';
import { RateRule } from './rates.ts';

export const MAX_STEPS = MAX_ENTRIES.listings;
/** The maximum number of days of a task: three years. */
export const MAX_TASK_DAYS = 1_096;

/** The maximum age of a stored answer. */
export const MAX_ANSWER_AGE_MS = 30 * DAY_MS;

/**
 * The specification of a task. `calendars`: the calendar of each listing over a range of days, with one request each; a null `listingIds` means all loaded
 * listings. `stays`: a search for each check-in day of a range, with the same number of nights and guests; at least one request a day. `matrix`: the
 * stays of a matrix that are unknown or older than `maxAgeMs`, with one calendar for each listing or one search for each arrival. Main sets `by` to
 * the operation that needs fewer requests, and `rows` to the number of listings.
 */
export const TaskSpec = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('calendars'),
    from: PlainDate,
    until: PlainDate,
    listingIds: z.array(z.string().max(MAX_CHARACTERS.name)).max(MAX_STEPS).nullable(),
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
 * The plan of a task. `requests` is its number of requests: a minimum with `atLeast`, an estimate from an earlier task of this kind with
 * `fromEarlierTask`. `binding` is the limit that paces the task; null when none does. `durationMs` is how long the task runs, `waitMs` how much
 * longer because of other requests; both in ms of the connection's clock. `remarks` are sentences for the person; `everyday` has only those about
 * listings. `needsToken`: the task begins with an issuance. `duplicate` is an unfinished task that does the same; null when there is none.
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
  needsToken: z.boolean(),
  duplicate: z.strictObject({ id: Id, state: z.enum(['running', 'paused']) }).nullable(),
});
export type TaskPlan = z.infer<typeof TaskPlan>;

/**
 * The state of a task. A task is `paused` by the person, by a restart without a token, or by an error that needs the person's decision (`error` has
 * it). A `running` task with an `error` waits and then continues by itself.
 */
export const TaskState = z.enum(['running', 'paused', 'done', 'cancelled']);
export type TaskState = z.infer<typeof TaskState>;

/**
 * A task. Of its `steps`, `done` were answered and `failed` ended with an error. `requests` and `rows` count the requests and the result rows so far.
 * `estimateMs` is the remaining time; null while the task does not run. `spec` has only the first few of the listings that it names by id.
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

/** A result row. `cells` are in the order of the columns, null for an empty cell. `raw` is the record that the service sent, or null. */
export const TaskRow = z.strictObject({
  index: z.number().int(),
  step: z.string(),
  cells: z.array(Json),
  raw: Json.nullable(),
});
export type TaskRow = z.infer<typeof TaskRow>;

/** A range of result rows. `total` counts all rows that match the search. */
export const TaskRows = z.strictObject({
  taskId: Id,
  columns: z.array(TaskColumn),
  total: z.number().int(),
  offset: z.number().int(),
  rows: z.array(TaskRow),
});
export type TaskRows = z.infer<typeof TaskRows>;

/** A query to copy the result rows that match `search`. `columns` are the keys of the columns, `heads` their headings; null for no headings. */
export const ResultsCopy = z.strictObject({
  id: Id,
  search: z.string().max(MAX_CHARACTERS.phrase),
  columns: z.array(z.string().max(MAX_CHARACTERS.name)).max(MAX_ENTRIES.page),
  heads: ColumnTitles.nullable(),
  offset: z.number().int().min(0),
  count: z.number().int().min(1),
});
export type ResultsCopy = z.infer<typeof ResultsCopy>;

/** A step that ended with an error. `hint` is a likely reason from the loaded listings, or null. */
export const FailedStep = z.strictObject({ step: z.string(), error: ErrorData, hint: z.string().nullable() });
export type FailedStep = z.infer<typeof FailedStep>;
