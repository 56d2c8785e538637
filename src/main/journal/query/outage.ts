/** Finds the setbacks of one operation with one credential since it last worked. */
import type { ExchangeSummary, OutcomeClass } from '../../../shared/model/traffic.ts';
import { type ExchangeStore, SUMMARY, summaryOfRow } from '../store/store.ts';

/** The outcomes of which an outage consists: 401, 403 and 429. */
export const SETBACKS: OutcomeClass[] = ['unauthorized', 'forbidden', 'tooMany'];

/** An outage of one operation. `lastOk`: the last success before it; `first`: its first setback; `settledBy`: the success that ended it. Null without one. */
export interface Outage {
  readonly lastOk: ExchangeSummary | null;
  readonly first: ExchangeSummary;
  readonly settledBy: ExchangeSummary | null;
}

/** Finds the outage that ends with the given setback. */
export function findOutage(store: ExchangeStore, last: ExchangeSummary): Outage {
  const { connectionId, credentialId, operation } = last;
  const nearest = (
    outcomes: readonly OutcomeClass[],
    side: 'before' | 'after',
    other: { sentAt: number; seq: number },
  ) => {
    const [comparison, order] = side === 'before' ? ['<', 'DESC'] : ['>', 'ASC'];
    const row = store
      .prepared(
        `SELECT ${SUMMARY} FROM exchanges INDEXED BY exchanges_by_time
         WHERE connectionId = ? AND credentialId IS ? AND operation = ? AND outcome IN (SELECT value FROM json_each(?))
           AND seq > ? AND (sentAt, seq) ${comparison} (?, ?) ORDER BY sentAt ${order}, seq ${order} LIMIT 1`,
      )
      .get(
        ...[connectionId, credentialId, operation, JSON.stringify(outcomes)],
        ...[store.clearedUpTo(connectionId), other.sentAt, other.seq],
      );
    return row ? summaryOfRow(row) : null;
  };
  const lastOk = nearest(['ok'], 'before', last);
  const first = nearest(SETBACKS, 'after', lastOk ?? { sentAt: Number.MIN_SAFE_INTEGER, seq: 0 });
  return { lastOk, first: first ?? last, settledBy: nearest(['ok'], 'after', last) };
}
