/** Decides whether two failures are the same and whether two cases are alike. */
import { createHash } from 'node:crypto';
import type { Diagnosis } from '../../shared/model/diagnosis.ts';
import type { MaskedFailure } from '../../shared/model/failure.ts';
import { causeOf } from '../doctor/diagnose.ts';

/** Returns the title of the most likely cause; `null` when the diagnosis names no cause. */
export const causeTitleOf = ({ outcome, verdicts }: Diagnosis): string | null =>
  outcome === 'verdict' ? (verdicts[0]?.title ?? null) : null;

const hashOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 32);

/** Makes a hash of a diagnosis's cause and evidence, without the numbers, times and quoted values that differ between failures. */
export function signatureOf(diagnosis: Diagnosis): string {
  const evidence = (diagnosis.outcome === 'verdict' ? (diagnosis.verdicts[0]?.evidence ?? []) : [])
    .filter(({ weight }) => weight === 'for')
    .map(({ text }) => wordsOf(text));
  return hashOf([causeOf(diagnosis), [...new Set(evidence)].sort()]);
}

/** Replaces numbers, times and quoted values: "It expired 1 min 10 s before" and "It expired 3 h before" become equal. */
const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[“"`][^”"`]*[”"`]/g, '“”')
    .replace(/(?:\d[\d.,:]*\s*(?:ms|s|min|h|d|days?|hours?|minutes?|seconds?|%)?\s*)+/g, '# ');

/**
 * Makes the key of a failure. Failures with equal keys become one case, because they have the same operation, credential and answer, or the same
 * pasted content.
 */
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
