/** Diagnoses what was read: the one way from a pasted text to verdicts, for the window and for the command line. */
import type { PastedReport } from '../../../shared/model/pasted.ts';
import { correctedCurl } from '../corrected-curl.ts';
import { diagnose } from '../diagnose.ts';
import { type Failure, type KnownService, NO_SURROUNDINGS } from '../failure.ts';
import { ASK_FOR_ALL } from '../rules/not-enough.ts';
import type { ReadPasted } from './read-pasted.ts';

const MAX_TOLD = 3;

/** `services`: the addresses that the console knows by name. `readAt`: now; null when the failures are not of today. */
export function reportOf(
  read: ReadPasted,
  services: readonly KnownService[],
  readAt: number | null = null,
): PastedReport {
  const { kind, exchanges, succeeded, skipped, unread } = read;
  // What a message tells is of its one failure; of several it is not known which is meant.
  const told = read.failures.length <= MAX_TOLD ? read.told : [];
  const surroundings = { ...NO_SURROUNDINGS, services, readAt, told };
  return {
    ...{ kind, exchanges, succeeded, skipped, ask: kind === 'text' && exchanges === 0 ? ASK_FOR_ALL : null },
    unread: unread.map(({ what, where }) => ({ what, where })),
    cases: read.failures.flatMap(({ where, failure }) => {
      const diagnosis = diagnose(failure, surroundings);
      if (exchanges === 0 && diagnosis.outcome !== 'verdict') return [];
      return {
        ...{ where, diagnosis },
        failure: plainFailure(failure),
        marks: marksIn(failure),
        corrected: correctedCurl(failure, diagnosis, services),
        caseId: null,
      };
    }),
  };
}

/** As data that may cross to the window: lists that can be changed. */
function plainFailure(failure: Failure): PastedReport['cases'][number]['failure'] {
  const { requestBody, tokenClaims } = failure;
  return {
    ...failure,
    page: failure.page ?? null,
    requestBody: requestBody && { ...requestBody, fields: requestBody.fields && { ...requestBody.fields } },
    tokenClaims: tokenClaims && {
      ...tokenClaims,
      scopes: [...tokenClaims.scopes],
      audience: [...tokenClaims.audience],
    },
  };
}

const MARK = /\[(?:redacted|guest (?:name|message|data)|mail address|phone number)\]/g;

function marksIn({ url, requestHeaders, requestBody, responseHeaders, responseBody, networkError }: Failure): number {
  const texts = [url, requestBody?.text, responseBody, networkError?.message];
  const values = [...requestHeaders, ...responseHeaders].map(([, value]) => value);
  return [...texts, ...values].reduce((sum, text) => sum + (text?.match(MARK)?.length ?? 0), 0);
}
