/**
 * Checks a request that was pasted without an answer, by the Doctor's rules and the operations of the known services. The check lists the errors that
 * the service would refuse, the corrected request, and the questions that only an answer can settle. It sends nothing and spends no token.
 */
import type { CheckFinding, RequestCheck } from '../../../shared/model/request-check.ts';
import { type Facts, readFacts } from '../facts/facts.ts';
import type { Failure, Surroundings } from '../failure.ts';
import { checkAddress, isOtherHost, isOwnMachine } from './check-address.ts';
import { checkParameters, type ParameterChange } from './check-parameters.ts';
import { checkToken } from './check-token.ts';
import { type FoundOperation, findOperation, serviceOf } from './find-operation.ts';
import { findingsOn, ruleFindings } from './rule-findings.ts';
import { unknownsOf } from './unknowns.ts';

const MAX_FINDINGS = 40;
const MAX_LINE = 1_000;

/** The correction of a request: its address without a query, and the parameters to change. */
export interface RequestCorrection {
  readonly address: string | null;
  readonly parameters: readonly ParameterChange[];
}

/** Checks a request before it is sent. Returns null for a failure without an address, or with an answer or an error. */
export function checkRequest(failure: Failure, surroundings: Surroundings): RequestCheck | null {
  const facts = readFacts(failure, surroundings);
  if (!facts.isUnanswered || failure.url === null) return null;
  const found = facts.isToken ? null : findOperation(facts);
  const takesMethod = found?.methods.includes(failure.method ?? 'GET') === true;
  const parameters = found && takesMethod ? checkParameters(facts, found, operationsOf(facts)) : null;
  const findings = [
    ...ruleFindings(facts)
      .filter(({ cause }) => cause !== 'wrongEnvironment' || !(isOtherHost(facts) || isOwnMachine(facts)))
      .map((one) => (one.cause === 'wrongEnvironment' && found ? { ...one, right: documented(found) } : one)),
    ...checkAddress(facts, found),
    ...(facts.isToken ? [] : checkToken(facts)),
    ...contentType(facts, found),
    ...(parameters?.findings ?? []),
  ];
  return {
    operation: facts.isToken ? 'Access token' : (found?.variants[0].title ?? null),
    findings: distinct(findings),
    unknown: [...unknownsOf(facts, found), ...(parameters?.unknown ?? [])],
  };
}

/** Returns the correction of the request in a failure; null when no operation is known at its address. */
export function correctionOf(facts: Facts): RequestCorrection | null {
  const found = facts.isToken ? null : findOperation(facts);
  if (found === null) return null;
  const { changes } = checkParameters(facts, found, operationsOf(facts));
  return { address: found.isRight || !found.address.startsWith('https:') ? null : found.address, parameters: changes };
}

const documented = ({ variants: [{ title }], address }: FoundOperation): string =>
  `The address of “${title}” is ${address}.`;

const operationsOf = (facts: Facts) => serviceOf(facts)?.operations ?? [];

/** Reports the body of an API request that is not declared as JSON. curl, for example, declares a form by default. */
function contentType({ failure, isToken, sent }: Facts, found: FoundOperation | null): CheckFinding[] {
  const type = failure.requestBody?.contentType ?? sent('content-type');
  if (isToken || !found?.variants[0].body || failure.requestBody === null) return [];
  if (type === null ? !failure.requestHeadersKnown : /json/i.test(type)) return [];
  const { title } = found.variants[0];
  return [
    findingsOn(
      type === null ? 'doubtful' : 'refused',
      'wrongParameters',
      'service.md §1.2, §4.1',
    )(
      `The body ${type === null ? 'has no Content-Type' : `is sent as “${type.slice(0, 80)}”`}, and “${title}” takes JSON.`,
      'Send a JSON object with “Content-Type: application/json”.',
    ),
  ];
}

/** Sorts refused findings first and drops repeated ones. Of findings about the host, the more certain one is kept. */
function distinct(findings: readonly CheckFinding[]): CheckFinding[] {
  const sorted = findings.toSorted(
    (one, other) => Number(one.level === 'doubtful') - Number(other.level === 'doubtful'),
  );
  const hasOtherHost = sorted.some(
    ({ level, cause }) => level === 'refused' && (cause === 'wrongEnvironment' || cause === 'oldApi'),
  );
  return sorted
    .filter(({ level, cause }) => !(hasOtherHost && level === 'doubtful' && cause === 'wrongEnvironment'))
    .filter((one, index) => sorted.findIndex((other) => other.text === one.text) === index)
    .slice(0, MAX_FINDINGS)
    .map((one) => ({ ...one, text: one.text.slice(0, MAX_LINE), right: one.right.slice(0, MAX_LINE) }));
}
