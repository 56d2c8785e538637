/** Keeps guest records: encrypted on the disk, decrypted into memory at first use. */
import { z } from 'zod';
import { AppError, invalidInput } from '../../shared/app-error.ts';
import type { GuestRecord } from '../../shared/model/guest.ts';
import type { Guest } from '../../shared/model/quote.ts';
import type { WrittenFile } from '../../shared/model/traffic.ts';
import { phoneMatcher } from '../../shared/text/phone.ts';
import type { TableColumn, TableFile } from '../platform/csv/table.ts';
import { writeTable } from '../platform/csv/write-table.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Log, Random, Subscribable } from '../platform/ports.ts';
import { Turns } from '../platform/turns.ts';
import type { Deletions } from '../store/deletions.ts';
import { SealedRecords as Records, type SealedRecords, type SealedRecordsDeps } from '../vault/sealed-records.ts';
import { identityOf, isEmptyGuest, isSentTo, matcher, type SentTo, trimmedGuest } from './match-guest.ts';

/** The maximum number of guests of one connection; the oldest are dropped. */
const MAX_GUESTS = 20_000;
const MAX_SUGGESTED = 6;
/** The maximum number of quotes of one guest; the oldest are dropped. */
const MAX_QUOTES = 500;

const StoredGuest = z.object({ firstName: z.string(), lastName: z.string(), email: z.string(), phone: z.string() });

export interface GuestStoreDeps extends Omit<SealedRecordsDeps<Guest>, 'kind' | 'schema'> {
  /** The source of connections. It throws AppError `notFound` for a removed connection. */
  readonly connections: { connection(id: string): unknown };
  readonly random: Pick<Random, 'id'>;
  readonly log: Log;
  readonly clock: Clock;
  readonly deletions: Pick<Deletions, 'register'>;
  /** Tests set a smaller number. */
  readonly maxGuests?: number;
}

interface Recipient {
  readonly quoteIds: readonly string[];
  /** Whether an offer with this quote was sent to this guest. */
  readonly isOf: (quoteId: string, sentTo: SentTo) => boolean;
}

const COLUMNS: readonly TableColumn[] = [
  { title: 'First name' },
  { title: 'Last name' },
  { title: 'Email' },
  { title: 'Phone' },
  { title: 'Quotes' },
  { title: 'Last used', kind: 'instant' },
];

export class GuestStore {
  readonly #deps: GuestStoreDeps;
  readonly #records: SealedRecords<Guest>;
  readonly #changed = new Emitter<{ connectionId: string }>();
  readonly #guests = new Map<string, readonly GuestRecord[]>();
  readonly #names = new Map<string, { guests: readonly GuestRecord[]; names: ReadonlyMap<string, string> }>();
  readonly #turns = new Turns();

  constructor(deps: GuestStoreDeps) {
    this.#deps = deps;
    this.#records = new Records({ ...deps, kind: 'guest', schema: StoredGuest });
    deps.deletions.register('guests', {
      hide: ({ connectionId, ids }) => this.#hide(connectionId ?? '', ids),
      show: ({ connectionId, ids }) => this.#show(connectionId ?? '', ids),
      delete: ({ ids }) => this.#turns.run(() => this.#records.remove(ids)),
    });
  }

  get changed(): Subscribable<{ connectionId: string }> {
    return this.#changed;
  }

  async suggest(connectionId: string, search: string): Promise<GuestRecord[]> {
    return (await this.#all(connectionId)).filter(matcher(search)).slice(0, MAX_SUGGESTED);
  }

  /** The guests that match a search, newest first, and how many guests there are in `all`. */
  async search(
    connectionId: string,
    search: string,
  ): Promise<{ readonly all: number; readonly found: readonly GuestRecord[] }> {
    const all = await this.#all(connectionId);
    return { all: all.length, found: all.filter(matcher(search)) };
  }

  /** Returns a guest. Throws AppError `notFound`. */
  async get(connectionId: string, id: string): Promise<GuestRecord> {
    const found = (await this.#all(connectionId)).find((guest) => guest.id === id);
    if (!found) throw new AppError('notFound', { what: 'This guest' });
    return found;
  }

  async ofQuote(connectionId: string, quoteId: string): Promise<GuestRecord | null> {
    return (await this.#all(connectionId)).find(({ quoteIds }) => quoteIds.includes(quoteId)) ?? null;
  }

  /** Guests' names by quote id. The map stays the same object until a guest changes. */
  async namesOfQuotes(connectionId: string): Promise<ReadonlyMap<string, string>> {
    const guests = await this.#all(connectionId);
    if (this.#names.get(connectionId)?.guests !== guests) {
      // Reversed, so that the guest remembered last with a quote sets its name.
      const names = guests.toReversed().flatMap(({ firstName, lastName, email, quoteIds }) => {
        const name = `${firstName} ${lastName}`.trim() || email;
        return quoteIds.map((quoteId) => [quoteId, name] as const);
      });
      this.#names.set(connectionId, { guests, names: new Map(names) });
    }
    return this.#names.get(connectionId)?.names ?? new Map();
  }

  /** Adds a guest, or updates the same guest's record: an empty field keeps its old text. Throws `invalidInput` (empty guest), `notFound`. */
  remember(connectionId: string, typed: Guest, quoteIds: readonly string[]): Promise<GuestRecord> {
    return this.#turns.run(async () => {
      this.#deps.connections.connection(connectionId);
      const guest = trimmedGuest(typed);
      if (isEmptyGuest(guest)) throw invalidInput('guest', 'A guest needs a name or an address.');
      const all = await this.#all(connectionId);
      const identity = identityOf(guest);
      const known = all.find((other) => identityOf(other) === identity);
      const record: GuestRecord = {
        id: known?.id ?? this.#deps.random.id(),
        connectionId,
        ...updated(known, guest),
        quoteIds: [...new Set([...quoteIds, ...(known?.quoteIds ?? [])])].slice(0, MAX_QUOTES),
        lastAt: this.#deps.clock.now(),
      };
      await this.#put([record]);
      const dropped = (await this.#all(connectionId)).slice(this.#deps.maxGuests ?? MAX_GUESTS);
      if (dropped.length > 0) await this.#delete(connectionId, new Set(dropped.map(({ id }) => id)));
      this.#changed.emit({ connectionId });
      return record;
    });
  }

  /**
   * Joins a guest into another, who keeps their own details and gets the missing ones and the quotes; the joined record is deleted. Throws AppError
   * `notFound`, and `invalidInput` for one guest given twice.
   */
  merge(
    connectionId: string,
    { intoId, fromId }: { readonly intoId: string; readonly fromId: string },
  ): Promise<GuestRecord> {
    return this.#turns.run(async () => {
      if (intoId === fromId) throw invalidInput('fromId', 'Choose another guest.');
      const [into, from] = [await this.get(connectionId, intoId), await this.get(connectionId, fromId)];
      const merged = { ...joined(into, from), lastAt: Math.max(into.lastAt, from.lastAt) };
      await this.#put([merged]);
      await this.#delete(connectionId, new Set([fromId]));
      this.#changed.emit({ connectionId });
      return merged;
    });
  }

  /** The ids of the quotes whose guest's phone number contains `part`. */
  async quotesByPhone(connectionId: string, part: string): Promise<ReadonlySet<string>> {
    const isWanted = phoneMatcher(part);
    const found = (await this.#all(connectionId)).filter(({ phone }) => isWanted(phone));
    return new Set(found.flatMap(({ quoteIds }) => quoteIds));
  }

  /** The ids of the guests that were not used since an instant. */
  unusedSince(connectionId: string, at: number): string[] {
    return this.#records.olderThan(connectionId, at);
  }

  /** Returns the guest of each quote by its id. If several guests have a quote, the last used guest counts. */
  async guestsOfQuotes(connectionId: string): Promise<ReadonlyMap<string, GuestRecord>> {
    const guests = (await this.#all(connectionId)).toReversed();
    return new Map(guests.flatMap((guest) => guest.quoteIds.map((quoteId) => [quoteId, guest] as const)));
  }

  /** Remembers the guest of a booking or an offer. A failure is only logged, so that the booking or the offer goes on. */
  used(connectionId: string, quoteIds: readonly string[], guest: Guest): void {
    if (isEmptyGuest(guest)) return;
    this.remember(connectionId, guest, quoteIds).catch((error: unknown) =>
      this.#deps.log.warn('a guest was not remembered', { error: String(error) }),
    );
  }

  #hide(connectionId: string, ids: readonly string[]): Promise<void> {
    return this.#turns.run(async () => {
      this.#records.hide(ids);
      this.#guests.delete(connectionId);
      this.#changed.emit({ connectionId });
    });
  }

  /** Shows hidden guests again, joined with records that were made for the same guests meanwhile. Throws `notFound` when none exists. */
  #show(connectionId: string, ids: readonly string[]): Promise<void> {
    return this.#turns.run(async () => {
      this.#records.show(ids);
      this.#guests.delete(connectionId);
      const shown = (await this.#all(connectionId)).filter(({ id }) => ids.includes(id));
      if (shown.length === 0) throw new AppError('notFound', { what: 'This guest' });
      for (const guest of shown) {
        const others = (await this.#all(connectionId)).filter(({ id }) => id !== guest.id);
        const same = others.find((other) => identityOf(other) === identityOf(guest));
        if (!same) continue;
        await this.#put([joined(same, guest)]);
        await this.#delete(connectionId, new Set([guest.id]));
      }
      this.#changed.emit({ connectionId });
    });
  }

  /** Drops the guests of a removed connection from memory. */
  forget(connectionId: string): void {
    this.#guests.delete(connectionId);
    this.#names.delete(connectionId);
  }

  removeAll(connectionId: string): Promise<void> {
    return this.#turns.run(async () => {
      this.forget(connectionId);
      await this.#records.removeAll(connectionId);
      this.#changed.emit({ connectionId });
    });
  }

  /** Counts the guests that cannot be read because the data key is lost. */
  countLost(): Promise<number> {
    return this.#records.countLost();
  }

  deleteLost(): Promise<void> {
    return this.#records.deleteLost();
  }

  /** Describes a guest so that the offers sent to the guest can be recognised. Throws AppError `notFound`. */
  async recipient(connectionId: string, id: string): Promise<Recipient> {
    const guest = await this.get(connectionId, id);
    const others = (await this.#all(connectionId)).filter((other) => other.id !== id);
    return {
      quoteIds: guest.quoteIds,
      isOf(quoteId, sentTo) {
        const ofQuote = others.filter(({ quoteIds }) => quoteIds.includes(quoteId));
        return isSentTo(guest, ofQuote, sentTo);
      },
    };
  }

  async writeTable(connectionId: string, file: TableFile): Promise<WrittenFile> {
    const guests = await this.#all(connectionId);
    const rows = guests.map(({ firstName, lastName, email, phone, quoteIds, lastAt }) => [
      ...[firstName, lastName, email, phone, quoteIds.join(' '), new Date(lastAt).toISOString()],
    ]);
    return writeTable(file, COLUMNS, [rows]);
  }

  async close(): Promise<void> {
    await this.#turns.ended();
  }

  async #all(connectionId: string): Promise<readonly GuestRecord[]> {
    const known = this.#guests.get(connectionId);
    if (known) return known;
    const stored = await this.#records.list(connectionId);
    const guests = stored
      // Meanwhile, another call may have hidden some guests, or have read and changed all.
      .filter(({ id }) => !this.#records.isHidden(id))
      .map(({ id, at, links, value }) => ({ ...value, id, connectionId, quoteIds: [...links], lastAt: at }));
    const meanwhile = this.#guests.get(connectionId);
    if (meanwhile) return meanwhile;
    this.#guests.set(connectionId, guests);
    return guests;
  }

  async #put(guests: readonly GuestRecord[]): Promise<void> {
    for (const guest of guests) {
      const { id, connectionId, quoteIds, lastAt, ...value } = guest;
      const others = (await this.#all(connectionId)).filter((other) => other.id !== id);
      await this.#records.put({ id, connectionId, at: lastAt, links: quoteIds, value });
      this.#guests.set(
        connectionId,
        [guest, ...others].toSorted((one, other) => other.lastAt - one.lastAt),
      );
    }
  }

  async #delete(connectionId: string, ids: ReadonlySet<string>): Promise<void> {
    await this.#records.remove([...ids]);
    const kept = (await this.#all(connectionId)).filter(({ id }) => !ids.has(id));
    this.#guests.set(connectionId, kept);
  }
}

/** Completes the current record of a guest from an earlier record of the same guest. */
const joined = (guest: GuestRecord, former: GuestRecord): GuestRecord => ({
  ...guest,
  ...updated(former, guest),
  quoteIds: [...new Set([...guest.quoteIds, ...former.quoteIds])].slice(0, MAX_QUOTES),
});

/** Merges a typed guest with the known one. An empty field keeps its old text; first and last name count as one field. */
function updated(known: Guest | undefined, { firstName, lastName, email, phone }: Guest): Guest {
  const hasName = firstName !== '' || lastName !== '';
  const name = hasName || !known ? { firstName, lastName } : { firstName: known.firstName, lastName: known.lastName };
  return { ...name, email: email || (known?.email ?? ''), phone: phone || (known?.phone ?? '') };
}
