/** Reads a line that shows an address and a status in the form of any other log: “upstream host /path -> 200 in 31 ms”. */
import { type Piece, requestOf, responseOf } from './raw-failure.ts';
import type { Source } from './source.ts';

const ADDRESS =
  /(?<![\w/.])(?:https?:\/\/)?((?:open-api|booking)[\w-]{0,30}\.[\w.-]{3,80})\s?(\/[^\s"'<>,;]{0,500})?|(?<![\w.])(\/(?:v1|api|oauth2)\/[^\s"'<>,;]{1,500})/i;
/** Behind an address: an arrow, a bracket or a label, then the status and what may follow it. */
const STATUS =
  /^["'\])]{0,2}\s{0,3}(?:-+>|=+>|→|\||\[|\(|status\W{0,3})\s{0,3}(?:HTTP\W{1,3})?([1-5]\d\d)(?=\s?(?:$|[,;)\]|]|OK\b|in\s|\(|\d))/;
const METHOD = /\b(GET|POST|PUT|PATCH|DELETE)\s{1,3}$/;
const MAX_LINE = 4_000;

export function readStatusLine({ lines }: Source, from: number): Piece | null {
  const line = (lines[from] ?? '').slice(0, MAX_LINE);
  const match = ADDRESS.exec(line);
  if (!match) return null;
  const [address, host, path = '', bare] = match;
  const [, status] = STATUS.exec(line.slice(match.index + address.length)) ?? [];
  if (status === undefined) return null;
  const [, method = null] = METHOD.exec(line.slice(0, match.index)) ?? [];
  const url = bare ?? `https://${host}${path || '/'}`;
  return { from, end: from + 1, request: requestOf({ method, url }), response: responseOf({ status: Number(status) }) };
}
