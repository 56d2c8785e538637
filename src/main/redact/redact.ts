/** Redacts secrets, and guests' data if the rules ask for it: headers by an allow-list, texts and addresses by content. */
import type { HeaderLines } from '../../shared/model/traffic.ts';
import { GUEST_DATA, type RedactionRules, SECRETS_ONLY, type Subject } from './field-kinds.ts';
import { nameList } from './name-list.ts';
import { redactContent } from './redact-content.ts';
import { redactForm } from './redact-form.ts';
import { isSecretName, REDACTED } from './redact-keys.ts';
import { withoutSecretForms } from './redact-patterns.ts';
import { isShownHeader } from './shown-headers.ts';

const SCHEME = /^(?:Bearer|Basic|Digest|Token) /i;
/** Recognises headers whose values only their issuer understands. */
const isOpaqueHeader = nameList(`
  *{id,ray,etag,match,traceparent,tracestate,trace-context,sentry-trace,policy,digest,md5,cursor,token,-ref,id-2,varnish,idempotency-key}
  b3`);

/** Redacts secrets in any text, and guests' data if the rules ask for it. */
export const redactText = (text: string, rules: RedactionRules = SECRETS_ONLY): string =>
  redactPart(text, rules, false);

/** Redacts an identifier, which may look random: only a part with the form of a secret is redacted. */
export const redactIdentifier = (text: string, rules: RedactionRules = SECRETS_ONLY): string =>
  redactPart(text, rules, true);

/** Redacts header lines: a value stays only if its header is known to be harmless, or if it is a time. Authorization keeps its scheme, a cookie its name. */
export function redactHeaders(
  lines: Iterable<readonly [string, string]>,
  rules: RedactionRules = SECRETS_ONLY,
): HeaderLines {
  return [...lines].map(([name, value]): [string, string] => {
    const lower = name.toLowerCase();
    if (isShownHeader(lower)) return [name, redactPart(value, rules, isOpaqueHeader(lower))];
    if (/^(?:set-)?cookie$/.test(lower)) return [name, redactCookies(value, rules)];
    if (TIME.test(value) && !isSecretName(lower)) return [name, value];
    const scheme = /^(?:proxy-)?authorization$/.test(lower) ? SCHEME.exec(value)?.[0] : undefined;
    return [name, `${scheme ?? ''}${REDACTED}`];
  });
}

/** Matches a time as headers have it (RFC 9110, section 5.6.7) or as in ISO 8601. */
const TIME = /^(?:[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT|\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)$/;
const COOKIE_ATTRIBUTE =
  /^(?:(?:expires|max-age|path|samesite|priority)=[\w ,:/-]{0,60}|secure|httponly|partitioned)$/i;
/** Matches the name of a cookie: a word, without the many digits of an identifier. */
const COOKIE_NAME = /^(?!(?:[^=]*\d){5})[\w.-]{1,40}(?==)/;

/** Redacts the values of cookies; their names and attributes stay. */
const redactCookies = (value: string, rules: RedactionRules): string =>
  value
    .split(/; */)
    .map((part, at) => {
      if (at > 0 && COOKIE_ATTRIBUTE.test(part)) return part;
      const name = COOKIE_NAME.exec(part)?.[0];
      return name === undefined || redactPart(name, rules, false) !== name ? REDACTED : `${name}=${REDACTED}`;
    })
    .join('; ');

/** Redacts an address: its query and fragment as forms, its user information and path by patterns. */
export function redactUrl(url: string, rules: RedactionRules = SECRETS_ONLY): string {
  const [, base = '', query = '', fragment = ''] =
    /^([^?#]*)(\?[^#]*)?(#[\s\S]*)?$/.exec(withoutSecretForms(url)) ?? [];
  const hidesSearch = !rules.keepGuests && subjectOf(url) === 'person';
  const clean = redactParameters(query, rules);
  return (
    redactPart(base, rules, false).replace(/^\[redacted\]$/, `${ORIGIN.exec(base)?.[0] ?? ''}${REDACTED}`) +
    (hidesSearch ? clean.replace(SEARCHED, `$1${GUEST_DATA}`) : clean) +
    redactParameters(fragment, rules)
  );
}

/** Matches the beginning of an address up to its path, without user information. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[\w.:-]+\//i;

const redactParameters = (part: string, rules: RedactionRules): string =>
  part.slice(0, 1) + redactForm(part.slice(1), { rules, subject: 'none', depth: 0, isOpaque: false });

/** Matches what a person searches for among guests. */
const SEARCHED = /([?&](?:q|query|search|keyword|term)=)(?!\[)[^&#]+/gi;

/** Redacts a part of an address or a header. */
const redactPart = (text: string, rules: RedactionRules, isOpaque: boolean): string =>
  redactContent(text, { rules, subject: 'none', depth: 0, isOpaque });

/** Returns the subject of the payloads at an address. In a guest's or a reservation's record, `name` is a guest's name. */
export function subjectOf(url: string): Subject {
  const words = pathOf(url).split(/[^a-z]+/);
  return COLLECTIONS.find(([, isOf]) => words.some(isOf))?.[0] ?? 'none';
}

/** The words of a path that show the subject of its payloads, also within a longer name (`owner-reservations`, `guests-crud`). */
const COLLECTIONS: readonly (readonly [Subject, (word: string) => boolean])[] = [
  ['person', nameList('guests contacts customers travelers travellers bookers')],
  ['conversation', nameList('conversation{,s} communication inbox threads messages posts chats')],
  [
    'stay',
    nameList(`
      {reservation,quote,review,calendar,hold}{,s} bookings stays block{,s,ed} requests tasks {inquir,enquir}{y,ies}`),
  ],
];

/** The path of an address, in lower case, without its host. */
const pathOf = (url: string): string =>
  (url.split(/[?#]/, 1)[0] ?? '').replace(/^[a-z][a-z+.-]{0,20}:\/\/[^/]*/i, '').toLowerCase();
