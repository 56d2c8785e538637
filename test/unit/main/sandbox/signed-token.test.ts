import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { compactVerify, SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { readSignedToken, signToken } from '../../../../src/main/sandbox/auth/token-issuer.ts';

const keyOf = (text: string) => createSecretKey(Buffer.from(text.padEnd(32, '.')));
const KEY = keyOf('key');
const CLAIMS = { api: 'openApi', client: 'sandbox-open-api', jti: 'ü-1', iat: 1, exp: 86_401 };

it('signs what other implementations accept, and accepts what they signed', async () => {
  const { payload, protectedHeader } = await compactVerify(signToken(CLAIMS, KEY), KEY, { algorithms: ['HS256'] });
  expect(JSON.parse(new TextDecoder().decode(payload))).toEqual(CLAIMS);
  expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'JWT' });
  const signed = await new SignJWT(CLAIMS).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(KEY);
  expect(readSignedToken(signed, KEY)).toEqual(CLAIMS);
});

it('refuses tokens of another key, of other algorithms, and any text that differs in one character', async () => {
  const token = signToken(CLAIMS, KEY);
  expect(readSignedToken(token, keyOf('other'))).toBeNull();
  const [, claims = '', signature = ''] = token.split('.');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  const other = await new SignJWT(CLAIMS).setProtectedHeader({ alg: 'HS384' }).sign(keyOf('key'.repeat(16)));
  for (const text of ['', '.', '..', `${none}.${claims}.`, `${none}.${claims}.${signature}`, `${token}.`, other])
    expect(readSignedToken(text, KEY)).toBeNull();
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom('A', 'B', '_', '=', ' '), (at, character) => {
      const text = token.slice(0, at) + character + token.slice(at + 1);
      expect(readSignedToken(text, KEY)).toEqual(text === token ? CLAIMS : null);
    }),
  );
});
