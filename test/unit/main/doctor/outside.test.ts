import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type Answer,
  figuresOf,
  type OutsideSet,
  outsideCases,
  outsideText,
  reliabilityOf,
} from '../../../doctor/outside/outside.ts';

const answer = (changes: Partial<Answer>): Answer => ({
  ...{ id: 'one', label: 'token-expired', named: 'tokenExpired', confidence: 0.95, ms: 1 },
  isRight: true,
  isCause: true,
  ...changes,
});

describe('the outside sets', () => {
  it.each([
    ['work', 248],
    ['ablation', 100],
    ['second', 120],
    ['third-learn', 60],
    ['third-check', 60],
    ['fourth-learn', 55],
    ['fourth-check', 55],
    ['fifth-learn', 60],
    ['fifth-check', 60],
    ['sixth-learn', 60],
    ['sixth-check', 60],
    ['seventh-learn', 65],
    ['seventh-check', 65],
    ['eighth-learn', 65],
    ['eighth-check', 65],
    ['ninth-learn', 70],
    ['ninth-check', 70],
    ['tenth-learn', 70],
    ['tenth-check', 70],
    ['eleventh-learn', 70],
    ['eleventh-check', 70],
    ['twelfth-learn', 70],
    ['twelfth-check', 70],
    ['thirteenth-learn', 70],
    ['thirteenth-check', 70],
    ['fourteenth', 140],
    ['fifteenth', 140],
    ['sixteenth', 140],
    ['seventeenth', 140],
    ['eighteenth', 140],
    ['nineteenth', 140],
    ['twentieth-learn', 70],
    ['twentieth-check', 70],
    ['twentysecond', 140],
    ['twentythird', 140],
    ['locked', 200],
  ] as const)('has every text of %s, with a known label', (set, least) => {
    const cases = outsideCases(set) ?? [];
    expect(cases.length).toBeGreaterThanOrEqual(least);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  });

  it.each([
    ...['ablation', 'second', 'third-check', 'fourth-check', 'fifth-check', 'sixth-check', 'seventh-check'],
    ...['eighth-check', 'ninth-check', 'tenth-check', 'eleventh-check', 'twelfth-check'],
    ...['thirteenth-check', 'fourteenth', 'fifteenth', 'sixteenth', 'seventeenth', 'eighteenth', 'nineteenth'],
    ...['twentieth-check', 'twentysecond', 'twentythird'],
    ...['locked'],
  ] as OutsideSet[])('has %s as it was when its hash was written down', (set) => {
    const readme = readFileSync('test/doctor/outside/README.md', 'utf8');
    expect(readme).toContain(
      createHash('sha256')
        .update(outsideText(set) ?? '')
        .digest('hex'),
    );
  });

  it('counts a wrong cause, a false alarm and an overreach where they are', () => {
    const answers = [
      answer({}),
      answer({ isRight: false }),
      answer({ isRight: false, confidence: 0.6 }),
      answer({ label: 'success', isRight: false, confidence: 0.5 }),
      answer({ label: 'success', named: 'nothingWrong', isCause: false, confidence: 0.99 }),
      answer({ label: 'not-enough-information', named: 'nothingWrong', isRight: false, isCause: false }),
    ];
    expect(figuresOf(answers)).toEqual({ top1: 2 / 6, wrong_at_90: 1 / 6, false_alarm: 1 / 2, overreach: 1 });
    const bands = reliabilityOf(answers);
    expect(bands.find(({ from }) => from === 0.95)).toMatchObject({ cases: 2, right: 0.5 });
    expect(bands.reduce((sum, { cases }) => sum + cases, 0)).toBe(4);
  });
});
