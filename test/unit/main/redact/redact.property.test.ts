/** Redaction removes planted values from every structure, leaves texts without such values as they are, and is idempotent. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactHeaders, redactUrl } from '../../../../src/main/redact/redact.ts';
import { redactBody } from '../../../../src/main/redact/redact-body.ts';
import { isCard } from '../../../../src/main/redact/redact-patterns.ts';
import { cpuMsOf } from '../../../support/cpu-time.ts';
import { valuesIn } from '../../../support/decode.ts';
import { anyCarrier, anyWrapping, carrierNames, carriers, planted } from './planted.ts';

const WITHOUT_GUESTS = { keepGuests: false };
const CAP = 10_000_000;
const body = (text: string) => redactBody(text, text.length, { rules: WITHOUT_GUESTS, cap: CAP }).text;

const expectWithout = (text: string, ...values: string[]) => expect([...valuesIn(text, values)]).toEqual([]);

/** Of the characters of tokens; never by chance part of another text. */
const secret = fc.stringMatching(/^[A-Za-z0-9._~+/-]{6,50}$/).map((text) => `pl4nt3d${text}Z`);
const secretName = fc.constantFrom(
  'client_secret',
  'clientSecret',
  'access_token',
  'refreshToken',
  'ccToken',
  'card_token',
  'password',
  'X-Api-Key',
  'Authorization',
  'cvv',
);
const person = fc.stringMatching(/^[A-Z][a-z]{4,12}$/).map((text) => `Zorva${text}`);
const guestName = fc.constantFrom('firstName', 'last_name', 'guestName', 'fullName', 'customer_name', 'surname');
const mail = fc
  .tuple(fc.stringMatching(/^[a-z][a-z0-9._-]{2,12}[a-z]$/), fc.stringMatching(/^[a-z]{3,10}$/))
  .map(([local, host]) => `${local}@${host}.example`);
const phone = fc
  .tuple(
    fc.constantFrom('+44 20 ', '+1-415-', '+49 (151) ', '0049 30 ', '(020) '),
    fc.integer({ min: 1000, max: 9999 }),
    fc.integer({ min: 1000, max: 9999 }),
  )
  .map(([prefix, one, other]) => `${prefix}${one} ${other}`);
const anyName = fc.constantFrom('note', 'title', 'q', 'x', 'description', 'summary');

describe('a planted value', () => {
  it.each(carrierNames)('is gone from %s', (carrier) => {
    fc.assert(
      fc.property(secretName, secret, anyWrapping, (name, value, wrapping) => {
        const text = planted(carrier, wrapping, name, value);
        expectWithout(body(text), value);
      }),
      { numRuns: 25 },
    );
  });

  it.each(carrierNames)('of a guest by name is gone from %s', (carrier) => {
    fc.assert(
      fc.property(guestName, person, anyWrapping, (name, value, wrapping) => {
        expectWithout(body(planted(carrier, wrapping, name, value)), value);
      }),
      { numRuns: 15 },
    );
  });

  it.each(carrierNames)('is gone by its form, under any name, from %s', (carrier) => {
    fc.assert(
      fc.property(anyName, fc.oneof(mail, phone), anyWrapping, (name, value, wrapping) => {
        const clean = body(planted(carrier, wrapping, name, value));
        expectWithout(clean, value, value.replaceAll('+', ' '));
      }),
      { numRuns: 25 },
    );
  });

  it('is gone from a guest under any field name', () => {
    fc.assert(
      fc.property(
        person,
        fc.constantFrom('guest', 'guests', 'contact', 'mainGuest', 'travelers', 'customer', 'booker', 'billingDetails'),
        fc.stringMatching(/^x[a-z]{1,7}x$/),
        fc.constantFrom('text', 'list', 'deep', 'itself'),
        (value, container, field, form) => {
          const inner = {
            text: { [field]: value },
            list: [{ [field]: [value] }],
            deep: { a: { [field]: value } },
            itself: value,
          }[form];
          expect(body(JSON.stringify({ _id: '65a0', [container]: inner, title: 'Loft' }))).not.toContain(value);
        },
      ),
    );
  });

  it('is gone from headers and from the parts of an address', () => {
    fc.assert(
      fc.property(secret, mail, (value, address) => {
        const lines = redactHeaders(
          [
            ['Authorization', `Bearer ${value}`],
            ['X-Debug', value],
            [
              'Location',
              `https://u:${value}@h.example/?access_token=${encodeURIComponent(value)}&to=${encodeURIComponent(address)}`,
            ],
            ['Server', `Bearer ${value} ${address}`],
          ],
          WITHOUT_GUESTS,
        );
        expectWithout(JSON.stringify(lines), value, address);
        expectWithout(redactUrl(`https://h.example/guests/${encodeURIComponent(address)}/x`, WITHOUT_GUESTS), address);
      }),
    );
  });
});

describe('redaction', () => {
  it('is idempotent', () => {
    fc.assert(
      fc.property(
        anyCarrier,
        anyWrapping,
        fc.oneof(secretName, guestName, anyName),
        fc.oneof(secret, person, mail, phone, fc.string()),
        fc.nat(),
        (carrier, wrapping, name, value, cutAt) => {
          const text = planted(carrier, wrapping, name, value);
          for (const whole of [text, text.slice(0, cutAt % (text.length + 1))]) {
            const once = body(whole);
            expect(body(once)).toBe(once);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('is idempotent where a form looks like the beginning of JSON', () => {
    const once = body('[=email=,');
    expect(once).toContain('mail');
    expect(body(once)).toBe(once);
  });

  it.each(['a=1&description=(020)%201000%20', 'a=1&description=hello%20(020)%201000'])(
    'is idempotent where a telephone number was all but one word: %s',
    (text) => {
      const once = body(text);
      expect(once).toContain('phone');
      expect(body(once)).toBe(once);
    },
  );

  it.each(['[redacted]', '%5Bredacted%5D', 'eyJhbGciOiJ9a.example'])('masks the value of the name %s', (name) => {
    expect(body(`${name}=hunterhunter&a=b`)).not.toContain('hunter');
  });

  it('is idempotent on any text', () => {
    const bits = fc.constantFrom(
      '"token":',
      'guest',
      '=',
      ':',
      '"',
      '[',
      '{',
      '}',
      ']',
      '%22',
      '%',
      '\\',
      '@',
      'a.example',
      '+44 20 5550 0143',
      'Bearer ',
      '<token>',
      '</token>',
      ' ',
      '\n',
      '&',
      'eyJhbGciOiJ9',
      '.',
      '[redacted]',
      '[mail address]',
      'email=',
      'phone: ',
      ',',
      '4111 1111 1111 1111',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(bits, fc.string({ maxLength: 6 })), { maxLength: 14 }), (parts) => {
        const once = body(parts.join(''));
        expect(body(once)).toBe(once);
      }),
      { numRuns: 300, examples: [[['["%22\\email=']], [['eyJhbGciOiJ9', 'a.example', '=', ',']]] },
    );
  });

  it('leaves every byte of JSON without sensitive values', () => {
    const isCardLike = (text: string) => /^\d{14,19}$/.test(text) && isCard(text);
    const harmless = fc.oneof(
      fc.constantFrom(
        'Loft by the river',
        'Alfama, Lisbon',
        '2027-05-01',
        '2026-11-05T14:22:33.000Z',
        'USD',
        '15:00',
        'https://cdn.example/p/65a0f3/1.jpg?w=320',
      ),
      fc.uuid(),
      fc.stringMatching(/^[0-9a-f]{24}$/),
      // Some whole numbers are valid card numbers, which are sensitive.
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !isCardLike(String(number))),
      fc.integer({ min: 1_500_000_000_000, max: 1_900_000_000_000 }),
      fc.boolean(),
    );
    const { document } = fc.letrec<{ document: unknown; leaf: unknown; node: unknown }>((tie) => ({
      leaf: harmless,
      node: fc.oneof(
        fc.array(tie('document'), { maxLength: 4 }),
        fc.dictionary(
          fc.constantFrom(
            '_id',
            'title',
            'nickname',
            'address',
            'prices',
            'createdAt',
            'lat',
            'guestsCount',
            'city',
            'name',
          ),
          tie('document'),
          { maxKeys: 5 },
        ),
      ),
      document: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('node')),
    }));
    fc.assert(
      fc.property(document, fc.constantFrom(0, 1, 2), (value, spaces) => {
        const text = JSON.stringify(value, null, spaces);
        expect(body(text)).toBe(text);
      }),
      { numRuns: 120 },
    );
  });

  it('keeps the shape of JSON, and never makes it much longer', () => {
    const shapeOf = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(shapeOf)
        : typeof value === 'object' && value !== null
          ? Object.keys(value).length
          : 0;
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }),
        fc.oneof(secretName, guestName),
        fc.oneof(secret, person, mail),
        (value, name, held) => {
          const text = JSON.stringify({ list: [value], guest: { [name]: held }, [name]: held });
          const clean = body(text);
          expect(Object.keys(JSON.parse(clean))).toEqual(Object.keys(JSON.parse(text)));
          expect(shapeOf(JSON.parse(clean))).toEqual(shapeOf(JSON.parse(text)));
          expect(clean.length).toBeLessThanOrEqual(text.length * 4 + 100);
        },
      ),
      { numRuns: 80 },
    );
  });

  it('keeps guests’ data when the person chose so, but no secret', () => {
    fc.assert(
      fc.property(secret, mail, person, (value, address, name) => {
        const text = JSON.stringify({ guest: { firstName: name, email: address }, ccToken: value });
        const kept = redactBody(text, text.length, { rules: { keepGuests: true } }).text;
        expect(JSON.parse(kept)).toEqual({ guest: { firstName: name, email: address }, ccToken: '[redacted]' });
      }),
    );
  });
});

describe('the time of redaction', () => {
  const LENGTH = 40_000;
  /** Linear work takes a twentieth of it; quadratic work of 200 ps for each pair of characters exceeds it. */
  const LIMIT_MS = 320;
  const fill = (unit: string): string => unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH);
  const units = [
    'a',
    '"',
    '\\',
    '[',
    '{',
    '[[',
    '{"a":',
    '%',
    '%25',
    '%22',
    '=',
    ':',
    'token=',
    '"token":',
    '"token":"',
    'token:[',
    '@',
    'a@',
    'a@b.',
    'eyJ',
    '-eyJ',
    'eyJaaaaa.',
    'Bearer ',
    'bearer+',
    'basic ',
    '<',
    '<a',
    '<a ',
    '<token>',
    '</a>',
    '<a><b>',
    '1',
    '1 ',
    '1-',
    '+1',
    '(1',
    '0123 ',
    '415-555-',
    '4111',
    '4111 ',
    '&quot;',
    '&#64;',
    'name="',
    'Content-Disposition: form-data; name="a"\r\n',
    '\r\n',
    ' ',
    '"a" ',
    "'",
    "token='",
    '[redacted]',
    ',"a"',
  ];

  it.each(units)('is linear in a text of %j', (unit) => {
    for (const text of [fill(unit), `{"a":"${fill(unit)}`, `x ${fill(unit)}"`])
      expect(cpuMsOf(() => body(text))).toBeLessThan(LIMIT_MS);
  });

  it('is linear in every carrier repeated', () => {
    for (const carry of Object.values(carriers)) {
      const text = fill(`${carry('note', 'nothing here')}\n`);
      expect(cpuMsOf(() => body(text))).toBeLessThan(LIMIT_MS);
    }
  });
});

describe('what redaction remembers', () => {
  const fields = [
    'ask ada@posta.example',
    'aB3dE5fG7hJ9kL1mN3pQ5rS7',
    '{"note":"Ada is late"}',
    'mail <form a=b>Ada',
  ].flatMap((text) => ['x', 'endCursor'].map((name) => JSON.stringify({ [name]: text })));
  const usual = {
    rules: { keepGuests: false },
    ...({ subject: 'none', speaker: 'either', depth: 0, isOpaque: false, keepsMarkup: false } as const),
  };
  const ways = [
    ...[usual, { ...usual, rules: { keepGuests: true } }, { ...usual, speaker: 'person' as const }],
    ...[
      { ...usual, subject: 'stay' as const },
      { ...usual, depth: 3 },
      { ...usual, keepsMarkup: true },
    ],
  ];
  let memories = 0;
  /** Loads the redaction of texts anew, with an empty memory. */
  const forgetful = async () => {
    memories += 1;
    const path = `../../../../src/main/redact/redact-content.ts?${memories}`;
    const { redactContent }: typeof import('../../../../src/main/redact/redact-content.ts') = await import(path);
    return redactContent;
  };

  it('changes no answer, whatever was redacted before and by which rules', async () => {
    const each = await Promise.all(ways.map(async (way) => ({ way, redact: await forgetful() })));
    // Each of these has redacted in one way only.
    const cold = each.flatMap(({ way, redact }) => fields.map((text) => ({ text, way, clean: redact(text, way) })));
    const warm = await forgetful();
    fc.assert(
      fc.property(fc.shuffledSubarray(cold), (some) => {
        for (const { text, way, clean } of some) expect(warm(text, way), JSON.stringify({ text, way })).toBe(clean);
      }),
      { numRuns: 20 },
    );
  });
});
