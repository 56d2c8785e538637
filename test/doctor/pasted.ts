/** Cases as texts, as customers send them (README.md): read, masked and diagnosed as the window and the command line do it. */
import { readdirSync, readFileSync } from 'node:fs';
import { knownServices } from '../../src/main/api/known-services.ts';
import { causeOf } from '../../src/main/doctor/diagnose.ts';
import { readPasted } from '../../src/main/doctor/read/read-pasted.ts';
import { reportOf } from '../../src/main/doctor/read/report.ts';
import { CauseId } from '../../src/shared/model/diagnosis.ts';
import type { Judged } from './measure.ts';

/** The day on which the texts are read. */
const READ_AT = Date.parse('2026-12-31T00:00:00Z');

export interface PastedCase {
  readonly cause: CauseId;
  readonly name: string;
  readonly text: string;
}

/** The cases of all text files of a folder beside this file. A case begins with the line "#### <cause> · <name>". */
export function pastedCasesIn(folder: string): PastedCase[] {
  const path = new URL(`./${folder}/`, import.meta.url);
  const files = readdirSync(path).filter((name) => name.endsWith('.txt'));
  return files.flatMap((file) =>
    readFileSync(new URL(file, path), 'utf8')
      .split(/^#### /m)
      .slice(1)
      .map((one) => {
        const [, cause, name, text] = /^(\w+) · ([^\n]+)\n([\s\S]*)$/.exec(one) ?? [];
        return { cause: CauseId.parse(cause), name: name ?? '', text: withSecrets((text ?? '').trim()) };
      }),
  );
}

/** Names the cause of the first failure in each text; where none was found, `notEnough` when the report says what to ask for, else `unread`. */
export const judgePasted = (cases: readonly PastedCase[]): Judged[] =>
  cases.map(({ cause, name, text }) => {
    const start = performance.now();
    const report = reportOf(readPasted(text), knownServices(), READ_AT);
    const ms = performance.now() - start;
    const diagnosis = report.cases[0]?.diagnosis;
    const named = diagnosis
      ? causeOf(diagnosis)
      : report.succeeded > 0
        ? 'nothingWrong'
        : report.ask === null
          ? 'unread'
          : 'notEnough';
    return { name, expected: cause, named, confidence: diagnosis?.verdicts[0]?.confidence ?? 0, ms };
  });

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const seconds = (time: string): number => Date.parse(time) / 1_000;

/**
 * Puts invented secrets where the texts have marks, so that no file holds anything that looks like a secret: «token», «id», «secret», and
 * «jwt iat=… exp=… scope=… aud=…» with times in ISO 8601.
 */
const withSecrets = (text: string): string =>
  text
    .replaceAll(/«jwt ([^»]*)»/g, (_mark, claims: string) => {
      const pairs = claims.split(' ').map((claim) => claim.split(/=(.*)/, 2) as [string, string]);
      const payload = pairs.map(([name, value]) => [name, /^\d{4}-/.test(value) ? seconds(value) : value]);
      return `${base64url({ alg: 'RS256', typ: 'JWT' })}.${base64url(Object.fromEntries(payload))}.${'c2lnbmF0dXJl'.repeat(8)}`;
    })
    .replaceAll('«token»', 'Q7xk2vPz9rLm4tWb8nYc3sHd6fJg1aEu5oVi0qXy')
    .replaceAll('«id»', '0oa9k2lmn4pqrs7tuvwx')
    .replaceAll('«secret»', 'Zt4hJ9mQx2LwR7vKc5NbY8sPd3FgT6aEu1oViHyX');
