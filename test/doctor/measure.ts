/** How well the rules name the causes of cases. */
import { causeOf, diagnose } from '../../src/main/doctor/diagnose.ts';
import type { CauseId } from '../../src/shared/model/diagnosis.ts';
import { type FailureCase, failureOfCase } from './case.ts';

export interface Judged {
  readonly name: string;
  readonly expected: CauseId;
  /** `unread` when no failure was found in a text. */
  readonly named: CauseId | 'unread';
  readonly confidence: number;
  readonly ms: number;
}

export function judge(cases: readonly FailureCase[]): Judged[] {
  return cases.map((one) => {
    const input = failureOfCase(one);
    const start = performance.now();
    const diagnosis = diagnose(...input);
    const ms = performance.now() - start;
    const confidence = diagnosis.verdicts[0]?.confidence ?? 0;
    return { name: one.name, expected: one.cause, named: causeOf(diagnosis), confidence, ms };
  });
}

/** The share of cases whose cause is named first. */
export const top1 = (judged: readonly Judged[]): number =>
  judged.filter(({ expected, named }) => expected === named).length / judged.length;

/** For each cause, the share of its verdicts that are right, and the share of its cases that are found. */
export function perCause(judged: readonly Judged[]): { cause: CauseId; precision: number; recall: number }[] {
  const causes = [...new Set(judged.map(({ expected }) => expected))];
  return causes.map((cause) => {
    const right = judged.filter(({ expected, named }) => expected === cause && named === cause).length;
    const named = judged.filter((one) => one.named === cause).length;
    const expected = judged.filter((one) => one.expected === cause).length;
    return { cause, precision: named === 0 ? 1 : right / named, recall: right / expected };
  });
}
