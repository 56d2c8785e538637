/** The list of `npm run test:mutants` fits the code: what it removes is there once, and so are its tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemOf, remove } from '../mutants/defence.ts';
import { withThreats } from '../mutants/document.ts';
import { THREATS } from '../mutants/threats.ts';

const project = join(import.meta.dirname, '../..');
const sources = new Map<string, string>();
function read(file: string): string {
  const source = sources.get(file) ?? readFileSync(join(project, file), 'utf8');
  sources.set(file, source);
  return source;
}
const defences = THREATS.flatMap((threat) => threat.defences);

describe('the list of defences', () => {
  it('names texts that occur once in their file', () => {
    const problems = defences.map((defence) => [defence.claim, problemOf(defence, read(defence.file))]);
    expect(problems.filter(([, problem]) => problem !== null)).toEqual([]);
  });

  it('names tests that exist', () => {
    expect(defences.filter(({ test, title }) => !read(test).includes(title)).map(({ claim }) => claim)).toEqual([]);
  });

  it('is what docs/security.md claims', () => {
    const text = read('docs/security.md');
    // The formatter pads the columns of tables.
    const plain = (markdown: string) => markdown.replace(/ +/g, ' ').replace(/-{3,}/g, '---').replace(/\n+/g, '\n');
    expect(plain(text)).toBe(plain(withThreats(text, THREATS)));
    expect(defences.filter(({ claim }) => !text.includes(claim))).toEqual([]);
  });

  it('claims nothing twice', () => {
    expect(new Set(defences.map(({ claim }) => claim)).size).toBe(defences.length);
  });
});

describe('a defence', () => {
  const claims = { claim: '', file: '', test: '', title: '' };

  it('is removed from its place', () => {
    expect(remove({ ...claims, text: 'if (bad) return;', without: '' }, 'a(); if (bad) return; b();')).toBe(
      'a();  b();',
    );
    // A replacement is text, not a pattern.
    expect(remove({ ...claims, text: 'a', without: "$&$'" }, 'a')).toBe("$&$'");
  });

  it.each([
    ['is missing', 'gone', '', 'its text occurs 0 times in the file'],
    ['is there twice', 'x', '', 'its text occurs 2 times in the file'],
    ['stays', 'y', 'y', 'its text is replaced by itself'],
    ['leaves half a statement', 'y', '=', 'without its text the file does not compile'],
    ['can be removed', 'y', '', null],
  ])('that %s is told', (_, text, without, problem) => {
    expect(problemOf({ ...claims, file: 'a.ts', text, without }, 'x;y;x')).toBe(problem);
  });
});
