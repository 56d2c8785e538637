/** Redacts secrets, and guests' data where the rules ask for it: headers by allow-list, texts and addresses by content. */
import type { HeaderLines } from '../../shared/model/traffic.ts';
import { type RedactionRules, SECRETS_ONLY, type Subject } from './field-kinds.ts';
import { redactContent } from './redact-content.ts';
import { isShownHeader, REDACTED } from './redact-keys.ts';
import { BudgetExceeded, WorkBudget } from './work-budget.ts';

const SCHEME = /^(?:Bearer|Basic|Digest|Token) /i;
/** Headers whose values only their issuer understands. */
const OPAQUE_HEADER = /(?:id|ray|etag|none-match|traceparent|trace-context|policy)$/;

/** Redacts any text. */
export function redactText(text: string, rules: RedactionRules = SECRETS_ONLY): string {
  return redactPart(text, rules, false);
}

/** Redacts header lines: a value is shown only when its header is known to be harmless. Authorization keeps its scheme. */
export function redactHeaders(
  lines: Iterable<readonly [string, string]>,
  rules: RedactionRules = SECRETS_ONLY,
): HeaderLines {
  return [...lines].map(([name, value]): [string, string] => {
    const lower = name.toLowerCase();
    if (isShownHeader(lower)) return [name, redactPart(value, rules, OPAQUE_HEADER.test(lower))];
    const scheme = lower === 'authorization' ? SCHEME.exec(value)?.[0] : undefined;
    return [name, `${scheme ?? ''}${REDACTED}`];
  });
}

/** Redacts an address: user information, query parameters and fragment by name, and all parts by pattern. */
export function redactUrl(url: string, rules: RedactionRules = SECRETS_ONLY): string {
  return redactPart(url, rules, false);
}

/** A text over its work budget is redacted whole. */
function redactPart(text: string, rules: RedactionRules, isOpaque: boolean): string {
  try {
    return redactContent(text, { rules, budget: WorkBudget.for(text), subject: 'none', depth: 0, isOpaque });
  } catch (error) {
    if (error instanceof BudgetExceeded) return REDACTED;
    throw error;
  }
}

/** The subject of payloads under this address: in a guest's record or a reservation, `name` is a guest's name. */
export function subjectOf(url: string): Subject {
  const path = url.split(/[?#]/, 1)[0]?.toLowerCase() ?? '';
  if (/\/(?:guests|guests-crud|contacts|customers)(?:\/|$)/.test(path)) return 'person';
  if (/\/(?:conversations?|communication|inbox|threads|messages|posts)(?:\/|$)/.test(path)) return 'conversation';
  return /\/(?:reservations|quotes|inquiry|bookings|reviews)(?:\/|$)/.test(path) ? 'stay' : 'none';
}
