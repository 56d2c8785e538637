import { expect, it } from 'vitest';
import { machineLocale } from '../../../../src/main/platform/machine-locale.ts';

it.each([
  [['de-DE', 'en-US'], 'de-DE'],
  [['pt_BR.UTF-8'], 'pt-BR'],
  [['de_DE@euro'], 'de-DE'],
  [['', 'C', 'POSIX', 'fr-CA'], 'fr-CA'],
  [['en-US-u-va-posix'], 'en-US'],
  [['tlh-KX', 'it'], 'it'],
  [['not a tag', '!'], 'en-GB'],
  [[], 'en-GB'],
])('is the first of %j that is known', (names, expected) => {
  expect(machineLocale(names)).toBe(expected);
});
