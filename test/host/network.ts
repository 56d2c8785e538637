/** Electron's `net`, `protocol` and `session`: Node's fetch replaces Chromium's, and the app's handler serves its scheme. */
import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { hub, type SchemeHandler } from './hub.ts';
import { absent, modelled, NotModelled } from './not-modelled.ts';
import { record } from './report.ts';

const fileResponse = async (url: string): Promise<Response> => new Response(await readFile(fileURLToPath(url)));

/** Node's fetch, with `file:` addresses as in net.fetch. */
async function hostFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const url = input instanceof Request ? input.url : String(input);
  if (url.startsWith('file:')) return fileResponse(url);
  return fetch(input, init);
}

export const net = modelled('net', {
  fetch: hostFetch,
  isOnline: () => true,
  online: true,
});

class Protocol {
  registerSchemesAsPrivileged(schemes: { scheme: string }[]): void {
    if (hub.ready) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme } of schemes) hub.privileged.add(scheme);
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

/** Records the app's decisions about permissions and requests, for tests of the host. */
class Session extends EventEmitter {
  readonly protocol = protocol;
  readonly partition: string;
  readonly decisions = new Map<string, unknown>();
  constructor(partition: string) {
    super();
    this.partition = partition;
  }
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    return hostFetch(input, init);
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
  async closeAllConnections(): Promise<void> {}
  async flushStorageData(): Promise<void> {}
  readonly webRequest = modelled('webRequest', {
    onBeforeRequest: (...args: unknown[]) => this.recordDecision('webRequest.onBeforeRequest', args.at(-1)),
    onBeforeSendHeaders: (...args: unknown[]) => this.recordDecision('webRequest.onBeforeSendHeaders', args.at(-1)),
    onHeadersReceived: (...args: unknown[]) => this.recordDecision('webRequest.onHeadersReceived', args.at(-1)),
  });
  private recordDecision(what: string, decision: unknown): void {
    this.decisions.set(what, decision);
    record(`session(${this.partition}).${what}`, decision);
  }
}

const sessions = new Map<string, Session>();
const sessionOf = (partition: string): Session => {
  const made = sessions.get(partition) ?? modelled('Session', new Session(partition));
  sessions.set(partition, made);
  return made;
};

export const session = modelled('session', {
  fromPartition: (partition: string) => sessionOf(partition),
  get defaultSession() {
    if (!hub.ready) throw new Error('session.defaultSession cannot be used before app is ready');
    return sessionOf('');
  },
  fromPath: absent('session.fromPath'),
});
export const defaultSession = (): Session => sessionOf('');
