import fc from 'fast-check';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import {
  confirmationProblem,
  type ListingFacts,
  type OfferParts,
  offerDocument,
  problemOf,
} from '../../../../src/main/offers/offer-document.ts';
import { htmlOf, mailHtml, printHtml } from '../../../../src/main/offers/offer-html.ts';
import { textOf } from '../../../../src/main/offers/offer-text.ts';
import { MESSAGES, OfferTexts } from '../../../../src/main/offers/offer-texts.ts';
import { OfferDocument, OfferLanguage } from '../../../../src/shared/model/offer.ts';
import { HARBOUR, JUST_AFTER_MIDNIGHT, offeredQuote, offerParts } from '../../../support/offer-fixtures.ts';

const NO_FACTS: ListingFacts = {
  ...{ city: null, country: null, whole: null, type: null, roomType: null, sleeps: null, bedrooms: null },
  ...{ amenities: [], address: null, checkIn: null, checkOut: null },
};
const LANGUAGES = OfferLanguage.options;
const plain = (text: string): string => text.replaceAll(/[\u00A0\u202F]/g, ' ');

describe('the document of an offer', () => {
  it('says the place, the dates, the price, what is included and until when it stands', () => {
    const offer = offerDocument(offerParts());
    expect(offer).toMatchObject({
      subject: 'Our offer: Harbour loft',
      greeting: 'Dear Ada Marsh,',
      closing: 'Kind regards',
      sender: 'Casa Azul Rentals',
    });
    expect(offer.places[0]).toMatchObject({
      title: 'Harbour loft',
      about: 'Porto, Portugal · Loft · Sleeps 4 guests · 2 bedrooms',
    });
    const text = plain(textOf(offer));
    for (const line of [
      'Arrival: Wed, 4 December 2030',
      'Departure: Fri, 6 December 2030 (2 nights, 2 guests)',
      'Rate: Standard',
      'Included: Wi-Fi, Balcony, Washing machine',
      'Cancellation: Free cancellation until seven days before arrival.',
      'Cleaning: €45.50',
      'Total: €1,245.50',
      'This price is valid until Monday, 23 November 2026 at 00:05 WET.',
    ])
      expect(text.split('\n')).toContain(line);
  });

  it('tells an instant in the sender’s time zone with its name, and days in none', () => {
    const told = (zone: string) => plain(textOf(offerDocument({ ...offerParts(), zone })));
    expect(told('America/New_York')).toContain('valid until Sunday, 22 November 2026 at 19:05 GMT-5.');
    expect(told('Asia/Tokyo')).toContain('valid until Monday, 23 November 2026 at 09:05 GMT+9.');
    for (const zone of ['America/New_York', 'Asia/Tokyo', 'Pacific/Kiritimati'])
      expect(told(zone)).toContain('Arrival: Wed, 4 December 2030');
  });

  it.each(LANGUAGES)('has every text in %s', (language) => {
    const one = textOf(offerDocument(offerParts(['A'], { language })));
    const two = textOf(offerDocument(offerParts(['A', 'B'], { language, guestName: '' })));
    expect(one).not.toMatch(/[{}#]|plural/);
    expect(two).not.toMatch(/[{}#]|plural/);
    if (language !== 'en') expect(one).not.toMatch(/Dear|Arrival|Included|valid until|Kind regards/);
    expect(one).toContain('2030');
  });

  it('writes French with a space that does not break before each colon', () => {
    const offer = offerDocument(offerParts(['A'], { language: 'fr' }));
    const lines = textOf(offer).split('\n');
    expect(offer.subject).toBe('Notre offre\u00A0: A');
    expect(lines).toContain('Tarif\u00A0: Standard');
    for (const line of [offer.subject, offer.intro, ...lines]) expect(line).not.toMatch(/[^\u00A0:]:(?: |$)/);
  });

  it.each([
    ['fr', 'dim. 1er décembre 2030', 'dimanche 1er décembre 2030'],
    ['it', 'dom 1º dicembre 2030', 'domenica 1º dicembre 2030'],
    ['de', 'So., 1. Dezember 2030', 'Sonntag, 1. Dezember 2030'],
    ['en', 'Sun, 1 December 2030', 'Sunday, 1 December 2030'],
  ] as const)('says the first of a month as people do in %s', (language, day, instant) => {
    const texts = new OfferTexts(language, 'UTC');
    expect(texts.day('2030-12-01')).toBe(day);
    expect(texts.instant(Date.UTC(2030, 11, 1, 1, 1))).toContain(instant);
    expect(texts.day('2030-12-11')).toContain('11');
  });

  it('greets in the form that goes with its pronouns, whoever the guest is', () => {
    const greeting = (language: OfferLanguage, guestName: string) =>
      offerDocument({ ...offerParts(), input: { ...offerParts().input, language, guestName } }).greeting;
    expect(greeting('es', 'Ana')).toMatch(/^Estimado\/a \u2068?Ana\u2069?:$/);
    expect(greeting('pt', 'Ana')).toMatch(/^Estimado\(a\) \u2068?Ana\u2069?,$/);
    for (const language of LANGUAGES)
      for (const name of ['Ana', '']) expect(greeting(language, name)).not.toMatch(/^(Hola|Olá|Hallo|Salut|Ciao|Hi)\b/);
  });

  it('has messages that are complete in each language, with the same values', () => {
    const values = (message: string) =>
      [...new Set([...message.matchAll(/\{(\w+)/g)].map(([, name]) => name))]
        .filter((name) => /^(count|place|name|nights|guests|when|day|time)$/.test(name ?? ''))
        .sort();
    for (const language of LANGUAGES)
      for (const [name, message] of Object.entries(MESSAGES[language])) {
        expect(() => new IntlMessageFormat(message, language), `${language} ${name}`).not.toThrow();
        expect(values(message), `${language} ${name}`).toEqual(values(MESSAGES.en[name as keyof typeof MESSAGES.en]));
      }
  });

  it('takes the closing of the offer before that of the sender', () => {
    const sender = { name: '', closing: 'Until soon,\nthe team', logo: null };
    expect(offerDocument({ ...offerParts(), sender })).toMatchObject({
      closing: 'Until soon,\nthe team',
      sender: null,
    });
    expect(offerDocument({ ...offerParts(['A'], { closing: ' Bye ' }), sender }).closing).toBe('Bye');
  });

  it('offers the rate plan that a person chose', () => {
    const [standard] = offeredQuote().ratePlans;
    const strict = { ...standard, id: 'strict', name: 'Strict', total: { amount: 900, currency: 'EUR' } };
    const quote = offeredQuote({ ratePlans: [standard, strict] as never, chosenPlan: 'strict' });
    const [place] = offerDocument({ ...offerParts(), quotes: [{ quote, listing: HARBOUR, note: '' }] }).places;
    expect(place?.total?.text).toBe('€900.00');
  });

  it('shows every digit that the service sent, and marks a sum of the console', () => {
    const total = { amount: 1, currency: 'KWD', exact: '12345678901234567.891' };
    const quote = offeredQuote({ ratePlans: [{ ...offeredQuote().ratePlans[0], total, isTotalOurs: true }] as never });
    const [place] = offerDocument({
      ...offerParts(),
      quotes: [{ quote, listing: NO_FACTS, note: '' }],
    }).places;
    expect(place?.total?.label).toBe('Total (our sum)');
    expect(place?.total?.text.replaceAll(/[^\d.]/g, '')).toBe('12345678901234567.891');
    expect(place?.about).toBeNull();
  });

  it('has a line that cannot be read in the words of the service, and no JSON', () => {
    const unreadable = ['about 12', '{"value":7}', ''].map((text) => ({ title: 'City tax', text, kind: null }));
    const [plan] = offeredQuote().ratePlans;
    const quote = offeredQuote({ ratePlans: [{ ...plan, lines: [], unreadable }] as never });
    const [place] = offerDocument({ ...offerParts(), quotes: [{ quote, listing: HARBOUR, note: '' }] }).places;
    expect(place?.lines.map(({ text }) => text)).toEqual(['about 12', '–', '–']);
  });

  it('writes amounts exactly, whatever the language and the currency', () => {
    const decimal = fc.tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 0, max: 4 }));
    fc.assert(
      fc.property(
        fc.constantFrom(...LANGUAGES),
        fc.constantFrom('EUR', 'JPY', 'KWD', 'QQQ1', null),
        decimal,
        (language, currency, [units, scale]) => {
          const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
          const exact = `${units < 0n ? '-' : ''}${scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`}`;
          const shown = new OfferTexts(language, 'UTC')
            .money({ amount: Number(exact), currency, exact })
            .replace('QQQ1', '');
          const bare = (text: string) => text.replaceAll(/\D/g, '').replaceAll(/^0+|0+$/g, '');
          expect(bare(shown)).toBe(bare(exact));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('leaves out what cannot be offered', () => {
    const now = JUST_AFTER_MIDNIGHT - 1;
    expect(problemOf(offeredQuote(), now)).toBeNull();
    expect(problemOf(offeredQuote(), JUST_AFTER_MIDNIGHT)).toBe('expired');
    expect(problemOf(offeredQuote({ replacedBy: 'q-2' }), now)).toBe('replaced');
    expect(problemOf(offeredQuote({ outcome: 'reserved' }), now)).toBe('used');
    expect(problemOf(offeredQuote({ outcome: 'used' }), now)).toBe('used');
    expect(problemOf(offeredQuote({ outcome: 'unknown' }), now)).toBe('unconfirmed');
    expect(problemOf(offeredQuote({ outcome: 'sending' }), now)).toBe('unconfirmed');
    expect(problemOf(offeredQuote({ ratePlans: [] }), now)).toBe('noPrice');
  });
});

describe('the confirmation of a booking', () => {
  const booked = (outcome: 'booked' | 'reserved') =>
    offeredQuote({
      outcome,
      reservation: { id: 'r-1', status: null, confirmationCode: 'LK-7', at: 1, raw: null },
    });
  const confirmed = (outcome: 'booked' | 'reserved', changes: Partial<OfferParts['input']> = {}) =>
    offerDocument({
      ...offerParts([], { kind: 'confirmation', language: 'es', ...changes }),
      quotes: [{ quote: booked(outcome), listing: HARBOUR, note: 'La llave está en la caja.' }],
    });

  it('has the code, the address, the times, the amount and what comes next, in the guest’s language', () => {
    const offer = confirmed('booked');
    expect(offer.title).toBe('Su reserva está confirmada');
    const lines = plain(textOf(offer)).split('\n');
    for (const line of [
      'Código de confirmación: LK-7',
      'Dirección: Rua do Cais 4, 4050-100 Porto, Portugal',
      'Llegada: mié, 4 de diciembre de 2030, a partir de las 15:00',
      'Salida: vie, 6 de diciembre de 2030, antes de las 11:00 (2 noches, 2 huéspedes)',
      'Total: 1245,50 €',
      'La llave está en la caja.',
      'Próximos pasos',
    ])
      expect(lines).toContain(line);
    expect(lines.join()).not.toMatch(/válido hasta/);
    expect(mailHtml(offer)).toContain('Próximos pasos');
    expect(confirmed('booked', { next: 'Traiga toallas.' }).next?.text).toBe('Traiga toallas.');
  });

  it('says that a request to book is not confirmed, and gives neither address nor confirmation code before it is', () => {
    const offer = confirmed('reserved');
    expect(offer.title).toBe('Hemos recibido su solicitud de reserva');
    expect(offer.next?.text).toContain('aún no está confirmada');
    expect(textOf(offer)).not.toContain('Rua do Cais');
    expect(textOf(offer)).not.toContain('LK-7');
  });

  it('is made only of a quote that became one', () => {
    expect(confirmationProblem(offeredQuote())).toBe('notBooked');
    expect(confirmationProblem(offeredQuote({ outcome: 'unknown' }))).toBe('notBooked');
    expect(confirmationProblem(offeredQuote({ outcome: 'booked', ratePlans: [] }))).toBe('noPrice');
    expect(confirmationProblem(offeredQuote({ outcome: 'reserved' }))).toBeNull();
  });
});

describe('the look of an offer', () => {
  it('gives each table of a mail its own size and colour, because a mail has no doctype', () => {
    const tables = mailHtml(offerDocument(offerParts())).match(/<table[^>]*>/g) ?? [];
    expect(tables).toHaveLength(2);
    for (const table of tables) expect(table).toMatch(/font-size:14px;.*color:#1f2933/);
  });

  it('wraps a name without a space, and no label of ours', () => {
    const page = printHtml(offerDocument(offerParts(['A'], { guestName: 'M'.repeat(60) })));
    expect(page).toMatch(/<body><div [^>]*overflow-wrap:anywhere/);
    for (const label of page.match(/<th[^>]*>/g) ?? []) expect(label).toContain('overflow-wrap:break-word');
  });

  it('has the picture beside the facts of several places, and above those of one', () => {
    expect(printHtml(offerDocument(offerParts(['A'])))).not.toContain('display:flex');
    expect(printHtml(offerDocument(offerParts(['A', 'B']))).match(/display:flex/g)).toHaveLength(2);
  });

  it('keeps a place on one sheet, and the closing line with the last place', () => {
    const page = printHtml(offerDocument(offerParts(['A', 'B'])));
    expect(page.match(/padding:16px;break-inside:avoid/g)).toHaveLength(2);
    expect(page.match(/break-before:avoid/g)).toHaveLength(2);
  });
});

describe('texts of others in an offer', () => {
  const hostile = '<script>alert(1)</script><img src=x onerror="x()">&\'"{name}';

  it('are escaped in the page and the mail', () => {
    const offer = offerDocument(offerParts([hostile], { guestName: hostile, closing: hostile }));
    for (const html of [printHtml(offer), mailHtml(offer)]) {
      expect(html).not.toMatch(/<script|onerror="|<img src=x/);
      expect(html).toContain('&lt;script&gt;');
    }
    expect(offer.greeting).toBe(`Dear ${hostile},`);
  });

  it('never become an element or an attribute', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', '/', 'a', ' ', '{', '}', '\u2068', '\u2069') }),
        (text) => {
          const offer = offerDocument(offerParts([text], { guestName: text, closing: text }));
          const bare = offerDocument(offerParts(['a'], { guestName: text === '' ? '' : 'a', closing: 'a' }));
          const tags = (html: string) => html.match(/<[^>]*>/g)?.filter((tag) => !/^<\/?bdi>$/.test(tag));
          expect(tags(mailHtml(offer))).toEqual(tags(mailHtml(bare)));
        },
      ),
      { numRuns: 40 },
    );
    expect(htmlOf({ tag: 'img', style: {}, attributes: { src: '"><b>' }, children: [] })).toBe(
      '<img src="&quot;&gt;&lt;b&gt;">',
    );
  });

  it('isolate a right-to-left name, and lose marks that would turn the sentence', () => {
    const offer = offerDocument(offerParts(['Loft\u202E evil\u0000'], { guestName: 'שרה כהן' }));
    expect(offer.greeting).toBe('Dear \u2068שרה כהן\u2069,');
    expect(mailHtml(offer)).toContain('Dear <bdi>שרה כהן</bdi>,');
    expect(offer.places[0]?.title).toBe('Loft evil');
  });

  it('fit the contract', () => {
    expect(OfferDocument.parse(offerDocument(offerParts([hostile, 'x'.repeat(5_000)])))).toBeDefined();
  });
});
