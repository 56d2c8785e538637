/**
 * Makes the quotes of programs, each after the person at the app has confirmed it. The person gets to know of a quote whose answer was lost, also when
 * the app was ended meanwhile.
 */
import { invalidInput } from '../../shared/app-error.ts';
import { MAX_CHARACTERS } from '../../shared/input/max-input.ts';
import { nightsBetween } from '../../shared/model/primitives.ts';
import type { Quote, QuoteInput } from '../../shared/model/quote.ts';
import { quotedName } from '../../shared/text/quoted-name.ts';
import { isUnconfirmed } from '../desk/quote-outcome.ts';
import type { QuotesDesk } from '../desk/quotes.ts';
import type { WantedQuotes } from '../desk/wanted-quotes.ts';
import type { ProgramApi } from './program-api.ts';
import { type WholeList, wholeList } from './program-listings.ts';
import type { ProgramWork, Working } from './work.ts';

/** The message for a program whose quote may have been made although the app ended before it answered. */
export const QUOTE_MAY_BE_MADE =
  'Latchkey ended before it answered. The quote may be made: start the app, and look under Quotes before you ask again.';

export interface ProgramQuotesDeps {
  /** Makes a quotes desk that sends its requests through `api`. */
  readonly quotesBy: (api: ProgramApi) => Pick<QuotesDesk, 'create'>;
  readonly wantedQuotes: Pick<WantedQuotes, 'begin'>;
  readonly listings: WholeList;
  readonly confirm: ProgramWork['confirm'];
}

/**
 * Makes a quote for a program. `onConfirmed` is called before the request is sent. Throws `notGranted` and `grantPending` without the person's
 * confirmation, `invalidInput` for an input that a person cannot check, `storageFailed`, and the errors of {@link QuotesDesk.create}.
 */
export type MakeQuote = (working: Working, input: QuoteInput, onConfirmed?: () => void) => Promise<Quote>;

export const quoteMaker =
  ({ quotesBy, wantedQuotes, listings, confirm }: ProgramQuotesDeps): MakeQuote =>
  async (working, input, onConfirmed) => {
    const { connection, program, api } = working;
    const { listingId, checkIn, checkOut, guests, adults, children, infants, coupons } = input;
    const unclear = [listingId, ...coupons].find((text) => quotedName(text) !== `“${text}”`);
    if (unclear !== undefined)
      throw invalidInput(
        '',
        `${quotedName(unclear)} is no id and no coupon that a person can check: it is too long, or has characters that nobody sees.`,
      );
    const nights = nightsBetween(checkIn, checkOut);
    if (nights < 1) throw invalidInput('checkOut', 'Check-out must be at least one day after check-in.');
    const list = await wholeList(listings, working);
    const known = list?.all.find(({ id }) => id === listingId);
    const application = connection.applications.find(({ id }) => id === input.applicationId);
    const parties = [
      `${guests} ${guests === 1 ? 'guest' : 'guests'}`,
      ...(adults === undefined ? [] : [`${adults} adults`]),
      ...(children === undefined ? [] : [`${children} children`]),
      ...(infants === undefined ? [] : [`${infants} infants`]),
    ];
    await confirm(program, {
      title: 'Make a quote for a program?',
      message: `${quotedName(program.name)} asks for a quote on ${quotedName(connection.name)}.`,
      detail: [
        `Property: ${known ? quotedName(known.title) : list ? 'not on the list of this app' : 'unknown, because the app has loaded no list'}, ${quotedName(listingId)}`,
        `Stay: ${checkIn} to ${checkOut}, ${nights} ${nights === 1 ? 'night' : 'nights'}`,
        `Party: ${parties.join(', ')}`,
        ...(coupons.length === 0 ? [] : [`Coupons: ${coupons.map(quotedName).join(', ')}`]),
        ...(application ? [`Through: ${quotedName(application.label)}`] : []),
        '',
        'A quote reserves nothing. The app sends one request, and shows the quote under Quotes. If the program has given up waiting, nothing is sent.',
      ].join('\n'),
      confirm: 'Make the quote',
      cancel: 'Don’t',
    });
    onConfirmed?.();
    // Stored before its request is sent.
    const title = (known?.title ?? listingId).slice(0, MAX_CHARACTERS.text);
    const end = await wantedQuotes.begin({ title, input, askedBy: program.name });
    try {
      const quote = await quotesBy(api).create(input);
      await end('known');
      return quote;
    } catch (error) {
      await end(isUnconfirmed(error) ? 'lost' : 'known');
      throw error;
    }
  };
