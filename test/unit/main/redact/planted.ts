/** Structures in which a value can be planted, as payloads of these APIs, of proxies and logs have them. */
import fc from 'fast-check';

/** Puts a value under a name into a structure. */
export type Carrier = (name: string, value: string) => string;

const json = (value: unknown): string => JSON.stringify(value);
const every = (text: string, code: (byte: number) => string): string =>
  [...new TextEncoder().encode(text)].map(code).join('');
const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
const escapedUnits = (text: string): string =>
  [...Array(text.length).keys()].map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

/** Carriers of one structure each. The name stays readable in it. */
export const carriers: Readonly<Record<string, Carrier>> = {
  json: (name, value) => json({ first: 1, [name]: value, last: [true, null] }),
  spacedJson: (name, value) => JSON.stringify({ a: { b: [{ [name]: value }] } }, null, 2),
  escapedName: (name, value) => `{"a":1,"${escapedUnits(name)}":${json(value)}}`,
  escapedValue: (name, value) => `{"a":1,${json(name)}:"${escapedUnits(value)}"}`,
  jsonInText: (name, value) => json({ body: json({ inner: json({ [name]: value }) }) }),
  textThenJson: (name, value) => `Request failed: ${json({ data: { [name]: value } })} (try again)`,
  twice: (name, value) => `{${json(name)}:${json(value)},${json(name)}:"x"}`,
  pairs: (name, value) =>
    json([
      { name: 'Accept', value: '*/*' },
      { name, value },
    ]),
  pairsBackwards: (name, value) => json({ headers: [{ value, key: name }] }),
  entries: (name, value) =>
    json([
      ['accept', 'text/plain'],
      [name, value],
    ]),
  form: (name, value) => `a=1&${encodeURIComponent(name)}=${encodeURIComponent(value)}&z=2`,
  formCodes: (name, value) => `a=1&${every(name, (byte) => `%${hex(byte)}`)}=${encodeURIComponent(value)}`,
  query: (name, value) => `https://api.example/v1/x?${new URLSearchParams({ b: '2', [name]: value })}#top`,
  fragment: (name, value) => `https://api.example/cb#${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  jsonInQuery: (name, value) => `https://api.example/x?filter=${encodeURIComponent(json({ [name]: value }))}`,
  twiceEncoded: (name, value) =>
    `https://api.example/x?next=${encodeURIComponent(`https://b.example/?${encodeURIComponent(name)}=${encodeURIComponent(value)}`)}`,
  deepEncoded: (name, value) =>
    `q=${encodeURIComponent(encodeURIComponent(encodeURIComponent(json({ [name]: value }))))}`,
  multipart: (name, value) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: text/plain\r\n\r\n${value}\r\n--b--\r\n`,
  xml: (name, value) => `<?xml version="1.0"?><a><b x="1"/><${name}>${value}</${name}></a>`,
  input: (name, value) => `<form><input type="hidden" name="${name}" value="${value}"><p>Hello</p></form>`,
  attributes: (name, value) => `<a><b ${name}="${value}" c="d">text</b></a>`,
  quotedMarkup: (name, value) => `<div data-x="{&quot;${name}&quot;:&quot;${value}&quot;}"></div>`,
  escapedInText: (name, value) => `the service said {\\"a\\":1,\\"${name}\\":\\"${value}\\"}`,
  python: (name, value) => `{'a': 1, '${name}': '${value}'}`,
  cutJson: (name, value) => json({ pad: 'x', [name]: value, more: 'y'.repeat(40) }).slice(0, -20),
};

export const carrierNames = Object.keys(carriers);
export const anyCarrier = fc.constantFrom(...carrierNames);

/** Puts a text inside another structure. */
const wrappings: Readonly<Record<string, (text: string) => string>> = {
  none: (text) => text,
  jsonText: (text) => json({ note: text }),
  listText: (text) => json([1, [text]]),
  encoded: (text) => `x=${encodeURIComponent(text)}`,
  lines: (text) => `first line\n${text}\nlast line`,
};
export const anyWrapping = fc.constantFrom(...Object.keys(wrappings));

export function planted(carrier: string, wrapping: string, name: string, value: string): string {
  const carry = carriers[carrier];
  const wrap = wrappings[wrapping];
  if (!carry || !wrap) throw new Error('there is no such structure');
  return wrap(carry(name, value));
}
