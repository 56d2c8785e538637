/**
 * Decides, before any cause is weighed, whether the text shows a failure of the service at all. Nothing failed if a later request succeeded, if a
 * summary counts no failure, or if the text only shows data.
 */
import type { Failure, KnownService, Surroundings } from '../failure.ts';
import { type Address, LOOPBACK, urlsOf } from './address.ts';

/** Whether the service failed at all. `well`: nothing failed. `foreign`: another server failed. `because`: a sentence for the verdict's evidence. */
export type Standing =
  | { readonly kind: 'failed' }
  | { readonly kind: 'well'; readonly because: string }
  | { readonly kind: 'foreign'; readonly because: string };

/** Matches the beginning of a path of the service. The end proves nothing: a customer's own application may have paths that end alike. */
export const SERVICE_PATH_START =
  /^\/?(?:(?:api|v\d|oauth2?)\/)*(?:availability|listings|search|reservations|quotes|token|calendar)\b/;
const FAILED: Standing = { kind: 'failed' };

/** Decides whether a failure is the service's. `hasCode`: the answer has an error code in the service's form, so the service sent it. */
export function standingOf(
  failure: Failure,
  { recovered, text, services }: Surroundings,
  { host, path, service, endpoint }: Address,
  hasCode: boolean,
): Standing {
  if (failure.origin === 'journal') return FAILED;
  if (recovered !== null)
    return {
      kind: 'well',
      because: `The same request was answered with ${recovered} afterwards: it recovered by itself.`,
    };
  if (text?.countsNoFailure) return { kind: 'well', because: 'A summary of the whole run counts no failure.' };
  const isUnanswered = failure.status === null && failure.networkError === null && failure.responseBody === null;
  if (isUnanswered && text?.showsData && !text.dropsCoupon)
    return { kind: 'well', because: 'The text shows data of the service, and no sign of a failure.' };
  const isKnownPath = endpoint !== 'other' && endpoint !== 'unknown';
  // An address with the name of the service may be another environment or a gateway: the rules compare hosts.
  const isShown =
    host === null || LOOPBACK.test(host)
      ? isKnownPath &&
        (host !== null || SERVICE_PATH_START.test(path) || services.some((one) => isNamedLike(path, one)))
      : service !== null || services.some((one) => isNamedLike(`${host}${path}`, one));
  return failure.url === null || services.length === 0 || isShown || hasCode
    ? FAILED
    : {
        kind: 'foreign',
        because: `It is not shown that the service answered: ${host ?? 'the path'} is not one of it.`,
      };
}

/** Whether an address contains the name of a known service: both `open-api.guesty.dev` and `booking.guesty.com` contain `guesty`. */
const isNamedLike = (address: string, service: KnownService): boolean =>
  urlsOf(service).some(({ hostname }) => address.includes(hostname.split('.').at(-2) ?? hostname));
