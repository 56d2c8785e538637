/** Judges one refusal: which causes fit the facts, and how well. A pure function that claims no more than its evidence. */
import type { Cause, Evidence, Refusal } from '../../shared/model/refusal.ts';
import { activationSteps, isQuoteStep, noPermission, wrongEnvironment } from './account-causes.ts';
import type { RefusalFacts } from './facts.ts';
import type { Candidate, Judge } from './judge.ts';
import { bearerMissing, tokenExpired, tokenUnknown, wrongApi } from './token-causes.ts';
import { credentialsOfOtherApi, credentialsWrong } from './token-request-causes.ts';

/** In the order in which a person should check equally likely causes: the cheapest check first. */
const API_REQUEST: readonly Judge[] = [
  bearerMissing,
  tokenExpired,
  tokenUnknown,
  wrongApi,
  wrongEnvironment,
  noPermission,
];
const TOKEN_REQUEST: readonly Judge[] = [credentialsWrong, credentialsOfOtherApi, wrongEnvironment];

/**
 * The causes of a refusal with their evidence (spec.md, Errors: 401 and 403 may both mean an expired token). One fact against a cause
 * rules it out; a fact for it and none against it makes it likely; otherwise it is possible. Likely causes come first.
 */
export function triage(facts: RefusalFacts): Refusal {
  const { exchange, server } = facts;
  const judges =
    exchange.operation === 'token'
      ? TOKEN_REQUEST
      : isQuoteStep(exchange.operation)
        ? [...API_REQUEST, activationSteps]
        : API_REQUEST;
  const candidates = supportOnlyCandidate(judges.map((judge) => judge(facts)));
  return {
    exchangeId: exchange.id,
    connectionId: exchange.connectionId,
    credentialId: exchange.credentialId,
    api: exchange.api,
    operation: exchange.operation,
    at: exchange.sentAt,
    status: facts.status,
    serverMessage: server.serverMessage,
    serverCode: server.serverCode,
    requestId: server.requestId,
    tokenGeneration: exchange.tokenGeneration,
    settled: facts.history.settled,
    causes: rank(candidates.map(toCause)),
  };
}

/** The status of a cause by its evidence. */
function statusOf(evidence: readonly Evidence[]): Cause['status'] {
  if (evidence.some(({ weight }) => weight === 'rulesOut')) return 'ruledOut';
  return evidence.some(({ weight }) => weight === 'supports') ? 'likely' : 'possible';
}

const toCause = ({ id, title, evidence, next }: Candidate): Cause => ({
  id,
  title,
  status: statusOf(evidence),
  evidence: [...evidence],
  next,
});

/** When every cause but one is ruled out, that supports the remaining one. */
function supportOnlyCandidate(candidates: readonly Candidate[]): readonly Candidate[] {
  const left = candidates.filter(({ evidence }) => statusOf(evidence) !== 'ruledOut');
  const [only] = left;
  if (!only || left.length > 1 || statusOf(only.evidence) === 'likely') return candidates;
  const text = 'Every other cause that this console knows is ruled out.';
  return candidates.map((candidate) =>
    candidate === only ? { ...only, evidence: [...only.evidence, { text, weight: 'supports' as const }] } : candidate,
  );
}

const ORDER = { likely: 0, possible: 1, ruledOut: 2 } as const;
const strength = (cause: Cause): number => cause.evidence.filter(({ weight }) => weight === 'supports').length;

function rank(causes: readonly Cause[]): Cause[] {
  return [...causes].sort((one, two) => ORDER[one.status] - ORDER[two.status] || strength(two) - strength(one));
}
