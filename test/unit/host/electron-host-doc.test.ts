/** docs/electron-host.md lists what the host exports: with a model, and without one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const project = join(import.meta.dirname, '../../..');
const source = readFileSync(join(project, 'test/host/electron.ts'), 'utf8');
const page = readFileSync(join(project, 'docs/electron-host.md'), 'utf8');

const namesIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name]) => name ?? '');
const sorted = (names: readonly string[]): string[] => [...names].sort((a, b) => a.localeCompare(b, 'en'));
const section = (title: string): string => page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';

const absent = namesIn(source, /^export const (\w+) = absent\(/gm);
const [, list = ''] = /^export \{([^}]*)\};$/m.exec(source) ?? [];
const modelled = [
  ...namesIn(list, /(\w+)/g),
  ...namesIn(source, /^export const (\w+) = (?!absent\()/gm).filter((name) => name !== 'electron'),
];

it('lists each export that has a model, in the order of the alphabet', () => {
  const listed = namesIn(section('What is modelled'), /^\| `(\w+)`/gm);
  expect(modelled.length).toBeGreaterThan(10);
  expect(listed).toEqual(sorted(modelled));
});

it('lists each export that throws its name', () => {
  const listed = namesIn(section('What has no model'), /`(\w+)`/g);
  expect(absent.length).toBeGreaterThan(10);
  expect(listed).toEqual(sorted(absent));
});
