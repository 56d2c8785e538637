/** The outcome of a request's check, and the check as a text for a ticket or a terminal. */
import type { Diagnosis } from '../model/diagnosis.ts';
import type { PastedCase } from '../model/pasted.ts';
import type { RequestCheck } from '../model/request-check.ts';

/** The outcome of a check: the service would refuse the request (`refused`), may refuse it (`doubtful`), or has no reason to refuse it (`clear`). */
export type CheckOutcome = 'refused' | 'doubtful' | 'clear';

export const checkOutcome = ({ findings }: RequestCheck): CheckOutcome =>
  findings.some(({ level }) => level === 'refused') ? 'refused' : findings.length > 0 ? 'doubtful' : 'clear';

export const CHECK_SENTENCES: Record<CheckOutcome, string> = {
  refused: 'The service would not accept this request.',
  doubtful: 'Nothing in this request is surely wrong, but something may be refused.',
  clear: 'Nothing that this request shows would be refused.',
};

/** Whether the diagnosis names a cause that the check does not find. The diagnosis also weighs the words around the request. */
export const namesMore = ({ outcome, verdicts }: Diagnosis, { findings }: RequestCheck): boolean =>
  outcome === 'verdict' && !findings.some(({ cause }) => cause === verdicts[0]?.cause);

export const UNKNOWN_TITLE = 'What the request does not tell';

/** Returns the lines of a check: the outcome, each finding with its correction, and the questions that the request leaves open. */
export function checkLines(check: RequestCheck): string[] {
  return [
    CHECK_SENTENCES[checkOutcome(check)],
    ...check.findings.flatMap(({ level, text, right }) => [
      `- ${level === 'doubtful' ? 'Perhaps: ' : ''}${text}`,
      `  Right: ${right}`,
    ]),
    `${UNKNOWN_TITLE}:`,
    ...check.unknown.map((line) => `- ${line}`),
  ];
}

/** Whether an exchange did not fail, or the check of a request without an answer found nothing. */
export const isAsItShouldBe = ({ diagnosis, check }: Pick<PastedCase, 'diagnosis' | 'check'>): boolean =>
  check === null
    ? diagnosis.outcome === 'nothingWrong'
    : diagnosis.outcome !== 'verdict' && check.findings.length === 0;
