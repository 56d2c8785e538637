import { describe, expect, it } from 'vitest';
import { secretsOf, withoutSecrets } from '../../../../../src/main/http/redact/own-secrets.ts';
import { cpuMsOf } from '../../../../support/cpu-time.ts';

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
    ['an address that escapes all', (it) => it.replace(/[!-/:-@]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)],
  ])('are removed as %s writes them', (_, write) => {
    for (const secret of ['q7/Zx+9&Lm=4<k"T\'w`', 'ä/ö+ü-secret\\x\n', '+/==+/==', 'plainSecret0']) {
      const text = `unknown value ${write(secret)} here`;
      expect(withoutSecrets(text, [secret])).toMatch(/^unknown value "?\[redacted\]"? here$/);
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
    });
    expect(cpuMs).toBeLessThan(2_000);
  });
});

/** A text as a JSON writer escapes it; the characters that match `more` by their code. */
const json = (text: string, more: RegExp, write: (hex: string) => string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(more, (one) => write(one.charCodeAt(0).toString(16).padStart(4, '0')));
