import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkGuest,
  disallowedReason,
  emptyBooking,
  guestOf,
} from '../../../../src/renderer/features/quotes/booking-form.ts';
import {
  checkQuote,
  emptyQuote,
  formFromParams,
  formFromQuote,
  type QuoteForm,
  quoteInputOf,
  withPeople,
} from '../../../../src/renderer/features/quotes/quote-form.ts';
import { PAGE_SEARCH } from '../../../../src/renderer/navigation/search.ts';
import { plainDateOf } from '../../../../src/shared/model/primitives.ts';
import { QuoteInput } from '../../../../src/shared/model/quote.ts';
import { applicationFixture } from '../../../support/fixtures.ts';
import { quoteFixture } from './quotes-answers.ts';

const filled = { ...emptyQuote(), listingId: 'l-1', checkIn: '2026-12-04', checkOut: '2026-12-09' };

describe('the quote form', () => {
  it('keeps adults and children in step with the guests', () => {
    const people = (form: QuoteForm, ...changes: ['guests' | 'adults' | 'children', string][]) => {
      const { guests, adults, children } = changes.reduce<QuoteForm>(
        (known, [name, text]) => withPeople(known, name, text),
        form,
      );
      return `${guests} ${adults || '–'} ${children || '–'}`;
    };
    expect(people(filled, ['guests', '3'])).toBe('3 – –');
    expect(people(filled, ['guests', '3'], ['children', '1'])).toBe('3 2 1');
    expect(people(filled, ['guests', '3'], ['children', '1'], ['guests', '5'])).toBe('5 2 3');
    expect(people(filled, ['adults', '2'], ['children', '2'])).toBe('4 2 2');
    expect(people(filled, ['adults', '2'], ['children', '2'], ['guests', '1'])).toBe('1 1 0');
    expect(people(filled, ['adults', '2'], ['children', ''])).toBe('2 2 –');
  });

  it('reports an issue for each missing or invalid field', () => {
    expect(checkQuote(emptyQuote())).toEqual({
      listingId: 'Type a name and choose one of those found, or enter an ID.',
      stay: 'A quote needs both dates.',
    });
    expect(checkQuote({ ...filled, checkOut: '2026-12-04' }).stay).toMatch(/at least one day after/);
    expect(checkQuote({ ...filled, guests: '0' }).guests).toMatch(/from 1 to 500/);
    expect(checkQuote({ ...filled, guests: '4', adults: '2', children: '1' }).ages).toBe(
      'Adults and children add up to 3, but guests is 4.',
    );
    expect(checkQuote({ ...filled, guests: '2', adults: '0', children: '2' }).ages).toMatch(/at least 1 adult/);
    for (const guests of ['-3', '1.5', '1e5'])
      expect(checkQuote({ ...filled, guests }).guests).toMatch(/from 1 to 500/);
    expect(checkQuote({ ...filled, infants: 'x' }).ages).toMatch(/whole numbers/);
    expect(checkQuote(filled)).toEqual({});
  });

  it('takes its values from the URL, and guests from adults plus children', () => {
    const form = formFromParams(
      emptyQuote(),
      PAGE_SEARCH.quotes.parse({ listingId: 'l-1', checkIn: '2026-12-04', adults: '2', children: '1' }),
    );
    expect(form).toMatchObject({ listingId: 'l-1', checkIn: '2026-12-04', guests: '3', adults: '2', children: '1' });
  });

  it('copies a quote with all requested coupons', () => {
    const quote = quoteFixture({ coupons: [{ code: 'A', name: null, adjustment: null }], droppedCoupons: ['B'] });
    const form = formFromQuote(quote);
    expect(form.coupons).toEqual(['A', 'B']);
    expect(quoteInputOf('sandbox', quote.applicationId, form)).toMatchObject({
      listingId: quote.listingId,
      checkIn: quote.checkIn,
      checkOut: quote.checkOut,
      guests: quote.guests,
    });
  });

  it('makes an input that the contract accepts from any form without issues', () => {
    const text = fc.constantFrom('', '0', '1', '3', '500', '501', '2.5', 'x');
    const day = fc.option(fc.integer({ min: 20_000, max: 20_010 }).map(plainDateOf));
    fc.assert(
      fc.property(
        fc.record({
          applicationId: fc.constant(null),
          listingId: fc.constantFrom('', ' ', 'l-1'),
          checkIn: day,
          checkOut: day,
          guests: text,
          adults: text,
          children: text,
          infants: text,
          coupons: fc.array(fc.string({ minLength: 1, maxLength: 110 }), { maxLength: 20 }),
        }),
        (form) => {
          if (Object.keys(checkQuote(form)).length > 0) return;
          expect(QuoteInput.safeParse(quoteInputOf('c', 'a', form)).success).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('checkGuest', () => {
  it('reports an issue for each invalid field', () => {
    expect(Object.keys(checkGuest(emptyBooking()))).toEqual(['firstName', 'lastName', 'email', 'phone']);
    const guest = { firstName: ' Ada ', lastName: 'Moreau', email: 'ada@example.com', phone: '+33 6 12-34 (56) 78' };
    expect(checkGuest(guest)).toEqual({});
    expect(guestOf(guest).firstName).toBe('Ada');
    const sent = (phone: string) => guestOf({ ...guest, phone }).phone;
    expect(['+49 (0)171 / 234 56 78', '0049 171–2345678', ' 0171-23 45 67 '].map(sent)).toEqual([
      ...['+491712345678', '+491712345678', '0171-23 45 67'],
    ]);
    expect(checkGuest({ ...guest, firstName: 'A'.repeat(201) }).firstName).toBe(
      'A first name has at most 200 characters.',
    );
    expect(checkGuest({ ...guest, lastName: 'A'.repeat(201) }).lastName).toBe(
      'A last name has at most 200 characters.',
    );
    for (const email of ['ada', 'ada@', 'ada@x', 'a b@example.com', 'ada@example.'])
      expect(checkGuest({ ...guest, email }).email).toBe('An email address looks like name@example.com.');
    for (const phone of ['12345', 'call me', '+1234567890123456'])
      expect(checkGuest({ ...guest, phone }).phone).toBe('A phone number has 6 to 15 digits, as in +49 171 2345678.');
  });
});

describe('booking options', () => {
  it.each([
    ['requestToBook', true, false],
    ['instantBooking', false, true],
    ['both', true, true],
    ['inquiriesOnly', true, false],
  ] as const)('%s allows request %s and instant %s', (bookingOption, request, instant) => {
    const application = applicationFixture({ bookingOption, label: 'Website' });
    expect(disallowedReason('request', application) === null).toBe(request);
    expect(disallowedReason('instant', application) === null).toBe(instant);
    if (!instant) expect(disallowedReason('instant', application)).toContain('“Website” is set to');
  });
  it('allow nothing after the application was removed', () => {
    expect(disallowedReason('request', undefined)).toMatch(/no longer part/);
  });
});
