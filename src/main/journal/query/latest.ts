/** Finds the newest answers of a connection: for each credential, operation and status, the exchange that was recorded last. */
import type { ExchangeSummary } from '../../../shared/model/traffic.ts';
import { type ExchangeStore, SUMMARY, summaryOfRow } from '../store/store.ts';

/** The maximum number of exchanges from `findLatest`. There is no natural limit: credentials may be removed, and a server may send any status. */
const MAX_LATEST = 2_000;

/** A change of the service's answers from 2xx to 403 (`refused`) or back (`accepted`), which happened between `after` and `by` (epoch ms). */
export interface Turn {
  readonly credentialId: string;
  readonly operation: string;
  readonly to: 'refused' | 'accepted';
  readonly after: number;
  readonly by: number;
}

export interface LatestAnswers {
  /** The newest exchange for each credential, operation and status, newest first. Exchanges without a credential, such as pictures, are left out. */
  readonly exchanges: readonly ExchangeSummary[];
  readonly turns: readonly Turn[];
}

export function findLatest(store: ExchangeStore, connectionId: string): LatestAnswers {
  const exchanges = store
    .prepared(
      `SELECT ${SUMMARY} FROM exchanges WHERE seq IN (
         SELECT max(seq) FROM exchanges INDEXED BY exchanges_by_answer
         WHERE connectionId = ? AND credentialId IS NOT NULL AND seq > ? GROUP BY credentialId, operation, status
       ) ORDER BY seq DESC LIMIT ?`,
    )
    .all(connectionId, store.clearedUpTo(connectionId), MAX_LATEST)
    .map(summaryOfRow);
  return { exchanges, turns: turnsIn(store, exchanges) };
}

function turnsIn(store: ExchangeStore, exchanges: readonly ExchangeSummary[]): Turn[] {
  const groups = Map.groupBy(exchanges, ({ credentialId, operation }) => JSON.stringify([credentialId, operation]));
  return [...groups.values()].flatMap((group) => {
    const accepted = group.find(({ status }) => status !== null && status >= 200 && status < 300);
    const forbidden = group.find(({ status }) => status === 403);
    if (!accepted?.credentialId || !forbidden) return [];
    const [before, after] = accepted.seq < forbidden.seq ? [accepted, forbidden] : [forbidden, accepted];
    const { credentialId, operation } = accepted;
    const to = after === forbidden ? 'refused' : 'accepted';
    return [{ credentialId, operation, to, after: before.sentAt, by: firstAfter(store, before, after).sentAt }];
  });
}

/** The first exchange after `before` that was answered like `after`. */
function firstAfter(store: ExchangeStore, before: ExchangeSummary, after: ExchangeSummary): ExchangeSummary {
  const { connectionId, credentialId, operation, status } = after;
  const row = store
    .prepared(
      `SELECT ${SUMMARY} FROM exchanges WHERE seq = (
         SELECT min(seq) FROM exchanges INDEXED BY exchanges_by_answer
         WHERE connectionId = ? AND credentialId = ? AND operation = ? AND status BETWEEN ? AND ? AND seq > ?
       )`,
    )
    .get(connectionId, credentialId, operation, ...(status === 403 ? [403, 403] : [200, 299]), before.seq);
  return row ? summaryOfRow(row) : after;
}
