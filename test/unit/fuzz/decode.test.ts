/** The fuzzer's decoder: a planted value is found however a record spells it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STRUCTURE_NAMES, STRUCTURES } from '../../fuzz/corpus/structures.ts';
import { Dice } from '../../fuzz/random.ts';
import { valuesIn } from '../../support/decode.ts';

const SECRET = 'qZ7tk_Kd92mQx0LrW4sVb1Nc8Ye3';

describe('the decoder', () => {
  it('finds a value in structures within structures', () => {
    const chain = fc.array(fc.constantFrom(...STRUCTURE_NAMES), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(chain, fc.nat(), (names, seed) => {
        const text = names.reduce((inner, name) => STRUCTURES[name](inner, new Dice(seed)), SECRET);
        expect([...valuesIn(text, [SECRET])]).toEqual([SECRET]);
      }),
      { numRuns: 200, seed: 1, examples: STRUCTURE_NAMES.map((name) => [[name], 1]) },
    );
  });

  it('finds nothing in a text without the value', () => {
    expect(valuesIn(`{"a":"${SECRET.toLowerCase()}","b":"[redacted]"}`, [SECRET, '4711']).size).toBe(0);
    expect(valuesIn('id 14711', ['4711']).size).toBe(0);
    expect(valuesIn('code 4711.', ['4711']).size).toBe(1);
  });
});
