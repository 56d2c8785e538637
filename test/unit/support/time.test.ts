/** Rules that keep the tests independent of the time of day and of the machine's speed. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const TESTS = join(import.meta.dirname, '../..');

/** The test files of these folders whose text matches the pattern. */
const testsWith = (pattern: RegExp, folders: readonly string[]): string[] =>
  folders
    .flatMap((folder) =>
      readdirSync(join(TESTS, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => /\.(?:test|spec)\.tsx?$/.test(file) && !import.meta.filename.endsWith(file))
    .filter((file) => pattern.test(readFileSync(join(TESTS, file), 'utf8')));

it('no unit or contract test reads the time, except in the renderer, where all tests have one fixed time', () => {
  const reading = testsWith(/Date\.now\(|new Date\(\)|machineClock/, ['unit', 'contract']);
  expect(reading.filter((file) => !file.startsWith(join('unit', 'renderer')))).toEqual([]);
});

it('no test sleeps', () => {
  expect(testsWith(/(?<!test\.)\bsetTimeout\b|waitForTimeout/, ['unit', 'contract', 'integration', 'e2e'])).toEqual([]);
});
