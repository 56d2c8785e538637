import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Windows has no file with another sign in its name, and a clone there fails. */
const PLAIN = /^[\w.@/+-]+$/;

it('every file of the repository has a name that each system can write', () => {
  const names = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !PLAIN.test(name))).toEqual([]);
  // What a test left in the folder from which it ran.
  expect(names.filter((name) => /^\d/.test(name))).toEqual([]);
});
