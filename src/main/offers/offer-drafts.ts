/** Stores the drafts of offers, sealed on this computer, so that they survive a restart. */
import { z } from 'zod';
import { type OfferDraftHead, type OfferInput, OfferKind, OfferLanguage } from '../../shared/model/offer.ts';
import type { Clock, Random } from '../platform/ports.ts';
import { Turns } from '../platform/turns.ts';
import type { SealedRecords } from '../vault/sealed-records.ts';
import { idsFor, type Recipient } from './guests-and-offers.ts';

export const StoredDraft = z.object({
  kind: OfferKind.default('offer'),
  quoteIds: z.array(z.string()),
  language: OfferLanguage,
  guestName: z.string(),
  guestEmail: z.string(),
  opening: z.string(),
  closing: z.string(),
  next: z.string().default(''),
  amenities: z.array(z.string()).nullable(),
});
type StoredDraft = z.infer<typeof StoredDraft>;

/** The maximum number of drafts of one connection; the oldest are deleted. */
const MAX_DRAFTS = 50;
const MAX_BYTES = 5_000_000;

export interface OfferDraftsDeps {
  readonly records: SealedRecords<StoredDraft>;
  readonly clockOf: (connectionId: string) => Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'id'>;
}

/** Identifies the draft of an offer or confirmation. The order of the quotes does not matter. */
export type DraftRef = Pick<OfferInput, 'connectionId' | 'kind' | 'quoteIds'>;

const linkOf = ({ kind, quoteIds }: Pick<DraftRef, 'kind' | 'quoteIds'>): string =>
  `draft ${kind} ${quoteIds.toSorted().join(' ')}`;

export class OfferDrafts {
  readonly #deps: OfferDraftsDeps;
  /** Runs changes one at a time, because two changes of one draft at once would make two records. */
  readonly #turns = new Turns();

  constructor(deps: OfferDraftsDeps) {
    this.#deps = deps;
  }

  /** The draft of the offer of these quotes; `null` when there is none. */
  async find(of: DraftRef): Promise<OfferInput | null> {
    const { connectionId, quoteIds } = of;
    const [found] = await this.#deps.records.list(connectionId, linkOf(of));
    return found ? { connectionId, ...found.value, quoteIds } : null;
  }

  /** The drafts of a connection, the newest first. */
  async list(connectionId: string): Promise<OfferDraftHead[]> {
    const drafts = await this.#deps.records.list(connectionId);
    return drafts
      .map(({ at, value: { kind, quoteIds, guestName } }) => ({ kind, quoteIds, guestName, at }))
      .slice(0, MAX_DRAFTS);
  }

  keep({ connectionId, ...value }: OfferInput): Promise<void> {
    return this.#turns.run(async () => {
      const { records, clockOf, random } = this.#deps;
      const link = linkOf(value);
      const [known] = await records.list(connectionId, link);
      const id = known?.id ?? random.id();
      const at = clockOf(connectionId).now();
      await records.put({ id, connectionId, at, links: [link, ...value.quoteIds], value });
      await records.trim(connectionId, MAX_DRAFTS, MAX_BYTES);
    });
  }

  /** Deletes the draft of these quotes, because the offer was sent or a person discards it. */
  discard(of: DraftRef): Promise<void> {
    return this.#turns.run(async () => {
      const { records } = this.#deps;
      await records.remove((await records.list(of.connectionId, linkOf(of))).map(({ id }) => id));
    });
  }

  /** The ids of the drafts for a guest. */
  draftsFor(connectionId: string, recipient: Recipient): Promise<string[]> {
    return idsFor(this.#deps.records, connectionId, recipient);
  }

  /** Hides drafts while their deletion can be undone. */
  hide(ids: readonly string[]): void {
    this.#deps.records.hide(ids);
  }

  show(ids: readonly string[]): void {
    this.#deps.records.show(ids);
  }

  removeAll(connectionId: string): Promise<void> {
    return this.#deps.records.removeAll(connectionId);
  }

  countLost(): Promise<number> {
    return this.#deps.records.countLost();
  }

  deleteLost(): Promise<void> {
    return this.#deps.records.deleteLost();
  }
}
