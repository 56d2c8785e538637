import { describe, expect, it } from 'vitest';
import { words } from '../../../../src/main/redact/name-list.ts';
import { redactText, redactUrl, subjectOf } from '../../../../src/main/redact/redact.ts';
import { redactBody } from '../../../../src/main/redact/redact-body.ts';

const rules = { keepGuests: false };
const body = (text: string, subject: 'none' | 'person' | 'stay' = 'none') =>
  redactBody(text, text.length, { rules, subject }).text;
const json = (value: unknown, subject?: 'none' | 'person' | 'stay') => JSON.parse(body(JSON.stringify(value), subject));

describe("guests' data in JSON", () => {
  it('is redacted in a reservation, but not the facts about the stay', () => {
    const reservation = {
      _id: '65a0f3c2b1d4e5f60718293a',
      status: 'reserved',
      confirmationCode: 'LK-7QX2M9AB',
      listingId: '65a0f3c2b1d4e5f607182999',
      checkInDateLocalized: '2027-05-01',
      guestsCount: 2,
      guest: {
        _id: '65a0f3c2b1d4e5f607182111',
        firstName: 'Ada',
        lastName: 'Marsh',
        email: 'ada.marsh@guest.example',
        phone: '+44 20 5550 0143',
        hometown: 'Leeds',
        phones: ['4420555'],
        passportNumber: 12345678,
        createdAt: '2026-11-05T14:22:33.000Z',
      },
      specialRequests: 'A cot, please',
      listing: { title: 'Loft', nickname: 'L-1', address: { full: '1 River Road, Lisbon' } },
      money: { hostPayout: 1234.5, currency: 'EUR' },
      createdAt: '2026-11-05T14:22:33.000Z',
    };
    expect(json(reservation)).toEqual({
      ...reservation,
      guest: {
        ...reservation.guest,
        firstName: '[guest name]',
        lastName: '[guest name]',
        email: '[mail address]',
        phone: '[phone number]',
        hometown: '[guest data]',
        phones: ['[phone number]'],
        passportNumber: '[guest data]',
      },
      specialRequests: '[guest message]',
    });
  });

  it('is redacted where the guest is one text, but not a number of guests or an identifier', () => {
    expect(json({ guest: 'Ada Marsh', guests: 2, guestId: '65a0f3c2', customer: 'cus_91b' })).toEqual({
      guest: '[guest name]',
      guests: 2,
      guestId: '65a0f3c2',
      customer: 'cus_91b',
    });
  });

  it('is redacted in messages of a conversation and in the body of a booking step, but not in an error', () => {
    expect(json({ conversation: { posts: [{ body: 'We come at six', sentAt: '2026-11-05' }] } })).toEqual({
      conversation: { posts: [{ body: '[guest message]', sentAt: '2026-11-05' }] },
    });
    expect(json({ ratePlanId: 'rp1', message: 'We come at six' }, 'stay')).toEqual({
      ratePlanId: 'rp1',
      message: '[guest message]',
    });
    const refusal = { error: { code: 'FORBIDDEN', message: 'It is not allowed', data: { requestId: 'r-1' } } };
    expect(json(refusal, 'stay')).toEqual(refusal);
  });

  it('is redacted in a record that only its address identifies as a guest’s', () => {
    expect(subjectOf('https://h/v1/guests/65a0?x=1')).toBe('person');
    expect(subjectOf('https://h/api/reservations/quotes/1/inquiry')).toBe('stay');
    expect(subjectOf('https://h/v1/listings?guests=2')).toBe('none');
    expect(json({ _id: '65a0', hometown: 'Leeds', nights: 3 }, 'person')).toEqual({
      _id: '65a0',
      hometown: '[guest data]',
      nights: 3,
    });
  });
});

describe('readable data', () => {
  it.each([
    '2026-11-05T14:22:33.000+01:00',
    '05/11/2026 14:22',
    '05-11-2026',
    '1762352553000',
    '65a0f3c2b1d4e5f60718293a',
    '0f8fad5b-d9cb-469f-a165-70867728950e',
    '00000000-0010-1000-8000-000000000000',
    '38.71693, -9.13987',
    '-122.41941550',
    'EUR 1,234.50',
    '1 200 000.00',
    'photo@2x.png',
    'https://cdn.example/p/65a0f3/1@2x.jpg?w=1200&h=800',
    'react@18.2.0',
    'Mobile: yes, headphones: no',
    'Basic accommodation for 2',
    '10:00 - 22:00, 7 days',
    '4111 1111 1111 1112',
    'Check-in 15:00, check-out 11:00',
    'Europe/Lisbon',
    'Latchkey/0.1.0 (Node 24.21.0)',
    'LK-7QX2M9AB',
    '@latchkey on every network',
    'guest.firstName: Required; guest.email: must be a mail address; phone: too short',
  ])('%s', (text) => {
    expect(json({ note: text })).toEqual({ note: text });
    expect(redactText(text, rules)).toBe(text);
  });

  it.each([
    'https://open.example/v1/listings?limit=100&skip=0&q=river&available=%7B%22checkIn%22%3A%222027-05-01%22%7D',
    'https://booking.example/api/listings?checkIn=2027-05-01&checkOut=2027-05-04&guests=2&adults=2&location=Lisbon',
    'https://booking.example/api/reservations/quotes/65a0f3c2b1d4e5f60718293a/inquiry',
  ])('%s', (url) => {
    expect(redactUrl(url, rules)).toBe(url);
  });
});

describe("guests' data elsewhere", () => {
  it.each([
    ['Write to ada.marsh@guest.example or call +44 20 5550 0143.', 'Write to [mail address] or call [phone number].'],
    ['call (415) 555-0143', 'call [phone number]'],
    ['call 415-555-0143', 'call [phone number]'],
    ['phone: 4155550143', 'phone: [phone number]'],
    ['firstName: Ada Marsh, arriving', 'firstName: [guest name]'],
    ['specialRequests: A cot, please', 'specialRequests: [guest message]'],
    ['passportNumber: X1234567 of 2', 'passportNumber: [guest data]'],
    ['josé.núñez@correo.example', '[mail address]'],
    [
      'guest[firstName]=Ada&guest[lastName]=Marsh&guests=2',
      'guest[firstName]=[guest name]&guest[lastName]=[guest name]&guests=2',
    ],
    ['Loft <guest><name>Ada</name><id>7</id></guest>', 'Loft [redacted]'],
    ['<b>Loft</b><name>River</name>', '<b>Loft</b>[redacted]'],
  ])('%s', (text, expected) => {
    expect(redactText(text, rules)).toBe(expected);
  });

  it('is redacted in an address', () => {
    expect(redactUrl('https://h/x?email=ada%40guest.example&phone=%2B442055500143&limit=5', rules)).toBe(
      'https://h/x?email=[mail address]&phone=[phone number]&limit=5',
    );
  });
});

describe('secrets by their form', () => {
  it.each([
    ['card 4111 1111 1111 1111 was declined', 'card [redacted] was declined'],
    ['{"n":4111111111111111}', '{"n":"[redacted]"}'],
    [`Basic ${Buffer.from('client:s3cret-value').toString('base64')}`, 'Basic [redacted]'],
    ['{"name":"token","value":["a1","b2"]}', '{"name":"token","value":"[redacted]"}'],
  ])('%s', (text, expected) => {
    expect(redactText(text, rules)).toBe(expected);
  });
});

describe('the parts of a name', () => {
  it.each([
    '{"name":{"first":"Ada","last":"Marsh"},"id":7}',
    '{"guest":{"name":{"given":"Ada","family":"Marsh"}}}',
    '{"reservations":[{"guest":{"first":"Ada","last":"Marsh"}}]}',
    '{"customer_first":"Ada","guestNameLast":"Marsh"}',
  ])('are redacted: %s', (text) => {
    const clean = redactText(text, rules);
    expect(clean).toBe(text.replaceAll(/Ada|Marsh/g, '[guest name]'));
  });

  it.each([
    '{"name":{"en":"Loft by the river","text":"A sunny loft"}}',
    '{"links":{"first":"/v1/listings?page=1","last":"/v1/listings?page=9"}}',
    '{"card":{"brand":"visa","last4":"4242"},"guest":{"cardBrand":"visa"}}',
  ])('are no other names: %s', (text) => {
    expect(redactText(text, rules)).toBe(text);
  });

  it.each(['guestDob', 'born', 'birth', 'bday'])('a birthday goes under %s', (name) => {
    expect(redactText(`{"${name}":"1984-02-11"}`, rules)).toBe(`{"${name}":"[guest data]"}`);
  });
});

describe('a signed address', () => {
  it.each(['https://cdn.example/a.jpg?expires=1795355452&s=SIGNED', 'https://cdn.example/a.jpg?w=320&s=SIGNED'])(
    'loses its signature: %s',
    (address) => {
      const signed = address.replace('SIGNED', '0f3b9c1d2e4a5f600f3b9c1d2e4a5f60');
      expect(redactText(`see ${signed} for it`, rules)).toBe(`see ${address.replace('SIGNED', '[redacted]')} for it`);
    },
  );

  it('keeps the checksum of one that does not expire', () => {
    const text = 'https://cdn.example/a.jpg?w=320&md5=0f3b9c1d2e4a5f60';
    expect(redactText(text, rules)).toBe(text);
  });
});

describe('a guest’s address', () => {
  const form = (text: string) =>
    redactBody(text, text.length, { rules, subject: 'none', type: 'application/x-www-form-urlencoded' }).text;
  const json = (value: unknown) => {
    const text = JSON.stringify(value);
    return redactBody(text, text.length, { rules, subject: 'none', type: 'application/json' }).text;
  };

  it.each(
    words(`
  guest[address][street]=Planted+4 guest%5Baddress%5D%5Bstreet%5D=Planted+4 guest.address.street=Planted+4
  contact[address][zip]=Planted4 guestHomeAddress=Planted+4 guest_home_address=Planted+4
  guesthomeaddress=Planted+4 guestCity=Planted`),
  )('goes from a form: %s', (text) => {
    expect(form(text)).not.toContain('Planted');
    expect(form(text)).toMatch(/=\[guest (?:data|name)\]$/);
  });

  it.each([
    'guest[id]=g1&guest[status]=new',
    'guests[adults]=2&guests=2&guestCapacity=4&guestsCount=3',
    'listing[address][street]=Main+1',
    'stay[from]=2026-01-01',
  ])('is not what stays in a form: %s', (text) => {
    expect(form(text)).toBe(text);
  });

  it('goes from JSON whose names are in one piece', () => {
    const names = words(`
  guestHomeAddress guest_street guestCity guestAddressLine1 guestZip guestPostalAddress contactHomeAddress
  billingStreet`);
    for (const name of names) expect(json({ [name]: 'Planted 4' }), name).not.toContain('Planted');
    const stays = {
      guestCapacity: '4 beds',
      ownerAddress: 'Main 1',
      listingCity: 'Porto',
      address: 'Main 1',
      city: 'Porto',
    };
    expect(json(stays)).toBe(JSON.stringify(stays));
  });
});

describe('what is no data of a guest in a guest’s record', () => {
  it('stays: identifiers, amounts and links', () => {
    const text = JSON.stringify({ id: '65a0f3c2', amount: 2674.41, _links: { self: { href: '/v1/guests?limit=20' } } });
    expect(body(text, 'person')).toBe(text);
  });

  it('what is searched among guests goes from the address', () => {
    const url = 'https://open.example/v1/guests-crud?q=Planted%20Nov%C3%A1&limit=20';
    expect(redactUrl(url, rules)).toBe('https://open.example/v1/guests-crud?q=[guest data]&limit=20');
  });

  it('JSON in a field of a form is read by its names', () => {
    const payload = JSON.stringify({ listingId: '65a0f3c2', guest: { fullName: 'Planted Nová' } });
    const clean = body(`payload=${encodeURIComponent(payload)}&a=1`);
    expect(decodeURIComponent(clean)).toBe('payload={"listingId":"65a0f3c2","guest":{"fullName":"[guest name]"}}&a=1');
  });

  it('words about a place in a list stay, and codes of doors in sentences go', () => {
    const stays = { amenities: ['Keypad', 'Self check-in', 'Lockbox', 'Wireless Internet'] };
    expect(json(stays)).toEqual(stays);
    const notes = json({
      notes: 'The safe is beside the door. Code: 1141',
      access: 'Enter code 819644 or 2044# there',
    });
    expect(notes).toEqual({
      notes: 'The safe is beside the door. Code: [redacted]',
      access: 'Enter code [redacted] or [redacted] there',
    });
  });
});
