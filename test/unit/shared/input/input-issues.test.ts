import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inputIssuesOf } from '../../../../src/shared/input/input-issues.ts';
import { PlainDate } from '../../../../src/shared/model/primitives.ts';
import { LimitChoice } from '../../../../src/shared/model/rates.ts';

const issuesOf = (schema: z.ZodType, value: unknown) =>
  inputIssuesOf(schema.safeParse(value).error ?? new z.ZodError([]));
const sentencesOf = (schema: z.ZodType, value: unknown) => issuesOf(schema, value).map(({ message }) => message);

describe('inputIssuesOf', () => {
  const inner = z.strictObject({
    text: z.string().max(3),
    filled: z.string().min(1),
    list: z.array(z.null()).max(1),
    count: z.number().int().min(2).max(1_000),
    yes: z.boolean(),
    day: PlainDate,
    one: z.enum(['a', 'b']),
    fixed: z.literal('x'),
    choice: LimitChoice,
  });
  const good = {
    ...{ text: 'abc', filled: 'x', list: [null], count: 5, yes: true, day: '2026-11-22', one: 'a', fixed: 'x' },
    choice: { kind: 'preset', setId: null },
  };
  it.each([
    [{ text: 'abcd' }, '“shape.text” may have at most 3 characters.'],
    [{ text: 5 }, '“shape.text” must be a text.'],
    [{ text: undefined }, '“shape.text” must be a text.'],
    [{ filled: '' }, '“shape.filled” must not be empty.'],
    [{ list: [null, null] }, '“shape.list” may have at most 1 entry.'],
    [{ list: {} }, '“shape.list” must be a list.'],
    [{ count: 1 }, '“shape.count” must be at least 2.'],
    [{ count: 1_001 }, '“shape.count” must be at most 1,000.'],
    [{ count: 2.5 }, '“shape.count” must be a whole number.'],
    [{ count: '2' }, '“shape.count” must be a number.'],
    [{ yes: 'no' }, '“shape.yes” must be true or false.'],
    [{ day: '2026-13-40' }, '“shape.day” must be a calendar day written YYYY-MM-DD.'],
    [{ one: 'c' }, '“shape.one” must be one of a, b.'],
    [{ fixed: 'y' }, '“shape.fixed” must be x.'],
    [{ choice: { kind: 'none' } }, '“shape.choice.kind” must have one of the known forms.'],
    [{ extra: 1 }, '“shape” must not have the field “extra”.'],
  ])('says which field is wrong in %j', (changes, sentence) => {
    expect(sentencesOf(z.strictObject({ shape: inner }), { shape: { ...good, ...changes } })).toEqual([sentence]);
  });

  it('names the input itself', () => {
    expect(sentencesOf(inner, 42)).toEqual(['The input must be a group of fields.']);
    expect(sentencesOf(z.null(), {})).toEqual(['The input must be empty (null).']);
  });

  it('cuts long names, and stops after the first issues', () => {
    const [sentence] = sentencesOf(z.strictObject({}), { [`a\n\u202e${'b'.repeat(5_000)}`]: 1 });
    expect(sentence).toMatch(/^The input must not have the field “a b{78}…”\.$/);
    expect(
      issuesOf(
        z.array(z.null()),
        Array.from({ length: 500 }, () => 1),
      ),
    ).toHaveLength(5);
  });

  it('quotes no value', () => {
    const planted = 'planted-7f3a';
    for (const schema of [z.null(), z.enum(['a']), z.email(), z.string().max(3), z.string().regex(/^x$/), PlainDate])
      expect(sentencesOf(z.strictObject({ field: schema }), { field: planted }).join()).not.toContain(planted);
  });
});
