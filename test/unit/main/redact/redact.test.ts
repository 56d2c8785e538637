import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { words } from '../../../../src/main/redact/name-list.ts';
import { redactHeaders, redactText, redactUrl } from '../../../../src/main/redact/redact.ts';
import { BODY_CAP, redactBody, redactTokenBody } from '../../../../src/main/redact/redact-body.ts';
import { isSecretName } from '../../../../src/main/redact/redact-keys.ts';
import { cpuMsOf } from '../../../support/cpu-time.ts';

const body = (text: string) => redactBody(text, text.length).text;

/** A planted secret: too long to occur by chance, of the characters of tokens. */
const planted = fc.stringMatching(/^[A-Za-z0-9_-]{16,60}$/).map((text) => `pl4nt${text}`);
const secretName = fc.constantFrom(
  'client_secret',
  'clientSecret',
  'access_token',
  'accessToken',
  'refresh_token',
  'id_token',
  'token',
  'ccToken',
  'card_token',
  'cardToken',
  'paymentToken',
  'payment_method_token',
  'password',
  'api_key',
  'X-Api-Key',
  'Authorization',
  'cardNumber',
  'cvv',
);

describe('redaction of planted secrets', () => {
  it('redacts them in JSON that was cut anywhere', () => {
    fc.assert(
      fc.property(planted, secretName, fc.boolean(), fc.nat(), (secret, name, nested, cutAt) => {
        const text = JSON.stringify({ first: 1, [name]: nested ? { deep: [secret, secret] } : secret, last: 'x' });
        const cut = body(text.slice(0, cutAt % (text.length + 1)));
        expect(cut).not.toContain(secret.slice(0, 12));
      }),
      { numRuns: 300 },
    );
  });

  it('redacts bearer credentials and signed tokens anywhere in a text', () => {
    fc.assert(
      fc.property(planted, fc.string(), fc.string(), (secret, before, after) => {
        for (const text of [
          `Bearer ${secret}`,
          `bearer%20${secret}`,
          `eyJhbGciOiJ9.${secret}.${secret}`,
          `eyJhbGciOiJ9.${secret}`,
        ]) {
          expect(redactText(`${before} ${text} ${after}`)).not.toContain(secret);
          expect(body(JSON.stringify({ note: `${before} ${text} ${after}` }))).not.toContain(secret);
          expect(redactUrl(`https://api.example/${encodeURI(text)}/x`)).not.toContain(secret);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('redaction', () => {
  it('keeps the scheme of Authorization and the values of harmless headers', () => {
    const headers = new Headers({
      Authorization: 'Bearer abcdefghijk',
      'X-RateLimit-Remaining-Minute': '12',
      'content-type': 'text/plain',
    });
    expect(Object.fromEntries(redactHeaders(headers))).toEqual({
      authorization: 'Bearer [redacted]',
      'content-type': 'text/plain',
      'x-ratelimit-remaining-minute': '12',
    });
  });

  it('redacts only the token in a token answer', () => {
    expect(body('{"token_type":"Bearer","expires_in":86400,"access_token":"abc.def","scope":"open-api"}')).toBe(
      '{"token_type":"Bearer","expires_in":86400,"access_token":"[redacted]","scope":"open-api"}',
    );
    expect(body('grant_type=client_credentials&scope=open-api&client_id=abc&client_secret=xyz')).toBe(
      'grant_type=client_credentials&scope=open-api&client_id=abc&client_secret=[redacted]',
    );
  });

  it('leaves text without secrets as it is', () => {
    const text =
      '{ "results": [ {"title": "Loft: sunny, 2 rooms", "url": "https://h/p?size=2", "nextToken": "p2", "company": "K&Co"} ] }';
    expect(body(text)).toBe(text);
    expect(redactUrl('https://h/v1/listings?limit=100&skip=0')).toBe('https://h/v1/listings?limit=100&skip=0');
  });

  it('cuts long bodies and keeps their true size', () => {
    const text = JSON.stringify({ note: 'x'.repeat(200_000) });
    expect(redactBody(text, 200_011)).toMatchObject({ bytes: 200_011, cut: true });
    expect(redactBody(text, 200_011).text).toHaveLength(BODY_CAP);
    const large = JSON.stringify({ pad: 'x'.repeat(60_000), access_token: 'pl4nted', more: 'y'.repeat(3_000_000) });
    expect(redactBody(large, large.length).text).not.toContain('pl4nted');
  });

  it('is quick with long lines', () => {
    const cpuMs = cpuMsOf(() => {
      redactText('a'.repeat(500_000));
      redactText('token '.repeat(100_000));
      body(`{"token${'x'.repeat(300_000)}`);
    });
    expect(cpuMs).toBeLessThan(2_000);
  });

  it.each(
    words(`
  client_id tokenType nextPageToken country companion expires_in keyword author span`),
  )('%s is no secret', (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});

describe('redaction of token answers', () => {
  it('redacts a token without a name, and leaves a web page recognisable', () => {
    fc.assert(
      fc.property(planted, fc.constantFrom('', '<p>', '"', '["', 'Your token is '), (secret, before) => {
        expect(redactTokenBody(`${before}${secret}`, 1).text).not.toContain(secret);
      }),
    );
    const page = '<!doctype html><title>Sign in</title><h1>Your token</h1>aB3dE5fG7hJ9kL1m';
    const text = `[text/html, ${page.length} bytes: not recorded]\nTitle: Sign in\nHeading: Your token`;
    expect(redactTokenBody(page, page.length, { type: 'text/html; charset=utf-8' })).toEqual({
      ...{ text, bytes: page.length, cut: false },
    });
    const answer = '{"error":"invalid_client","error_description":"unknown-client-of-ours"}';
    expect(redactTokenBody(answer, answer.length).text).toBe(answer);
  });
});
