import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactField, redactText } from '../../../../src/main/platform/file-log.ts';
import { Secret } from '../../../../src/main/vault/secret.ts';

const planted = fc.stringMatching(/^planted[A-Za-z0-9_-]{8,40}$/);

const carriers: [string, (secret: string) => string][] = [
  ['a bearer header', (secret) => `authorization: Bearer ${secret}`],
  ['basic credentials', (secret) => `Basic ${secret}==`],
  ['a form body', (secret) => `grant_type=client_credentials&client_secret=${secret}&scope=open-api`],
  ['a JSON answer', (secret) => `{"token_type":"Bearer","access_token":"${secret}"}`],
  ['a JWT', (secret) => `got eyJhbGciOiJSUzI1NiJ9.${secret}.${secret} back`],
  ['an address', (secret) => `fetch https://ada:${secret}@h.example failed`],
  ['a card', (secret) => `{"card":{"cvc":"${secret}"}} of 4111 1111 1111 1111`],
  ['a query', (secret) => `GET /x?X-Amz-Signature=${secret}&a=1`],
  ['a form name', (secret) => `password_confirmation=${secret}`],
  ['a key without a name', (secret) => `sk_live_${secret.replace(/[^A-Za-z0-9]/g, '')}0a1b2c3d4e5f6g7h`],
  ['a card token', (secret) => `{"ccToken": "${secret}"}`],
];

describe.each(carriers)('redactText of %s', (_name, carry) => {
  it('loses the secret, and nothing more the second time', () => {
    fc.assert(
      fc.property(planted, (secret) => {
        const once = redactText(carry(secret));
        expect(once).not.toContain(secret);
        expect(redactText(once)).toBe(once);
      }),
    );
  });
});

describe('redactText', () => {
  it('leaves ordinary text alone', () => {
    const text = 'The token endpoint at auth.example.com answered 401 for client id 12ab (attempt 2).';
    expect(redactText(text)).toBe(text);
  });
});

describe('redactField', () => {
  it('redacts what the journal redacts, guests included', () => {
    const fields = {
      sessionId: 'planted-abcdefgh',
      guestName: 'Ada Marsh',
      note: 'from ada@x.example, 06 12 34 56 78',
      page: 2,
    };
    expect(redactField(fields)).toEqual({
      ...{ sessionId: '[redacted]', guestName: '[guest name]', note: 'from [mail address], [phone number]', page: 2 },
    });
  });

  it('goes through errors, causes, lists and names', () => {
    const error = new Error('Bearer planted-abcdefgh', { cause: new Error('access_token=planted-abcdefgh') });
    const fields = {
      error,
      list: [{ clientSecret: 'planted-abcdefgh' }],
      held: new Secret('planted-abcdefgh'),
      generation: 3,
      nothing: undefined,
      big: 1n,
    };
    const redacted = redactField(fields);
    expect(JSON.stringify(redacted)).not.toContain('planted');
    expect(redacted).toMatchObject({
      list: [{ clientSecret: '[redacted]' }],
      held: '[secret]',
      generation: 3,
      big: '1',
    });
  });

  it('ends where a value contains itself', () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    expect(() => JSON.stringify(redactField(loop))).not.toThrow();
  });
});
