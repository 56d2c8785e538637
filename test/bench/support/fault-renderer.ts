/** Kills the renderer of the built app's window (SIGKILL) while a person works in it, and looks at what the window shows afterwards. */
import type { Locator, Page } from 'playwright-core';
import { appReady, dayFromNow, fillGuest, goTo, listingsLoaded, makeQuote } from '../../e2e/support/driver.ts';
import { launchLatchkey } from '../../e2e/support/launch.ts';
import { removeTempFolder } from '../../support/temp-folder.ts';
import { eventually } from '../../support/test-console.ts';
import type { Outcome } from './fault-scenarios.ts';

/** Longer than the app waits before it keeps what was typed. */
const TYPED_MS = 1_500;
const LISTINGS = 120;

/** What a person does in a window. Returns a look at the next window, which says what is wrong there. */
type Work = (page: Page) => Promise<(page: Page) => Promise<string | null>>;

const toHash = (page: Page, hash: string): Promise<void> =>
  page.evaluate((wanted) => {
    window.location.hash = wanted;
  }, hash);

/** Types into a field, and expects the text in it afterwards. */
const typing =
  (open: (page: Page) => Promise<unknown>, field: (page: Page) => Locator, text: string): Work =>
  async (page) => {
    await open(page);
    await field(page).fill(text);
    await page.waitForTimeout(TYPED_MS);
    return async (next) => {
      const shown = await field(next).inputValue();
      return shown === text ? null : `the field has “${shown}”`;
    };
  };

const named = (label: string | RegExp) => (page: Page) => page.getByRole('main').getByLabel(label).first();

const reservations = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const state = await window.latchkey.sandbox.state(null);
    return state.ok ? state.value.reservations : -1;
  });
const quotesKept = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const kept = await window.latchkey.quotes.list({ connectionId: 'sandbox' });
    return kept.ok ? kept.value.quotes.length : -1;
  });
/** Lets the next answer of an operation come after the kill. */
const answerLate = (page: Page, target: 'quoteCreate' | 'quoteRequest'): Promise<unknown> =>
  page.evaluate((operation) => {
    const effect = { kind: 'delay', delayMs: 2_000 } as const;
    return window.latchkey.sandbox.apply({ kind: 'addFault', target: operation, effect, times: 1 });
  }, target);

const runTask: Work = async (page) => {
  const started = await page.evaluate(async () => {
    const spec = { kind: 'calendars', from: '2027-02-01', until: '2027-02-28', listingIds: null } as const;
    return window.latchkey.tasks.create({ connectionId: 'sandbox', applicationId: null, spec });
  });
  if (!started.ok) throw new Error(started.error.code);
  const { id } = started.value;
  return async (next) => {
    const end = await eventually(() =>
      next.evaluate(async (taskId) => {
        const known = await window.latchkey.tasks.list({ connectionId: 'sandbox' });
        const task = known.ok ? known.value.tasks.find((one) => one.id === taskId) : undefined;
        return task && task.state !== 'running' ? `${task.state}, ${task.failed} failed` : null;
      }, id),
    );
    return end === 'done, 0 failed' ? null : `the task is ${end}`;
  };
};

const makeLateQuote: Work = async (page) => {
  const before = await quotesKept(page);
  await answerLate(page, 'quoteCreate');
  makeQuote(page, dayFromNow(80), dayFromNow(83)).catch(() => {});
  await page.waitForTimeout(TYPED_MS);
  return async (next) => {
    const after = await eventually(async () => {
      const kept = await quotesKept(next);
      return kept > before ? kept : null;
    });
    return after === before + 1 ? null : `${after - before} quotes were made`;
  };
};

const bookLate: Work = async (page) => {
  const before = await reservations(page);
  const id = await makeQuote(page, dayFromNow(90), dayFromNow(93));
  await toHash(page, `#/quotes?id=${id}`);
  await fillGuest(page);
  await page.getByRole('article').getByRole('button', { name: 'Request to book' }).click();
  await answerLate(page, 'quoteRequest');
  await page.getByRole('dialog').getByRole('button', { name: 'Send the request' }).click();
  await page.waitForTimeout(500);
  return async (next) => {
    await next.getByRole('region', { name: 'Reservation' }).waitFor();
    const made = (await reservations(next)) - before;
    return made === 1 ? null : `${made} reservations were made`;
  };
};

/** The work during which the renderer is killed, by its name; one app has all of it, one after the other. */
async function works(page: Page): Promise<Readonly<Record<string, Work>>> {
  const quoteId = await makeQuote(page, dayFromNow(60), dayFromNow(63));
  const toQuote = (one: Page) => toHash(one, `#/quotes?id=${quoteId}`);
  return {
    'a pasted failure': typing(
      (one) => toHash(one, '#/doctor?tab=paste'),
      (one) => one.getByRole('main').getByRole('textbox').first(),
      'HTTP/1.1 403 Forbidden',
    ),
    'a search': typing((one) => goTo(one, 'Availability'), named('Guests'), '3'),
    'a note on a quote': typing(toQuote, (one) => one.getByRole('textbox', { name: 'Note' }), 'They arrive late.'),
    'a guest of a booking': typing(toQuote, named('Last name'), 'Marsh'),
    'an offer': typing((one) => toHash(one, `#/offers/new?quotes=${quoteId}`), named('Opening line'), 'Dear Ada,'),
    'a running task': runTask,
    'a quote under way': makeLateQuote,
    'a booking under way': bookLate,
  };
}

/** Kills every renderer of the browser, which has one window, and returns the page with which the window goes on. */
async function killRenderer(page: Page): Promise<Page> {
  const context = page.context();
  const session = await context.browser()?.newBrowserCDPSession();
  if (!session) throw new Error('the browser cannot be examined');
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  if (renderers.length === 0) throw new Error('there is no renderer');
  const opened = context.waitForEvent('page');
  for (const { id } of renderers) process.kill(id, 'SIGKILL');
  const next = await opened;
  await session.detach();
  await appReady(next);
  return next;
}

async function killDuring(page: Page, work: Work): Promise<{ page: Page; wrong: string[] }> {
  const look = await work(page);
  const next = await killRenderer(page);
  const wrong: string[] = [];
  const notice = next.getByText('This window stopped working and was loaded again');
  await notice
    .first()
    .waitFor({ timeout: 10_000 })
    .catch(() => wrong.push('the window does not say what happened'));
  const seen = await look(next).catch((error: unknown) => String(error));
  if (seen !== null) wrong.push(`lost: ${seen}`);
  return { page: next, wrong };
}

/** Kills the renderer during each work, and expects that what was typed is back, what was under way goes on, and the window says what happened. */
export async function rendererKills(): Promise<Outcome[]> {
  const app = await launchLatchkey({ runtime: 'host', listings: LISTINGS });
  const outcomes: Outcome[] = [];
  try {
    let { page } = app;
    await appReady(page);
    await goTo(page, 'Listings');
    await listingsLoaded(page);
    // A second kill within a minute asks whether to load the window again.
    await app.answerMessageBox(0);
    for (const [fault, work] of Object.entries(await works(page))) {
      const killed = await killDuring(page, work);
      page = killed.page;
      outcomes.push({ fault, wrong: killed.wrong });
    }
    const wrong = app.logs.filter((line) => !line.includes('the page is gone'));
    if (wrong.length > 0) outcomes.push({ fault: 'the log', wrong });
  } finally {
    await app.close();
    removeTempFolder(app.dataDir);
  }
  return outcomes;
}
