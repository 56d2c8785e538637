/** Decides whether two failures are the same, and whether two cases are alike. Pure. */
import { createHash } from 'node:crypto';
import type { Diagnosis } from '../../shared/model/diagnosis.ts';
import type { MaskedFailure } from '../../shared/model/failure.ts';
import { causeOf } from '../doctor/diagnose.ts';

/** The title of the cause that a diagnosis names; null when it names none. */
export const causeTitleOf = ({ outcome, verdicts }: Diagnosis): string | null =>
  outcome === 'verdict' ? (verdicts[0]?.title ?? null) : null;

const hashOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 32);

/** The cause and evidence of a diagnosis as a key. Numbers, times and quoted values are left out, because they differ from failure to failure. */
export function signatureOf(diagnosis: Diagnosis): string {
  const evidence = (diagnosis.outcome === 'verdict' ? (diagnosis.verdicts[0]?.evidence ?? []) : [])
    .filter(({ weight }) => weight === 'for')
    .map(({ text }) => wordsOf(text));
  return hashOf([causeOf(diagnosis), [...new Set(evidence)].sort()]);
}

/** Removes numbers and times from a text: "It expired 1 min 10 s before" and "It expired 3 h before" become equal. */
const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[“"`][^”"`]*[”"`]/g, '“”')
    .replace(/(?:\d[\d.,:]*\s*(?:ms|s|min|h|d|days?|hours?|minutes?|seconds?|%)?\s*)+/g, '# ');

/** The key under which failures become one case: the same request of a connection with the same answer, or the same pasted text. */
export function failureKey(failure: MaskedFailure, connectionId: string | null, credentialId: string | null): string {
  const { origin, method, url, status, networkError, authorization } = failure;
  if (origin === 'journal')
    return hashOf([origin, connectionId, credentialId, failure.operation, status, networkError?.code]);
  return hashOf([
    origin,
    method,
    url,
    status,
    networkError,
    authorization,
    failure.requestBody,
    failure.responseBody,
    failure.sentAt,
  ]);
}
