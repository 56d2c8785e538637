/** The person's preferences, kept in one document. */
import { JournalChoices, type Preferences as PreferencesModel } from '../../shared/model/app.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Document, Subscribable } from '../platform/ports.ts';

type Kept = Omit<PreferencesModel, 'revision'>;

const DEFAULTS: Kept = {
  theme: 'system',
  storeUnprotected: false,
  notifyTokens: false,
  journal: { maxDays: 30, maxMegabytes: 500, bodyKilobytes: 64, keepGuests: false },
};

export class Preferences {
  readonly #document: Document<Partial<Kept>>;
  readonly #changed = new Emitter<PreferencesModel>();
  #kept: Kept;
  #revision = 1;

  constructor(document: Document<Partial<Kept>>) {
    this.#document = document;
    const read = document.read() ?? {};
    this.#kept = {
      theme: read.theme === 'light' || read.theme === 'dark' ? read.theme : DEFAULTS.theme,
      storeUnprotected: read.storeUnprotected === true,
      notifyTokens: read.notifyTokens === true,
      journal: JournalChoices.safeParse(read.journal).data ?? DEFAULTS.journal,
    };
  }

  get changed(): Subscribable<PreferencesModel> {
    return this.#changed;
  }

  get(): PreferencesModel {
    return { revision: this.#revision, ...this.#kept };
  }

  /** Saves the changes; throws AppError `storageFailed` and keeps the old ones when the disk refuses. */
  async set(changes: {
    theme?: Kept['theme'] | undefined;
    storeUnprotected?: boolean | undefined;
    notifyTokens?: boolean | undefined;
    journal?: { [Name in keyof JournalChoices]?: JournalChoices[Name] | undefined } | undefined;
  }): Promise<PreferencesModel> {
    const next: Kept = {
      theme: changes.theme ?? this.#kept.theme,
      storeUnprotected: changes.storeUnprotected ?? this.#kept.storeUnprotected,
      notifyTokens: changes.notifyTokens ?? this.#kept.notifyTokens,
      journal: {
        maxDays: changes.journal?.maxDays ?? this.#kept.journal.maxDays,
        maxMegabytes: changes.journal?.maxMegabytes ?? this.#kept.journal.maxMegabytes,
        bodyKilobytes: changes.journal?.bodyKilobytes ?? this.#kept.journal.bodyKilobytes,
        keepGuests: changes.journal?.keepGuests ?? this.#kept.journal.keepGuests,
      },
    };
    await this.#document.write(next);
    this.#kept = next;
    this.#revision += 1;
    const snapshot = this.get();
    this.#changed.emit(snapshot);
    return snapshot;
  }
}
