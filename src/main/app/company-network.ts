/** Shows what requests meet on the way to a service, and keeps the password for a proxy as guests are kept: sealed with the data key. */
import { z } from 'zod';
import { AppError, invalidInput } from '../../shared/app-error.ts';
import { MAX_ENTRIES } from '../../shared/input/max-input.ts';
import type { ConnectionsSnapshot } from '../../shared/model/connection.ts';
import type { NetworkState, Route } from '../../shared/model/network.ts';
import { Emitter } from '../platform/emitter.ts';
import type { NetworkWay, ProxyLogin } from '../platform/network-way.ts';
import type { Document, Log, Subscribable } from '../platform/ports.ts';
import type { DataKey } from '../vault/data-key.ts';

export interface CompanyNetworkDeps {
  readonly way: NetworkWay;
  readonly resolveProxy: (url: string) => Promise<string>;
  readonly connections: { snapshot(): Pick<ConnectionsSnapshot, 'connections'> };
  readonly key: Pick<DataKey, 'sealer' | 'kept'>;
  /** The sealed login, in base64. */
  readonly document: Document<string>;
  readonly log: Log;
}

const ID = 'proxy-login';
const Login = z.object({ proxy: z.string(), name: z.string(), password: z.string() });
const FORGOTTEN = '';

export class CompanyNetwork {
  readonly #deps: CompanyNetworkDeps;
  readonly #changed = new Emitter<NetworkState>();
  readonly stop: () => void;
  #login: ProxyLogin | null = null;
  #isStored = false;
  #revision = 1;

  constructor(deps: CompanyNetworkDeps) {
    this.#deps = deps;
    this.stop = deps.way.changed.subscribe(() => this.#publish());
  }

  get changed(): Subscribable<NetworkState> {
    return this.#changed;
  }

  state(): NetworkState {
    const { way, key } = this.#deps;
    const kept = this.#isStored ? (key.kept() ?? 'memory') : 'memory';
    return {
      revision: this.#revision,
      closedProxy: way.closedProxy,
      login: this.#login && { proxy: this.#login.proxy, name: this.#login.name, kept },
      inspected: way.inspected.slice(-MAX_ENTRIES.fields).map(({ hostname, issuer }) => ({ host: hostname, issuer })),
    };
  }

  async routes(): Promise<Route[]> {
    const { connections, resolveProxy } = this.#deps;
    const urls = connections
      .snapshot()
      .connections.filter(({ presetId }) => presetId !== 'sandbox')
      .flatMap(({ addresses }) => Object.values(addresses).filter((url) => url !== null));
    const byHost = new Map(urls.map((url) => [new URL(url).host, url]));
    return Promise.all(
      [...byHost].slice(0, MAX_ENTRIES.page).map(async ([host, url]) => ({ host, proxies: await resolveProxy(url) })),
    );
  }

  /** Reads the password that an earlier run kept. Without one, asks no key store. */
  async restore(): Promise<void> {
    const { document, key, way, log } = this.#deps;
    const sealed = document.read();
    if (!sealed) return;
    try {
      const text = (await key.sealer()).open(ID, Buffer.from(sealed, 'base64'));
      // The person may have signed in meanwhile.
      if (this.#login) return;
      this.#login = text === null ? null : Login.parse(JSON.parse(text));
      this.#isStored = this.#login !== null;
      if (this.#login) way.setLogin(this.#login);
      this.#publish();
    } catch (error) {
      log.warn('the password for the proxy cannot be read now', { error: String(error) });
    }
  }

  /**
   * Keeps a name and password for the proxy that the person saw. If they cannot be stored, they stay in memory. Throws AppError `invalidInput` when that
   * proxy does not ask for them.
   */
  async signIn({ proxy: seen, name, password }: ProxyLogin): Promise<NetworkState> {
    const { way, document, key, log } = this.#deps;
    const closed = way.closedProxy;
    const proxy = closed?.proxy ?? this.#login?.proxy;
    if (proxy === undefined) throw invalidInput('', 'No proxy asks for a name and password.');
    // Another proxy must not get this password.
    if (proxy !== seen) throw invalidInput('', `Now ${proxy} asks for a name and password.`);
    if (closed?.state === 'unsupported')
      throw invalidInput('', `The proxy asks to sign in by ${closed.scheme}, which only the operating system can do.`);
    // Basic separates the two by a colon (RFC 7617, section 2).
    if (name.includes(':')) throw invalidInput('name', 'A name with a colon cannot be sent to a proxy.');
    this.#login = { proxy, name, password };
    way.setLogin(this.#login);
    try {
      const sealed = (await key.sealer()).seal(ID, JSON.stringify(this.#login));
      await document.write(Buffer.from(sealed).toString('base64'));
      this.#isStored = true;
    } catch (error) {
      this.#isStored = false;
      log.warn('the password for the proxy stays in memory', { error: String(error) });
    }
    this.#publish();
    return this.state();
  }

  /** Forgets the password. Throws AppError `storageFailed`. */
  async signOut(): Promise<NetworkState> {
    const { way, document } = this.#deps;
    await document.write(FORGOTTEN).catch((cause: unknown) => {
      const reason = 'it could not be removed from the disk';
      throw new AppError('storageFailed', { what: 'The password for the proxy', reason, access: 'write' }, { cause });
    });
    this.#login = null;
    this.#isStored = false;
    way.setLogin(null);
    this.#publish();
    return this.state();
  }

  #publish(): void {
    this.#revision += 1;
    this.#changed.emit(this.state());
  }
}
