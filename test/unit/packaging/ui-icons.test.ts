import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { iconFile } from '../../../scripts/ui-icons.mjs';

test('the file of icons holds what the renderer imports, as `npm run ui-icons` writes it', () => {
  const { path, text } = iconFile();
  expect(readFileSync(path, 'utf8')).toBe(text);
});
