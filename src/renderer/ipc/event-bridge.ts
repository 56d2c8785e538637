/** Writes main's events into the query cache. Snapshots carry a revision: an older snapshot never replaces a newer one. */

import type { QueryClient } from '@tanstack/react-query';
import type { Task, TasksSnapshot } from '../../shared/model/task.ts';
import { SECOND_MS } from '../../shared/time/units.ts';
import { keyOf, listen } from './client.ts';
import { leaveRemovedConnection } from './window-connection.ts';

/** Puts a snapshot into the cache unless the cached one is newer. Returns whether the cached revision changed. */
export function putNewer<Snapshot extends { revision: number }>(
  client: QueryClient,
  key: readonly unknown[],
  snapshot: Snapshot,
): boolean {
  const known = client.getQueryData<Snapshot>(key);
  if (known && known.revision > snapshot.revision) return false;
  client.setQueryData<Snapshot>(key, snapshot);
  return known?.revision !== snapshot.revision;
}

/** Puts the tasks into the cache, and invalidates the cached rows, failures and plans that the changed tasks affect. */
function putTasks(client: QueryClient, snapshot: TasksSnapshot): void {
  const key = keyOf('tasks', 'list', { connectionId: snapshot.connectionId });
  const known = new Map(client.getQueryData<TasksSnapshot>(key)?.tasks.map((task) => [task.id, task]));
  putNewer(client, key, snapshot);
  const changed = (task: Task, field: keyof Task): boolean => known.get(task.id)?.[field] !== task[field];
  for (const task of snapshot.tasks) {
    const ofTask = ({ queryKey: [, , input] }: { queryKey: readonly unknown[] }): boolean =>
      (input as { id?: string } | undefined)?.id === task.id;
    if (changed(task, 'rows') || changed(task, 'state'))
      void client.invalidateQueries({ queryKey: ['tasks', 'rows'], predicate: ofTask });
    if (task.spec.kind === 'matrix' && changed(task, 'done')) void client.invalidateQueries({ queryKey: ['matrix'] });
    if (changed(task, 'failed')) void client.invalidateQueries({ queryKey: ['tasks', 'failures'], predicate: ofTask });
  }
  if (snapshot.tasks.length !== known.size || snapshot.tasks.some((task) => changed(task, 'state')))
    void client.invalidateQueries({ queryKey: ['tasks', 'plan'] });
}

/** The queries whose answers follow from the kept calendars and our bookings. */
const OF_CALENDARS = ['days', 'grid', 'gaps', 'months', 'taken', 'takenOpen', 'instead'].map((name) => [
  'calendars',
  name,
]);

const isOf =
  (connectionId: string) =>
  ({ queryKey: [, , input] }: { queryKey: readonly unknown[] }): boolean =>
    (input as { connectionId?: string } | undefined)?.connectionId === connectionId;

/** Whether a query is about the quotes of a connection whose dates are taken, which the calendars decide. */
const isOfTaken =
  (connectionId: string) =>
  (query: { queryKey: readonly unknown[] }): boolean =>
    isOf(connectionId)(query) && (query.queryKey[2] as { taken?: boolean }).taken === true;

/** The cache key for the progress of an export, which only events provide. */
export const EXPORT_PROGRESS = ['traffic', 'onExport'] as const;

/** The first part of the cache keys of queries that list exchanges. */
export const EXCHANGE_LISTS = ['traffic', 'lists'] as const;

/** Refetches every query whose data comes from exchanges. */
async function readTrafficAgain(client: QueryClient): Promise<void> {
  for (const name of ['failures', 'access']) void client.invalidateQueries({ queryKey: ['doctor', name] });
  // The list takes its first page from `exchanges`, so that query is reloaded first.
  await client.invalidateQueries({ queryKey: ['traffic', 'exchanges'] });
  void client.resetQueries({ queryKey: EXCHANGE_LISTS });
  for (const name of ['timeline', 'facets', 'chain', 'journal'])
    void client.invalidateQueries({ queryKey: ['traffic', name] });
}

/** Subscribes to every data event of the contract; the returned function unsubscribes. */
export function bridgeEvents(client: QueryClient): () => void {
  const refreshCounts = atMostEvery(SECOND_MS, () => {
    for (const name of ['timeline', 'facets', 'chain']) void client.invalidateQueries({ queryKey: ['traffic', name] });
    for (const name of ['incidents', 'access']) void client.invalidateQueries({ queryKey: ['doctor', name] });
  });
  const diagnoseAgain = atMostEvery(5 * SECOND_MS, () => {
    void client.invalidateQueries({ queryKey: ['doctor', 'failures'] });
  });
  // The access matrix depends on tokens, secrets and addresses, too.
  const judgeAnswersAgain = atMostEvery(SECOND_MS, () => {
    void client.invalidateQueries({ queryKey: ['doctor', 'access'] });
  });
  // The plan of quotes depends on the requests of the last seconds.
  const planQuotesAgain = atMostEvery(SECOND_MS, () => {
    void client.invalidateQueries({ queryKey: ['quotes', 'plan'] });
  });
  const stops = [
    listen('app', 'onPreferences', (payload) => putNewer(client, keyOf('app', 'preferences', null), payload)),
    listen('lock', 'onChanged', (payload) => putNewer(client, keyOf('lock', 'state', null), payload)),
    listen('network', 'onChanged', (payload) => putNewer(client, keyOf('network', 'state', null), payload)),
    listen('updates', 'onStatus', (payload) => putNewer(client, keyOf('updates', 'status', null), payload)),
    listen('app', 'onInfo', (payload) => client.setQueryData(keyOf('app', 'info', null), payload)),
    listen('connections', 'onChanged', (payload) => {
      putNewer(client, keyOf('connections', 'list', null), payload);
      leaveRemovedConnection(payload);
      judgeAnswersAgain();
    }),
    listen('tokens', 'onChanged', (payload) => {
      putNewer(client, keyOf('tokens', 'status', { connectionId: payload.connectionId }), payload);
      judgeAnswersAgain();
    }),
    listen('traffic', 'onRates', (payload) => {
      putNewer(client, keyOf('traffic', 'rates', { connectionId: payload.connectionId }), payload);
      planQuotesAgain();
    }),
    listen('traffic', 'onRecorded', () => {
      void client.invalidateQueries({ queryKey: ['traffic', 'exchanges'] });
      refreshCounts();
      diagnoseAgain();
    }),
    listen('traffic', 'onJournal', (payload) => putNewer(client, keyOf('traffic', 'journal', null), payload)),
    listen('traffic', 'onPending', (payload) =>
      putNewer(client, keyOf('traffic', 'pending', { connectionId: payload.connectionId }), payload),
    ),
    listen('traffic', 'onExport', (payload) => client.setQueryData(EXPORT_PROGRESS, payload)),
    listen('listings', 'onStatus', (payload) => {
      const isNew = putNewer(client, keyOf('listings', 'status', { connectionId: payload.connectionId }), payload);
      // The event may concern the connection of another window.
      if (isNew)
        for (const name of ['rows', 'facets'])
          void client.invalidateQueries({ queryKey: ['listings', name], predicate: isOf(payload.connectionId) });
    }),
    listen('availability', 'onSearches', (payload) =>
      putNewer(client, keyOf('availability', 'searches', { connectionId: payload.connectionId }), payload),
    ),
    listen('calendars', 'onStatus', (payload) => {
      if (!putNewer(client, keyOf('calendars', 'status', { connectionId: payload.connectionId }), payload)) return;
      for (const queryKey of [...OF_CALENDARS, ['matrix']])
        void client.invalidateQueries({ queryKey, predicate: isOf(payload.connectionId) });
      void client.invalidateQueries({ queryKey: ['quotes', 'board'], predicate: isOfTaken(payload.connectionId) });
    }),
    listen('quotes', 'onChanged', ({ connectionId }) => {
      // The list of guests counts their stays and quotes.
      for (const queryKey of [...OF_CALENDARS, ['quotes'], ['guests']])
        void client.invalidateQueries({ queryKey, predicate: isOf(connectionId) });
      // The preview of an offer shows the offer's quotes; a draft goes when its quotes do.
      for (const name of ['preview', 'drafts'])
        void client.invalidateQueries({ queryKey: ['offers', name], predicate: isOf(connectionId) });
    }),
    listen('guests', 'onChanged', ({ connectionId }) => {
      void client.invalidateQueries({ queryKey: ['guests'], predicate: isOf(connectionId) });
      // Rows of the board name guests.
      void client.invalidateQueries({ queryKey: ['quotes', 'board'], predicate: isOf(connectionId) });
    }),
    listen('booking', 'onNotes', (payload) =>
      putNewer(client, keyOf('booking', 'notes', { connectionId: payload.connectionId }), payload),
    ),
    listen('offers', 'onSent', ({ connectionId }) => {
      for (const name of ['sent', 'drafts'])
        void client.invalidateQueries({ queryKey: ['offers', name], predicate: isOf(connectionId) });
    }),
    listen('tasks', 'onChanged', (payload) => putTasks(client, payload)),
    listen('cases', 'onChanged', () => void client.invalidateQueries({ queryKey: ['cases'] })),
    listen('deletions', 'onChanged', ({ kind }) => {
      if (kind === 'traffic') void readTrafficAgain(client);
    }),
    listen('programs', 'onChanged', (payload) => putNewer(client, keyOf('programs', 'list', null), payload)),
    listen('team', 'onChanged', (payload) =>
      client.setQueryData(keyOf('team', 'state', { connectionId: payload.connectionId }), payload),
    ),
    listen('training', 'onState', (payload) => putNewer(client, keyOf('training', 'state', null), payload)),
    listen('sandbox', 'onState', (payload) => putNewer(client, keyOf('sandbox', 'state', null), payload)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Runs `work` at once and then at most once per `intervalMs`; a call during the interval runs `work` at the interval's end. */
function atMostEvery(intervalMs: number, work: () => void): () => void {
  let isPausing = false;
  let wanted = false;
  const run = () => {
    isPausing = true;
    wanted = false;
    work();
    setTimeout(() => {
      isPausing = false;
      if (wanted) run();
    }, intervalMs);
  };
  return () => {
    wanted = true;
    if (!isPausing) run();
  };
}
