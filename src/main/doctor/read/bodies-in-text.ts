/** Finds the bodies of answers wherever they are in a text: in a line, or in a text within an object, escaped once or twice. */
import { isSuccessBody } from '../facts/implied-status.ts';
import { isMap, type Literal, type LiteralMap, literalOf, readLiteral } from './read-literal.ts';
import { isErrorBody } from './read-object.ts';
import type { Source } from './source.ts';

/** The maximum number of objects that are parsed in one text. A damaged object costs a read to the end of its paragraph. */
const MAX_TRIES = 120;
const MAX_LITERAL = 40_000;
const MAX_DEPTH = 6;
const MAX_VALUES = 200;
const OPENS = /\{\s{0,4}(?:["'“‘:]|[\w$-]{1,40}\s?[:=]|\\{1,8}["']|$)/g;
/** Names of fields that only requests have, and no answer. */
const SENT_NAMES = ['listingId', 'grant_type', 'ratePlanId', 'guestsCount', 'checkInDateLocalized', 'ccToken'];

/** The JSON bodies in a text. `answers`: from answers of services; `sent`: from requests. */
export interface Bodies {
  readonly answers: readonly string[];
  readonly sent: readonly string[];
}

/** Counts down the remaining attempts to parse JSON in one text, to bound the work. */
export class Tries {
  left = MAX_TRIES;
}

/** Finds the JSON bodies in the lines `[from, end)` of a text. */
export function bodiesIn(source: Source, from: number, end: number, tries: Tries): Bodies {
  const answers = new Set<string>();
  const sent = new Set<string>();
  const stop = source.startOf(end);
  let position = source.startOf(from);
  OPENS.lastIndex = position;
  for (let match = OPENS.exec(source.text); match && match.index < stop; match = OPENS.exec(source.text)) {
    if (tries.left <= 0) break;
    tries.left -= 1;
    position = match.index;
    const limit = Math.min(source.paragraphEnd(position), position + MAX_LITERAL);
    const read = readFrom(source.text, position, limit);
    if (read === null) continue;
    const body = answerIn(read.value, MAX_DEPTH);
    if (body) answers.add(JSON.stringify(body));
    else if (isSent(read.value)) sent.add(JSON.stringify(read.value));
    else continue;
    OPENS.lastIndex = Math.max(read.end, position + 1);
  }
  return { answers: [...answers], sent: [...sent] };
}

function readFrom(text: string, at: number, limit: number): { value: Literal; end: number } | null {
  if (!/^\{\s{0,4}\\/.test(text.slice(at, at + 8))) {
    const literal = readLiteral(text, at, limit);
    return literal && literal.value !== null ? literal : null;
  }
  // Within a text: the escapes of each level go, up to the end of the line.
  const line = text.slice(at, Math.min(limit, text.indexOf('\n', at) === -1 ? limit : text.indexOf('\n', at)));
  const literal = readLiteral(line.replace(/\\{1,8}(["'])/g, '$1').replace(/\\{1,8}n/g, ' '), 0);
  return literal && literal.value !== null ? { value: literal.value, end: at + line.length } : null;
}

const isSent = (value: Literal): boolean => isMap(value) && SENT_NAMES.some((name) => name in value);

/** The body of an answer within a value: the value itself, or the content of one of its fields or texts. */
function answerIn(value: Literal, depth: number): LiteralMap | null {
  if (typeof value === 'string') {
    const at = value.indexOf('{');
    const inner = at === -1 || depth === 0 ? null : literalOf(value.slice(at));
    return inner === null ? null : answerIn(inner, depth - 1);
  }
  if (Array.isArray(value)) return firstOf((value as readonly Literal[]).slice(0, MAX_VALUES), depth);
  if (!isMap(value)) return null;
  // What names a request besides is a record about an exchange, and the body stands in one of its fields.
  const isRecord = ['url', 'uri', 'request', 'config', 'requestUrl', 'method'].some((name) => name in value);
  if (!isRecord && (isErrorBody(value) || isSuccessBody(value))) return value;
  return depth === 0 ? null : firstOf(Object.values(value).slice(0, MAX_VALUES), depth);
}

function firstOf(values: readonly Literal[], depth: number): LiteralMap | null {
  for (const value of values) {
    const found = typeof value === 'object' || typeof value === 'string' ? answerIn(value, depth - 1) : null;
    if (found) return found;
  }
  return null;
}
