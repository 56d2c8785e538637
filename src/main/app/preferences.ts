/** Keeps the person's preferences in one document. */
import {
  DesktopChoice,
  FormatChoice,
  JournalChoices,
  type Preferences as PreferencesModel,
  TextSize,
  UpdateChoices,
} from '../../shared/model/app.ts';
import { ListingViews } from '../../shared/model/listing-view.ts';
import { LockChoices } from '../../shared/model/lock.ts';
import type { Policies } from '../../shared/model/policy.ts';
import { MINUTE_MS } from '../../shared/time/units.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Document, Subscribable } from '../platform/ports.ts';
import { Turns } from '../platform/turns.ts';

type StoredPreferences = Omit<PreferencesModel, 'revision'>;

type StoredDocument = Partial<StoredPreferences> & { readonly notifyTokens?: boolean };

const DEFAULTS: StoredPreferences = {
  audience: 'managers',
  welcomed: false,
  theme: 'system',
  textSize: 'normal',
  formats: { locale: null, clock: 'locale' },
  storeUnprotected: false,
  desktop: [],
  updates: { look: true, channel: 'latest' },
  journal: { maxDays: 30, maxMegabytes: 700, bodyKilobytes: 64, keepGuests: false, keepTexts: false },
  listingViews: [],
  lock: { minutes: 10, hidesFromCapture: false, clearsCopied: false },
  seenVersion: null,
};

interface Changes {
  audience?: StoredPreferences['audience'] | undefined;
  welcomed?: boolean | undefined;
  theme?: StoredPreferences['theme'] | undefined;
  textSize?: StoredPreferences['textSize'] | undefined;
  formats?: { [Name in keyof FormatChoice]?: FormatChoice[Name] | undefined } | undefined;
  storeUnprotected?: boolean | undefined;
  desktop?: DesktopChoice[] | undefined;
  updates?: { [Name in keyof UpdateChoices]?: UpdateChoices[Name] | undefined } | undefined;
  listingViews?: ListingViews | undefined;
  lock?: { [Name in keyof LockChoices]?: LockChoices[Name] | undefined } | undefined;
  seenVersion?: string | undefined;
  journal?: { [Name in keyof JournalChoices]?: JournalChoices[Name] | undefined } | undefined;
}

export class Preferences {
  readonly #document: Document<StoredDocument>;
  readonly #changed = new Emitter<PreferencesModel>();
  #stored: StoredPreferences;
  /** The maximum number of days for which the administrator lets recorded traffic be kept. */
  #maxJournalDays = Number.POSITIVE_INFINITY;
  #revision = 1;
  readonly #turns = new Turns();

  constructor(document: Document<StoredDocument>) {
    this.#document = document;
    const read = document.read() ?? {};
    this.#stored = {
      // Version 0.1.0 stored no audience, welcomed, textSize, formats, updates, listingViews or lock, and one switch for the desktop.
      audience: read.audience === 'support' ? 'support' : DEFAULTS.audience,
      welcomed: read.welcomed === true,
      theme: read.theme === 'light' || read.theme === 'dark' ? read.theme : DEFAULTS.theme,
      textSize: TextSize.safeParse(read.textSize).data ?? DEFAULTS.textSize,
      formats: FormatChoice.safeParse(read.formats).data ?? DEFAULTS.formats,
      storeUnprotected: read.storeUnprotected === true,
      desktop:
        DesktopChoice.array().safeParse(read.desktop).data ?? (read.notifyTokens === true ? ['tray', 'tokens'] : []),
      updates: UpdateChoices.safeParse(read.updates).data ?? DEFAULTS.updates,
      journal: journalChoicesIn(read),
      listingViews: ListingViews.safeParse(read.listingViews).data ?? DEFAULTS.listingViews,
      lock: LockChoices.safeParse({ ...DEFAULTS.lock, ...read.lock }).data ?? DEFAULTS.lock,
      seenVersion: typeof read.seenVersion === 'string' ? read.seenVersion : DEFAULTS.seenVersion,
    };
  }

  /** The time after which a guest's data is cleared from the clipboard, in ms; `null` if it stays. */
  get clearsGuestsAfterMs(): number | null {
    return this.#stored.lock.clearsCopied ? MINUTE_MS : null;
  }

  get changed(): Subscribable<PreferencesModel> {
    return this.#changed;
  }

  get(): PreferencesModel {
    const { journal } = this.#stored;
    const maxDays = Math.min(journal.maxDays, this.#maxJournalDays);
    return { revision: this.#revision, ...this.#stored, journal: { ...journal, maxDays } };
  }

  /** Limits what the person chose by the administrator's policies. The person's choice stays stored. */
  limit({ journalDays }: Pick<Policies, 'journalDays'>): void {
    if (journalDays === undefined) return;
    this.#maxJournalDays = journalDays;
    this.#publish();
  }

  /** Stores changes in the order of the calls. Throws AppError `storageFailed`; the old preferences then stay. */
  set(changes: Changes): Promise<PreferencesModel> {
    return this.#turns.run(() => this.#store(changes));
  }

  async #store(changes: Changes): Promise<PreferencesModel> {
    const next: StoredPreferences = {
      audience: changes.audience ?? this.#stored.audience,
      welcomed: changes.welcomed ?? this.#stored.welcomed,
      theme: changes.theme ?? this.#stored.theme,
      textSize: changes.textSize ?? this.#stored.textSize,
      formats: {
        // `null` is a choice too: the machine's locale.
        locale: changes.formats?.locale === undefined ? this.#stored.formats.locale : changes.formats.locale,
        clock: changes.formats?.clock ?? this.#stored.formats.clock,
      },
      storeUnprotected: changes.storeUnprotected ?? this.#stored.storeUnprotected,
      desktop: changes.desktop ?? this.#stored.desktop,
      updates: {
        look: changes.updates?.look ?? this.#stored.updates.look,
        channel: changes.updates?.channel ?? this.#stored.updates.channel,
      },
      listingViews: changes.listingViews ?? this.#stored.listingViews,
      lock: {
        minutes: changes.lock?.minutes ?? this.#stored.lock.minutes,
        hidesFromCapture: changes.lock?.hidesFromCapture ?? this.#stored.lock.hidesFromCapture,
        clearsCopied: changes.lock?.clearsCopied ?? this.#stored.lock.clearsCopied,
      },
      seenVersion: changes.seenVersion ?? this.#stored.seenVersion,
      journal: {
        maxDays: changes.journal?.maxDays ?? this.#stored.journal.maxDays,
        maxMegabytes: changes.journal?.maxMegabytes ?? this.#stored.journal.maxMegabytes,
        bodyKilobytes: changes.journal?.bodyKilobytes ?? this.#stored.journal.bodyKilobytes,
        keepGuests: changes.journal?.keepGuests ?? this.#stored.journal.keepGuests,
        keepTexts: changes.journal?.keepTexts ?? this.#stored.journal.keepTexts,
      },
    };
    await this.#document.write(next);
    this.#stored = next;
    return this.#publish();
  }

  #publish(): PreferencesModel {
    this.#revision += 1;
    const snapshot = this.get();
    this.#changed.emit(snapshot);
    return snapshot;
  }
}

/** Reads the journal's preferences. Version 0.1.0 stored no `keepTexts`. */
const journalChoicesIn = ({ journal }: Partial<StoredPreferences>): JournalChoices =>
  JournalChoices.safeParse({ keepTexts: DEFAULTS.journal.keepTexts, ...journal }).data ?? DEFAULTS.journal;
