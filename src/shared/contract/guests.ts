/** The guest records on this computer. None of this is sent to the service. */
import { z } from 'zod';
import { MAX_CHARACTERS, MAX_ENTRIES } from '../model/bounds.ts';
import { PendingDeletion } from '../model/deletion.ts';
import { GuestProfile, GuestRecord, GuestRows, GuestSort } from '../model/guest.ts';
import { Id } from '../model/primitives.ts';
import { Guest } from '../model/quote.ts';
import { TableFormat } from '../model/table-format.ts';
import { WrittenFile } from '../model/traffic.ts';
import { event, mutation, Nothing, query } from './define.ts';

const OfConnection = z.strictObject({ connectionId: Id });
const Search = OfConnection.extend({ search: z.string().max(MAX_CHARACTERS.phrase) });
const Chosen = OfConnection.extend({ ids: z.array(Id).min(1).max(MAX_ENTRIES.chosen) });
const QuoteId = z.string().min(1).max(MAX_CHARACTERS.name);

export const guests = {
  /** The guest records that best match the typed text by any word of name, mail address or phone; only a few. */
  suggest: query(Search, z.array(GuestRecord)),
  list: query(
    Search.extend({
      /** Without it, the newest come first. */
      sort: GuestSort.optional(),
      offset: z.number().int().min(0).max(1_000_000),
      limit: z.number().int().min(1).max(200),
    }),
    GuestRows,
  ),
  get: query(OfConnection.extend({ id: Id }), GuestRecord),
  /** The guest record that was last stored with this quote; null when there is none. */
  ofQuote: query(OfConnection.extend({ quoteId: QuoteId }), GuestRecord.nullable()),
  /** Stores a guest with these quotes. It updates the guest record with the same mail address or, for a guest without one, with the same name. */
  remember: mutation(
    OfConnection.extend({ guest: Guest, quoteIds: z.array(QuoteId).max(MAX_ENTRIES.few) }),
    GuestRecord,
  ),
  /** One guest with everything on this computer that concerns them: stays, quotes, their notes, and the offers made for them. */
  profile: query(OfConnection.extend({ id: Id }), GuestProfile),
  /** Joins the guest `fromId` into `intoId`, and deletes the record of `fromId`. */
  merge: mutation(OfConnection.extend({ intoId: Id, fromId: Id }), GuestRecord),
  /** Counts the stored offers that were sent to a guest. */
  sentOffers: query(OfConnection.extend({ id: Id }), z.strictObject({ count: z.number().int().min(0) })),
  /** Deletes guest records from this computer; with `withOffers` also the offers sent to these guests. */
  remove: mutation(Chosen.extend({ withOffers: z.boolean() }), PendingDeletion),
  /** Writes the guest records to a workbook or a CSV file that the person chooses; `null` when the person cancels. */
  exportTable: mutation(OfConnection.extend({ format: TableFormat }), WrittenFile.nullable()),
  /** Counts the guests, sent offers, drafts and notes on properties of all connections that cannot be read because their key is lost. They stay on the disk unchanged. */
  lost: query(Nothing, z.strictObject({ records: z.number().int().min(0) })),
  deleteLost: mutation(Nothing, Nothing),
  onChanged: event(z.strictObject({ connectionId: Id })),
};
