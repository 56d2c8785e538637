import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  exceededRules,
  parseRows,
  type RuleRow,
  rowOf,
} from '../../../../src/renderer/features/connections/limits/limit-form.ts';
import { RateRule } from '../../../../src/shared/model/rates.ts';

const row = (changes: Partial<RuleRow>): RuleRow => ({ ...rowOf(), ...changes });
const PUBLISHED = [
  { windowMs: 1_000, limit: 5 },
  { windowMs: 60_000, limit: 275 },
  { windowMs: 3_600_000, limit: 16_500 },
];

describe('parseRows', () => {
  it('sorts rules by window, the shortest first', () => {
    expect(
      parseRows([row({ limit: '100', unit: 'minute' }), row({ limit: '3', unit: 'other', seconds: '1,5' })]),
    ).toEqual({
      rules: [
        { windowMs: 1_500, limit: 3 },
        { windowMs: 60_000, limit: 100 },
      ],
    });
    expect(parseRows([])).toEqual({ rules: [] });
  });

  it('reports an issue at each invalid field', () => {
    for (const limit of ['', '0', '-5', '1.5', '1000001', 'x'])
      expect(parseRows([row({ limit })])).toEqual({ issues: [{ limit: expect.any(String) }] });
    for (const seconds of ['', '0', '0.05', '31536001', '1e3', 'x'])
      expect(parseRows([row({ limit: '5', unit: 'other', seconds })])).toEqual({
        issues: [{ window: expect.any(String) }],
      });
  });

  it('rejects a second rule for the same window', () => {
    expect(parseRows([row({ limit: '5' }), row({ limit: '6', unit: 'other', seconds: '60' })])).toEqual({
      issues: [{}, { window: 'There is already a limit per minute.' }],
    });
  });

  it('parses the rows of any rules back into those rules', () => {
    const rule = fc.record({
      windowMs: fc.integer({ min: 100, max: 86_400_000 }),
      limit: fc.integer({ min: 1, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(fc.uniqueArray(rule, { maxLength: 8, selector: ({ windowMs }) => windowMs }), (rules) => {
        const parsed = parseRows(rules.map((rule) => rowOf(RateRule.parse(rule))));
        expect(parsed).toEqual({ rules: [...rules].sort((one, other) => one.windowMs - other.windowMs) });
      }),
    );
  });
});

describe('exceededRules', () => {
  it('is empty for equal or stricter rules', () => {
    expect(exceededRules(PUBLISHED, PUBLISHED)).toEqual([]);
    expect(exceededRules([{ windowMs: 1_000, limit: 4 }], PUBLISHED)).toEqual([]);
  });
  it('lists the published rules that allow fewer requests', () => {
    expect(exceededRules([], PUBLISHED)).toEqual(PUBLISHED);
    expect(exceededRules([{ windowMs: 1_000, limit: 5 }], PUBLISHED)).toEqual(PUBLISHED.slice(1));
    expect(exceededRules([{ windowMs: 60_000, limit: 275 }], PUBLISHED)).toEqual(PUBLISHED.slice(0, 1));
  });
});
