import { browserRefusal } from '../facts/browser-refusal.ts';
import type { TextEvidence, TokenClaims } from '../failure.ts';
import { isApiAddress } from './api-address.ts';
import { instantIn, latestIn } from './instants.ts';
import { MAX_LINE, MAX_LINES } from './limits.ts';
import { courseOf, type LineFacts } from './line-facts.ts';
import { countsNoFailure, showsData } from './signs-of-success.ts';

export function textEvidence(all: readonly string[], told: readonly LineFacts[]): TextEvidence {
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
    concernsTokens: lines.some((line) => TOKEN_ENDPOINT.test(line)),
    concernsRequests: lines.some(concernsRequests),
    claims: claimsIn(lines),
    dropsCoupon: dropsCoupon(lines),
    countsNoFailure: countsNoFailure(all),
    showsData: showsData(all),
    course: courseOf(told),
    lastAt: latestIn(lines),
  };
}

/** False for a line in which the browser blocked addresses of other hosts only: a page also loads things that do not concern an API. */
const concernsApi = (line: string): boolean => {
  const named = !line.includes('ERR_BLOCKED') ? [] : (line.match(/https?:\/\/[^\s"'<>)]{4,400}/g) ?? []);
  return named.length === 0 || named.some(isApiAddress);
};

const PLAIN_HTTP = /(http:\/\/(?:open-api|booking)[\w-]{0,30}\.[\w.-]{3,80})([\w./-]{0,200})/i;
const TOKEN_ENDPOINT =
  /oauth2\/token|token[- ]?endpoint|x-ratelimit-(?:limit|remaining)-day|\bratelimit-remaining: ?0/i;
/** Words for requests, for their rate, and for the data that requests of the service ask for. */
const REQUESTED = (
  'requests|calls|requêtes|appels|peticiones|llamadas|anfragen|aufrufe|listing|search|calend|kalend|quote|reserv|booking|' +
  'retry-after|per second|per minute|sekund|secund|minut|segund'
).split('|');
const concernsRequests = (line: string): boolean => {
  const text = line.toLowerCase().replaceAll('many requests', '');
  return REQUESTED.some((word) => text.includes(word));
};
const CLAIM = (name: string): RegExp => new RegExp(String.raw`(?<![\w-])["'|]?${name}["']?\s{0,3}[:=|]\s{0,3}`, 'i');
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

/** The claims of a token that the text prints by name; the fields of a token request do not count. */
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

/** Matches the words before the time at which a token was issued. */
const ISSUED = /\btoken[\w ]{0,20}issued(?:[_ ]?(?:at|on))?\W{1,6}(?=\d)|\bissued(?:[_ ]at|[_ ]on)?\W{1,4}(?=\d{4}-)/i;

/** Matches a line of a log that reports a new token; the line begins with its time. */
const MINTED = [
  /\b(?:minted|issued|obtained|fetched|got|new|received)\b.{0,20}\btoken\b/i,
  /\btoken (?:minted|issued|obtained|fetched|received)\b/i,
];

const SENT_COUPONS = [
  /coupons?\W{1,8}[A-Z][A-Z0-9_-]{2,30}\b/,
  /\b(?:coupon|code|promo\w*|cup[oó]n|gutschein\w*|voucher)\W{1,4}[A-Z][A-Z0-9_-]{3,30}\b/,
];
const EMPTY_COUPONS = /coupons["'”]?\s?[:=]\s?(?:\[\s?\]|null|""|'')/;

/** Whether one line sends a coupon and another shows that the quote has none. */
const dropsCoupon = (lines: readonly string[]): boolean =>
  lines.some((line) => EMPTY_COUPONS.test(line)) &&
  lines.some((line) => SENT_COUPONS.some((pattern) => pattern.test(line)));
