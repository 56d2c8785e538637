/** Writes the claims of a pasted token for people: each with its value and, where something is wrong with it, one sentence. */

import type { Api } from '../../shared/model/primitives.ts';
import { SCOPES, TOKEN_LIFETIME_MS } from '../../shared/model/token.ts';
import type { ClaimRow, TokenPanel } from '../../shared/model/token-panel.ts';
import { API_NAMES } from '../../shared/text/api-names.ts';
import { formatDuration } from '../../shared/time/format-duration.ts';
import { utcText } from '../../shared/time/utc-text.ts';
import { CLOCK_TOLERANCE_MS, type Facts, judgedAt, readFacts } from './facts/facts.ts';
import type { Failure, Surroundings, TokenClaims } from './failure.ts';

const NOT_SAID = 'not said';
/** The names of the instant at which the claims of a token are judged, for the screen. */
const MOMENTS: Record<TokenPanel['by'], string> = {
  answer: 'the answer',
  request: 'the request',
  reading: 'it was read',
};

/** Describes the claims of a failure's token for the screen; null without a token or without a time at which to judge it. */
export function tokenPanel(failure: Failure, surroundings: Surroundings): TokenPanel | null {
  const facts = readFacts(failure, surroundings);
  const { tokenClaims: claims } = failure;
  const at = judgedAt(facts);
  if (claims === null || at === null) return null;
  const by = facts.serverNow === null ? 'reading' : facts.serverNow === failure.sentAt ? 'request' : 'answer';
  return { at, by, claims: rowsOf(claims, facts, at, MOMENTS[by]) };
}

function rowsOf(claims: TokenClaims, { api, isToken }: Facts, at: number, moment: string): ClaimRow[] {
  const { issuerHost, audience, scopes, clientId, issuedAt, notBefore, expiresAt } = claims;
  // A token request carries no token to the API.
  const wanted = isToken ? null : api;
  const own = apiOf(claims);
  const when = (instant: number | null) =>
    instant === null ? NOT_SAID : `${utcText(instant)}, ${relative(instant, at, moment)}`;
  return [
    {
      name: 'For',
      value: own === null ? NOT_SAID : API_NAMES[own],
      problem:
        own !== null && wanted !== null && own !== wanted ? `The request went to the ${API_NAMES[wanted]}.` : null,
    },
    { name: 'Issuer', value: issuerHost ?? NOT_SAID, problem: null },
    { name: 'Audience', value: audience.join(', ') || NOT_SAID, problem: problemOfAudience(audience, wanted) },
    {
      name: 'Scopes',
      value: scopes.join(', ') || NOT_SAID,
      problem:
        wanted !== null && scopes.length > 0 && !scopes.includes(SCOPES[wanted])
          ? `The ${API_NAMES[wanted]} needs the scope “${SCOPES[wanted]}”.`
          : null,
    },
    { name: 'Client ID', value: clientId ?? NOT_SAID, problem: null },
    {
      name: 'Issued',
      value: when(issuedAt),
      problem:
        issuedAt !== null && issuedAt > at + CLOCK_TOLERANCE_MS
          ? 'This lies in the future: the two clocks differ.'
          : null,
    },
    ...(notBefore === null || notBefore === issuedAt
      ? []
      : [
          {
            name: 'Not before',
            value: when(notBefore),
            problem: notBefore > at + CLOCK_TOLERANCE_MS ? 'The token is not valid yet.' : null,
          },
        ]),
    { name: 'Expires', value: when(expiresAt), problem: problemOfExpiry(claims, at) },
  ];
}

const relative = (instant: number, at: number, moment: string): string =>
  Math.abs(instant - at) < 1_000
    ? `when ${moment === MOMENTS.reading ? moment : `${moment} was sent`}`
    : `${formatDuration(Math.abs(instant - at))} ${instant < at ? 'before' : 'after'} ${moment}`;

/** The API that a token is for, by its scope, else by its audience; null when neither says it, or the scopes name both APIs. */
function apiOf({ scopes, audience }: TokenClaims): Api | null {
  const byScope = APIS.filter((api) => scopes.includes(SCOPES[api]));
  const [only] = byScope.length > 0 ? byScope : APIS.filter((api) => audience.some((word) => NAMES[api].test(word)));
  return byScope.length > 1 ? null : (only ?? null);
}

const APIS: readonly Api[] = ['openApi', 'booking'];
const NAMES: Record<Api, RegExp> = { openApi: /open-?api/i, booking: /book/i };

function problemOfAudience(audience: readonly string[], wanted: Api | null): string | null {
  if (wanted === null || audience.some((word) => NAMES[wanted].test(word))) return null;
  const other = APIS.find((api) => api !== wanted && audience.some((word) => NAMES[api].test(word)));
  return other === undefined
    ? null
    : `This is the ${API_NAMES[other]}, and the request went to the ${API_NAMES[wanted]}.`;
}

function problemOfExpiry({ expiresAt, issuedAt }: TokenClaims, at: number): string | null {
  const end = expiresAt ?? (issuedAt === null ? null : issuedAt + TOKEN_LIFETIME_MS);
  if (end === null) return null;
  if (expiresAt !== null && issuedAt !== null && expiresAt <= issuedAt) return 'This is not after the issue.';
  if (end <= at) return expiresAt === null ? 'A token lives 24 hours, and they are over.' : 'The token had expired.';
  return end - at < CLOCK_TOLERANCE_MS ? 'So little is left that it depends on the clocks.' : null;
}
