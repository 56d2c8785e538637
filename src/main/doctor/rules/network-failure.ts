/** No answer came: the name does not resolve, the connection fails, is closed or times out. */
import { against, decisive, type Finding, known, moderate, type Rule, stated, strong, unlikely } from '../rule.ts';
import { gatewayError } from './gateway-error.ts';
import { TLS_FAILURE } from './tls-failure.ts';

interface NetworkReason {
  readonly pattern: RegExp;
  readonly text: string;
}

/** Error codes of Node, Chromium, Python and curl, the most specific first. */
const REASONS: readonly NetworkReason[] = [
  {
    pattern:
      /ENOTFOUND|NAME_NOT_RESOLVED|NAME_RESOLUTION|EAI_AGAIN|EAI_NONAME|curl:6\b|could not resolve|name or service not known|nodename nor servname|getaddrinfo|NXDOMAIN|ERR_DNS|NameResolutionError/i,
    text: 'The name of the host does not resolve.',
  },
  {
    pattern: /ECONNREFUSED|CONNECTION_REFUSED|connection refused|actively refused|NewConnectionError/i,
    text: 'The connection was refused.',
  },
  {
    pattern: /EHOSTUNREACH|ENETUNREACH|ADDRESS_UNREACHABLE|no route to host|network is unreachable/i,
    text: 'There is no route to the host.',
  },
  { pattern: /ENETDOWN|INTERNET_DISCONNECTED|NETWORK_CHANGED|NETWORK_IO_SUSPENDED/i, text: 'The machine was offline.' },
  {
    pattern:
      /ETIMEDOUT|ESOCKETTIMEDOUT|TIMED_OUT|curl:28\b|ConnectTimeout|ReadTimeout|UND_ERR_\w*TIMEOUT|ECONNABORTED|timeout of \d+ ?ms|timed out|deadline exceeded/i,
    text: 'The connection or the answer timed out.',
  },
  {
    pattern:
      /ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_CLOSED|CONNECTION_(?:RESET|CLOSED|ABORTED)|EMPTY_RESPONSE|curl:(?:52|56)\b|socket hang up|connection reset|closed (?:the )?connection|RemoteDisconnected|Connection aborted|other side closed/i,
    text: 'The connection was closed before the answer came.',
  },
  {
    pattern:
      /curl:7\b|failed to connect|could not connect|CONNECTION_FAILED|Failed to fetch|NetworkError|Network Error|fetch failed|ConnectionError/i,
    text: 'The connection could not be established.',
  },
];
const PROXY = /proxy|ERR_TUNNEL|tunnel/i;

export const rule: Rule = {
  cause: 'networkFailure',
  title: 'The network failed before an answer came',
  source: 'service.md §8.1 (other failures)',
  confirm: { text: 'Open the same host from the same machine, and from another network.', cost: 'request' },
  remedy: ({ failure, address }) =>
    failure.method !== null && failure.method !== 'GET'
      ? `Check that ${address.host ?? 'the host'} is spelt right and reachable. Whether the request had its effect is not known: look before it is sent again.`
      : `Check that ${address.host ?? 'the host'} is spelt right and reachable from this machine (name server, firewall, VPN), then send the request again. The token is not the reason.`,
  weigh: ({ status, failure, surroundings }) => {
    const networkError = failure.networkError ?? gatewayError(status, surroundings.text);
    if (networkError === null || (status !== null && networkError === failure.networkError)) return null;
    // The client refused its own header: nothing was sent.
    if (networkError.code === 'ERR_INVALID_CHAR') return null;
    const text = `${networkError.code ?? ''} ${networkError.message}`;
    const findings: Finding[] = [];
    const reason = REASONS.find(({ pattern }) => pattern.test(text));
    // A name that does not resolve may also be that of another environment.
    if (reason && reason === REASONS[0]) findings.push(strong(reason.text), moderate('No server was asked.'));
    else if (failure.networkError === null)
      findings.push(stated(decisive('A gateway of the sender logs that its own connection failed.')));
    else findings.push(reason ? decisive(reason.text) : strong('There was no answer.'));
    if (networkError.code) findings.push(known(`The client reports ${networkError.code.slice(0, 60)}.`));
    if (TLS_FAILURE.test(text))
      findings.push(
        against('The host was reached; the encryption failed.'),
        unlikely('Its certificate is the reason.'),
      );
    if (PROXY.test(text))
      findings.push(against('The proxy is the reason.'), unlikely('The host itself was not tried.'));
    return findings;
  },
};
