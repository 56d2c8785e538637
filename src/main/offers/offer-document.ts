/** Makes the document of an offer from quotes; a pure function. */
import type { OfferDocument, OfferInput, OfferPlace, OfferProblem, OfferSender } from '../../shared/model/offer.ts';
import type { Quote, RatePlan } from '../../shared/model/quote.ts';
import { offeredPlan } from '../../shared/quote/plan-choice.ts';
import { quoteStateOf } from '../../shared/quote/quote-state.ts';
import { isolated, plainLine } from '../../shared/text/isolated-text.ts';
import { OfferTexts } from './offer-texts.ts';

/** Facts from a listing's record, in the service's words. */
export interface ListingFacts {
  readonly place: string | null;
  readonly sleeps: number | null;
  readonly amenities: readonly string[];
}

export interface OfferedQuote {
  readonly quote: Quote;
  readonly listing: ListingFacts;
}

export interface OfferParts {
  readonly quotes: readonly OfferedQuote[];
  readonly input: Pick<OfferInput, 'language' | 'guestName' | 'closing'>;
  readonly sender: OfferSender;
  /** The IANA time zone of instants. */
  readonly zone: string;
}

const MAX_AMENITIES = 8;
const MAX_TITLE = 300;

/** Says why a quote cannot be offered at `now` (epoch ms, connection's clock); `null` when it can. */
export function problemOf(quote: Quote, now: number): OfferProblem['reason'] | null {
  const state = quoteStateOf({ ...quote, isReplaced: quote.replacedBy !== null, isSent: false }, now);
  if (state === 'expired' || state === 'replaced') return state;
  if (state === 'sending' || state === 'unconfirmed') return 'unconfirmed';
  if (state !== 'open' && state !== 'expiring') return 'used';
  return offeredPlan(quote) === null ? 'noPrice' : null;
}

/** Makes the document. Quotes without a price are left out. */
export function offerDocument({ quotes, input, sender, zone }: OfferParts): OfferDocument {
  const texts = new OfferTexts(input.language, zone);
  const places = quotes.flatMap((offered) => {
    const plan = offeredPlan(offered.quote);
    return plan === null ? [] : placeOf(offered, plan, texts);
  });
  const name = plainLine(input.guestName);
  const first = places[0]?.title ?? '';
  return {
    language: input.language,
    subject: texts.say('subject', { count: places.length, place: first }),
    title: texts.say('title'),
    greeting: name === '' ? texts.say('greetingWithoutName') : texts.say('greeting', { name: isolated(name) }),
    intro: texts.say('intro', { count: places.length }),
    places,
    closing: input.closing.trim() || sender.closing.trim() || texts.say('closing'),
    sender: plainLine(sender.name) || null,
    logo: sender.logo,
  };
}

/** Shows an unreadable amount to the guest as the service's text, or as a dash if the text is JSON. */
const asSent = (text: string): string => (/^[[{]/.test(text) ? '' : plainLine(text)) || '–';

function placeOf({ quote, listing }: OfferedQuote, plan: RatePlan, texts: OfferTexts): OfferPlace {
  const about = [
    listing.place === null ? '' : plainLine(listing.place),
    texts.say('sleeps', { guests: listing.sleeps ?? 0 }),
  ];
  const amenities = listing.amenities.map(plainLine).filter(Boolean).slice(0, MAX_AMENITIES);
  const optional = [
    { label: texts.say('ratePlan'), text: plainLine(plan.name) },
    { label: texts.say('included'), text: amenities.join(', ') },
    { label: texts.say('cancellation'), text: plainLine(plan.cancellationPolicy ?? '') },
  ];
  return {
    quoteId: quote.id,
    title: plainLine(quote.listingTitle ?? quote.listingId).slice(0, MAX_TITLE),
    about: about.filter(Boolean).join(' · ') || null,
    picture: quote.picture?.src ?? null,
    facts: [
      { label: texts.say('arrival'), text: texts.day(quote.checkIn) },
      {
        label: texts.say('departure'),
        text: `${texts.day(quote.checkOut)} (${texts.say('stay', { nights: quote.nights, guests: quote.guests ?? 0 })})`,
      },
      ...optional.filter(({ text }) => text !== ''),
    ],
    lines: [
      ...plan.lines.map(({ title, amount }) => ({ label: plainLine(title), text: texts.money(amount) })),
      ...(plan.unreadable ?? []).map(({ title, text }) => ({ label: plainLine(title), text: asSent(text) })),
    ],
    total: plan.total && { label: texts.say(plan.isTotalOurs ? 'ourTotal' : 'total'), text: texts.money(plan.total) },
    validUntil: texts.say('validUntil', { when: texts.instant(quote.expiresAt) }),
  };
}
