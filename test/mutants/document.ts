/** `node test/mutants/document.ts`: writes the threats and their defences into docs/security.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Defence, Threat } from './defence.ts';
import { THREATS } from './threats.ts';

const SECTION = /(<!-- threats -->)[\s\S]*?(<!-- \/threats -->)/;

/** The document with a section for each threat. */
export const withThreats = (text: string, threats: readonly Threat[]): string =>
  text.replace(SECTION, (_, start: string, end: string) => `${start}\n\n${threats.map(sectionOf).join('\n')}\n${end}`);

const sectionOf = ({ name, story, defences }: Threat): string =>
  `### ${name}\n\n${story}\n\n| what holds | where | test |\n| --- | --- | --- |\n${defences.map(rowOf).join('')}`;

const rowOf = ({ claim, file, test }: Defence): string => `| ${claim} | \`${file}\` | \`${testName(test)}\` |\n`;

const testName = (file: string): string => file.replace(/^test\//, '').replace(/\.test\.tsx?$/, '');

if (import.meta.main) {
  const file = join(import.meta.dirname, '../../docs/security.md');
  writeFileSync(file, withThreats(readFileSync(file, 'utf8'), THREATS));
}
