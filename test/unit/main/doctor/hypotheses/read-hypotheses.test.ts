import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PHRASES } from '../../../../../src/main/doctor/hypotheses/phrases.ts';
import { readHypotheses } from '../../../../../src/main/doctor/hypotheses/read-hypotheses.ts';
import { CauseId } from '../../../../../src/shared/model/diagnosis.ts';
import { judgePasted, pastedCasesIn } from '../../../../doctor/pasted.ts';

const causesIn = (text: string): string[] => readHypotheses(text.split('\n')).map(({ cause }) => cause);

/** What is told, and the same denied, asked and supposed. */
const STATEMENTS = [
  ['noPermission', 'the account is suspended', 'the account is not suspended'],
  ['couponDropped', 'the coupon is ignored', 'the coupon is not ignored'],
  ['listingNotBookable', 'it was removed from the booking engine', 'it was not removed from the booking engine'],
  ['noPermission', 'la cuenta está suspendida', 'la cuenta no está suspendida'],
] as const;
const SUPPOSED = ['Maybe ', 'Could it be that ', 'Tal vez '];

describe('what people tell', () => {
  it.each(STATEMENTS)('of %s counts: %s', (cause, told) => {
    expect(causesIn(`Hello, ${told}.`)).toContain(cause);
  });

  it('does not count when it is denied, asked or supposed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...STATEMENTS), fc.constantFrom(...SUPPOSED), ([, told, denied], supposed) => {
        expect(causesIn(`${denied}.`)).toEqual([]);
        expect(causesIn(`${told}?`)).toEqual([]);
        expect(causesIn(`${supposed}${told}.`)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('is kept as a cause and a sentence of this program, without a word of the text', () => {
    const sentences = new Set(PHRASES.map(({ says }) => says));
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom(...STATEMENTS.map(([, told]) => told)))), (lines) => {
        for (const told of readHypotheses(lines)) {
          expect([sentences.has(told.says), CauseId.options.includes(told.cause)]).toEqual([true, true]);
          expect(Object.keys(told).sort()).toEqual(['cause', 'isVague', 'says']);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is not looked for in a log', () => {
    expect(causesIn('the clock was two hours behind\n'.repeat(301))).toEqual([]);
  });
});

describe('the prose of the pasted forms', () => {
  const judged = judgePasted(pastedCasesIn('pasted-forms'));

  it('names no cause where none is told', () => {
    const wrong = judged.filter(({ expected, named }) => expected === 'notEnough' && named !== expected);
    expect(wrong).toEqual([]);
  });

  it('has the cause named first in 95 of 100 texts', () => {
    const wrong = judged.filter(({ expected, named }) => expected !== named);
    expect([wrong.length <= judged.length / 20, wrong]).toEqual([true, expect.anything()]);
  });
});
