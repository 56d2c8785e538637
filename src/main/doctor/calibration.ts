/**
 * Converts the share of a cause to its confidence: how often a cause with this share and kind of evidence is right. `npm run calibrate:doctor`
 * measures this on texts from which no rule was written (docs/doctor.md, "Confidence").
 */
import type { Facts } from './facts/facts.ts';
import { type Finding, say } from './rule.ts';

/**
 * The kinds of evidence for a cause. `recorded`: an exchange in the journal. `stated`: a statement of the service. `shown`: a whole exchange with a
 * known host. `partial`: an exchange that is incomplete or masked. `over`: such an exchange in a text that ends with a success, or in an older mail.
 * `prose`: only words about the failure.
 */
export const EVIDENCE_KINDS = ['recorded', 'stated', 'shown', 'partial', 'over', 'prose'] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** The minimum strength, in bits, of a finding that counts as evidence for a cause. */
export const MIN_EVIDENCE_BITS = say.moderate('').bits;

export function evidenceKindOf(findings: readonly Finding[], facts: Facts): EvidenceKind {
  if (facts.failure.origin === 'journal') return 'recorded';
  const speaking = findings.filter(({ bits }) => bits >= MIN_EVIDENCE_BITS);
  if (speaking.length === 0) return 'prose';
  if (speaking.some(({ isStatement }) => isStatement === true)) return 'stated';
  const { failure, address, isStatusImplied, status } = facts;
  const isWhole =
    address.service !== null &&
    !isStatusImplied &&
    (status !== null || failure.networkError !== null) &&
    (failure.requestHeadersKnown || failure.responseBody !== null);
  if (isWhole) return 'shown';
  const isOver = facts.standing.kind === 'failed' && (facts.endsGood || facts.surroundings.isOlder);
  return isOver ? 'over' : 'partial';
}

/** The calibration table's bands of shares, each by its lower bound. */
export const BANDS = [0.4, 0.6, 0.8, 0.9, 0.97] as const;

/**
 * The confidence for each kind of evidence and band, by `npm run calibrate:doctor`. Two entries are set by hand, because few texts have them: the
 * first of `partial` (four texts, 0.38), and `over`, which has one value for all bands (28 of 46 texts).
 */
const TABLE: Record<EvidenceKind, readonly number[]> = {
  recorded: [1, 1, 1, 1, 1],
  stated: [0.75, 0.75, 0.91, 0.92, 0.97],
  shown: [0.8, 0.89, 0.89, 0.89, 0.97],
  partial: [0.4, 0.8, 0.83, 0.83, 0.83],
  over: [0.6, 0.6, 0.6, 0.6, 0.6],
  prose: [0.5, 0.79, 0.79, 0.79, 0.79],
};

/** Lowers a cause's share to the measured confidence of its band. A share below the confidence, or below the first band, stays unchanged. */
export function calibrated(share: number, kind: EvidenceKind): number {
  const band = BANDS.findLastIndex((from) => share >= from);
  return band === -1 ? share : Math.min(share, TABLE[kind][band] ?? share);
}

/** The minimum confidence at which the verdict of the rules is final, without the learned judge. */
export const FINAL_CONFIDENCE = 0.9;
/** The maximum confidence of a cause that the Doctor shows as possible but does not give as the verdict. */
export const MAX_UNNAMED_CONFIDENCE = 0.39;
/** The maximum confidence of a cause that only words of the text suggest, without a finding of a rule. */
const ONLY_WORDS = 0.85;
/** The minimum share, from rules and learned judge together, of a cause that the Doctor gives as the verdict. */
export const MIN_NAMED_SHARE = 0.3;
/** Pairs of a minimum share, from rules and learned judge together, and a confidence: how often a first cause with this share is right. */
const EARNED = [
  [0.75, 0.88],
  [0.45, 0.72],
  [MIN_NAMED_SHARE, 0.5],
] as const;

/** Converts a share, from rules and learned judge together, to a confidence. `isShown`: a rule has evidence for the cause, too. */
export const confidenceOf = (share: number, isShown: boolean): number =>
  Math.min(
    isShown ? 1 : ONLY_WORDS,
    EARNED.find(([from]) => share >= from)?.[1] ?? Math.min(share, MAX_UNNAMED_CONFIDENCE),
  );
