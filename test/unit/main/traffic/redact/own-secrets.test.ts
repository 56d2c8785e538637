import { describe, expect, it } from 'vitest';
import { secretsOf, withoutSecrets } from '../../../../../src/main/traffic/redact/own-secrets.ts';

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

  it('are taken out of an answer in any form, and nothing else is', () => {
    const secret = 'a"b+c/d=e';
    const text = `${secret} ${JSON.stringify({ secret })} ${encodeURIComponent(secret)}`;
    expect(withoutSecrets(text, [secret])).toBe('[redacted] {"secret":"[redacted]"} [redacted]');
    expect(withoutSecrets('nothing here', [secret])).toBe('nothing here');
  });
});
