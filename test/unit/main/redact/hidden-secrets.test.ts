/** Own secrets under escapes that were encoded or broken over lines afterwards. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../../../src/main/redact/own-secrets.ts';
import { cpuMsOf } from '../../../support/cpu-time.ts';
import { expectGone } from './expect-gone.ts';

const SECRET = 'qZ7tk-Kd92mQx0LrW4sVb1';

const percent = (text: string): string => [...text].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('');
const entities = (text: string): string => [...text].map((one) => `&#x${one.charCodeAt(0).toString(16)};`).join('');
const unicode = (text: string): string =>
  [...text].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const broken = (text: string, width: number, lineBreak: string): string =>
  (text.match(new RegExp(`.{1,${width}}`, 'gs')) ?? []).join(lineBreak);

const ESCAPES = { percent, entities, unicode } as const;
const ENCODINGS = {
  base64: (text: string) => Buffer.from(text).toString('base64'),
  'base64 of UTF-16': (text: string) => Buffer.from(text, 'utf16le').toString('base64'),
  'base64 of big-endian UTF-16': (text: string) => Buffer.from(text, 'utf16le').swap16().toString('base64'),
  hex: (text: string) => Buffer.from(text).toString('hex'),
  'hex of UTF-16': (text: string) => Buffer.from(text, 'utf16le').toString('hex'),
} as const;

describe.each(Object.entries(ESCAPES))('an own secret in %s escapes', (_, written) => {
  it.each(Object.entries(ENCODINGS))('is found in %s', (__, encode) => {
    expectGone(withoutSecrets(`seen: ${encode(`x=${written(SECRET)}&y=1`)} there`, [SECRET]), SECRET);
  });

  it('is found where a line break stands within an escape', () => {
    const width = fc.integer({ min: 5, max: 40 });
    const lineBreak = fc.constantFrom('\n', '\r\n', '\n    ', '\n++');
    fc.assert(
      fc.property(width, lineBreak, fc.boolean(), (every, between, inJson) => {
        const note = broken(written(SECRET), every, between);
        const text = inJson ? JSON.stringify({ note }) : note;
        expectGone(withoutSecrets(text, [SECRET]), SECRET);
      }),
      { numRuns: 60 },
    );
  });
});

it.each([16, 20, 64])('an own secret in base64 over lines of %i characters is found', (every) => {
  const text = broken(Buffer.from(`x=${percent(SECRET)}&y=1`).toString('base64'), every, '\r\n');
  for (const one of [`\n${text}\n`, `f=${encodeURIComponent(text)}`]) expectGone(withoutSecrets(one, [SECRET]), SECRET);
});

it('an own secret in encoded lines of a form, which writes indentation as plus signs, is found', () => {
  for (const encode of Object.values(ENCODINGS)) {
    const text = broken(encode(`x=${percent(SECRET)}&y=1`), 24, '\n  ');
    const form = `f=${encodeURIComponent(`item: >-\n  ${text}\nn: 1`).replaceAll('%20', '+')}&b=2`;
    expectGone(withoutSecrets(form, [SECRET]), SECRET);
  }
  const words = 'pm_nQDKjnoZSGWPVwqhsHnRNaa';
  expectGone(withoutSecrets('f0=pm_nQDKjnoZSGWPVwqhs%0A++HnRNaa%0An', [words]), words);
});

it('an own secret in a signed token that is broken over lines is found', () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = `${part({ alg: 'HS256' })}.${part({ x: `a=1&q=${percent(SECRET)}` })}.x9r-UB_DFizpjFezX`;
  for (const every of [8, 10, 13, 20]) expectGone(withoutSecrets(broken(token, every, '\n'), [SECRET]), SECRET);
});

it('an own secret in hex is found beside other hex digits, and in base64 that is broken after few characters', () => {
  const hex = Buffer.from(Buffer.from(percent(SECRET)).toString('hex')).toString('hex');
  expectGone(withoutSecrets(`X-Thing: ${hex}\r\nAccept: */*`, [SECRET]), SECRET);
  expectGone(withoutSecrets(`cafe7\n${hex}`, [SECRET]), SECRET);
  const base64 = Buffer.from(SECRET, 'utf16le').toString('base64');
  for (let first = 1; first < 12; first += 1)
    expect(
      withoutSecrets(`said "${base64.slice(0, first)}\n${broken(base64.slice(first), 8, '\n')}" at`, [SECRET]),
    ).toContain('[redacted]');
});

it('an own secret in base64 whose letters are escaped in three ways is found', () => {
  const secret = 'ntbvrf-7tk-Kd92mQx0nrtbvf';
  const base64 = Buffer.from(secret, 'utf16le').toString('base64');
  const percentOfUnicode = encodeURIComponent(unicode(base64));
  const hexOf = (text: string, every: number) =>
    [...text]
      .map((one, at) => (at % every === 0 || one === '\\' ? `\\x${one.charCodeAt(0).toString(16)}` : one))
      .join('');
  for (const every of [1, 2, 3, 5]) {
    const body = JSON.stringify({ extra: `a=1&x=${hexOf(percentOfUnicode, every)}&b=2` });
    expectGone(withoutSecrets(body, [secret]), secret);
  }
});

/** The broken lines as they stand in the value of a header, which takes no line breaks. */
const inHeader = (text: string): string => text.replace(/[\r\n]+[\t ]*/g, '');

it('an own secret is found in encoded lines of which the last is short, and behind words of a form', () => {
  const secret = 'k8!gZ:&v w6$863$;hft2cd85c';
  const lines = broken(Buffer.from(encodeURIComponent(secret)).toString('hex'), 24, '\n  ');
  for (const end of ['', '&z=1', '#top', ')'])
    expectGone(withoutSecrets(`item: >-\n  https://h.example/p?q=${lines}${end}\nn: 1`, [secret]), secret);
  for (const words of ['said+', 'raw+', 'the+host+said+'])
    expectGone(withoutSecrets(`f0=${words}${ENCODINGS.base64(percent(SECRET))}`, [SECRET]), SECRET);
});

it('an own secret whose only digits look like an escape is found, also with its quotation mark doubled', () => {
  const secret = 'vS%@UN L ;UNVJn/+wwD/zX/be+kQe y:Yg;@ct"%45i';
  const form = new URLSearchParams({ f0: `id;note\r\n7;"${secret.replaceAll('"', '""')}"` }).toString();
  expectGone(withoutSecrets(form, [secret]), secret);
});

describe('an own secret in the value of a header', () => {
  const words = `x=${percent(SECRET)}&y=1`;
  it.each(Object.entries(ENCODINGS))('is found in %s whose lines a space joins', (_, encode) => {
    for (const every of [16, 24, 40])
      expectGone(withoutSecrets(`seen: ${inHeader(broken(encode(words), every, ' \n'))}, there`, [SECRET]), SECRET);
  });

  it('is found in base64 whose line breaks are escaped in part', () => {
    const [first = '', ...others] = broken(ENCODINGS.base64(words), 20, '\n').split('\n');
    const text = others.reduce((line, next, at) => `${line}${at % 2 === 0 ? '%0d' : '%20'}${next}`, first);
    expectGone(withoutSecrets(text, [SECRET]), SECRET);
  });

  it.each(Object.entries(ESCAPES))('is found in %s escapes that spaces break', (_, written) => {
    for (let every = 4; every < 40; every += 1)
      expectGone(withoutSecrets(`seen: ${broken(written(SECRET), every, ' ')}, there`, [SECRET]), SECRET);
  });
});

const hex = (text: string): string =>
  [...text].map((one) => `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
const markup = (text: string): string => text.replace(/[&<>"]/g, (one) => `&#x${one.charCodeAt(0).toString(16)};`);
const LAYERS = {
  ...ESCAPES,
  hex,
  markup,
  JSON: (text: string) => JSON.stringify(text).slice(1, -1),
  URI: encodeURIComponent,
  'some in percent': (text: string) => text.replace(/[%a-f02468]/g, percent),
  'some in entities': (text: string) => text.replace(/[&5-9dx\\]/g, entities),
  'some in hex': (text: string) => text.replace(/[\\#;0-4a-d]/g, hex),
} as const;

const underLayers = (names: readonly (keyof typeof LAYERS)[]): string =>
  names.reduce((text, name) => LAYERS[name](text), `q=${SECRET}`);

describe('an own secret under escapes of escapes', () => {
  it.each([
    [['some in entities', 'some in hex', 'JSON', 'some in percent', 'some in entities']],
    [['unicode', 'JSON', 'URI', 'some in hex']],
    [['unicode', 'some in entities', 'some in hex', 'some in percent']],
  ] as const)('is found: %j', (names) => {
    expectGone(withoutSecrets(`said "${underLayers(names)}"`, [SECRET]), SECRET);
  });

  it.each(['%5C', '&#92;'])('is found where %s stands for the first of two backslashes', (backslash) => {
    const secret = 'ntbvrf-7tk-Kd92mQx0nrtbvf';
    expectGone(withoutSecrets(hex(secret).replaceAll('\\', `${backslash}\\`), [secret]), secret);
  });

  it('is found whichever was written last', () => {
    const layers = fc.array(fc.constantFrom(...(Object.keys(LAYERS) as (keyof typeof LAYERS)[])), { maxLength: 4 });
    fc.assert(
      fc.property(layers, (names) => {
        const text = underLayers(names);
        if (text.length < 20_000) expectGone(withoutSecrets(`said "${text}"`, [SECRET]), SECRET);
      }),
      { numRuns: 150 },
    );
  });
});

describe('the search for broken escapes', () => {
  it('takes linear time', () => {
    const cpuMs = cpuMsOf(() => {
      withoutSecrets(' '.repeat(300_000), [SECRET]);
      withoutSecrets('\\'.repeat(300_000), [SECRET]);
      withoutSecrets('&#\n'.repeat(100_000), [SECRET]);
      withoutSecrets(`%${' '.repeat(40)}`.repeat(8_000), [SECRET]);
    });
    expect(cpuMs).toBeLessThan(2_000);
  });
});
