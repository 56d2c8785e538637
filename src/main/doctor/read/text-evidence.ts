/**
 * Gathers the evidence in a text beside its exchanges: the refusal of a browser, claims that a log prints, the expiry of a quote, the two clocks.
 * It draws no conclusion; rules read the evidence from `Surroundings.text`.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../shared/time/units.ts';
import { browserRefusal } from '../facts/browser-refusal.ts';
import { asWords, conceptsOf, isNamed } from '../facts/concepts.ts';
import { networkErrorIn } from '../facts/network-errors.ts';
import type { TextEvidence, TokenClaims } from '../failure.ts';
import { isApiAddress } from './api-address.ts';
import { countsNoFailure, endsWell, saysRecovered, showsData, showsOnlySuccess } from './signs-of-success.ts';

const MAX_LINES = 400;
const MAX_LINE = 4_000;

export function textEvidence(all: readonly string[]): TextEvidence {
  const lines = all.slice(0, MAX_LINES).map((line) => line.slice(0, MAX_LINE));
  const [, plainHttp = null, plainHttpPath = ''] =
    lines.map((line) => PLAIN_HTTP.exec(line)).find((match) => match !== null) ?? [];
  return {
    browserRefusal:
      lines
        .filter(concernsApi)
        .map(browserRefusal)
        .find((words) => words !== null) ?? null,
    plainHttp,
    plainHttpPath,
    earlyToken: firstOf(
      lines.filter((line) => !/certificate/i.test(line)),
      EARLY_TOKEN,
    ),
    concernsTokens: lines.some((line) => TOKEN_ENDPOINT.test(line)),
    concernsRequests: lines.some(concernsRequests),
    masksAddress: lines.some((line) => MASKED_ADDRESS.test(line)),
    gatewayError:
      lines
        .filter((line) => TO_UPSTREAM.test(line))
        .map(networkErrorIn)
        .find((error) => error !== null) ?? null,
    tokenAgeMs: tokenAge(lines),
    claims: claimsIn(lines),
    dropsCoupon: dropsCoupon(lines),
    countsNoFailure: countsNoFailure(all),
    saysRecovered: saysRecovered(all),
    endsWell: endsWell(all),
    showsData: showsData(all),
    showsOnlySuccess: showsOnlySuccess(all),
    quoteExpiresAt: quoteExpiry(lines),
    calendar: calendarIn(lines),
    lastAt: latest(lines),
    clocks: clocksIn(lines),
  };
}

/** False for a line in which the browser blocked addresses of other hosts only: a page also loads things that do not concern an API. */
const concernsApi = (line: string): boolean => {
  const named = !line.includes('ERR_BLOCKED') ? [] : (line.match(/https?:\/\/[^\s"'<>)]{4,400}/g) ?? []);
  return named.length === 0 || named.some(isApiAddress);
};

const PLAIN_HTTP = /(http:\/\/(?:open-api|booking)[\w-]{0,30}\.[\w.-]{3,80})([\w./-]{0,200})/i;
/** Matches messages of libraries (jose, PyJWT, jsonwebtoken) and clients about a token that is not valid yet. */
const EARLY_TOKEN =
  /ImmatureSignature\w*|not yet valid|claim timestamp|in the future|used before issued|jwt not active/i;
const TOKEN_ENDPOINT =
  /oauth2\/token|token[- ]?endpoint|x-ratelimit-(?:limit|remaining)-day|\bratelimit-remaining: ?0/i;
/** Words for what requests of the service ask for, and for a rate of requests. */
const REQUESTED = (
  'requests|calls|requêtes|appels|peticiones|llamadas|anfragen|aufrufe|listing|search|calend|kalend|quote|reserv|booking|' +
  'retry-after|per second|per minute|sekund|secund|minut|segund'
).split('|');
const concernsRequests = (line: string): boolean => {
  const text = line.toLowerCase().replaceAll('many requests', '');
  return REQUESTED.some((word) => text.includes(word));
};
const MASKED_ADDRESS =
  /\b(?:url|uri|endpoint)["']?\s{0,3}[:=]\s{0,3}["']?(?:\[[A-Za-z ]{3,20}\]|\*{3}|█|<[a-z ]{3,20}>)/i;
/** Matches lines in the error log of nginx and similar servers. */
const TO_UPSTREAM = /(?:while|when) [\w ]{3,40}(?:to|from) upstream|upstream connect error/i;

const firstOf = (lines: readonly string[], pattern: RegExp): string | null =>
  lines.map((line) => pattern.exec(line)?.[0] ?? null).find((words) => words !== null) ?? null;

const CLAIM = (name: string): RegExp => new RegExp(String.raw`(?<![\w-])["'|]?${name}["']?\s{0,3}[:=|]\s{0,3}`, 'i');
const ISO = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|\s?[+-]\d\d:?\d\d|\s?(?:UTC|GMT))?/;
const HTTP_DATE = /\b[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/;
/** Matches the output of `date`. */
const SHELL_DATE = /\b[A-Z][a-z]{2} [A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d(?: [AP]M)? (?:UTC|GMT) \d{4}\b/;
const LONG_DATE = /\b\d{1,2} [A-Z][a-z]{2}[a-z]{0,6} \d{4},? \d\d:\d\d(?::\d\d)?(?: ?(?:UTC|GMT|Z))?/;
const INSTANTS = [HTTP_DATE, SHELL_DATE, ISO, LONG_DATE];
const EVERY_INSTANT = INSTANTS.map((pattern) => new RegExp(pattern, 'g'));

/** The first instant in a text, in epoch ms; one without a zone counts as UTC. */
function instantIn(text: string): number | null {
  const [found] =
    INSTANTS.map((pattern) => pattern.exec(text))
      .filter((match) => match !== null)
      .sort((one, other) => one.index - other.index)[0] ?? [];
  if (found === undefined) return null;
  if (SHELL_DATE.test(found)) return Date.parse(found);
  const zoned = /(?:Z|GMT|UTC|[+-]\d\d:?\d\d)$/.test(found)
    ? found.replace(/\s?UTC$/, 'Z').replace(/(\d)\s([+-]\d\d)/, '$1$2')
    : `${found}Z`;
  const instant = Date.parse(
    ISO.test(found) ? zoned.replace(/^(\d{4}-\d\d-\d\d) /, '$1T') : zoned.replace(/Z$/, ' GMT'),
  );
  return Number.isNaN(instant) ? null : instant;
}

/** The instant after a name in a line: an epoch second, or a written time. */
function instantAfter(line: string, name: string): number | null {
  const match = CLAIM(name).exec(line);
  if (!match) return null;
  const rest = line.slice(match.index + match[0].length, match.index + match[0].length + 60);
  const [, seconds] = /^["']?(1\d{9})\b/.exec(rest) ?? [];
  return seconds === undefined ? instantIn(rest) : Number(seconds) * 1_000;
}

const WORDS = /^["'[(\s]{0,6}([\w:./-]{3,80})/;
const SCOPE = /^(?:open-api|booking_engine:api)$/;
const NAMES_OF_SCOPES = ['scp', 'scope'];

/** The claims of a token that the text prints by name; the fields of a request's own form do not count. */
function claimsIn(lines: readonly string[]): TokenClaims | null {
  const texts = lines.filter((line) => !/grant_type/.test(line) && /\b(?:aud|scp|scope|exp|iat|claims)\b/i.test(line));
  const word = (line: string, name: string): string | null => {
    const match = CLAIM(name).exec(line);
    return match === null ? null : (WORDS.exec(line.slice(match.index + match[0].length))?.[1] ?? null);
  };
  const scopes = texts
    .flatMap((line) => NAMES_OF_SCOPES.flatMap((name) => word(line, name) ?? []))
    .filter((one) => SCOPE.test(one));
  const audience = texts.flatMap((line) => word(line, 'aud') ?? []).filter((one) => /^https:\/\/|\./.test(one));
  const [expiresAt = null] = texts.flatMap((line) => instantAfter(line, 'exp') ?? []);
  const [issuedAt = null] = [
    ...texts.flatMap((line) => instantAfter(line, 'iat') ?? []),
    ...lines
      .filter((line) => MINTED.some((pattern) => pattern.test(line)))
      .flatMap((line) => instantIn(line.slice(0, 60)) ?? []),
    ...lines.flatMap((line) => (ISSUED.test(line) ? (instantIn(line.slice(line.search(ISSUED))) ?? []) : [])),
  ];
  const [notBefore = null] = texts.flatMap((line) => instantAfter(line, 'nbf') ?? []);
  const distinct = [...new Set(scopes)];
  if (distinct.length !== 1 && expiresAt === null && issuedAt === null && audience.length === 0) return null;
  return {
    ...{ expiresAt, issuedAt, notBefore, issuerHost: null },
    scopes: distinct.length === 1 ? distinct : [],
    audience: [...new Set(audience)].slice(0, 1),
  };
}

const TOKEN = /token|jwt|bearer/i;
const AGES = [
  /\bage(?:_s)?["']?\s?[=:]\s?(\d{1,6})\s?(\p{L}{0,8})/iu,
  /(?<![\d:.,-])(\d{1,4})\s?(\p{L}{1,8}) (?:old|ago|alt|fa|geleden|atrás|vieux)(?!\p{L})/iu,
];
const NEW_TOKEN = conceptsOf(
  'brand new|fresh|just issued|just created|just minted|new token the same|second token the same|frisch*|recién|nouveau|nuovo|nuevo|novo',
);
/** The lengths of units of time by their first letters, in ms. */
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:m|min\p{L}*)$/iu, MINUTE_MS],
  [/^(?:h|hours?|hrs?|st\p{L}*|ho?ras?|heures?|ore|uur)$/iu, HOUR_MS],
  [/^(?:d|days?|tage?|d[ií]as?|jours?|giorni|dag\p{L}*)$/iu, DAY_MS],
  [/^(?:s|sec\p{L}*|sek\p{L}*|seg\p{L}*)?$/iu, SECOND_MS],
];

/** The age that a sentence or a field gives a token; 0 for a new one. */
function tokenAge(lines: readonly string[]): number | null {
  for (const line of lines.filter((one) => TOKEN.test(one))) {
    const [, count, unit = '-'] = AGES.map((pattern) => pattern.exec(line)).find((match) => match !== null) ?? [];
    const [, unitMs] = UNITS.find(([pattern]) => pattern.test(unit)) ?? [];
    if (unitMs !== undefined) return Number(count) * unitMs;
    if (isNamed(asWords(line), NEW_TOKEN)) return 0;
  }
  return null;
}

/** Matches the words before the time at which a token was issued. */
const ISSUED = /\btoken[\w ]{0,20}issued(?:[_ ]?(?:at|on))?\W{1,6}(?=\d)|\bissued(?:[_ ]at|[_ ]on)?\W{1,4}(?=\d{4}-)/i;

/** Matches a line of a log that tells of a new token; the line begins with its time. */
const MINTED = [
  /\b(?:minted|issued|obtained|fetched|got|new|received)\b.{0,20}\btoken\b/i,
  /\btoken (?:minted|issued|obtained|fetched|received)\b/i,
];

const EXPIRY = /\b(?:expires?(?:_?at| on| at)?|expired at|valid until|expire le|caduca)\b["']?[^\d\n]{0,30}/i;

/** The expiry of the quote, if one line contains the quote and the time. */
function quoteExpiry(lines: readonly string[]): number | null {
  const found = lines.flatMap((line, index) => {
    const match = EXPIRY.exec(line);
    const isOfQuote = /quote/i.test(`${lines[index - 1] ?? ''} ${line}`) && !/token|jwt|bearer/i.test(line);
    return match && isOfQuote ? (instantIn(line.slice(match.index)) ?? []) : [];
  });
  const distinct = [...new Set(found)];
  return distinct.length === 1 ? (distinct[0] ?? null) : null;
}

const SENT_COUPONS = [
  /coupons?\W{1,8}[A-Z][A-Z0-9_-]{2,30}\b/,
  /\b(?:coupon|code|promo\w*|cup[oó]n|gutschein\w*|voucher)\W{1,4}[A-Z][A-Z0-9_-]{3,30}\b/,
];
const EMPTY_COUPONS = /coupons["'”]?\s?[:=]\s?(?:\[\s?\]|null|""|'')/;

/** Whether one line sends a coupon and another shows that the quote has none. */
const dropsCoupon = (lines: readonly string[]): boolean =>
  lines.some((line) => EMPTY_COUPONS.test(line)) &&
  lines.some((line) => SENT_COUPONS.some((pattern) => pattern.test(line)));

const DAY = /\b\d{4}-\d\d-\d\d\b/;
const MIN_NIGHTS = /\bminNights\W{1,4}(\d{1,3})/;

/** The days of a calendar, each on a line with its date and its minimum of nights or its status. */
function calendarIn(lines: readonly string[]): TextEvidence['calendar'] {
  const days = lines.filter((line) => DAY.test(line) && (MIN_NIGHTS.test(line) || /\b(?:un)?available\b/.test(line)));
  if (days.length < 2) return null;
  return {
    isBlocked: days.some((line) => /\b(?:unavailable|booked|reserved|blocked)\b/.test(line)),
    minNights: Math.max(0, ...days.map((line) => Number(MIN_NIGHTS.exec(line)?.[1] ?? 0))),
  };
}

/** The latest time that the text names. */
function latest(lines: readonly string[]): number | null {
  const found = lines.flatMap((line) => {
    const times = EVERY_INSTANT.flatMap((pattern) => [...line.matchAll(pattern)]);
    return times.flatMap(([text]) => instantIn(text) ?? []);
  });
  return found.length === 0 ? null : Math.max(...found);
}

const SERVER_CLOCK =
  /(?<![\w-])(?:date(?: header)?|server(?:[ _]?(?:time|clock|date))|date_header)\s{0,2}[:=]?\s{1,3}/i;
const SENDER_CLOCK =
  /\b(?:local|system|container|machine|host|client|our|laptop)(?:['’]?s)?[ _-]?(?:time|clock)\b\W{0,4}/i;

/** The first time of the sender (else what its command `date` prints) and the first of the service; null when the text lacks one of them. */
function clocksIn(lines: readonly string[]): TextEvidence['clocks'] {
  const timeAfter = (pattern: RegExp, counts = (_line: string): boolean => true): number[] =>
    lines.filter(counts).flatMap((line) => {
      const match = pattern.exec(line);
      return match
        ? (instantIn(line.slice(match.index + match[0].length, match.index + match[0].length + 40)) ?? [])
        : [];
    });
  const [sender = lines.flatMap((line) => SHELL_DATE.exec(line) ?? []).map((text) => Date.parse(text))[0]] =
    timeAfter(SENDER_CLOCK);
  const [server] = timeAfter(SERVER_CLOCK, (line) => !SHELL_DATE.test(line));
  return sender === undefined || server === undefined ? null : { sender, server };
}
