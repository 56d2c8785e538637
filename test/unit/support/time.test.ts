/** What keeps the tests apart from the time of day and the speed of the machine. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const TESTS = join(import.meta.dirname, '../..');

/** The tests of these folders whose text has the pattern. */
const testsWith = (pattern: RegExp, folders: readonly string[]): string[] =>
  folders
    .flatMap((folder) =>
      readdirSync(join(TESTS, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => /\.(?:test|spec)\.tsx?$/.test(file) && !import.meta.filename.endsWith(file))
    .filter((file) => pattern.test(readFileSync(join(TESTS, file), 'utf8')));

it('no unit or contract test asks for the time, but those of the renderer, which all take place at one instant', () => {
  const asking = testsWith(/Date\.now\(|new Date\(\)|machineClock/, ['unit', 'contract']);
  expect(asking.filter((file) => !file.startsWith(join('unit', 'renderer')))).toEqual([]);
});

it('no test sleeps', () => {
  expect(testsWith(/(?<!test\.)\bsetTimeout\b|waitForTimeout/, ['unit', 'contract', 'integration', 'e2e'])).toEqual([]);
});
