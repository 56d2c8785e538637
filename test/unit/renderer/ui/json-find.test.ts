import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findInJson, MAX_HITS } from '../../../../src/renderer/ui/json-find.ts';
import { ancestorsOf, linesOf, previewOf } from '../../../../src/renderer/ui/json-lines.ts';
import { pathText, stepsAt } from '../../../../src/renderer/ui/json-path.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';

const QUOTE: Json = {
  results: [
    { id: 'a', 'per night': 'Money back' },
    { id: 'b', rates: { money: { currency: 'EUR' } } },
  ],
  'a/b~c': [null, true, 12.5],
};
const pathsOf = (root: Json, text: string) => findInJson(root, text).map(({ steps }) => pathText(steps));

describe('finding in a JSON value', () => {
  it('names the path of each name and value that has the text, in capitals or not', () => {
    expect(pathsOf(QUOTE, 'MONEY')).toEqual(['results[0]["per night"]', 'results[1].rates.money']);
    expect(pathsOf(QUOTE, 'eur')).toEqual(['results[1].rates.money.currency']);
    expect(pathsOf(QUOTE, '12.5')).toEqual(['["a/b~c"][2]']);
    expect(pathsOf(QUOTE, 'true')).toEqual(['["a/b~c"][1]']);
    expect(pathsOf(['x', ['x']], 'x')).toEqual(['[0]', '[1][0]']);
    expect(pathsOf('x', 'x')).toEqual(['']);
  });

  it('takes every sign literally, and finds nothing for an empty text', () => {
    for (const text of ['.*', '(', '[', '\\', '$', 'a|b', '/', '{', '-'])
      expect(pathsOf(QUOTE, text)).toEqual(text === '/' ? ['["a/b~c"]'] : []);
    expect(pathsOf(['a.*b'], '.*')).toEqual(['[0]']);
    expect(findInJson(QUOTE, '')).toEqual([]);
  });

  it('does not find the indexes of an array, and finds each occurrence in one value', () => {
    expect(pathsOf({ list: ['a', 'b'] }, '1')).toEqual([]);
    expect(findInJson({ a: 'xx x' }, 'x').map(({ at }) => at)).toEqual([1, 2, 4]);
  });

  it('stops soon after the limit', () => {
    expect(
      findInJson(
        Array.from({ length: MAX_HITS * 2 }, () => 'x'),
        'x',
      ),
    ).toHaveLength(MAX_HITS + 1);
  });

  it('survives a value that is nested deeply', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}"x"${']'.repeat(50_000)}`) as Json;
    expect(findInJson([deep, 'x'], 'x').map(({ steps }) => pathText(steps))).toEqual(['[1]']);
  });

  it('points at lines of the tree that have the text where the hit says', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.string({ minLength: 1, maxLength: 2 }), (value, text) => {
        const root = value as Json;
        for (const { pointer, part, at } of findInJson(root, text)) {
          const lines = linesOf(root, new Set(ancestorsOf(pointer)));
          const line = lines.find((one) => one.pointer === pointer);
          const written = part === 'name' ? line?.name : previewOf(line?.value ?? null);
          expect(written?.slice(at, at + text.length).toLowerCase()).toBe(text.toLowerCase());
        }
      }),
    );
  });
});

describe('the path at an offset of a JSON text', () => {
  it('is that of the value or name there, in a text whose end is missing, too', () => {
    const text = JSON.stringify(QUOTE, null, 1);
    const at = (needle: string, whole = text) => pathText(stepsAt(whole, whole.indexOf(needle)));
    expect(at('Money back')).toBe('results[0]["per night"]');
    expect(at('money')).toBe('results[1].rates.money');
    expect(at('EUR', `${text.slice(0, text.indexOf('EUR') + 2)}EUR`)).toBe('results[1].rates.money.currency');
    expect(at('12.5')).toBe('["a/b~c"][2]');
    expect(at('"b"')).toBe('results[1].id');
    expect(pathText(stepsAt('{"a\\"b":{"c":"x', 14))).toBe('["a\\"b"].c');
    expect(stepsAt('not json [1, 2]', 12)).toEqual([]);
  });

  it('agrees with the search in the parsed value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const root = [value as Json, { marker: 'needle!' }];
        const text = JSON.stringify(root);
        expect(stepsAt(text, text.lastIndexOf('needle!'))).toEqual([1, 'marker']);
      }),
    );
  });
});
