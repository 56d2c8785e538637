/** Redacts secrets, and guests' data where the rules ask for it: headers by allow-list, addresses and bodies by content. */
import type { HeaderLines, RecordedBody } from '../../../shared/model/traffic.ts';
import { type RedactionRules, SECRETS_ONLY, type Subject } from './field-kinds.ts';
import { redactContent } from './redact-content.ts';
import { isShownHeader, REDACTED } from './redact-keys.ts';

/** The default maximum length of a recorded body, in characters. */
export const BODY_CAP = 64 * 1024;
/** A longer body is cut before it is redacted, because redacting its end is not worth the time. */
const PARSE_CAP = 2 * 1024 * 1024;
/** A run of characters of a bearer credential (RFC 6750, section 2.1), long enough to be one. */
const COULD_BE_TOKEN = /[\w.~+/-]{16,}=*/g;
const SCHEME = /^(?:Bearer|Basic) /i;

/** Redacts any text. */
export function redactText(text: string, rules: RedactionRules = SECRETS_ONLY): string {
  return redactContent(text, rules);
}

/** Redacts header lines: a value is shown only when its header is known to be harmless. Authorization keeps its scheme. */
export function redactHeaders(
  lines: Iterable<readonly [string, string]>,
  rules: RedactionRules = SECRETS_ONLY,
): HeaderLines {
  return [...lines].map(([name, value]): [string, string] => {
    const lower = name.toLowerCase();
    if (isShownHeader(lower))
      return [name, lower === 'location' ? redactUrl(value, rules) : redactContent(value, rules)];
    const scheme = lower === 'authorization' ? SCHEME.exec(value)?.[0] : undefined;
    return [name, `${scheme ?? ''}${REDACTED}`];
  });
}

/** Redacts an address: user information, query parameters and fragment by name, and all parts by pattern. */
export function redactUrl(url: string, rules: RedactionRules = SECRETS_ONLY): string {
  return redactContent(url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, `$1${REDACTED}@`), rules);
}

export interface BodyOptions {
  readonly rules?: RedactionRules;
  /** In characters. */
  readonly cap?: number;
  /** The subject of the body, see {@link subjectOf}. */
  readonly subject?: Subject;
}

/** Redacts a body and cuts it; `bytes` is its size as sent. */
export function redactBody(text: string, bytes: number, options: BodyOptions = {}): RecordedBody {
  const { rules = SECRETS_ONLY, cap = BODY_CAP, subject = 'none' } = options;
  const isLong = text.length > PARSE_CAP;
  const redacted = redactContent(isLong ? text.slice(0, cap + BODY_CAP) : text, rules, subject);
  return { text: cutAt(redacted, cap), bytes, cut: isLong || redacted.length > cap };
}

/**
 * Redacts the answer of a token endpoint. A body that is not a JSON object may contain a token without a name, so everything that
 * could be a token is redacted. A web page remains recognisable.
 */
export function redactTokenBody(text: string, bytes: number, options: BodyOptions = {}): RecordedBody {
  const isObject = /^\s*\{/.test(text);
  return redactBody(isObject ? text : text.replace(COULD_BE_TOKEN, REDACTED), bytes, options);
}

/** The beginning of a text; a surrogate pair is not split. */
function cutAt(text: string, cap: number): string {
  if (text.length <= cap) return text;
  const start = text.slice(0, cap);
  return /[\uD800-\uDBFF]$/.test(start) ? start.slice(0, -1) : start;
}

/** The subject of payloads under this address: in a guest's record or a reservation, `name` is a guest's name. */
export function subjectOf(url: string): Subject {
  const path = url.split(/[?#]/, 1)[0]?.toLowerCase() ?? '';
  if (/\/(?:guests|guests-crud|contacts|customers)(?:\/|$)/.test(path)) return 'person';
  return /\/(?:reservations|quotes|inquiry|bookings|conversations|reviews)(?:\/|$)/.test(path) ? 'stay' : 'none';
}
