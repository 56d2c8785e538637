/** Compares two recorded exchanges field by field. Pure. */
import type { Json } from '../../../../shared/model/primitives.ts';
import type { Exchange, HeaderLines, RecordedBody } from '../../../../shared/model/traffic.ts';
import { parseJsonWithIds } from '../../../../shared/text/exact-json.ts';
import { previewOf } from '../../../ui/json-lines.ts';
import { pathOfChild } from '../../../ui/json-path.ts';

/** The part of a request that contains a field. The sentence that explains a refusal names it. */
export type FieldKind =
  | 'method'
  | 'address'
  | 'application'
  | 'token'
  | 'query'
  | 'authorization'
  | 'contentType'
  | 'header'
  | 'body'
  | 'answer'
  | 'limits';

/** A field of two compared exchanges. A side is null when its exchange lacks the field. */
export interface ComparedField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly left: string | null;
  readonly right: string | null;
}

export interface ComparedSection {
  readonly title: string;
  readonly fields: readonly ComparedField[];
  /** A sentence about fields that could not be compared; null when there are none. */
  readonly note: string | null;
}

export const differs = ({ left, right }: ComparedField): boolean => left !== right;

/** The maximum number of characters of a body that is not JSON in the comparison. */
const MAX_TEXT = 2_000;
/** The maximum depth of compared values, so that a hostile body cannot exhaust the stack. */
const MAX_DEPTH = 1_000;
const LIMITS = /ratelimit|^retry-after$/;

/** Compares two exchanges field by field. `labelOf` names the application of an exchange. */
export function compareExchanges(
  left: Exchange,
  right: Exchange,
  labelOf: (exchange: Exchange) => string | null,
): ComparedSection[] {
  const both = [left, right] as const;
  const field = (name: string, kind: FieldKind, read: (exchange: Exchange) => string | null): ComparedField => ({
    name,
    kind,
    left: read(left),
    right: read(right),
  });
  const answers = both.map(({ responseHeaders }) => headersOf(responseHeaders ?? [])) as [Fields, Fields];
  const isLimit = (name: string): boolean => LIMITS.test(name);
  return [
    {
      title: 'Request',
      fields: [
        field('Method', 'method', ({ method }) => method),
        field('Address', 'address', ({ url }) => url.split('?')[0] ?? ''),
        field('Application', 'application', labelOf),
        field('Token', 'token', ({ tokenGeneration }) =>
          tokenGeneration === null ? null : `generation ${tokenGeneration}`,
        ),
      ],
      note: null,
    },
    section(
      'Query parameters',
      merged(queryOf(left.url), queryOf(right.url), () => 'query'),
    ),
    section('Request headers', merged(headersOf(left.requestHeaders), headersOf(right.requestHeaders), kindOfHeader)),
    comparedBodies('Request body', left.requestBody, right.requestBody, 'body'),
    {
      title: 'Answer',
      fields: [
        field('Status', 'answer', ({ status }) => (status === null ? 'no response' : String(status))),
        field('Error', 'answer', ({ error }) => error),
      ],
      note: null,
    },
    section(
      'Rate limits',
      merged(answers[0], answers[1], () => 'limits').filter(({ name }) => isLimit(name)),
    ),
    section(
      'Response headers',
      merged(answers[0], answers[1], () => 'answer').filter(({ name }) => !isLimit(name)),
    ),
    comparedBodies('Response body', left.responseBody, right.responseBody, 'answer'),
  ];
}

type Fields = ReadonlyMap<string, string>;

const section = (title: string, fields: readonly ComparedField[]): ComparedSection => ({ title, fields, note: null });

function kindOfHeader(name: string): FieldKind {
  if (name === 'authorization') return 'authorization';
  return name === 'content-type' ? 'contentType' : 'header';
}

/** The fields of both exchanges, in the order of the left one, then of the right one. */
function merged(left: Fields, right: Fields, kindOf: (name: string) => FieldKind): ComparedField[] {
  const names = new Set([...left.keys(), ...right.keys()]);
  return [...names].map((name) => ({
    name,
    kind: kindOf(name),
    left: left.get(name) ?? null,
    right: right.get(name) ?? null,
  }));
}

const joined = (pairs: Iterable<readonly [string, string]>): Fields => {
  const fields = new Map<string, string>();
  for (const [name, value] of pairs) fields.set(name, fields.has(name) ? `${fields.get(name)}, ${value}` : value);
  return fields;
};

const headersOf = (lines: HeaderLines): Fields => joined(lines.map(([name, value]) => [name.toLowerCase(), value]));

const queryOf = (url: string): Fields => joined(new URLSearchParams(url.split('?').slice(1).join('?').split('#')[0]));

function comparedBodies(
  title: string,
  left: RecordedBody | null,
  right: RecordedBody | null,
  kind: FieldKind,
): ComparedSection {
  const note = [left, right].some((body) => body?.cut)
    ? 'Only the beginning of a body was recorded, so the rest is not compared.'
    : null;
  const [one, other] = [left, right].map((body) => (body && body.bytes > 0 ? parsed(body.text) : null));
  const isText = [one, other].some((body) => body === undefined);
  if (isText) {
    const textOf = (body: RecordedBody | null): string | null => (body && body.bytes > 0 ? shortened(body.text) : null);
    return { title, fields: [{ name: 'Text', kind, left: textOf(left), right: textOf(right) }], note };
  }
  return { title, fields: merged(leavesOf(one), leavesOf(other), () => kind), note };
}

const shortened = (text: string): string => (text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)} …`);

/** Parses a body. Returns the value in an array, because the value may be null; undefined for a body that is no JSON. */
function parsed(text: string): [Json] | undefined {
  try {
    return [parseJsonWithIds(text)];
  } catch {
    return undefined;
  }
}

/** The plain values and empty containers of a body by their paths. */
function leavesOf(body: [Json] | null | undefined): Fields {
  const leaves = new Map<string, string>();
  const walk = (value: Json, path: string, depth: number): void => {
    if (depth < MAX_DEPTH && Array.isArray(value) && value.length > 0) {
      value.forEach((item, index) => {
        walk(item, pathOfChild(path, index), depth + 1);
      });
      return;
    }
    const members = depth < MAX_DEPTH && value !== null && typeof value === 'object' ? Object.entries(value) : [];
    if (members.length === 0) leaves.set(path === '' ? 'The whole body' : path, previewOf(value));
    for (const [name, child] of members) walk(child, pathOfChild(path, name), depth + 1);
  };
  if (body) walk(body[0], '', 0);
  return leaves;
}
