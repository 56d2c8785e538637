/** What the console writes is read by others: the schema of HAR 1.2, and Playwright, which serves a page from it in a real Chromium. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Har } from 'har-format';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, findHeadlessShell } from '../../scripts/lib/chromium.mjs';
import { filterOf } from '../../src/shared/model/traffic.ts';
import { harErrors } from '../support/har-schema.ts';
import { makeTempFolder, removeTempFolder } from '../support/temp-folder.ts';
import { errorOf, eventually, openTestConsole, outputOf, type TestConsole } from '../support/test-console.ts';

// The shell starts with a third of the work.
const executablePath = findHeadlessShell() ?? findChromium();
let folder: string;
let path: string;
let one: TestConsole;
let connectionId: string;
let chosen: string | null;
let har: Har;

beforeAll(async () => {
  folder = makeTempFolder();
  path = join(folder, 'traffic.har');
  chosen = path;
  one = await openTestConsole({ folder, chooseFile: async () => chosen });
  const { latchkey } = one;
  const [connection] = (await outputOf(latchkey.connections.list(null))).connections;
  if (!connection) throw new Error('the sandbox is not there');
  connectionId = connection.id;
  await outputOf(latchkey.listings.load({ connectionId }));
  await eventually(async () => (await outputOf(latchkey.listings.status({ connectionId }))).phase === 'done');
  await eventually(async () => (await recorded()).length >= 2);
  await outputOf(latchkey.traffic.exportHar({ kind: 'filtered', filter: filterOf(connectionId) }));
  har = JSON.parse(readFileSync(path, 'utf8'));
});
afterAll(async () => {
  await one.close();
  removeTempFolder(folder);
});

const recorded = async () =>
  (await outputOf(one.latchkey.traffic.exchanges({ filter: filterOf(connectionId), before: null, limit: 1_000 })))
    .exchanges;

describe('a HAR of the console', () => {
  it('holds every exchange on record, oldest first, and is valid', async () => {
    expect(harErrors(har)).toEqual([]);
    const ids = (await recorded()).toSorted((a, b) => a.queuedAt - b.queuedAt || a.seq - b.seq).map(({ id }) => id);
    expect(har.log.entries.map((entry) => Reflect.get(entry, '_id'))).toEqual(ids);
    expect(JSON.stringify(har)).toContain('Bearer [redacted]');
  });

  it('is not written when nobody chose where, and says where it cannot be written', async () => {
    const filter = filterOf(connectionId);
    chosen = null;
    expect(await outputOf(one.latchkey.traffic.exportHar({ kind: 'filtered', filter }))).toBeNull();
    chosen = join(folder, 'nowhere', 'a.har');
    expect(await errorOf(one.latchkey.traffic.exportHar({ kind: 'filtered', filter }))).toMatchObject({
      code: 'storageFailed',
    });
  });

  it.skipIf(executablePath === null)('is served to a page by Playwright', async () => {
    const entry = har.log.entries.find(({ request }) => new URL(request.url).pathname.endsWith('/listings'));
    if (!entry || !executablePath) throw new Error('there is nothing to serve');
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage();
      await page.routeFromHAR(path, { notFound: 'abort', url: '**/*' });
      const answer = await page.goto(entry.request.url);
      expect(answer?.status()).toBe(200);
      expect(await answer?.text()).toBe(entry.response.content.text);
      expect(answer?.headers()['content-type']).toBe(entry.response.content.mimeType);
      const elsewhere = page.goto(new URL('/not/on/record', entry.request.url).href);
      await expect(elsewhere).rejects.toThrow(/ERR_/);
    } finally {
      await browser.close();
    }
  });
});
