/** No body costs more work than its budget; over it, the whole body is described. Work is counted, not timed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactText } from '../../../../src/main/redact/redact.ts';
import { redactBody } from '../../../../src/main/redact/redact-body.ts';
import { WorkBudget } from '../../../../src/main/redact/work-budget.ts';

const LENGTH = 512 * 1_024;
const fill = (unit: string): string => unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH);
const nested = (depth: number, inner: string): string =>
  Array.from({ length: depth }).reduce<string>((text) => JSON.stringify({ a: text }), inner);
const rules = { keepGuests: false };

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

  it('is blanked whole beyond it, and the record says so', () => {
    const text = JSON.stringify({ a: nested(4, '{"b":"x@y.example"}') });
    const kept = redactBody(text, text.length, { rules, type: 'application/json' }).text;
    expect(kept).toContain('[mail address]');
    const little = redactBody(text, text.length, { rules, type: 'application/json', budget: new WorkBudget(200) });
    expect(little).toEqual({
      text: `[application/json, ${text.length} bytes: not recorded, because it is nested so deep that redacting it would take too long]`,
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
