import { expect, it } from 'vitest';
import { notesOf } from '../../../scripts/lib/release-notes.mjs';

const CHANGELOG =
  '# Changelog\n\n## Unreleased\n\n### Added\n\n- Next\n\n## [1.1.0] - 2026-12-01\n\n- Faster\n\n## 1.0.0\n\n- First\n';

it.each([
  ['1.1.0', '- Faster'],
  ['1.0.0', '- First'],
  ['1.2.0', '### Added\n\n- Next'],
])('the notes of %s', (version, notes) => {
  expect(notesOf(version, CHANGELOG)).toBe(notes);
});

it('are empty when nothing is written', () => {
  expect(notesOf('1.0.0', '# Changelog\n')).toBe('');
});
