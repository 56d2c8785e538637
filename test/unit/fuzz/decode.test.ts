/** The fuzzer's decoder: a planted value is found however a record spells it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valuesIn } from '../../fuzz/decode.ts';
import { type Node, textOf, WRAPS, type WrapName } from '../../fuzz/planted/wrap.ts';
import { Dice } from '../../fuzz/random.ts';

const NAMES = Object.keys(WRAPS) as WrapName[];
const SECRET = 'qZ7tk_Kd92mQx0LrW4sVb1Nc8Ye3';

describe('the decoder', () => {
  it.each(NAMES)('finds a value in %s', (name) => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const text = textOf(WRAPS[name].wrap({ text: SECRET }, new Dice(seed)), new Dice(seed));
      expect([...valuesIn(text, [SECRET])], text).toEqual([SECRET]);
    }
  });

  it('finds a value in structures within structures', () => {
    // A line break within an escape or a run is found only when nothing is around it.
    const unbroken = NAMES.filter((name) => !/lines|block/.test(name));
    const chain = fc.array(fc.tuple(fc.constantFrom(...unbroken), fc.nat()), { minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), fc.nat(), chain, (innermost, innerSeed, outer) => {
        const wraps = [[innermost, innerSeed] as const, ...outer];
        let node = { text: SECRET } as Node;
        for (const [name, seed] of wraps) node = WRAPS[name].wrap(node, new Dice(seed));
        expect([...valuesIn(textOf(node, new Dice(1)), [SECRET])]).toEqual([SECRET]);
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  it('finds nothing in a text without the value', () => {
    expect(valuesIn(`{"a":"${SECRET.toLowerCase()}","b":"[redacted]"}`, [SECRET, '4711']).size).toBe(0);
    expect(valuesIn('id 14711', ['4711']).size).toBe(0);
    expect(valuesIn('code 4711.', ['4711']).size).toBe(1);
  });
});
