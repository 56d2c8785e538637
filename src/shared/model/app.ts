/** The console itself: versions, how secrets are protected here, preferences. */
import { z } from 'zod';
import { Kept } from './kept.ts';
import { ListingViews } from './listing-view.ts';
import { EpochMs } from './primitives.ts';

/**
 * How this machine protects what is encrypted: by the OS's key store, only by a fixed key (no protection), or not at all. Unknown until
 * something is to be stored: the key store may ask the person. It is being checked while the key store has not answered.
 */
export const Protection = z.strictObject({
  level: z.enum(['unknown', 'checking', 'protected', 'unprotected', 'unavailable']),
  /** True when secrets are written to disk: protected, or unprotected and the person opted in. */
  stores: z.boolean(),
  detail: z.string(),
  /** How guests, notes and sent offers are kept; null before the first of them. */
  personal: Kept.nullable(),
});
export type Protection = z.infer<typeof Protection>;

/** A damaged file that was renamed, never deleted, and replaced by a new one. `movedTo` is its path now, `at` machine time. */
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
  /** False when the console was started without Chromium's sandbox around the window. */
  sandboxed: z.boolean(),
  /** The language tag of the locale in which this machine writes dates and numbers. */
  locale: z.string(),
  dataPath: z.string(),
  /** The files that were quarantined since the start. */
  quarantined: z.array(QuarantinedFile),
});
export type AppInfo = z.infer<typeof AppInfo>;

/**
 * The journal's retention (days and megabytes on disk; the oldest exchanges go first), the part of a body that it records (kilobytes),
 * whether it keeps or redacts guests' names, mail addresses and phone numbers, and whether it keeps bodies that are neither JSON nor forms,
 * redacted by patterns, instead of describing them.
 */
export const JournalChoices = z.strictObject({
  maxDays: z.number().int().min(1).max(365),
  maxMegabytes: z.number().int().min(10).max(20_000),
  bodyKilobytes: z.number().int().min(0).max(2_048),
  keepGuests: z.boolean(),
  keepTexts: z.boolean(),
});
export type JournalChoices = z.infer<typeof JournalChoices>;

/** Whom the screens are drawn for: property managers, or support with ids, JSON, tokens, exchanges and paths. */
export const Audience = z.enum(['managers', 'support']);
export type Audience = z.infer<typeof Audience>;

/** How large the window draws everything, text above all. */
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

/** How dates, numbers and times are written. `locale`: `null` as on this machine; `clock`: `locale` as that locale does. */
export const FormatChoice = z.strictObject({
  locale: z.enum(FORMAT_LOCALES).nullable(),
  clock: z.enum(['locale', 'h23', 'h12']),
});
export type FormatChoice = z.infer<typeof FormatChoice>;

export const Preferences = z.strictObject({
  revision: z.number().int(),
  audience: Audience,
  /** The person answered the question of the first start. */
  welcomed: z.boolean(),
  theme: z.enum(['system', 'light', 'dark']),
  textSize: TextSize,
  formats: FormatChoice,
  storeUnprotected: z.boolean(),
  /** Show a desktop notification when a token cannot be renewed before it expires. */
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
