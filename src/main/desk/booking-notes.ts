/** The notes on bookings of each application, stored across restarts: activation steps, and listings that cannot be booked. */
import type { z } from 'zod';
import { AppError, isAppError } from '../../shared/errors.ts';
import { type ActivationStep, ApplicationNotes, type BookingNotesSnapshot } from '../../shared/model/booking-notes.ts';
import { Id } from '../../shared/model/primitives.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Document, Log, Subscribable } from '../platform/ports.ts';
import type { ConnectionSource } from './connection-source.ts';

const StoredNotes = ApplicationNotes.extend({ connectionId: Id });
type StoredNotes = z.infer<typeof StoredNotes>;

export interface BookingNotesFile {
  readonly version: 1;
  readonly applications: readonly StoredNotes[];
}

export interface ApplicationRef {
  readonly connectionId: string;
  readonly applicationId: string;
}

/** The number of listings of one application that are remembered as not bookable; the oldest are dropped. */
const MAX_NOT_BOOKABLE = 500;

export interface BookingNotesDeps {
  readonly document: Document<BookingNotesFile>;
  readonly connections: ConnectionSource;
  readonly clockOf: (connectionId: string) => Clock;
  readonly log: Log;
}

export class BookingNotes {
  readonly #deps: BookingNotesDeps;
  readonly #changed = new Emitter<BookingNotesSnapshot>();
  #applications: readonly StoredNotes[];
  #revision = 1;

  constructor(deps: BookingNotesDeps) {
    this.#deps = deps;
    const stored: unknown = deps.document.read()?.applications;
    this.#applications = (Array.isArray(stored) ? stored : []).flatMap((one) => StoredNotes.safeParse(one).data ?? []);
  }

  get changed(): Subscribable<BookingNotesSnapshot> {
    return this.#changed;
  }

  list(connectionId: string): BookingNotesSnapshot {
    const applications = this.#applications
      .filter((notes) => notes.connectionId === connectionId)
      .map(({ connectionId: _, ...notes }) => notes);
    return { connectionId, revision: this.#revision, applications };
  }

  /** Ticks an activation step, or removes the tick. Throws AppError `notFound` for a connection or an application that was removed. */
  async tick(of: ApplicationRef, step: ActivationStep, isDone: boolean): Promise<void> {
    this.#check(of);
    const at = isDone ? this.#now(of) : null;
    await this.#change(of, step === 'directBooking' ? { directBookingAt: at } : { reservationAt: at });
  }

  /** Records that the application made a quote for this listing, so that the listing can be booked. */
  async quoted(of: ApplicationRef, listingId: string): Promise<void> {
    const known = this.#find(of);
    const notBookable = known.notBookable.filter((other) => other.listingId !== listingId);
    if (known.quotedAt !== null && notBookable.length === known.notBookable.length) return;
    await this.#change(of, { quotedAt: known.quotedAt ?? this.#now(of), notBookable });
  }

  /** Records that a reservation was made through the application, which shows that it is activated. */
  async reserved(of: ApplicationRef): Promise<void> {
    const { directBookingAt, reservationAt } = this.#find(of);
    if (directBookingAt !== null && reservationAt !== null) return;
    const at = this.#now(of);
    await this.#change(of, { directBookingAt: directBookingAt ?? at, reservationAt: reservationAt ?? at });
  }

  /**
   * Records that the service refused a quote for this listing with a code. `NOT_FOUND` is about the listing. `FORBIDDEN` is so only once the
   * application has made a quote; before that, the account may lack the permission or its activation.
   */
  async quoteRefused(of: ApplicationRef, listingId: string, code: string | null): Promise<void> {
    const { quotedAt, notBookable } = this.#find(of);
    if (!(code === 'NOT_FOUND' || (code === 'FORBIDDEN' && quotedAt !== null))) return;
    const others = notBookable.filter((other) => other.listingId !== listingId);
    const added = { listingId, code, at: this.#now(of) };
    await this.#change(of, { notBookable: [added, ...others].slice(0, MAX_NOT_BOOKABLE) });
  }

  /** Removes the mark of a listing, because a person knows better, until the service refuses the listing again. */
  async forgetRefusal(of: ApplicationRef, listingId: string): Promise<void> {
    const { notBookable } = this.#find(of);
    const others = notBookable.filter((other) => other.listingId !== listingId);
    if (others.length < notBookable.length) await this.#change(of, { notBookable: others });
  }

  async removeAll(connectionId: string): Promise<void> {
    this.#applications = this.#applications.filter((notes) => notes.connectionId !== connectionId);
    await this.#save(connectionId);
  }

  #now({ connectionId }: ApplicationRef): number {
    return this.#deps.clockOf(connectionId).now();
  }

  #find({ connectionId, applicationId }: ApplicationRef): StoredNotes {
    const known = this.#applications.find(
      (notes) => notes.connectionId === connectionId && notes.applicationId === applicationId,
    );
    const none = { quotedAt: null, directBookingAt: null, reservationAt: null, notBookable: [] };
    return known ?? { connectionId, applicationId, ...none };
  }

  #check({ connectionId, applicationId }: ApplicationRef): void {
    const { applications } = this.#deps.connections.connection(connectionId);
    if (!applications.some(({ id }) => id === applicationId))
      throw new AppError('notFound', { what: 'This application' });
  }

  /** Whether the application exists. One that was removed while its answer was in flight gets no notes. */
  #isKnown(of: ApplicationRef): boolean {
    try {
      this.#check(of);
      return true;
    } catch (error) {
      if (isAppError(error, 'notFound')) return false;
      throw error;
    }
  }

  async #change(of: ApplicationRef, changes: Partial<ApplicationNotes>): Promise<void> {
    if (!this.#isKnown(of)) return;
    const known = this.#find(of);
    // The notes of an application that was removed go with the next change of its connection.
    const others = this.#applications.filter(
      (other) => other !== known && (other.connectionId !== of.connectionId || this.#isKnown(other)),
    );
    this.#applications = [...others, { ...known, ...changes }];
    await this.#save(of.connectionId);
  }

  /** Stores the notes. A failed write is logged, and the notes stay in memory. */
  async #save(connectionId: string): Promise<void> {
    this.#revision += 1;
    this.#changed.emit(this.list(connectionId));
    try {
      await this.#deps.document.write({ version: 1, applications: this.#applications });
    } catch (error) {
      this.#deps.log.warn('the notes on bookings could not be saved', { error: String(error) });
    }
  }
}
