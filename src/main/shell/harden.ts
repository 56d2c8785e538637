/** Hardens the application before the window opens: pages get no permissions, navigation, new windows, client certificates or network. */
import { app, type Session, session, type WebContents } from 'electron';
import type { Log } from '../platform/ports.ts';
import { LINKS } from './desktop.ts';
import { openLink } from './links.ts';

/** The session in which all pages live. Main's requests have sessions of their own. */
const windowSession = (): Session => session.defaultSession;

/** The addresses that the window's session blocks: a page needs only its own scheme. */
const NETWORK = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*'];

/** A proxy on which nothing can listen (port 0), loopback included. It stops traffic that is not a request, such as TURN over TCP. */
const DEAD_PROXY: Electron.ProxyConfig = {
  mode: 'fixed_servers',
  proxyRules: '127.0.0.1:0',
  proxyBypassRules: '<-loopback>',
};

export interface HardenOptions {
  readonly log: Log;
  /** The development server's origin, whose pages may reload; null in the built application. */
  readonly developmentOrigin: string | null;
}

/** Hardens all sessions and web contents. Call after `ready` and before the first window. */
export function harden(options: HardenOptions): void {
  app.on('session-created', hardenSession);
  app.on('web-contents-created', (_event, contents) => {
    denyNavigation(contents, options);
    // WebRTC knows neither CSP nor webRequest: without a proxy for UDP it sends none.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  });
  // Without a handler, Electron sends the machine's first certificate.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, choose) => {
    event.preventDefault();
    choose();
  });
  hardenSession(windowSession());
  if (options.developmentOrigin === null) closeNetwork(options.log);
}

function closeNetwork(log: Log): void {
  windowSession().webRequest.onBeforeRequest({ urls: NETWORK }, (_details, decide) => decide({ cancel: true }));
  windowSession()
    .setProxy(DEAD_PROXY)
    .catch((error: unknown) => log.error('the window keeps a network', { error }));
}

const hardened = new WeakSet<Session>();

/**
 * Denies all permissions, which Electron grants by default; requests and checks have separate handlers. Turns the spell checker off, which would
 * fetch dictionaries.
 */
function hardenSession(target: Session): void {
  if (hardened.has(target)) return;
  hardened.add(target);
  target.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  target.setPermissionCheckHandler(() => false);
  target.setDevicePermissionHandler(() => false);
  target.setSpellCheckerEnabled(false);
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
