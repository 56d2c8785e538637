import fc from 'fast-check';
import { UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { readPastedToken } from '../../../../src/main/tokens/adopt.ts';
import { isAppError } from '../../../../src/shared/app-error.ts';
import { settle } from '../../../support/manual-clock.ts';
import { ADDRESSES } from '../vault/open-vault.ts';
import { bench, DAY, HOUR } from './token-bench.ts';

const NOW = Date.UTC(2026, 10, 21, 9);
const SECOND = 1_000;

const jwt = (claims: Record<string, unknown>) => new UnsecuredJWT(claims).encode();
const read = (text: string, more: Partial<Parameters<typeof readPastedToken>[0]> = {}) =>
  readPastedToken({
    text,
    issuedAt: null,
    api: 'openApi',
    otherHosts: ['booking.test'],
    now: NOW,
    isPast: (at) => NOW >= at,
    lifetimeMs: DAY,
    ...more,
  });
const problem = (...args: Parameters<typeof read>): string => {
  try {
    read(...args);
    return 'none';
  } catch (error) {
    if (!isAppError(error, 'tokenNotAdoptable')) throw error;
    return 'problem' in error.data ? error.data.problem : '';
  }
};

describe('a pasted token', () => {
  it.each([
    '  planted-abc\n',
    '"planted-abc"',
    "'planted-abc',",
    'Bearer planted-abc',
    'bearer   planted-abc ',
    'Authorization: Bearer planted-abc',
    '“Bearer planted-abc”',
    '\ufeffplanted-abc\u200b',
    '" Bearer planted-abc "',
  ])('is cleaned of what is copied along (%j)', (text) => {
    expect(read(text).accessToken.reveal()).toBe('planted-abc');
  });

  it.each([
    ['', 'nothing was pasted'],
    ['  "" ', 'nothing was pasted'],
    ['Bearer ', 'nothing was pasted'],
    ['planted abc', 'white space inside'],
    ['planted\nabc', 'white space inside'],
    ['plänted', 'no header can carry'],
    ['planted\u0000abc', 'no header can carry'],
    ['{"access_token":"planted"}', 'access_token alone'],
  ])('is refused when it is no token (%j)', (text, expected) => {
    expect(problem(text)).toContain(expected);
  });

  it('never appears in the error', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12 }), fc.option(fc.integer()), (text, issuedAt) => {
        const said = problem(text, { issuedAt });
        if (text.trim().length >= 12) expect(said).not.toContain(text.trim());
      }),
    );
  });
});

describe('its lifetime', () => {
  it('is the one that the token states', () => {
    const exp = NOW / SECOND + 3_600;
    expect(read(jwt({ exp, iat: exp - 86_400 }))).toMatchObject({
      issuedAt: NOW + HOUR - DAY,
      expiresAt: NOW + HOUR,
      notes: [expect.stringContaining('the one that it states')],
    });
    expect(read(jwt({ exp }))).toMatchObject({ issuedAt: NOW + HOUR - DAY, expiresAt: NOW + HOUR });
    expect(read(jwt({ exp }), { issuedAt: NOW - 2 * DAY })).toMatchObject({ expiresAt: NOW + HOUR });
    expect(read(jwt({ iat: NOW / SECOND - 60 }))).toMatchObject({ expiresAt: NOW - 60_000 + DAY });
  });

  it('is 24 hours from the issue time that a person enters', () => {
    expect(read('planted-abc', { issuedAt: NOW - HOUR })).toMatchObject({
      issuedAt: NOW - HOUR,
      expiresAt: NOW - HOUR + DAY,
    });
  });

  it('is assumed, with a note, when the issue time is unknown', () => {
    expect(read('planted-abc')).toMatchObject({
      issuedAt: NOW,
      expiresAt: NOW + DAY,
      notes: [expect.stringContaining('may expire earlier')],
    });
  });

  it.each<[string, string, number | null, string]>([
    ['an expired JWT', jwt({ exp: NOW / SECOND }), null, 'has expired'],
    [
      'a JWT that is not valid yet',
      jwt({ exp: NOW / SECOND + 7_200, nbf: NOW / SECOND + 3_600 }),
      null,
      'not valid yet',
    ],
    ['a JWT for ever', jwt({ exp: NOW }), null, 'not credible'],
    ['a time in the future', 'planted-abc', NOW + HOUR, 'in the future'],
    ['a time more than a day ago', 'planted-abc', NOW - DAY, 'more than 24 hours ago'],
    ['a JWT issued more than a day ago', jwt({ iat: NOW / SECOND - 86_400 }), null, 'more than 24 hours ago'],
  ])('refuses %s', (_, text, issuedAt, expected) => {
    expect(problem(text, { issuedAt })).toContain(expected);
  });

  it('is not checked against a clock that may be wrong', () => {
    expect(problem(jwt({ exp: NOW / SECOND - 60 }), { isPast: () => false })).toBe('none');
  });
});

describe('a token of the other API', () => {
  const exp = NOW / SECOND + 3_600;
  it.each([
    { scope: 'booking_engine:api' },
    { scp: ['booking_engine:api'] },
    { aud: 'booking_engine:api' },
    { aud: ['https://booking.test/api'] },
  ])('is refused when it says so (%j)', (claims) => {
    expect(problem(jwt({ exp, ...claims }))).toContain('Booking Engine');
  });

  it.each([
    { scope: 'open-api' },
    { scope: 'open-api booking_engine:api' },
    { scope: 'something' },
    { aud: ['https://booking.test/api', 'https://else.test'] },
    { aud: 'https://api.test' },
    {},
  ])('is not assumed otherwise (%j)', (claims) => {
    expect(problem(jwt({ exp, ...claims }))).toBe('none');
  });

  it('is detected for an application too', () => {
    expect(problem(jwt({ exp, scope: 'open-api' }), { api: 'booking' })).toContain('Open API');
  });
});

describe('adopting', () => {
  it('costs nothing, works without a slot, and survives a restart', async () => {
    const { tokens, service, openApi, disk, clock, restart, log, published } = await bench();
    for (let turn = 0; turn < 5; turn += 1) await tokens.renew(openApi, true);
    await tokens.discard(openApi);
    const issuances = tokens.status(openApi).issuances.length;
    expect(await tokens.adopt(openApi, ' Bearer planted-pasted ', clock.now() - HOUR)).toMatchObject({
      state: 'valid',
      origin: 'adopted',
      generation: 6,
      storage: 'encrypted',
      expiresAt: clock.now() + DAY - HOUR,
      quota: { remaining: 0 },
      reason: expect.stringContaining('was pasted'),
    });
    expect((await tokens.bearer(openApi)).authorization.reveal()).toBe('Bearer planted-pasted');
    await settle();
    const again = await restart();
    expect(again.tokens.status(openApi)).toMatchObject({
      state: 'valid',
      origin: 'adopted',
      generation: 6,
      reason: expect.stringContaining('was pasted'),
    });
    expect((await again.tokens.bearer(openApi)).authorization.reveal()).toBe('Bearer planted-pasted');
    expect(again.tokens.status(openApi).issuances).toHaveLength(issuances);
    expect(service.seen).toHaveLength(5);
    expect([disk.document.text, disk.lines.text, log.text, JSON.stringify(published)].join()).not.toContain('planted');
  });

  it('a token that cannot be adopted leaves the current one in place', async () => {
    const { tokens, openApi } = await bench();
    await tokens.bearer(openApi);
    await expect(tokens.adopt(openApi, 'two words', null)).rejects.toMatchObject({ code: 'tokenNotAdoptable' });
    expect(tokens.status(openApi)).toMatchObject({ generation: 1, origin: 'issued', state: 'valid' });
  });

  it('a token issued afterwards replaces it and is renewed when due', async () => {
    const { tokens, service, openApi, clock } = await bench();
    await tokens.adopt(openApi, 'planted-pasted', null);
    await clock.advance(DAY);
    expect((await tokens.bearer(openApi)).generation).toBe(2);
    expect(tokens.status(openApi).origin).toBe('issued');
    expect(service.seen).toHaveLength(1);
  });

  it('knows the hosts of the other API', async () => {
    const other = { ...ADDRESSES, bookingBaseUrl: 'https://book.test/api' };
    const { tokens, openApi, clock } = await bench({ addresses: other });
    const token = jwt({ exp: clock.now() / SECOND + 3_600, aud: 'https://book.test/api' });
    await expect(tokens.adopt(openApi, token, null)).rejects.toMatchObject({ code: 'tokenNotAdoptable' });
  });
});
