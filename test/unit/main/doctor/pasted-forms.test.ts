import { describe, expect, it } from 'vitest';
import { judgePasted, pastedCasesIn } from '../../../doctor/pasted.ts';

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
