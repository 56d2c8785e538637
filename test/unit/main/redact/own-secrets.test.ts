import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secretsOf, withoutSecrets } from '../../../../src/main/redact/own-secrets.ts';
import { cpuMsOf } from '../../../support/cpu-time.ts';
import { expectGone } from './expect-gone.ts';

describe('own secrets', () => {
  it('are the bearer token and the fields of secret names', () => {
    const json = new Headers({ authorization: 'Bearer t0ken-value', 'content-type': 'application/json' });
    expect(secretsOf(json, '{"ratePlanId":"rp-000001","ccToken":"pm_000001","deep":{"cvv":"000000"}}')).toEqual([
      't0ken-value',
      'pm_000001',
      '000000',
    ]);
    const form = new Headers({ 'content-type': 'application/x-www-form-urlencoded' });
    expect(secretsOf(form, 'client_id=client-1&client_secret=a%2Bb%2Fc%3Dd')).toEqual(['a+b/c=d']);
    expect(secretsOf(new Headers(), null)).toEqual([]);
    expect(secretsOf(json, 'not json')).toEqual(['t0ken-value']);
  });

  it('are removed from an answer in any form, and other text stays', () => {
    const secret = 'a"b+c/d=e';
    const text = `${secret} ${JSON.stringify({ secret })} ${encodeURIComponent(secret)}`;
    expect(withoutSecrets(text, [secret])).toBe('[redacted] {"secret":"[redacted]"} [redacted]');
    expect(withoutSecrets('nothing here', [secret])).toBe('nothing here');
  });

  it.each<[string, (secret: string) => string]>([
    ['System.Text.Json', (it) => json(it, /[^\w .\\/=:-]/g, (hex) => `\\u${hex.toUpperCase()}`)],
    ['encoding/json of Go', (it) => json(it, /[&<>]/g, (hex) => `\\u${hex}`)],
    ['json_encode of PHP', (it) => json(it, /[^ -~]/g, (hex) => `\\u${hex}`).replaceAll('/', '\\/')],
    ['JSON in JSON', (it) => JSON.stringify(json(it, /[^ -~]/g, (hex) => `\\u${hex}`).replaceAll('/', '\\/'))],
    ['Mustache', (it) => it.replace(/[&<>"'`=/]/g, (one) => `&#x${one.charCodeAt(0).toString(16).toUpperCase()};`)],
    ['a page', (it) => it.replace(/[^\w ]/g, (one) => `&#${one.charCodeAt(0)};`)],
    ['JSON in a page', (it) => json(it, /[^ -~]/g, (hex) => `\\u${hex}`).replaceAll('"', '&quot;')],
    ['a header', (it) => Buffer.from(it.replace(/\n/g, '\\n')).toString('latin1')],
    ['an address that escapes all', (it) => it.replace(/[!-/:-@]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)],
  ])('are removed as %s writes them', (_, write) => {
    for (const secret of ['q7/Zx+9&Lm=4<k"T\'w`', 'ä/ö+ü-secret\\x\n', '+/==+/==', 'plainSecret0']) {
      const text = `unknown value ${write(secret)} here`;
      expectGone(withoutSecrets(text, [secret]), secret);
    }
  });

  it.each(['client', 'client_id', 'access', 'expires_in', 'Bearer'])(
    'leave the protocol words of OAuth as they are: %s',
    (secret) => {
      const words =
        '{"error":"invalid_client","client_id":"x","access_token":"y","expires_in":1,"token_type":"Bearer"}';
      expect(withoutSecrets(words, [secret])).toBe(words);
      expect(withoutSecrets(`${words} x${secret} ${secret}-1`, [secret])).toBe(`${words} x[redacted] [redacted]-1`);
    },
  );

  it('are searched in linear time, even if a text nearly matches', () => {
    const secret = `${'+\\'.repeat(30)}x`;
    const cpuMs = cpuMsOf(() => {
      withoutSecrets('\\'.repeat(200_000), [secret]);
      withoutSecrets(`${'+\\\\'.repeat(20)}`.repeat(3_000), [secret]);
      withoutSecrets('0123456789abcdef'.repeat(16_000), ['0123456789abcdef0123456789abcde7']);
    });
    expect(cpuMs).toBeLessThan(2_000);
  });
});

describe('own secrets under any escape', () => {
  const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0');
  const unit = (text: string, at: number) => text.charCodeAt(at % text.length);
  /** Escapes one character, or all. */
  const one = (text: string, at: number, write: (code: number) => string) =>
    text.slice(0, at % text.length) + write(unit(text, at)) + text.slice((at % text.length) + 1);
  const all = (text: string, write: (code: number) => string) =>
    [...text].map((character) => write(character.charCodeAt(0))).join('');
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const broken = (text: string, width: number, lineEnd: string) =>
    text.replace(new RegExp(`.{${width}}`, 'g'), (line) => `${line}${lineEnd}`);
  const writings: Record<string, (text: string, at: number) => string> = {
    'one letter in JSON': (text, at) => one(text, at, (code) => `\\u${hex(code, 4)}`),
    'one letter of JavaScript': (text, at) => one(text, at, (code) => `\\x${hex(code, 2)}`),
    'one letter in an address': (text, at) => one(text, at, (code) => `%${hex(code, 2)}`),
    'one letter in markup': (text, at) => one(text, at, (code) => `&#${code};`),
    'one letter in hex in markup': (text, at) => one(text, at, (code) => `&#x000${hex(code, 2)};`),
    'all letters in JSON': (text) => all(text, (code) => `\\u${hex(code, 4).toUpperCase()}`),
    'all letters in an address': (text) => all(text, (code) => `%${hex(code, 2)}`),
    JSON: (text) => JSON.stringify(text),
    'an address': encodeURIComponent,
    hex: (text) => Buffer.from(text).toString('hex'),
    'upper-case hex': (text) => Buffer.from(text).toString('hex').toUpperCase(),
    'hex with colons': (text) => all(text, (code) => `:${hex(code, 2)}`),
    'UTF-16': (text) => all(text, (code) => `${String.fromCharCode(code)}\0`),
    base64,
    'base64 of UTF-16': (text) => Buffer.from(text, 'utf16le').toString('base64'),
    'base64 without padding': (text, at) => Buffer.from(`${'x'.repeat(at % 3)}${text}`).toString('base64url'),
    'base64 of JSON with line breaks': (text) => base64(JSON.stringify({ a: 1, token: text, b: [true] }, null, 2)),
    'base64 of escaped JSON': (text) => base64(`{"a":"${all(text, (code) => `\\u${hex(code, 4)}`)}"}`),
    'base64 in lines': (text) => broken(base64(`{"pad":"${'p'.repeat(30)}","t":"${text}"}`), 76, '\r\n'),
    lines: (text, at) => broken(text, 5 + (at % 20), '\n'),
    'lines with a margin': (text, at) => broken(text, 5 + (at % 20), '\n    > '),
    'a text joined in source code': (text, at) => broken(text, 5 + (at % 20), '" + "'),
    'other case': (text) => text.toUpperCase(),
  };
  const secret = fc
    .tuple(fc.stringMatching(/^[A-Za-z0-9]{8}$/), fc.stringMatching(/^[A-Za-z0-9._~+/=-]{6,50}$/))
    .map(([start, end]) => `7${start}${end}pl4nt3d`);

  it.each(Object.keys(writings))('are removed: %s', (name) => {
    fc.assert(
      fc.property(secret, fc.nat(), (value, at) => {
        expectGone(withoutSecrets(`before ${writings[name]?.(value, at)} after`, [value]), value);
      }),
      { numRuns: 30 },
    );
  });

  it('are removed under several escapes within one another', () => {
    const wrappings = ['JSON', 'an address', 'one letter in JSON', 'one letter in an address', 'one letter in markup'];
    fc.assert(
      fc.property(
        secret,
        fc.array(fc.constantFrom(...wrappings), { minLength: 1, maxLength: 4 }),
        fc.nat(),
        (value, names, at) => {
          const text = names.reduce((inner, name) => writings[name]?.(inner, at) ?? inner, value);
          expectGone(withoutSecrets(`before ${text} after`, [value]), value);
        },
      ),
      { numRuns: 400 },
    );
  });

  it.each([
    ['7Wr7O1mS3..8_++3/_=pl4nt3d', '7Wr7O1mS3..8_++3/_=pl4nt3\\\\u007&#53;0064'],
    ['701O4Ea4v~=N/-_pl4nt3d', '701O4Ea4v~=N/-_p\\\\u0%3075006c4nt3d'],
    ['7Dx2102Cw_4_X=~hhpl4nt3d', '7Dx2102Cw_4_\\u0058=~hhpl4n&#92;\\u00743d'],
    ['7aaAaaaaa+~A+_-~pl4nt3d', '7\\\\u005cu00750061aAaaa%61a+~A+_-~pl4nt3d'],
    ['70aaAaaaaa~+_0_+_~-pl4nt3d', '7\\\\u\\u00300750030aaAaaaaa~+_0_+_~-pl\\u0034nt3d'],
    ['7Aa00aAaaa~a.+AApl4nt3d', '7\\\\u007\\u00350041a00aAaaa~a.+AApl4nt3d'],
    ['7aa0AaAra.0+=/_/0-pl4nt3d', '7aa0AaAra.0+=/_/0-pl4\\\\u005c\\u006et3d'],
    ['70000aAa0.0-A0==+pl4nt3d', '7\\\\%7500750030000aAa0.0-A0==+pl4nt3d'],
  ])('are removed where addresses or markup escape a part of another escape: %s', (value, text) => {
    expectGone(withoutSecrets(`before ${text} after`, [value]), value);
  });

  it('are removed from hex that a form breaks over lines', () => {
    const value = 'P9V_IbSUiRCT0M9NudfVsm18vITaGDmMzGObCSb7QpB';
    const hex = Buffer.from([...value].map((one) => `&#${one.charCodeAt(0)};`).join('')).toString('hex');
    const form = new URLSearchParams([['f0', hex.replace(/.{16}/g, '$& \n')]]).toString();
    expectGone(withoutSecrets(form, [value]), value);
  });

  it('are removed where markup hides escapes of JavaScript, and is hidden by them, within JSON', () => {
    const value = "dStA@mkbbR  GS+2Gv=vh=#LNb'@NRZwTZ59o";
    const escaped = (text: string, every: number): string =>
      [...text].map((one, at) => (at % every === 0 ? `\\x${hex(one.charCodeAt(0), 2)}` : one)).join('');
    const markup = [...escaped(value, 2)].map((one) => `&#x${hex(one.charCodeAt(0), 2)};`).join('');
    for (const every of [2, 3, 5])
      expect(withoutSecrets(JSON.stringify({ a: JSON.stringify(escaped(markup, every)) }), [value])).toContain(
        '[redacted]',
      );
  });

  it('are removed where a line break is within an escape whose backslash is escaped', () => {
    const text = JSON.stringify(
      JSON.stringify('a=1&amp;x=\n    %22%5Cu007\n    3nt_Pve7aJ\n    FUCvmWqboZ\n    k9ejT0eFCk\n    Ma%22'),
    );
    expect(withoutSecrets(text, ['snt_Pve7aJFUCvmWqboZk9ejT0eFCkMa'])).not.toMatch(/k9ejT0/);
  });

  it.each(['>-', '+', '- ', '--'])('are removed from base64 after %s', (mark) => {
    const value = 'zqc_jUdJOb6EHkGht95Md8Tp60336fhi';
    const inUtf16 = (text: string) => Buffer.from(text, 'utf16le').toString('base64');
    const twice = inUtf16(inUtf16(value));
    expectGone(withoutSecrets(`item: ${mark}${twice}=n: 1`, [value]), value);
  });

  it('are removed where a form breaks letters after a space, and from base64 over lines of carriage returns', () => {
    expectGone(withoutSecrets('f0=pm_VfRkjkOuaqeJp+%0AVdvBJUcHxHt', ['pm_VfRkjkOuaqeJpVdvBJUcHxHt']), 'VfRkjk');
    const value = 'vrnt+JYGmP48tU2.y~cdtzTm/SE';
    const entities = [...value].map((one) => `&#${one.charCodeAt(0)};`).join('');
    const text = encodeURIComponent(broken(base64(entities), 20, '\r'));
    expectGone(withoutSecrets(`got ${text}`, [value]), value);
  });

  it('are removed from base64 whose last line is short', () => {
    const lines = (
      Buffer.from('a6p_zUU--V_&#x2f;k9CN9pO8WCHqKGQ')
        .toString('base64')
        .match(/.{1,20}/g) ?? []
    ).join('\n');
    expect(lines).toMatch(/\n.{1,5}$/);
    const text = Buffer.from(lines, 'utf16le').toString('base64');
    expectGone(withoutSecrets(`got ${text}`, ['a6p_zUU--V_/k9CN9pO8WCHqKGQ']), 'a6p_zUU--V_/k9CN9pO8WCHqKGQ');
  });

  it('are removed where only their beginning is repeated', () => {
    const token = Buffer.from('the beginning of a token, which is long').toString('base64');
    expect(withoutSecrets(`"${token.slice(0, 40)}…" is not valid`, [token])).toBe('"[redacted]…" is not valid');
    expect(withoutSecrets(`was ${token.slice(0, 12)}`, [token])).toBe('was [redacted]');
  });

  it('take with them a token that begins alike, with escapes in it', () => {
    const head = Buffer.from('{"alg":"RS256","kid":"planted"}').toString('base64url');
    const own = `${head}.cGxhbnRlZCBvd24gdG9rZW4.b3duIHNpZ25hdHVyZQ`;
    const other = String.raw`${head}.cGxhbnR\u006cZCBvdGhlcg.b3Ro&#x5a;XIgc2ln%6ebmF0dXJl`;
    expectGone(withoutSecrets(`got ${other} back`, [own]), head);
  });

  it('are removed where a form writes the indentation of a broken line as plus signs', () => {
    const letters = 'plVnt_ed~/seCrEt+LeTTers';
    for (const line of ['%0A', '%5Cn', '%0D%0A'])
      expectGone(
        withoutSecrets(`f0=a%3A+%3E-${line}++plVnt_ed%7E%2FseCrEt%2B${line}++LeTTers%0An`, [letters]),
        'plVnt_ed',
      );
  });

  it('leave what only resembles them', () => {
    fc.assert(
      fc.property(secret, fc.string({ maxLength: 200 }), (value, text) => {
        expect(withoutSecrets(text, [value])).toBe(text);
      }),
    );
    expect(withoutSecrets('a client secret of ours', ['client-secret'])).toBe('a client secret of ours');
    const rebate = JSON.stringify({ terms: '10%20%30 off', link: 'https://cdn.example.test/%41lbum' });
    expect(withoutSecrets(rebate, ['7aAA00zQw93xB1c_pl4nt3d'])).toBe(rebate);
  });
});

/** A text as a JSON writer escapes it; the characters that match `more` by their code. */
const json = (text: string, more: RegExp, write: (hex: string) => string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(more, (one) => write(one.charCodeAt(0).toString(16).padStart(4, '0')));
