/** The icons of the installers, which scripts/icons.mjs writes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

describe('the icons', () => {
  const icons = join(import.meta.dirname, '../../../resources/icons');
  test('every size is a PNG of that size', () => {
    for (const size of [16, 24, 32, 48, 64, 128, 256, 512, 1024]) {
      const png = readFileSync(join(icons, 'png', `${size}x${size}.png`));
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size]);
    }
  });
  test('the containers say how long they are', () => {
    const icns = readFileSync(join(icons, 'icon.icns'));
    expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length]);
    const ico = readFileSync(join(icons, 'icon.ico'));
    const last = 6 + 16 * (ico.readUInt16LE(4) - 1);
    expect(ico.readUInt32LE(last + 12) + ico.readUInt32LE(last + 8)).toBe(ico.length);
  });
});
