/** A bulk task in the built app: plan, start, pause, kill and restart, failed steps, results, CSV; then custom limits and a 429. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, test } from '@playwright/test';
import type { Page } from 'playwright-core';
import { expectAccessible } from './support/axe.ts';
import { appReady, closeDialog, goTo, heading, listingsShown, searchAvailability } from './support/driver.ts';
import { freshDataDir, type Latchkey, launchLatchkey } from './support/launch.ts';

test.describe.configure({ mode: 'serial' });

const dataDir = freshDataDir();
let latchkey: Latchkey;
let page: Page;
const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
const bar = (): Locator => page.getByRole('progressbar').first();
const ended = async (): Promise<number> => Number(await bar().getAttribute('aria-valuenow'));
const steps = async (): Promise<number> => Number(await bar().getAttribute('aria-valuemax'));
const clockRate = (rate: number) =>
  page.evaluate((wanted) => window.latchkey.sandbox.apply({ kind: 'setClockRate', rate: wanted }), rate);

/** The number of pending requests of tasks. */
const pendingTaskRequests = () =>
  page.evaluate(async () => {
    const answer = await window.latchkey.traffic.pending({ connectionId: 'sandbox' });
    if (!answer.ok) throw new Error(answer.error.code);
    return answer.value.requests.filter(({ taskId }) => taskId !== null).length;
  });
const stepsEndedInMain = () =>
  page.evaluate(async () => {
    const answer = await window.latchkey.tasks.list({ connectionId: 'sandbox' });
    if (!answer.ok) throw new Error(answer.error.code);
    return answer.value.tasks.reduce((sum, { done, failed }) => sum + done + failed, 0);
  });

async function start(): Promise<void> {
  // As many calendars as a task still reads when it is killed.
  latchkey = await launchLatchkey({ dataDir, listings: 240 });
  page = latchkey.page;
  await appReady(page);
}
test.beforeAll(async () => {
  await start();
  await listingsShown(page);
  await page.getByText(/listings, loaded/).waitFor();
});
test.afterAll(async () => {
  await latchkey.close();
});

test('the plan shows requests, limit and duration before anything is sent', async () => {
  await latchkey.command('tasks');
  await heading(page, 'Tasks').waitFor();
  await page.getByText('No tasks yet').waitFor();
  await button('New task').click();
  const plan = page.getByRole('region', { name: 'Plan' });
  await expect(plan).toContainText(
    /[\d,]+ requests · paced by the limit of 275 per minute \(4\.6 per second\) · about .+, other requests go first/,
  );
  await expect(plan).toContainText(/One request for each of [\d,]+ listings/);
  await page.getByRole('radio', { name: 'Stays over a range of days' }).check();
  await expect(plan).toContainText(/At most 11 pages of results, one request each, for each of 90 check-in days/);
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Calendars of listings' }).check();
  await expect(plan).toContainText(/One request for each of/);
});

test('a running task shows results, pauses and resumes', async () => {
  await button('Start').click();
  await heading(page, 'New task').waitFor({ state: 'hidden' });
  await page.getByText('Running', { exact: true }).waitFor();
  await page.getByText(/about .+ left/).waitFor();
  await page.getByRole('img', { name: /^1 task running, \d+ %$/ }).waitFor();
  const table = page.getByRole('grid', { name: 'Results' });
  await table.locator('tbody button').first().waitFor();
  await button('Pause').click();
  await page.getByText('Paused', { exact: true }).waitFor();
  // Requests in flight at the pause still get their answers.
  await expect.poll(pendingTaskRequests).toBe(0);
  const paused = await stepsEndedInMain();
  await expect.poll(ended).toBe(paused);
  expect(paused).toBeGreaterThan(0);
  expect(paused).toBeLessThan(await steps());
  await button('Resume').click();
  await expect.poll(ended).toBeGreaterThan(paused);
});

test('a task continues where it was after a kill and a restart', async () => {
  const before = await ended();
  await latchkey.kill();
  await start();
  await goTo(page, 'Tasks');
  await expect(page.getByRole('list', { name: 'Tasks' }).getByRole('listitem')).toHaveCount(1);
  expect(await ended()).toBeGreaterThanOrEqual(before - 10);
  await expectAccessible(page);
  await page
    .getByRole('list', { name: 'Tasks' })
    .getByRole('link', { name: /^Calendars of/ })
    .click();
  await page.evaluate(() =>
    window.latchkey.sandbox.apply({
      kind: 'addFault',
      target: 'calendar',
      effect: { kind: 'answer', status: 400 },
      times: 3,
    }),
  );
  // Without a token the task stays paused, because resuming it would issue one.
  const resume = button('Resume');
  if (await resume.isVisible()) await resume.click();
  await page.getByText('Running', { exact: true }).waitFor();
  await expectAccessible(page);
  // Faster time, but slow enough that answers on a busy machine do not time out.
  await clockRate(5);
  await page.getByText('Done, 3 failed', { exact: true }).waitFor({ timeout: 90_000 });
  await clockRate(1);
  expect(await ended()).toBe(await steps());
  await expect(page.getByRole('img', { name: /task running/ })).toHaveCount(0);
});

test('failed steps show their reasons and can be retried', async () => {
  const failures = page.locator('details');
  await failures.locator('summary').click();
  await expect(failures.getByRole('listitem').first()).toContainText(/The service /);
  await failures.getByRole('link', { name: 'See the exchange' }).first().waitFor();
  await expectAccessible(page, failures);
  await button(/^Retry \d+ failed steps/).click();
  // Three requests take less time than a busy machine takes to look at the page, so “Running” may not be seen.
  await page.getByText('Done', { exact: true }).waitFor({ timeout: 45_000 });
  await expect(failures).toHaveCount(0);
  await expect(button(/^Retry/)).toHaveCount(0);
  expect(await ended()).toBe(await steps());
});

test('a person moves through the results by keyboard, searches and opens them', async () => {
  const table = page.getByRole('grid', { name: 'Results' });
  const count = Number(await table.getAttribute('aria-rowcount')) - 1;
  expect(count).toBeGreaterThan((await steps()) * 30);
  await table.locator('tbody button').first().focus();
  await page.keyboard.press('End');
  await expect(page.locator(`tr[aria-rowindex="${count + 1}"] button`)).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog');
  await drawer.getByText('The record as the service sent it').waitFor();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  const title = (await table.locator('tbody button').first().textContent()) ?? '';
  await page.getByRole('textbox', { name: 'Search the results' }).fill(title);
  await expect.poll(async () => Number(await table.getAttribute('aria-rowcount'))).toBeLessThan(count);
  await page.getByRole('textbox', { name: 'Search the results' }).fill('no text of any result');
  await page.getByText('No results match.').waitFor();
  await page.getByRole('textbox', { name: 'Search the results' }).fill('');
  await expect.poll(async () => Number(await table.getAttribute('aria-rowcount')) - 1).toBe(count);
});

test('results are exported as CSV to the chosen path, and a cancelled dialog exports nothing', async () => {
  const path = join(dataDir, 'calendars.csv');
  const rows = Number(await page.getByRole('grid', { name: 'Results' }).getAttribute('aria-rowcount')) - 1;
  await latchkey.answerSaveDialog(null);
  await button('Export').click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  await expect(button('Export')).toBeEnabled();
  await expect(page.getByText(/written to/)).toHaveCount(0);
  await latchkey.answerSaveDialog(path);
  await button('Export').click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  await page.getByText(path).waitFor();
  const lines = readFileSync(path, 'utf8').trimEnd().split(/\r?\n/);
  expect(lines[0]).toContain('Listing,Title,Date');
  expect(lines).toHaveLength(rows + 1);
});

test('a link shows the task’s requests in Traffic', async () => {
  await page.getByRole('link', { name: 'Its requests in Traffic' }).click();
  await heading(page, 'Traffic').waitFor();
  await expect(page).toHaveURL(/taskId=/);
});

test('custom limits apply at once, and the gauges show them', async () => {
  await goTo(page, 'Overview');
  const rates = page.getByRole('region', { name: 'Request rate' });
  await rates.getByRole('img', { name: /^Booking Engine API: [\d,]+ requests in the last hour/ }).waitFor();
  await rates.getByRole('link', { name: 'Limits' }).click();
  const open = page.getByRole('region', { name: 'Open API', exact: true });
  await open.getByRole('radio', { name: 'Custom rules' }).check();
  await open.getByText('No custom limits; server-reported limits apply.').waitFor();
  await open.getByRole('button', { name: 'Add a rule' }).click();
  await open.getByLabel('Requests of rule 1').fill('150');
  await open.getByText(/^These rules exceed “Documented limit”/).waitFor();
  await open.getByLabel('Requests of rule 1').fill('60');
  await expectAccessible(page);
  await open.getByRole('button', { name: 'Use these rules' }).click();
  await open.getByRole('button', { name: 'In use' }).waitFor();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Open API rate limits: \d+ of 60 per minute/ })
    .waitFor();
});

test('Overview reports a 429 within the limits, with a likely cause and its exchange', async () => {
  await page.evaluate(() =>
    window.latchkey.sandbox.apply({
      kind: 'addFault',
      target: 'search',
      effect: { kind: 'answer', status: 429 },
      times: 1,
    }),
  );
  await goTo(page, 'Availability');
  await searchAvailability(page, {});
  await goTo(page, 'Overview');
  const concerns = page.getByRole('region', { name: 'What needs attention' });
  await expect(concerns).toContainText(
    /The server answered 429 although this app had sent only \d+ of \d+ .*another client shares/,
  );
  await expect(page.getByRole('region', { name: 'Request rate' })).toContainText(/after a 429; recovers automatically/);
  await expectAccessible(page, concerns);
  // At five times the speed a busy machine may have drawn a 429 in an earlier test: that is a concern of its own.
  await concerns.getByRole('link', { name: 'See the exchange' }).first().click();
  await expect(page.getByRole('dialog')).toContainText('429');
  await closeDialog(page);
});

test('a finished task is removed with its results', async () => {
  await goTo(page, 'Tasks');
  await page.getByRole('link', { name: /^Calendars of/ }).click();
  await button('Remove').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the task' }).click();
  await page.getByText('No tasks yet').waitFor();
});

test('the window made no request and logged no error', () => {
  expect(latchkey.requestsOutside).toEqual([]);
  expect(latchkey.logs).toEqual([]);
});
