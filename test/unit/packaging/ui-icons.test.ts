import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ICONS_FILE, iconsText } from '../../../scripts/ui-icons.mjs';

test('icons.ts holds what the renderer imports, as `npm run ui-icons` writes it', () => {
  expect(readFileSync(ICONS_FILE, 'utf8')).toBe(iconsText());
});
