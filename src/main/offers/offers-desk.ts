/** The offers desk: previews an offer, copies it, writes it as PDF or mail, and keeps offers as they were made. */
import { readFile, stat } from 'node:fs/promises';
import { AppError, invalidInput, isAppError } from '../../shared/app-error.ts';
import type { ErrorData } from '../../shared/errors.ts';
import {
  type AsWritten,
  MAX_SENT_HEADS,
  type OfferAsSent,
  type OfferDocument,
  type OfferDraftHead,
  type OfferInput,
  type OfferLeft,
  type OfferPreview,
  type OfferProblem,
  type OfferSender,
  type OfferWay,
  type SentOfferHead,
  type SentOffers,
} from '../../shared/model/offer.ts';
import type { Guest, Quote } from '../../shared/model/quote.ts';
import type { MadeOffer } from '../../shared/model/quote-board.ts';
import type { WrittenFile } from '../../shared/model/traffic.ts';
import { isUnsettled } from '../../shared/quote/quote-state.ts';
import type { LoadedPicture } from '../desk/pictures/picture-cache.ts';
import { rasterType } from '../desk/pictures/raster-picture.ts';
import type { CopiedTable } from '../platform/csv/clipboard-table.ts';
import { Emitter } from '../platform/emitter.ts';
import { writeFile } from '../platform/part-file.ts';
import type { Clock, Log, Random, Subscribable } from '../platform/ports.ts';
import type { Deletions } from '../store/deletions.ts';
import type { SealedRecords } from '../vault/sealed-records.ts';
import { idsFor, type Recipient } from './guests-and-offers.ts';
import {
  confirmationProblem,
  type ListingFacts,
  type OfferedQuote,
  offerAmenities,
  offerDocument,
  problemOf,
} from './offer-document.ts';
import type { DraftRef, OfferDrafts } from './offer-drafts.ts';
import { mailHtml, printHtml } from './offer-html.ts';
import { mailOf } from './offer-mail.ts';
import { textOf } from './offer-text.ts';
import type { PropertyNotes } from './property-notes.ts';
import type { SenderStore } from './sender-store.ts';

/** The maximum size of a picture in an offer, in bytes; larger pictures are left out. */
const MAX_PICTURE_BYTES = 1_500_000;
const MAX_LOGO_BYTES = 300_000;
/** The limits of the sent offers of a connection: their number, and their size with pictures; the oldest are deleted. */
const MAX_SENT = 500;
const MAX_SENT_BYTES = 200_000_000;

export interface KeptOffer {
  readonly by: OfferWay;
  readonly guestName: string;
  /** The guest's mail address; empty if none was given, or if an earlier version kept the offer. */
  readonly guestEmail: string;
  readonly document: OfferDocument;
}

export interface OffersDeps {
  readonly quoteOf: (connectionId: string, quoteId: string) => Quote | null;
  /** Whether a quote is stored. A quote that is hidden until its deletion is final counts as stored. */
  readonly isStored: (connectionId: string, quoteId: string) => boolean;
  readonly listingOf: (connectionId: string, listingId: string) => ListingFacts;
  readonly pictures: { load(id: string): Promise<LoadedPicture | null> };
  readonly sender: SenderStore;
  readonly drafts: OfferDrafts;
  readonly propertyNotes: Pick<PropertyNotes, 'find' | 'removeAll' | 'countLost' | 'deleteLost'>;
  readonly records: SealedRecords<KeptOffer>;
  /** The offers that the quote's annotation names. */
  readonly marksOf: (connectionId: string, quoteId: string) => readonly MadeOffer[];
  /** Adds a sent offer to the quote's annotation. */
  readonly noteOffer: (connectionId: string, quoteId: string, sent: MadeOffer) => void;
  readonly guests: { used(connectionId: string, quoteIds: readonly string[], guest: Guest): void };
  readonly clockOf: (connectionId: string) => Clock;
  readonly random: Pick<Random, 'id'>;
  readonly deletions: Pick<Deletions, 'register'>;
  readonly log: Log;
  readonly zone: () => string;
  /** Tests set smaller limits. */
  readonly limits?: { readonly count: number; readonly bytes: number };
}

export class OffersDesk {
  readonly #deps: OffersDeps;
  readonly #sent = new Emitter<{ connectionId: string }>();

  constructor(deps: OffersDeps) {
    this.#deps = deps;
    const changed = (connectionId: string | null) => this.#sent.emit({ connectionId: connectionId ?? '' });
    deps.deletions.register('offers', {
      hide({ connectionId, ids }) {
        for (const room of [deps.records, deps.drafts]) room.hide(ids);
        changed(connectionId);
      },
      show({ connectionId, ids }) {
        for (const room of [deps.records, deps.drafts]) room.show(ids);
        changed(connectionId);
      },
      async delete({ connectionId, ids }) {
        await deps.records.remove(ids);
        deps.drafts.show(ids);
        changed(connectionId);
      },
    });
  }

  get sentChanged(): Subscribable<{ connectionId: string }> {
    return this.#sent;
  }

  async preview(input: OfferInput): Promise<OfferPreview> {
    const { quoteOf, listingOf, propertyNotes, sender, zone } = this.#deps;
    const { connectionId, kind, language } = input;
    const problems: OfferPreview['problems'] = [];
    const quotes: OfferedQuote[] = [];
    for (const quoteId of new Set(input.quoteIds)) {
      const quote = quoteOf(connectionId, quoteId);
      const reason = this.#problemOf(connectionId, kind, quote);
      if (quote && reason === null) {
        const { listingId } = quote;
        const note = await propertyNotes.find({ connectionId, listingId, language });
        quotes.push({ quote, listing: listingOf(connectionId, listingId), note });
      } else problems.push({ quoteId, title: quote?.listingTitle ?? quoteId, reason: reason ?? 'missing' });
    }
    const written = new Map<string, AsWritten>();
    const onWritten = (text: AsWritten) => written.set(`${text.kind} ${text.text}`, text);
    const parts = { quotes, input, sender: sender.get(), zone: zone(), onWritten };
    return {
      document: quotes.length === 0 ? null : offerDocument(parts),
      problems,
      asWritten: [...written.values()],
      amenities: offerAmenities(parts),
    };
  }

  /** Stores a draft of an offer, unless all its quotes are gone. */
  async keepDraft(draft: OfferInput): Promise<void> {
    const { drafts, quoteOf } = this.#deps;
    if (draft.quoteIds.every((quoteId) => quoteOf(draft.connectionId, quoteId) === null)) return;
    await drafts.keep(draft);
    this.#sent.emit({ connectionId: draft.connectionId });
  }

  /** Returns the drafts that can be sent, newest first. Deletes the drafts that can never be sent again. */
  async begun(connectionId: string): Promise<OfferDraftHead[]> {
    const { drafts, quoteOf, isStored, clockOf } = this.#deps;
    const now = clockOf(connectionId).now();
    const found: OfferDraftHead[] = [];
    for (const draft of await drafts.list(connectionId)) {
      const { kind, quoteIds } = draft;
      const quotes = quoteIds.map((quoteId) => ({ quoteId, quote: quoteOf(connectionId, quoteId) }));
      if (quotes.some(({ quote }) => this.#problemOf(connectionId, kind, quote) === null)) found.push(draft);
      else if (
        quotes.every(({ quoteId, quote }) => (quote === null ? !isStored(connectionId, quoteId) : isOver(quote, now)))
      )
        await drafts.discard({ connectionId, kind, quoteIds });
    }
    return found;
  }

  async discardDraft(of: DraftRef): Promise<void> {
    await this.#deps.drafts.discard(of);
    this.#sent.emit({ connectionId: of.connectionId });
  }

  /** Makes the offer as text and HTML for `copy`, which puts it on the clipboard. Throws `invalidInput` when a quote cannot be offered. */
  async copyMail(input: OfferInput, copy: (content: CopiedTable) => Promise<void>): Promise<OfferLeft> {
    const document = await this.#whole(input);
    await copy({ text: textOf(document), html: `<meta charset="utf-8">${mailHtml(document)}` });
    return { file: null, notKept: await this.#keep(input, 'mail', document) };
  }

  async savePdf(input: OfferInput, path: string, print: (html: string) => Promise<Uint8Array>): Promise<OfferLeft> {
    const document = await this.#whole(input);
    const file = await write(path, await print(printHtml(document)));
    return { file, notKept: await this.#keep(input, 'pdf', document) };
  }

  async saveMail(input: OfferInput, path: string): Promise<OfferLeft> {
    const document = await this.#whole(input);
    const to = { name: input.guestName, address: input.guestEmail.trim() };
    const date = this.#deps.clockOf(input.connectionId).now();
    const file = await write(path, await mailOf({ offer: document, to, date }));
    return { file, notKept: await this.#keep(input, 'eml', document) };
  }

  /** Lists the sent offers with a quote, the newest first, without their documents. */
  async sent(connectionId: string, quoteId: string): Promise<SentOffers> {
    const { records, marksOf } = this.#deps;
    const wanted = { connectionId, link: quoteId, max: MAX_SENT_HEADS };
    const offers = await records.pick(wanted, ({ id, at, value: { by, guestName, document } }) => ({
      ...{ id, at, by, guestName },
      ...{ kind: document.kind, language: document.language },
    }));
    const { count, linked, bytes } = await records.usage(connectionId, quoteId);
    const limits = this.#limits;
    return {
      offers,
      more: Math.max(0, linked - offers.length),
      gone: Math.max(0, marksOf(connectionId, quoteId).length - linked),
      room: { count, maxCount: limits.count, bytes, maxBytes: limits.bytes },
    };
  }

  /** Reads an offer as it was made. Throws AppError `notFound`. */
  async sentDocument(connectionId: string, id: string): Promise<OfferAsSent> {
    const found = await this.#deps.records.find(connectionId, id);
    if (!found) throw new AppError('notFound', { what: 'This offer' });
    const { by, guestName, document } = found.value;
    return { id, at: found.at, by, guestName, document };
  }

  /** The ids of the offers sent to a guest. */
  sentTo(connectionId: string, recipient: Recipient): Promise<string[]> {
    return idsFor(this.#deps.records, connectionId, recipient);
  }

  /** The offers sent to a guest, without their documents; each names one of its quotes. */
  async headsTo(
    connectionId: string,
    { quoteIds, isOf }: Recipient,
  ): Promise<(SentOfferHead & { readonly quoteId: string })[]> {
    const found = new Map<string, SentOfferHead & { readonly quoteId: string }>();
    for (const quoteId of quoteIds) {
      const wanted = { connectionId, link: quoteId, max: MAX_SENT_HEADS };
      await this.#deps.records.pick(wanted, ({ id, at, value: { by, guestName, guestEmail, document } }) => {
        if (isOf(quoteId, { name: guestName, email: guestEmail }))
          found.set(id, { id, at, by, guestName, kind: document.kind, language: document.language, quoteId });
      });
    }
    return [...found.values()];
  }

  draftsFor(connectionId: string, recipient: Recipient): Promise<string[]> {
    return this.#deps.drafts.draftsFor(connectionId, recipient);
  }

  /** Counts the sent offers, drafts and notes on properties that cannot be read because the data key is lost. */
  async countLost(): Promise<number> {
    let count = 0;
    for (const room of this.#rooms) count += await room.countLost();
    return count;
  }

  async deleteLost(): Promise<void> {
    for (const room of this.#rooms) await room.deleteLost();
  }

  sender(): OfferSender {
    return this.#deps.sender.get();
  }

  setSender(changes: Pick<OfferSender, 'name' | 'closing'>): Promise<OfferSender> {
    return this.#deps.sender.set(changes);
  }

  /** Stores a file as the logo. Throws `invalidInput` for a file that is no picture or too large. */
  async setLogo(path: string): Promise<OfferSender> {
    const { size } = await stat(path);
    const data = size > MAX_LOGO_BYTES ? null : await readFile(path);
    const type = data && rasterType(data);
    if (!data || !type)
      throw invalidInput('logo', 'A logo is a PNG, JPEG, GIF, WebP or AVIF picture of at most 300 kB.');
    return this.#deps.sender.set({ logo: dataAddress({ type, data }) });
  }

  removeLogo(): Promise<OfferSender> {
    return this.#deps.sender.set({ logo: null });
  }

  /** Deletes the sent offers, drafts and notes on properties of a connection. */
  async removeAll(connectionId: string): Promise<void> {
    for (const room of this.#rooms) await room.removeAll(connectionId);
  }

  get #rooms() {
    const { records, drafts, propertyNotes } = this.#deps;
    return [records, drafts, propertyNotes];
  }

  #problemOf(connectionId: string, kind: OfferInput['kind'], quote: Quote | null): OfferProblem['reason'] | null {
    if (quote === null) return 'missing';
    return kind === 'offer' ? problemOf(quote, this.#deps.clockOf(connectionId).now()) : confirmationProblem(quote);
  }

  get #limits(): { readonly count: number; readonly bytes: number } {
    return this.#deps.limits ?? { count: MAX_SENT, bytes: MAX_SENT_BYTES };
  }

  /** Makes the document with its pictures as data URLs. Throws `invalidInput` when a quote cannot be offered. */
  async #whole(input: OfferInput): Promise<OfferDocument> {
    const { document, problems } = await this.preview(input);
    if (document === null || problems.length > 0)
      throw invalidInput('quoteIds', 'A quote in this offer can no longer be offered.');
    const places = await Promise.all(
      document.places.map(async (place) => ({ ...place, picture: await this.#pictureData(place.picture) })),
    );
    return { ...document, places };
  }

  async #pictureData(src: string | null): Promise<string | null> {
    const id = src?.match(/^\/pictures\/([\w-]+)$/)?.[1];
    const picture = id === undefined ? null : await this.#deps.pictures.load(id);
    return picture === null || picture.data.byteLength > MAX_PICTURE_BYTES ? null : dataAddress(picture);
  }

  /** Keeps a sent offer. Returns the error if that fails, else `null`; the offer was sent in either case. */
  async #keep(input: OfferInput, by: OfferWay, document: OfferDocument): Promise<ErrorData | null> {
    const { records, random, clockOf, guests, log, noteOffer, quoteOf } = this.#deps;
    const { connectionId, quoteIds, guestName, guestEmail } = input;
    const at = clockOf(connectionId).now();
    // Without its quotes (their connection was removed), nothing about the guest is kept.
    if (quoteIds.every((quoteId) => quoteOf(connectionId, quoteId) === null)) return null;
    const offerId = random.id();
    const value = { by, guestName, guestEmail, document };
    guests.used(connectionId, quoteIds, guestNamed(guestName, guestEmail));
    const failures: ErrorData[] = [];
    const step = async (what: string, work: () => unknown) => {
      try {
        await work();
      } catch (error) {
        log.warn(`${what} failed`, { error: String(error) });
        failures.push(isAppError(error) ? error.data : NOT_WRITTEN);
      }
    };
    // First, because the quotes were sent even if the offer cannot be kept.
    for (const quoteId of new Set(quoteIds))
      await step('marking a quote as sent', () => noteOffer(connectionId, quoteId, { offerId, at, by }));
    await step('keeping a sent offer', () => records.put({ id: offerId, connectionId, at, links: quoteIds, value }));
    const notKept = failures.at(-1) ?? null;
    if (notKept === null) await step('deleting the draft', () => this.#deps.drafts.discard(input));
    await step('deleting the oldest offers', () => records.trim(connectionId, this.#limits.count, this.#limits.bytes));
    this.#sent.emit({ connectionId });
    return notKept;
  }
}

const NOT_WRITTEN: ErrorData = {
  code: 'storageFailed',
  what: 'The sent offer',
  reason: 'it cannot be stored',
  access: 'write',
};

/** True for a quote that can never be offered or booked again. */
const isOver = ({ outcome, expiresAt }: Quote, now: number): boolean =>
  outcome === 'open' ? now >= expiresAt : !isUnsettled(outcome);

/** Splits a name: the last of several words is the last name; a single word is the first name. */
function guestNamed(name: string, email: string): Guest {
  const words = name.trim().split(/\s+/);
  const lastName = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstName: words.join(' '), lastName, email, phone: '' };
}

const dataAddress = ({ type, data }: LoadedPicture): string =>
  `data:${type};base64,${Buffer.from(data).toString('base64')}`;

const write = (path: string, content: Uint8Array): Promise<WrittenFile> =>
  writeFile(path, async (file) => {
    await file.write(content);
    return 1;
  });
