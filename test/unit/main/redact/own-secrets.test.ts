import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secretsOf, withoutSecrets } from '../../../../src/main/redact/own-secrets.ts';
import { cpuMsOf } from '../../../support/cpu-time.ts';
import { expectGone } from './expect-gone.ts';

describe('own secrets', () => {
  it('are the bearer token and the fields of secret names', () => {
    const json = new Headers({ authorization: 'Bearer t0ken-value', 'content-type': 'application/json' });
    expect(secretsOf(json, '{"ratePlanId":"rp-000001","ccToken":"pm_000001","deep":{"cvv":"000000"}}')).toEqual([
      't0ken-value',
      'pm_000001',
      '000000',
    ]);
    const form = new Headers({ 'content-type': 'application/x-www-form-urlencoded' });
    expect(secretsOf(form, 'client_id=client-1&client_secret=a%2Bb%2Fc%3Dd')).toEqual(['a+b/c=d']);
    expect(secretsOf(new Headers(), null)).toEqual([]);
    expect(secretsOf(json, 'not json')).toEqual(['t0ken-value']);
  });

  it('are removed from an answer in any form, and other text stays', () => {
    const secret = 'a"b+c/d=e';
    const text = `${secret} ${JSON.stringify({ secret })} ${encodeURIComponent(secret)}`;
    expect(withoutSecrets(text, [secret])).toBe('[redacted] {"secret":"[redacted]"} [redacted]');
    expect(withoutSecrets('nothing here', [secret])).toBe('nothing here');
  });

  it.each<[string, (secret: string) => string]>([
    ['System.Text.Json', (it) => json(it, /[^\w .\\/=:-]/g, (hex) => `\\u${hex.toUpperCase()}`)],
    ['encoding/json of Go', (it) => json(it, /[&<>]/g, (hex) => `\\u${hex}`)],
    ['json_encode of PHP', (it) => json(it, /[^ -~]/g, (hex) => `\\u${hex}`).replaceAll('/', '\\/')],
    ['JSON in JSON', (it) => JSON.stringify(json(it, /[^ -~]/g, (hex) => `\\u${hex}`).replaceAll('/', '\\/'))],
    ['Mustache', (it) => it.replace(/[&<>"'`=/]/g, (one) => `&#x${one.charCodeAt(0).toString(16).toUpperCase()};`)],
    ['a page', (it) => it.replace(/[^\w ]/g, (one) => `&#${one.charCodeAt(0)};`)],
    ['JSON in a page', (it) => json(it, /[^ -~]/g, (hex) => `\\u${hex}`).replaceAll('"', '&quot;')],
    ['a header', (it) => Buffer.from(it.replace(/\n/g, '\\n')).toString('latin1')],
    ['an address that escapes all', (it) => it.replace(/[!-/:-@]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)],
  ])('are removed as %s writes them', (_, write) => {
    for (const secret of ['q7/Zx+9&Lm=4<k"T\'w`', 'ä/ö+ü-secret\\x\n', '+/==+/==', 'plainSecret0']) {
      const text = `unknown value ${write(secret)} here`;
      expectGone(withoutSecrets(text, [secret]), secret);
    }
  });

  it.each(['client', 'client_id', 'access', 'expires_in', 'Bearer'])(
    'leave the protocol words of OAuth as they are: %s',
    (secret) => {
      const words =
        '{"error":"invalid_client","client_id":"x","access_token":"y","expires_in":1,"token_type":"Bearer"}';
      expect(withoutSecrets(words, [secret])).toBe(words);
      expect(withoutSecrets(`${words} x${secret} ${secret}-1`, [secret])).toBe(`${words} x[redacted] [redacted]-1`);
    },
  );

  it('are searched in linear time, even if a text nearly matches', () => {
    const secret = `${'+\\'.repeat(30)}x`;
    const cpuMs = cpuMsOf(() => {
      withoutSecrets('\\'.repeat(200_000), [secret]);
      withoutSecrets(`${'+\\\\'.repeat(20)}`.repeat(3_000), [secret]);
      withoutSecrets('0123456789abcdef'.repeat(16_000), ['0123456789abcdef0123456789abcde7']);
    });
    expect(cpuMs).toBeLessThan(2_000);
  });

  it.each(['base64', 'base64url', 'hex'] as const)(
    'are removed from a text that is in %s after they were escaped',
    (encoding) => {
      const secret = 'made/up+secret=';
      const twice = encodeURIComponent(encodeURIComponent(secret));
      for (const text of [
        `a=1&data=got+${encodeURIComponent(secret)}+today`,
        `https://h.example/?next=got%2520${twice}`,
      ])
        expect(withoutSecrets(`"${Buffer.from(text).toString(encoding)}"`, [secret])).toBe('"[redacted]"');
    },
  );
});

describe('own secrets under any escape', () => {
  const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0');
  const unit = (text: string, at: number) => text.charCodeAt(at % text.length);
  /** Escapes one character, or all. */
  const one = (text: string, at: number, write: (code: number) => string) =>
    text.slice(0, at % text.length) + write(unit(text, at)) + text.slice((at % text.length) + 1);
  const all = (text: string, write: (code: number) => string) =>
    [...text].map((character) => write(character.charCodeAt(0))).join('');
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const broken = (text: string, width: number, lineEnd: string) =>
    text.replace(new RegExp(`.{${width}}`, 'g'), (line) => `${line}${lineEnd}`);
  const writings: Record<string, (text: string, at: number) => string> = {
    'one letter in JSON': (text, at) => one(text, at, (code) => `\\u${hex(code, 4)}`),
    'one letter of JavaScript': (text, at) => one(text, at, (code) => `\\x${hex(code, 2)}`),
    'one letter in an address': (text, at) => one(text, at, (code) => `%${hex(code, 2)}`),
    'one letter in markup': (text, at) => one(text, at, (code) => `&#${code};`),
    'one letter in hex in markup': (text, at) => one(text, at, (code) => `&#x000${hex(code, 2)};`),
    'all letters in JSON': (text) => all(text, (code) => `\\u${hex(code, 4).toUpperCase()}`),
    'all letters in an address': (text) => all(text, (code) => `%${hex(code, 2)}`),
    JSON: (text) => JSON.stringify(text),
    'an address': encodeURIComponent,
    hex: (text) => Buffer.from(text).toString('hex'),
    'upper-case hex': (text) => Buffer.from(text).toString('hex').toUpperCase(),
    'UTF-16': (text) => all(text, (code) => `${String.fromCharCode(code)}\0`),
    base64,
    'base64 without padding': (text, at) => Buffer.from(`${'x'.repeat(at % 3)}${text}`).toString('base64url'),
    'base64 of JSON with line breaks': (text) => base64(JSON.stringify({ a: 1, token: text, b: [true] }, null, 2)),
    'base64 in lines': (text) => broken(base64(`{"pad":"${'p'.repeat(30)}","t":"${text}"}`), 76, '\r\n'),
    lines: (text, at) => broken(text, 5 + (at % 20), '\n'),
  };
  const secret = fc
    .tuple(fc.stringMatching(/^[A-Za-z0-9]{8}$/), fc.stringMatching(/^[A-Za-z0-9._~+/=-]{6,50}$/))
    .map(([start, end]) => `7${start}${end}pl4nt3d`);

  it.each(Object.keys(writings))('are removed: %s', (name) => {
    fc.assert(
      fc.property(secret, fc.nat(), (value, at) => {
        expectGone(withoutSecrets(`before ${writings[name]?.(value, at)} after`, [value]), value);
      }),
      { numRuns: 30 },
    );
  });

  it('are removed whatever their length', () => {
    const secret = 'a1'.repeat(1_000_000);
    expect(withoutSecrets(`before ${secret} after`, [secret])).toBe('before [redacted] after');
  });

  it('leave what only resembles them', () => {
    fc.assert(
      fc.property(secret, fc.string({ maxLength: 200 }), (value, text) => {
        expect(withoutSecrets(text, [value])).toBe(text);
      }),
    );
    expect(withoutSecrets('a client secret of ours', ['client-secret'])).toBe('a client secret of ours');
    const rebate = JSON.stringify({ terms: '10%20%30 off', link: 'https://cdn.example.test/%41lbum' });
    expect(withoutSecrets(rebate, ['7aAA00zQw93xB1c_pl4nt3d'])).toBe(rebate);
  });
});

/** A text as a JSON writer escapes it; the characters that match `more` by their code. */
const json = (text: string, more: RegExp, write: (hex: string) => string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(more, (one) => write(one.charCodeAt(0).toString(16).padStart(4, '0')));
