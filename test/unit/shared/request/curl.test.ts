import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CurlSource,
  curlOf,
  inBash,
  inCmd,
  inPowerShell,
  isRefused,
  shellOf,
} from '../../../../src/shared/request/curl.ts';
import { anyCharacter } from '../../../support/any-character.ts';
import { anyWebUrl } from '../../../support/any-web-url.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

const asked = (changes: Partial<CurlSource> = {}): CurlSource => ({
  method: 'GET',
  url: 'https://open.example/v1/listings?limit=5',
  requestHeaders: [
    ['accept', 'application/json'],
    ['authorization', 'Bearer [redacted]'],
    ['host', 'open.example'],
  ],
  requestBody: null,
  ...changes,
});
const bodyOf = (text: string, cut = false) => ({ text, bytes: Buffer.byteLength(text) + (cut ? 500 : 0), cut });

/** Runs command lines in a real bash in which curl only prints its arguments. Returns the arguments of each. */
function wordsOfAll(scripts: readonly string[]): string[][] {
  // A separator between two scripts shows which of them printed too much or nothing.
  const whole = scripts.map((script, index) => `${script}\nprintf '<%s>\\0' ${index}\n`).join('');
  const out = execFileSync('/bin/bash', ['--norc', '-s'], {
    encoding: 'utf8',
    input: `curl() { printf '%s\\0' "$@"; printf '\\0\\0'; }\n${whole}`,
    env: { PATH: '/nonexistent', ACCESS_TOKEN: 'T0KEN', LC_ALL: 'C.UTF-8' },
    maxBuffer: 64 * 1024 * 1024,
  });
  let rest = out;
  const words = scripts.map((_, index) => {
    const end = `\0\0\0<${index}>\0`;
    const at = rest.indexOf(end);
    expect(at).toBeGreaterThanOrEqual(0);
    const said = rest.slice(0, at).split('\0');
    rest = rest.slice(at + end.length);
    return said;
  });
  expect(rest).toBe('');
  return words;
}
const wordsIn = (script: string): string[] => wordsOfAll([script])[0] ?? [];
/** Many at once, because starting bash takes most of the time. */
const MANY = { minLength: 25, maxLength: 25 };

const nasty = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string(),
  fc
    .array(
      fc.constantFrom(
        "'",
        '"',
        '`',
        '$(touch x)',
        '$HOME',
        '\\',
        '!',
        '!!',
        '\n',
        '\r',
        '\t',
        '\u0007',
        '\u001b[201~',
        '\u0085',
        '#',
        ';',
        '&&',
        '|',
        '<',
        '>',
        '*',
        '~',
        '=',
        '@file',
        '-x',
        'é',
        '😀',
        '7',
        'a',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);
const kept = (text: string): string => text.toWellFormed().replaceAll('\0', '');
const line = nasty.map((text) => kept(text).replace(/[\r\n]/g, ''));

const someRequest = fc.record({
  name: line,
  value: line,
  text: nasty,
  url: anyWebUrl,
});
const headerNameOf = (name: string): string => `x-${name.replace(/[^a-z]/gi, '')}`;

describe.skipIf(process.platform === 'win32')('the line for bash', () => {
  it('sends the same request, with the token in a variable', () => {
    expect(curlOf(asked(), 'bash')).toBe(
      [
        '# Set ACCESS_TOKEN first: it is not part of this line.',
        "curl 'https://open.example/v1/listings?limit=5' \\",
        '  --header "Authorization: Bearer $ACCESS_TOKEN" \\',
        "  --header 'accept: application/json'",
      ].join('\n'),
    );
  });

  it.each(['[redacted]', 'Bearer Bearer [redacted]', 'Token [redacted]'])(
    'keeps an Authorization header of another form, masked: %s',
    (value) => {
      const text = curlOf(asked({ requestHeaders: [['Authorization', value]] }), 'bash');
      expect(text).toContain(`--header 'Authorization: ${value}'`);
      expect(text).toContain('# Values in [square brackets]');
    },
  );

  it('notes what is redacted, left out and cut', () => {
    const text = curlOf(
      asked({
        method: 'POST',
        url: 'https://h.example/x?email=[mail address]',
        requestHeaders: [
          ['x-debug', '[redacted]'],
          ['content-type', 'application/json'],
        ],
        requestBody: bodyOf('{"guest":"[guest name]"', true),
      }),
      'bash',
    );
    expect(text.split('\n').filter((row) => row.startsWith('#'))).toEqual([
      '# Headers left out, because they may be secret: x-debug.',
      '# Values in [square brackets] (escaped: %5B, %5D) are redacted: put your own in their place.',
      '# The body is not whole: 523 bytes were sent, only its beginning is recorded.',
    ]);
    expect(wordsIn(text)).toEqual([
      '--globoff',
      'https://h.example/x?email=[mail%20address]',
      '--header',
      'content-type: application/json',
      '--data-raw',
      '{"guest":"[guest name]"',
    ]);
  });

  it('names the method where curl would choose another', () => {
    expect(wordsIn(curlOf(asked({ method: 'DELETE' }), 'bash')).slice(1, 3)).toEqual(['--request', 'DELETE']);
    expect(wordsIn(curlOf(asked({ method: 'GET', requestBody: bodyOf('x') }), 'bash'))).toContain('--request');
    expect(wordsIn(curlOf(asked({ method: 'head' }), 'bash'))).toContain('--head');
  });

  it('means exactly the recorded text: bash executes no part of it', () => {
    fc.assert(
      fc.property(fc.array(someRequest, MANY), (requests) => {
        const scripts = requests.map(({ name, value, text, url }) =>
          curlOf(
            asked({
              method: 'PUT',
              url,
              requestHeaders: [
                ['Authorization', 'Bearer [redacted]'],
                [headerNameOf(name), `v${value}`],
                ['content-type', 'text/plain'],
              ],
              requestBody: bodyOf(`b${text}`),
            }),
            'bash',
          ),
        );
        const said = wordsOfAll(scripts).map((words) => words.slice(words.indexOf('--request')));
        expect(said).toEqual(
          requests.map(({ name, value, text }) => [
            '--request',
            'PUT',
            '--header',
            'Authorization: Bearer T0KEN',
            '--header',
            `${headerNameOf(name)}: v${value}`,
            '--header',
            'content-type: text/plain',
            '--data-raw',
            `b${kept(text)}`,
          ]),
        );
      }),
      { numRuns: 10 },
    );
  });

  it('passes any method, address and header name to curl as one word', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(nasty, nasty, nasty), MANY), (all) => {
        const scripts = all.map(([method, url, name]) =>
          curlOf(asked({ method: `x${method}`, url: `https://h/${url}`, requestHeaders: [[`n${name}`, 'v']] }), 'bash'),
        );
        const counts = wordsOfAll(scripts).map((words) => words.filter((word) => word !== '--globoff').length);
        expect(counts).toEqual(all.map(([, , name]) => (/^[\w!#$%&'*+.^`|~-]+$/.test(`n${name}`) ? 5 : 3)));
      }),
      { numRuns: 10 },
    );
  });

  it('contains no control character but line ends', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        expect(inBash(text)).not.toMatch(/\p{Cc}/u);
        expect(inPowerShell(text)).not.toMatch(/\p{Cc}/u);
      }),
    );
  });
});

/** Shells in which a person may paste the line for bash. */
const SHELLS = [['sh'], ['dash'], ['bash'], ['bash', '--posix'], ['zsh', '--no-rcs'], ['ksh'], ['busybox', 'sh']];
const pathOf = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(existsSync);

let folder: string;
beforeAll(() => {
  folder = makeTempFolder();
});
afterAll(() => removeTempFolder(folder));

describe.each(SHELLS)('the line for bash, pasted into %s %s', (...shell) => {
  it.skipIf(pathOf(shell[0] ?? '') === undefined)('calls curl once and executes nothing of what was recorded', () => {
    const hostile = fc
      .array(
        fc.oneof(
          nasty,
          fc.constantFrom(
            ...[
              "'; ran #",
              "'; ran; '",
              '$(ran)',
              '`ran`',
              "'$(ran)'",
              '\n ran \n',
              "\\'; ran #",
              "\\\\'; ran #",
              "'\n; ran\n'",
            ],
            ...['";ran;"', '&& ran', '| ran', '\u0007', '\r', '!ran', '$ran', "$'; ran'", '\u001b'],
          ),
        ),
        { maxLength: 6 },
      )
      .map((parts) => parts.join(''));
    const request = fc.record({ method: hostile, url: hostile, name: hostile, value: hostile, text: hostile });
    fc.assert(
      fc.property(fc.array(request, { minLength: 40, maxLength: 40 }), (requests) => {
        const scripts = requests.map(({ method, url, name, value, text }) =>
          curlOf(
            asked({
              method: `x${method}`,
              url: `https://h/${url}`,
              requestHeaders: [
                ['authorization', 'Bearer [redacted]'],
                [`n${name}`, value],
                ['x-a', value],
              ],
              requestBody: bodyOf(`b${text}`),
            }),
            'bash',
          ),
        );
        const [file = '', ...options] = shell;
        const out = execFileSync(pathOf(file) ?? '', [...options, '-s'], {
          encoding: 'utf8',
          input: `ran() { echo EXECUTED; }\ncurl() { echo CURL; }\n${scripts.join('\n')}\n`,
          stdio: ['pipe', 'pipe', 'pipe'],
          env: { PATH: '/nonexistent', LC_ALL: 'C.UTF-8' },
          // Should a text be executed, its redirections make files there.
          cwd: folder,
        });
        expect(out).toBe('CURL\n'.repeat(scripts.length));
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });
});

/** The text that PowerShell reads from such an expression (about_Quoting_Rules): two single quotes in a row, of any kind, are one. */
function readPowerShell(expression: string): string {
  const QUOTE = /['\u2018\u2019\u201a\u201b]/;
  let rest = expression.startsWith('(') ? expression.slice(1, -1) : expression;
  let out = '';
  while (rest !== '') {
    const code = /^\[char\](\d+)/.exec(rest);
    if (code) {
      out += String.fromCharCode(Number(code[1]));
      rest = rest.slice(code[0].length);
    } else {
      expect(rest[0]).toBe("'");
      let at = 1;
      for (; ; at += 1) {
        if (at >= rest.length) throw new Error('the text does not end');
        const character = rest[at] ?? '';
        if (!QUOTE.test(character)) out += character;
        else if (QUOTE.test(rest[at + 1] ?? '')) {
          at += 1;
          out += rest[at];
        } else break;
      }
      rest = rest.slice(at + 1);
    }
    if (rest === '') break;
    expect(rest.startsWith(' + ')).toBe(true);
    rest = rest.slice(3);
  }
  return out;
}

describe('the line for PowerShell', () => {
  it('sends the same request, with the token in the environment', () => {
    const made = asked({
      method: 'POST',
      requestHeaders: [...asked().requestHeaders, ['content-type', 'application/json'], ['user-agent', 'Latchkey/1']],
      requestBody: bodyOf(`{"note":"it's"}`),
    });
    expect(curlOf(made, 'powershell')).toBe(
      [
        '# Set ACCESS_TOKEN first: it is not part of this line.',
        "Invoke-WebRequest -UseBasicParsing -Uri 'https://open.example/v1/listings?limit=5' `",
        "  -Method 'POST' `",
        "  -UserAgent 'Latchkey/1' `",
        `  -Headers @{ 'Authorization' = "Bearer $env:ACCESS_TOKEN"; 'accept' = 'application/json' } \``,
        "  -ContentType 'application/json' `",
        `  -Body ([Text.Encoding]::UTF8.GetBytes('{"note":"it''s"}'))`,
      ].join('\n'),
    );
  });

  it.each([
    ['', "''"],
    ['a$b`c"d', `'a$b\`c"d'`],
    ["it's", "'it''s'"],
    ['\u2018x\u2019', "'\u2018\u2018x\u2019\u2019'"],
    ['a\nb', "('a' + [char]10 + 'b')"],
    ['\u001b', "('' + [char]27)"],
  ])('%j is %s', (text, expression) => {
    expect(inPowerShell(text)).toBe(expression);
  });

  it('means exactly the recorded text', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        expect(readPowerShell(inPowerShell(text))).toBe(kept(text));
      }),
    );
  });
});

/** The variables of a machine on which a person pastes. */
const VARIABLES: Readonly<Record<string, string>> = { ACCESS_TOKEN: 'T0KEN', PATH: 'C:\\a&calc"', OS: 'Windows_NT' };

/**
 * The first phase of cmd at its prompt: `%NAME%`, also with `:~` and `:x=y`, becomes the value. Where the name is not set, the text stays; reading
 * goes on behind its first or its second percent sign, which is not documented.
 */
function expandPercent(line: string, goesOn: 'first' | 'second'): string {
  let out = '';
  for (let at = 0; at < line.length; ) {
    const end = line[at] === '%' ? line.indexOf('%', at + 1) : -1;
    const name = end > at + 1 ? (line.slice(at + 1, end).split(':')[0] ?? '') : '';
    const value = VARIABLES[name.toUpperCase()];
    if (end !== -1 && value !== undefined) {
      out += value;
      at = end + 1;
    } else {
      const next = end !== -1 && goesOn === 'second' ? end : at + 1;
      out += line.slice(at, next);
      at = next;
    }
  }
  return out;
}

/** The second phase: quotation marks switch, a caret outside them takes the meaning of the next character. Nothing else may have a meaning. */
function readCarets(line: string): string {
  let out = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? '';
    if (character === '^' && !isQuoted) {
      at += 1;
      if (at >= line.length) throw new Error('the line goes on');
      out += line[at];
      continue;
    }
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /[&|<>()]/.test(character)) throw new Error(`cmd obeys ${character}`);
    if (/[\p{Cc}!]/u.test(character)) throw new Error('cmd obeys a character that no quotation mark holds');
    out += character;
  }
  return out;
}

/** The words that a C program reads (Microsoft, "Parsing C command-line arguments"). */
function wordsOfProgram(line: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const slashes = /^\\*/.exec(line.slice(at))?.[0].length ?? 0;
    const isBeforeQuote = line[at + slashes] === '"';
    if (slashes > 0) {
      word = (word ?? '') + '\\'.repeat(isBeforeQuote ? Math.floor(slashes / 2) : slashes);
      at += slashes - 1;
      if (isBeforeQuote && slashes % 2 === 1) {
        word += '"';
        at += 1;
      }
    } else if (line[at] === '"') {
      word ??= '';
      isQuoted = !isQuoted;
    } else if (/[ \t]/.test(line[at] ?? '') && !isQuoted) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + line[at];
  }
  expect(isQuoted).toBe(false);
  return word === null ? words : [...words, word];
}

const READINGS = ['first', 'second'] as const;
/** The words that curl gets; every other line is a comment in which cmd finds nothing to obey. */
function wordsAtPrompt(text: string, goesOn: 'first' | 'second'): string[] {
  const rows = text.split('\n');
  const command = rows.pop() ?? '';
  for (const row of rows) expect(row).toMatch(/^rem [\w .,:()[\]-]*$/);
  return wordsOfProgram(readCarets(expandPercent(command, goesOn)));
}

const forCmd = fc.oneof(
  fc.string(),
  fc
    .array(
      fc.constantFrom(
        ...[
          '%PATH%',
          '%OS%',
          '%PATH:a=b%',
          '%PATH:~0,3%',
          '%OS:',
          '=%',
          '%',
          '%%',
          '^',
          '^^',
          '^%',
          '"',
          '""',
          '\\',
          '\\"',
        ],
        ...[
          '&',
          '&& calc',
          '|',
          '<',
          '>',
          '(',
          ')',
          ' ',
          "'",
          '`',
          '~',
          '*',
          '?',
          ';',
          ',',
          '=',
          '@x',
          '-x',
          'a',
          '1',
          'OS',
          'PATH',
        ],
      ),
      { maxLength: 14 },
    )
    .map((parts) => parts.join('')),
);
const ascii = forCmd.map((text) => text.replaceAll('!', ''));

describe('the line for cmd', () => {
  it('reads a body of a million backslashes at once', () => {
    expect(inCmd(`${'\\'.repeat(1_000_000)}a`)).toHaveLength(2_000_005);
  });

  it('sends the same request, with the token in a variable', () => {
    const made = asked({
      method: 'POST',
      url: 'https://open.example/v1/listings?a=1&b=50%25',
      requestHeaders: [...asked().requestHeaders, ['content-type', 'application/json']],
      requestBody: bodyOf('{\n  "note": "50% for Zoë & you!"\n}'),
    });
    expect(curlOf(made, 'cmd')).toBe(
      [
        'rem Set ACCESS_TOKEN first: it is not part of this line.',
        [
          'curl --header "Authorization: Bearer %ACCESS_TOKEN%" ^"https://open.example/v1/listings^?a=1^&b=50^%^25^"',
          '--header ^"accept: application/json^" --header ^"content-type: application/json^"',
          '--data-raw ^"^{   ^\\^"note^\\^": ^\\^"50^%^ for Zo^\\u00eb ^& you^\\u0021^\\^" ^}^"',
        ].join(' '),
      ].join('\n'),
    );
  });

  it.each(READINGS)(
    'gives curl exactly the recorded words, and cmd nothing to obey, reading on behind the %s',
    (goesOn) => {
      fc.assert(
        fc.property(ascii, ascii, ascii, (value, text, path) => {
          const made = asked({
            method: 'PUT',
            url: `https://h/${path}`,
            requestHeaders: [
              ['Authorization', 'Bearer [redacted]'],
              ['x-a', `v${value}`],
              ['content-type', 'text/plain'],
            ],
            requestBody: bodyOf(`b${text}`),
          });
          const words = wordsAtPrompt(curlOf(made, 'cmd'), goesOn).filter((word) => word !== '--globoff');
          expect([...words.slice(0, 3), ...words.slice(4)]).toEqual([
            ...['curl', '--header', 'Authorization: Bearer T0KEN', '--request', 'PUT'],
            ...['--header', `x-a: v${value}`, '--header', 'content-type: text/plain', '--data-raw', `b${text}`],
          ]);
          expect(words[3]).toMatch(/^https:\/\/h\//);
        }),
        { numRuns: 120 },
      );
    },
  );

  it('passes any method, address, header and body as words, or refuses with a sentence', () => {
    const any = fc.oneof(nasty, forCmd);
    fc.assert(
      fc.property(any, any, any, any, (method, url, name, text) => {
        const made = asked({
          method: `x${method}`,
          url: `https://h/${url}`,
          requestHeaders: [[`n${name}`, text]],
          requestBody: bodyOf(text),
        });
        const line = curlOf(made, 'cmd');
        expect(line).not.toMatch(/[^\x20-\x7e\n]/);
        if (isRefused(line)) expect(line).toMatch(/^rem [\w .,:]+\. Copy it for PowerShell\.$/);
        else expect(wordsAtPrompt(line, 'first')[0]).toBe('curl');
      }),
      { numRuns: 120 },
    );
  });

  it('sends equal JSON, whatever characters are in it', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          nasty.map((text) => JSON.stringify({ text }, null, 2)),
        ),
        (text) => {
          const words = wordsAtPrompt(curlOf(asked({ requestBody: bodyOf(text) }), 'cmd'), 'second');
          expect(JSON.parse(words.at(-1) ?? '')).toEqual(JSON.parse(kept(text)));
        },
      ),
    );
  });

  it.each([
    ['a line break', 'a\nb'],
    ['an exclamation mark', 'a!OS!'],
    ['a wide quotation mark, which curl gets as a plain one', 'a\uff02 --output x'],
    ['more than 8191 characters', 'a'.repeat(8192)],
  ])('is refused with a sentence: %s', (_what, text) => {
    const line = curlOf(asked({ requestBody: bodyOf(text) }), 'cmd');
    expect(isRefused(line)).toBe(true);
    expect(line).not.toContain(text.slice(1));
  });
});

const PWSH = pathOf('pwsh');
describe('the line in a real PowerShell', () => {
  it.skipIf(PWSH === undefined)('means exactly the recorded text, and executes no part of it', () => {
    fc.assert(
      fc.property(fc.array(nasty, MANY), (texts) => {
        const script = `@(${texts.map((text) => `,${inPowerShell(text)}`).join('; ')}) | ConvertTo-Json -Compress`;
        const out = execFileSync(PWSH ?? '', ['-NoProfile', '-NonInteractive', '-Command', '-'], {
          encoding: 'utf8',
          input: `${script}\n`,
        });
        expect(JSON.parse(out).flat()).toEqual(texts.map(kept));
      }),
      { numRuns: 4 },
    );
  });
});

describe('the line in a real cmd', () => {
  it.skipIf(process.platform !== 'win32')('gives curl exactly the recorded words', () => {
    fc.assert(
      fc.property(ascii, (text) => {
        const node = `"${process.execPath}" -e "console.log(JSON.stringify(process.argv.slice(1)))" --`;
        const out = execFileSync('cmd.exe', ['/d', '/q'], { encoding: 'utf8', input: `${node} ${inCmd(text)}\r\n` });
        expect(out).toContain(JSON.stringify([text]));
      }),
      { numRuns: 20 },
    );
  });
});

it.each([
  ['win32', 'powershell'],
  ['darwin', 'bash'],
  ['linux', 'bash'],
  ['', 'bash'],
])('a person on %j most likely pastes into %s', (platform, shell) => {
  expect(shellOf(platform)).toBe(shell);
});
