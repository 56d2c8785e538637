/** Hardening before the window opens: no permissions, navigation, new windows, client certificates or network of the page. */
import { app, type Session, session, type WebContents } from 'electron';
import type { Log } from '../platform/ports.ts';
import { LINKS } from './desktop.ts';
import { openLink } from './links.ts';

/** Requests that the default session blocks: the page needs only its own scheme. */
const NETWORK = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*'];

export interface HardenOptions {
  readonly log: Log;
  /** The development server's origin, whose pages may reload; null in the built application. */
  readonly developmentOrigin: string | null;
}

/** Call after `ready` and before the first window. */
export function harden(options: HardenOptions): void {
  app.on('session-created', denyPermissions);
  app.on('web-contents-created', (_event, contents) => denyNavigation(contents, options));
  // Without a handler, Electron sends the machine's first certificate.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, choose) => {
    event.preventDefault();
    choose();
  });
  denyPermissions(session.defaultSession);
  if (options.developmentOrigin !== null) return;
  session.defaultSession.webRequest.onBeforeRequest({ urls: NETWORK }, (_details, decide) => decide({ cancel: true }));
}

const hardened = new WeakSet<Session>();

/** Electron grants permissions by default; requests and checks have separate handlers. */
function denyPermissions(target: Session): void {
  if (hardened.has(target)) return;
  hardened.add(target);
  target.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  target.setPermissionCheckHandler(() => false);
  target.setDevicePermissionHandler(() => false);
  target.on('will-download', (event) => event.preventDefault());
}

function denyNavigation(contents: WebContents, { log, developmentOrigin }: HardenOptions): void {
  const deny = (event: { preventDefault(): void; url: string }): void => {
    if (developmentOrigin !== null && event.url.startsWith(`${developmentOrigin}/`)) return;
    event.preventDefault();
    log.warn('a navigation was denied', { to: originOf(event.url) });
  };
  contents.on('will-navigate', deny);
  contents.on('will-redirect', deny);
  contents.on('will-frame-navigate', deny);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    openLink(url, LINKS).catch((error: unknown) => log.warn('a link did not open', { error }));
    return { action: 'deny' };
  });
}

function originOf(text: string): string {
  return URL.canParse(text) ? new URL(text).origin : 'not an address';
}
