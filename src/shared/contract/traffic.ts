/** The journal's exchanges, pending requests, and rate-limit windows. */
import { z } from 'zod';
import { InstantInput, MAX_CHARACTERS, MAX_ENTRIES } from '../model/bounds.ts';
import { PendingDeletion } from '../model/deletion.ts';
import { PendingSnapshot } from '../model/pending.ts';
import { Id } from '../model/primitives.ts';
import { RatesSnapshot } from '../model/rates.ts';
import {
  Exchange,
  ExchangeFacets,
  ExchangeFilter,
  ExchangePage,
  ExchangeSummary,
  JournalState,
  Timeline,
  WrittenFile,
} from '../model/traffic.ts';
import { event, mutation, Nothing, query } from './define.ts';

export const traffic = {
  rates: query(z.strictObject({ connectionId: Id }), RatesSnapshot),
  /** The matching exchanges, newest first, at most `limit`; `before` is the `next` of the previous page. */
  exchanges: query(
    z.strictObject({
      filter: ExchangeFilter,
      before: z.number().int().nullable(),
      limit: z.number().int().min(1).max(1_000),
    }),
    ExchangePage,
  ),
  facets: query(z.strictObject({ connectionId: Id }), ExchangeFacets),
  /** Counts the matching exchanges in `buckets` time spans of `bucketMs` each. The last time span ends at `until`. */
  timeline: query(
    z.strictObject({
      filter: ExchangeFilter,
      until: InstantInput,
      bucketMs: z.number().int().min(100).max(86_400_000),
      buckets: z.number().int().min(1).max(240),
    }),
    Timeline,
  ),
  exchange: query(z.strictObject({ id: Id }), Exchange),
  /** The attempts of one request, in their order. */
  chain: query(z.strictObject({ chainId: Id }), z.array(ExchangeSummary)),
  /** Deletes the exchanges of a connection. Null when the deletion cannot be undone. */
  clear: mutation(z.strictObject({ connectionId: Id }), PendingDeletion.nullable()),
  /** Sends a recorded request again as a new one. Fails when repeating it could do harm, or when the journal does not have all of it. */
  replay: mutation(z.strictObject({ id: Id }), z.strictObject({ exchangeId: Id })),
  /** Sends a recorded GET again to its path, with these query parameters and added headers. Fails as `replay` does. */
  resend: mutation(
    z.strictObject({
      id: Id,
      query: z
        .array(z.tuple([z.string().min(1).max(MAX_CHARACTERS.name), z.string().max(MAX_CHARACTERS.line)]))
        .max(MAX_ENTRIES.fields),
      headers: z
        .array(z.tuple([z.string().min(1).max(MAX_CHARACTERS.name), z.string().max(MAX_CHARACTERS.text)]))
        .max(MAX_ENTRIES.fields),
    }),
    z.strictObject({ exchangeId: Id }),
  ),
  /** Asks for a path and writes the exchanges as HAR 1.2, redacted. Null when the person cancels the dialog. Only one export runs at a time. */
  exportHar: mutation(
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('chosen'), connectionId: Id, ids: z.array(Id).min(1).max(MAX_ENTRIES.rows) }),
      z.strictObject({ kind: z.literal('filtered'), filter: ExchangeFilter }),
    ]),
    WrittenFile.nullable(),
  ),
  cancelExport: mutation(Nothing, Nothing),
  journal: query(Nothing, JournalState),
  pending: query(z.strictObject({ connectionId: Id }), PendingSnapshot),
  /** Cancels pending requests. A write that was already sent runs to its end. */
  cancelPending: mutation(
    z.strictObject({ connectionId: Id, ids: z.array(Id).min(1).max(MAX_ENTRIES.chosen) }),
    Nothing,
  ),
  /** Lets a request to a host pass at once: an open circuit becomes half-open, and pauses that the service asked for end. */
  tryHost: mutation(z.strictObject({ connectionId: Id, host: z.string().max(MAX_CHARACTERS.phrase) }), Nothing),
  onRates: event(RatesSnapshot),
  /** Publishes newly recorded exchanges, oldest first. `revision` is the journal's revision after them. */
  onRecorded: event(z.strictObject({ revision: z.number().int(), exchanges: z.array(ExchangeSummary) })),
  onJournal: event(JournalState),
  onPending: event(PendingSnapshot),
  onExport: event(
    z.strictObject({ written: z.number().int(), total: z.number().int(), estimateMs: z.number().nullable() }),
  ),
};
