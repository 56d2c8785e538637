/** Keeps notes on the bookings of each application in console.db: its activation steps, and the listings that are not bookable. */

import { AppError, isAppError } from '../../shared/app-error.ts';
import { MAX_ENTRIES } from '../../shared/input/max-input.ts';
import { type ActivationStep, ApplicationNotes, type BookingNotesSnapshot } from '../../shared/model/booking-notes.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock, Log, Subscribable } from '../platform/ports.ts';
import type { Row, StoreDatabase } from '../store/store-database.ts';
import type { ConnectionSource } from './connection-source.ts';

export interface ApplicationRef {
  readonly connectionId: string;
  readonly applicationId: string;
}

export interface BookingNotesDeps {
  readonly database: StoreDatabase;
  readonly connections: ConnectionSource;
  readonly clockOf: (connectionId: string) => Clock;
  readonly log: Log;
}

export class BookingNotes {
  readonly #deps: BookingNotesDeps;
  readonly #changed = new Emitter<BookingNotesSnapshot>();
  #revision = 1;

  constructor(deps: BookingNotesDeps) {
    this.#deps = deps;
  }

  get changed(): Subscribable<BookingNotesSnapshot> {
    return this.#changed;
  }

  list(connectionId: string): BookingNotesSnapshot {
    const { database } = this.#deps;
    const sql = 'SELECT application_id, notes FROM booking_notes WHERE connection_id = ? ORDER BY application_id';
    const applications = database.exists ? database.all(sql, connectionId).flatMap((row) => notesIn(row) ?? []) : [];
    return { connectionId, revision: this.#revision, applications };
  }

  /** Sets an activation step as done or not done. Throws AppError `notFound` when the connection or application was removed, and `storageFailed`. */
  async tick(of: ApplicationRef, step: ActivationStep, isDone: boolean): Promise<void> {
    this.#check(of);
    const at = isDone ? this.#now(of) : null;
    this.#put(of, step === 'directBooking' ? { directBookingAt: at } : { reservationAt: at });
  }

  /** Records that the application made a quote for this listing: the listing is bookable, so its mark as not bookable is removed. */
  async quoted(of: ApplicationRef, listingId: string): Promise<void> {
    const known = this.#find(of);
    const notBookable = known.notBookable.filter((other) => other.listingId !== listingId);
    if (known.quotedAt !== null && notBookable.length === known.notBookable.length) return;
    this.#change(of, { quotedAt: known.quotedAt ?? this.#now(of), notBookable });
  }

  /** Records that a reservation was made through the application: both activation steps are done. */
  async reserved(of: ApplicationRef): Promise<void> {
    const { directBookingAt, reservationAt } = this.#find(of);
    if (directBookingAt !== null && reservationAt !== null) return;
    const at = this.#now(of);
    this.#change(of, { directBookingAt: directBookingAt ?? at, reservationAt: reservationAt ?? at });
  }

  /**
   * Records a refused quote. `NOT_FOUND` marks the listing as not bookable. `FORBIDDEN` does so only if the application has made a quote before;
   * otherwise the account may lack the permission or its activation.
   */
  async quoteRefused(of: ApplicationRef, listingId: string, code: string | null): Promise<void> {
    const { quotedAt, notBookable } = this.#find(of);
    if (!(code === 'NOT_FOUND' || (code === 'FORBIDDEN' && quotedAt !== null))) return;
    const others = notBookable.filter((other) => other.listingId !== listingId);
    const added = { listingId, code, at: this.#now(of) };
    this.#change(of, { notBookable: [added, ...others].slice(0, MAX_ENTRIES.noted) });
  }

  /** Removes a listing's mark as not bookable, because a person says so. The next refusal marks the listing again. */
  async forgetRefusal(of: ApplicationRef, listingId: string): Promise<void> {
    const { notBookable } = this.#find(of);
    const others = notBookable.filter((other) => other.listingId !== listingId);
    if (others.length < notBookable.length) this.#put(of, { notBookable: others });
  }

  async removeAll(connectionId: string): Promise<void> {
    const { database } = this.#deps;
    if (!database.exists) return;
    database.run('DELETE FROM booking_notes WHERE connection_id = ?', connectionId);
    this.#emit(connectionId);
  }

  #now({ connectionId }: ApplicationRef): number {
    return this.#deps.clockOf(connectionId).now();
  }

  /** The notes of an application. Unreadable notes are logged and count as empty, so that the service's answer is still recorded. */
  #find({ connectionId, applicationId }: ApplicationRef): ApplicationNotes {
    const none = { applicationId, quotedAt: null, directBookingAt: null, reservationAt: null, notBookable: [] };
    try {
      return this.list(connectionId).applications.find((notes) => notes.applicationId === applicationId) ?? none;
    } catch (error) {
      this.#deps.log.warn('the notes on bookings could not be read', { error: String(error) });
      return none;
    }
  }

  #check({ connectionId, applicationId }: ApplicationRef): void {
    const { applications } = this.#deps.connections.connection(connectionId);
    if (!applications.some(({ id }) => id === applicationId))
      throw new AppError('notFound', { what: 'This application' });
  }

  /** Whether the application still exists: a person may have removed it while its answer was in flight. */
  #isKnown(of: ApplicationRef): boolean {
    try {
      this.#check(of);
      return true;
    } catch (error) {
      if (isAppError(error, 'notFound')) return false;
      throw error;
    }
  }

  /** Stores changes after an answer of the service. A failed write is only logged: the next answer brings the same facts again. */
  #change(of: ApplicationRef, changes: Partial<ApplicationNotes>): void {
    try {
      if (this.#isKnown(of)) this.#put(of, changes);
    } catch (error) {
      this.#deps.log.warn('the notes on bookings could not be saved', { error: String(error) });
    }
  }

  #put(of: ApplicationRef, changes: Partial<ApplicationNotes>): void {
    const { database } = this.#deps;
    const { connectionId, applicationId } = of;
    const { applicationId: _, ...notes } = { ...this.#find(of), ...changes };
    database.transaction(() => {
      // Deletes the notes of removed applications of this connection too.
      for (const other of this.list(connectionId).applications)
        if (!this.#isKnown({ connectionId, applicationId: other.applicationId })) this.#delete(connectionId, other);
      const sql = 'INSERT OR REPLACE INTO booking_notes (connection_id, application_id, notes) VALUES (?, ?, ?)';
      database.run(sql, connectionId, applicationId, JSON.stringify(notes));
    });
    this.#emit(connectionId);
  }

  #emit(connectionId: string): void {
    this.#revision += 1;
    this.#changed.emit(this.list(connectionId));
  }

  #delete(connectionId: string, { applicationId }: ApplicationNotes): void {
    const sql = 'DELETE FROM booking_notes WHERE connection_id = ? AND application_id = ?';
    this.#deps.database.run(sql, connectionId, applicationId);
  }
}

/** The notes in a row of the table; `null` if their stored form is unknown. */
const notesIn = ({ application_id: applicationId, notes }: Row): ApplicationNotes | null =>
  ApplicationNotes.safeParse({ ...JSON.parse(String(notes)), applicationId }).data ?? null;
