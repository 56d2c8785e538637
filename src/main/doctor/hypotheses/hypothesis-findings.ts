/**
 * Weighs the statements of people: less than the evidence of a request or an answer, and only if the exchange, as far as it is known, allows the
 * cause.
 */
import type { CauseId } from '../../../shared/model/diagnosis.ts';
import type { Api } from '../../../shared/model/primitives.ts';
import type { Endpoint } from '../facts/address.ts';
import type { Facts } from '../facts/facts.ts';
import { type Finding, say } from '../rule.ts';

/**
 * The exchanges that a cause can explain. `statuses`: of the answer. `lost`: no answer came. `request`, `api`, `endpoints`: the requests
 * concerned, if not all.
 */
interface Fit {
  readonly statuses: readonly number[];
  readonly lost?: boolean;
  readonly request?: 'token' | 'api';
  readonly api?: Api;
  readonly endpoints?: readonly Endpoint[];
}

const STEPS: readonly Endpoint[] = ['quoteInstant', 'quoteRequest'];
const QUOTES: readonly Endpoint[] = [...STEPS, 'quoteCreate', 'quoteGet', 'quoteCoupons'];

const FITS: Partial<Record<CauseId, Fit>> = {
  tokenExpired: { statuses: [401, 403], request: 'api' },
  tokenUnknown: { statuses: [401, 403], request: 'api' },
  wrongEnvironment: { statuses: [301, 302, 400, 401, 403, 404], lost: true },
  deprecatedEndpoint: { statuses: [400, 403, 404, 405, 410], request: 'api' },
  sixthApplication: { statuses: [400, 401, 403, 409, 422, 429] },
  bookingOption: { statuses: [400, 403, 405, 409, 422], endpoints: STEPS },
  activationSteps: { statuses: [400, 401, 403], endpoints: [...QUOTES, 'reservationsV1'] },
  listingNotBookable: { statuses: [400, 403, 404], endpoints: ['listing', 'calendar', 'quoteCreate'] },
  noPermission: { statuses: [401, 403], request: 'api' },
  quotaUsedUp: { statuses: [400, 401, 403, 429], request: 'token' },
  intermediary: { statuses: [200, 301, 302, 303, 307, 401, 403, 404, 407, 502, 503, 511], lost: true },
  upstreamFault: { statuses: [500, 502, 503, 504] },
  couponDropped: { statuses: [200, 201, 400, 422], endpoints: QUOTES },
  quoteUsed: { statuses: [400, 403, 404, 409, 410, 422], endpoints: QUOTES },
  wrongParameters: { statuses: [400, 405, 409, 413, 422] },
  nothingWrong: { statuses: [200, 201, 202, 204] },
};

/** The strength of clear words, in bits: between a moderate and a strong finding. Vague words weigh little. */
const CLEAR_BITS = 3.5;
const MAX_BITS = 4.5;

/** The findings from the message about a cause; none when the exchange contradicts it. */
export function hypothesisFindings(cause: CauseId, facts: Facts): Finding[] {
  const hypotheses = facts.surroundings.hypotheses.filter((one) => one.cause === cause);
  const fit = FITS[cause];
  if (hypotheses.length === 0 || !fit) return [];
  // A success without its body is another request of the same text.
  const isElsewhere = facts.isSuccess && facts.failure.responseBody === null && hypotheses.some((one) => !one.isVague);
  if (!isElsewhere && !isFitting(fit, facts)) return [];
  let left = MAX_BITS;
  return hypotheses.map(({ says, isVague }) => {
    const text = `From the words of the message: ${says}.`;
    const bits = Math.min(left, isVague ? say.weak(text).bits : CLEAR_BITS);
    left -= bits;
    return { ...say.known(text), bits, isHypothesis: true };
  });
}

function isFitting({ statuses, lost, request, api, endpoints }: Fit, facts: Facts): boolean {
  const { status, endpoint, isToken, failure } = facts;
  if (status !== null && !statuses.includes(status)) return false;
  if (status === null && failure.networkError !== null && lost !== true) return false;
  if (api !== undefined && facts.api !== null && facts.api !== api) return false;
  if (endpoint === 'unknown') return true;
  if (endpoints && !endpoints.includes(endpoint)) return false;
  return request === undefined || isToken === (request === 'token');
}
