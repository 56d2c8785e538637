/** Words for a confidence, the same on every screen, on the command line and in a bundle (docs/doctor.md, "Confidence"). */

/** The minimum confidence at which the Doctor names a cause. Below it, the Doctor asks for more information. */
export const ENOUGH_CONFIDENCE = 0.4;

const WORDS = [
  [0.9, 'nearly certain'],
  [0.7, 'likely'],
  [ENOUGH_CONFIDENCE, 'more likely than others'],
  [0.1, 'possible'],
  [0.001, 'unlikely'],
] as const;

export type ConfidenceWord = (typeof WORDS)[number][1] | 'ruled out';

export const confidenceWord = (confidence: number): ConfidenceWord =>
  WORDS.find(([least]) => confidence >= least)?.[1] ?? 'ruled out';

/** Returns the confidence in whole per cent. It is at most 99, because a cause that no rule knows remains possible. */
export const confidencePercent = (confidence: number): string =>
  `${Math.min(99, Math.max(0, Math.round(confidence * 100)))} %`;
