/** The corpus is the same at every run, and contradicts itself nowhere. */
import { describe, expect, it } from 'vitest';
import { CORPUS_COUNT, corpusOf } from '../../fuzz/corpus/corpus.ts';

const RARE = /codes|envelopes|queries|cards|settings|deliveries|echoing|other types|keyed|forms|conversations|reviews/;

describe('the corpus', () => {
  // A message that does not say what it plants fails while it is written.
  const corpus = corpusOf(7, 400);

  it('has at least 2,500 exchanges, the same for the same seed', () => {
    expect(CORPUS_COUNT).toBeGreaterThanOrEqual(2_500);
    expect(corpusOf(7, 50)).toEqual(corpus.slice(0, 50));
    expect(corpusOf(8, 50)).not.toEqual(corpus.slice(0, 50));
  });

  it('plants nothing that must go within what must stay', () => {
    for (const { id, planted } of corpus) {
      const kept = planted.filter(({ list }) => list === 'mustStay').map(({ value }) => value);
      const hidden = planted.filter(({ list }) => list !== 'mustStay').map(({ value }) => value);
      expect(
        hidden.filter((value) => kept.some((other) => other.includes(value))),
        id,
      ).toEqual([]);
    }
  });

  it('is ordinary mostly', () => {
    const rare = corpus.filter(({ family }) => RARE.test(family)).length;
    expect(rare / corpus.length).toBeGreaterThan(0.12);
    expect(rare / corpus.length).toBeLessThan(0.3);
  });
});
