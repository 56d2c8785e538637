/**
 * The way of a request to its server: a proxy's tunnel, which may ask for a password, and the certificate at its end. A password is kept for the
 * session, as in Chromium's HttpAuthCache.
 */

import { X509Certificate } from 'node:crypto';
import { type ClientRequest, request as sendHttp } from 'node:http';
import type { Socket } from 'node:net';
import { type PeerCertificate, rootCertificates, type TLSSocket, connect as tlsConnect } from 'node:tls';
import { netError } from './net-error.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

type VerifyRequest = Parameters<NonNullable<Parameters<Electron.Session['setCertificateVerifyProc']>[0]>>[0];
export type VerifyProc = (seen: VerifyRequest, decide: (result: number) => void) => void;

interface ProxyHead {
  readonly statusCode: number;
  readonly statusMessage: string;
  readonly headers: [string, string][];
  readonly raw: [string, string][];
}

/** Chromium's order (net/http/http_auth.cc, ChooseBestChallenge). */
const SCHEMES = ['negotiate', 'ntlm', 'digest', 'basic'];

export class SessionProxy {
  readonly #proxyOf: (url: URL) => string | null;
  readonly #known = new Map<string, Credentials>();

  constructor(proxyOf: ((url: URL) => string | null) | undefined) {
    this.#proxyOf = proxyOf ?? (() => null);
  }

  /** Opens a tunnel; null where no proxy is used. `head` is the proxy's answer when its question got no answer. Rejects with Chromium's error. */
  async tunnelTo(
    url: URL,
    login: ((challenge: Electron.AuthInfo) => Promise<Credentials | null>) | undefined,
  ): Promise<{ socket: TLSSocket } | { head: ProxyHead } | null> {
    const proxy = this.#proxyOf(url);
    if (proxy === null) return null;
    for (;;) {
      const known = this.#known.get(proxy);
      const answer = await connectOver(proxy, url, known);
      if ('socket' in answer) {
        const { hostname: host } = url;
        return {
          socket: tlsConnect({ socket: answer.socket, host, servername: /^[\d.:[\]]+$/.test(host) ? '' : host }),
        };
      }
      if (answer.head.statusCode !== 407) throw netError('ERR_TUNNEL_CONNECTION_FAILED');
      this.#known.delete(proxy);
      const given = (await login?.(challengeOf(proxy, answer.head))) ?? null;
      if (given === null) return answer;
      this.#known.set(proxy, given);
    }
  }
}

function challengeOf(proxy: string, { headers }: ProxyHead): Electron.AuthInfo {
  const offered = headers.flatMap(([name, value]) => (name.toLowerCase() === 'proxy-authenticate' ? value : []));
  const schemeOf = (value: string) => value.split(' ')[0]?.toLowerCase() ?? '';
  const best =
    offered.toSorted((one, other) => SCHEMES.indexOf(schemeOf(one)) - SCHEMES.indexOf(schemeOf(other)))[0] ?? '';
  const { hostname: host, port } = new URL(`http://${proxy}`);
  return {
    isProxy: true,
    scheme: schemeOf(best),
    host,
    port: Number(port),
    realm: /realm="([^"]*)"/.exec(best)?.[1] ?? '',
  };
}

function connectOver(
  proxy: string,
  { hostname, port }: URL,
  known: Credentials | undefined,
): Promise<{ socket: Socket } | { head: ProxyHead }> {
  const path = `${hostname}:${port || 443}`;
  const basic = known && Buffer.from(`${known.username}:${known.password}`).toString('base64');
  return new Promise((resolve, reject) => {
    const headers = { host: path, ...(basic ? { 'proxy-authorization': `Basic ${basic}` } : {}) };
    const asked = sendHttp({
      host: new URL(`http://${proxy}`).hostname,
      port: new URL(`http://${proxy}`).port,
      method: 'CONNECT',
      path,
      headers,
      agent: false,
    });
    asked.once('connect', (message, socket) => {
      const { statusCode = 0, statusMessage = '', rawHeaders } = message;
      if (statusCode === 200) return resolve({ socket });
      socket.destroy();
      const lines = Array.from({ length: rawHeaders.length / 2 }, (_, index): [string, string] => [
        rawHeaders[2 * index] ?? '',
        rawHeaders[2 * index + 1] ?? '',
      ]);
      resolve({ head: { statusCode, statusMessage, headers: lines, raw: lines } });
    });
    asked.once('error', () => reject(netError('ERR_PROXY_CONNECTION_FAILED')));
    asked.end();
  });
}

/** Reports the certificate of each new connection of a request, as Chromium does before it decides. */
export function watchCertificate(sent: ClientRequest, report: (seen: VerifyRequest) => void): void {
  sent.once('socket', (socket: TLSSocket) => {
    if (!socket.connecting && socket.authorized) return;
    let peer: PeerCertificate | null = null;
    socket.prependOnceListener('secure', () => {
      peer = socket.getPeerCertificate(true);
    });
    const say = (isTrusted: boolean): void => {
      // A resumed session shows no certificate again.
      if (peer?.issuer) report(requestOf(sent.host, peer, isTrusted));
    };
    socket.once('secureConnect', () => say(true));
    sent.once('error', () => {
      if (!socket.authorized) say(false);
    });
  });
}

const publicRoots = new Set(rootCertificates);

function requestOf(hostname: string, peer: PeerCertificate, isTrusted: boolean): VerifyRequest {
  const { raw, issuer } = peer;
  let root = peer as PeerCertificate & { issuerCertificate?: PeerCertificate };
  while (root.issuerCertificate && root.issuerCertificate !== root) root = root.issuerCertificate as typeof root;
  const name = String(issuer.CN ?? issuer.O ?? '');
  const principal = { commonName: name, organizations: issuer.O ? [String(issuer.O)] : [] };
  const certificate = { issuer: principal, issuerName: name } as unknown as Electron.Certificate;
  const pem = new X509Certificate(root.raw ?? raw).toString().trim();
  return {
    ...{ hostname, certificate, validatedCertificate: certificate, isIssuedByKnownRoot: publicRoots.has(pem) },
    ...{
      verificationResult: isTrusted ? 'net::OK' : 'net::ERR_CERT_AUTHORITY_INVALID',
      errorCode: isTrusted ? 0 : -202,
    },
  };
}
