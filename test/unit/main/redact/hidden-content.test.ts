/** Secrets and guests' data under more layers of escapes than a structure of its own has. */
import { describe, expect, it } from 'vitest';
import { redactHeaders, redactText, redactUrl } from '../../../../src/main/redact/redact.ts';
import { redactBody } from '../../../../src/main/redact/redact-body.ts';

const RULES = { keepGuests: false } as const;
const bodyOf = (value: unknown): string => {
  const text = JSON.stringify(value);
  return redactBody(text, text.length, { rules: RULES, type: 'application/json' }).text;
};

const ENCODINGS = {
  base64: (text: string) => Buffer.from(text).toString('base64'),
  base64url: (text: string) => Buffer.from(text).toString('base64url'),
  'base64 of UTF-16': (text: string) => Buffer.from(text, 'utf16le').toString('base64'),
  'base64 twice': (text: string) => Buffer.from(Buffer.from(text).toString('base64')).toString('base64'),
  hex: (text: string) => Buffer.from(text).toString('hex'),
  'hex twice': (text: string) => Buffer.from(Buffer.from(text).toString('hex')).toString('hex'),
} as const;

const unicode = (text: string, backslashes: number): string =>
  [...text].map((one) => `${'\\'.repeat(backslashes)}u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const twice = ENCODINGS['hex twice'];

describe.each(Object.entries(ENCODINGS))('%s', (_, encode) => {
  it.each([
    '{"passportNo":"C49636075","n":1}',
    '{"guest":{"firstName":"Oxhqyo Ømnakfq"}}',
    'password=Irzonc1941!&a=1',
    'write to uediys.muro@mail.stay.example instead',
    'card 4432.6772.6212.7322 was declined',
    '{"client_secret":"nBUWhbYV2qfb"}',
  ])('of %s goes', (text) => {
    const run = encode(text);
    const clean = bodyOf({ data: `x: ${run} y`, cursor: run });
    expect(clean).not.toContain(run.slice(8, 18));
    expect(JSON.parse(clean)).toHaveProperty('data');
  });

  it.each(['{"_id":"67194962e460279aee2f7363","direction":"next"}', '[1745,"a6f2",20]', 'listing:Loft 14 am Hafen'])(
    'of %s stays',
    (text) => {
      expect(bodyOf({ cursor: encode(text) })).toBe(JSON.stringify({ cursor: encode(text) }));
    },
  );
});

it.each(['passport_%6eo', 'passport_&#110;o', 'pa\\\\x73sport_no', 'passport\\\\u005fno', '\\u0070assport_no'])(
  'the name %s is read without its escapes',
  (name) => {
    const text = `{"id":"6711f0a2c4","${name}":"C59260091"}`;
    for (const one of [text, JSON.stringify({ message: text }), JSON.stringify({ message: `said ${text} here` })])
      expect(redactBody(one, one.length, { rules: RULES, type: 'application/json' }).text).not.toContain('C59260091');
  },
);

it.each([
  ['escapes of which some decode to the letters of escapes', unicode('write to hixs.ueq@hixsfenm.co.uk now', 2)],
  ['hex of hex, which is all digits', twice('{"b":"mail@localhost","password":"Irzonc1941"}')],
  ['hex in a header line', `GET / HTTP/1.1\r\nX-Thing: ${twice('{"apiKey":"285fcd1a-a8b6"}')}\r\nAccept: */*`],
  ['base64 in a header line', `X-Thing: ${ENCODINGS.base64('{"passportNo":"C59260091"}')}\r\nAccept: */*`],
])('%s', (_, text) => {
  const clean = bodyOf({ message: text });
  expect(clean).toContain('[redacted]');
  expect(clean).not.toMatch(/\\u0040|[0-9a-f]{30}|LCI6|ogIk/i);
  if (/^\d+$/.test(text))
    expect(redactBody(text, text.length, { rules: RULES, type: 'text/plain' }).text).not.toContain(text);
});

it.each([
  [
    'a form in escapes, with plus signs for spaces',
    unicode('a=1&x=%7B%0A++%22guestNotes%22%3A+%22we+bring+gbnaasu%22%0A%7D', 1),
    'gbnaasu',
  ],
  ['a name with an escape in an escape', '{"p\\u%30061ssportNo":"C36915%3082"}', 'C36915'],
  [
    'base64 that other letters follow',
    `say ${ENCODINGS.base64('write to uediys.muro@mail.stay.example!')}Accept`,
    'dWVkaXlz',
  ],
])('%s', (_, text, planted) => {
  expect(redactText(text, RULES)).not.toContain(planted);
  expect(redactText(text, RULES)).toMatch(/\[(?:redacted|guest data|mail address)\]/);
});

it('a text that looks like cut JSON is no JSON', () => {
  const text = '"w%72ite %74o zw%68%77yu_%62%6bcb\\u%30040q%6cxcnc%66%76.co%2e%75k in%73tead%22';
  expect(redactText(text, RULES)).toBe('[redacted]');
});

it('a text that escapes letters goes whole, whatever it says', () => {
  for (const message of ['a h\\u0061rmless word', 'a h&#97;rmless word', 'a h%61rmless word'])
    expect(redactText(message, RULES)).toBe('[redacted]');
});

describe('a text that hides something behind escapes goes whole', () => {
  it.each([
    ['a mail in JSON in a sentence', 'upstream said "write to uediys.muro\\u0040mail.stay.example" at 12:00'],
    [
      'a name of a secret in JSON in a sentence in a sentence',
      'a "b {\\n\\"p\\\\u0061ssword\\": \\"Fxpbao1904!\\"}" c',
    ],
    ['a card in percent escapes', '%63%61rd 6%3011 8%3755 9%32%343 6%33%363 wa%73 dec%6c%69ned'],
    ['a password in an address', 'handler msg="\\"see redis:\\\\u002f/:94uOTCN4cVV4at\\\\u0040cache/x\\"" ok'],
    ['a phone number in entities', 'call &#43;49 &#49;51 &#50;345 &#54;789 now'],
    [
      'letters in entities, broken over lines, of which a part is in unicode escapes',
      String.raw`"\\u0026\\u0023x4b;&#x78\\u003b&#x5\\u0036\\u003b&#x79;\\u000d\n&#x6b;&#\\u0078\\u0032d\\u003b" to me`,
    ],
    ['a bearer credential in entities', 'sent Be&#97;rer mFz83kdOq92LwPx7 today'],
  ])('%s', (_, message) => {
    expect(bodyOf({ message, id: '6711f0a2c4' })).toBe('{"message":"[redacted]","id":"6711f0a2c4"}');
    expect(redactText(message, RULES)).toBe('[redacted]');
    expect(redactHeaders([['server', message]], RULES)).toEqual([['server', '[redacted]']]);
    expect(redactUrl(`https://h.example/v1/x?limit=20&q=${encodeURIComponent(message)}`, RULES)).toBe(
      'https://h.example/v1/x?limit=20&q=[redacted]',
    );
  });

  it('and one that hides nothing stays', () => {
    for (const message of [
      'Lakeside Cottage &amp; Boathouse',
      'upstream said "no such listing \\u20ac-7" at 12:00',
      'C:\\new\\users\\a7',
      '100%25 of 20 &#8211; 30',
      'https://h.example/?q=%257B%2522limit%2522%253A20%257D',
      'tabs\\tand\\nlines',
    ]) {
      expect(bodyOf({ message })).toBe(JSON.stringify({ message }));
      expect(redactText(message, RULES)).toBe(message);
    }
  });

  it('and redacting twice is redacting once', () => {
    const once = redactText('a "b\\u0040c.example" c; q=%5Bredacted%5D &amp; [redacted]', RULES);
    expect(redactText(once, RULES)).toBe(once);
  });
});

it('half of a surrogate pair beside a value is no crash', () => {
  expect(redactText('x?q=\ud83dtoken%3Dabcdef1234%20', RULES)).not.toContain('abcdef1234');
});
