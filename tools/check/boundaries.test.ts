/** The table of rooms: each of its rules refuses an import that is planted against it, and nothing else. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOMS, rules, withSections } from '../../scripts/boundaries.mjs';
import config from './.dependency-cruiser.mjs';

const project = join(import.meta.dirname, '../..');
/** Packages of each kind, one as it is installed, one of Node. */
const PACKAGES = { electron: 'electron', node: 'node:fs', react: 'react' } as const;

/** A file of the room: what is planted in it, and what others import of it. */
const fileOf = ({ path }: (typeof ROOMS)[number]): string => {
  const first = [path].flat()[0] ?? '';
  if (!first.endsWith('/')) return first;
  return first === 'src/renderer/features/' ? `${first}one/planted.ts` : `${first}planted.ts`;
};

/** Below the project, so that packages resolve as they do there. */
const parent = join(project, 'out');
let folder: string;
let violations: { from: string; rule: string }[];

beforeAll(async () => {
  mkdirSync(parent, { recursive: true });
  folder = mkdtempSync(join(parent, 'planted-'));
  const write = (file: string, targets: readonly string[]) => {
    const from = join(folder, file);
    mkdirSync(dirname(from), { recursive: true });
    const specifier = (target: string) => {
      if (!target.startsWith('src/')) return target;
      const path = relative(dirname(from), join(folder, target));
      return path.startsWith('.') ? path : `./${path}`;
    };
    writeFileSync(from, targets.map((target) => `import type * as it from '${specifier(target)}';\n`).join(''));
  };
  for (const room of ROOMS) {
    const others = ROOMS.filter((other) => other !== room).map(fileOf);
    const part = room.parts ? [fileOf(room).replace('/one/', '/two/')] : [];
    write(fileOf(room), [...others, ...part, ...Object.values(PACKAGES), 'src/nowhere/planted.ts']);
  }
  write('src/renderer/features/two/planted.ts', []);
  write('src/nowhere/planted.ts', []);
  const { output } = await cruise(['src'], {
    ...config.options,
    tsConfig: { fileName: join(project, 'tsconfig.base.json') },
    baseDir: folder,
    ruleSet: { forbidden: rules() },
    validate: true,
  });
  violations = (output as ICruiseResult).summary.violations.map(({ from, rule }) => ({ from, rule: rule.name }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the boundaries', () => {
  it.each(ROOMS.map((room) => ({ room, name: room.name })))('hold $name to its imports', ({ room }) => {
    const refused = violations.filter(({ from }) => from === fileOf(room)).map(({ rule }) => rule);
    const rooms = ROOMS.filter(({ name }) => name !== room.name && !room.imports.includes(name));
    const packages = Object.keys(PACKAGES).filter((kind) => !room[kind as keyof typeof PACKAGES]);
    const expected = [
      ...[...rooms.map(({ name }) => name), ...packages].map((other) => `${room.name} → ${other}`),
      ...(room.parts ? [`${room.name} → another part of it`] : []),
      'src → no room',
    ];
    // All that is planted is one circle, which is found at some of its files.
    expect([...new Set(refused)].filter((name) => name !== 'a circle of imports').sort()).toEqual(expected.sort());
  });

  it('have one import planted against every rule', () => {
    const planted = new Set(violations.map(({ rule }) => rule));
    expect(rules().filter(({ name }) => !planted.has(name))).toEqual([]);
  });

  it('are what docs/architecture.md shows', () => {
    const text = readFileSync(join(project, 'docs', 'architecture.md'), 'utf8');
    // The formatter pads the columns of tables.
    const plain = (markdown: string) => markdown.replace(/ +/g, ' ').replace(/-{3,}/g, '---');
    expect(plain(text)).toBe(plain(withSections(text)));
    expect(text).toContain('<!-- rooms -->');
    expect(text).toContain('<!-- picture -->');
  });
});
