/** Writes the texts, dates and amounts of an offer in the guest's language. */
import { IntlMessageFormat } from 'intl-messageformat';
import type { Money } from '../../shared/model/field.ts';
import type { OfferLanguage } from '../../shared/model/offer.ts';
import type { PlainDate } from '../../shared/model/primitives.ts';
import { DE } from './messages/de.ts';
import { EN } from './messages/en.ts';
import { ES } from './messages/es.ts';
import { FR } from './messages/fr.ts';
import { IT } from './messages/it.ts';
import type { OfferMessages } from './messages/messages.ts';
import { PT } from './messages/pt.ts';
import { countryIn, type TermGroup, translated } from './offer-terms.ts';

export const MESSAGES: Record<OfferLanguage, OfferMessages> = { en: EN, de: DE, fr: FR, es: ES, pt: PT, it: IT };

/** The locale of each language. In all of them, a date has the day before the month. */
const LOCALES: Record<OfferLanguage, string> = {
  en: 'en-GB',
  de: 'de-DE',
  fr: 'fr-FR',
  es: 'es-ES',
  pt: 'pt-PT',
  it: 'it-IT',
};

/** How languages with an ordinal number for the first day of a month write it; `Intl` writes 1. */
const FIRST_DAYS: Partial<Record<OfferLanguage, string>> = { fr: '1er', it: '1º' };

/** The largest number of decimals that `Intl` shows, so that no amount is rounded. */
const MAX_DIGITS = 20;

const WHOLE_DATE = { day: 'numeric', month: 'long', year: 'numeric' } as const;

export class OfferTexts {
  readonly #language: OfferLanguage;
  readonly #messages: OfferMessages;
  readonly #firstDay: string;
  readonly #locale: string;
  readonly #zone: string;

  constructor(language: OfferLanguage, zone: string) {
    this.#language = language;
    this.#messages = MESSAGES[language];
    this.#locale = LOCALES[language];
    this.#firstDay = FIRST_DAYS[language] ?? '1';
    this.#zone = zone;
  }

  say(name: keyof OfferMessages, values: Record<string, string | number> = {}): string {
    return String(
      new IntlMessageFormat(this.#messages[name], this.#locale, undefined, { ignoreTag: true }).format(values),
    );
  }

  /** A term of the service in the guest's language; `null` when no table has it. */
  term(group: TermGroup, text: string): string | null {
    const number = new Intl.NumberFormat(this.#locale, { maximumFractionDigits: 4 });
    return translated(group, this.#language, text, (value) => number.format(value));
  }

  /** A country in the guest's language; `null` for a text that names none. */
  country(text: string): string | null {
    return countryIn(this.#language, text);
  }

  /** Formats a day without a time zone: "Wed, 4 December 2030". */
  day(date: PlainDate): string {
    return this.#date({ weekday: 'short', timeZone: 'UTC' }, Date.parse(`${date}T00:00:00Z`));
  }

  /** Formats an instant: "Wednesday, 4 December 2030 at 00:05 CET". */
  instant(at: number): string {
    const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' } as const;
    return this.#date({ weekday: 'long', ...time, timeZone: this.#zone }, at);
  }

  #date(options: Intl.DateTimeFormatOptions, at: number): string {
    const format = new Intl.DateTimeFormat(this.#locale, { ...options, ...WHOLE_DATE });
    const parts = format.formatToParts(at);
    return parts.map(({ type, value }) => (type === 'day' && value === '1' ? this.#firstDay : value)).join('');
  }

  /** Formats an amount with every digit that the service sent. A currency that is not an ISO 4217 code follows the number. */
  money({ amount, currency, exact }: Money): string {
    const value = (exact ?? amount) as number | `${number}`;
    try {
      if (currency !== null) {
        const style = { style: 'currency', currency } as const;
        const { minimumFractionDigits = 2 } = new Intl.NumberFormat(this.#locale, style).resolvedOptions();
        const digits = { minimumFractionDigits, maximumFractionDigits: MAX_DIGITS };
        return new Intl.NumberFormat(this.#locale, { ...style, ...digits }).format(value);
      }
    } catch {
      // `currency` is not an ISO 4217 code.
    }
    const number = new Intl.NumberFormat(this.#locale, { minimumFractionDigits: 2, maximumFractionDigits: MAX_DIGITS });
    return currency === null ? number.format(value) : `${number.format(value)} ${currency}`;
  }
}
