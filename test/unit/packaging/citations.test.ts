import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const SERVICE = 'docs/service.md';
/** Texts of other people, pictures, lists that a tool writes, and the examples below. */
const NOT_OURS =
  /^test\/(?:fixtures\/|doctor\/.+\.(?:json|txt)$)|citations\.test\.ts$|package-lock\.json$|\.(?:png|webp|icns|ico|db|zip|gz)$/;
/** Documents that the app writes for people; they are in no repository. */
const WRITTEN_BY_THE_APP = ['summary.md'];

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { encoding: 'utf8' })
  .split('\0')
  .filter((name) => name !== '' && !NOT_OURS.test(name) && existsSync(name));
const documents = files.filter((name) => name.endsWith('.md'));
const decisions = documents.flatMap((name) => /^docs\/adr\/(\d{4})-/.exec(name)?.[1] ?? []);

const headings = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title]) => String(title));
const sections = headings(SERVICE).flatMap((title) => /^(\d+(?:\.\d+)?) /.exec(title)?.[1] ?? []);
/** The anchor that GitHub gives a heading. */
const anchor = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** The document that `cited` means in `from`; null when the repository has none. */
function documentOf(cited: string, from: string): string | null {
  const near = [join(dirname(from), cited), cited, join('docs', cited)];
  return near.find((path) => documents.includes(path)) ?? null;
}

/** Each citation of `text` that leads nowhere: of a document, its heading, a section of service.md, or a decision. */
function brokenCitations(text: string, from: string): string[] {
  const broken: string[] = [];
  for (const line of text.split('\n')) {
    for (const [whole, cited = '', heading] of line.matchAll(/(?<![\w./*:-])([\w./-]+\.md)\b(?:#([\w-]+))?/g)) {
      if (WRITTEN_BY_THE_APP.includes(basename(cited))) continue;
      const path = documentOf(cited, from);
      if (path === null || (heading !== undefined && !headings(path).map(anchor).includes(heading))) broken.push(whole);
    }
    for (const [whole, number = ''] of line.matchAll(/\bADR (\d+)\b/g))
      if (!decisions.includes(number.padStart(4, '0'))) broken.push(whole);
    if (!line.includes('service.md') && from !== SERVICE) continue;
    const own = line.replaceAll(/\bRFC \d+,? §[\d.]+(?:(?:,| to| and) §[\d.]+)*/g, '');
    for (const [whole, number = ''] of own.matchAll(/§(\d+(?:\.\d+)?)/g))
      if (!sections.includes(number)) broken.push(whole);
  }
  return broken;
}

it('every document, section and decision that a file cites is in the repository', () => {
  expect(sections.length).toBeGreaterThan(40);
  const broken = files.flatMap((name) =>
    brokenCitations(readFileSync(name, 'utf8'), name).map((citation) => `${name}: ${citation}`),
  );
  expect(broken).toEqual([]);
});

it('every path that CONTRIBUTING.md names is in the repository', () => {
  const text = readFileSync('CONTRIBUTING.md', 'utf8');
  const paths = [...text.matchAll(/(?<![\w/])(?:src|test|scripts|resources|docs)\/[\w./-]*\w/g)].map(([path]) => path);
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

it.each([
  ['a document', 'what the notes say (nowhere.md)', 'nowhere.md'],
  ['a heading', '[rules](docs/glossary.md#no-such-heading)', 'docs/glossary.md#no-such-heading'],
  ['a section', "source: 'service.md §3.5, §3.99'", '§3.99'],
  ['a decision', 'never repeated (ADR 999)', 'ADR 999'],
])('a citation of %s that does not exist is found', (_, text, citation) => {
  expect(brokenCitations(text, 'src/main/any.ts')).toEqual([citation]);
});

it('a decision is in force, or names the one that replaces it', () => {
  const states = documents
    .filter((name) => /^docs\/adr\/\d/.test(name))
    .map((name) => /^Date: [\d-]+ · (Status: .+)$/m.exec(readFileSync(name, 'utf8'))?.[1] ?? name);
  expect(states.filter((state) => !/^Status: (?:accepted|superseded by \[?ADR \d+)/.test(state))).toEqual([]);
});

it('sections of standards are not sections of the service', () => {
  expect(brokenCitations('service.md §3.9; RFC 6749 §5.22, RFC 9649 §2.55 to §2.77', 'src/main/any.ts')).toEqual([]);
});

it('each fact of the page about the service has a mark of its origin', () => {
  const text = readFileSync(SERVICE, 'utf8').split('\n## 1 ')[1] ?? '';
  const chapters = text.split(/^### /m).slice(1);
  const unmarked = chapters.filter((one) => !/\[(?:spec|documented|observed|inferred|unknown)\]/.test(one));
  expect(unmarked.map((one) => one.split('\n')[0])).toEqual([]);
});
