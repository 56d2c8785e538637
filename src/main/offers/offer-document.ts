/** Makes the document of an offer from quotes; a pure function. */
import type {
  AsWritten,
  OfferAmenity,
  OfferDocument,
  OfferInput,
  OfferPlace,
  OfferProblem,
  OfferSender,
} from '../../shared/model/offer.ts';
import type { PriceLine, Quote, RatePlan } from '../../shared/model/quote.ts';
import { offeredPlan } from '../../shared/quote/plan-choice.ts';
import { quoteStateOf } from '../../shared/quote/quote-state.ts';
import { isolated, plainLine } from '../../shared/text/isolated-text.ts';
import { OfferTexts } from './offer-texts.ts';

/** The facts of a listing's record, in the service's words. `whole` is the address as one text, for a record without city and country. */
export interface ListingFacts {
  readonly city: string | null;
  readonly country: string | null;
  readonly whole: string | null;
  readonly type: string | null;
  readonly roomType: string | null;
  readonly sleeps: number | null;
  readonly bedrooms: number | null;
  readonly amenities: readonly string[];
  readonly address: string | null;
  /** The usual times of arrival and departure, such as "15:00". */
  readonly checkIn: string | null;
  readonly checkOut: string | null;
}

export interface OfferedQuote {
  readonly quote: Quote;
  readonly listing: ListingFacts;
  /** The owner's note on the property for guests; empty without one. */
  readonly note: string;
}

export interface OfferParts {
  readonly quotes: readonly OfferedQuote[];
  readonly input: Omit<OfferInput, 'connectionId' | 'quoteIds' | 'guestEmail'>;
  readonly sender: OfferSender;
  /** The IANA time zone of instants. */
  readonly zone: string;
  /** Called for each text that stands in the document as it was written. */
  readonly onWritten?: (written: AsWritten) => void;
}

const MAX_AMENITIES = 8;
const MAX_TITLE = 300;

/** Returns the reason why a quote cannot be offered at `now` (epoch ms on the connection's clock); `null` when it can be offered. */
export function problemOf(quote: Quote, now: number): OfferProblem['reason'] | null {
  const state = quoteStateOf({ ...quote, isReplaced: quote.replacedBy !== null, isSent: false }, now);
  if (state === 'expired' || state === 'replaced') return state;
  if (state === 'sending' || state === 'unconfirmed') return 'unconfirmed';
  if (state !== 'open' && state !== 'expiring') return 'used';
  return offeredPlan(quote) === null ? 'noPrice' : null;
}

/** Returns the reason why a booking cannot be confirmed to its guest; `null` when it can be confirmed. */
export function confirmationProblem(quote: Quote): OfferProblem['reason'] | null {
  if (quote.outcome !== 'booked' && quote.outcome !== 'reserved') return 'notBooked';
  return offeredPlan(quote) === null ? 'noPrice' : null;
}

/** Lists the amenities of all properties: the chosen ones first, in their order, then the others. `isShown`: the page has the amenity. */
export function offerAmenities({ quotes, input }: Pick<OfferParts, 'quotes' | 'input'>): OfferAmenity[] {
  const english = new OfferTexts('en', 'UTC');
  const all = [...new Set(quotes.flatMap(({ listing }) => listing.amenities.map(plainLine).filter(Boolean)))];
  const shown = new Set(quotes.flatMap(({ listing }) => shownAmenities(listing, input.amenities)));
  const chosen = (input.amenities ?? []).filter((name) => shown.has(name));
  return [...chosen, ...all.filter((name) => !chosen.includes(name))].map((name) => ({
    name,
    label: english.term('amenities', name) ?? name,
    isShown: shown.has(name),
  }));
}

function shownAmenities({ amenities }: ListingFacts, chosen: readonly string[] | null): string[] {
  const all = amenities.map(plainLine).filter(Boolean);
  return chosen === null ? all.slice(0, MAX_AMENITIES) : chosen.filter((name) => all.includes(name));
}

/** Makes the document of an offer. Quotes without a price are left out. */
export function offerDocument({ quotes, input, sender, zone, onWritten = () => {} }: OfferParts): OfferDocument {
  const texts = new OfferTexts(input.language, zone);
  const own = (kind: AsWritten['kind'], text: string): string => {
    if (text !== '') onWritten({ kind, text, isUnknown: false });
    return text;
  };
  const isOffer = input.kind === 'offer';
  const writer = { texts, own, onWritten, isOffer, amenities: input.amenities };
  const places = quotes.flatMap((offered) => {
    const plan = offeredPlan(offered.quote);
    return plan === null ? [] : placeOf(offered, plan, writer);
  });
  const name = plainLine(input.guestName);
  const first = places[0]?.title ?? '';
  // A request to book is no booking before the owner accepts it.
  const step = quotes.every(({ quote }) => quote.outcome === 'booked') ? 'confirm' : 'request';
  const next = own('next', input.next.trim()) || texts.say(`${step}Next`);
  return {
    kind: input.kind,
    language: input.language,
    subject: isOffer
      ? texts.say('subject', { count: places.length, place: first })
      : texts.say(`${step}Subject`, { place: first }),
    title: texts.say(isOffer ? 'title' : `${step}Title`),
    greeting: name === '' ? texts.say('greetingWithoutName') : texts.say('greeting', { name: isolated(name) }),
    intro:
      own('opening', input.opening.trim()) ||
      (isOffer ? texts.say('intro', { count: places.length }) : texts.say(`${step}Intro`)),
    places,
    next: isOffer ? null : { label: texts.say('next'), text: next },
    closing: own('closing', input.closing.trim() || sender.closing.trim()) || texts.say('closing'),
    sender: plainLine(sender.name) || null,
    logo: sender.logo,
  };
}

interface Writer {
  readonly texts: OfferTexts;
  readonly own: (kind: AsWritten['kind'], text: string) => string;
  readonly onWritten: (written: AsWritten) => void;
  readonly isOffer: boolean;
  readonly amenities: readonly string[] | null;
}

const GROUPS = {
  type: 'types',
  amenity: 'amenities',
  line: 'lines',
  plan: 'plans',
  policy: 'policies',
  country: 'countries',
} as const;

/** The term in the guest's language; a term that no table has stays as it is written. */
function said(kind: keyof typeof GROUPS, written: string, { texts, onWritten }: Writer): string {
  const text = plainLine(written);
  const known = text === '' ? '' : kind === 'country' ? texts.country(text) : texts.term(GROUPS[kind], text);
  if (known !== null) return known;
  onWritten({ kind, text, isUnknown: true });
  return text;
}

/** The title of a line of the price. A title without a translation stands in brackets after the translated kind, if there is one. */
function lineTitle({ title, kind }: Pick<PriceLine, 'title' | 'kind'>, writer: Writer): string {
  const { texts, onWritten } = writer;
  const text = plainLine(title);
  const kindText = kind === null ? null : texts.term('lines', kind);
  if (kindText === null || texts.term('lines', text) !== null) return said('line', title, writer);
  if (text === '') return kindText;
  onWritten({ kind: 'line', text, isUnknown: true });
  return `${kindText} (${text})`;
}

/** The city as it is written and the country in the guest's language; without either, the address as one text. */
function whereOf({ city, country, whole }: ListingFacts, writer: Writer): string {
  const { own } = writer;
  if (city === null && country === null) return own('place', plainLine(whole ?? ''));
  return [own('place', plainLine(city ?? '')), said('country', country ?? '', writer)].filter(Boolean).join(', ');
}

/** Matches room types that a guest takes for granted. */
const WHOLE_HOME = /^entire /i;

/** Shows an unreadable amount to the guest as the service's text, or as a dash if the text is JSON. */
const asSent = (text: string): string => (/^[[{]/.test(text) ? '' : plainLine(text)) || '–';

/** The nights and people of a stay: adults and children when the quote says them, else the number of guests. */
function stayOf({ nights, guests, party: { adults, children, infants } }: Quote, texts: OfferTexts): string {
  if (adults === null || adults === 0) return texts.say('stay', { nights, guests: guests ?? 0 });
  const party = texts.say('party', { adults, children: children ?? 0, infants: infants ?? 0 });
  return `${texts.say('stay', { nights, guests: 0 })}, ${party}`;
}

const TIME = /^([01]?\d|2[0-3]):[0-5]\d$/;

/** The days of a stay; a confirmation adds the times of arrival and departure, and for a booked stay its code and the address. */
function stayFacts({ quote, listing }: OfferedQuote, { texts, own, isOffer }: Writer): OfferPlace['facts'] {
  const withTime = (name: 'arriveFrom' | 'leaveUntil', day: string, time: string | null) =>
    isOffer || time === null || !TIME.test(time) ? day : texts.say(name, { day, time });
  const isBooked = !isOffer && quote.outcome === 'booked';
  const address = isBooked ? own('address', plainLine(listing.address ?? '')) : '';
  const code = isBooked ? plainLine(quote.reservation?.confirmationCode ?? '') : '';
  const departure = withTime('leaveUntil', texts.day(quote.checkOut), listing.checkOut);
  return [
    { label: texts.say('code'), text: code },
    { label: texts.say('address'), text: address },
    { label: texts.say('arrival'), text: withTime('arriveFrom', texts.day(quote.checkIn), listing.checkIn) },
    { label: texts.say('departure'), text: `${departure} (${stayOf(quote, texts)})` },
  ].filter(({ text }) => text !== '');
}

function placeOf(offered: OfferedQuote, plan: RatePlan, writer: Writer): OfferPlace {
  const { quote, listing, note } = offered;
  const { texts, own } = writer;
  const { type, roomType } = listing;
  const about = [
    whereOf(listing, writer),
    said('type', type ?? '', writer),
    roomType === type || WHOLE_HOME.test(roomType ?? '') ? '' : said('type', roomType ?? '', writer),
    texts.say('sleeps', { guests: listing.sleeps ?? 0 }),
    texts.say('bedrooms', { bedrooms: listing.bedrooms ?? 0 }),
  ];
  const amenities = shownAmenities(listing, writer.amenities).map((name) => said('amenity', name, writer));
  const optional = [
    { label: texts.say('ratePlan'), text: said('plan', plan.name, writer) },
    { label: texts.say('included'), text: [...new Set(amenities)].join(', ') },
    { label: texts.say('cancellation'), text: said('policy', plan.cancellationPolicy ?? '', writer) },
  ];
  return {
    quoteId: quote.id,
    title: own('name', plainLine(quote.listingTitle ?? quote.listingId).slice(0, MAX_TITLE)),
    about: about.filter(Boolean).join(' · ') || null,
    picture: quote.picture?.src ?? null,
    facts: [...stayFacts(offered, writer), ...optional.filter(({ text }) => text !== '')],
    lines: [
      ...plan.lines.map((line) => ({ label: lineTitle(line, writer), text: texts.money(line.amount) })),
      ...(plan.unreadable ?? []).map((line) => ({ label: lineTitle(line, writer), text: asSent(line.text) })),
    ],
    total: plan.total && { label: texts.say(plan.isTotalOurs ? 'ourTotal' : 'total'), text: texts.money(plan.total) },
    note: own('note', note.trim()) || null,
    validUntil: writer.isOffer ? texts.say('validUntil', { when: texts.instant(quote.expiresAt) }) : null,
  };
}
