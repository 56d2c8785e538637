/** Reads one line of a log: a request with its status, or key=value pairs. */
import { networkErrorIn } from '../facts/network-errors.ts';
import { methodOf, type Piece, requestOf, responseOf } from './raw-failure.ts';
import { isMap, type Literal, literalOf } from './read-literal.ts';
import { exchangeOf, instantOf } from './read-object.ts';
import type { Source } from './source.ts';

const METHOD = '[A-Z]{3,7}';
/** Matches `GET https://… 403` and `GET /v1/listings -> 403`, with an arrow, a colon, brackets or words in between. */
const PLAIN = new RegExp(
  String.raw`\b(${METHOD})\s{1,4}"?((?:https?:\/\/|\/|\.{2,3}\/|(?:open-api|booking|api)[\w-]{0,30}\.[\w.-]{3,80}\/)[^\s"',;\x60]{1,4000}?)(?=[\s"',;\x60|(]|[:)\]]{1,2}\s|-&gt;|[=-]>|→)["\x60]?(?: HTTP\/[\d.]{1,4})?(?:[\s:,;([|=>\x60-]|→|-&gt;|status(?:code)?|code|responded|returned|failed|with|unexpected|resulted in an?|HTTP\/[\d.]{1,3}|HTTP|net::){1,40}([1-5]\d\d|ERR_\w{1,40})(?![\w&=%/]|\.\d)`,
  'i',
);
const PAIR =
  /(?:^|[\s,{|])"?([A-Za-z@][\w.@-]{0,60})"?\s?[=:]\s?("(?:[^"\\]|\\.){0,4000}"|'[^']{0,4000}'|[^\s,;|"'}]{1,4000})/g;
const MAX_LINE = 100_000;

export function readLogLine({ lines }: Source, from: number): Piece | null {
  const line = (lines[from] ?? '').slice(0, MAX_LINE);
  const piece = plain(line) ?? pairs(line);
  if (!piece) return null;
  const sentAt = stampOf(line);
  return { from, end: piece.end ?? from + 1, ...piece, ...(sentAt === null ? {} : { sentAt }) };
}

type Found = Partial<Pick<Piece, 'request' | 'response' | 'networkError' | 'end' | 'isRemark'>>;

/** Returns the body, HTML or JSON, that follows the status in a log line; null without one. */
const bodyIn = (rest: string): string | null => {
  if (/^[\s:]{0,4}<(?:!doctype|html)\b/i.test(rest)) return rest.trim();
  const [, page] = /\bbody=(<(?:!doctype|html)\b[\s\S]*)$/i.exec(rest) ?? [];
  if (page !== undefined) return page.trim();
  const start = rest.search(/\{\s*["']/);
  if (start === -1) return null;
  const value = literalOf(rest.slice(start));
  return value === null ? null : JSON.stringify(value);
};

/** Whether a log line begins with a request and its status. */
export const namesRequest = (line: string): boolean => methodOf(PLAIN.exec(line)?.[1]) !== null;

function plain(line: string): Found | null {
  const match = PLAIN.exec(line);
  const method = methodOf(match?.[1]);
  if (!match || method === null) return null;
  const [all, , target = '', result = ''] = match;
  const request = requestOf({ method, url: wholeAddress(target.replace(/[:)\]]+$/, '')) });
  const rest = line.slice(match.index + all.length);
  // `500->403`: the last one is what the caller got.
  const [, later] = /^\s?(?:->|→)\s?([1-5]\d\d)\b/.exec(rest) ?? [];
  const code = Number(later ?? result);
  if (Number.isNaN(code)) return { request, networkError: networkErrorIn(result) ?? { code: result, message: result } };
  return { request, response: responseOf({ status: code, body: bodyIn(rest) }) };
}

/** Completes an address: adds a missing scheme, and removes dots that stand for the beginning of a path. */
const wholeAddress = (target: string): string =>
  target.startsWith('.')
    ? target.replace(/^\.+/, '')
    : /^(?:https?:\/\/|\/)/i.test(target)
      ? target
      : `https://${target}`;

/** Names of the fields in which logs have the message of an answer. */
const MESSAGES = ['body', 'response', 'message', 'text', 'msg', 'reason', 'detail'];

/** Reads the pairs of a line as the fields of a record. */
function pairs(line: string): Found | null {
  if (!line.includes('=') && !/status|method|url/i.test(line)) return null;
  const fields: Record<string, Literal> = {};
  for (const [, name = '', value = ''] of line.matchAll(PAIR)) {
    const plain = value.replace(/^(["'])([\s\S]*)\1$/, '$2').replace(/\\(["\\/])/g, '$1');
    fields[name.toLowerCase()] ??= literalOf(plain) ?? plain;
  }
  const found = exchangeOf(fields);
  const networkError = found?.request && !found.response ? networkErrorIn(line) : null;
  if (!found || (!found.response && !networkError)) return null;
  const message = MESSAGES.map((name) => fields[name]).find((one) => one !== undefined);
  const body =
    found.response?.body ?? (message === undefined ? null : JSON.stringify(isMap(message) ? message : { message }));
  if (!found.request && (body === null || (found.response?.status ?? 0) < 400)) return null;
  return {
    ...(found.request ? { request: found.request } : {}),
    ...(found.response ? { response: { ...found.response, body } } : {}),
    ...(networkError ? { networkError } : {}),
  };
}

const ISO = /\b(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)/;

/** The instant of a line; null when it names none. */
function stampOf(line: string): number | null {
  const [, iso] = ISO.exec(line.slice(0, 2_000)) ?? [];
  return iso === undefined ? null : instantOfStamp(iso);
}

/** The instant of `2024-05-01 10:00:00` or `2024-05-01T10:00:00+02:00`; one without a zone counts as UTC, as servers write it. */
const instantOfStamp = (stamp: string): number | null =>
  instantOf(/(?:Z|[+-]\d\d:?\d\d)$/.test(stamp) ? stamp : `${stamp.replace(' ', 'T')}Z`);
