/** No body costs more work than its budget; over it, the whole body is described. Work is counted, not timed. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../../../src/main/redact/own-secrets.ts';
import { redactText } from '../../../../src/main/redact/redact.ts';
import { redactBody } from '../../../../src/main/redact/redact-body.ts';
import { WorkBudget } from '../../../../src/main/redact/work-budget.ts';
import { cpuMsOf } from '../../../support/cpu-time.ts';

const LENGTH = 512 * 1_024;
const fill = (unit: string): string => unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH);
const nested = (depth: number, inner: string): string =>
  Array.from({ length: depth }).reduce<string>((text) => JSON.stringify({ a: text }), inner);
const rules = { keepGuests: false };
/** Different each time, so that nothing of it is known already. */
const random = (count: number, length: number): string[] => {
  const digits = createHash('shake256', { outputLength: Math.ceil(count) * length })
    .update('runs')
    .digest('base64url');
  return Array.from({ length: Math.floor(count) }, (_, at) => digits.slice(at * length, (at + 1) * length));
};
const TOO_MUCH = /^\[unknown type, \d+ bytes: not recorded, because/;

const hostile: Record<string, string> = {
  'broken JSON in JSON in broken JSON': `{"a":${JSON.stringify(fill('{"token":"x","b":"{\\"c\\":'))}`,
  'JSON texts nested five deep': JSON.stringify({
    a: Array.from({ length: 750 }, () => nested(5, '{"a":"x@y.example')),
  }),
  backslashes: JSON.stringify({ a: fill('\\') }),
  'percent signs': JSON.stringify({ a: fill('%2525257B%22a%22:') }),
  base64: JSON.stringify({ a: fill('QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVph') }),
  digits: JSON.stringify({ a: fill('1234567890') }),
  brackets: fill('['),
  braces: fill('{"a":'),
};

describe('the work on a body', () => {
  it.each(Object.keys(hostile))('stays within its budget: %s', (name) => {
    const text = (hostile[name] ?? '').slice(0, LENGTH);
    const budget = WorkBudget.for(text);
    const { text: clean } = redactBody(text, text.length, { rules, budget, cap: LENGTH });
    expect(budget.spent).toBeLessThanOrEqual(budget.limit);
    expect(budget.limit).toBeLessThan(6 * LENGTH);
    expect(clean.length).toBeLessThan(3 * LENGTH);
  });

  it.each([
    ['random runs', JSON.stringify({ a: random(LENGTH / 25, 24).join(' ') })],
    ['random runs in a list', JSON.stringify(random(LENGTH / 27, 24))],
    ['random runs in paths', JSON.stringify({ a: random(LENGTH / 35, 24).join(' /listings/') })],
    [
      'short runs of base64',
      JSON.stringify(random(LENGTH / 23, 12).map((text) => Buffer.from(`ab ${text}`).toString('base64'))),
    ],
  ])('counts what many runs and escapes cost: %s', (_, text) => {
    expect(redactBody(text, text.length, { rules, cap: LENGTH }).text).toMatch(TOO_MUCH);
  });

  it('leaves room for the addresses of many pictures', () => {
    const results = random(1_500, 22).map((name) => ({
      original: `https://assets.example/image/upload/v1577803020/production/65a0f3c2b1d4e5f60718293a/${name}.jpg`,
      thumbnail: `https://assets.example/image/upload/c_fit,h_200/v1577803020/production/65a0f3c2b1d4e5f60718293a/${name}.jpg`,
    }));
    const text = JSON.stringify({ results });
    expect(redactBody(text, text.length, { rules, cap: LENGTH }).text).toBe(text);
  });

  it('is blanked whole beyond it, and the record says so', () => {
    const text = JSON.stringify({ a: nested(4, '{"b":"x@y.example"}') });
    const kept = redactBody(text, text.length, { rules, type: 'application/json' }).text;
    expect(kept).toContain('[mail address]');
    const little = redactBody(text, text.length, { rules, type: 'application/json', budget: new WorkBudget(200) });
    expect(little).toEqual({
      text: `[application/json, ${text.length} bytes: not recorded, because redacting it would take too long]`,
      ...{ bytes: text.length, cut: false },
    });
    expect(redactBody(little.text, text.length, { rules }).text).toBe(little.text);
  });

  it('of real payloads is two to three times their length', () => {
    const listing = {
      ...{
        _id: '65a0f3c2b1d4e5f60718293a',
        title: 'Loft by the river',
        picture: 'https://cdn.example/p/65a0f3/1.jpg?w=320',
      },
      ...{ summary: 'A sunny loft & a view.\nFive minutes to the tram (line 28).', lat: 38.71693, beds: 3 },
    };
    const text = JSON.stringify({ results: Array.from({ length: 2_000 }, () => listing) });
    const budget = WorkBudget.for(text);
    expect(redactBody(text, text.length, { rules, budget, cap: LENGTH }).text).toBe(text);
    expect(budget.spent).toBeLessThan(3 * text.length);
  });

  it('of any text is bounded', () => {
    const bits = fc.constantFrom(
      '{"a":"',
      '\\"',
      '\\',
      '%22',
      '%25',
      '[[',
      '&quot;',
      '"token":',
      '<a b="',
      'a@b.',
      '+1 ',
      '=',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(bits, { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 400 }), (parts, times) => {
        const text = parts.join('').repeat(times);
        const budget = WorkBudget.for(text);
        redactBody(text, text.length, { rules, budget });
        expect(budget.spent).toBeLessThanOrEqual(budget.limit);
        expect(redactText(text, rules).length).toBeLessThan(4 * text.length + 400);
      }),
      { numRuns: 60 },
    );
  });
});

describe('any two pieces, again and again,', () => {
  const secret = 'tk_8fJ2mQ7pLx4Zr9Wc3Vb6Ns1Kd5Hg0Ty';
  const pieces = [
    '+',
    '\\',
    ' ',
    '%25',
    '%5c',
    '&#92;',
    '&amp;',
    'ab12cd34 ',
    '=',
    '\n',
    '\\u00',
    '"',
    '<',
    '{',
    '@',
    '0',
  ];

  /** A pattern that tries again from each character takes seconds here, and linear work less than 30 ms. */
  it.each(pieces)('take linear time: %j and each of the others', (piece) => {
    for (const other of pieces) {
      const text = (piece + other).repeat(10_000 / (piece.length + other.length));
      const budget = WorkBudget.for(text);
      const cpuMs = cpuMsOf(() => {
        withoutSecrets(text, [secret]);
        redactText(text, rules);
      });
      expect([other, cpuMs < 400]).toEqual([other, true]);
      expect(budget.spent).toBeLessThanOrEqual(budget.limit);
    }
  });
});

describe('the search for own secrets', () => {
  const secret = 'tk_8fJ2mQ7pLx4Zr9Wc3Vb6Ns1Kd5Hg0Ty';
  const lines = (length: number): string => random(length / 41, 40).join('\n');

  it('withholds a text that would take too long to decode', () => {
    let text = 'planted text of a secret';
    for (let level = 0; level < 14; level += 1) text = Buffer.from(text).toString(level % 2 === 0 ? 'base64' : 'hex');
    const cpuMs = cpuMsOf(() => withoutSecrets(text.slice(0, LENGTH), [secret]));
    expect(cpuMs).toBeLessThan(2_000);
  });

  it('leaves a text whose runs hide nothing', () => {
    const text = JSON.stringify({ key: lines(20_000), ids: random(2_000, 24), next: random(1, 400) });
    expect(withoutSecrets(text, [secret])).toBe(text);
  });
});
