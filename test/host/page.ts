/** Opens a window's page and connects it to main: preload, messages, navigation, accelerators, colour scheme. */
import { readFileSync } from 'node:fs';
import type { CDPSession, Page } from 'playwright-core';
import { guardNavigation, isTaken, openFrom, takePage } from './browser.ts';
import { makeContextBridge } from './context-bridge.ts';
import { frameOf } from './frames.ts';
import { options } from './hub.ts';
import { acceptSend, answerInvoke } from './ipc-main.ts';
import { accelerators, type MenuWindow, onMenuChanged, pressAccelerator } from './menu.ts';
import { applyTheme, setPageDark } from './native-theme.ts';
import { modelled } from './not-modelled.ts';
import { installPreload, type PageSettings, reportDrawn } from './page-side.ts';
import { report } from './report.ts';
import { pack, unpack } from './transport.ts';
import type { WebContents } from './web-contents.ts';

export interface PageOptions {
  contents: WebContents;
  /** File of the preload bundle. */
  preload: string | null;
  /** The window as the app holds it. */
  owner: MenuWindow & { focus(): void };
  quit: () => void;
  closed: () => void;
}

const BINDING = 'latchkeyHost';

const initScript = (preload: string | null, receiver: string): string => {
  const settings: PageSettings = {
    originEnding: options.developmentOrigin ? new URL(options.developmentOrigin).hostname : '.latchkey.invalid',
    binding: BINDING,
    receiver,
    platform: process.platform,
    versions: { ...process.versions } as Record<string, string>,
  };
  const bundle = preload ? readFileSync(preload, 'utf8') : '';
  const functions = [pack, unpack, makeContextBridge].join(', ');
  return `(${installPreload.toString()})(${JSON.stringify(settings)}, ${functions}, function (require, module, exports, process) {${bundle}\n});`;
};

const DRAWN = 'latchkey-drawn ';
const watchScript = (selector: string): string =>
  `(${reportDrawn.toString()})(${JSON.stringify(selector)}, ${JSON.stringify(DRAWN)});`;

export async function openPage(given: PageOptions): Promise<void> {
  await connect(await takePage(), given);
}

async function connect(page: Page, given: PageOptions): Promise<void> {
  const { contents, preload, owner, quit, closed } = given;
  contents.page = page;
  contents.applyZoom();

  const eventFrom = (frame: Parameters<typeof frameOf>[0]): object =>
    modelled('IpcMainEvent', {
      sender: contents,
      senderFrame: frameOf(frame),
      frameId: 1,
      processId: process.pid,
      type: 'frame',
      ports: [],
      returnValue: undefined,
      defaultPrevented: false,
      reply: (channel: string, ...args: unknown[]) => contents.send(channel, ...args),
    });
  await page.exposeBinding(BINDING, async ({ frame }, kind: string, packed: string): Promise<string> => {
    switch (kind) {
      case 'invoke':
        return answerInvoke(eventFrom(frame), packed);
      case 'send':
        acceptSend(eventFrom(frame), packed);
        return '';
      case 'colour':
        setPageDark((unpack(packed) as { dark: boolean }).dark);
        return '';
      case 'accelerators':
        return pack(accelerators());
      case 'accelerator':
        owner.focus();
        pressAccelerator((unpack(packed) as { id: string }).id, owner, quit);
        return '';
      case 'context-menu':
        contents.requestContextMenu(unpack(packed) as Record<string, unknown>);
        return '';
      case 'open':
        contents.requestOpen((unpack(packed) as { url: string }).url);
        return '';
      default:
        throw new Error(`no message of kind ${kind}`);
    }
  });
  await page.addInitScript({ content: initScript(preload, contents.receiver) });
  if (options.watched !== null) await page.addInitScript({ content: watchScript(options.watched) });
  await applyTheme(page);
  onMenuChanged(() => contents.deliver(null, pack(accelerators())));

  guardNavigation((url, route) => {
    const frame = route.request().frame();
    if (frame.page() !== page) return true;
    if (frame !== page.mainFrame()) return true;
    // The app's own loads and reloads of the same address need no permission from the app. A request has no fragment.
    const isReload = url === page.url().split('#')[0];
    const isAllowed = contents.loading.has(url) || isReload || contents.requestNavigation(url);
    if (isAllowed) contents.navigationStarts(url);
    return isAllowed;
  });
  page.on('popup', (popup) => {
    if (isTaken(popup)) return;
    contents.requestOpen(popup.url());
    void popup.close().catch(() => {});
  });
  page.on('pageerror', (error) => report({ host: 'page-error', message: error.stack ?? error.message }));
  page.on('console', (message) => {
    const text = message.text();
    if (text.startsWith(DRAWN)) report({ host: 'drawn', at: Number(text.slice(DRAWN.length)) });
    else report({ host: 'console', level: message.type(), text });
  });
  const session = await reportFirstPaint(page, contents);
  page.on('crash', () => {
    contents.reloadCrashed = async () => {
      const fresh = await replacementOf(page, session);
      page.off('close', closed);
      await page.close();
      await connect(fresh, given);
    };
    contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
  });
  page.once('close', closed);
}

/** Playwright does nothing any more with a page whose process ended; Chromium gives it another, and that opens the page of the same window. */
async function replacementOf(page: Page, session: CDPSession): Promise<Page> {
  await session.send('Page.navigate', { url: 'about:blank' });
  return openFrom(page.context(), session);
}

/** Emits `ready-to-show` as Electron does: when the main frame of a document is first painted with something to see. */
async function reportFirstPaint(page: Page, contents: WebContents): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  await session.send('Page.enable');
  await session.send('Page.setLifecycleEventsEnabled', { enabled: true });
  session.on('Page.lifecycleEvent', ({ frameId, name }) => {
    if (name === 'firstContentfulPaint' && frameId === frameTree.frame.id) contents.emit('ready-to-show');
  });
  return session;
}
