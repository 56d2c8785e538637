import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkAddress,
  checkClientId,
  checkClientSecret,
  checkName,
} from '../../../../src/shared/connection/connection-input.ts';
import { anyHttpsPlace } from '../../../support/any-web-url.ts';

const message = (checked: { ok: boolean; message?: string }) => (checked.ok ? null : checked.message);

describe('an address', () => {
  it.each([
    ['http://api.example.com', 'HTTPS only'],
    ['HTTP://api.example.com', 'HTTPS only'],
    ['http://a b.example', 'HTTPS only'],
    ['ftp://api.example.com', 'starting with https://'],
    ['api.example.com', 'starting with https://'],
    ['https://api example.com', 'space or line break'],
    ['https://', 'not an address'],
    ['https://user:pw@api.example.com', 'user name or password'],
    ['https://api.example.com?x=1', 'query'],
    ['https://api.example.com?', 'query'],
    ['https://api.example.com#top', 'fragment'],
    ['https://api.example.com/oauth2/token', 'Leave /oauth2/token out'],
    ['https://api.example.com/v1', 'Leave /v1 out'],
    ['https://api.example.com/v1/', 'Leave /v1 out'],
  ])('%s is refused with its own sentence', (text, part) => {
    expect(message(checkAddress('baseUrl', text))).toContain(part);
  });

  it('is normalised: host in lower case, no slash at the end, no default port; empty means not used', () => {
    expect(checkAddress('bookingBaseUrl', ' https://API.Example.com:443/api/ ')).toEqual({
      ok: true,
      value: 'https://api.example.com/api',
    });
    expect(checkAddress('authUrl', '  ')).toEqual({ ok: true, value: null });
  });

  it('is accepted again after it was normalised', () => {
    fc.assert(
      fc.property(anyHttpsPlace, (text) => {
        const once = checkAddress('baseUrl', text);
        if (once.ok) expect(checkAddress('baseUrl', once.value ?? '')).toEqual(once);
      }),
    );
  });
});

describe('a Client Secret', () => {
  it.each([
    ['', 'Enter the Client Secret'],
    ['   ', 'only white space'],
    ['one\ntwo', 'line break'],
    ['secret\n', 'line break'],
    [' secret', 'starts or ends with a space'],
    ['sec ret', 'has a space in it'],
    ['••••••••', 'redacted'],
    ['********', 'redacted'],
    [`${'eyJ'}hbGciOiJub25lIn0.eyJhIjoxfQ.`, 'looks like an access token'],
    ['Bearer-something', 'looks like an access token'],
  ])('%j is refused with its own sentence', (text, part) => {
    expect(message(checkClientSecret(text))).toContain(part);
  });

  it('is taken unchanged', () => {
    expect(checkClientSecret('a+b/c=d~e.f_g-h')).toEqual({ ok: true, value: 'a+b/c=d~e.f_g-h' });
  });
});

it('a Client ID is trimmed, and rejected with white space inside', () => {
  expect(checkClientId(' abc ')).toEqual({ ok: true, value: 'abc' });
  expect(message(checkClientId('a c'))).toContain('space or line break');
  expect(message(checkClientId(''))).toBe('Enter the Client ID.');
});

it('a name has 1 to 80 characters', () => {
  expect(checkName('x'.repeat(80), 'a name').ok).toBe(true);
  expect(message(checkName('x'.repeat(81), 'a name'))).toContain('at most 80');
  expect(message(checkName('  ', 'a name'))).toBe('Enter a name.');
});

describe('a character that nobody sees', () => {
  it.each(
    [
      0x00, 0x07, 0x1b, 0x7f, 0x85, 0xad, 0x34f, 0x61c, 0x115f, 0x180e, 0x200b, 0x200d, 0x200e, 0x202e, 0x2060, 0x2066,
      0x3164, 0xfe0f, 0xfeff, 0xe0041, 0xe000, 0xd800,
    ].map((point) => point.toString(16)),
  )('U+%s in the middle is refused with a sentence, in the Client ID and in the Client Secret', (point) => {
    const text = `one${String.fromCodePoint(Number.parseInt(point, 16))}two`;
    expect(message(checkClientId(text))).toMatch(/invisible character|line break/);
    expect(message(checkClientSecret(text))).toMatch(/invisible character|space in it/);
  });

  it('is refused at the ends too; letters, marks and signs of any script pass', () => {
    expect(message(checkClientSecret('\u200bsecret'))).toContain('invisible character');
    expect(message(checkClientSecret('secret\u202c'))).toContain('invisible character');
    expect(message(checkClientId('id\u200e'))).toContain('invisible character');
    for (const text of ['pässwörd-Ω', 'ключ_1', '密钥', '~!@#$%^&()[]{}|;:,.<>/?', 'é'.normalize('NFD')])
      expect(message(checkClientSecret(text))).toBeNull();
  });
});

it('an address whose path leads above itself, once a server decodes it, is refused', () => {
  expect(message(checkAddress('baseUrl', 'https://api.example.com/api/%252e%252e'))).toContain('. or ..');
  expect(message(checkAddress('authUrl', 'https://api.example.com/..%2fapi'))).toContain('. or ..');
});
