/** No answer of the service came: the network or the encryption failed, a browser refused the call, something else answered, or the service failed. */
import { browserRefusal } from '../facts/browser-refusal.ts';
import { CLOCK_TOLERANCE_MS, type Facts } from '../facts/facts.ts';
import { type FailedPart, failedPartOf, NO_ANSWER } from '../facts/network-errors.ts';
import type { Failure } from '../failure.ts';
import { allOf, type Finding, type Rule, say, stated, statementIn } from '../rule.ts';
import { impossibleDate } from './clock-wrong.ts';

type LostAnswer = NonNullable<Failure['networkError']>;

const LOST: Partial<Record<FailedPart, string>> = {
  name: 'The name of the host does not resolve; no server was asked.',
  refused: 'The connection was refused.',
  route: 'There is no route to the host.',
  offline: 'The machine was offline.',
  timeout: 'The connection or the answer timed out.',
  closed: 'The connection was closed before the answer came.',
};

/** Whether an error says anything: a client that only reports that there was no answer may have been aborted, or a browser refused. */
const isNamed = ({ code, message }: LostAnswer): boolean =>
  code !== null || (message !== NO_ANSWER && /[a-z]{3}/i.test(message));

const reported = ({ code }: LostAnswer): Finding[] =>
  code === null ? [] : [say.known(`The client reports ${code.slice(0, 60)}.`)];

export const networkFailure: Rule = {
  cause: 'networkFailure',
  title: 'The network failed before an answer came',
  source: 'service.md §8.1 (other failures)',
  confirm: { text: 'Open the same host from the same machine, and from another network.', cost: 'request' },
  remedy: ({ failure, address }) =>
    failure.method !== null && failure.method !== 'GET'
      ? `Check that ${address.host ?? 'the host'} is spelt right and reachable. Whether the request had its effect is not known: look before it is sent again.`
      : `Check that ${address.host ?? 'the host'} is spelt right and reachable from this machine (name server, firewall, VPN), then send the request again. The token is not the reason.`,
  weigh: ({ status, failure: { networkError } }) => {
    if (networkError === null || status !== null) return null;
    const { lost } = failedPartOf(networkError);
    // The client refused its own header: nothing was sent. Of an error of encryption or of a proxy, another cause speaks.
    if (lost === 'header' || lost === 'tls' || lost === 'proxy') return null;
    const reason = LOST[lost];
    // A name that does not resolve may also be that of another environment.
    if (reason) return [(lost === 'name' ? say.clear : say.decisive)(reason), ...reported(networkError)];
    return isNamed(networkError)
      ? [say.strong('There was no answer.'), ...reported(networkError)]
      : [say.weak('There was no answer, and no error that says why.')];
  },
};

const UNTRUSTED = 'The certificate is not trusted by this machine.';
const NOT_NOW = 'The certificate is not valid at the date of this machine.';
const OF_TLS: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another name.',
  ...{ CERT_HAS_EXPIRED: NOT_NOW, CERT_NOT_YET_VALID: NOT_NOW },
  EPROTO: 'The two sides did not agree on an encrypted connection.',
};

export const tlsFailure: Rule = {
  cause: 'tlsFailure',
  title: 'The encrypted connection failed',
  source: 'service.md §1.2 (all requests use HTTPS), §9.3 (custom certificate authority behind a proxy)',
  confirm: {
    text: 'Look at the certificate that this machine is shown for the host, and at its issuer.',
    cost: 'request',
  },
  remedy: () =>
    'If a company proxy opens encrypted connections, add its certificate authority to the client; else check the host’s name and the machine’s clock. Do not switch verification off: the token would be readable on the way.',
  weigh: (facts) => {
    const { status, skewMs, failure } = facts;
    if (failure.networkError === null || status !== null) return null;
    const { lost, code } = failedPartOf(failure.networkError);
    if (lost !== 'tls') return null;
    const clocksDiffer = (skewMs !== null && Math.abs(skewMs) > CLOCK_TOLERANCE_MS) || impossibleDate(facts) !== null;
    const mayBeClock = code === 'CERT_NOT_YET_VALID' || (code === 'CERT_HAS_EXPIRED' && clocksDiffer);
    const text = OF_TLS[code ?? ''] ?? UNTRUSTED;
    return [(mayBeClock ? say.moderate : say.decisive)(text), ...reported(failure.networkError)];
  },
};

export const browserRefused: Rule = {
  cause: 'browserRefused',
  title: 'The browser refused the call',
  source: 'service.md §9.2, §3.10',
  confirm: {
    text: 'Send the same request from a server or with curl: no browser rule applies there.',
    cost: 'request',
  },
  remedy: ({ isToken }) =>
    `Call the API from your server, never from a page: neither another mode of fetch nor a longer time-out helps. ${isToken ? 'The Client Secret stood in the page: replace it. Each page view may have used one of the day’s tokens.' : 'A token or a secret that stood in the page is to be replaced.'}`,
  weigh: ({ surroundings: { text }, failure: { networkError } }) => {
    const words = text?.browserRefusal ?? browserRefusal(`${networkError?.code ?? ''} ${networkError?.message ?? ''}`);
    return words === null
      ? null
      : [
          stated(say.decisive(`The browser says “${words}”.`)),
          say.moderate('A browser applies such rules; a server does not.'),
        ];
  },
};

const MAX_WORDS = 100;
/** Names in the message about a certificate of the machine's own network, which opened the connection. */
const INSPECTION = /zscaler|fortinet|netskope|corporate (?:root )?ca/i;

export const intermediary: Rule = {
  cause: 'intermediary',
  title: 'A proxy, firewall or captive portal answered',
  source: 'service.md §1.2 (JSON over HTTPS)',
  confirm: { text: 'Send the same request from another network, such as a phone’s.', cost: 'request' },
  remedy: ({ answeredBy }) =>
    `Let the network’s administrator allow the service’s host${answeredBy.who ? ` in ${answeredBy.who}` : ''}, sign in to the network, or set the proxy that the machine needs. The token is not the reason; do not request a new one.`,
  weigh: (facts) => (facts.status === null ? inspected(facts) : answered(facts)),
};

function answered({ answeredBy, status, address, isToken }: Facts): Finding[] | null {
  const { kind, certain, signs, who } = answeredBy;
  // A 429 of the token endpoint is its quota, in whatever form it comes, unless a known product signs the answer.
  if (kind !== 'intermediary' || (isToken && status === 429 && !certain)) return null;
  const isUnclear = status === 404 || status === 405 || (address.service === null && address.host !== null);
  return allOf(
    (certain ? say.decisive : isUnclear ? say.moderate : say.strong)(
      `The answer is not the service’s: ${signs.join('; ')}.`,
    ),
    !certain &&
      (status === 200 || status === 403) &&
      say.moderate(`Status ${status} with a page is usual for a block page or a sign-in page.`),
    certain && who !== null && say.known(`It looks like ${who}.`),
  );
}

function inspected({ failure: { networkError } }: Facts): Finding[] | null {
  if (networkError === null) return null;
  const { lost, code } = failedPartOf(networkError);
  const words = networkError.message.slice(0, MAX_WORDS);
  if (lost === 'proxy') return [say.decisive(`The proxy did not let the request through: “${words}”.`)];
  return code === 'SELF_SIGNED_CERT_IN_CHAIN' || INSPECTION.test(networkError.message)
    ? [say.moderate(`“${words}”: something on the way may open encrypted connections.`)]
    : null;
}

export const upstreamFault: Rule = {
  cause: 'upstreamFault',
  title: 'The service failed',
  source: 'service.md §8.1 (4xx, 5xx)',
  confirm: { text: 'Send the same read once more after a minute.', cost: 'request' },
  remedy: ({ failure }) =>
    failure.method !== null && failure.method !== 'GET'
      ? 'Look first whether the request had its effect; do not simply send it again. If it lasts, send support the request id and the time.'
      : 'Wait and send the request again, with a growing pause. If it lasts, send support the request id and the time. A new token does not help.',
  weigh: (facts) => {
    const { status, answeredBy, failure, surroundings } = facts;
    if (status === null || status < 500 || status === 511 || answeredBy.kind === 'intermediary') return null;
    // A page or a program of the customer may have failed: the request is recorded, or its address is that of the service.
    if (failure.origin !== 'journal' && failure.url === null && surroundings.services.length > 0)
      return [say.weak(`Status ${status}, and it is not shown who answered.`)];
    return allOf(
      answeredBy.kind === 'service'
        ? say.decisive(`The service answered ${status} with an error of its own.`)
        : (answeredBy.certain ? say.decisive : say.strong)(
            `Status ${status}: the service, or the gateway in front of it, failed.`,
          ),
      statementIn(facts, 'serviceFault') && say.moderate('The answer says that it is a fault of the service.'),
    );
  },
};
