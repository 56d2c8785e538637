/**
 * What only Electron's binary can confirm, one question a test. Where there is no binary, the Chromium host answers what it models, so that
 * these tests are known to run. docs/releasing.md says what to do when an answer is another; the report of a run has each answer.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type AnsweringServer, startAnsweringServer } from './support/answering-server.ts';
import { appReady, dayFromNow, goTo, listingsShown, makeQuote } from './support/driver.ts';
import { freshDataDir, type Latchkey, launchLatchkey } from './support/launch.ts';
import {
  abortedBody,
  changedHead,
  concurrentRequests,
  ownersOfBoxes,
  refusedRedirect,
  shownNotification,
  systemCertificates,
  threadWithoutMemory,
  watchOwners,
} from './support/questions.ts';

/** Long enough for a slow machine, and short beside the time-outs of the app's own requests. */
const WAIT_MS = 10_000;

let latchkey: Latchkey;
let server: AnsweringServer;
test.beforeAll(async () => {
  server = await startAnsweringServer();
  latchkey = await launchLatchkey({ chosen: { audience: 'managers' } });
  await appReady(latchkey.page);
});
test.afterAll(async () => {
  await latchkey.close();
  server.close();
});

/** Writes the answer into the report. */
function answered(answer: unknown): void {
  test.info().annotations.push({ type: `answer of ${latchkey.runtime}`, description: JSON.stringify(answer) });
}

test('the first page asks main and is not taken for a foreign frame', async () => {
  await goTo(latchkey.page, 'Listings');
  await listingsShown(latchkey.page);
  const rejected = latchkey.logs.filter((line) => line.includes('foreign frame'));
  answered(rejected);
  expect(rejected).toEqual([]);
});

test('the journal’s thread starts and writes rows', async () => {
  const { page } = latchkey;
  await listingsShown(page);
  const filter = {
    ...{ connectionId: 'sandbox', search: '', outcomes: [], operations: [] },
    ...{ hosts: [], credentials: [], taskId: null, from: null, until: null },
  };
  const rows = await page.evaluate(async (of) => {
    const known = await window.latchkey.traffic.exchanges({ filter: of, before: null, limit: 10 });
    return known.ok ? known.value.exchanges.length : known.error.code;
  }, filter);
  // Without its thread, the journal would be kept in the main process.
  const withoutThread = latchkey.logs.filter((line) => line.includes('journal'));
  answered({ rows, withoutThread });
  expect(rows).toBeGreaterThan(0);
  expect(withoutThread).toEqual([]);
});

test('a thread that runs out of memory ends alone', async () => {
  const end = await latchkey.evaluate(threadWithoutMemory, null);
  answered(end);
  expect(end).toBe('ERR_WORKER_OUT_OF_MEMORY');
});

test('an offer becomes a PDF with its text', async () => {
  const { page } = latchkey;
  const file = join(freshDataDir(), 'offer.pdf');
  await latchkey.answerSaveDialog(file);
  const quoteId = await makeQuote(page, dayFromNow(50), dayFromNow(53));
  const saved = await page.evaluate(
    (id) =>
      window.latchkey.offers.savePdf({
        connectionId: 'sandbox',
        quoteIds: [id],
        language: 'en',
        guestName: 'Ada Marsh',
        guestEmail: 'ada.marsh@guest.example',
        ...{ kind: 'offer' as const, opening: '', closing: '', next: '', amenities: null },
      }),
    quoteId,
  );
  expect(saved).toMatchObject({ ok: true });
  const pdf = readFileSync(file, 'latin1');
  answered({ bytes: pdf.length });
  expect(pdf.slice(0, 5)).toBe('%PDF-');
  // A page without its text has no font.
  expect(pdf).toContain('/FontFile');
});

test('a session sends six requests to one host together, and each session its own six', async () => {
  const together = async (...sessions: string[]) => {
    await latchkey.evaluate(concurrentRequests, { url: `${server.origin}/wait`, count: 10, sessions });
    return server.mostTogether();
  };
  const ofSessions = [await together('one'), await together('two', 'three')];
  answered(ofSessions);
  expect(ofSessions).toEqual([6, 12]);
});

test('a session’s webRequest changes the heads that its fetch sees', async () => {
  const name = await latchkey.evaluate(changedHead, { url: `${server.origin}/name`, waitMs: WAIT_MS });
  answered(name);
  expect(name).toBe('changed');
});

test('the body of an aborted response ends', async () => {
  const end = await latchkey.evaluate(abortedBody, { url: `${server.origin}/stalls`, waitMs: WAIT_MS });
  answered(end);
  expect(end).not.toBe('pending');
  expect(end).not.toBe('complete');
});

test('a refused redirect has no code that says nothing was sent', async () => {
  const message = await latchkey.evaluate(refusedRedirect, { url: `${server.origin}/moved` });
  answered(message);
  expect(message).not.toBe('followed');
  expect(message).not.toMatch(/^net::ERR_/);
  expect(server.asked).toContain('/moved');
  expect(server.asked).not.toContain('/elsewhere');
});

test('main knows the certificates of the operating system', async () => {
  const count = await latchkey.evaluate(systemCertificates, null);
  answered(count);
  expect(count).toBeGreaterThan(0);
});

test('a question belongs to a window that is seen, also when none has the focus', async () => {
  await latchkey.evaluate(watchOwners, null);
  await latchkey.page.evaluate(() => window.latchkey.app.openLink({ url: 'https://docs.example/' }));
  const owners = await latchkey.evaluate(ownersOfBoxes, null);
  answered(owners);
  expect(owners).toEqual(['a visible window']);
});

test('macOS shows a notification, or says why not', async () => {
  test.skip(latchkey.runtime === 'host', 'the Chromium host draws no notification');
  test.skip(process.platform !== 'darwin', 'only macOS shows notifications of signed applications only');
  const end = await latchkey.evaluate(shownNotification, { waitMs: WAIT_MS });
  answered(end);
  expect(end).toMatch(/^(show|failed: .)/);
});

test('without Chromium’s sandbox, the first page is there all the same', async () => {
  test.skip(latchkey.runtime === 'host', 'the Chromium host starts Chromium itself');
  test.skip(process.platform !== 'linux', 'only Linux starts without the sandbox');
  const unsandboxed = await launchLatchkey({ args: ['--no-sandbox'], env: { LATCHKEY_SANDBOX: 'off' } });
  try {
    await appReady(unsandboxed.page);
    answered('the page is there');
    expect(unsandboxed.logs).toEqual([]);
  } finally {
    await unsandboxed.close();
  }
});
