/** The structures into which a planted value is put, one inside the other. */
import type { Dice } from '../random.ts';
import type { LeafKind } from './leaf.ts';

/** Either a JSON value or a text. */
export type Node = { readonly json: unknown } | { readonly text: string };

/** One structure around a node. `kinds`: the leaves that must be found in it. */
interface WrapKind {
  readonly kinds: readonly LeafKind[];
  readonly wrap: (node: Node, dice: Dice) => Node;
}

const ALL: readonly LeafKind[] = ['own', 'named', 'form', 'guest'];
const OWN: readonly LeafKind[] = ['own'];

const KEYS = ['data', 'item', 'payload', 'result', 'x1', 'inner', 'list', 'meta', 'detail', 'Füße', 'a b', 'value_of'];

const harmless = (dice: Dice): unknown =>
  dice.pick<() => unknown>([
    () => dice.int(0, 5_000),
    () => dice.pick(['confirmed', 'Sunny flat', '2027-05-01', 'EUR', 'a "quoted" word', 'back\\slash', 'ünï', '']),
    () => `6${dice.hex(23)}`,
    () => null,
    () => dice.chance(0.5),
    () => [1, { b: 'c' }],
  ])();

export const jsonOf = (node: Node): unknown => ('json' in node ? node.json : node.text);

const escapedUnits = (text: string, which: (at: number) => boolean): string =>
  [...text]
    .map((one, at) =>
      which(at) || one === '\\'
        ? [...one]
            .flatMap((unit) => unit.split(''))
            .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
            .join('')
        : one,
    )
    .join('');

/** JSON as serialisers write it, some with needless escapes. */
function stringified(value: unknown, dice: Dice): string {
  const text = JSON.stringify(value, null, dice.pick([undefined, undefined, 2, '\t']));
  return dice.weighted<() => string>([
    [7, () => text],
    [1, () => text.replaceAll('/', '\\/')],
    [1, () => text.replace(/[\u0080-\uffff<>&@]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)],
    [
      1,
      () =>
        text.replace(/(?<!\\)[a-z](?=[a-z"])/g, (unit) =>
          dice.chance(0.08) ? `\\u00${unit.charCodeAt(0).toString(16)}` : unit,
        ),
    ],
  ])();
}

export const textOf = (node: Node, dice: Dice): string => ('text' in node ? node.text : stringified(node.json, dice));

const percent = (text: string, which: (at: number) => boolean): string =>
  [...text]
    .map((one, at) =>
      which(at) || one === '%'
        ? [...Buffer.from(one)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
        : one,
    )
    .join('');

const numbered = (text: string, dice: Dice, which: (at: number) => boolean): string => {
  const isHex = dice.chance(0.5);
  return [...text]
    .map((one, at) =>
      which(at) || one === '&' ? (isHex ? `&#x${one.codePointAt(0)?.toString(16)};` : `&#${one.codePointAt(0)};`) : one,
    )
    .join('');
};

const markup = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[one] ?? one,
  );

const lines = (text: string, width: number, lineBreak: string): string =>
  (text.match(new RegExp(`[^]{1,${width}}`, 'gu')) ?? []).join(lineBreak);

/** Some of the characters, or all of them. */
const someOf = (dice: Dice): ((at: number) => boolean) => {
  const share = dice.pick([0.05, 0.3, 1]);
  const salt = dice.int(0, 1_000);
  return (at) => ((at * 7_919 + salt) % 100) / 100 < share;
};

const onText =
  (change: (text: string, dice: Dice) => string) =>
  (node: Node, dice: Dice): Node => ({ text: change(textOf(node, dice), dice) });

export const WRAPS = {
  'JSON object': {
    kinds: ALL,
    wrap: (node, dice) => {
      const entries: [string, unknown][] = dice.times(dice.int(0, 2), (at) => [`k${at}`, harmless(dice)]);
      return { json: Object.fromEntries(dice.shuffled([...entries, [dice.pick(KEYS), jsonOf(node)]])) };
    },
  },
  'JSON array': { kinds: ALL, wrap: (node, dice) => ({ json: dice.shuffled([harmless(dice), jsonOf(node)]) }) },
  'JSON text': { kinds: ALL, wrap: (node, dice) => ({ text: stringified(jsonOf(node), dice) }) },
  'JSON in a sentence': {
    kinds: ALL,
    wrap: (node, dice) => ({ text: `upstream said ${stringified(jsonOf(node), dice)} at 12:00` }),
  },
  'cut JSON': {
    kinds: ALL,
    wrap: (node, dice) => ({
      text: `{"id":"7","inner":${stringified(jsonOf(node), dice)}${dice.pick(['', ',', ',"re', ',"rest":[1,{'])}`,
    }),
  },
  'form field': {
    kinds: ALL,
    wrap: onText(
      (text, dice) =>
        `a=1&${dice.pick(['payload', 'x', 'data'])}=${dice.chance(0.5) ? encodeURIComponent(text) : new URLSearchParams([['', text]]).toString().slice(1)}&b=2`,
    ),
  },
  address: {
    kinds: ALL,
    wrap: onText(
      (text, dice) =>
        `https://h.example/p?${dice.pick(['next', 'q', 'state'])}=${encodeURIComponent(text)}${dice.pick(['', '#top', '&z=1'])}`,
    ),
  },
  percent: { kinds: ALL, wrap: onText((text, dice) => percent(text.toWellFormed(), someOf(dice))) },
  'percent of all': { kinds: ALL, wrap: onText((text) => encodeURIComponent(text.toWellFormed())) },
  'JSON escapes': { kinds: ALL, wrap: onText((text) => JSON.stringify(text).slice(1, -1)) },
  'unicode escapes': { kinds: ALL, wrap: onText((text, dice) => escapedUnits(text, someOf(dice))) },
  'hex escapes': {
    kinds: ALL,
    wrap: onText((text, dice) =>
      [...text]
        .map((one) =>
          one === '\\' || (one.charCodeAt(0) < 0x7f && dice.chance(0.3))
            ? `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`
            : one,
        )
        .join(''),
    ),
  },
  'numbered entities': { kinds: ALL, wrap: onText((text, dice) => numbered(text, dice, someOf(dice))) },
  markup: { kinds: ALL, wrap: onText(markup) },
  page: {
    kinds: ALL,
    wrap: onText(
      (text) => `<html><head><title>502</title></head><body><h1>Bad</h1><pre>${markup(text)}</pre></body></html>`,
    ),
  },
  XML: {
    kinds: ALL,
    wrap: onText((text, dice) => (dice.chance(0.5) ? `<r><v>${markup(text)}</v></r>` : `<r v="${markup(text)}"/>`)),
  },
  CDATA: { kinds: ALL, wrap: onText((text) => `<r><![CDATA[${text}]]></r>`) },
  YAML: { kinds: ALL, wrap: onText((text) => `list:\n  - item: ${JSON.stringify(text)}\n    n: 1`) },
  'YAML block': { kinds: OWN, wrap: onText((text) => `item: >-\n  ${lines(text, 24, '\n  ')}\nn: 1`) },
  'header line': { kinds: ALL, wrap: onText((text) => `GET / HTTP/1.1\r\nX-Thing: ${text}\r\nAccept: */*`) },
  multipart: {
    kinds: ALL,
    wrap: onText((text) => `--b\r\nContent-Disposition: form-data; name=x\r\n\r\n${text}\r\n--b--`),
  },
  'CSV row': { kinds: ALL, wrap: onText((text) => `id;note\r\n7;"${text.replaceAll('"', '""')}"`) },
  'log line': {
    kinds: ALL,
    wrap: onText((text) => `2027-05-01T10:00:00Z INFO handler msg=${JSON.stringify(text)} ok=true`),
  },
  base64: {
    kinds: ALL,
    wrap: onText(
      (text, dice) =>
        `${dice.pick(['', 'data:;base64,', 'raw '])}${Buffer.from(text).toString(dice.pick(['base64', 'base64url']))}`,
    ),
  },
  'base64 over lines': {
    kinds: ALL,
    wrap: onText((text, dice) =>
      lines(Buffer.from(text).toString('base64'), dice.pick([64, 76, 20]), dice.pick(['\n', '\r\n', '\r\n '])),
    ),
  },
  'base64 of UTF-16': { kinds: ALL, wrap: onText((text) => Buffer.from(text, 'utf16le').toString('base64')) },
  hex: {
    kinds: ALL,
    wrap: onText((text, dice) =>
      dice.chance(0.5) ? Buffer.from(text).toString('hex') : Buffer.from(text).toString('hex').toUpperCase(),
    ),
  },
  'broken over lines': {
    kinds: OWN,
    wrap: onText((text, dice) => lines(text, dice.int(8, 40), dice.pick(['\n', '\r\n', '\n    ', ' \n']))),
  },
  JWT: {
    kinds: ALL,
    wrap: onText(
      (text, dice) =>
        `${Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')}.${Buffer.from(JSON.stringify({ x: text })).toString('base64url')}.${dice.base64url(43)}`,
    ),
  },
  'name and value': {
    kinds: ALL,
    wrap: (node, dice) => ({
      json: dice.pick<unknown>([{ name: 'x', value: jsonOf(node) }, ['x', jsonOf(node)], { 'k"': jsonOf(node) }]),
    }),
  },
  'a name': { kinds: ALL, wrap: (node, dice) => ({ json: { [textOf(node, dice)]: harmless(dice) } }) },
} as const satisfies Readonly<Record<string, WrapKind>>;

export type WrapName = keyof typeof WRAPS;

/** A structure and the seed of its details. */
export interface Wrap {
  readonly name: WrapName;
  readonly seed: number;
}

const NAMES = Object.keys(WRAPS) as WrapName[];
const namesFor = (kind: LeafKind): WrapName[] =>
  NAMES.filter((name) => (WRAPS[name].kinds as readonly LeafKind[]).includes(kind));
const BY_KIND: Readonly<Record<LeafKind, readonly WrapName[]>> = {
  own: namesFor('own'),
  named: namesFor('named'),
  form: namesFor('form'),
  guest: namesFor('guest'),
};

export const randomWrap = (dice: Dice, kind: LeafKind): Wrap => ({
  name: dice.pick(BY_KIND[kind]),
  seed: dice.int(0, 0x7fff_ffff),
});
