/** The second corpus: reproducible, large enough, and without contradictions. */
import { describe, expect, it } from 'vitest';
import { UNSEEN_COUNT, unseenCorpus } from '../../fuzz/unseen/corpus.ts';

describe('the unseen corpus', () => {
  it('is the same for the same seed, and another for another', () => {
    const [one, again, other] = [unseenCorpus(7, 40), unseenCorpus(7, 40), unseenCorpus(8, 40)];
    expect(one).toEqual(again);
    expect(other.map(({ responseBody }) => responseBody)).not.toEqual(one.map(({ responseBody }) => responseBody));
  });

  it('plants at least three values in a message, and each of the three lists', () => {
    expect(UNSEEN_COUNT).toBeGreaterThanOrEqual(3_000);
    const messages = unseenCorpus(7, 300);
    const planted = messages.flatMap((message) => message.planted);
    expect(planted.length).toBeGreaterThan(3 * messages.length);
    expect(new Set(planted.map(({ list }) => list))).toEqual(new Set(['secrets', 'guests', 'mustStay']));
  });

  it('wants no value both gone and kept', () => {
    for (const { planted } of unseenCorpus(9, 300)) {
      const gone = planted.filter(({ list }) => list !== 'mustStay');
      for (const { value } of planted.filter(({ list }) => list === 'mustStay'))
        expect(gone.filter((other) => value.includes(other.value))).toEqual([]);
    }
  });
});
