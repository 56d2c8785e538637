/** `npm run thumbnails`: draws resources/sandbox/thumbnails from the sandbox's pictures. The results are committed. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { findChromium } from './lib/chromium.mjs';
import { inProject, say, stop } from './lib/project.mjs';

const SIZE = { width: 320, height: 213 };
const QUALITY = 0.8;

/** A picture as the base64 text of a WebP; runs in a page. */
async function drawn([svg, { width, height }, quality]) {
  const picture = new Image();
  picture.src = `data:image/svg+xml;base64,${svg}`;
  await picture.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d').drawImage(picture, 0, 0, width, height);
  return canvas.toDataURL('image/webp', quality).split(',')[1];
}

const executablePath = findChromium() ?? stop('No Chromium or Chrome was found on this machine.');
const browser = await chromium.launch({ executablePath });
const page = await browser.newPage();
const from = inProject('resources', 'sandbox', 'pictures');
const to = inProject('resources', 'sandbox', 'thumbnails');
mkdirSync(to, { recursive: true });
for (const file of readdirSync(from)) {
  const svg = readFileSync(`${from}/${file}`, 'base64');
  const webp = await page.evaluate(drawn, [svg, SIZE, QUALITY]);
  writeFileSync(`${to}/${file.replace(/svg$/, 'webp')}`, Buffer.from(webp, 'base64'));
}
await browser.close();
say('Drew resources/sandbox/thumbnails.');
