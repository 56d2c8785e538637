/** Reads an object that begins on a line, possibly after other words: a record of a log, a dump of an error, the body of an answer. */
import { jsonOf } from '../facts/record-of.ts';
import { type Piece, responseOf } from './raw-failure.ts';
import { isMap, type Literal, readLiteral } from './read-literal.ts';
import { namesRequest } from './read-log-line.ts';
import { exchangesIn, isErrorBody } from './read-object.ts';
import type { Source } from './source.ts';
import { onlyStatus } from './statuses.ts';

/** Matches the start of an object or of a list of objects, with the first key. */
const START = /(?:\[\s*)?\{\s*(?:["'\u201c\u2018]|[\w$.-]{1,60}\s?:\s|$)/;
const MAX_PREFIX = 400;

export function readJson(source: Source, from: number): Piece | null {
  const line = source.lines[from] ?? '';
  const at = line.slice(0, MAX_PREFIX + 200).search(START);
  if (at === -1 || at > MAX_PREFIX || namesRequest(line.slice(0, at))) return null;
  const start = source.startOf(from) + at;
  if (
    /^\S*\{\s*$/.test(line.slice(at)) &&
    !/^\s*(?:["'\u201c\u2018}]|[\w$.-]{1,60}['"]?\s?:)/.test(source.lines[from + 1] ?? '')
  )
    return null;
  const literal = strict(source, start, from) ?? readLiteral(source.text, start, source.paragraphEnd(start));
  if (!literal) return null;
  const end = Math.max(from, source.lineAt(Math.max(start, literal.end - 1))) + 1;
  const status = onlyStatus([line.slice(0, at)]);
  const exchanges = exchangesIn(literal.value);
  const [only] = exchanges;
  if (exchanges.length === 1 && only && !only.request && !only.networkError)
    return {
      from,
      end,
      response: only.response ? { ...only.response, status: only.response.status ?? status } : undefined,
    };
  if (exchanges.length > 0) return { from, end, exchanges };
  if (status !== null || isBody(literal.value))
    return { from, end, response: responseOf({ status, body: JSON.stringify(literal.value) }) };
  return { from, end };
}

/** Parses a line that is JSON as a whole, as in logs, with the engine's parser. */
function strict(source: Source, start: number, from: number): { value: Literal; end: number } | null {
  const end = source.startOf(from) + (source.lines[from] ?? '').trimEnd().length;
  const text = source.text.slice(start, end);
  const value = /[}\]]$/.test(text) ? jsonOf(text) : undefined;
  return value === undefined ? null : { value: value as Literal, end };
}

const isBody = (value: Literal): boolean => isMap(value) && isErrorBody(value);
