/**
 * The Doctor's engine: weighs every rule against one failure and ranks the causes. It is pure: it sends nothing, reads no clock and no disk, and
 * contains no cause of its own (docs/doctor.md).
 */
import { ENOUGH_CONFIDENCE } from '../../shared/doctor/confidence.ts';
import {
  type CauseId,
  type Diagnosis,
  type EvidenceItem,
  MAX_EVIDENCE,
  MAX_TEXT,
  type Verdict,
} from '../../shared/model/diagnosis.ts';
import {
  calibrated,
  confidenceOf,
  evidenceKindOf,
  FINAL_CONFIDENCE,
  MAX_UNNAMED_CONFIDENCE,
  MIN_EVIDENCE_BITS,
  MIN_NAMED_SHARE,
} from './calibration.ts';
import { type Facts, readFacts } from './facts/facts.ts';
import type { Failure, Surroundings, TextMarks } from './failure.ts';
import { combineShares, learnedShares, saysMuch, wordsFor } from './learned/judge-learned.ts';
import { factMarks } from './learned/marks.ts';
import { type Finding, type Rule, say } from './rule.ts';
import { generalEvidence, OF_ANY_HOST } from './rules/general-evidence.ts';
import { RULES } from './rules/index.ts';
import { askFor } from './rules/not-enough.ts';
import { apartBy } from './rules/tell-apart.ts';

/** The weight, in bits, of the possibility that no known cause is right: as much as one moderate finding. */
const UNKNOWN_BITS = say.moderate('').bits;
/** The largest weight of a cause, in bits. Further findings add no certainty, because several of them often come from one fact. */
const MAX_BITS = 12;
/** The distance, in bits, below which the first two causes cannot be told apart and the second is named too. */
const APART_BITS = say.moderate('').bits;
/** The minimum weight, in bits, of a cause that the exchange itself shows. */
const SHOWN_BITS = say.strong('').bits;
/** The lead, in bits, that the service's own statement has over any other evidence. */
const STATED_LEAD_BITS = 3;

interface Weighed {
  readonly rule: Rule;
  readonly findings: readonly Finding[];
  readonly bits: number;
}

/**
 * Ranks the causes of a failure. `outcome`: `verdict` with a confident first cause, `nothingWrong` for a correct exchange, else `notEnough` with a
 * text that asks for the missing information.
 */
export function diagnose(failure: Failure, surroundings: Surroundings): Diagnosis {
  const judged = judgeByRules(failure, surroundings);
  const { marks } = surroundings;
  return marks === null || judged.isDecided ? judged.diagnosis : withLearned(judged, marks);
}

/** Judges by the rules alone. `first`: the likeliest cause with its share before calibration, null when no rule fits; `excluded`: ruled-out causes. */
export function judgeByRules(failure: Failure, surroundings: Surroundings) {
  const facts = readFacts(failure, surroundings);
  const ranked = rankedCauses(facts);
  const total = ranked.reduce((sum, { bits }) => sum + 2 ** bits, 2 ** UNKNOWN_BITS);
  const [best] = ranked;
  const share = best === undefined ? 0 : 2 ** best.bits / total;
  const first = best && { cause: best.rule.cause, share, kind: evidenceKindOf(best.findings, facts) };
  // What the first cause has not earned belongs to a cause that no rule knows.
  const factor = first === undefined || share === 0 ? 1 : calibrated(share, first.kind) / share;
  const verdicts = ranked.map((candidate) => verdictOf(candidate, (2 ** candidate.bits / total) * factor, facts));
  const diagnosis = diagnosisOf(verdicts, facts);
  return {
    ...{ facts, ranked, diagnosis, first: first ?? null, excluded: excludedBy(ranked, facts) },
    isDecided: isDecided(diagnosis, facts, surroundings.marks ?? new Map()),
  };
}

/**
 * Whether the rules alone decide: for a text with few words, for a request without an answer, and with a first cause that is certain. A certain
 * verdict also needs a text that does not end with a success, “nothing wrong” a later success of the same request.
 */
function isDecided({ outcome, verdicts }: Diagnosis, facts: Facts, marks: TextMarks): boolean {
  const isRequestAlone = facts.isUnanswered && facts.failure.requestHeadersKnown && marks.has('=course none');
  if (!saysMuch(marks) || isRequestAlone) return true;
  const isFinal =
    outcome === 'nothingWrong' ? facts.surroundings.recovered !== null : outcome === 'verdict' && !facts.endsGood;
  return isFinal && (verdicts[0]?.confidence ?? 0) >= FINAL_CONFIDENCE;
}

function diagnosisOf(verdicts: readonly Verdict[], facts: Facts): Diagnosis {
  const [first] = verdicts;
  const isEnough = first !== undefined && first.confidence >= ENOUGH_CONFIDENCE;
  const outcome = !isEnough ? 'notEnough' : first.cause === 'nothingWrong' ? 'nothingWrong' : 'verdict';
  return {
    outcome,
    verdicts: [...verdicts],
    tellApart: tellApart(verdicts),
    ask: outcome === 'notEnough' ? askFor(facts) : null,
  };
}

const rankedCauses = (facts: Facts): Weighed[] =>
  byStatement(RULES.flatMap((rule) => weighed(rule, facts))).sort((one, two) => two.bits - one.bits);

/** Returns the cause of the first verdict, or else the outcome: `nothingWrong` or `notEnough`. */
export const causeOf = ({ outcome, verdicts }: Diagnosis): CauseId =>
  outcome === 'verdict' ? (verdicts[0]?.cause ?? 'notEnough') : outcome;

function weighed(rule: Rule, facts: Facts): Weighed[] {
  const own = rule.weigh(facts) ?? [];
  if (own.length === 0) return [];
  const findings = [...own, ...generalEvidence(rule.cause, facts)];
  return [{ rule, findings: [...findings, ...impliedNote(facts)], bits: bitsOf(findings) }];
}

function bitsOf(findings: readonly Finding[]): number {
  const bits = findings.reduce((sum, finding) => sum + finding.bits, 0);
  const isExcluded = findings.some((finding) => finding.bits <= -MAX_BITS);
  return isExcluded ? -MAX_BITS : Math.min(MAX_BITS, Math.max(-MAX_BITS, bits));
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

function verdictOf({ rule, findings }: Weighed, share: number, facts: Facts): Verdict {
  const confidence = Math.round(share * 1_000) / 1_000;
  return {
    cause: rule.cause,
    title: rule.title,
    confidence,
    evidence: findings.slice(0, MAX_EVIDENCE).map(evidenceOf),
    confirm: confidence >= FINAL_CONFIDENCE ? null : rule.confirm,
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
 * Returns the observation that separates the first two causes: from the table, else the one that settles the first cause, else the second. Null when
 * there is none, and when one cause is clearly likelier.
 */
function tellApart([first, second]: readonly Verdict[]): string | null {
  if (!first || !second || second.confidence < POSSIBLE || first.confidence > second.confidence * 2 ** APART_BITS)
    return null;
  return apartBy(first.cause, second.cause) ?? first.confirm?.text ?? second.confirm?.text ?? null;
}

/** The minimum share of a cause that is called possible. */
const POSSIBLE = 0.1;

/** Joins the rules' diagnosis with the shares that the learned judge gives the causes (ADR 43). */
function withLearned(
  { facts, ranked, diagnosis, excluded }: ReturnType<typeof judgeByRules>,
  marks: TextMarks,
): Diagnosis {
  const learned = learnedShares([...marks.keys(), ...factMarks(facts)]);
  const shares = combineShares(learned, causeOf(diagnosis), diagnosis.verdicts[0]?.confidence ?? 0, excluded);
  const causes = RULES.flatMap((rule) => {
    const share = shares.get(rule.cause) ?? 0;
    const found = ranked.find((one) => one.rule === rule);
    if (found === undefined && share < MIN_NAMED_SHARE) return [];
    const findings = found?.findings ?? [];
    const isShown = findings.some(({ bits }) => bits >= MIN_EVIDENCE_BITS);
    const words = share < MIN_NAMED_SHARE ? [] : wordsFinding(rule.cause, marks, isShown);
    return [{ rule, share, isShown, findings: [...findings, ...words] }];
  });
  // A cause for which nothing can be named is not named either, and no other is before it.
  const unspoken = causes.filter(({ findings }) => findings.length === 0).map(({ share }) => share);
  const notEnough = Math.max(shares.get('notEnough') ?? 0, ...unspoken);
  const verdicts = causes.flatMap(({ rule, share, isShown, findings }) => {
    const confidence = notEnough >= share ? Math.min(share, MAX_UNNAMED_CONFIDENCE) : confidenceOf(share, isShown);
    return findings.length === 0 ? [] : { share, verdict: verdictOf({ rule, findings, bits: 0 }, confidence, facts) };
  });
  // Several shares may have earned the same confidence.
  const order = verdicts.toSorted(
    (one, other) => other.verdict.confidence - one.verdict.confidence || other.share - one.share,
  );
  return diagnosisOf(
    order.map(({ verdict }) => verdict),
    facts,
  );
}

/** The causes that a finding rules out. If another host answered, also the causes that only the service itself can have. */
const excludedBy = (ranked: readonly Weighed[], { standing }: Facts): Set<CauseId> =>
  new Set([
    ...ranked.filter(({ findings }) => findings.some(({ bits }) => bits <= -MAX_BITS)).map(({ rule }) => rule.cause),
    ...(standing.kind === 'foreign' ? RULES.map(({ cause }) => cause).filter((cause) => !OF_ANY_HOST.has(cause)) : []),
  ]);

/** Makes a finding of the words in the text that speak for a cause. `isShown`: a rule has evidence for the cause, too. */
function wordsFinding(cause: CauseId, marks: TextMarks, isShown: boolean): Finding[] {
  const words = wordsFor(cause, marks).map(({ word, line }) => `“${word}” (line ${line})`);
  if (words.length === 0) return [];
  const list = `Texts with this cause often have these words: ${words.join(', ')}.`;
  return [
    say.weak(isShown ? list : `${list} Only words and the form of the text tell it; no request or answer shows it.`),
  ];
}
