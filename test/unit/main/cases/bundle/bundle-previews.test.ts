/** Previews of bundles: what is saved is what was seen. */
import { expect, it } from 'vitest';
import { BundlePreviews } from '../../../../../src/main/cases/bundle/bundle-previews.ts';
import { isAppError } from '../../../../../src/shared/app-error.ts';

const previewOf = (text: string) => ({ files: [{ name: 'summary.md', text }], places: [] });
const ids = Array.from({ length: 20 }, (_, index) => `preview-${index}`);
const random = { id: () => ids.pop() ?? '' };

it('keeps each preview as it was made, also of one case that changed between', () => {
  const previews = new BundlePreviews(random);
  const before = previews.keep(previewOf('Before.'), 'one.zip', 1_000);
  const after = previews.keep(previewOf('After.'), 'two.zip', 2_000);
  expect(previews.get(before.id)).toEqual({ preview: before, name: 'one.zip', writtenAt: 1_000 });
  expect(previews.get(after.id).preview.files[0]?.text).toBe('After.');
});

it('keeps the newest only, and tells that an old one is gone', () => {
  const previews = new BundlePreviews(random);
  const first = previews.keep(previewOf('First.'), 'one.zip', 1_000);
  for (let index = 0; index < 12; index += 1) previews.keep(previewOf('More.'), 'more.zip', 2_000);
  try {
    previews.get(first.id);
    expect.unreachable();
  } catch (error) {
    expect(isAppError(error, 'notFound')).toBe(true);
  }
});
