/** The plainest reader of failures: a text is the label whose texts have the most similar words (nearest centroid of tf-idf). */
import type { OutsideLabel } from './labels.ts';
import type { Answer, OutsideCase } from './outside.ts';

type Vector = ReadonlyMap<string, number>;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z_]{2,}|\b[1-5]\d\d\b/g) ?? [];

/** Learns from `cases`; the returned function answers any text. */
export function bagOfWords(cases: readonly OutsideCase[]): (one: OutsideCase) => Answer {
  const found = new Map<string, number>();
  for (const { text } of cases) for (const word of new Set(wordsOf(text))) found.set(word, (found.get(word) ?? 0) + 1);
  const vectorOf = (text: string): Vector => {
    const counts = new Map<string, number>();
    for (const word of wordsOf(text)) if (found.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    const weighted = [...counts].map(
      ([word, count]) => [word, (1 + Math.log(count)) * Math.log(cases.length / (found.get(word) ?? 1))] as const,
    );
    const length = Math.hypot(...weighted.map(([, weight]) => weight)) || 1;
    return new Map(weighted.map(([word, weight]) => [word, weight / length]));
  };
  const centroids = new Map<OutsideLabel, Map<string, number>>();
  for (const { text, label } of cases) {
    const centroid = centroids.get(label) ?? new Map<string, number>();
    for (const [word, weight] of vectorOf(text)) centroid.set(word, (centroid.get(word) ?? 0) + weight);
    centroids.set(label, centroid);
  }
  return ({ id, text, label, also_acceptable }) => {
    const start = performance.now();
    const vector = vectorOf(text);
    const near = [...centroids].map(([of, centroid]) => {
      const product = [...vector].reduce((sum, [word, weight]) => sum + weight * (centroid.get(word) ?? 0), 0);
      return { of, likeness: product / (Math.hypot(...centroid.values()) || 1) };
    });
    const best = near.reduce((one, other) => (other.likeness > one.likeness ? other : one));
    return {
      ...{ id, label, named: best.of, confidence: best.likeness, ms: performance.now() - start },
      isRight: [label, ...also_acceptable].includes(best.of),
      isCause: best.of !== 'success' && best.of !== 'not-enough-information',
    };
  };
}

/** Answers each case by what is learnt from the cases of the other folds. */
export function crossValidated(cases: readonly OutsideCase[], folds = 5): Answer[] {
  return Array.from({ length: folds }, (_, fold) => fold).flatMap((fold) => {
    const isHeld = (index: number) => index % folds === fold;
    const answer = bagOfWords(cases.filter((_, index) => !isHeld(index)));
    return cases.filter((_, index) => isHeld(index)).map(answer);
  });
}
