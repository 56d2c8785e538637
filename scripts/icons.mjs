/** `npm run icons`: draws the PNGs, the .ico and the .icns of resources/icons from its two SVGs. The results are committed. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { findChromium } from './lib/chromium.mjs';
import { inProject, say, stop } from './lib/project.mjs';

const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
/** Up to this size, the drawing with fewer and heavier lines is clearer. */
const SMALL = 32;
/** macOS leaves a margin around the shape: 824 of 1024. */
const MAC_SHAPE = 824 / 1024;

const iconPath = (...parts) => inProject('resources', 'icons', ...parts);
const drawing = (size) => readFileSync(iconPath(size <= SMALL ? 'latchkey-small.svg' : 'latchkey.svg'), 'utf8');

async function draw(page, size, share) {
  const inner = size * share;
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>body{margin:0;display:grid;place-items:center;height:${size}px}svg{width:${inner}px;height:${inner}px}</style>${drawing(size)}`,
  );
  return page.screenshot({ omitBackground: true });
}

/** ICONDIR, one ICONDIRENTRY for each image, then the PNGs as they are (Windows Vista and later). */
function ico(images) {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let at = head.length;
  images.forEach(({ size, png }, index) => {
    const entry = 6 + 16 * index;
    head.writeUInt8(size % 256, entry);
    head.writeUInt8(size % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += png.length;
  });
  return Buffer.concat([head, ...images.map(({ png }) => png)]);
}

/** `icns` and the file's length, then a type, a length and a PNG for each size. */
function icns(images) {
  const types = { 16: ['icp4'], 32: ['icp5', 'ic11'], 64: ['ic12'], 128: ['ic07'], 256: ['ic08', 'ic13'] };
  Object.assign(types, { 512: ['ic09', 'ic14'], 1024: ['ic10'] });
  const chunks = images.flatMap(({ size, png }) =>
    (types[size] ?? []).map((type) => {
      const head = Buffer.alloc(8);
      head.write(type, 0, 'latin1');
      head.writeUInt32BE(png.length + 8, 4);
      return Buffer.concat([head, png]);
    }),
  );
  const body = Buffer.concat(chunks);
  const head = Buffer.alloc(8);
  head.write('icns', 0, 'latin1');
  head.writeUInt32BE(body.length + 8, 4);
  return Buffer.concat([head, body]);
}

const executablePath = findChromium();
if (!executablePath) stop('Drawing the icons needs an installed Chromium or Chrome.');
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
const page = await browser.newPage();
const all = async (share) => {
  const images = [];
  for (const size of SIZES) images.push({ size, png: await draw(page, size, share) });
  return images;
};
const full = await all(1);
const mac = await all(MAC_SHAPE);
await browser.close();

rmSync(iconPath('png'), { recursive: true, force: true });
mkdirSync(iconPath('png'), { recursive: true });
for (const { size, png } of full) writeFileSync(iconPath('png', `${size}x${size}.png`), png);
writeFileSync(iconPath('icon.ico'), ico(full.filter(({ size }) => size <= 256)));
writeFileSync(iconPath('icon.icns'), icns(mac));
say(`Drew ${SIZES.length} sizes into resources/icons.`);
