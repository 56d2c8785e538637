/** Every exercise, whatever its seed: its text is readable, and the Doctor names its cause. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownServices } from '../../../../src/main/api/known-services.ts';
import { causeOf } from '../../../../src/main/doctor/diagnose.ts';
import { readPasted } from '../../../../src/main/doctor/read/read-pasted.ts';
import { reportOf } from '../../../../src/main/doctor/read/report.ts';
import { SeededRandom } from '../../../../src/main/sandbox/world/seeded-random.ts';
import type { CustomerExercise } from '../../../../src/main/training/exercise.ts';
import { EXERCISES } from '../../../../src/main/training/exercises/index.ts';
import { PracticeService } from '../../../../src/main/training/practice-service.ts';
import { REMEDIES } from '../../../../src/main/training/remedies.ts';
import { gradeOf } from '../../../../src/main/training/training.ts';
import { RemedyId } from '../../../../src/shared/model/training.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { SequenceRandom } from '../../../support/sequence-random.ts';

const RUNS = 4;
const ADDRESSES = knownServices()[0]?.addresses;
const customers = EXERCISES.filter((one): one is CustomerExercise => one.source === 'customer');

/** What the customer of an exercise writes and attaches. */
async function raised(exercise: CustomerExercise, seed: number) {
  if (!ADDRESSES) throw new Error('no preset has addresses');
  const [clock, random, log] = [new ManualClock(), new SequenceRandom(seed), new FakeLog()];
  const service = await PracticeService.open({ clock, random, log, addresses: ADDRESSES });
  const told = await exercise.raise({ draw: new SeededRandom(seed), service });
  await service.close();
  expect(clock.pending).toBe(0);
  return told;
}

describe('an exercise of a customer', () => {
  it.each(customers.map((exercise) => [exercise.id, exercise] as const))('%s has its cause', async (_id, exercise) => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const { evidence } = await raised(exercise, seed);
        const { cases, unread } = reportOf(readPasted(evidence), knownServices());
        expect(unread).toEqual([]);
        expect(cases[0] && causeOf(cases[0].diagnosis)).toBe(exercise.cause);
      }),
      { numRuns: RUNS },
    );
  });

  it('differs with its seed, and is the same with the same', async () => {
    for (const exercise of customers) {
      const [first, again, other] = [await raised(exercise, 1), await raised(exercise, 1), await raised(exercise, 2)];
      expect(again.complaint).toBe(first.complaint);
      expect(other).not.toEqual(first);
    }
  });
});

describe('the menu', () => {
  it('has at least twelve exercises, each with a name of its own', () => {
    expect(EXERCISES.length).toBeGreaterThanOrEqual(12);
    expect(new Set(EXERCISES.map(({ id }) => id)).size).toBe(EXERCISES.length);
  });

  it('has each of the first ten causes of a refused request', () => {
    const causes = new Set(EXERCISES.map(({ cause }) => cause));
    for (const cause of [
      'bearerMissing',
      'headerMalformed',
      'tokenExpired',
      'clockWrong',
      'wrongApi',
      'wrongEnvironment',
      'wrongBasePath',
      'deprecatedEndpoint',
      'notHttps',
      'wrongContentType',
    ] as const)
      expect(causes).toContain(cause);
  });

  it('names no cause in a title', () => {
    const words = /bearer|header|expired|unknown token|clock|scope|quota|path|https|form-encoded|permission|coupon/i;
    expect(EXERCISES.filter(({ title }) => words.test(title))).toEqual([]);
  });

  it('has a sentence for each remedy', () => {
    expect(Object.keys(REMEDIES).sort()).toEqual([...RemedyId.options].sort());
  });
});

describe('the grade', () => {
  const exercise = { cause: 'tokenExpired', remedy: 'newToken', near: ['tokenUnknown'] } as const;
  it.each([
    ['right', 'tokenExpired', 'newToken'],
    ['near', 'tokenExpired', 'addBearer'],
    ['near', 'tokenUnknown', 'newToken'],
    ['wrong', 'noPermission', 'newToken'],
  ] as const)('is %s for %s and %s', (grade, cause, remedy) => {
    expect(gradeOf(exercise, { cause, remedy })).toBe(grade);
  });
});
