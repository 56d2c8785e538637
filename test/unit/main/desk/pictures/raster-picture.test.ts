import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rasterType } from '../../../../../src/main/desk/pictures/raster-picture.ts';
import {
  avif,
  gif,
  jpeg,
  png,
  type Size,
  webpExtended,
  webpLossless,
  webpLossy,
} from '../../../../support/pictures.ts';

const FORMATS: Record<string, { type: string; make: (size: Size) => Buffer; maxSide?: number; animated?: true }> = {
  PNG: { type: 'image/png', make: png, animated: true },
  'baseline JPEG': { type: 'image/jpeg', make: (size) => jpeg(size, 0xc0) },
  'progressive JPEG': { type: 'image/jpeg', make: (size) => jpeg(size, 0xc2), animated: true },
  GIF: { type: 'image/gif', make: gif, animated: true },
  'lossy WebP': { type: 'image/webp', make: webpLossy, maxSide: 16_383 },
  'lossless WebP': { type: 'image/webp', make: webpLossless, maxSide: 16_384 },
  'extended WebP': { type: 'image/webp', make: webpExtended, animated: true },
  AVIF: { type: 'image/avif', make: avif },
};

/** Written by Chromium. */
const REAL = {
  'image/png':
    'iVBORw0KGgoAAAANSUhEUgAAAAcAAAAFCAYAAACJmvbYAAAAJUlEQVR4AbSJsQkAAAjDpC/5k9f6k66Bzg0EAtFOHy0gtGVoPgAAAP//s2LKGgAAAAZJREFUAwAcvgmb1XKh1gAAAABJRU5ErkJggg==',
  'image/gif': 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
};

describe.each(Object.entries(FORMATS))('%s', (_name, { type, make, maxSide = 65_535 }) => {
  it('is known by its content', () => {
    for (const size of [
      { width: 1, height: 1 },
      { width: 6_000, height: 4_000 },
    ])
      expect(rasterType(make(size))).toBe(type);
  });

  it('is refused when it decodes to too many pixels, whatever its bytes', () => {
    const side = Math.min(maxSide, 19_000);
    expect(rasterType(make({ width: side, height: side }))).toBeNull();
    expect(rasterType(make({ width: maxSide, height: 4_000 }))).toBeNull();
    expect(rasterType(make({ width: 4_000, height: maxSide }))).toBeNull();
  });

  it('is refused when a side is too long, however few its pixels', () => {
    if (maxSide < 20_001) expect(rasterType(make({ width: maxSide, height: 9 }))).toBe(type);
    else {
      expect(rasterType(make({ width: 20_001, height: 9 }))).toBeNull();
      expect(rasterType(make({ width: 9, height: 20_001 }))).toBeNull();
    }
  });

  it('cut off anywhere, neither throws nor becomes larger', () => {
    const large = make({ width: Math.min(maxSide, 19_000), height: 10_000 });
    const small = make({ width: 9, height: 9 });
    for (let length = 0; length < large.length; length += 1) {
      const found = rasterType(large.subarray(0, length));
      // Cut before the sizes, a GIF or PNG is nothing.
      expect(found, `${length} bytes`).toBeNull();
      expect([null, type]).toContain(rasterType(small.subarray(0, length)));
    }
  });
});

describe('rasterType', () => {
  it.each(Object.entries(FORMATS).filter(([, { animated }]) => animated))(
    'refuses a %s whose frames or scans decode to too many pixels together',
    (_name, { type, make }) => {
      expect(rasterType(make({ width: 1_000, height: 1_000, passes: 12 }))).toBe(type);
      expect(rasterType(make({ width: 4_000, height: 4_000, passes: 400 }))).toBeNull();
    },
  );

  it.each(Object.entries(REAL))('knows a real %s', (type, data) => {
    expect(rasterType(Buffer.from(data, 'base64'))).toBe(type);
  });

  it.each([
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<?xml version="1.0"?><svg/>',
    '<html><img src="x"></html>',
    'BM\0\0\0\0\0\0\0\0',
    '\0\0\x01\0\x01\0',
    '',
  ])('is null for %j', (text) => {
    expect(rasterType(Buffer.from(text, 'latin1'))).toBeNull();
  });

  it('measures a GIF by its largest frame, not by its screen', () => {
    const data = gif({ width: 5_000, height: 5_000 }, 15_001);
    expect(rasterType(data)).toBeNull();
    const screen = Buffer.from(gif({ width: 60_000, height: 60_000 }));
    screen.writeUInt16LE(1, 6);
    screen.writeUInt16LE(1, 8);
    expect(rasterType(screen)).toBeNull();
  });

  it('refuses a JPEG with two frame headers and an animated AVIF', () => {
    const [small, large] = [jpeg({ width: 9, height: 9 }), jpeg({ width: 60_000, height: 60_000 })];
    expect(rasterType(Buffer.concat([small.subarray(0, -2), large.subarray(2)]))).toBeNull();
    expect(rasterType(avif({ width: 9, height: 9 }, 'avisavifmif1'))).toBeNull();
  });

  it('neither throws nor loops on any bytes behind any beginning', () => {
    const beginnings = Object.values(FORMATS).map(({ make }) => make({ width: 3, height: 3, passes: 3 }));
    const hostile = fc
      .tuple(fc.constantFrom(...beginnings), fc.nat(120), fc.uint8Array({ maxLength: 200 }), fc.boolean())
      .map(([beginning, at, bytes, replaced]) =>
        Buffer.concat([
          beginning.subarray(0, at),
          bytes,
          replaced ? beginning.subarray(at + bytes.length) : beginning.subarray(at),
        ]),
      );
    fc.assert(
      fc.property(hostile, (data) => {
        const found = rasterType(data);
        expect(found === null || /^image\/(png|jpeg|gif|webp|avif)$/.test(found)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });
});
