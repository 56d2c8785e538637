/** Snapshots of bulk tasks, and an answer with result rows. */
import type { Task, TaskColumn, TaskPlan, TaskRows, TasksSnapshot } from '../../src/shared/model/task.ts';
import { machineFace, NOW } from './fixtures.ts';

export const taskFixture = (changes: Partial<Task> = {}): Task => ({
  id: 'task-1',
  connectionId: 'conn-1',
  credentialId: 'cred-app-1',
  title: 'Calendars of 240 listings',
  spec: { kind: 'calendars', from: '2026-12-01', until: '2027-01-31', listingIds: null },
  state: 'running',
  steps: 240,
  done: 60,
  failed: 0,
  requests: 60,
  rows: 3_720,
  createdAt: NOW - 13_000,
  finishedAt: null,
  estimateMs: 39_000,
  binding: { windowMs: 60_000, limit: 275 },
  error: null,
  ...changes,
});

export const tasksFixture = (tasks: Task[] = [taskFixture()], changes: Partial<TasksSnapshot> = {}): TasksSnapshot => ({
  connectionId: 'conn-1',
  revision: 1,
  clock: machineFace,
  asOf: NOW,
  tasks,
  ...changes,
});

export const planFixture = (changes: Partial<TaskPlan> = {}): TaskPlan => ({
  requests: 240,
  atLeast: false,
  fromEarlierTask: false,
  binding: { windowMs: 60_000, limit: 275 },
  durationMs: 53_000,
  waitMs: 0,
  remarks: [],
  everyday: [],
  needsToken: false,
  duplicate: null,
  ...changes,
});

const COLUMNS: TaskColumn[] = [
  { key: 'listing', title: 'Listing', kind: 'text' },
  { key: 'title', title: 'Title', kind: 'text' },
  { key: 'date', title: 'Day', kind: 'date' },
  { key: 'available', title: 'Free', kind: 'yesNo' },
  { key: 'price', title: 'Price', kind: 'money' },
  { key: 'currency', title: 'Currency', kind: 'text' },
  { key: 'minNights', title: 'Nights', kind: 'number' },
];

/** Answers `tasks.rows` for a task that has `count` results. */
export const taskRows =
  (count: number) =>
  ({ id, search, offset, limit }: { id: string; search: string; offset: number; limit: number }): TaskRows => {
    const matching = search === '' ? count : Math.floor(count / 10);
    const length = Math.max(0, Math.min(limit, matching - offset));
    return {
      taskId: id,
      columns: COLUMNS,
      total: matching,
      offset,
      rows: Array.from({ length }, (_, at) => {
        const index = offset + at;
        return {
          index,
          step: `House ${index}`,
          cells: [`listing-${index}`, `House ${index}`, '2026-12-24', index % 2 === 0, 1_250.5, 'EUR', 12_000],
          raw: { date: '2026-12-24', note: `raw of ${index}` },
        };
      }),
    };
  };
