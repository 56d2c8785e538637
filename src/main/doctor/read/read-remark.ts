/** Reads remarks about an exchange in sentences and errors: tracebacks, "Request URL: …" of a browser, "we get a 403 when …". */
import { networkErrorIn } from '../facts/network-errors.ts';
import { MAX_LINE } from './limits.ts';
import { methodOf, type Piece, requestOf, responseOf } from './raw-failure.ts';
import type { Source } from './source.ts';
import { onlyStatus } from './statuses.ts';

const METHOD = '([A-Z]{3,7})';

export function readRemark({ lines }: Source, from: number): Piece | null {
  const line = (lines[from] ?? '').slice(0, MAX_LINE);
  const remark = remarkIn(line);
  return remark && { from, end: from + 1, isRemark: true, ...remark };
}

type Remark = Pick<Piece, 'request' | 'response' | 'networkError'>;

const METHOD_URL = new RegExp(
  String.raw`\b${METHOD}\s{1,3}(?:to\s{1,3}|request\s{1,3}to\s{1,3}|on\s{1,3})?["'<\x60]?(https?:\s?\/\/[^\s"'<>)\x60]{1,4000}|\/[\w-][^\s"'<>)\x60,]{2,400})`,
);
function remarkIn(line: string): Remark | null {
  // A number alone may be one of many that a loop prints.
  if (!/\p{L}/u.test(line)) return null;
  const status = onlyStatus([line]);
  const networkError = status === null ? networkErrorIn(line) : null;
  const request = addressIn(line) ?? (networkError && hostIn(line));
  if (status === null && !networkError && !request) return null;
  return {
    ...(request ? { request: requestOf(request) } : {}),
    ...(status === null ? {} : { response: responseOf({ status }) }),
    ...(networkError ? { networkError } : {}),
  };
}

function addressIn(line: string): { method: string | null; url: string } | null {
  if (!line.includes('/')) return null;
  const [, word, target] = METHOD_URL.exec(line) ?? [];
  const method = methodOf(word);
  return target === undefined || method === null ? null : { method, url: withoutEnd(target) };
}

/** The host that the error message of a client names; null without one. */
function hostIn(line: string): { method: null; url: string } | null {
  const [, host] = /\b(?:host|hostname)\b[=:\s'"]{1,4}((?:[\w-]{1,60}\.){1,5}[a-z]{2,10})\b/i.exec(line) ?? [];
  return host === undefined ? null : { method: null, url: `https://${host}` };
}

/** Removes the punctuation that ends a sentence from the end of an address. */
const withoutEnd = (url: string): string => url.replace(/\s/g, '').replace(/[.,;:!?\]}]+$/, '');
