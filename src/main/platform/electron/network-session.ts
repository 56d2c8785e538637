/**
 * The sessions of main's own requests. No page uses them, nothing is cached, and each answer, a redirect too, can become a Response. A request that a
 * proxy or a certificate stops is reported to the {@link NetworkWay}, and fails with its sentence.
 */
import { type Session, session } from 'electron';
import type { NetworkWay } from '../network-way.ts';
import { readableHead } from '../readable-head.ts';
import { RedirectAnswers } from '../redirect-answers.ts';
import { loginFetch } from './login-fetch.ts';

export type NetworkSession = Pick<Session, 'resolveProxy' | 'closeAllConnections'> & {
  /** Resolves with a redirect as the answer. */
  fetch(url: string, init: RequestInit): Promise<Response>;
};

/** The redirects that each session saw; several callers may share a session. */
const redirectsOf = new WeakMap<Session, RedirectAnswers>();

/** Lets Chromium decide about a certificate. */
const CHROMIUM_DECIDES = -3;

/** Matches Chromium's errors of a proxy that may ask for a password, before there is a tunnel. ERR_UNEXPECTED_PROXY_AUTH is the service's 407. */
const PROXY_STOPS = /^net::ERR_(TUNNEL_CONNECTION_FAILED|PROXY_AUTH_)/;
const UNTRUSTED = /^net::ERR_CERT_AUTHORITY_INVALID/;
const PROXY_LOGIN_REQUIRED = 407;

export function networkSession(name: string, way: NetworkWay): NetworkSession {
  const made = session.fromPartition(name, { cache: false });
  const redirects = redirectsOf.get(made) ?? new RedirectAnswers();
  redirectsOf.set(made, redirects);
  made.webRequest.onHeadersReceived((details, respond) => respond(readableHead(details)));
  made.webRequest.onBeforeRedirect((details) => redirects.saw(details));
  made.setCertificateVerifyProc(({ hostname, certificate, isIssuedByKnownRoot, verificationResult }, decide) => {
    const issuer = certificate.issuer.organizations[0] || certificate.issuerName;
    const isTrusted = verificationResult === 'net::OK';
    way.sawCertificate({ hostname, issuer, isTrusted, isPublic: isIssuedByKnownRoot });
    decide(CHROMIUM_DECIDES);
  });
  return {
    fetch: (url, init) => redirects.answer(url, () => throughProxy(made, way, url, init)),
    resolveProxy: (url) => made.resolveProxy(url),
    closeAllConnections: () => made.closeAllConnections(),
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** Sends a request, and once more with the proxy's password if the proxy stops it. */
async function throughProxy(made: Session, way: NetworkWay, url: string, init: RequestInit): Promise<Response> {
  const { host, hostname } = new URL(url);
  let stopped: unknown;
  try {
    const response = await served(made.fetch(url, init));
    way.passed(host);
    return response;
  } catch (error) {
    const message = messageOf(error);
    if (UNTRUSTED.test(message)) throw way.untrusted(hostname) ?? error;
    if (!PROXY_STOPS.test(message)) throw error;
    stopped = error;
  }
  const { answer, ended, why } = way.answering(host);
  try {
    const response = await served(loginFetch(made, url, init, answer));
    ended(true);
    return response;
  } catch (error) {
    ended(false);
    // Past the proxy, the service may have the request, so the first try's error no longer tells how this one ended.
    throw why() ?? (PROXY_STOPS.test(messageOf(error)) ? stopped : error);
  }
}

/**
 * The service's answer. Rejects for a proxy's 407, whose body Chromium does not give (HttpNetworkTransaction::Read). A 407 that has one came through
 * the tunnel, so the service has the request, and it must not be sent again.
 */
async function served(fetched: Promise<Response>): Promise<Response> {
  const response = await fetched;
  if (response.status !== PROXY_LOGIN_REQUIRED) return response;
  return new Response(await response.arrayBuffer(), response);
}
