/** Messages of services about a token that they do not accept. */
import type { StatementPattern } from '../rule.ts';

/** Messages that the token has expired. */
export const EXPIRED: readonly StatementPattern[] = [
  {
    pattern: /\b(?:token|jwt|session|credentials)\b[^.·]{0,40}\bexpired\b|\bexpired\b[^.·]{0,20}\b(?:token|jwt)\b/i,
    provenance: 'service.md §8.1, spec',
  },
  { pattern: /token_?expired|expired_?token|jwt expired/i, provenance: 'observed' },
];

/** Messages that the service does not know the token: revoked, forgotten, or of another environment. */
export const UNKNOWN_TOKEN: readonly StatementPattern[] = [
  {
    pattern:
      /\b(?:token|jwt|session)\b[^.·]{0,40}\b(?:not known|unknown|revoked|not found|no longer valid|not recogni[sz]ed|does(?: not|n't) exist|invalidated|deactivated)/i,
    provenance: 'observed',
  },
  {
    pattern: /\b(?:unknown|revoked|invalidated|unrecogni[sz]ed)\b[^.·]{0,20}\b(?:token|jwt)\b|token_?revoked/i,
    provenance: 'observed',
  },
];

/** Messages that the token is not valid, without a reason (RFC 6750 §3.1: expired, revoked, malformed or other). */
export const INVALID_TOKEN: readonly StatementPattern[] = [
  {
    pattern:
      /invalid[_ -](?:access[_ -])?(?:token|jwt)|(?:token|jwt)\b[^.·]{0,20}\b(?:is )?(?:invalid|not valid)|(?:invalid|bad) signature|signature verification failed/i,
    provenance: 'RFC 6750, section 3.1',
  },
];

/** Messages that the token is for something else. */
export const OTHER_SCOPE: readonly StatementPattern[] = [
  {
    pattern:
      /insufficient[_ ]scope|(?:another|wrong|different|missing|required|invalid|lacks?(?: the)?) scope|scopes? (?:is |are )?(?:not|missing|insufficient)|(?:wrong|invalid|unexpected) audience|audience (?:is )?(?:invalid|mismatch|not)|not (?:valid|issued|intended) for this (?:api|audience|resource)/i,
    provenance: 'RFC 6750, section 3.1; observed',
  },
];

/** Messages that the token or the client belongs to another environment. */
export const OTHER_ENVIRONMENT: readonly StatementPattern[] = [
  { pattern: /not (?:issued|valid|known) (?:for|in) this environment/i, provenance: 'service.md §3.9, observed' },
  {
    pattern:
      /(?:wrong|different|another|other|invalid|unknown) (?:environment|issuer|tenant|realm|region)|issuer (?:is )?(?:invalid|unknown|mismatch|not)|\biss\b[^.·]{0,20}(?:claim|invalid|mismatch)/i,
    provenance: 'service.md §3.9, observed',
  },
];
