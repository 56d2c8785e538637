/** The console itself: versions, how this machine protects secrets, and preferences. */
import { z } from 'zod';
import { Kept } from './kept.ts';
import { ListingViews } from './listing-view.ts';
import { LockChoices } from './lock.ts';
import { EpochMs } from './primitives.ts';
import { UpdateChannel } from './update.ts';

/**
 * How this machine protects encrypted data: with its key store, only with a fixed key (`unprotected`), or not at all (`unavailable`). The level is
 * `unknown` until the console first stores something (asking the key store earlier could show a dialog), then `checking` until the key store answers.
 */
export const Protection = z.strictObject({
  level: z.enum(['unknown', 'checking', 'protected', 'unprotected', 'unavailable']),
  /** True when secrets are written to disk: the level is `protected`, or it is `unprotected` and the person agreed to it. */
  stores: z.boolean(),
  detail: z.string(),
  /** How guest records, notes and sent offers are stored; null before the first of them is. */
  personal: Kept.nullable(),
});
export type Protection = z.infer<typeof Protection>;

/**
 * A damaged file. `movedTo`: its new path, if a new file replaced it; else null. A file that stays could not be opened for the `reason` (a clause),
 * and its data is in memory; without a `reason`, only a part of it is damaged. `at` is on the machine's clock.
 */
export const QuarantinedFile = z.strictObject({
  document: z.string(),
  movedTo: z.string().nullable(),
  reason: z.string().optional(),
  at: EpochMs,
});
export type QuarantinedFile = z.infer<typeof QuarantinedFile>;

export const FirstPage = z.enum(['welcome', 'overview', 'listings']);
export type FirstPage = z.infer<typeof FirstPage>;

export const AppInfo = z.strictObject({
  version: z.string(),
  runtime: z.string(),
  platform: z.string(),
  startedAt: EpochMs,
  protection: Protection,
  /** False when the console was started without Chromium's sandbox for the window. */
  sandboxed: z.boolean(),
  /** The language tag of the machine's locale, which decides how dates and numbers are written. */
  locale: z.string(),
  dataPath: z.string(),
  quarantined: z.array(QuarantinedFile),
  /** The newer version of the app that is known; null for none. */
  update: z.strictObject({ version: z.string(), isReady: z.boolean() }).nullable(),
});
export type AppInfo = z.infer<typeof AppInfo>;

/**
 * The journal's settings. Exchanges are kept for `maxDays` and up to `maxMegabytes` on the disk, with `bodyKilobytes` of each body. `keepGuests`
 * keeps guests' names, mail addresses and phone numbers, which are otherwise redacted. `keepTexts` keeps bodies that are neither JSON nor forms,
 * redacted by patterns; otherwise they are only described.
 */
export const JournalChoices = z.strictObject({
  maxDays: z.number().int().min(1).max(365),
  maxMegabytes: z.number().int().min(10).max(20_000),
  bodyKilobytes: z.number().int().min(0).max(2_048),
  keepGuests: z.boolean(),
  keepTexts: z.boolean(),
});
export type JournalChoices = z.infer<typeof JournalChoices>;

/** The people for whom the screens are drawn: property managers, or support, who also see ids, JSON, tokens, exchanges and paths. */
export const Audience = z.enum(['managers', 'support']);
export type Audience = z.infer<typeof Audience>;

export const TextSize = z.enum(['small', 'normal', 'large', 'extra']);
export type TextSize = z.infer<typeof TextSize>;

/** The locales that a person can choose instead of the machine's. */
export const FORMAT_LOCALES = [
  ...[
    'en-GB',
    'en-US',
    'en-AU',
    'en-CA',
    'en-IE',
    'en-ZA',
    'de-DE',
    'de-AT',
    'de-CH',
    'fr-FR',
    'fr-BE',
    'fr-CA',
    'fr-CH',
  ],
  ...[
    'es-ES',
    'es-MX',
    'es-AR',
    'pt-PT',
    'pt-BR',
    'it-IT',
    'it-CH',
    'nl-NL',
    'da-DK',
    'sv-SE',
    'nb-NO',
    'fi-FI',
    'pl-PL',
  ],
] as const;

/** The format of dates, numbers and times. A `locale` of null means the machine's. The clock `locale` means the usual one of the locale. */
export const FormatChoice = z.strictObject({
  locale: z.enum(FORMAT_LOCALES).nullable(),
  clock: z.enum(['locale', 'h23', 'h12']),
});
export type FormatChoice = z.infer<typeof FormatChoice>;

/** The choices for updates of the app: whether it looks for a newer version each day, and in which channel. */
export const UpdateChoices = z.strictObject({ look: z.boolean(), channel: UpdateChannel });
export type UpdateChoices = z.infer<typeof UpdateChoices>;

/**
 * A part of the desktop integration that the person switched on: the tray icon, notifications of one kind, or an app that runs for programs without a
 * window.
 */
export const DesktopChoice = z.enum([
  'tray',
  'tokens',
  'quotes',
  'followUps',
  'bookings',
  'tasks',
  'updates',
  'pausedPrograms',
  'programs',
]);
export type DesktopChoice = z.infer<typeof DesktopChoice>;

export const Preferences = z.strictObject({
  revision: z.number().int(),
  audience: Audience,
  /** Whether the person has answered the question of the first start. */
  welcomed: z.boolean(),
  theme: z.enum(['system', 'light', 'dark']),
  textSize: TextSize,
  formats: FormatChoice,
  storeUnprotected: z.boolean(),
  desktop: z.array(DesktopChoice).max(DesktopChoice.options.length),
  updates: UpdateChoices,
  journal: JournalChoices,
  listingViews: ListingViews,
  lock: LockChoices,
  /** The version of the app whose news the person saw last; null before the first start has ended. */
  seenVersion: z.string().max(100).nullable(),
});
export type Preferences = z.infer<typeof Preferences>;

/** A command that a menu item or a shortcut sends to the window. */
export const AppCommand = z.enum([
  'overview',
  'listings',
  'availability',
  'calendars',
  'quotes',
  'traffic',
  'tasks',
  'doctor',
  'connections',
  'sandbox',
  'search',
  'help',
  'shortcuts',
  'newConnection',
  'newWindow',
  'lock',
  'report',
]);
export type AppCommand = z.infer<typeof AppCommand>;
