import { describe, expect, it } from 'vitest';
import { CauseId } from '../../../../src/shared/model/diagnosis.ts';
import { casesIn } from '../../../doctor/case.ts';
import { corpus } from '../../../doctor/corpus/index.ts';
import { judge, perCause, top1 } from '../../../doctor/measure.ts';
import { pastedCasesIn } from '../../../doctor/pasted.ts';

/** Causes that were named after these texts had been written. */
const LATER: readonly CauseId[] = ['browserRefused', 'oldApi'];

describe('the corpus of failures', () => {
  const cases = corpus();
  const judged = judge(cases);

  it('has 300 cases of different names, and five positives and five near misses of each cause', () => {
    expect(cases.length).toBeGreaterThanOrEqual(300);
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
    for (const cause of CauseId.options) {
      expect([cause, cases.filter((one) => one.cause === cause).length >= 5]).toEqual([cause, true]);
      expect([cause, cases.filter((one) => one.nearMissOf === cause).length >= 5]).toEqual([cause, true]);
    }
  });

  it('has its cause named first in 95 of 100 cases, and no cause named wrongly in more than one of ten', () => {
    const wrong = judged.filter(({ expected, named }) => expected !== named);
    expect([top1(judged) >= 0.95, wrong]).toEqual([true, expect.anything()]);
    expect(perCause(judged).filter(({ precision, recall }) => precision < 0.9 || recall < 0.9)).toEqual([]);
  });

  it('reads the exchanges that were written without knowing the rules', () => {
    for (const { cause, name } of casesIn('unseen'))
      expect([name, CauseId.options.includes(cause)]).toEqual([name, true]);
  });

  it.each([
    ['unseen2', 100],
    ['unseen3', 100],
    ['unseen4', 130],
    ['unseen5', 80],
    ['unseen6', 120],
  ])('reads the texts of %s, of different names and all causes', (part, least) => {
    const pasted = pastedCasesIn(part);
    expect(pasted.length).toBeGreaterThanOrEqual(least);
    const named = new Set(pasted.map(({ cause }) => cause));
    expect(CauseId.options.filter((cause) => !named.has(cause) && !LATER.includes(cause))).toEqual([]);
    expect(new Set(pasted.map(({ name }) => name)).size).toBe(pasted.length);
  });
});
