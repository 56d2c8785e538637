import { expect, it } from 'vitest';
import { changesOf } from '../../../../src/shared/text/changelog.ts';

const CHANGELOG =
  '# Changelog\n\n## Unreleased\n\n### Added\n\n- Next\n\n## [1.1.0] - 2026-12-01\n\n- Faster\n\n## 1.0.0\n\n- First\n';

it.each([
  ['1.1.0', '- Faster'],
  ['1.0.0', '- First'],
  ['1.2.0', '### Added\n\n- Next'],
])('the changes of %s', (version, notes) => {
  expect(changesOf(version, CHANGELOG)).toBe(notes);
});

it('are empty when nothing is written', () => {
  expect(changesOf('1.0.0', '# Changelog\n')).toBe('');
});
