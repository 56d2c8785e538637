/** Finds the setbacks of one operation with one credential since it last worked. */
import type { ExchangeSummary, OutcomeClass } from '../../../shared/model/traffic.ts';
import { type ExchangeStore, SUMMARY, summaryOfRow } from '../store/store.ts';

/** The outcomes that an outage consists of. */
export const SETBACKS: OutcomeClass[] = ['unauthorized', 'forbidden', 'tooMany'];

/** `lastOk`: the success before the setbacks; `settledBy`: the success after them. */
export interface Outage {
  readonly lastOk: ExchangeSummary | null;
  readonly first: ExchangeSummary;
  readonly settledBy: ExchangeSummary | null;
}

/** The outage whose last setback is given. */
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
