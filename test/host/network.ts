/** Electron's `net`, `protocol` and `session`. The requests of a session are those of net-fetch.ts; the app's handler serves its scheme. */
import { EventEmitter } from 'node:events';
import { hub, type SchemeHandler } from './hub.ts';
import { SessionNetwork } from './net-fetch.ts';
import { absent, modelled, NotModelled } from './not-modelled.ts';
import { record } from './report.ts';
import { WebRequest } from './web-request.ts';

export const net = modelled('net', {
  fetch: (input: string | URL | Request, init?: RequestInit): Promise<Response> => defaultSession().fetch(input, init),
  request(options: Electron.ClientRequestConstructorOptions | string): Electron.ClientRequest {
    if (typeof options === 'string' || !options.session) throw new NotModelled('net.request without a session');
    return (options.session as unknown as Session).request(options) as unknown as Electron.ClientRequest;
  },
  isOnline: () => true,
  online: true,
});

/** Privileges of a scheme without a difference to the stand-in. */
const PRIVILEGES = ['standard', 'secure', 'supportFetchAPI', 'codeCache'];

class Protocol {
  /** What a page may do depends on these; the host models one choice. */
  registerSchemesAsPrivileged(schemes: { scheme: string; privileges?: object }[]): void {
    if (hub.ready) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme, privileges = {} } of schemes) {
      const granted = Object.entries(privileges).flatMap(([name, isGranted]) => (isGranted ? [name] : []));
      for (const name of ['standard', 'secure']) {
        if (!granted.includes(name)) throw new NotModelled(`a privileged scheme without ${name}`);
      }
      for (const name of granted) {
        if (!PRIVILEGES.includes(name)) throw new NotModelled(`a scheme with the privilege ${name}`);
      }
      hub.privileged.add(scheme);
    }
  }
  handle(scheme: string, handler: SchemeHandler): void {
    if (!hub.ready) throw new Error('protocol.handle should be called after app is ready');
    if (scheme !== 'app') throw new NotModelled(`protocol.handle('${scheme}')`);
    if (!hub.privileged.has(scheme)) throw new NotModelled(`protocol.handle of the unprivileged scheme '${scheme}'`);
    if (hub.schemes.has(scheme)) throw new Error(`the scheme ${scheme} has a handler already`);
    hub.schemes.set(scheme, handler);
  }
  unhandle(scheme: string): void {
    hub.schemes.delete(scheme);
  }
  isProtocolHandled(scheme: string): boolean {
    return hub.schemes.has(scheme);
  }
}
export const protocol = modelled('protocol', new Protocol());

/** Has a network of its own, and records the app's decisions about permissions, for tests of the host. */
class Session extends EventEmitter {
  readonly protocol = protocol;
  readonly partition: string;
  readonly decisions = new Map<string, unknown>();
  readonly webRequest: WebRequest['api'];
  readonly fetch: SessionNetwork['fetch'];
  readonly closeAllConnections: () => Promise<void>;
  readonly request: SessionNetwork['request'];
  readonly setCertificateVerifyProc: SessionNetwork['setCertificateVerifyProc'];
  readonly #network: SessionNetwork;
  constructor(partition: string, { cache = true }: { cache?: boolean }) {
    super();
    this.partition = partition;
    const webRequest = new WebRequest(partition);
    this.webRequest = webRequest.api;
    this.#network = new SessionNetwork({ webRequest, hasCache: cache });
    this.fetch = (input, init) => this.#network.fetch(input, init);
    this.closeAllConnections = async () => this.#network.closeAllConnections();
    this.request = (options) => this.#network.request(options);
    this.setCertificateVerifyProc = (verify) => this.#network.setCertificateVerifyProc(verify);
  }
  setPermissionRequestHandler(handler: unknown): void {
    this.recordDecision('setPermissionRequestHandler', handler);
  }
  setPermissionCheckHandler(handler: unknown): void {
    this.recordDecision('setPermissionCheckHandler', handler);
  }
  setDevicePermissionHandler(handler: unknown): void {
    this.recordDecision('setDevicePermissionHandler', handler);
  }
  setDisplayMediaRequestHandler(handler: unknown): void {
    this.recordDecision('setDisplayMediaRequestHandler', handler);
  }
  setBluetoothPairingHandler(handler: unknown): void {
    this.recordDecision('setBluetoothPairingHandler', handler);
  }
  setUSBProtectedClassesHandler(handler: unknown): void {
    this.recordDecision('setUSBProtectedClassesHandler', handler);
  }
  setSpellCheckerEnabled(enabled: boolean): void {
    this.recordDecision('setSpellCheckerEnabled', enabled);
  }
  setSpellCheckerDictionaryDownloadURL(url: string): void {
    this.recordDecision('setSpellCheckerDictionaryDownloadURL', url);
  }
  /** For a window, as a switch of the browser. The host's own requests use no proxy. */
  async setProxy(config: { proxyRules?: string; proxyBypassRules?: string }): Promise<void> {
    this.recordDecision('setProxy', config);
    if (this.partition !== '') return;
    const { proxyRules = '', proxyBypassRules = '' } = config;
    hub.networkSwitches.set('proxy-server', proxyRules).set('proxy-bypass-list', proxyBypassRules);
  }
  /** The host applies no proxy. */
  async resolveProxy(_url: string): Promise<string> {
    return 'DIRECT';
  }
  setUserAgent(agent: string): void {
    this.recordDecision('setUserAgent', agent);
  }
  async clearCache(): Promise<void> {}
  async clearStorageData(): Promise<void> {}
  flushStorageData(): void {}
  private recordDecision(what: string, decision: unknown): void {
    this.decisions.set(what, decision);
    record(`session(${this.partition}).${what}`, decision);
  }
}

const sessions = new Map<string, Session>();
/** `created` is called with each new session, as the app's event. */
export const sessionLife = { created: (_session: Session): void => {} };

/** The options count when the session is made. */
function sessionOf(partition: string, options: { cache?: boolean } = {}): Session {
  const known = sessions.get(partition);
  if (known) return known;
  const made = modelled('Session', new Session(partition, options));
  sessions.set(partition, made);
  sessionLife.created(made);
  return made;
}

export const session = modelled('session', {
  fromPartition: sessionOf,
  get defaultSession() {
    if (!hub.ready) throw new Error('session.defaultSession cannot be used before app is ready');
    return sessionOf('');
  },
  fromPath: absent('session.fromPath'),
});
export const defaultSession = (): Session => sessionOf('');
