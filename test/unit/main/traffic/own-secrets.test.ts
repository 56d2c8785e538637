import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secretsOf, withoutSecrets } from '../../../../src/main/traffic/own-secrets.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

describe('secrets of a request', () => {
  it('are its bearer token and the client secret of its form', () => {
    expect(secretsOf(new Headers({ authorization: 'Bearer token-of-a-test' }), null)).toEqual(['token-of-a-test']);
    expect(secretsOf(new Headers(form), 'client_id=me&client_secret=a%2Bsecret%3D')).toEqual(['a+secret=']);
    expect(secretsOf(new Headers(), '{"client_secret":"in no form"}')).toEqual([]);
  });

  it('are taken out of an answer that repeats them, however they are escaped, and nothing else is', () => {
    const secretText = fc.string({ minLength: 6, maxLength: 60, unit: 'grapheme-ascii' });
    fc.assert(
      fc.property(secretText, fc.string(), fc.string(), (secret, before, after) => {
        for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]) {
          const clean = withoutSecrets(`${before}${form}${after}`, [secret]);
          expect(clean.includes(secret) && !'[redacted]'.includes(secret)).toBe(false);
        }
      }),
    );
    expect(withoutSecrets('nothing of it here', ['token-of-a-test'])).toBe('nothing of it here');
  });
});
