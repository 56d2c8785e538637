/**
 * The network of pictures, whose addresses a service chooses. It connects to public addresses over https only. The check is part of the connection
 * itself, so DNS rebinding cannot pass it.
 */
import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns';
import { Agent } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { getCACertificates } from 'node:tls';
import { sendOverHttps } from './node-https.ts';
import type { Fetch } from './ports.ts';
import { isPublicAddress } from './public-address.ts';

/** Resolves a name to all of its addresses, as Node's `dns.lookup` does. */
export type Lookup = (
  name: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface PublicNetworkOptions {
  readonly userAgent: string;
  /** The proxies for an address, as Chromium names them ("PROXY a:1; DIRECT"). */
  readonly proxyOf: (url: string) => Promise<string>;
  /** Sends a request over the system's proxy. */
  readonly proxied: Fetch;
  readonly lookup?: Lookup;
  /** Whether the app may connect to an address; by default only to a public one. */
  readonly isAllowed?: (address: string) => boolean;
  /** Certificates (PEM) that the operating system trusts. */
  readonly systemCertificates?: () => string[];
}

/** Node's error codes for a certificate from an authority that Node does not know. */
const UNKNOWN_ISSUER = new Set([
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
]);

/**
 * Makes a Fetch that reaches public addresses only. Behind a proxy, which resolves names itself, it also rejects names that have a special
 * address on this machine.
 */
export function publicNetwork(options: PublicNetworkOptions): Fetch {
  const { userAgent, proxyOf, proxied, lookup = systemLookup, isAllowed = isPublicAddress } = options;
  const checked = checkedLookup(lookup, isAllowed);
  const direct = trustingTheSystem(checked, options.systemCertificates ?? (() => getCACertificates('system')));
  return async (request) => {
    const { protocol, hostname, username, password } = new URL(request.url);
    if (protocol !== 'https:') throw new TypeError('only https addresses are allowed');
    if (username !== '' || password !== '') throw new TypeError('an address must not contain credentials');
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    // Node connects to a literal address without a lookup.
    if (isIP(host) !== 0 && !isAllowed(host)) throw notAllowed(host);
    if (isProxied(await proxyOf(request.url))) {
      await refuseSpecial(host, checked);
      return proxied(request);
    }
    request.headers.set('user-agent', userAgent);
    return direct(request);
  };
}

/** Whether every route leads over a proxy. Chromium falls back to a direct connection where the list has one. */
const isProxied = (proxies: string): boolean => !/\bDIRECT\b/i.test(proxies);

/** Makes a lookup that fails when any of the name's addresses is not allowed. */
function checkedLookup(lookup: Lookup, isAllowed: (address: string) => boolean): LookupFunction {
  return (name, options, callback) => {
    lookup(name, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error) callback(error, []);
      else if (first === undefined || !addresses.every(({ address }) => isAllowed(address)))
        callback(notAllowed(name), []);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** Checks the addresses of `host`, and rejects when one is not allowed. Behind a proxy the machine may not resolve names at all. */
function refuseSpecial(host: string, checked: LookupFunction): Promise<void> {
  return new Promise((resolve, reject) => {
    checked(host, {}, (error) => (error instanceof NotAllowed ? reject(error) : resolve()));
  });
}

/**
 * Makes a Fetch that trusts Node's certificate authorities. When Node does not know a certificate's issuer, the request is sent again with the
 * system's authorities, which are read only then because reading takes long.
 */
function trustingTheSystem(lookup: LookupFunction, systemCertificates: () => string[]): Fetch {
  const agentWith = (ca: string[] | undefined): Agent =>
    new Agent({ keepAlive: true, rejectUnauthorized: true, lookup, ...(ca && { ca }) });
  const ofNode = agentWith(undefined);
  let ofSystem: Agent | null = null;
  return async (request) => {
    if (ofSystem !== null) return sendOverHttps(request, ofSystem);
    try {
      return await sendOverHttps(request, ofNode);
    } catch (error) {
      if (!UNKNOWN_ISSUER.has(codeOf(error))) throw error;
      ofSystem ??= agentWith([...getCACertificates('default'), ...systemCertificates()]);
      return sendOverHttps(request, ofSystem);
    }
  };
}

const codeOf = (error: unknown): string =>
  String((error instanceof Error && (error.cause as NodeJS.ErrnoException | undefined)?.code) || '');

class NotAllowed extends TypeError {}
const notAllowed = (host: string): NotAllowed => new NotAllowed(`${host} is not a public address`);
