/** Diagnoses pasted failures, for the window and for the command line. */
import { MAX_MOMENTS, type PastedReport } from '../../../shared/model/pasted.ts';
import { countText } from '../../../shared/time/text-formats.ts';
import { checkRequest } from '../check-request/check-request.ts';
import { correctedCurl } from '../corrected-curl.ts';
import { diagnose } from '../diagnose.ts';
import { urlsOf } from '../facts/address.ts';
import { type Failure, type KnownService, NO_SURROUNDINGS, NOTHING_SHOWN } from '../failure.ts';
import { ASK_FOR_ALL } from '../rules/not-enough.ts';
import { tokenPanel } from '../token-panel.ts';
import { type Owner, ownerOf } from './outcomes.ts';
import type { ReadFailure, ReadPasted } from './read-pasted.ts';

/** Stands for a failure that a text describes without showing a request. */
const ONLY_TOLD: ReadFailure = {
  where: 'the whole text',
  failure: NOTHING_SHOWN,
  recovered: null,
  doneBefore: false,
  isOlder: false,
};
const MAX_STATED = 3;
/** Matches an error code in the service's form. An answer with one comes from the service, even if another host passes it on. */
const SERVICE_CODE = /"(?:error_)?code"\s?:\s?"[A-Z]+(?:_[A-Z]+)*"/;

/** Makes the report of pasted input. `services`: the known services. `readAt`: the present time in epoch ms; null for an input of another day. */
export function reportOf(
  read: ReadPasted,
  services: readonly KnownService[],
  readAt: number | null = null,
): PastedReport {
  const { kind, skipped, unread } = read;
  const { failures, exchanges, succeeded, moments } = ofService(read, services, readAt);
  return {
    ...{ kind, exchanges, succeeded, skipped, ask: kind !== 'refused' && exchanges === 0 ? ASK_FOR_ALL : null },
    moments: moments.slice(0, MAX_MOMENTS).map(({ moment }) => moment),
    unread: unread.map(({ what, where }) => ({ what, where })),
    tokens: read.tokens.flatMap(({ line, claims }) => {
      const panel = tokenPanel({ ...NOTHING_SHOWN, tokenClaims: claims }, { ...NO_SURROUNDINGS, readAt });
      return panel === null ? [] : { where: `line ${countText(line)}`, panel };
    }),
    cases: failures.flatMap(({ where, failure, surroundings }) => {
      const diagnosis = diagnose(failure, surroundings);
      if (exchanges === 0 && diagnosis.outcome === 'notEnough') return [];
      return {
        ...{ where, diagnosis, check: checkRequest(failure, surroundings) },
        token: tokenPanel(failure, surroundings),
        failure: plainFailure(failure),
        marks: marksIn(failure),
        corrected: correctedCurl(failure, diagnosis, services),
        caseId: null,
      };
    }),
  };
}

/**
 * Removes failures of a page's own files, such as scripts, and, if the text shows an exchange with the service, failures of other hosts. Puts lasting
 * failures before those that recovered.
 */
function withoutOthers(
  { failures, exchanges, succeeded, addresses, moments }: ReadPasted,
  services: readonly KnownService[],
): Pick<ReadPasted, 'failures' | 'exchanges' | 'succeeded' | 'moments'> {
  const hosts = new Set(services.flatMap(urlsOf).map(({ hostname }) => hostname));
  const owners = addresses.map((address) => ownerOf(address, hosts));
  const isShown = owners.includes('service');
  const isFailureShown = failures.some(({ failure: { url } }) => ownerOf(url, hosts) === 'service');
  const isForeign = (owner: Owner) =>
    owner === 'page' || (isShown && owner === 'other') || (isFailureShown && owner === 'alike');
  const kept = failures.filter(
    ({ failure: { url, responseBody } }) => !isForeign(ownerOf(url, hosts)) || SERVICE_CODE.test(responseBody ?? ''),
  );
  const foreign = owners.filter(isForeign).length;
  const foreignFailures = failures.length - kept.length;
  return {
    moments: moments.filter(({ place }) => !isForeign(owners[place] ?? 'other')),
    failures: [
      ...kept.filter(({ recovered }) => recovered === null),
      ...kept.filter(({ recovered }) => recovered !== null),
    ],
    exchanges: exchanges - foreign,
    succeeded: Math.max(0, succeeded - (foreign - foreignFailures)),
  };
}

/** Selects the failures that concern the service, and adds to each the evidence in the text around it. */
export function ofService(read: ReadPasted, services: readonly KnownService[], readAt: number | null) {
  const { failures: shown, ...counts } = withoutOthers(read, services);
  const failures = shown.length === 0 && read.marks !== null ? [ONLY_TOLD] : shown;
  // What a text tells is about its one failure; of several it is not known which is meant.
  const isOne = failures.length <= MAX_STATED;
  const around = {
    ...NO_SURROUNDINGS,
    services,
    readAt,
    // A summary is about the whole run.
    text: isOne || read.text?.countsNoFailure ? read.text : null,
    marks: read.marks,
  };
  return {
    ...counts,
    failures: failures.map(({ where, failure, ...course }) => ({
      ...{ where, failure },
      surroundings: { ...around, ...course },
    })),
  };
}

/** Copies a failure into plain data with mutable lists, for the window. */
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
