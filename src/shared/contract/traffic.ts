/** Exchanges and rate windows. */
import { z } from 'zod';
import { Id } from '../model/primitives.ts';
import { Exchange, ExchangePage, ExchangeSummary, RatesSnapshot } from '../model/traffic.ts';
import { event, mutation, Nothing, query } from './define.ts';

export const traffic = {
  rates: query(z.strictObject({ connectionId: Id }), RatesSnapshot),
  /** The newest exchanges of a connection, newest first, at most `limit`. */
  exchanges: query(
    z.strictObject({
      connectionId: Id,
      search: z.string().max(500),
      outcome: z.enum(['all', 'ok', 'failed', 'refused']),
      limit: z.number().int().min(1).max(5_000),
    }),
    ExchangePage,
  ),
  exchange: query(z.strictObject({ id: Id }), Exchange),
  clear: mutation(z.strictObject({ connectionId: Id }), Nothing),
  onRates: event(RatesSnapshot),
  /** Newly recorded exchanges, oldest first; `revision` is that of the journal after them. */
  onRecorded: event(z.strictObject({ revision: z.number().int(), exchanges: z.array(ExchangeSummary) })),
};
