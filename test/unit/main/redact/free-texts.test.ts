/** Texts that people write in stays, calendars, conversations and forms go; what the service says stays. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { words } from '../../../../src/main/redact/name-list.ts';
import { subjectOf } from '../../../../src/main/redact/redact.ts';
import { type BodyOptions, redactBody } from '../../../../src/main/redact/redact-body.ts';

const rules = { keepGuests: false };
const redacted = (value: unknown, options: BodyOptions = {}): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return redactBody(text, text.length, { rules, ...options }).text;
};

const place = fc.constantFrom(
  ...['/v1/reservations/9', '/api/reservations/quotes/q/inquiry', '/v1/inquiries', '/v1/conversations/8/posts'],
  ...['/v1/listings/l1/calendar', '/v1/calendar/listings/l1', '/v1/blocks', '/v1/owner-reservations', '/v1/reviews'],
);
const field = fc.constantFrom(
  ...words(`
    message body text content note notes comment remarks specialRequest publicReview privateNotes description
    feedback messageToHost blockNote nota mensaje nachricht wishes commentaire messaggio mensagem opmerking
    reviewText inquiryMessage arrivalNotes question`),
);
const sentence = fc.constantFrom(
  'Wir kommen gegen sechs mit Hund',
  'Nous arrivons tard, merci',
  'Llegamos con dos niños',
  'Můžeme přijet dřív?',
  '私たちは六時に到着します',
  'Vi har med oss en katt',
);

describe('a text that a person writes', () => {
  it('goes from a record of a stay or a conversation, from requests about it and from forms', () => {
    fc.assert(
      fc.property(place, field, sentence, (path, name, text) => {
        const subject = subjectOf(`https://h.example${path}`);
        expect(redacted({ _id: '65a0', [name]: text }, { subject })).not.toContain(text);
        expect(redacted({ listingId: 'l1', [name]: text }, { subject, speaker: 'person' })).not.toContain(text);
        const form = redacted(`listingId=l1&${name}=${encodeURIComponent(text)}`, { subject, speaker: 'person' });
        expect(decodeURIComponent(form)).not.toContain(text);
      }),
      { numRuns: 150 },
    );
  });

  it('goes where only its object tells, and the request’s own text wherever an answer repeats it', () => {
    for (const value of [
      { sender: { id: 'g1' }, message: 'Wir kommen gegen sechs' },
      { date: '2027-05-01', status: 'unavailable', note: 'Wir kommen gegen sechs' },
      [{ reservationId: 'r1', body: 'Wir kommen gegen sechs' }],
    ])
      expect(redacted(value)).not.toContain('gegen');
    expect(redacted({ message: 'Wir kommen gegen sechs' }, { speaker: 'person' })).not.toContain('gegen');
    expect(redacted({ received: { message: 'Wir kommen gegen sechs' }, code: 'BAD' })).not.toContain('gegen');
  });
});

describe('what the service says', () => {
  const said = 'The stay is too short';
  const envelopes = [
    { error: { code: 'X', message: said } },
    { code: 'TOO_SHORT', message: said },
    { message: said, statusCode: 422 },
    { success: false, message: said },
    { status: 'error', message: said },
    { status: 422, detail: said, message: said },
    { errors: [{ field: 'checkIn', message: said }] },
    { errors: { checkIn: [said] } },
    { warnings: [{ code: 'W', message: said }] },
    { data: {}, meta: { requestId: 'r', message: said } },
    { results: [{ id: 'l1', error: { message: said } }] },
  ];
  it.each(envelopes.map((envelope) => [envelope]))('stays: %j', (envelope) => {
    for (const subject of ['none', 'stay', 'conversation'] as const)
      expect(redacted(envelope, { subject })).toBe(JSON.stringify(envelope));
  });

  it('stays in an error, also beside the number of a reservation', () => {
    const refusal = { reservationId: 'r1', message: said };
    expect(redacted(refusal, { speaker: 'service' })).toBe(JSON.stringify(refusal));
  });

  it('stays in a listing', () => {
    const listing = {
      title: 'Loft',
      publicDescription: { notes: 'Bring your own towels' },
      subject: subjectOf('/v1/listings'),
    };
    expect(redacted(listing)).toBe(JSON.stringify(listing));
  });
});

describe('a guest’s value', () => {
  it('goes from pairs under other names', () => {
    const name = fc.constantFrom(
      'firstName',
      'guest_last_name',
      'guest.fullName',
      'First name',
      'passportNumber',
      'password',
    );
    const keys = fc.constantFrom<[string, string]>(
      ...([
        ['field', 'rejectedValue'],
        ['property', 'newValue'],
        ['attribute', 'to'],
        ['fieldName', 'fieldValue'],
        ['id', 'value'],
        ['question', 'answer'],
        ['path', 'received'],
      ] as [string, string][]),
    );
    fc.assert(
      fc.property(name, keys, fc.boolean(), (of, [key, value], isBackwards) => {
        const pair = isBackwards ? { [value]: 'Zdenka7', [key]: of } : { [key]: of, [value]: 'Zdenka7' };
        expect(redacted({ list: [pair] })).not.toContain('Zdenka7');
      }),
      { numRuns: 80 },
    );
  });

  it.each([
    ...words(`
      vorname apellido prénom cognome nachname jmeno etunimi fname nameFirst billingName correo courriel guestMail
      geburtsdatum drivingLicence travelDocumentNumber codiceFiscale`),
  ])('goes under %s', (name) => {
    expect(redacted({ list: [{ [name]: 'Zdenka Nová 77' }] })).not.toContain('Zdenka');
  });

  it.each(['mobil', 'handy', 'movil', 'celular', 'gsm', 'tlf', 'contactTel'])('a phone goes under %s', (name) => {
    expect(redacted({ [name]: '605111222', other: { [name]: 605111222 } })).not.toContain('605111222');
  });

  it('goes from addresses of guests, whatever their records are called', () => {
    for (const record of [
      'gast',
      'homeAddress',
      'accompanyingGuests',
      'registeredGuest',
      'invoiceTo',
      'mailing_address',
    ])
      expect(redacted({ [record]: [{ street: 'Dlouha 12', zip: '11000 Praha' }] })).not.toMatch(/Dlouha|Praha/);
  });
});
