import type { Threat } from './defence.ts';

const RECORDER = { file: 'src/main/http/recorder.ts', test: 'test/unit/main/http/recorder.test.ts' };
const CURL = { file: 'src/shared/curl.ts', test: 'test/unit/shared/curl.test.ts' };

/** Somebody who reads what the console recorded, showed or gave away. */
export const RECORD: readonly Threat[] = [
  {
    name: 'Somebody reads the journal, a log, a screenshot or an export',
    story: 'A colleague who gets a HAR file, a support team that gets a log, whoever opens the journal’s file.',
    defences: [
      {
        ...RECORDER,
        claim: 'The secrets of a request are nowhere in the answer that is shown and recorded.',
        text: 'text: withoutSecrets(read.text, secrets)',
        without: 'text: read.text',
        title: 'records no secret of the caller under any field name, even if the service repeats it',
      },
      {
        ...RECORDER,
        claim: 'Nor are they in its headers, such as a request id.',
        text: 'headers: headersWithout(response.headers, secrets),',
        without: 'headers: response.headers,',
        title: 'passes on and records no header in which the service repeats a secret',
      },
      {
        ...RECORDER,
        claim: 'A token that an answer issues is a secret before anything of the answer is recorded.',
        text: 'const secrets = [...known, ...issued];',
        without: 'const secrets = known;',
        test: 'test/unit/main/http/token-answers.test.ts',
        title: 'is recorded and shown nowhere',
      },
      {
        claim: 'The texts of a service’s errors are redacted before they are shown, logged or stored.',
        file: 'src/main/http/error-envelope.ts',
        text: 'const text = redactText(long.slice(0, 10 * MAX_MESSAGE));',
        without: 'const text = long.slice(0, 10 * MAX_MESSAGE);',
        test: 'test/unit/main/http/error-envelope.test.ts',
        title: 'contain no ',
      },
      {
        claim: 'An exchange has its own secrets redacted in every form before it is stored.',
        file: 'src/main/http/redact-exchange.ts',
        text: 'const clean = (text: string): string => withoutSecrets(text, secrets);',
        without: 'const clean = (text: string): string => text;',
        test: 'test/unit/main/http/redact-exchange.test.ts',
        title: 'has its own secrets redacted in every form, and guests’ data by default',
      },
      {
        claim: 'A header is recorded only when it is known to be harmless.',
        file: 'src/main/redact/redact.ts',
        text: 'if (isShownHeader(lower))',
        without: 'if (true)',
        test: 'test/unit/main/redact/redact-headers.test.ts',
        title: 'has its value redacted, whatever it is',
      },
      {
        claim: 'Of the answer of a token endpoint only fields stay that are known to be harmless.',
        file: 'src/main/http/redact-exchange.ts',
        text: 'const redact = isToken && isAnswer ? redactTokenBody : redactBody;',
        without: 'const redact = redactBody;',
        test: 'test/unit/main/http/redact-exchange.test.ts',
        title: 'redacts a token without a name in the answer of a token endpoint',
      },
      {
        claim: 'Of a body that is neither JSON nor a form only type, size, title and heading are recorded.',
        file: 'src/main/redact/redact-body.ts',
        text: 'if (content.rules.keepTexts === true) {',
        without: 'if (content.rules.keepTexts !== null) {',
        test: 'test/unit/main/redact/work-budget.test.ts',
        title: 'is described, not recorded, when it is neither JSON nor a form',
      },
      {
        claim: 'A body whose redaction would take too long is not recorded.',
        file: 'src/main/redact/work-budget.ts',
        text: `if (this.#spent + characters > this.limit) throw new BudgetExceeded('the work on a text exceeds its budget');`,
        without: '',
        test: 'test/unit/main/redact/work-budget.test.ts',
        title: 'is not recorded when redacting it would take too long',
      },
      {
        claim: 'An export is redacted once more, by the choices of its moment.',
        file: 'src/main/journal/export/exports.ts',
        text: 'harEntry(redactAgain(exchange, rules))',
        without: 'harEntry(exchange)',
        test: 'test/unit/main/journal/export/exports.test.ts',
        title: 'redacts once more, by the current choices',
      },
      {
        claim: 'The list of an exchange’s secrets, by which it is redacted, is not stored with it.',
        file: 'src/main/http/redact-exchange.ts',
        text: 'const { secrets, requestHeaders, requestBody, responseHeaders, responseBody, ...rest } = raw;',
        without:
          'const { requestHeaders, requestBody, responseHeaders, responseBody, ...rest } = raw;\n  const { secrets } = raw;',
        test: 'test/unit/main/http/redact-exchange.test.ts',
        title: 'has its own secrets redacted in every form, and guests’ data by default',
      },
      {
        claim: 'A secret in memory prints as [secret] in JSON.',
        file: 'src/main/vault/secret.ts',
        text: 'toJSON(): string {\n    return REDACTED;',
        without: 'toJSON(): string {\n    return this.#text;',
        test: 'test/unit/main/vault/secret.test.ts',
        title: 'is not in ',
      },
      {
        claim: 'It prints so in templates and messages of errors.',
        file: 'src/main/vault/secret.ts',
        text: '[Symbol.toPrimitive](): string {\n    return REDACTED;',
        without: '[Symbol.toPrimitive](): string {\n    return this.#text;',
        test: 'test/unit/main/vault/secret.test.ts',
        title: 'is not in ',
      },
      {
        claim: 'It prints so in inspection, also of whatever contains it.',
        file: 'src/main/vault/secret.ts',
        text: 'readonly #text: string;\n\n  constructor(text: string) {\n    this.#text = text;\n  }',
        without: 'readonly #text: string;\n\n  constructor(readonly text: string) {\n    this.#text = text;\n  }',
        test: 'test/unit/main/vault/secret.test.ts',
        title: 'is not in ',
      },
      {
        claim: 'No crash reporter is started, which would write the memory of the process to a file.',
        file: 'src/main/open.ts',
        text: "import { app, ipcMain, protocol } from 'electron';",
        without: "import { app, crashReporter, ipcMain, protocol } from 'electron';\ncrashReporter.start();",
        test: 'test/unit/main/electron-surface.test.ts',
        title: 'main starts no crash reporter, no updater and no network but its sessions',
      },
      {
        claim: 'What the log is told is redacted.',
        file: 'src/main/platform/file-log.ts',
        text: '...(redactField(fields) as Record<string, unknown>)',
        without: '...fields',
        test: 'test/unit/main/platform/file-log.test.ts',
        title: 'writes one redacted JSON line per entry, readable by the owner only',
      },
      {
        ...CURL,
        claim: 'A copied command line has a variable of the shell where the token was.',
        text: '`--header "Authorization: ${credential.scheme} $${credential.variable}"`',
        without: '`--header "Authorization: ${credential.scheme} ${credential.variable}"`',
        title: 'sends the same request, with the token in a variable',
      },
    ],
  },
  {
    name: 'A recorded text runs as a command or formula',
    story: 'The service, or a guest, writes a text that a shell or spreadsheet obeys once it is copied or exported.',
    defences: [
      {
        ...CURL,
        claim:
          'A copied command line is quoted so that bash reads exactly the recorded text, and executes no part of it.',
        // Quotes are lost instead of left open: the test runs bash, which must not execute random texts.
        text: "return `'${safe.replaceAll(\"'\", `'\\\\''`)}'`;",
        without: "return `'${safe.replaceAll(\"'\", '')}'`;",
        title: 'means exactly the recorded text: bash executes no part of it',
      },
      {
        ...CURL,
        claim: 'It contains no control character that a terminal obeys.',
        text: 'const CONTROL = /\\p{Cc}/u;',
        without: 'const CONTROL = /[^\\s\\S]/u;',
        title: 'contains no control character but line ends',
      },
      {
        claim: 'No cell of a CSV file is a formula, whatever separates the columns.',
        file: 'src/main/tasks/csv-cell.ts',
        text: 'return COULD_BE_FORMULA.test(text) && !NUMBER.test(text) ? neutralised(text) : text;',
        without: 'return text;',
        test: 'test/unit/main/tasks/write-csv.test.ts',
        title: 'has no formula for a spreadsheet that separates by ',
      },
    ],
  },
];
