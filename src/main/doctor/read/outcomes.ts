/** Decides which failures of a text a later answer shows to be temporary, and who owns each host. */

import { bareAddress, isApiAddress } from './api-address.ts';
import { limitsText } from './limits-text.ts';
import { isRetried, MAX_FAILED_ATTEMPTS } from './line-facts.ts';
import { headerOf, type RawFailure } from './raw-failure.ts';

/** A summary of one exchange. `status`: null without an answer. */
export interface Outcome {
  readonly method: string | null;
  readonly url: string | null;
  /** The address without query and trailing slash, for comparisons with the other requests of the text. */
  readonly address: string | null;
  readonly status: number | null;
  readonly sentAt: number | null;
  /** The limits that the answer reports, as text; empty without such headers. */
  readonly limits: string;
  /** True when the Authorization header was not “Bearer …”. A later success then shows that the header was the cause. */
  readonly isOddlyAuthorized: boolean;
  /** How many mails ago it was written. */
  readonly depth: number;
}

export const outcomeOf = ({ request, response, sentAt, depth = 0 }: RawFailure, status: number | null): Outcome => {
  const credential = request === null ? null : headerOf(request.headers, 'authorization');
  const url = request?.url ?? null;
  return {
    ...{
      method: request?.method ?? null,
      url,
      address: url === null ? null : bareAddress(url),
      status: response === null ? null : status,
      sentAt,
      limits: limitsText(response?.headers ?? [], sentAt),
    },
    depth,
    isOddlyAuthorized:
      credential === null ? request?.headersKnown === true : !/^Bearer \S+$/.test(credential) && credential.length > 12,
  };
};

const isSuccess = ({ status }: Outcome): boolean => status !== null && status >= 200 && status < 300;
const isToken = ({ url }: Outcome): boolean => /\/token\b/.test(url ?? '');

/** True for the same method and path, as far as both are shown. */
function isSameRequest(one: Outcome, other: Outcome): boolean {
  if (one.method !== null && other.method !== null && one.method !== other.method) return false;
  const [left, right] = [one.address, other.address];
  if (left === null || right === null || isOtherQuery(one.url, other.url)) return false;
  return (
    left === right || (left.startsWith('/') && right.endsWith(left)) || (right.startsWith('/') && left.endsWith(right))
  );
}

/** True for two addresses with different parameters: a search for other dates is another request. */
function isOtherQuery(one: string | null, other: string | null): boolean {
  const [left, right] = [one, other].map((url) => url?.split('?')[1]);
  return left !== undefined && right !== undefined && left !== right;
}

/** Returns the status of the later success that shows the failure at `index` to be temporary; null without one. */
export function recoveryOf(outcomes: readonly Outcome[], index: number): number | null {
  const failed = outcomes[index];
  if (!failed) return null;
  const newer = outcomes.filter(({ depth }) => depth < failed.depth);
  const since = newer.find((one) => isSuccess(one) && isSameRequest(one, { ...failed, url: failed.address }));
  if (since !== undefined && newer.every(isSuccess)) return since.status;
  if (failed.isOddlyAuthorized) return null;
  // The text may list the newest first.
  const later = outcomes.filter((one, at) =>
    one.sentAt !== null && failed.sentAt !== null && one.sentAt !== failed.sentAt
      ? one.sentAt > failed.sentAt
      : at > index,
  );
  const renewed = later.findIndex((one) => isToken(one) && isSuccess(one));
  const isCandidate = failed.status === null || isRetried(failed.status) || (failed.status === 403 && renewed !== -1);
  if (!isCandidate) return null;
  const same = later.filter((one) => isSameRequest(one, failed));
  const last = same.at(-1);
  if (!last || !isSuccess(last)) return null;
  const attempts = outcomes.filter((one) => !isSuccess(one) && isSameRequest(one, failed)).length;
  return attempts > MAX_FAILED_ATTEMPTS ? null : last.status;
}

const RESERVES = /\/quotes\/[^/?#]+\/(?:instant|inquiry)/;

/** Whether the reservation step at `index` failed after it had succeeded for the same quote, which is single-use. */
export function wasDoneBefore(outcomes: readonly Outcome[], index: number): boolean {
  const failed = outcomes[index];
  if (!failed || !RESERVES.test(failed.url ?? '') || failed.status === null) return false;
  return outcomes.slice(0, index).some((one) => isSuccess(one) && isSameRequest(one, failed));
}

const hostOf = (url: string | null): string | null =>
  /^https?:\/\/([^/?#:]+)/i.exec(url ?? '')?.[1]?.toLowerCase() ?? null;

const SERVICE_PATH = /\/(?:listings|search|reservations|quotes|oauth2\/token)(?:[/?#]|$)/;

/**
 * The owner of an address. `alike`: another host with a path like the service's. `other`: another API. `page`: a file that a page loads. `unknown`:
 * no host, or the sender's own machine.
 */
export type Owner = 'service' | 'unknown' | 'alike' | 'other' | 'page';

export function ownerOf(url: string | null, serviceHosts: ReadonlySet<string>): Owner {
  const host = hostOf(url);
  // A proxy or a gateway on the sender’s machine may stand for any host.
  if (host === null || /^(?:localhost$|127\.)/.test(host)) return 'unknown';
  if (serviceHosts.has(host)) return 'service';
  if (SERVICE_PATH.test(url ?? '')) return 'alike';
  return isApiAddress(url ?? '') ? 'other' : 'page';
}
