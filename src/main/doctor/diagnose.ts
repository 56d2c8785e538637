/**
 * The Doctor's engine: weighs every rule against one failure and ranks the causes. It is pure: it sends nothing, reads no clock and no disk, and
 * contains no cause of its own (docs/doctor.md).
 */
import { ENOUGH_CONFIDENCE } from '../../shared/doctor/confidence.ts';
import type { CauseId, Diagnosis, EvidenceItem, Verdict } from '../../shared/model/diagnosis.ts';
import { calibrated, type EvidenceKind, evidenceKindOf } from './calibration.ts';
import { type Facts, readFacts } from './facts/facts.ts';
import type { Failure, Surroundings } from './failure.ts';
import { hypothesisFindings } from './hypotheses/hypothesis-findings.ts';
import { type Finding, type Rule, say } from './rule.ts';
import { RULES } from './rules/index.ts';
import { askFor } from './rules/not-enough.ts';
import { apartBy } from './rules/tell-apart.ts';

/** The weight of an unknown cause, in bits: as much as one moderate finding. */
const UNKNOWN_BITS = 2;
/** The largest weight of a cause, in bits. Further findings add no certainty, because several of them often come from one fact. */
const MAX_BITS = 12;
/** The distance, in bits, below which the first two causes cannot be told apart and the second is named too. */
const APART_BITS = 2;
/** The confidence above which the evidence settles the cause, so that nothing needs to be confirmed. */
const SETTLED = 0.9;
/** The weight, in bits, from which the exchange itself shows the cause. */
const SHOWN_BITS = 4;
/** The lead, in bits, that the service's own statement has over any other evidence. */
const STATED_LEAD_BITS = 3;
const MAX_TEXT = 1_000;
const MAX_EVIDENCE = 40;

/** Causes that are named where another host than the service's answered. */
const OF_ANY_HOST: ReadonlySet<CauseId> = new Set([
  'wrongEnvironment',
  'oldApi',
  'notHttps',
  'browserRefused',
  'intermediary',
  'nothingWrong',
]);

interface Weighed {
  readonly rule: Rule;
  readonly findings: readonly Finding[];
  readonly bits: number;
}

/**
 * Ranks the causes of a failure. `outcome` is `verdict` with a confident first cause, `nothingWrong` for a correct exchange, else `notEnough` with a
 * text that asks for what is missing.
 */
export function diagnose(failure: Failure, surroundings: Surroundings): Diagnosis {
  const facts = readFacts(failure, surroundings);
  const ranked = rankedCauses(facts);
  const total = totalOf(ranked);
  const [best] = ranked;
  const share = best === undefined ? 0 : 2 ** best.bits / total;
  // What the first cause has not earned belongs to a cause that no rule knows.
  const factor =
    best === undefined || share === 0 ? 1 : calibrated(share, evidenceKindOf(best.findings, facts)) / share;
  const verdicts = ranked.map((candidate) => verdictOf(candidate, total / factor, facts));
  const [first] = verdicts;
  const enough = first !== undefined && first.confidence >= ENOUGH_CONFIDENCE;
  const outcome = !enough ? 'notEnough' : first.cause === 'nothingWrong' ? 'nothingWrong' : 'verdict';
  return {
    outcome,
    verdicts,
    tellApart: tellApart(ranked),
    ask: outcome === 'notEnough' ? askFor(facts) : null,
  };
}

/** The first cause with its share before calibration and the kind of its evidence; null when none fits. */
export function firstHypothesis(failure: Failure, surroundings: Surroundings): Hypothesis | null {
  const facts = readFacts(failure, surroundings);
  const ranked = rankedCauses(facts);
  const [best] = ranked;
  if (best === undefined) return null;
  return {
    cause: best.rule.cause,
    share: 2 ** best.bits / totalOf(ranked),
    kind: evidenceKindOf(best.findings, facts),
  };
}

export interface Hypothesis {
  readonly cause: CauseId;
  readonly share: number;
  readonly kind: EvidenceKind;
}

const totalOf = (ranked: readonly Weighed[]): number =>
  ranked.reduce((sum, { bits }) => sum + 2 ** bits, 2 ** UNKNOWN_BITS);

const rankedCauses = (facts: Facts): Weighed[] =>
  byStatement(
    withTold(
      RULES.map((rule) => weighed(rule, facts)),
      facts,
    ),
  ).sort((one, two) => two.bits - one.bits);

/** The cause that a diagnosis names: its first verdict, `nothingWrong` or `notEnough`. */
export const causeOf = ({ outcome, verdicts }: Diagnosis): CauseId =>
  outcome === 'verdict' ? (verdicts[0]?.cause ?? 'notEnough') : outcome;

function weighed(rule: Rule, facts: Facts): Weighed {
  const { standing } = facts;
  const found = rule.weigh(facts) ?? [];
  const isOfOther = standing.kind === 'foreign' && found.length > 0 && !OF_ANY_HOST.has(rule.cause);
  const findings = isOfOther ? [...found, say.excluded(standing.because)] : found;
  return { rule, findings, bits: bitsOf(findings) };
}

function bitsOf(findings: readonly Finding[]): number {
  const bits = findings.reduce((sum, finding) => sum + finding.bits, 0);
  const isExcluded = findings.some((finding) => finding.bits <= -MAX_BITS);
  return isExcluded ? -MAX_BITS : Math.min(MAX_BITS, Math.max(-MAX_BITS, bits));
}

/** Adds the findings from a pasted message. Its words alone never raise a cause above one that the request or the answer shows. */
function withTold(candidates: readonly Weighed[], facts: Facts): Weighed[] {
  const shown = Math.max(...candidates.map(({ bits }) => bits));
  return candidates.flatMap(({ rule, findings, bits }) => {
    const hypotheses = hypothesisFindings(rule.cause, facts);
    const all = [...findings, ...hypotheses];
    if (all.length === 0) return [];
    const isShown = shown >= SHOWN_BITS && bits < shown;
    const lifted = hypotheses.length === 0 ? bits : bitsOf(all);
    return [
      {
        rule,
        findings: [...all, ...impliedNote(facts)],
        bits: isShown ? Math.max(bits, Math.min(lifted, shown - 1)) : lifted,
      },
    ];
  });
}

/** Keeps other causes below the one that the service itself states, because its statement outweighs the evidence of the request. */
function byStatement(candidates: readonly Weighed[]): Weighed[] {
  const isStated = ({ findings, bits }: Weighed) => bits >= SHOWN_BITS && findings.some((one) => one.isStatement);
  const stated = Math.max(...candidates.filter(isStated).map(({ bits }) => bits), Number.NEGATIVE_INFINITY);
  if (stated < SHOWN_BITS) return [...candidates];
  return candidates.map((candidate) =>
    isStated(candidate) ? candidate : { ...candidate, bits: Math.min(candidate.bits, stated - STATED_LEAD_BITS) },
  );
}

const impliedNote = ({ isStatusImplied, status }: Facts): Finding[] =>
  isStatusImplied
    ? [say.known(`What was sent shows no status; its body is that of an answer with status ${status}.`)]
    : [];

function verdictOf({ rule, findings, bits }: Weighed, total: number, facts: Facts): Verdict {
  const confidence = Math.round((2 ** bits / total) * 1_000) / 1_000;
  return {
    cause: rule.cause,
    title: rule.title,
    confidence,
    evidence: findings.slice(0, MAX_EVIDENCE).map(evidenceOf),
    confirm: confidence >= SETTLED ? null : rule.confirm,
    remedy: rule.remedy(facts).slice(0, MAX_TEXT),
    source: rule.source,
  };
}

const evidenceOf = ({ text, bits, exchangeId }: Finding): EvidenceItem => ({
  text: text.slice(0, MAX_TEXT),
  weight: bits > 0 ? 'for' : bits < 0 ? 'against' : 'neutral',
  exchangeId,
});

/**
 * The observation that separates the first two causes when the evidence does not. If the table has none, the cheapest observation of either
 * cause.
 */
function tellApart([first, second]: readonly Weighed[]): string | null {
  if (!first || !second || second.bits <= 0 || first.bits - second.bits > APART_BITS) return null;
  return apartBy(first.rule.cause, second.rule.cause) ?? first.rule.confirm?.text ?? second.rule.confirm?.text ?? null;
}
