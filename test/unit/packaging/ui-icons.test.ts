import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { iconFiles } from '../../../scripts/ui-icons.mjs';

test('the files of icons hold what the renderer imports, as `npm run ui-icons` writes it', () => {
  const files = iconFiles();
  expect(files).toHaveLength(2);
  for (const { path, text } of files) expect(readFileSync(path, 'utf8')).toBe(text);
});
