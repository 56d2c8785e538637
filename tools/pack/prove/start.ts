/** Proves the archive by starting it on the Chromium host: its self-test, a first run with a quote, the same data under the next version, and back. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from '../../../scripts/lib/chromium.mjs';
import { appReady, dayFromNow, listingsLoaded, makeQuote, tokensNow } from '../../../test/e2e/support/driver.ts';
import { runHost, startHost } from '../../../test/host/start-host.ts';
import { chosenBefore } from '../../../test/support/chosen-before.ts';
import { sandboxBefore } from '../../../test/support/sandbox-before.ts';
import { packApplication } from '../pack-application.ts';
import { check, differ, NEXT_VERSION, row, work } from './report.ts';

const LISTINGS = 20;
/** A quote is made for a stay this many days ahead. */
const AHEAD_DAYS = 60;
const NIGHTS = 3;

export async function proveStarts(): Promise<void> {
  if (findChromium() === null) {
    row('skipped', 'app.asar: starts', 'no Chromium');
    return;
  }
  const archive = await packApplication(join(work, 'this-version'));
  const next = await packApplication(join(work, 'next-version'), NEXT_VERSION);
  await proveSelfTest(archive);
  await proveUpdate(archive, next);
}

const started = (appDir: string) => ({ appDir, packaged: true, env: { LATCHKEY_SANDBOX: 'off' } });

async function proveSelfTest(archive: string): Promise<void> {
  const { code, output, errors } = await runHost(['--no-sandbox', 'self-test'], started(archive));
  check(
    'app.asar: self-test',
    [...differ('status', code, 0), ...differ('errors', errors, '')],
    output.trim().replace('\n', ', '),
  );
}

/** Starts the archive on a data folder, does something in its window, and ends it as a system does. Returns also what it said beside its log. */
async function during<Answer>(archive: string, userData: string, act: (page: Page) => Promise<Answer>) {
  const host = await startHost({ userData, args: ['--no-sandbox'], ...started(archive) });
  const browser = await chromium.connectOverCDP(host.cdp, { noDefaults: true });
  try {
    const page = browser.contexts()[0]?.pages()[0];
    if (!page) throw new Error('the host has no page');
    await appReady(page);
    const answer = await act(page);
    host.process.kill('SIGTERM');
    return { answer, status: await host.exited, lines: host.lines };
  } finally {
    host.process.kill('SIGKILL');
    await browser.close().catch(() => {});
  }
}

/** What a person has: the version that runs, the quotes, the tokens that were issued and the listings. */
async function kept(page: Page) {
  await listingsLoaded(page);
  const tokens = await tokensNow(page);
  return page.evaluate(
    async (issued) => {
      const info = await window.latchkey.app.info(null);
      const quotes = await window.latchkey.quotes.list({ connectionId: 'sandbox' });
      if (!info.ok || !quotes.ok) throw new Error('the app does not answer');
      return {
        version: info.value.version,
        data: { quotes: quotes.value.quotes.map(({ id }) => id), issued, quarantined: info.value.quarantined },
      };
    },
    tokens.map(({ credentialId, generation }) => ({ credentialId, generation })),
  );
}

async function proveUpdate(archive: string, next: string): Promise<void> {
  const userData = join(work, 'profile');
  chosenBefore(userData, { audience: 'support' });
  sandboxBefore(userData, LISTINGS);
  const first = await during(archive, userData, async (page) => {
    await listingsLoaded(page);
    await makeQuote(page, dayFromNow(AHEAD_DAYS), dayFromNow(AHEAD_DAYS + NIGHTS));
    return kept(page);
  });
  check('app.asar: starts, quotes and ends', [
    ...differ('status', first.status, 0),
    ...differ('lines', first.lines, []),
    ...differ('quotes', first.answer.data.quotes.length, 1),
  ]);
  const second = await during(next, userData, kept);
  check('app.asar: starts after an update, with its data', [
    ...differ('status', second.status, 0),
    ...differ('lines', second.lines, []),
    ...differ('version', second.answer.version, NEXT_VERSION),
    ...differ('data', second.answer.data, first.answer.data),
  ]);
  const file = join(userData, 'store', 'console.db');
  const database = new DatabaseSync(file);
  database.exec('PRAGMA user_version = 99');
  database.close();
  const before = readFileSync(file);
  const older = await runHost(['--no-sandbox', `--user-data-dir=${userData}`], started(archive));
  check('app.asar: refuses data of a newer version', [
    ...differ('status', older.code, 1),
    ...(older.errors.includes('newer version') ? [] : [`it says ${JSON.stringify(older.errors)}`]),
    ...(readFileSync(file).equals(before) ? [] : ['console.db changed']),
  ]);
}
