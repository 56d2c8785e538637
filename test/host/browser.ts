/**
 * Starts the installed Chromium. It serves the app's scheme to the pages and refuses every other request. It runs as a guest (its headless shell:
 * incognito), whose passwords, history, form entries and storage Chromium keeps in memory only, on a profile that is deleted before and after.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, CDPSession, Page, Route } from 'playwright-core';
import { findChromium, findHeadlessShell } from '../../scripts/lib/chromium.mjs';
import { hub, options } from './hub.ts';
import { report } from './report.ts';
import { fromStandIn, headersFromStandIn, isStandIn, policyForStandIn } from './stand-in.ts';

/** Called for each navigation; false stops it. */
export type NavigationGuard = (url: string, route: Route) => boolean;

const guards = new Set<NavigationGuard>();
export const guardNavigation = (guard: NavigationGuard): void => void guards.add(guard);

const profile = (): string => join(hub.userData, 'chromium');

const SWITCHES = [
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-domain-reliability',
  // The last: a page in store, for a window that is never opened.
  '--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,SpareRendererForSitePerProcess',
  '--hide-crash-restore-bubble',
  '--password-store=basic',
  // No name resolves, so that a request that slips past the routes reaches nothing.
  `--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1${options.developmentOrigin ? ' , EXCLUDE localhost' : ''}`,
];

/** The running browser; started by the first call. */
export function browser(): Promise<BrowserContext> {
  hub.browser ??= launch();
  return hub.browser;
}

/** Starts the browser unless the first window does; resolves when its process exists, or when the start failed. */
export async function startBrowser(): Promise<void> {
  if (options.obeysNetwork) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const onProcess = () => setImmediate(resolve);
  subscribe('child_process', onProcess);
  browser()
    .catch(() => {})
    .finally(resolve);
  await promise;
  unsubscribe('child_process', onProcess);
}

async function launch(): Promise<BrowserContext> {
  const shell = options.inShell ? findHeadlessShell() : null;
  const executablePath = shell ?? findChromium();
  if (!executablePath) throw new Error('No Chromium or Chrome was found on this machine. Install one, or set CHROME.');
  await deleteProfile();
  // Loaded here, because a start without a window needs none of it, and it is most of such a start.
  const { chromium } = await import('playwright-core');
  const decided = options.obeysNetwork ? hub.networkSwitches : [];
  const args = [
    // The shell knows no guests.
    shell ? '--incognito' : '--guest',
    ...SWITCHES,
    '--window-size=1280,800',
    '--test-type',
    ...[...decided].map(([name, value]) => `--${name}=${value}`),
    ...options.browserSwitches,
  ];
  if (options.cdpPort !== null) args.push(`--remote-debugging-port=${options.cdpPort}`);
  // Without a screen there is no graphics processor either, and to imitate one costs more than to draw without.
  if (options.headless) args.push('--disable-gpu', '--in-process-gpu');
  else args.push('--app=data:text/html,<title>Latchkey</title>');
  const openBrowser = () =>
    chromium.launchPersistentContext(profile(), {
      executablePath,
      // Otherwise caches and reports of crashes stay in the home folder after the profile is deleted.
      env: { ...process.env, XDG_CACHE_HOME: join(profile(), 'cache'), XDG_CONFIG_HOME: join(profile(), 'config') },
      chromiumSandbox: hub.isSandboxed,
      headless: options.headless,
      args,
      ignoreDefaultArgs: ['--enable-automation'],
      viewport: options.headless ? { width: 1280, height: 800 } : null,
      colorScheme: null,
      reducedMotion: null,
      forcedColors: null,
      contrast: null,
      acceptDownloads: false,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
  const context = await openBrowser().catch(async (error: unknown) => {
    // Chromium itself crashes at few of its starts, before it has run anything of the app.
    if (!/exitCode=139|signal=SIGSEGV/.test(String(error))) throw error;
    await deleteProfile();
    return openBrowser();
  });
  await checkBrowser(context);
  await context.route('**/*', answerRequest);
  await context.routeWebSocket(isRefused, (socket) => {
    report({ host: 'refused-request', url: socket.url(), by: 'websocket' });
    void socket.close();
  });
  if (options.cdpPort !== null) {
    report({ host: 'ready', cdp: `http://127.0.0.1:${options.cdpPort || portOf()}` });
  }
  return context;
}

const portOf = (): number => Number(readFileSync(join(profile(), 'DevToolsActivePort'), 'utf8').split('\n')[0]);

/** Throws where the browser is not what was asked for: a policy of the machine forbids guests, or its own settings leave the sandbox out. */
async function checkBrowser(context: BrowserContext): Promise<void> {
  const session = await context.browser()?.newBrowserCDPSession();
  if (!session) throw new Error('The browser cannot be examined.');
  const { targetInfos } = await session.send('Target.getTargets');
  const { defaultBrowserContextId } = await session.send('Target.getBrowserContexts');
  const { commandLine } = await session.send('SystemInfo.getInfo');
  const { product } = await session.send('Browser.getVersion');
  await session.detach();
  const switches = commandLine.split(' ');
  const isGuest = product.startsWith('HeadlessChrome/')
    ? switches.includes('--incognito')
    : targetInfos.every(
        ({ type, browserContextId }) => type !== 'page' || browserContextId !== defaultBrowserContextId,
      );
  if (!isGuest) throw new Error('This Chromium has no guest mode, without which it would store what is typed.');
  if (hub.isSandboxed && switches.includes('--no-sandbox')) {
    throw new Error('This Chromium was started without its sandbox.');
  }
}

const taken = new WeakSet<Page>();
let lastTaken: Promise<unknown> = Promise.resolve();

/** Whether a page is the host's, not one that a page of the app opened. */
export const isTaken = (page: Page): boolean => taken.has(page);

/** A page for a window: the one that the browser started with, or a new one. */
export function takePage(): Promise<Page> {
  const next = lastTaken.then(openPage);
  lastTaken = next.catch(() => {});
  return next;
}

async function openPage(): Promise<Page> {
  const context = await browser();
  const unused = context.pages().find((page) => !taken.has(page));
  if (unused) {
    taken.add(unused);
    return unused;
  }
  const opener = context.pages()[0];
  if (opener) {
    const session = await context.newCDPSession(opener);
    const opened = await openFrom(context, session);
    await session.detach();
    return opened;
  }
  // The last window was closed, and the app goes on.
  await endBrowser();
  return openPage();
}

/** Chromium makes a guest's page at the wish of another page only, which `session` is of. */
export async function openFrom(context: BrowserContext, session: CDPSession): Promise<Page> {
  const { frameTree } = await session.send('Page.getFrameTree');
  // In the world of the page itself `open` asks the app.
  const world = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
  const { promise, resolve } = Promise.withResolvers<Page>();
  context.once('page', (page) => {
    taken.add(page);
    resolve(page);
  });
  await session.send('Runtime.evaluate', {
    contextId: world.executionContextId,
    expression: `void open('about:blank', '_blank', 'popup,noopener,width=1280,height=800')`,
    userGesture: true,
  });
  return promise;
}

/** Ends the browser and deletes its profile. */
export async function endBrowser(): Promise<void> {
  const context = await hub.browser?.catch(() => null);
  hub.browser = null;
  await context?.close().catch(() => {});
  if (context) await deleteProfile();
}

/** Deletes the profile, once the browser of a killed host has ended: until then, a new browser would only hand over to it. */
async function deleteProfile(): Promise<void> {
  const lock = join(profile(), 'SingletonLock');
  for (let waited = 0; waited < 30_000; waited += 50) {
    try {
      process.kill(Number(readlinkSync(lock).split('-').at(-1)), 0);
    } catch {
      break;
    }
    await wait(50);
  }
  rmSync(profile(), { recursive: true, force: true, maxRetries: 10 });
}

/** Whether the development server answers: its files, and the socket that tells of a change. */
const isOfDevelopment = (url: URL): boolean =>
  options.developmentOrigin !== null && url.origin.replace(/^ws/, 'http') === options.developmentOrigin;
const isRefused = (url: URL): boolean => !isOfDevelopment(url);

async function answerRequest(route: Route): Promise<void> {
  const request = route.request();
  const url = request.url();
  if (request.isNavigationRequest()) {
    for (const guard of guards) if (!guard(url, route)) return refuse(route, 'navigation');
  }
  if (isOfDevelopment(new URL(url))) return route.continue();
  const handler = hub.schemes.get('app');
  if (!isStandIn(url) || !handler) return refuse(route, request.resourceType());
  try {
    const body = request.postDataBuffer();
    const response = await handler(
      new Request(fromStandIn(url), {
        method: request.method(),
        headers: headersFromStandIn(request.headers()),
        ...(body ? { body: new Uint8Array(body) } : {}),
      }),
    );
    const headers = Object.fromEntries(response.headers);
    const policy = headers['content-security-policy'];
    if (policy) headers['content-security-policy'] = policyForStandIn(policy);
    await route.fulfill({ status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) });
  } catch (error) {
    process.stderr.write(`the app's scheme failed for ${fromStandIn(url)}: ${String(error)}\n`);
    await route.abort('failed').catch(() => {});
  }
}

async function refuse(route: Route, by: string): Promise<void> {
  report({ host: 'refused-request', url: fromStandIn(route.request().url()), by });
  // An aborted navigation keeps the page; a blocked navigation replaces the page with an error page.
  await route.abort(by === 'navigation' ? 'aborted' : 'blockedbyclient').catch(() => {});
}
