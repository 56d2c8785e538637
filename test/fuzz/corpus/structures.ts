/** The structures into which services, proxies and logs put a text that they repeat. */
import type { Dice } from '../random.ts';

type Write = (text: string, dice: Dice) => string;

const json = (value: unknown): string => JSON.stringify(value);
const markup: Write = (text) => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
const asciiOnly = (text: string): string =>
  text.replace(/[<>&@\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const STRUCTURES = {
  'a field': (text, dice) =>
    json({
      id: `6${dice.hex(23)}`,
      [dice.pick(['note', 'data', 'x1', 'Füße', 'detail'])]: text,
      count: dice.int(0, 99),
    }),
  'indented JSON': (text) => JSON.stringify({ list: [{ item: [text, null] }] }, null, 2),
  'JSON in ASCII': (text) => asciiOnly(json({ value: text })),
  'JSON with escaped slashes': (text) => json({ value: text }).replaceAll('/', '\\/'),
  'a name': (text) => json({ [text]: true }),
  'a name and its value': (text) => json([{ name: 'x', value: text }, ['x', text]]),
  'cut JSON': (text, dice) => `{"id":"7","inner":${json(text)}${dice.pick(['', ',', ',"re', ',"rest":[1,{'])}`,
  'JSON in a sentence': (text) => `upstream said ${json({ error: text })} at 12:00`,
  'a quotation': (text) => `upstream said ${json(text)} at 12:00`,
  'a form': (text) => `a=1&data=${encodeURIComponent(text)}&b=2`,
  'a form with plus signs': (text) => new URLSearchParams({ a: '1', data: text }).toString(),
  'an address': (text) => `https://h.example/p?next=${encodeURIComponent(text)}#top`,
  'percent escapes': (text) => encodeURIComponent(text),
  'escapes of markup': markup,
  'a page': (text, dice) => `<html><title>502</title><h1>Bad</h1><pre>${markup(text, dice)}</pre></html>`,
  XML: (text, dice) => `<r><v n="${markup(text, dice)}">${markup(text, dice)}</v></r>`,
  'a header line': (text) => `GET / HTTP/1.1\r\nX-Thing: ${text}\r\nAccept: */*`,
  'a part of a multipart body': (text) => `--b\r\nContent-Disposition: form-data; name=x\r\n\r\n${text}\r\n--b--`,
  'a line of a log': (text) => `2027-05-01T10:00:00Z INFO handler msg=${json(text)} ok=true`,
  base64: (text, dice) => Buffer.from(text).toString(dice.pick(['base64', 'base64url'])),
  hex: (text) => Buffer.from(text).toString('hex'),
  'a signed token': (text, dice) =>
    `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${Buffer.from(json({ x: text })).toString('base64url')}.${dice.base64url(43)}`,
} as const satisfies Readonly<Record<string, Write>>;

export type Structure = keyof typeof STRUCTURES;
export const STRUCTURE_NAMES = Object.keys(STRUCTURES) as Structure[];
