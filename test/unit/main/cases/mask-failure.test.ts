/** What a case keeps of long texts: cut, and without the half of a secret that the cut would leave unrecognised. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maskFailure, maskNotes } from '../../../../src/main/cases/mask-failure.ts';
import { MAX_CHARACTERS } from '../../../../src/shared/max-input.ts';
import { failureFixture } from './case-fixtures.ts';

const MAX = MAX_CHARACTERS.caseNotes;
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
    { numRuns: 30 },
  );
});

it('keeps no half of a secret in a long field of a form, and tells that a field was not empty', () => {
  const fields = {
    purpose: `${'word '.repeat(MAX_CHARACTERS.caseText / 5 - 2)}${SECRET} and more`,
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
