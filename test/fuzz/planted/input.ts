/** One input of the fuzzer: planted values, each in structures, sent through one surface of an exchange. */
import type { WireMessage } from '../console/record.ts';
import { Dice } from '../random.ts';
import { type Leaf, type OwnSecrets, ownSecrets, randomLeaf } from './leaf.ts';
import { jsonOf, type Node, randomWrap, textOf, WRAPS, type Wrap } from './wrap.ts';

/** Where the structure stands. */
const SURFACES = [
  'answer',
  'error',
  'token answer',
  'token error',
  'request',
  'form',
  'response header',
  'query',
  'path',
  'document',
  'log',
] as const;
export type Surface = (typeof SURFACES)[number];

export interface Planting {
  readonly leaf: Leaf;
  /** Innermost first. */
  readonly wraps: readonly Wrap[];
}

export interface FuzzInput {
  readonly seed: number;
  readonly surface: Surface;
  readonly own: OwnSecrets;
  readonly plantings: readonly Planting[];
}

/** An input as the console meets it. */
export interface BuiltInput {
  readonly surface: Surface;
  readonly message: WireMessage;
  /** What the log is told, on the surface `log`. */
  readonly logged: string;
  readonly values: readonly string[];
  /** Those of the values that are secrets. */
  readonly secrets: readonly string[];
}

/** A structure may not grow without end: escapes of escapes of escapes double each time. */
const MAX_LENGTH = 12_000;

/** The input of a seed; `given` replaces the secrets that the seed would give. */
export function randomInput(seed: number, given?: OwnSecrets): FuzzInput {
  const dice = new Dice(seed);
  const surface = dice.weighted<Surface>([
    [8, 'answer'],
    [4, 'error'],
    [2, 'token answer'],
    [2, 'token error'],
    [3, 'request'],
    [3, 'form'],
    [3, 'response header'],
    [3, 'query'],
    [1, 'path'],
    [2, 'document'],
    [3, 'log'],
  ]);
  const made = ownSecrets(dice);
  const own = given ?? made;
  const plantings = dice.times(
    dice.weighted([
      [6, 1],
      [3, 2],
      [1, 3],
    ]),
    () => {
      const leaf = randomLeaf(dice, own);
      return { leaf, wraps: brokenOnce(dice.times(dice.int(0, 4), () => randomWrap(dice, leaf.kind))) };
    },
  );
  return { seed, surface, own, plantings: plantings.filter(({ leaf }) => belongs(leaf, surface)) };
}

/** Lines that were broken are not broken again: where a line ended is lost then. */
function brokenOnce(wraps: readonly Wrap[]): Wrap[] {
  const first = wraps.findIndex(({ name }) => BREAKS_LINES.has(name));
  return wraps.filter(({ name }, at) => at === first || !BREAKS_LINES.has(name));
}

const BREAKS_LINES: ReadonlySet<string> = new Set(['YAML block', 'base64 over lines', 'broken over lines']);

/** Some surfaces show no names, so they must only be free of what needs none; the log does not know whose secrets are ours. */
function belongs({ kind }: Leaf, surface: Surface): boolean {
  if (surface === 'response header' || surface === 'path') return kind === 'own' || kind === 'form';
  return surface !== 'log' || kind !== 'own';
}

const isTokenRequest = (surface: Surface): boolean => surface.startsWith('token');

/** The planted value in all its structures. */
function nodeOf({ leaf, wraps }: Planting): Node {
  let node: Node = leaf.name === null ? { text: leaf.text } : { json: { [leaf.name]: leaf.text } };
  for (const { name, seed } of wraps) {
    const wrapped: Node = WRAPS[name].wrap(node, new Dice(seed));
    if (textOf(wrapped, new Dice(seed)).length > MAX_LENGTH) break;
    node = wrapped;
  }
  return node;
}

const asHeader = (text: string): string =>
  text
    .replace(/[\r\n\0]+[\t ]*/g, '')
    .replace(/[^\t\x20-\x7e\xa0-\xff]/gu, (one) => encodeURIComponent(one.toWellFormed()));

const JSON_TYPE = ['content-type', 'application/json'] as const;

export function built(input: FuzzInput): BuiltInput {
  const { surface, own, plantings, seed } = input;
  const dice = new Dice(seed ^ 0x5bd1e995);
  const nodes = plantings.map(nodeOf);
  const [first = { text: '' }] = nodes;
  const together: unknown = nodes.length === 1 ? jsonOf(first) : nodes.map(jsonOf);
  const text = textOf(nodes.length === 1 ? first : { json: together }, dice);
  const body = (value: unknown) => textOf({ json: value }, dice);
  const base = messageOf(input, own, dice);
  const message = ((): WireMessage => {
    switch (surface) {
      case 'answer':
        return { ...base, responseBody: body({ results: [together], limit: 20 }) };
      case 'error':
        return {
          ...base,
          status: 400,
          responseBody: body({
            error: { code: 'WRONG', message: text, data: { requestId: dice.uuid(), moreDetails: together } },
          }),
        };
      case 'token answer':
        return {
          ...base,
          responseBody: body({
            token_type: 'Bearer',
            expires_in: 86_400,
            access_token: dice.base64url(43),
            remark: together,
          }),
        };
      case 'token error':
        return { ...base, status: 401, responseBody: body({ error: 'invalid_client', error_description: text }) };
      case 'request':
        return {
          ...base,
          method: 'POST',
          requestHeaders: [...base.requestHeaders, JSON_TYPE],
          requestBody: body({ ccToken: own.cardReference, extra: together }),
        };
      case 'form':
        return {
          ...base,
          method: 'POST',
          requestHeaders: [...base.requestHeaders, ['content-type', 'application/x-www-form-urlencoded']],
          requestBody: formOf(nodes, plantings, dice),
        };
      case 'response header':
        return {
          ...base,
          responseHeaders: [
            ...base.responseHeaders,
            [
              dice.pick([
                'x-debug',
                'location',
                'etag',
                'x-request-id',
                'server',
                'link',
                'warning',
                'retry-after',
                'x-thing',
              ]),
              asHeader(text),
            ],
          ],
        };
      case 'query':
        return { ...base, url: `${base.url}?limit=20&${formOf(nodes, plantings, dice)}` };
      case 'path':
        return { ...base, url: `${base.url}/${encodeURIComponent(text.toWellFormed())}/x` };
      case 'document':
        return {
          ...base,
          responseHeaders: [
            [
              'content-type',
              dice.pick([
                'text/html',
                'text/csv',
                'text/plain',
                'application/xml',
                'application/octet-stream',
                'multipart/form-data; boundary=b',
              ]),
            ],
          ],
          responseBody: text,
        };
      case 'log':
        return base;
    }
  })();
  const leaves = plantings.map(({ leaf }) => leaf);
  const values = [...new Set(leaves.flatMap((leaf) => leaf.values))];
  const secrets = leaves.flatMap((leaf) => (leaf.isGuests ? [] : leaf.values));
  return { surface, message, logged: text, values, secrets };
}

/** A form or a query of all structures; a named value without a structure is a field of its own. */
const formOf = (nodes: readonly Node[], plantings: readonly Planting[], dice: Dice): string =>
  new URLSearchParams(
    nodes.map((node, at): [string, string] => {
      const planting = plantings[at];
      return planting?.wraps.length === 0 && planting.leaf.name !== null
        ? [planting.leaf.name, planting.leaf.text]
        : [`f${at}`, textOf(node, dice).toWellFormed()];
    }),
  ).toString();

/** The exchange without what is planted. The request carries those of the own secrets that are planted. */
function messageOf({ surface, plantings }: FuzzInput, own: OwnSecrets, dice: Dice): WireMessage {
  const common = {
    method: 'GET',
    requestBody: null,
    status: 200,
    responseHeaders: [JSON_TYPE],
    responseBody: '{"ok":true}',
  } as const;
  if (!isTokenRequest(surface))
    return {
      ...common,
      url: 'https://open.stay.example/v1/listings',
      requestHeaders: [['authorization', `Bearer ${own.token}`]],
      isTokenRequest: false,
      secrets: plantings.some(({ leaf }) => leaf.kind === 'own') ? [own.cardReference, own.clientSecret] : [],
    };
  const isBasic = dice.chance(0.3);
  return {
    ...common,
    method: 'POST',
    url: 'https://open.stay.example/oauth2/token',
    requestHeaders: [
      ['content-type', 'application/x-www-form-urlencoded'],
      ...(isBasic
        ? [['authorization', `Basic ${Buffer.from(`client:${own.clientSecret}`).toString('base64')}`] as const]
        : []),
    ],
    requestBody: new URLSearchParams([
      ['grant_type', 'client_credentials'],
      ...(isBasic ? [] : [['client_secret', own.clientSecret]]),
    ]).toString(),
    isTokenRequest: true,
    secrets: [own.token, own.cardReference],
  };
}
