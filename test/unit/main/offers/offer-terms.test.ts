/** The terms of the service in the six languages of offers. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import terms from '../../../../resources/offers/terms.json' with { type: 'json' };
import { readRatePlan } from '../../../../src/main/api/read-rate-plan.ts';
import { listingFacts } from '../../../../src/main/compose/offers.ts';
import { offerAmenities, offerDocument } from '../../../../src/main/offers/offer-document.ts';
import type { TermGroup } from '../../../../src/main/offers/offer-terms.ts';
import { textOf } from '../../../../src/main/offers/offer-text.ts';
import { OfferTexts } from '../../../../src/main/offers/offer-texts.ts';
import { PLANS, priceStay } from '../../../../src/main/sandbox/booking/pricing.ts';
import type { SandboxMemory } from '../../../../src/main/sandbox/memory.ts';
import { openApiRecord } from '../../../../src/main/sandbox/world/records.ts';
import { vocabulary } from '../../../../src/main/sandbox/world/vocabulary.ts';
import { World } from '../../../../src/main/sandbox/world/world.ts';
import { type AsWritten, OfferLanguage } from '../../../../src/shared/model/offer.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';
import { HARBOUR, offeredQuote, offerParts } from '../../../support/offer-fixtures.ts';

const GROUPS = ['amenities', 'types', 'lines', 'plans', 'policies', 'countries'] as const satisfies TermGroup[];
const LANGUAGES = OfferLanguage.options;
const rows = GROUPS.flatMap((group) =>
  Object.entries(terms[group].terms).map(([names, texts]) => ({
    group,
    names: names.split('; '),
    texts: texts.split(' | '),
  })),
);

/** A quote and the facts of the sandbox's listing at a position, as the app reads them. */
function sandboxPlace(world: World, at: number) {
  const outline = world.at(at);
  const nights = world.nights(outline, { from: 21_000, to: 21_007 });
  const ratePlans = PLANS.flatMap((plan) => {
    const { money, days } = priceStay(outline, nights, 8, plan, []);
    return readRatePlan(JSON.parse(JSON.stringify({ ...plan, _id: plan.key, money, days }))) ?? [];
  });
  const record = openApiRecord(outline, 'https://sandbox.example') as Json;
  const title = String((record as { title: string }).title);
  const quote = offeredQuote({
    id: `q-${at}`,
    listingTitle: title,
    ratePlans,
    chosenPlan: ratePlans[at % 3]?.id ?? null,
  });
  return { quote, listing: listingFacts(record), note: '' };
}

describe('the tables of terms', () => {
  it('have each term in each language, with the same values, and each name once', () => {
    expect(terms.languages).toEqual(LANGUAGES);
    const values = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
    for (const { group, names, texts } of rows) {
      expect(texts, names[0]).toHaveLength(LANGUAGES.length);
      for (const text of texts) {
        expect(text.trim(), names[0]).not.toBe('');
        for (const name of names) expect(values(text), `${group} ${name}`).toEqual(values(name));
      }
    }
    for (const group of GROUPS) {
      const names = rows
        .filter((row) => row.group === group)
        .flatMap((row) => row.names.map((name) => name.toLowerCase()));
      expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    }
  });

  it('know every amenity, type, line, rate and policy of the sandbox', () => {
    const known = (group: TermGroup, names: readonly string[]) => {
      for (const language of LANGUAGES)
        for (const name of names) expect(new OfferTexts(language, 'UTC').term(group, name), name).not.toBeNull();
    };
    known('amenities', [...vocabulary.basicAmenities, ...vocabulary.amenities]);
    known('types', [...vocabulary.kinds.map(({ name }) => name), 'Private room', 'Entire home/apt']);
    known(
      'plans',
      PLANS.map(({ name }) => name),
    );
    known(
      'policies',
      PLANS.map(({ cancellationPolicy }) => cancellationPolicy),
    );
    known('lines', [
      'AF',
      'CF',
      'GST',
      'LT',
      'LOCAL_TAX',
      'Tourist tax 6 %',
      'City tax per guest and night',
      'Coupon AB-1',
    ]);
  });

  it('write numbers, countries and codes as the guest’s language does', () => {
    const [es, de] = [new OfferTexts('es', 'UTC'), new OfferTexts('de', 'UTC')];
    expect(es.term('policies', 'Free cancellation until 7 days before arrival.')).toBe(
      'Cancelación gratuita hasta 7 días antes de la llegada',
    );
    expect(de.term('lines', 'GST and QST 14.975 %')).toMatch(/und Verkaufssteuer von Québec, 14,975.%$/);
    expect(es.term('lines', 'Kurbeitrag 5 %')).toBeNull();
    // No source names the type of a deposit.
    expect(de.term('lines', 'DEPOSIT')).toBeNull();
  });

  it('lose no number of days before the arrival', () => {
    const lastDay = [
      'Free cancellation until the day before arrival',
      'Kostenlose Stornierung bis zum Tag vor der Anreise',
      'Annulation gratuite jusqu’à la veille de l’arrivée',
      'Cancelación gratuita hasta el día anterior a la llegada',
      'Cancelamento gratuito até ao dia anterior à chegada',
      'Cancellazione gratuita fino al giorno prima dell’arrivo',
    ];
    for (const [at, language] of LANGUAGES.entries())
      for (const start of ['Free cancellation until', 'Free cancellation up to', 'Full refund until']) {
        const said = (days: string) =>
          new OfferTexts(language, 'UTC').term('policies', `${start} ${days} before arrival`);
        for (const days of ['1 day', '1 days', 'one day']) expect(said(days), days).toBe(lastDay[at]);
        for (const days of [0, 2, 5, 11, 21, 365])
          for (const unit of ['day', 'days']) expect(said(`${days} ${unit}`)).toMatch(new RegExp(`\\b${days}\\b`));
      }
  });

  it('know a country by its names and its code, in each language', () => {
    const [es, de, pt] = [new OfferTexts('es', 'UTC'), new OfferTexts('de', 'UTC'), new OfferTexts('pt', 'UTC')];
    expect(['Germany', 'UK', 'DE', 'Deutschland', 'Scotland'].map((name) => es.country(name))).toEqual([
      ...['Alemania', 'Reino Unido', 'Alemania', 'Alemania', 'Escocia'],
    ]);
    const names = `Turkey; Bosnia and Herzegovina; Trinidad and Tobago; Turks and Caicos Islands; Antigua and Barbuda; Saint Lucia; St Martin;
      Saint Martin; Macau; Macao; Ivory Coast; The Bahamas; Curacao; Reunion; England; Wales; Northern Ireland; UAE; U.S.A.; Cabo Verde; Myanmar; Korea`;
    for (const name of names.split(/;\s+/))
      if (name === 'Korea') expect(de.country(name)).toBeNull();
      else expect(de.country(name), name).not.toBeNull();
    expect([de.country('Hong Kong'), de.country('The Netherlands'), pt.country('Monaco')]).toEqual([
      ...['Hongkong', 'Niederlande', 'Mónaco'],
    ]);
    for (const none of ['Narnia', 'ZZ', 'XA', 'EU', 'Outlying Oceania']) expect(de.country(none), none).toBeNull();
  });
});

describe('an offer in the guest’s language', () => {
  it('has no English word but the owner’s, for three places of the sandbox in Spanish', () => {
    const world = new World({ settings: { listings: 240 }, reservations: [] } as unknown as SandboxMemory, () => 0);
    const spanish = new Set(rows.flatMap(({ texts }) => wordsOf(texts[LANGUAGES.indexOf('es')] ?? '')));
    const english = new Set(
      rows
        .flatMap(({ names, texts }) => [...names, texts[0] ?? ''])
        .flatMap(wordsOf)
        .concat([
          'spain',
          'portugal',
          'denmark',
          'guest',
          'guests',
          'arrival',
          'departure',
          'night',
          'nights',
          'bedroom',
          'total',
        ])
        .filter((word) => !spanish.has(word) && !['total', 'portugal', 'internet'].includes(word)),
    );
    for (const first of [0, 3, 6, 9, 12]) {
      const written: AsWritten[] = [];
      const quotes = [first, first + 1, first + 2].map((at) => sandboxPlace(world, at));
      const amenities = quotes.flatMap(({ listing }) => listing.amenities);
      const { input, ...parts } = offerParts([], {
        language: 'es',
        guestName: 'Ana',
        amenities: [...new Set(amenities)],
      });
      const offer = offerDocument({ ...parts, input, quotes, onWritten: (text) => written.push(text) });
      expect(written.filter(({ isUnknown }) => isUnknown)).toEqual([]);
      let text = textOf(offer).replaceAll(offer.sender ?? '-', '');
      for (const own of written.toSorted((one, other) => other.text.length - one.text.length))
        text = text.replaceAll(own.text, '');
      expect(wordsOf(text).filter((word) => english.has(word))).toEqual([]);
      expect(text).toMatch(/Cancelación|reembolso/);
    }
  });

  it('keeps every term that no table has, and marks it', () => {
    const term = fc.string({
      unit: fc.constantFrom('q', 'x', 'ñ', 'z', ' ', '(', '{', '5', '%'),
      minLength: 1,
      maxLength: 9,
    });
    fc.assert(
      fc.property(fc.constantFrom(...LANGUAGES), fc.tuple(term, term, term, term, term), (language, given) => {
        const [amenity, line, plan, policy, type] = given.map((text) => `Zz${text}zZ`) as [
          string,
          string,
          string,
          string,
          string,
        ];
        const [known] = offeredQuote().ratePlans;
        const amount = { amount: 5, currency: 'EUR' };
        const lines = ['AF', null].map((kind) => ({ title: line, amount, kind }));
        const ratePlans = [{ ...known, name: plan, cancellationPolicy: policy, lines }] as never;
        const quote = offeredQuote({ ratePlans });
        const written: string[] = [];
        const text = textOf(
          offerDocument({
            ...offerParts([], { language }),
            quotes: [{ quote, listing: { ...HARBOUR, type, amenities: [amenity] }, note: '' }],
            onWritten: ({ text: own, isUnknown }) => isUnknown && written.push(own),
          }),
        );
        for (const own of [amenity, line, plan, policy, type].map((one) => one.replaceAll(/\s+/g, ' '))) {
          expect(text).toContain(own);
          expect(written).toContain(own);
        }
      }),
      { numRuns: 15 },
    );
  });

  it('names the amenities that were chosen, in their order, and says adults and children', () => {
    const quote = offeredQuote({ guests: 4, party: { adults: 2, children: 1, infants: 1 } });
    const amenities = ['Washing machine', 'Pool', 'Balcony'];
    const parts = { ...offerParts([], { language: 'es', amenities }), quotes: [{ quote, listing: HARBOUR, note: '' }] };
    const [place] = offerDocument(parts).places;
    expect(place?.facts.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Lavadora, Balcón', expect.stringMatching(/\(2 noches, 2 adultos, 1 niño, 1 bebé\)$/)]),
    );
    expect(offerAmenities(parts)).toEqual([
      { name: 'Washing machine', label: 'Washing machine', isShown: true },
      { name: 'Balcony', label: 'Balcony', isShown: true },
      { name: 'Wi-Fi', label: 'Wi-Fi', isShown: false },
    ]);
  });

  it('marks a country that it cannot translate', () => {
    const written: AsWritten[] = [];
    const parts = offerParts(['A'], { language: 'es' });
    const quotes = parts.quotes.map((one) => ({ ...one, listing: { ...HARBOUR, country: 'Narnia' } }));
    offerDocument({ ...parts, quotes, onWritten: (text) => written.push(text) });
    expect(written).toContainEqual({ kind: 'country', text: 'Narnia', isUnknown: true });
  });

  it('begins with the owner’s opening line instead of ours', () => {
    expect(offerDocument(offerParts(['A'], { opening: ' Qué alegría.\nAquí está: ' })).intro).toBe(
      'Qué alegría.\nAquí está:',
    );
  });
});

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
