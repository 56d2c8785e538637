import { expect, it } from 'vitest';
import { isPictureKept, keepPicture } from '../../../../src/renderer/ui/picture-frame.tsx';

const names = (kind: string, count: number) => Array.from({ length: count }, (_, at) => `/pictures/${kind}-${at}`);
const keptOf = (kind: string, count: number) => names(kind, count).filter(isPictureKept).length;

it('keeps 300 thumbnails, or fewer large pictures, those that were drawn last', () => {
  for (const src of names('thumbnail', 400)) keepPicture(src, { naturalWidth: 400, naturalHeight: 300 });
  expect(keptOf('thumbnail', 400)).toBe(300);
  expect(isPictureKept('/pictures/thumbnail-399')).toBe(true);
  for (const src of names('camera', 225)) keepPicture(src, { naturalWidth: 3_000, naturalHeight: 2_000 });
  expect(keptOf('camera', 225)).toBe(6);
  expect(keptOf('thumbnail', 400)).toBe(0);
  keepPicture('/pictures/camera-219', { naturalWidth: 3_000, naturalHeight: 2_000 });
  keepPicture('/pictures/other', { naturalWidth: 3_000, naturalHeight: 2_000 });
  expect([isPictureKept('/pictures/camera-219'), isPictureKept('/pictures/camera-220')]).toEqual([true, false]);
  keepPicture('/pictures/vast', { naturalWidth: 9_000, naturalHeight: 6_000 });
  expect(isPictureKept('/pictures/vast')).toBe(false);
});
