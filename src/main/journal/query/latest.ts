/** Finds the newest answers of a connection: for each credential, operation and status, the exchange that was recorded last. */
import type { ExchangeSummary } from '../../../shared/model/traffic.ts';
import type { Segment } from '../file/segment.ts';
import type { ExchangeStore } from '../store/store.ts';

/** The largest number of groups. They have no natural limit, because credentials may be removed and a server may send any status. */
const MAX_LATEST = 2_000;

/** The newest change of the service's answer between `after` and `by`: from 2xx to 403 (`refused`), or back (`accepted`). */
export interface Turn {
  readonly credentialId: string;
  readonly operation: string;
  readonly to: 'refused' | 'accepted';
  readonly after: number;
  readonly by: number;
}

export interface LatestAnswers {
  /** The newest exchange of each group, newest first. Requests without a credential, such as pictures, are left out. */
  readonly exchanges: readonly ExchangeSummary[];
  readonly turns: readonly Turn[];
}

/** The key of a group of exchanges. */
const keyOf = ({ credentialId, operation, status }: ExchangeSummary): string =>
  JSON.stringify([credentialId, operation, status]);

/** The newest exchange of each group in one segment, up to a sequence number. */
interface SegmentScan {
  readonly upTo: number;
  readonly latest: ReadonlyMap<string, ExchangeSummary>;
}

/** The scans by segment. Segments grow at their end and lose rows at their front, so each row needs to be read only once. */
const scans = new WeakMap<Segment, SegmentScan>();

function scanSegment(store: ExchangeStore, segment: Segment): ReadonlyMap<string, ExchangeSummary> {
  const known = scans.get(segment) ?? { upTo: segment.firstSeq - 1, latest: new Map() };
  if (known.upTo >= segment.lastSeq) return known.latest;
  // SQLite takes the bare columns from the row that has the maximum.
  const rows = store.catalog
    .prepared(
      `SELECT x.*, max(x.seq) FROM exchanges x INDEXED BY exchanges_by_era
       WHERE x.era = ? AND x.seq > ? AND x.credential IS NOT NULL GROUP BY x.credential, x.operation, x.status LIMIT ?`,
    )
    .all(segment.id, known.upTo, MAX_LATEST);
  const latest = new Map(known.latest);
  for (const row of rows) {
    const summary = store.summaryOf(row, segment);
    latest.set(keyOf(summary), summary);
  }
  scans.set(segment, { upTo: segment.lastSeq, latest });
  return latest;
}

export function findLatest(store: ExchangeStore, connectionId: string): LatestAnswers {
  const latest = new Map<string, ExchangeSummary>();
  // Segments come newest first.
  for (const segment of store.catalog.visibleOf(connectionId))
    for (const [key, summary] of scanSegment(store, segment))
      if (summary.seq >= segment.firstSeq && !latest.has(key) && latest.size < MAX_LATEST) latest.set(key, summary);
  const exchanges = newestFirst([...latest.values()]);
  return { exchanges, turns: turnsIn(exchanges, (before, after) => firstAfter(store, connectionId, before, after)) };
}

/** Joins the answers of two stores, the newer store first. A change between the stores lies before the newer store's newest answer. */
export function joinLatest(newer: LatestAnswers, older: LatestAnswers): LatestAnswers {
  const latest = new Map<string, ExchangeSummary>();
  for (const exchange of newestFirst([...newer.exchanges, ...older.exchanges])) {
    const key = keyOf(exchange);
    if (!latest.has(key)) latest.set(key, exchange);
  }
  const exchanges = [...latest.values()].slice(0, MAX_LATEST);
  const known = [...newer.turns, ...older.turns];
  const turns = turnsIn(exchanges, (before, after) => {
    const turn = known.find(
      (one) =>
        one.after === before.sentAt && one.credentialId === after.credentialId && one.operation === after.operation,
    );
    return turn?.by ?? after.sentAt;
  });
  return { exchanges, turns };
}

const newestFirst = (exchanges: readonly ExchangeSummary[]): ExchangeSummary[] =>
  exchanges.toSorted((one, two) => two.seq - one.seq);

/** Finds the changes. `byOf`: when the first exchange like `after` was sent after `before`. */
function turnsIn(
  exchanges: readonly ExchangeSummary[],
  byOf: (before: ExchangeSummary, after: ExchangeSummary) => number,
): Turn[] {
  const groups = Map.groupBy(exchanges, ({ credentialId, operation }) => JSON.stringify([credentialId, operation]));
  return [...groups.values()].flatMap((group) => {
    const accepted = group.find(({ status }) => status !== null && status >= 200 && status < 300);
    const forbidden = group.find(({ status }) => status === 403);
    if (!accepted?.credentialId || !forbidden) return [];
    const [before, after] = accepted.seq < forbidden.seq ? [accepted, forbidden] : [forbidden, accepted];
    const { credentialId, operation } = accepted;
    const to = after === forbidden ? 'refused' : 'accepted';
    return [{ credentialId, operation, to, after: before.sentAt, by: byOf(before, after) }];
  });
}

function firstAfter(
  store: ExchangeStore,
  connectionId: string,
  before: ExchangeSummary,
  { credentialId, operation, status, sentAt }: ExchangeSummary,
): number {
  const { catalog } = store;
  for (const segment of catalog.visibleOf(connectionId).reverse()) {
    const names = catalog.namesOf(segment);
    const [credential, named] = [names.find('credential', credentialId ?? ''), names.find('operation', operation)];
    if (segment.lastSeq <= before.seq || credential === null || named === null) continue;
    const row = catalog
      .prepared(
        `SELECT sent_at FROM exchanges INDEXED BY exchanges_by_era
         WHERE era = ? AND seq > ? AND credential = ? AND operation = ? AND status BETWEEN ? AND ? ORDER BY seq LIMIT 1`,
      )
      .get(segment.id, before.seq, credential, named, ...(status === 403 ? [403, 403] : [200, 299]));
    if (row) return Number(row.sent_at);
  }
  return sentAt;
}
