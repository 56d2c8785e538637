import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { renameFileSync } from '../../../../src/main/platform/rename-file.ts';

const failure = (code: string): Error => Object.assign(new Error(code), { code });

/** Renames with `held` failures before it goes well; tells how often it was tried, and how long it waited. */
function renamed(platform: NodeJS.Platform, held: string[]) {
  const codes = [...held];
  const waits: number[] = [];
  const attempt = vi.fn(() => {
    const code = codes.shift();
    if (code !== undefined) throw failure(code);
  });
  let error: string | undefined;
  try {
    renameFileSync('a', 'b', { platform, rename: attempt, wait: (ms) => void waits.push(ms) });
  } catch (thrown) {
    error = (thrown as Error).message;
  }
  return { error, tries: attempt.mock.calls.length, waited: waits.reduce((sum, ms) => sum + ms, 0) };
}

describe('a rename', () => {
  it.each<[NodeJS.Platform, string[], { error: string | undefined; tries: number; waited: number }]>([
    ['win32', [], { error: undefined, tries: 1, waited: 0 }],
    ['win32', ['EPERM', 'EBUSY', 'EACCES'], { error: undefined, tries: 4, waited: 70 }],
    ['win32', ['EPERM', 'ENOENT'], { error: 'ENOENT', tries: 2, waited: 10 }],
    ['win32', Array(9).fill('EBUSY'), { error: 'EBUSY', tries: 7, waited: 630 }],
    ['linux', ['EPERM'], { error: 'EPERM', tries: 1, waited: 0 }],
    ['darwin', ['EACCES'], { error: 'EACCES', tries: 1, waited: 0 }],
  ])('on %s with %j', (platform, held, expected) => {
    expect(renamed(platform, held)).toEqual(expected);
  });
});

it('is how every room renames the app’s files', () => {
  const main = join(import.meta.dirname, '../../../../src/main');
  const files = readdirSync(main, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const direct = files.filter((file) =>
    /\brename(Sync)?\b.* from 'node:fs/s.test(readFileSync(join(main, file), 'utf8').split('\n\n')[0] ?? ''),
  );
  expect(direct).toEqual([join('platform', 'rename-file.ts')]);
});
