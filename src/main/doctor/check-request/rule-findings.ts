/** Collects what the rules find in a request alone, and what they would find if the service refused it. */
import type { CauseId } from '../../../shared/model/diagnosis.ts';
import type { CheckFinding } from '../../../shared/model/request-check.ts';
import type { Facts } from '../facts/facts.ts';
import { type Finding, type Rule, say } from '../rule.ts';
import { RULES } from '../rules/index.ts';

/** A finding of this strength, in bits, is shown by the request itself. From `SURE_BITS` on, no other cause explains the finding. */
const SHOWN_BITS = say.strong('').bits;
const SURE_BITS = say.decisive('').bits;
const IMPOSSIBLE_BITS = say.excluded('').bits;

/** The status with which the service would refuse a request for a cause. The rules of these causes need a status to judge a request. */
const REFUSED_WITH: Partial<Record<CauseId, number>> = {
  wrongApi: 403,
  wrongEnvironment: 401,
  deprecatedEndpoint: 404,
  scopeMisspelt: 400,
  wrongParameters: 400,
};
/** Causes that the check leaves to other functions (the address, the times of the token) or that need an answer. */
const CHECKED_ELSEWHERE: ReadonlySet<CauseId> = new Set([
  'wrongBasePath',
  'tokenExpired',
  'nothingWrong',
  'clockWrong',
]);
/** Causes for which a strong finding already counts as certain: the service refuses another host and another type of body. */
const SURE: ReadonlySet<CauseId> = new Set(['wrongEnvironment', 'wrongContentType']);
/** Causes of uncertain findings: the service may still accept a deprecated endpoint. */
const DOUBTFUL: ReadonlySet<CauseId> = new Set(['deprecatedEndpoint']);

/** Makes a function that writes findings of one cause: the text, and how it would be right. */
export const findingsOn =
  (level: CheckFinding['level'], cause: CauseId, source: string) =>
  (text: string, right: string): CheckFinding => ({ level, cause, text, right, source });

export const ruleFindings = (facts: Facts): CheckFinding[] =>
  RULES.filter(({ cause }) => !CHECKED_ELSEWHERE.has(cause) && (cause !== 'wrongParameters' || facts.isToken)).flatMap(
    (rule) => findingsOf(rule, facts),
  );

function findingsOf(rule: Rule, facts: Facts): CheckFinding[] {
  const status = REFUSED_WITH[rule.cause] ?? null;
  const asked =
    status === null ? facts : { ...facts, status, isRefused: status === 401 || status === 403, isUnanswered: false };
  const findings = rule.weigh(asked) ?? [];
  if (findings.some(({ bits }) => bits <= IMPOSSIBLE_BITS)) return [];
  const shown = findings.filter(({ bits }) => bits >= SHOWN_BITS);
  const sure = shown.filter(({ bits }) => bits >= SURE_BITS);
  return (sure.length > 0 ? sure : shown).map((finding) => ({
    level: levelOf(rule.cause, finding),
    cause: rule.cause,
    text: finding.text,
    right: rule.remedy(facts),
    source: rule.source,
  }));
}

const levelOf = (cause: CauseId, { bits }: Finding): CheckFinding['level'] =>
  !DOUBTFUL.has(cause) && (bits >= SURE_BITS || SURE.has(cause)) ? 'refused' : 'doubtful';
