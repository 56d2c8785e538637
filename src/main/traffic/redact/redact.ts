/** Takes secrets out of what is recorded: headers by allow-list, bodies and addresses by the names that carry secrets, any text by patterns. */
import type { HeaderLines, RecordedBody } from '../../../shared/model/traffic.ts';
import { redactBrokenJson } from './redact-broken-json.ts';
import { isSecretName, isShownHeader, REDACTED } from './redact-keys.ts';
import { redactText } from './redact-text.ts';

/** Bodies are recorded up to this many characters. */
export const BODY_CAP = 64 * 1024;
/** A longer body is cut before it is redacted: reading it whole a second time costs more than its end is worth. */
const PARSE_CAP = 2 * 1024 * 1024;

/** Anything that may need a closer look than the patterns: a name of a secret, or an escape that could hide one. */
const SUSPICIOUS =
  /auth|bearer|cookie|secret|passw|pwd|passphrase|passcode|credential|assertion|verifier|jwt|session|sig|card|ccnumber|pan|cvc|cvv|securitycode|iban|token|key|\\u/i;
/** A run of what a bearer credential is made of (RFC 6750, section 2.1), long enough to be one. */
const COULD_BE_TOKEN = /[\w.~+/-]{16,}=*/g;

/** Redacts header lines: a value is shown only when its header is known to be harmless. Authorization keeps its scheme. */
export function redactHeaders(headers: Headers): HeaderLines {
  return [...headers].map(([name, value]): [string, string] => {
    if (isShownHeader(name)) return [name, name === 'location' ? redactUrl(value) : redactText(value)];
    const scheme = name === 'authorization' ? /^(Bearer|Basic) /.exec(value)?.[0] : undefined;
    return [name, `${scheme ?? ''}${REDACTED}`];
  });
}

/** Redacts an address: user information, query parameters and fragment by name, everything by patterns. */
export function redactUrl(url: string): string {
  return redactText(url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#@]*@/i, `$1${REDACTED}@`));
}

/** Redacts a body and cuts it; `bytes` is its size as sent. */
export function redactBody(text: string, bytes: number): RecordedBody {
  const start = text.length > PARSE_CAP ? text.slice(0, BODY_CAP) : text;
  const redacted = redactContent(start);
  const cut = text.length > PARSE_CAP || redacted.length > BODY_CAP;
  return { text: redacted.slice(0, BODY_CAP), bytes, cut };
}

/**
 * Redacts the answer of a token endpoint. One that is no JSON object may hold a token without a name beside it, so everything in it
 * that could be one goes; a web page is still seen to be one.
 */
export function redactTokenBody(text: string, bytes: number): RecordedBody {
  const isObject = /^\s*\{/.test(text);
  return redactBody(isObject ? text : text.replace(COULD_BE_TOKEN, REDACTED), bytes);
}

/** Redacts text that may be JSON, a form or anything else. */
function redactContent(text: string): string {
  if (!SUSPICIOUS.test(text)) return redactText(text);
  if (!/^\s*[[{"]/.test(text)) return redactText(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return redactText(redactBrokenJson(text));
  }
  const clean = redactJson(value);
  return clean === value ? text : JSON.stringify(clean);
}

/** The value without secrets; the very same object when there were none. */
function redactJson(value: unknown): unknown {
  if (typeof value === 'string') return redactContent(value);
  if (Array.isArray(value)) {
    const items = value.map(redactJson);
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  let changed = false;
  const entries = Object.entries(value).map(([name, field]): [string, unknown] => {
    const clean = isSecretName(name) && carries(field) ? REDACTED : redactJson(field);
    const shownName = redactText(name);
    changed ||= clean !== field || shownName !== name;
    return [shownName, clean];
  });
  return changed ? Object.fromEntries(entries) : value;
}

/** Whether a value can be a secret at all. */
function carries(value: unknown): boolean {
  return value !== null && typeof value !== 'boolean' && value !== '';
}
