/** The console itself: versions, how secrets are protected here, preferences. */
import { z } from 'zod';
import { Kept } from './kept.ts';
import { ListingViews } from './listing-view.ts';
import { EpochMs } from './primitives.ts';

/**
 * The machine's protection of encrypted data: the OS's key store, only a fixed key (no protection), or none. Unknown until something is to be
 * stored, because the key store may ask the person; being checked until the key store has answered.
 */
export const Protection = z.strictObject({
  level: z.enum(['unknown', 'checking', 'protected', 'unprotected', 'unavailable']),
  /** True when secrets are written to disk: protected, or unprotected after the person opted in. */
  stores: z.boolean(),
  detail: z.string(),
  /** How guests, notes and sent offers are stored; null before the first of them. */
  personal: Kept.nullable(),
});
export type Protection = z.infer<typeof Protection>;

/** A damaged file that was renamed (never deleted) and replaced by a new one. `movedTo` is its present path, `at` is machine time. */
export const QuarantinedFile = z.strictObject({ document: z.string(), movedTo: z.string(), at: EpochMs });
export type QuarantinedFile = z.infer<typeof QuarantinedFile>;

/** The page on which the window opens. */
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
  /** The language tag of the locale in which this machine writes dates and numbers. */
  locale: z.string(),
  dataPath: z.string(),
  /** The files that were quarantined since the start. */
  quarantined: z.array(QuarantinedFile),
});
export type AppInfo = z.infer<typeof AppInfo>;

/**
 * The journal's settings: retention (days and megabytes on disk; the oldest exchanges go first); the recorded part of a body (kilobytes); whether
 * guests' names, mail addresses and phone numbers are kept or redacted; and whether bodies that are neither JSON nor forms are kept, redacted by
 * patterns, instead of described.
 */
export const JournalChoices = z.strictObject({
  maxDays: z.number().int().min(1).max(365),
  maxMegabytes: z.number().int().min(10).max(20_000),
  bodyKilobytes: z.number().int().min(0).max(2_048),
  keepGuests: z.boolean(),
  keepTexts: z.boolean(),
});
export type JournalChoices = z.infer<typeof JournalChoices>;

/** The audience of the screens: property managers, or support with ids, JSON, tokens, exchanges and paths. */
export const Audience = z.enum(['managers', 'support']);
export type Audience = z.infer<typeof Audience>;

/** The size at which the window draws everything, text above all. */
export const TextSize = z.enum(['small', 'normal', 'large', 'extra']);
export type TextSize = z.infer<typeof TextSize>;

/** The locales that a person can choose in place of the machine's. */
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

/** The format of dates, numbers and times. `locale`: `null` as on this machine; `clock`: `locale` for that locale's own. */
export const FormatChoice = z.strictObject({
  locale: z.enum(FORMAT_LOCALES).nullable(),
  clock: z.enum(['locale', 'h23', 'h12']),
});
export type FormatChoice = z.infer<typeof FormatChoice>;

export const Preferences = z.strictObject({
  revision: z.number().int(),
  audience: Audience,
  /** Whether the person answered the question of the first start. */
  welcomed: z.boolean(),
  theme: z.enum(['system', 'light', 'dark']),
  textSize: TextSize,
  formats: FormatChoice,
  storeUnprotected: z.boolean(),
  /** Whether to show a desktop notification when a token cannot be renewed before it expires. */
  notifyTokens: z.boolean(),
  journal: JournalChoices,
  listingViews: ListingViews,
});
export type Preferences = z.infer<typeof Preferences>;

/** A command of a menu item or accelerator to the window. */
export const AppCommand = z.enum([
  'overview',
  'listings',
  'availability',
  'quotes',
  'traffic',
  'tasks',
  'doctor',
  'connections',
  'sandbox',
  'search',
  'shortcuts',
  'newConnection',
  'newWindow',
]);
export type AppCommand = z.infer<typeof AppCommand>;
