/**
 * The frequency with which a named cause is right, by its share and by the kind of evidence for it. `npm run calibrate:doctor` fits the table on
 * texts from which no rule was written (docs/doctor.md, "Confidence").
 */
import type { Facts } from './facts/facts.ts';
import { type Finding, say } from './rule.ts';

/**
 * `recorded`: the console's own journal, whose shares stay as they are. `stated`: the service says so. `shown`: the request or its answer shows it, at a host that is known. `partial`: the text leaves out or
 * masks a part of the exchange. `prose`: only words around it say so.
 */
export const EVIDENCE_KINDS = ['recorded', 'stated', 'shown', 'partial', 'prose'] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** A finding from this weight on, in bits, says more than a possibility. */
export const SAYS_BITS = say.moderate('').bits;

export function evidenceKindOf(findings: readonly Finding[], facts: Facts): EvidenceKind {
  if (facts.failure.origin === 'journal') return 'recorded';
  const speaking = findings.filter(({ bits }) => bits >= SAYS_BITS);
  if (speaking.length === 0) return 'prose';
  if (speaking.some(({ isStatement }) => isStatement === true)) return 'stated';
  const { failure, address, isStatusImplied, status } = facts;
  const isWhole =
    address.service !== null &&
    !isStatusImplied &&
    (status !== null || failure.networkError !== null) &&
    (failure.requestHeadersKnown || failure.responseBody !== null);
  return isWhole ? 'shown' : 'partial';
}

/** Lower ends of the bands of shares that the table distinguishes. */
export const BANDS = [0.4, 0.6, 0.8, 0.9, 0.97] as const;

/** The confidence for each band, by `npm run calibrate:doctor`. The first of `partial` would be 0.38 by four texts, which are too few to silence the rules. */
const TABLE: Record<EvidenceKind, readonly number[]> = {
  recorded: [1, 1, 1, 1, 1],
  stated: [0.75, 0.75, 0.91, 0.92, 0.97],
  shown: [0.8, 0.89, 0.89, 0.89, 0.97],
  partial: [0.4, 0.8, 0.83, 0.83, 0.83],
  prose: [0.5, 0.79, 0.79, 0.79, 0.79],
};

/** Replaces a share by the confidence that the benches show for its band. A share below the first band stays as it is. */
export function calibrated(share: number, kind: EvidenceKind): number {
  const band = BANDS.findLastIndex((from) => share >= from);
  return band === -1 ? share : Math.min(share, TABLE[kind][band] ?? share);
}

/** The confidence from which the rules' verdict stands by itself: the service states it, or a whole exchange shows it. */
export const SURE = 0.9;
/** The highest confidence of a cause that is not called the cause. */
export const UNTOLD = 0.39;
/** The highest confidence of a cause that only words tell. */
const ONLY_WORDS = 0.85;
/** The joined share from which a cause is named. */
export const NAMED = 0.3;
/** How often the first cause is right from a share on, after the rules' verdict and the learned judge were joined. */
const EARNED = [
  [0.75, 0.88],
  [0.6, 0.83],
  [0.45, 0.66],
  [NAMED, 0.48],
] as const;

/** The confidence that a joined share has earned. `isShown`: a rule has evidence for it, too. */
export const earned = (share: number, isShown: boolean): number =>
  Math.min(isShown ? 1 : ONLY_WORDS, EARNED.find(([from]) => share >= from)?.[1] ?? Math.min(share, UNTOLD));
