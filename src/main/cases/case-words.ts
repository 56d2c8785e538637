/** Makes the search text of a case, and turns a search into an FTS5 expression. */

import type { CaseLabels } from '../../shared/model/case.ts';
import type { Diagnosis } from '../../shared/model/diagnosis.ts';
import type { MaskedFailure } from '../../shared/model/failure.ts';

const MAX_WORDS = 40_000;
const MAX_TERMS = 20;

export function wordsOf(
  parts: CaseLabels & { readonly title: string; readonly notes: string; readonly requestId: string | null },
  failure: MaskedFailure,
  diagnosis: Diagnosis,
): string {
  const [first] = diagnosis.verdicts;
  return [
    parts.title,
    parts.customer,
    parts.ticket,
    ...parts.tags,
    parts.notes,
    parts.requestId,
    failure.method,
    failure.url,
    failure.status,
    failure.operation,
    failure.networkError?.code,
    failure.networkError?.message,
    first?.title,
    first?.cause,
    ...(first?.evidence.map(({ text }) => text) ?? []),
    first?.remedy,
    failure.responseBody,
    failure.requestBody?.text,
    ...failure.responseHeaders.map(([name, value]) => `${name} ${value}`),
  ]
    .filter((part) => part !== null && part !== undefined)
    .join('\n')
    .slice(0, MAX_WORDS);
}

/** Makes the FTS5 expression of a search: each term must begin a word. `null` for a search without a term. */
export function matchOf(search: string): string | null {
  const terms = search.match(/[\p{L}\p{N}]+/gu)?.slice(0, MAX_TERMS) ?? [];
  return terms.length === 0 ? null : terms.map((term) => `"${term}"*`).join(' ');
}
