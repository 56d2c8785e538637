/** Hardens the application before a window opens: pages get no permissions, navigation, new windows, client certificates or network. */
import { app, type Session, session, type WebContents } from 'electron';
import { chooseNatively } from '../platform/electron/ask.ts';
import type { Log } from '../platform/ports.ts';
import { ClientCertificates } from './client-certificates.ts';
import { LINKS } from './desktop.ts';
import { openLink } from './links.ts';

/** The session of all pages. Main's requests have their own sessions. */
const windowSession = (): Session => session.defaultSession;

/** The addresses that pages cannot reach: they need only their own scheme. */
const NETWORK = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*'];

/** A proxy to port 0, where nothing listens, also for loopback. It stops traffic that `webRequest` does not see, such as TURN over TCP. */
const DEAD_PROXY: Electron.ProxyConfig = {
  mode: 'fixed_servers',
  proxyRules: '127.0.0.1:0',
  proxyBypassRules: '<-loopback>',
};

export interface HardenOptions {
  readonly log: Log;
  /** The development server's origin, to which pages may navigate; `null` in the built application. */
  readonly developmentOrigin: string | null;
}

/** Hardens all sessions and web contents. Call after `ready` and before the first window. */
export function harden(options: HardenOptions): void {
  app.on('session-created', hardenSession);
  app.on('web-contents-created', (_event, contents) => {
    denyNavigation(contents, options);
    // WebRTC heeds neither CSP nor webRequest. Without a UDP proxy, this policy sends nothing.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  });
  const certificates = new ClientCertificates(chooseNatively);
  // Without a handler, Electron sends the machine's first certificate. A page has no network, so it gets none.
  app.on('select-client-certificate', (event, contents, host, offered, choose) => {
    event.preventDefault();
    if (contents !== null) return choose();
    certificates.certificateFor(host, offered).then(
      (chosen) => (chosen ? choose(chosen) : choose()),
      () => choose(),
    );
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

/** Denies all permissions, which Electron grants by default. Disables the spell checker, which would download dictionaries. */
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
