/** What a case keeps of long texts: cut, and without the half of a secret that the cut would leave unrecognised. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maskFailure, maskNotes } from '../../../../src/main/cases/mask-failure.ts';
import { MAX_CHARACTERS } from '../../../../src/shared/input/max-input.ts';
import { failureFixture } from './case-fixtures.ts';

const MAX = MAX_CHARACTERS.body;
// Planted: the form of a token, and none.
const SECRET = 'cGxhbnRlZC1zZWNyZXQtb2YtYS1jYXNl-0123456789abcdef';

it('keeps no part of a secret, wherever a long text is cut', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: SECRET.length + 10 }), (before) => {
      // A long token, which is redacted to a word, and a secret in the place where twice the kept length ends.
      const long = `${SECRET}${'A1b2C3d4'.repeat(MAX)}`.slice(0, 2 * MAX - before);
      const kept = maskNotes(`${long} ${SECRET} and more`);
      expect(kept).not.toContain(SECRET.slice(0, 8));
    }),
    { numRuns: 12 },
  );
});

it('keeps no half of a secret in a long field of a form, and tells that a field was not empty', () => {
  const fields = {
    purpose: `${'word '.repeat(MAX_CHARACTERS.line / 5 - 2)}${SECRET} and more`,
    client_secret: 's'.repeat(5_000),
  };
  const requestBody = { contentType: 'application/x-www-form-urlencoded', text: null, fields };
  const kept = maskFailure(failureFixture({ requestBody })).requestBody?.fields;
  expect(kept?.purpose).toMatch(/^word word/);
  expect(kept?.purpose).not.toContain(SECRET.slice(0, 8));
  expect(kept?.client_secret).not.toBe('');
  expect(kept?.client_secret).not.toContain('sss');
});

it('says that it was cut, and leaves a short text as it is', () => {
  expect(maskNotes('The owner was told.')).toBe('The owner was told.');
  expect(maskNotes('word '.repeat(MAX)).endsWith('…')).toBe(true);
  expect(maskNotes('x'.repeat(5 * MAX))).toBe('…');
});

/** What a shell, an address or a generator of passwords writes without a space. */
const word = fc.stringMatching(/^[!-~]{9,40}$/).map((text) => `Q${text}`);

it('keeps no half of a word that a cut goes through, whatever signs it has', () => {
  fc.assert(
    fc.property(word, fc.nat(), (secret, at) => {
      const inside = 1 + (at % (secret.length - 1));
      // What precedes it is redacted to a word, so that the place of the cut is kept.
      const kept = maskNotes(`${'A1b2C3d4'.repeat(MAX)}`.slice(0, 2 * MAX - inside - 1).concat(` ${secret} and more`));
      expect(kept).not.toContain(secret.slice(0, inside));
    }),
    { numRuns: 25 },
  );
});

it.each([
  ['an address with a password', 'https://planted:pa!ss:w0rd@host.test/'],
  ['a guest’s mail', 'planted.guest@example.test'],
])('keeps no half of %s', (_what, secret) => {
  for (let inside = 4; inside < secret.length; inside += 1) {
    const kept = maskNotes(`${'A1b2C3d4'.repeat(MAX)}`.slice(0, 2 * MAX - inside - 1).concat(` ${secret} and more`));
    expect(kept).not.toContain('plan');
  }
});

it('keeps the beginning of a very long address, without the parameter that the cut goes through', () => {
  const start = 'https://api.example.test/v1/search?city=Berlin';
  const url = `${start}&code=${'a!b@c:'.repeat(MAX)}`;
  expect(maskFailure(failureFixture({ url })).url).toBe(`${start}&`);
  expect(maskFailure(failureFixture({ url: `https://planted:${'a!b'.repeat(MAX)}@host.test/` })).url).toBe('…');
});
